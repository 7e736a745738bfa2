"""Whole families: parameters and knobs, choices, logics and what they refuse, requirements, proofs."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import pytest

import rspc.compiler
from rspc.compiler import plugins
from rspc.compiler.contract import Draft, Knobs, Limits, Scene, Undecided
from rspc.compiler.family import Family
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.pipeline import chosen_values, grow
from rspc.compiler.stream import Stream
from rspc.dsl.diagnostics import Diagnostic, SpecError, page

CHOICE = "ask choice { options 5  correct 1  from 40 of book }\n"
RECORD = "record book { pages: integer = 80..900 }\n"
PLAIN = f"{RECORD}theory {{ pages > 200. }}\n{CHOICE}"


def codes(found: list[Diagnostic]) -> set[str]:
    return {each.code for each in found}


# ---------------------------------------------------------------------------------------------------- parameters


@pytest.mark.parametrize(
    ("item", "code", "help"),
    [
        ("param depth: itn = 1", "E0316", "did you mean `int`?"),
        ("param depth: int in 1..3 = 4", "E0416", ""),
        ("param depth: int in 3..1 = 2", "E0404", ""),
        ("param depth: int = 1 / 2", "E0301", ""),
        ("param depth: int = $3", "E0301", "write an integer such as `3`"),
        ("param depth: int = 1..3", "E0302", ""),
        ("param mode: name in {plain, odd} = plian", "E0416", ""),
        ("param mode: name in plain = plain", "E0302", None),
        ("param quick: bool = maybe", "E0201", ""),
        ("param p: float in 0..1 = 1.5", "E0416", ""),
        ("param depth: int = 1\npreset hard { detph 2 }", "E0418", "did you mean `depth`?"),
        ("param depth: int in 1..3 = 1\npreset hard { depth 4 }", "E0416", ""),
        ("param depth: int = 1\npreset hard { depth { a 1 } }", "E0415", ""),
        ("preset hard {}\npreset hard {}", "E0202", ""),
        ("choose (a, b) = {1: 1, 2: 1}", "E0306", "write tuples: `{(2, 3): 1, (4, 2): 1}`"),
        ("choose (a, b) = {(1, 2, 3): 1}", "E0306", ""),
        ("choose a = {1: 0, 2: 0}", "E0406", None),
        ("choose a = {1: -1, 2: 2}", "E0406", None),
        ("choose a = {1: 1, two: 1}", "E0201", None),
    ],
)
def test_a_bad_parameter_is_told(specs: Any, item: str, code: str, help: str | None) -> None:
    found = specs.refused(f"{item}\n{PLAIN}")
    assert code in codes(found), found
    assert help is None or help in {each.help for each in found if each.code == code}


PARAMETERS = """
param depth: int in 1..5 = 2
param share: float in 0..1 = 1
param mode: name in {plain, odd} = plain
param fare: money in {$1, $2} = $1
param quick: bool = off
preset hard { depth 5  share 0.5 }
choose (size, style) = {(1, big): 2, (2, small): 1, (2, big): 1}
choose vocab = {red: 1, blue: 1}
"""


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Family:
    from .conftest import Specs

    return Specs(tmp_path_factory.mktemp("family")).load(f"{PARAMETERS}{PLAIN}")


@pytest.mark.parametrize(
    ("pairs", "values"),
    [
        ({"depth": "3"}, {"depth": 3}),
        ({"share": "0.25"}, {"share": 0.25}),
        ({"mode": "odd", "fare": "$2"}, {"mode": "odd", "fare": 200}),
        ({"quick": "true"}, {"quick": True}),
        ({"vocab": "blue", "size": "2"}, {"vocab": "blue", "size": 2}),
    ],
)
def test_settings_are_typed(family: Family, pairs: dict[str, str], values: dict[str, Any]) -> None:
    assert family.settings(pairs) == values


def test_settings_stand_above_a_preset(family: Family) -> None:
    assert family.settings({"depth": "1"}, "hard") == {"depth": 1, "share": 0.5}


@pytest.mark.parametrize(
    ("pairs", "code", "told"),
    [
        ({"detph": "3"}, "E0418", "did you mean `depth`?"),
        ({"depth": "9"}, "E0416", "1..5"),
        ({"depth": "two"}, "E0416", "an integer such as 3"),
        ({"share": "nan"}, "E0416", "finite"),
        ({"share": "inf"}, "E0416", "finite"),
        ({"share": "2"}, "E0416", "0.0..1.0"),
        ({"mode": "odder"}, "E0416", "{plain, odd}"),
        ({"fare": "$3"}, "E0416", "{$1, $2}"),
        ({"quick": "maybe"}, "E0416", "`true` or `false`"),
        ({"vocab": "green"}, "E0416", "one of red, blue"),
    ],
)
def test_bad_settings_are_told(family: Family, pairs: dict[str, str], code: str, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        family.settings(pairs)
    (found,) = caught.value.diagnostics
    assert (found.code, told in found.message + found.help) == (code, True)


def test_all_bad_settings_are_told_at_once(family: Family) -> None:
    with pytest.raises(SpecError) as caught:
        family.settings({"depth": "9", "nosuch": "1", "mode": "x"})
    assert len(caught.value.diagnostics) == 3
    with pytest.raises(SpecError, match="did you mean `hard`"):
        family.settings({}, "hrad")


def test_one_value_has_one_name_however_it_is_written(family: Family) -> None:
    share = family.parameters["share"]
    assert {
        share.show(share.default),
        share.show(1),
        share.show(1.0),
        share.show(share.read("1")),
    } == {"1.0"}


# ------------------------------------------------------------------------------------------------------ choices


def test_choices_are_balanced_exactly_and_independent_of_one_another(family: Family) -> None:
    key = (family.hash, "x", 0, "")
    made = [chosen_values(family, {}, key, index) for index in range(96)]
    sizes = Counter((each["size"], each["style"]) for each in made)
    assert sizes == {(1, "big"): 48, (2, "small"): 24, (2, "big"): 24}
    for start in range(0, 96, 4):
        block = Counter((each["size"], each["style"]) for each in made[start : start + 4])
        assert sorted(block.values()) == [1, 1, 2]
    assert Counter(each["vocab"] for each in made) == {"red": 48, "blue": 48}
    both = Counter((each["vocab"], each["size"]) for each in made)
    assert all(12 <= count <= 36 for count in both.values())
    assert len(both) == 4


def test_a_setting_restricts_a_choice(family: Family) -> None:
    key = (family.hash, "x", 0, "")
    made = [chosen_values(family, {"size": 2}, key, index) for index in range(20)]
    assert Counter((each["size"], each["style"]) for each in made) == {
        (2, "big"): 10,
        (2, "small"): 10,
    }
    with pytest.raises(SpecError, match="E0417"):
        chosen_values(family, {"size": 3}, key, 0)


def test_rows_of_a_table_may_be_chosen(specs: Any) -> None:
    text = "table steps(low, name) = {(1, oslo), (3, rome)}\nchoose (a, b) = 1 of steps\n"
    found = specs.load(f"{text}measure low = a + 1\nrequire b == oslo or b == rome\n{PLAIN}")
    made = {tuple(chosen_values(found, {}, ("x",), n).values()) for n in range(30)}
    assert made == {(1, "oslo"), (3, "rome")}
    with pytest.raises(SpecError, match="E0417"):
        chosen_values(found, {"a": 1}, ("x",), 0)


def test_weights_may_depend_on_a_parameter(specs: Any) -> None:
    found = specs.load(f"param n: int = 0\nchoose a = {{1: n, 2: 1}}\n{PLAIN}")
    assert {chosen_values(found, {}, ("x",), n)["a"] for n in range(20)} == {2}
    assert {chosen_values(found, {"n": 3}, ("x",), n)["a"] for n in range(20)} == {1, 2}


# -------------------------------------------------------------------------------------------------------- knobs


@pytest.mark.parametrize(
    ("knobs", "code", "help"),
    [
        ("optoins 5", "E0412", "did you mean `options`?"),
        ("options 1", "E0411", ""),
        ("options (2 - 1)", "E0411", ""),
        ("options 5  options 6", "E0413", ""),
        ("options many", "E0201", ""),
        ("options $5", "E0301", None),
        ("options 2.5", "E0411", None),
        ("options { a 1 }", "E0415", ""),
        ("witness maybe", "E0415", ""),
        ("witness 3", "E0301", None),
        ("spread entropi", "E0411", ""),
        ("same 3", "E0415", ""),
        ("same {pgaes}", "E0201", "did you mean `pages`?"),
        ("from 40", "E0415", "write `from (60 of NAME)`"),
        ("from 40 of boko", "E0201", "did you mean `book`?"),
        ("from 5000 of book", "E0411", ""),
        ("from 40 of book  correct 5..4", "E0404", ""),
    ],
)
def test_a_bad_knob_is_told_where_it_stands(
    specs: Any, knobs: str, code: str, help: str | None
) -> None:
    found = specs.refused(f"{RECORD}theory {{ pages > 200. }}\nask choice {{ {knobs} }}\n")
    assert codes(found) == {code}
    assert help is None or found[0].help == help
    assert found[0].span.text in knobs


def test_a_drawn_knob_out_of_range_is_told_when_it_is_drawn(specs: Any) -> None:
    options = "options {5: 99, 1: 1}"
    found = specs.load(
        f"{RECORD}theory {{ pages > 200. }}\nask choice {{ {options}  from 40 of book }}\n"
    )
    with pytest.raises(SpecError) as caught:
        list(found.generate(100))
    assert [each.code for each in caught.value.diagnostics] == ["E0411"]


TRIED = """record book { pages: integer = 80..900  cover: one of {hard, soft} }
test few(?v) on pages: pages < ?v where ?v = 1 of pages
test kept(?v) on cover: cover == ?v where ?v = 1 of cover
"""


@pytest.mark.parametrize(
    ("head", "theory", "options", "at", "told"),
    [
        (
            "choose (a, b) = {(2, 2): 1, (14, 3): 1, (2, 99): 2}",
            "slots a  minterms b",
            "3",
            ["(14, 3)", "(2, 99)"],
            ["`a` is 14, `b` is 3", "`a` is 2, `b` is 99"],
        ),
        ("choose a = {0, 2, 9}", "slots a", "3", ["0", "9"], ["`a` is 0", "`a` is 9"]),
        ("choose a = {2: 1, 9: 0}", "slots a", "3", [], []),
        ("choose a = {2: 1, 1: 2}", "slots 2", "a", ["1"], ["`a` is 1"]),
        (
            "choose a = {2, 5}\nchoose b = {1, 4}",
            "slots (a + b)",
            "3",
            ["5"],
            ["`a` is 5, `b` is 4"],
        ),
        ("choose a = {x: 1, y: 2}", "slots {x: 2, y: 9}[a]", "3", ["y"], ["`a` is y"]),
        (
            "param n: int in 1..20 = 2\npreset hard { n 14 }\npreset easy { n 1 }",
            "slots n",
            "3",
            ["n 14"],
            ["`n` is 14"],
        ),
        (
            "param n: int in 1..20 = 2\npreset hard { n 8 }\nchoose a = {0: 1, 1: 1}",
            "slots (n + a)",
            "3",
            ["n 8"],
            ["`n` is 8, `a` is 1"],
        ),
    ],
)
def test_each_value_that_makes_a_knob_fail_is_told_at_its_place(
    specs: Any, head: str, theory: str, options: str, at: list[str], told: list[str]
) -> None:
    grown = f"theory product_of_sums {{ {theory} }}\n"
    text = f"{head}\n{TRIED}{grown}ask choice {{ options {options}  from 40 of book }}\n"
    if not at:
        specs.load(text)
        return
    found = specs.refused(text)
    assert [(each.code, each.span.text) for each in found] == [("E0411", each) for each in at]
    for each, values in zip(found, told, strict=True):
        assert values in each.message
        assert each.notes[0].span.text in f"{theory} options {options}"


def test_a_knob_may_be_a_parameter_of_its_kind(specs: Any) -> None:
    text = f"param how: name in {{entropy, none}} = none\nparam w: bool = off\n{RECORD}"
    ask = "ask choice { options 3  spread how  witness w  from 40 of book }\n"
    found = specs.load(f"{text}theory {{ pages > 200. }}\n{ask}")
    assert found.instance(0, 0).label in ("A", "B", "C")


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask chioce", "E0213"),
        ("ask choice pages", "E0421"),
        ("ask exists", "E0421"),
        ("ask exists boko: pages > 3", "E0421"),
        ("ask exists book: pgaes > 3", "E0201"),
        ("ask best pages", "E0421"),
        ("ask best pgaes min", "E0201"),
        ("ask total pages", "E0421"),
        ("ask total pages sum: pages > 3", "E0421"),
        ("ask count book", "E0421"),
        ("", "E0211"),
    ],
)
def test_a_bad_question_is_told(specs: Any, ask: str, code: str) -> None:
    assert code in specs.codes(f"{RECORD}theory {{ pages > 200. }}\n{ask}\n")


def test_a_symbol_cannot_be_the_best(specs: Any) -> None:
    record = "record book { cover: one of {hard, soft} }\n"
    assert "E0309" in specs.codes(f"{record}theory {{ cover == hard. }}\nask best cover min\n")


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ("require stratified", "E0201"),
        ("require distinct shape", "E0204"),
        ("require smus > 3", "E0201"),
        ("require statements", "E0301"),
        ("measure m = smus + 1", "E0201"),
        ("verify z3", "E0701"),
        ("verify z3, z4", "E0213"),
        ("verify z3, evaluation\nverify z3, sat", "E0212"),
        ("record other { a: integer = 1 }", "E0214"),
        ("theory { pages > 3. }", "E0212"),
        ("pred big(book)", "E0312"),
        ("fact a = big(dog)", "E0308"),
    ],
)
def test_a_bad_item_is_told(specs: Any, item: str, code: str) -> None:
    assert code in specs.codes(f"{item}\n{PLAIN}")


UNUSUAL = """
record book { pages: integer = 80..900  cover: one of {hard, soft} }
test few(?v) on pages: pages < ?v where ?v = round(1 of pages, 10) atypical when ?v < 300
  say "it is below {{ v }}" else "it is not below {{ v }}"
test kept(?c) on cover: cover == ?c where ?c = 1 of cover
theory product_of_sums { slots 2  minterms 2  sums 1 }
"""


@pytest.mark.parametrize("wanted", [True, False])
def test_theories_may_be_required_to_be_usual_or_not(specs: Any, wanted: bool) -> None:
    condition = "atypical" if wanted else "not atypical"
    found = specs.load(f"{UNUSUAL}require {condition}\nmeasure odd = atypical\n{CHOICE}")
    made = [found.instance(0, index) for index in range(12)]
    assert {(each.metrics["atypical"], each.metrics["odd"]) for each in made} == {(wanted, wanted)}
    told = {reason for each in made for reason in each.rejections}
    assert f"require {condition}" in told


def test_a_written_out_theory_is_neither_usual_nor_not(specs: Any) -> None:
    assert specs.codes(f"require not atypical\n{PLAIN}") == ["E0201"]


@pytest.mark.parametrize(
    ("theory", "code"),
    [
        ('theory from "zebra.lp"', "E0217"),
        ("theory product_of_smus {}", "E0213"),
        ("theory product_of_sums { slot 3 }", "E0412"),
        ("theory { a: pages > 3.  a: pages < 9. }", "E0202"),
        ("theory { 3 of clue. }", "E0410"),
        ("theory { pages > ?n. }", "E0410"),
        ("theory { pgaes > 3. }", "E0201"),
        ("clue c(n) = pages > 3\ntheory { 1 of clue. }", "E0306"),
        ("", "E0211"),
    ],
)
def test_a_bad_theory_is_told(specs: Any, theory: str, code: str) -> None:
    assert code in specs.codes(f"{RECORD}{theory}\n{CHOICE}")


def test_all_faults_of_a_stage_are_told_at_once(specs: Any) -> None:
    text = (
        "param a: itn = 1\nparam b: int in 1..2 = 3\npool p = nosuch\nrecord r { x: monye = 3 }\n"
    )
    assert specs.codes(text + "theory {}\nask choice {}\n") == ["E0316", "E0416", "E0201", "E0316"]


# ------------------------------------------------------------------------------------------------------- logics

EVERYTHING = frozenset(
    [
        "facts",
        "rules",
        "defeasible_rules",
        "defeaters",
        "choice",
        "preferences",
        "optimisation",
        "concepts",
        "quantifiers",
        "number_restrictions",
        "requirements",
        "strong_negation",
        "default_negation",
        "disjunction",
        "conjunction",
        "negation",
        "comparisons",
        "aggregates",
        "arithmetic",
        "slots",
        "functions",
        "knowledge",
    ]
)


class NoOptions(Knobs, frozen=True):
    """The logic has no options."""


class _Logic:
    options: ClassVar[type[Knobs]] = NoOptions
    phrasebook: ClassVar[str] = "std.records"
    establishes: ClassVar[str] = "z3"
    confirms: ClassVar[tuple[str, ...]] = ("evaluation",)


class Anything(_Logic):
    name = "anything"
    accepts = EVERYTHING


class Little(_Logic):
    name = "little"
    accepts = frozenset({"facts", "rules"})


class Quiet(Knobs, frozen=True):
    """The task has no knobs."""


class Ask:
    """A task that asks nothing, for theories without records."""

    name = "nothing"
    knobs = Quiet
    figures: tuple[str, ...] = ()

    def read(self, ask: Any, scope: Any) -> ir.Goal:
        return ir.Satisfying()


@pytest.fixture
def logics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install two more logics and a task."""
    more: dict[str, dict[str, Any]] = {
        plugins.LOGICS: {"anything": Anything, "little": Little},
        plugins.TASKS: {"nothing": Ask},
    }
    names, load = plugins.names, plugins.load
    monkeypatch.setattr(plugins, "names", lambda group: (*names(group), *more.get(group, ())))
    monkeypatch.setattr(
        plugins, "load", lambda group, name: more.get(group, {}).get(name) or load(group, name)
    )


STATEMENTS = {
    "p(a, b).": "facts",
    "-p(a).": "strong_negation",
    "p(X) -> q(X).": "rules",
    "p(X) => q(X).": "defeasible_rules",
    "p(X) ~> q(X).": "defeaters",
    "p(X), not q(X) -> false.": "default_negation",
    "p(X) -> (q(X) | r(X)).": "disjunction",
    "p(X) -> 1 { colour(X, C) : shade(C) } 1.": "choice",
    "count { X : p(X) } > 2 -> q.": "comparisons",
    "p(X), X < 3 -> q.": "comparisons",
    "p(X + 1) -> q.": "arithmetic",
    "p(f(X)) -> q.": "functions",
    "minimize { cost@1, X : p(X) }.": "optimisation",
    "r1 > r2.": "preferences",
    "red isa blue.": "concepts",
    "anne : red and some likes (kind and not round).": "concepts",
    "(min 2 eats thing) isa blue.": "concepts",
}


def test_every_form_of_statement_is_taken_by_a_logic_that_takes_all(
    specs: Any, logics: None
) -> None:
    lines = "\n".join(STATEMENTS)
    found = specs.load(f"theory {{ {lines} }}\nask nothing\n", "anything")
    assert len(found.growth.core.lines) == len(STATEMENTS)


@pytest.mark.parametrize("statement", sorted(STATEMENTS))
def test_what_a_logic_lacks_is_refused_at_the_statement(
    specs: Any, logics: None, statement: str
) -> None:
    feature = STATEMENTS[statement]
    text = f"theory {{ p(a). {statement} }}\nask nothing\n"
    if feature in Little.accepts:
        assert specs.load(text, "little").logic.name == "little"
        return
    found = [each for each in specs.refused(text, "little") if each.code == "E0312"]
    assert [f"{each.span.text}." for each in found] == [statement]
    assert (found[0].label, found[0].help) == (
        f"needs {feature.replace('_', ' ')}",
        f"{feature.replace('_', ' ')}: use `logic anything`",
    )


def test_vocabulary_fills_the_holes_of_productions(specs: Any, logics: None) -> None:
    text = """
pool names = {dog, cat, owl}
pool verbs = {sees, likes}
sort animal = names
pred big(animal)
pred from verbs(animal, animal)
rule a = ~?p(X, ?a), big(?b) => ~?q(X, ?b)
theory { big(dog).  r: 2 of rule. }
ask nothing
"""
    found = specs.load(text.replace("r: 2", "2"), "anything")
    assert found.signature.predicates == (
        ("big", ("animal",)),
        ("sees", ("animal", "animal")),
        ("likes", ("animal", "animal")),
    )
    assert "E0313" in specs.codes(text.replace("big(dog)", "big(dgo)"), "anything")
    assert "E0202" in specs.codes(text + "pred big(animal)\n", "anything")


DRAWN = """
param extra: int in 0..1 = 0
pool names = {dog, cat, owl}
pool verbs = {sees, likes, eats, owns, meets}
pool shades = {red, blue, green, grey}
sort animal = names
pred big(animal)
pred from 2 of verbs(animal, animal)
role from (2..3 + extra) of verbs
concept from 2 of shades
concept flat
fact a = ?p(?a, ?b)
axiom b = ?c isa some ?r ?d
theory { 6 of fact.  6 of axiom. }
ask nothing
"""


def test_an_instance_has_so_many_words_of_a_pool_as_are_drawn(specs: Any, logics: None) -> None:
    found = specs.load(DRAWN, "anything")
    kinds = set()
    for index in range(20):
        statements = drawn_core(found, index)
        assert statements == drawn_core(found, index)
        parts = [part for each in statements for part in walk(each)]
        verbs = {each.predicate for each in parts if isinstance(each, ir.Atom)} - {"big"}
        roles = {each.role for each in parts if isinstance(each, ir.Restriction)}
        concepts = {each.name for each in parts if isinstance(each, ir.Named)} - {"flat"}
        assert (len(verbs) <= 2, len(roles) <= 3, len(concepts) <= 2) == (True, True, True)
        kinds.add((frozenset(verbs), frozenset(roles), frozenset(concepts)))
    assert len(kinds) > 10
    assert {len(roles) for _, roles, _ in kinds} >= {2, 3}


def drawn_core(family: Family, index: int) -> list[ir.Statement]:
    scene = Scene(family, chosen_values(family, {}, ("drawn",), index))
    draft = grow(scene, Stream("drawn", index))
    assert isinstance(draft, Draft)
    return [each.statement for each in draft.theory.statements]


@pytest.mark.parametrize(
    ("line", "code", "at"),
    [
        ("role from 6 of verbs", "E0403", "6"),
        ("concept from nosuch of shades", "E0201", "nosuch"),
        ("role from $3 of verbs", "E0301", "$3"),
        ("pred from 2 of nosuch(animal)", "E0201", None),
    ],
)
def test_a_bad_number_of_words_is_told(
    specs: Any, logics: None, line: str, code: str, at: str | None
) -> None:
    (found,) = specs.refused(f"{DRAWN}{line}\n", "anything")
    assert (found.code, at is None or found.span.text == at) == (code, True)


# -------------------------------------------------------------------------------------------------------- proofs


def test_exact_complements_are_proved(books: Family) -> None:
    books.prove(Limits())


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("pages < ?v else pages > ?v", "neither holds"),
        ("pages <= ?v else pages >= ?v", "both hold"),
    ],
)
def test_a_complement_that_is_none_is_refused_with_values(
    specs: Any, formula: str, told: str
) -> None:
    test = f'test t(?v) on pages: {formula} where ?v = 1 of pages say "a {{{{ v }}}}" else "b {{{{ v }}}}"\n'
    found = specs.load(f"{test}{PLAIN}")
    with pytest.raises(SpecError) as caught:
        found.prove()
    (only,) = caught.value.diagnostics
    assert (only.code, told in only.message) == ("E0702", True)
    assert "pages = " in only.message
    assert "v = " in only.message


def test_a_proof_beyond_the_budget_is_told(specs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    test = (
        'test t(?v) on pages: pages < ?v where ?v = 1 of pages say "a {{ v }}" else "b {{ v }}"\n'
    )
    found = specs.load(f"{test}{PLAIN}")

    def spent(*_: Any) -> None:
        raise Undecided

    monkeypatch.setattr(plugins.load(plugins.BACKENDS, "z3"), "complementary", spent)
    with pytest.raises(SpecError) as caught:
        found.prove()
    assert [each.code for each in caught.value.diagnostics] == ["E0704"]


def test_a_proof_needs_an_engine_that_proves(specs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    test = (
        'test t(?v) on pages: pages < ?v where ?v = 1 of pages say "a {{ v }}" else "b {{ v }}"\n'
    )
    found = specs.load(f"{test}{PLAIN}")
    monkeypatch.setattr(plugins, "names", lambda group: ())
    with pytest.raises(SpecError) as caught:
        found.prove()
    assert [each.code for each in caught.value.diagnostics] == ["E0703"]


class Needy(Knobs, frozen=True):
    """A knob without a default."""

    depth: int


def test_a_knob_without_a_default_must_be_set(
    specs: Any, logics: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ask, "knobs", Needy)
    (found,) = specs.refused("theory { p(a). }\nask nothing {}\n", "anything")
    assert (found.code, found.message) == ("E0414", "task `nothing` needs the knob `depth`")


def test_a_phrase_that_cannot_be_read_back_is_warned_of(specs: Any) -> None:
    said = 'say "{% if true %}over {{ v }}{% endif %}" else "at most {{ v }}"'
    found = specs.load(f"test t(?v) on pages: pages > ?v where ?v = 1 of pages {said}\n{PLAIN}")
    assert "W0502" in {each.code for each in found.warnings}


def test_every_code_has_a_page() -> None:
    folder = Path(next(iter(rspc.compiler.__path__)))
    used = {
        code
        for file in folder.glob("*.py")
        for code in re.findall(r'"([EW]0\d{3})"', file.read_text(encoding="utf-8"))
    }
    assert sorted(code for code in used if page(code) is None) == []
