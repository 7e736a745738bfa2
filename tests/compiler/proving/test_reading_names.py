"""Names with capitals and of several words: read back as the name that their place has, in every logic."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import check
from rspc.compiler.ir import nodes as ir
from rspc.compiler.text.english.morphology import capital, uncapital
from rspc.compiler.text.phrases.places import Places

STANDARD_WORDS = "W0520"
"""Warns that a family has words of its own for some patterns alone: so it is with most of the small ones here."""

ASP = """family people
logic asp
pool names = {NAMES}
sort person = names
pred p(person)
rule r = p(?a) -> p(?b)
fact f = p(?a)
theory { 1 of f.  1 of r. }
say p(?a) -> p(?b) as "SENTENCE"
ask computation
"""
CREW = """family crew
logic defeasible
pool people = {
  "Boatswain", "Captain", "Carpenter", "Cook", "Cooper", "Drummer", "Gunner", "Helmsman", "First Mate", "Pilot",
  "Purser", "Rigger", "Sailmaker", "Steward", "Ship's Surgeon", "Topman"
}
pool deeds = {avoid, fear, help, obey, thank, trust, visit, warn}
sort sailor = people
pred from deeds(sailor, sailor)
rule habit = ~?p(X, ?a) => ~?q(X, ?b)
rule chained = ~?p(?a, ?b) => ~?q(?b, ?c)
theory backward { depth 2  negation { body 0.3 } }
ask entailment
say ?p(?a, ?b) as "The {{ a }} {{ p | third }} the {{ b }}." "the {{ a }} {{ p | third }} the {{ b }}"
say -?p(?a, ?b) as "The {{ a }} does not {{ p }} the {{ b }}." "the {{ a }} does not {{ p }} the {{ b }}"
say ?p(X, ?b) as "{{ p | third }} the {{ b }}"
say -?p(X, ?b) as "does not {{ p }} the {{ b }}"
say ?g => ?p(X, ?b) as "Whoever {{ g }} usually {{ p | third }} the {{ b }}."
say ?g => -?p(X, ?b) as "Whoever {{ g }} usually does not {{ p }} the {{ b }}."
say ?g => ?h as "If {{ g }}, then usually {{ h }}."
"""
CLUES = """family cities
logic asp
pool cities = {"Berlin", "Paris", "New York"}
sort city = cities
pred city(city)
pred big(city)
fact c = city(?t)
clue small = big(?t) -> false
clue large = not big(?t) -> false
theory clues with {
  each of c.
  city(T) -> {big(T)}.
}
ask value P: big(P)
say big(?t) -> false as "{{ t }} is not big."
say not big(?t) -> false as "{{ t }} is big."
"""
FLATS = """family flats
logic constraint
pool districts = {"Harbour", "North Side", "Riverside"}
record flat { rooms: int = 1..5  district: one of districts }
test big(?n) on rooms: rooms >= ?n where ?n = 1 of rooms
test in_district(?d) on district: district in ?d where ?d = 1..2 of district
theory product_of_sums { slots 2 }
ask choice { options 4 }
"""
HARBOUR = """family harbour
logic alcq
pool adjectives = {abject, bright, calm, damp, eager, faint, glad, harsh, icy, jolly, keen, lofty}
concept from 7 of adjectives
sort object = {"the harbour", "the Letter", "Lantern", "the old Orchard"}
syntax literal = [2] ?c | not ?c
syntax compound = [3] <literal> | <literal> and <literal> | <literal> or <literal>
fact f = ?x : <compound>
axiom all = [3] <compound> isa <literal> | <literal> isa <compound>
role among
axiom some_ [0.5] = thing isa some among (?a() and ?b())
theory forward { facts 4  axioms 6  matched off }
ask entailment { depth 3  questions 12  labels {true: "PROVED", false: "DISPROVED", unknown: "UNKNOWN"} }
"""
GERMAN = """family wer
logic defeasible
pool leute = {
  anna, ben, clara, david, emma, felix, grete, hans, ida, jonas, karl, lena, mia, nils, otto, paul
}
pool taten = {hilft, dankt, vertraut, folgt, glaubt, antwortet, gehorcht}
sort person = leute
pred from taten(person, person)
rule habit = ~?p(X, ?a) => ~?q(X, ?b)
theory backward { depth 2  negation { body 0.3 } }
ask entailment
say ?p(?a, ?b) as
  "{{ a | capital }} {{ p }} {{ b | capital }}."
  "{{ a | capital }} {{ p }} {{ b | capital }}"
say -?p(?a, ?b) as
  "{{ a | capital }} {{ p }} {{ b | capital }} nicht."
  "{{ a | capital }} {{ p }} {{ b | capital }} nicht"
say ?p(X, ?b) as "{{ b | capital }} {{ p }}"
say -?p(X, ?b) as "{{ b | capital }} nicht {{ p }}"
say ?g => ?p(X, ?b) as "Wer {{ g }}, {{ p }} normalerweise {{ b | capital }}."
say ?g => -?p(X, ?b) as "Wer {{ g }}, {{ p }} normalerweise {{ b | capital }} nicht."
"""
CHINESE = """family shei
logic defeasible
pool people = {"小明", "小红", "老王", "李四", "张三", "赵六", "孙七", "周八", "吴九", "郑十", "钱多", "冯二"}
pool deeds = {"帮助", "感谢", "信任", "拜访", "警告"}
sort person = people
pred from deeds(person, person)
rule habit = ~?p(X, ?a) => ~?q(X, ?b)
theory backward { depth 1 }
ask entailment
say ?p(?a, ?b) as "{{ a }} {{ p }} {{ b }}."
say -?p(?a, ?b) as "{{ a }} 不 {{ p }} {{ b }}."
"""


def asp(names: str, sentence: str) -> str:
    return ASP.replace("NAMES", names).replace("SENTENCE", sentence)


SPECS = {
    "middle": asp('"Ann", "Bob"', "If {{ a }} comes, {{ b }} comes."),
    "initial": asp("ann, bob", "{{ a }} comes only if {{ b }} comes."),
    "initial_capital": asp('"Ann", "Bob"', "{{ a }} comes only if {{ b }} comes."),
    "initial_words": asp('"ann lee", "Bob Lee"', "{{ a }} comes only if {{ b }} comes."),
    "initial_sharp_s": asp('"ßan", "ǆep"', "{{ a }} comes only if {{ b }} comes."),
    "crew": CREW,
    "clues": CLUES,
    "flats": FLATS,
    "harbour": HARBOUR,
    "german": GERMAN,
    "chinese": CHINESE,
}


def written(text: str, folder: Path) -> Path:
    path = folder / "tried.rspec"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("name", SPECS)
def test_names_are_read_back(name: str, tmp_path: Path) -> None:
    path = written(SPECS[name], tmp_path)
    assert {each.code for each in check(path, prove=True)} <= {STANDARD_WORDS}
    family = rspc.load(path)
    book = family.words.phrasebook
    for instance in family.generate(10, seed=1):
        assert not [cause for cause in instance.rejections if "sentence" in cause]
        for each in instance.theory.statements:
            assert book.read(instance.sentences[each.id]) == (each.statement,)


def test_a_lower_case_name_has_a_capital_where_it_begins_a_sentence(tmp_path: Path) -> None:
    family = rspc.load(written(SPECS["initial"], tmp_path))
    sentences = {text for each in family.generate(9) for text in each.sentences.values()}
    assert "Ann comes only if bob comes." in sentences


def test_individuals_between_backquotes_have_lemmas(tmp_path: Path) -> None:
    """The search for lemmas looked individuals up by how a spec writes them, and failed for some."""
    family = rspc.load(written(HARBOUR, tmp_path))
    proved = [each for each in family.generate(40) if each.label == "true"]
    assert any("the" in str(each.record()["proof"]) for each in proved)


# ------------------------------------------------------------------------------------------ which reading is meant

PERSON, DAY = frozenset({"Ann", "bob"}), frozenset({"May", "5"})
PLACES = Places({"comes": (PERSON, DAY)})


def comes(*terms: ir.Term) -> ir.Fact:
    return ir.Fact(ir.Literal(ir.Atom("comes", terms)))


ANN, MAY = ir.Const("Ann"), ir.Const("May")


@pytest.mark.parametrize(
    ("readings", "meant"),
    [
        ([comes(ir.Var("Ann"), MAY), comes(ANN, MAY)], [comes(ANN, MAY)]),
        ([comes(MAY, MAY), comes(ir.Var("May"), MAY)], [comes(ir.Var("May"), MAY)]),
        (
            [comes(ANN, ir.Quantity("integer", 5)), comes(ANN, ir.Const("5"))],
            [comes(ANN, ir.Const("5"))],
        ),
        (
            [comes(ANN, MAY), comes(ir.Const("bob"), MAY)],
            [comes(ANN, MAY), comes(ir.Const("bob"), MAY)],
        ),
        (
            [comes(ir.Var("X"), MAY), comes(ANN, ir.Var("X"))],
            [comes(ir.Var("X"), MAY), comes(ANN, ir.Var("X"))],
        ),
        (
            [
                ir.ConceptAssertion(ir.Var("Ann"), ir.Named("c")),
                ir.ConceptAssertion(ANN, ir.Named("c")),
            ],
            [ir.ConceptAssertion(ANN, ir.Named("c"))],
        ),
    ],
)
def test_a_name_of_the_sort_goes_before_a_variable(
    readings: list[ir.Statement], meant: list[ir.Statement]
) -> None:
    assert PLACES.prefer(readings) == tuple(meant)
    assert set(PLACES.prefer(reversed(readings))) == set(meant)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("ann", "Ann"),
        ("ßa", "ßa"),
        ("ǆep", "ǅep"),
        ("小明", "小明"),
        ("'t", "'t"),
        ("", ""),
        ("ა", "ა"),
    ],
)
def test_a_capital_is_undone(text: str, made: str) -> None:
    assert capital(text) == made
    assert text in uncapital(made)


# ---------------------------------------------------------------------------------------------- what check reports


def told(text: str, folder: Path, prove: bool = False) -> list[tuple[str, str, str]]:
    found = check(written(text, folder), prove=prove)
    told = [(each.code, each.message, each.span.text) for each in found]
    return [each for each in told if each[0] != STANDARD_WORDS]


def test_a_variable_that_is_a_name_of_its_place_is_reported(tmp_path: Path) -> None:
    text = asp('"X", bob', "If {{ a }} comes, {{ b }} comes.").replace("1 of r.", "p(X) -> p(bob).")
    found = [each for each in told(text, tmp_path) if each[0] != "W0475"]
    assert found == [("W0324", "`X` is a variable; did you mean the name `X`?", "p(X) -> p(bob)")]


def test_a_variable_that_is_an_undeclared_name_is_reported(tmp_path: Path) -> None:
    text = "family f\nlogic asp\ntheory { p(`Ann`).  p(Ann) -> q(ben). }\nask computation\n"
    assert [each[0] for each in told(text, tmp_path)] == ["W0324"]


def test_a_family_whose_drafts_are_all_dropped_is_refused(tmp_path: Path) -> None:
    text = asp('"X", bob', "If {{ a }} comes, {{ b }} comes.").replace("1 of r.", "p(X) -> p(bob).")
    code, message, place = told(text, tmp_path, prove=True)[-1]
    assert (code, place) == ("E0520", '"If {{ a }} comes, {{ b }} comes."')
    assert (
        "`If X comes, bob comes.` says `p(X) -> p(bob)`, and reads as `p(`X`) -> p(bob)`" in message
    )


def test_a_name_that_a_phrase_garbles_is_reported(tmp_path: Path) -> None:
    names = '"ann", "bob", "eve", "the ann", "kim lee"'
    text = asp(names, "If {{ a }} comes, {{ b }} comes.").replace(
        "ask",
        'pred q(person)\nsay p(?a) as "{{ a }} is here."\nsay q(?a) as "the {{ a }} is here."\nask',
    )
    ((code, message, place),) = told(text, tmp_path, prove=True)
    assert (code, place) == ("W0522", '"the ann"')
    assert "`The ann is here.` says `p(`the ann`)`, and reads as `q(ann)`" in message


@pytest.mark.parametrize(
    "name",
    ['""', '" ann"', '"ann "', r'"a\tn"', r'"a\nn"', '"a\u200bn"', '"a\u202en"', '"_"', '"<b>"'],
)
def test_a_name_that_cannot_be_seen_is_refused(name: str, tmp_path: Path) -> None:
    text = asp(f"bob, {name}", "If {{ a }} comes, {{ b }} comes.")
    assert [(code, place) for code, _, place in told(text, tmp_path)] == [("E0317", name)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("ann", '"Ann"'), ("a_b", '"a b"'), ('"a b"', '"a  b"'), ('"é"', '"e\u0301"')],
)
def test_names_that_are_said_alike_are_refused(one: str, other: str, tmp_path: Path) -> None:
    text = asp(f"bob, {one}, {other}", "If {{ a }} comes, {{ b }} comes.")
    assert [(code, place) for code, _, place in told(text, tmp_path)] == [("E0317", other)]


def test_joiners_within_a_name_are_letters(tmp_path: Path) -> None:
    text = asp('bob, "می\u200cروم"', "If {{ a }} comes, {{ b }} comes.")
    assert told(text, tmp_path, prove=True) == []


@pytest.mark.parametrize(
    "name", ["a or b", "b, or c", "a, b", "salt and pepper", "a; b", "Then X", "none", "who?"]
)
def test_a_name_that_makes_a_list_ambiguous_is_warned_of(name: str, tmp_path: Path) -> None:
    text = asp(f'bob, "{name}"', "If {{ a }} comes, {{ b }} comes.")
    assert [(code, place) for code, _, place in told(text, tmp_path)] == [("W0521", f'"{name}"')]


def test_values_are_warned_of_where_they_are_listed(tmp_path: Path) -> None:
    text = FLATS.replace("Harbour", "Harbour and Docks")
    assert [each[0] for each in told(text, tmp_path)] == ["W0521"]
    alone = text.replace("district in ?d where ?d = 1..2", "district == ?d where ?d = 1")
    assert told(alone, tmp_path) == []


def test_a_value_called_like_a_slot_is_refused(tmp_path: Path) -> None:
    ((code, message, _),) = told(FLATS.replace('"Harbour"', "rooms"), tmp_path)
    assert (code, message) == (
        "E0317",
        "the value `rooms` of `districts` has the same name as a slot",
    )


def test_a_drawn_value_outside_its_sort_is_refused(tmp_path: Path) -> None:
    table = 'table near(rooms, home) = {(1, "Elsewhere"), (2, "Harbour")}\npool'
    slots = "rooms: int = 1..2  near_by: list of districts = list({near.home[rooms]})"
    text = FLATS.replace("pool", table, 1).replace("rooms: int = 1..5", slots)
    family = rspc.load(written(text, tmp_path))
    with pytest.raises(rspc.SpecError) as caught:
        list(family.generate(3))
    assert [each.code for each in caught.value.diagnostics] == ["E0408"]
    assert "takes a value of `districts`, but the value is `Elsewhere`" in str(caught.value)


def test_a_variable_that_is_a_name_of_another_sort_is_reported(tmp_path: Path) -> None:
    text = """family both
logic defeasible
sort person = {ann, bob}
sort item = {"X", hat, cap}
pred helps(person, item)
pred old(person)
theory { f: helps(ann, `X`). r: helps(X, `X`) => old(X). }
ask entailment old(ann)
"""
    ((code, message, _),) = told(text, tmp_path)
    assert code == "W0324"
    assert message == "`X` is a variable here, but also a name of the sort `item`"
