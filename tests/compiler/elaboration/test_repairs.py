"""The repairs that messages suggest, and names that could be meant in two ways."""

from __future__ import annotations

import re
from pathlib import Path
from types import BuiltinMethodType

import pytest

from rspc.compiler.api import check
from rspc.compiler.text.documents import Texts
from rspc.dsl.diagnostics import Diagnostic, SpecError
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source

PROGRAM = """family x
"x"
logic asp
sort place = {hall, cellar, `30`}
sort share = 1..99
pred p(place)
pred q(place, share)
"""
RULES = """family x
"x"
logic defeasible
sort s = {a, b}
pred p(s)
pred q(s)
theory backward { depth 2 }
ask entailment
"""


def errors(text: str, folder: Path) -> list[Diagnostic]:
    path = folder / "main.rspec"
    path.write_text(text)
    return [each for each in check(path) if each.severity == "error"]


def only(text: str, folder: Path) -> Diagnostic:
    found = errors(text, folder)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    "use", ["require chain >= chain", "measure m = chain", "require not (chain < 2)"]
)
@pytest.mark.parametrize(
    "declared", ["param chain: int in 1..5 = 5", "choose chain = {1: 1, 2: 1}"]
)
def test_a_name_of_a_figure_and_a_value_is_refused(use: str, declared: str, tmp_path: Path) -> None:
    text = f"{PROGRAM}{declared}\ntheory {{ p(hall). }}\n{use}\nask computation\n"
    found = only(text, tmp_path)
    assert (found.code, found.span.text) == ("E0202", "chain")
    assert found.help.startswith("rename the ")
    assert errors(text.replace(use, "measure m = rules"), tmp_path) == []
    assert (
        errors(text.replace("chain", "length").replace("m = length", "m = chain"), tmp_path) == []
    )


@pytest.mark.parametrize(
    ("statement", "message", "help"),
    [
        (
            "q(hall, 30%).",
            "`30%` is of type percent, but `share` contains whole numbers",
            "write `30`",
        ),
        ("q(hall, $30).", "`$30` is of type money, but `share` contains whole numbers", None),
        ("q(hall, 2h).", "`2h` is of type duration, but `share` contains whole numbers", None),
        ("q(hall, 07:30).", "`07:30` is of type time, but `share` contains whole numbers", None),
        (
            "q(hall, 2024-01-31).",
            "`2024-01-31` is of type date, but `share` contains whole numbers",
            None,
        ),
        ("q(hall, 100).", "`100` is not in `share`, which is 1..99", None),
        ("q(hall, cellar).", "`cellar` is not in `share`, which contains whole numbers", None),
        ("p(40).", "`40` is not in the sort `place`", None),
        ("p(30%).", "`30%` is not in the sort `place`", None),
        ("p(X), X != hal -> q(X, 3).", "`hal` is not in any sort", "did you mean `hall`?"),
        ("p(X), X == nowhere -> q(X, 3).", "`nowhere` is not in any sort", None),
        (
            "p(X), count { Y : q(Y, 3), Y != celar } > 1 -> q(X, 1).",
            "`celar` is not in any sort",
            None,
        ),
    ],
)
def test_a_constant_of_no_sort_is_reported(
    statement: str, message: str, help: str | None, tmp_path: Path
) -> None:
    found = only(f"{PROGRAM}theory {{ p(hall). {statement} }}\nask computation\n", tmp_path)
    assert (found.code, found.message) == ("E0313", message)
    assert help is None or found.help == help


@pytest.mark.parametrize(
    "item",
    [
        "rule r = p(X), X != hal -> q(X, 3)",
        "fact f = p(hal)",
        'say p(hal) as "x"',
        "ask entailment p(hal)",
    ],
)
def test_a_constant_of_no_sort_is_reported_in_every_item(item: str, tmp_path: Path) -> None:
    text = f"{PROGRAM}theory {{ p(hall). p(`30`). }}\n{item}\n"
    found = only(text if item.startswith("ask") else f"{text}ask computation\n", tmp_path)
    assert (found.code, found.help) == ("E0313", "did you mean `hall`?")


def test_an_unknown_predicate_is_one_error(tmp_path: Path) -> None:
    text = "axiom a = odds(?n, p(hall), not p(hall))\nrule r = odds(X, not p(b)) -> p(X)\n"
    found = only(
        f"{PROGRAM}{text}theory {{ odds(1). odds(2, true). }}\nask computation\n", tmp_path
    )
    assert (found.code, found.message) == ("E0205", "there is no predicate `odds`")
    assert len(found.notes) == 3


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("ask entailment { labels {true = yes} }", "write `:` between a key and its value"),
        ("choose a = {1 = 2}", "write `:` between a key and its value"),
        ("param n: int in 1..3 == 2", "write `=`"),
        ("pool a == {b}", "write `=`"),
        ("theory { p(a) q(b). }", "is a `.` missing?"),
        ("theory { p(a) q(b) -> r. }", "is a `,` missing?"),
        ("theory { p(a b). }", "is a `,` missing?"),
        ("theory { p(X Y). }", "is a `,` missing?"),
        (
            'pool cities = {"New York", New York}',
            'a name of several words is a text: `"New York"`',
        ),
        (
            "pool cities = {New York City, oslo}",
            'a name of several words is a text: `"New York City"`',
        ),
        (
            "theory { shy(Great Auk). }",
            "write a name of several words in backquotes: `` `Great Auk` ``",
        ),
        (
            "theory { anne : kind and likes some kind. }",
            "write `some likes kind`: `some` comes before the role",
        ),
        (
            "theory { anne : likes only (kind or calm). }",
            "`only` comes before the role: `only likes …`",
        ),
        ("theory { anne : kind some likes kind. }", "is a `.` missing?"),
        ("theory {\n  p(a).\nask entailment", "write `}` before `ask` on line 3"),
        ("theory {\n  p(a).\n", "write `}`"),
    ],
)
def test_the_repair_of_an_error_of_the_syntax(text: str, help: str) -> None:
    (found,) = parse(Source("", text))[1]
    assert found.help == help


def test_no_name_of_a_token_is_shown() -> None:
    """Every sign of the language is put where it does not belong, and no message has a name such as `minus`."""
    signs = [*"-+*/,;:|@~<>=()[]{}", "**", "..", "->", "==", "!=", "not", "3", "x", "?x"]
    items = [
        "param n: int in 1..3",
        "pool a",
        "theory { p(a",
        "ask best x",
        "say p(?a)",
        "sort s =",
    ]
    for item in items:
        for sign in signs:
            for each in parse(Source("", f"{item} {sign} {sign}"))[1]:
                shown = f"{each.message} {each.label} {each.help}"
                names = r"`(?:minus|plus|slash|star|power|tilde|range|greater|comparison|negative|stop)`"
                assert not re.search(names, shown), shown


@pytest.mark.parametrize(
    ("knob", "message", "help"),
    [
        (
            'conflict "high"',
            "expected a number from 0 to 1, found a text",
            "write a number from 0 to 1",
        ),
        ("depth $3", "expected a whole number from 1 to 8, found an amount of money", None),
        ("depth 99", "knob `depth` takes a whole number from 1 to 8", None),
        ("conflict 7", "knob `conflict` takes a number from 0 to 1", None),
        ("distractors 1.5", "knob `distractors` takes a whole number from 0 to 8", None),
    ],
)
def test_a_knob_says_what_it_takes(
    knob: str, message: str, help: str | None, tmp_path: Path
) -> None:
    found = only(RULES.replace("depth 2", knob), tmp_path)
    assert found.message == message
    assert help is None or found.help == help


def test_a_parameter_of_numbers_says_so(tmp_path: Path) -> None:
    found = only(f'{RULES}param a: float in 0..1 = "x"\n', tmp_path)
    assert (found.message, found.help) == (
        "expected a number such as `0.5`, found a text",
        "write a number such as `0.5`",
    )


@pytest.mark.parametrize(
    ("logic", "pair"), [("asp", "clingo, stability"), ("defeasible", "metaprogram, fixpoint")]
)
def test_engines_are_those_of_the_logic(logic: str, pair: str, tmp_path: Path) -> None:
    text = f"family x\n{'logic ' + logic}\nsort s = {{a}}\npred p(s)\ntheory {{ p(a). }}\n"
    first = pair.partition(",")[0]
    found = only(f"{text}ask entailment p(a)\nverify {first}\n", tmp_path)
    assert found.message == "`verify` needs two engines: one to decide, one to confirm"
    assert found.help == f"name two: `verify {pair}`"


def test_a_preference_in_a_logic_without_any_is_one_error(tmp_path: Path) -> None:
    found = only(f"{PROGRAM}theory {{ p(hall). p(X) > p(cellar). }}\nask computation\n", tmp_path)
    assert "is a preference, but this logic has no preferences" in found.message


def test_the_sign_of_a_pattern_is_not_named_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "main.rspec"
    path.write_text(f'{RULES}say ~p(?a) as "{{{{ a }}}} may be p."\n')
    for each in check(path):
        assert not re.search(r"sign \d", f"{each.message} {each.label} {each.help}"), each


@pytest.mark.parametrize("name", ["values", "items", "keys", "get"])
@pytest.mark.parametrize("use", ["{{ o.%s.district }}", "{{ o.%s }}", "{{ o.%s['x'] }}"])
def test_a_key_named_like_a_function_is_explained(name: str, use: str) -> None:
    assert isinstance(getattr({}, name), BuiltinMethodType)
    text = use % name
    with pytest.raises(SpecError) as caught:
        Texts({"page": text}).render("page", {"o": {name: {"district": 1}}})
    (found,) = caught.value.diagnostics
    assert f'write `["{name}"]`, or rename it' in found.message
    assert "builtin" not in found.message


@pytest.mark.parametrize(
    "text",
    [
        "{{ o.district }}",
        "{% for x in o.items %}{{ x }}{% endfor %}",
        "{{ 3 + o }}",
        "{% for x in 3 %}{{ x }}{% endfor %}",
        "{{ n.count }}",
        "{{ (3).real }}",
        "{{ o | first | upper }}{{ None + 1 }}",
    ],
)
def test_no_class_of_python_is_named(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        Texts({"page": text}).render("page", {"o": {"a": 1}, "n": [1]})
    for each in caught.value.diagnostics:
        shown = f"{each.message} {each.label} {each.help}"
        assert not re.search(r"builtin_|NoneType|'dict|'int'|'str'|object'", shown), shown


@pytest.mark.parametrize(
    ("text", "code", "at", "help"),
    [
        (
            "theory { p(hall). }\nask entailment p(hall) cautios",
            "E0421",
            "cautios",
            "did you mean `cautious`?",
        ),
        (
            "theory { p(hall). }\nask entailment p(hall) sure",
            "E0421",
            "sure",
            "the modes are cautious, brave",
        ),
        (
            'theory { p(hall). }\nask entailment { labels {true: "yes", flase: "no"} }',
            "E0411",
            "flase",
            "did you mean `false`?",
        ),
        (
            "theory { p(hall). }\nask verification { corrupt {flip, remove} }",
            "E0411",
            "remove",
            "those that it takes are flip, delete, add_constant, add_predicate",
        ),
        (
            "theory { p(hall). }\nask verification { corrupt {flpi: 2} }",
            "E0411",
            "flpi",
            "did you mean `flip`?",
        ),
        (
            "theory { p(hall). }\nask verification { labels {true: a, unknown: b} }",
            "E0411",
            "unknown",
            "those that it takes are true, false",
        ),
        (
            "theory { p(hall). }\nask computation\nrequire ruls > 2",
            "E0201",
            "ruls",
            "did you mean `rules`?",
        ),
        (
            "theory { p(hall). }\nask computation\nverify clingo, zzz",
            "E0213",
            "verify clingo, zzz",
            "those of logic `asp` are clingo, stability",
        ),
        (
            'theory { p("hall"). }\nask computation',
            "E0313",
            '"hall"',
            "write `` `hall` ``",
        ),
        (
            "theory { f1: p(hall). f1: p(cellar). }\nask computation",
            "E0202",
            "f1: p(cellar)",
            "rename one of them",
        ),
        (
            "theory { p(hall). }\nchoose x = {2024-02-31: 1}\nask computation",
            "E0302",
            "2024-02-31",
            "write year, month and day: `2026-04-17`",
        ),
        (
            "theory { p(hall). }\nparam x: time = 25:00\nask computation",
            "E0302",
            "25:00",
            "write 00:00 to 23:59",
        ),
    ],
)
def test_a_wrong_word_is_told_where_it_stands(
    text: str, code: str, at: str, help: str, tmp_path: Path
) -> None:
    found = errors(f"{PROGRAM}{text}\n", tmp_path)
    assert [(each.code, each.span.text, each.help) for each in found] == [(code, at, help)]


def test_a_name_without_a_near_one_is_answered_with_those_there_are(tmp_path: Path) -> None:
    text = f"{PROGRAM}theory {{ p(hall). }}\nask computation\nrequire proof_step > 2\n"
    found = only(text, tmp_path)
    assert found.help.startswith("those known here are ")
    assert "chain" in found.help.split(" are ")[1].split(", ")


def test_a_missing_document_is_answered_with_the_nearest_file(tmp_path: Path) -> None:
    (tmp_path / "page.md.jinja").write_text("{{ problem }}")
    text = f'{PROGRAM}theory {{ p(hall). }}\nask computation\ndocument "page.md.jina"\n'
    assert only(text, tmp_path).help == "did you mean `page.md.jinja`?"
    assert only(text.replace("page.md.jina", "other"), tmp_path).help == "check the path"
    (tmp_path / "page.rspec").write_text("module page")
    (tmp_path / "page.md.jinja").unlink()
    assert only(text.replace("page.md.jina", "page"), tmp_path).help == "check the path"


def test_a_production_is_no_kind(tmp_path: Path) -> None:
    text = f"{PROGRAM}fact timid = p(?a)\ntheory {{ 2 of shy. }}\nask computation\n"
    kinds = "fact, rule, axiom, clue, query"
    assert only(text, tmp_path).help == f"the kinds are {kinds}; the productions are timid"


def test_the_first_of_two_labels_is_shown(tmp_path: Path) -> None:
    text = f"{PROGRAM}theory {{ f1: p(hall). f1: p(cellar). }}\nask computation\n"
    (note,) = only(text, tmp_path).notes
    assert (note.span.text, note.text) == ("f1: p(hall)", "the first is here")


def test_more_right_options_than_options_are_refused(tmp_path: Path) -> None:
    text = (
        'family x\n"x"\nlogic constraint\nrecord r { n: int = 1..9 }\ntheory { n > 3. }\n'
        "ask choice { options 4  correct 5 }\n"
    )
    found = only(text, tmp_path)
    assert (found.code, found.span.text) == ("E0411", "correct 5")
    assert only(text.replace("correct 5", "correct 4"), tmp_path).code == "E0411"
    assert errors(text.replace("correct 5", "correct 3"), tmp_path) == []


@pytest.mark.parametrize(
    ("said", "help"),
    [
        ("?x : tll", "did you mean `tall`?"),
        ("?x : some shadez ?c", "did you mean `shades`?"),
        ("?x : only shades tall", None),
    ],
)
def test_a_misspelt_concept_or_role_of_a_phrase_has_its_repair(
    said: str, help: str | None, tmp_path: Path
) -> None:
    text = (
        "family f\nlogic alcq\nconcept from looks\nrole from doings\npool looks = {tall, green}\n"
        "pool doings = {shades, feeds}\nsort plant = {ivy, oak}\ntheory { ivy : tall. }\n"
        f'say {said} as "{{{{ x }}}} is so."\nask entailment ivy : tall\n'
    )
    found = [each.help for each in errors(text, tmp_path) if each.code == "E0321"]
    assert found == ([] if help is None else [help])


@pytest.mark.parametrize(
    "statement", ["p(x) => q(x)", "p(b) => q(x)", "q(x)"], ids=["variable", "once", "fact"]
)
def test_a_single_letter_is_meant_as_a_variable_or_a_hole(statement: str, tmp_path: Path) -> None:
    text = RULES.replace("theory backward { depth 2 }", f"theory {{ {statement}. }}")
    found = {each.help for each in errors(text.replace("{a, b}", "{ann, b}"), tmp_path)}
    assert found == {"write `X` for a variable, or `?x` for a hole"}


def test_productions_of_two_modules_are_both_shown(tmp_path: Path) -> None:
    text = (
        "family f\nlogic alcq\nuse std.concept_expressions: concept\nuse std.neighbours\n"
        "syntax literal = ?c\ntheory { 2 of a. }\naxiom a = <concept(0, 1)> isa ?c\nask entailment\n"
    )
    found = [each for each in errors(text, tmp_path) if "two modules declare" in each.message]
    assert [each.notes[0].text for each in found] == ["the other is here"]
    assert found[0].notes[0].span.source.name != found[0].span.source.name
