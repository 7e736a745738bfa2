"""Phrases: which one is used, in what mood and split, and what is wrong with those that cannot be."""

from __future__ import annotations

import pytest

from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Integer, Kind, Money, OneOf
from rspc.compiler.language import english
from rspc.compiler.random.stream import Stream
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.phrases.complements import Complements
from rspc.compiler.text.phrases.preparation import prepare
from rspc.compiler.text.reading.unreadable import why_unreadable
from rspc.compiler.text.templates.phrase import GIVEN, WISH, Phrase
from rspc.dsl.diagnostics import SpecError, page
from rspc.dsl.source import Source, Span

PRICE = ir.Slot("price")
CHEAP = ir.Comparison("<", PRICE, ir.Hole("v"))
FIFTY = ir.Comparison("<", PRICE, ir.Quantity("money", 5000))
HUNDRED = ir.Comparison("<", PRICE, ir.Quantity("money", 10000))
FIRST = ir.Comparison("==", ir.Slot("class"), ir.Const("first_class"))
KINDS: dict[str, Kind] = {
    "price": Money(),
    "class": OneOf("class", ("economy", "first_class")),
    "stops": Integer(),
}
ANY = ir.Hole("a")
MANY = ir.Or((ir.Hole("a"), ir.Hole("rest", rest=True)))
LEAVES = [
    Phrase(CHEAP, "the price {{ be }} below {{ v }}", kinds={"v": Money()}),
    Phrase(ir.Not(CHEAP), "the price {{ be_not }} below {{ v }}", kinds={"v": Money()}),
    Phrase(
        ir.Comparison("==", ir.Slot("class"), ir.Hole("v")),
        "the class {{ be }} {{ v }}",
        kinds={"v": KINDS["class"]},
    ),
]


def in_file(text: str, pattern: ir.Node = CHEAP, **more: str) -> Phrase:
    source = Source("a.rspec", f'say … as "{text}"')
    return Phrase(pattern, text, span=Span(source, 9, 9 + len(text)), **more)  # type: ignore[arg-type]


def said(text: str, formula: ir.Formula, pattern: ir.Node = MANY) -> str | None:
    book = Phrasebook([[*LEAVES, Phrase(pattern, text)]], kinds=KINDS)
    assert book.diagnostics == ()
    return book.say(ir.Requirement(formula))


BOTH = ir.Or((FIFTY, FIRST))
THREE = ir.Or((FIFTY, HUNDRED, FIRST))


@pytest.mark.parametrize(
    ("text", "formula", "expected"),
    [
        (
            "If {{ a | negated | given }}, then {{ rest | either }}.",
            BOTH,
            "If the price is not below $50, then the class should be first class.",
        ),
        (
            "{{ a | with(rest) | either }}.",
            THREE,
            "The price should be below $50, the price should be below $100, or the class should be first class.",
        ),
        (
            "{{ a | with(rest) | given | all | capital }}!",
            BOTH,
            "The price is below $50 and the class is first class!",
        ),
        (
            "Not both: {{ a | negated | negated }}; {{ rest | negated | both }}.",
            ir.Or((HUNDRED, FIFTY)),
            "Not both: the price should be below $100; the price should not be below $50.",
        ),
        (
            "{% for x in rest %}{{ loop.index }}: {{ x | given }}; {% endfor %}{{ a }}.",
            THREE,
            "1: the price is below $100; 2: the class is first class; the price should be below $50.",
        ),
        (
            "{{ a }}{% if rest | length > 1 %} (and more){% else %} or {{ rest[0] }}{% endif %}.",
            BOTH,
            "The price should be below $50 or the class should be first class.",
        ),
        (
            '{% set w = "leave" | verb_not %}I {{ w }}, {{ "be sad" | verb_plain }}, {{ a }}, {{ rest | all }}.',
            BOTH,
            "I should not leave, should be sad, the price should be below $50, the class should be first class.",
        ),
    ],
)
def test_sentences(text: str, formula: ir.Formula, expected: str) -> None:
    assert said(text, formula) == expected


@pytest.mark.parametrize(
    ("text", "wish", "given"),
    [
        ("it {{ be }} {{ v }}", "it should be $50", "it is $50"),
        ("they {{ are }} {{ v }}", "they should be $50", "they are $50"),
        ("it {{ have }} {{ v }}", "it should have $50", "it has $50"),
        ("it {{ do }} {{ v }}", "it should do $50", "it does $50"),
        ("it {{ be_not }} {{ v }}", "it should not be $50", "it is not $50"),
        ("they {{ are_not }} {{ v }}", "they should not be $50", "they are not $50"),
        ("it {{ have_not }} {{ v }}", "it should not have $50", "it does not have $50"),
        ("it {{ do_not }} {{ v }}", "it should not do $50", "it does not do $50"),
        ("it {{ 'pay for' | verb }} {{ v }}", "it should pay for $50", "it pays for $50"),
        ("it {{ 'pay' | verb_not }} {{ v }}", "it should not pay $50", "it does not pay $50"),
        ("I {{ 'pay' | verb_plain }} {{ v }}", "I should pay $50", "I pay $50"),
        ("I {{ 'pay' | verb_plain_not }} {{ v }}", "I should not pay $50", "I do not pay $50"),
        ("it {{ 'be at' | verb_not }} {{ v }}", "it should not be at $50", "it is not at $50"),
        ("I {{ 'want' if mood == 'wish' else 'get' }} {{ v }}", "I want $50", "I get $50"),
    ],
)
def test_moods(text: str, wish: str, given: str) -> None:
    book = Phrasebook([[Phrase(CHEAP, text)]], kinds=KINDS)
    assert book.clause(FIFTY, WISH) == wish
    assert book.clause(FIFTY, GIVEN) == given
    assert book.read_clause(wish, WISH) == (FIFTY,)
    assert book.read_clause(given, GIVEN) == (FIFTY,)
    entry = book.entries[0]
    for mood, expected in ((WISH, wish), (GIVEN, given)):
        assert entry.by_jinja({"v": FIFTY.right}, book.voice(), mood) == expected


def test_a_mood_of_its_own_goes_only_there() -> None:
    wish, given = Phrase(CHEAP, "I want {{ v }}", WISH), Phrase(CHEAP, "I get {{ v }}", GIVEN)
    book = Phrasebook([[wish, given]], kinds=KINDS)
    assert book.clause(FIFTY, WISH) == "I want $50"
    assert book.clause(FIFTY, GIVEN) == "I get $50"
    assert book.read_clause("I want $50", GIVEN) == ()
    assert Phrasebook([[wish]], kinds=KINDS).clause(FIFTY, GIVEN) is None


def test_an_earlier_layer_goes_first() -> None:
    own = Phrase(FIFTY, "it {{ be }} a bargain")
    book = Phrasebook([[own], [*LEAVES, Phrase(ANY, "{{ a }}.")]], kinds=KINDS)
    assert book.say(ir.Requirement(FIFTY)) == "It should be a bargain."
    assert book.say(ir.Requirement(HUNDRED)) == "The price should be below $100."
    assert book.read("It should be a bargain.") == (ir.Requirement(FIFTY),)


def test_a_special_pattern_goes_before_a_general_one() -> None:
    phrases = [
        *LEAVES,
        Phrase(ANY, "It is so: {{ a }}."),
        Phrase(MANY, "Any: {{ a | with(rest) | either }}."),
        Phrase(ir.Or((ir.Hole("a"), ir.Hole("b"))), "Either {{ a }} or {{ b }}."),
        Phrase(FIFTY, "Be cheap."),
    ]
    book = Phrasebook([phrases], kinds=KINDS)
    assert book.say(ir.Requirement(FIFTY)) == "Be cheap."
    assert book.say(ir.Requirement(FIRST)) == "It is so: the class should be first class."
    assert (book.say(ir.Requirement(BOTH)) or "").startswith("Either ")
    assert (book.say(ir.Requirement(THREE)) or "").startswith("Any: ")


def test_what_has_no_words_is_not_said() -> None:
    book = Phrasebook([[Phrase(ANY, "{{ a }}."), *LEAVES]], kinds=KINDS)
    unknown = ir.Comparison(">", ir.Slot("stops"), ir.Quantity("integer", 1))
    assert book.say(ir.Requirement(unknown)) is None
    assert book.say(ir.Requirement(ir.Or((unknown, FIFTY)))) is None
    assert book.clause(ir.Comparison("<", PRICE, ir.Slot("stops"))) is None


def test_splits() -> None:
    plain, test = Phrase(CHEAP, "under {{ v }}"), Phrase(CHEAP, "below {{ v }}", split="test")
    book = Phrasebook([[plain, test]], kinds=KINDS)
    assert book.clause(FIFTY) == "under $50"
    assert book.clause(FIFTY, split="train") == "under $50"
    assert book.clause(FIFTY, split="test") == "below $50"
    assert book.read_clause("under $50") == book.read_clause("below $50") == (FIFTY,)
    assert Phrasebook([[test]], kinds=KINDS).clause(FIFTY, split="train") is None


def test_the_stream_chooses() -> None:
    phrases = [*LEAVES, *(Phrase(ANY, f"{word}: {{{{ a }}}}.") for word in ("One", "Two", "Six"))]
    book = Phrasebook([phrases], kinds=KINDS)
    found = {book.say(ir.Requirement(FIFTY), Stream(number)) for number in range(30)}
    assert {(text or "")[:3] for text in found} == {"One", "Two", "Six"}
    same = [book.say(ir.Requirement(FIFTY), Stream("a")) for _ in range(3)]
    assert len(set(same)) == 1


def test_values_without_a_kind() -> None:
    book = Phrasebook([[Phrase(ir.Comparison("==", ir.Hole("x"), ir.Hole("v")), "{{ x | the }} is {{ v | the }}")]],
                      labels={"class": "ticket class"}, kinds=KINDS)  # fmt: skip
    assert book.clause(FIRST) == "the ticket class is first class"
    assert book.read_clause("the ticket class is first class") == (FIRST,)
    assert book.read_clause("the ticket class is $5") == ()
    assert book.value(ir.ListOf((ir.Const("a_b"), ir.Const("c")))) == "a b then c"
    assert book.value(ir.Interval(PRICE, PRICE)) is None


# ------------------------------------------------------------------------------------------------- complaints


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("below {{ v }", "E0501", "the text is not valid Jinja: unexpected '}'"),
        ("below {{ w }}", "E0503", "nothing here is called `w`"),
        ("below {{ v | shout }}", "E0506", "there is no filter `shout`"),
        ("below {{ v | either }}", "E0507", "`v` is one value and cannot be joined"),
        ("below {{ v | negated }}", "E0507", None),
        ("below {{ v | the | with(v) }}", "E0507", "`with` comes too late; write it right after the hole"),
        ("cheap", "E0509", "the phrase has the same text for different values of `v`"),
        ("{% if mood %}cheap{% endif %}", "W0509", "the phrase has the same text for different values of `v`"),
    ],
)  # fmt: skip
def test_wrong_phrases(text: str, code: str, message: str | None) -> None:
    phrase = in_file(text)
    (found,) = Phrasebook([[phrase]], kinds=KINDS).diagnostics
    assert found.code == code
    assert found.span is phrase.span
    assert message is None or found.message == message
    assert page(code) is not None


@pytest.mark.parametrize("text", ["below {{ X }}", "{% if X %}low{% endif %}"])
@pytest.mark.parametrize(
    ("value", "repair"),
    [
        (ir.Var("X"), "a variable has no words: write a hole such as `?x` in the pattern"),
        (ir.Hole("w"), "the names known here are `w`"),
        (ir.Const("b"), "no name has a value here"),
    ],
)
def test_the_repair_of_a_name_without_a_value(text: str, value: ir.Term, repair: str) -> None:
    pattern = ir.Literal(ir.Atom("p", (value,)))
    found = Phrasebook([[in_file(text, pattern)]]).diagnostics
    assert repair in [each.help for each in found if each.code == "E0503"]


def test_a_list_needs_joining() -> None:
    (found,) = Phrasebook([[in_file("{{ a }} or {{ rest }}.", MANY)]]).diagnostics
    assert found.code == "E0507"
    assert found.help == "write `{{ rest | either }}` or `{{ rest | all }}`"


def test_two_list_holes() -> None:
    pattern = ir.Or((ir.Hole("a", rest=True), ir.Hole("b", rest=True)))
    (found,) = Phrasebook([[in_file("{{ a | all }}: {{ b | all }}.", pattern)]]).diagnostics
    assert found.code == "E0512"
    assert page("E0512") is not None


def test_reserved_holes() -> None:
    pattern = ir.Comparison("<", PRICE, ir.Hole("be"))
    (found,) = Phrasebook([[in_file("below {{ be }}", pattern)]]).diagnostics
    assert (found.code, found.message) == ("E0508", "a hole cannot have the name `be`")
    assert page("E0508") is not None


def test_jinja_that_fails_on_the_values() -> None:
    phrase = in_file("below {{ v + 1 }}")
    book = Phrasebook([[phrase]], kinds=KINDS)
    assert book.diagnostics == ()
    with pytest.raises(SpecError) as caught:
        book.clause(FIFTY)
    (found,) = caught.value.diagnostics
    assert found.code == "E0502"
    assert found.span is phrase.span


@pytest.mark.parametrize(
    "text", ["{{ v.__class__ }}", "{{ v._values }}", "{{ v.then('the') }}", "{% include 'x' %}{{ v }}"]
)  # fmt: skip
def test_holes_give_nothing_of_python(text: str) -> None:
    book = Phrasebook([[in_file(text)]], kinds=KINDS)
    with pytest.raises(SpecError):
        book.clause(FIFTY)


# --------------------------------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("phrase", "reason"),
    [
        (Phrase(CHEAP, "below {{ v }}"), None),
        (Phrase(CHEAP, "{% if v %}below {{ v }}{% endif %}"), "the text contains a Jinja statement (`if`)"),
        (
            Phrase(CHEAP, "below {{ v ~ 'x' }}"),
            "the text contains a Jinja expression (`concat`), but only a hole and its filters are allowed",
        ),
        (Phrase(CHEAP, "below {{ v | upper }}"), "the filter `upper` cannot be undone"),
        (Phrase(CHEAP, "below {{ v | plural }}", kinds={"v": Money()}), "`plural` of a money cannot be undone"),
        (Phrase(MANY, "{{ a }}{{ rest | either }}."), "nothing stands between `a` and `rest`"),
        (Phrase(ANY, "{{ a | plural }}."), "`plural` of a formula cannot be undone"),
        (Phrase(MANY, "{{ a | with(rest) | either | plural }}."), "`plural` of a joined list cannot be undone"),
        (Phrase(MANY, "{{ a }}."), "the phrase has an error: the phrase says different values of `rest` alike"),
    ],
)  # fmt: skip
def test_readable(phrase: Phrase, reason: str | None) -> None:
    entry, _ = prepare(phrase, 0, 0, english(), wishes=True)
    assert entry is not None
    found = why_unreadable(entry)
    if reason is not None and "error" in reason:
        assert found == "the text leaves out `rest`"
    else:
        assert found == reason


def test_all_readings_are_given() -> None:
    loose = Phrase(ir.Comparison("<=", PRICE, ir.Hole("v")), "the price {{ be }} below {{ v }}")
    book = Phrasebook([[*LEAVES, loose, Phrase(ANY, "{{ a }}.")]], kinds=KINDS)
    assert book.read("The price should be below $50.") == (
        ir.Requirement(FIFTY),
        ir.Requirement(ir.Comparison("<=", PRICE, ir.Quantity("money", 5000))),
    )


def test_only_exact_texts_are_read() -> None:
    book = Phrasebook([[*LEAVES, Phrase(ANY, "{{ a }}.")]], kinds=KINDS)
    assert book.read("The price should be below $50.") == (ir.Requirement(FIFTY),)
    for text in (
        "the price should be below $50.",
        "The price should be below $50",
        "The price should be below $50.00.",
        "The price should be below $050.",
        "The price  should be below $50.",
        "The price is below $50.",
        "The price should be below 50.",
        "",
        ".",
    ):
        assert book.read(text) == ()


def test_symbols_are_read_in_any_form() -> None:
    pattern = ir.Fact(ir.Literal(ir.Atom(ir.Hole("p"), (ir.Const("dog"), ir.Const("cat")))))
    for text, expected in (
        ("The dog {{ p | third }} the cat.", "The dog attacks the fields of the cat."),
        ("The dog {{ p | past }} the cat.", "The dog attacked the fields of the cat."),
        ("The dog is {{ p | participle }} the cat.", "The dog is attacking the fields of the cat."),
    ):
        book = Phrasebook([[Phrase(pattern, text)]], names=["attack_the_fields_of", "see"])
        statement = ir.Fact(
            ir.Literal(ir.Atom("attack_the_fields_of", (ir.Const("dog"), ir.Const("cat"))))
        )
        assert book.say(statement) == expected
        assert book.read(expected) == (statement,)


@pytest.mark.parametrize("form", ["number", "ordinal", "a", "capital"])
def test_amounts_in_words(form: str) -> None:
    pattern = ir.Comparison(">", ir.Slot("stops"), ir.Hole("v"))
    book = Phrasebook([[Phrase(pattern, f"over {{{{ v | {form} }}}}.")]], kinds=KINDS)
    for amount in (0, 1, 8, 11, 21, 99, 100, 1018):
        statement = ir.Requirement(
            ir.Comparison(">", ir.Slot("stops"), ir.Quantity("integer", amount))
        )
        text = book.say(statement)
        assert text is not None
        assert book.read(text) == (statement,)


# ----------------------------------------------------------------------------------------------- complements


def test_complements_by_pairs() -> None:
    same = ir.Comparison("==", ir.Slot("class"), ir.Hole("v"))
    other = ir.Comparison("!=", ir.Slot("class"), ir.Hole("v"))
    complement = Complements([(same, other), (CHEAP, ir.Not(CHEAP))])
    unlike = ir.Comparison("!=", ir.Slot("class"), ir.Const("first_class"))
    assert complement(FIRST) == unlike
    assert complement(unlike) == FIRST
    assert complement(FIFTY) == ir.Not(FIFTY)
    assert complement(ir.Not(FIFTY)) == FIFTY


def test_the_complement_of_the_complement_is_the_formula() -> None:
    v, price = ir.Hole("v"), PRICE
    pairs = [
        (ir.Comparison("<", price, v), ir.Comparison(">=", price, v)),
        (ir.Comparison(">=", price, v), ir.Comparison("<=", price, v)),
        (ir.Comparison("==", price, v), ir.Not(ir.Comparison("==", price, v))),
    ]
    complement = Complements(pairs)
    fifty = ir.Quantity("money", 5000)
    for operator in ("<", "<=", ">", ">=", "==", "!="):
        formula: ir.Formula = ir.Comparison(operator, price, fifty)
        for _ in range(5):
            assert complement(complement(formula)) == formula
            formula = ir.Not(formula)
