"""What a logic accepts and what it refuses, and where."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rspc.compiler.api import Family
from rspc.compiler.contract import Knobs, plugins
from rspc.compiler.family.chosen import chosen_values
from rspc.compiler.family.draft import Draft
from rspc.compiler.instances.growth import grow, open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.random.stream import Stream

EVERYTHING = frozenset(
    [
        "facts",
        "rules",
        "constraints",
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
    figures: ClassVar[dict[str, str]] = {}

    def read(self, ask: Any, scope: Any) -> ir.Goal:
        return ir.Satisfying()


@pytest.fixture
def logics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install two logics, which are then all that there are, and one more task."""
    more: dict[str, dict[str, Any]] = {
        plugins.LOGICS: {"anything": Anything, "little": Little},
        plugins.TASKS: {"nothing": Ask},
    }
    names, load = plugins.names, plugins.load
    rest = {plugins.LOGICS: ()}
    monkeypatch.setattr(
        plugins, "names", lambda group: (*rest.get(group, names(group)), *more.get(group, ()))
    )
    monkeypatch.setattr(
        plugins, "load", lambda group, name: more.get(group, {}).get(name) or load(group, name)
    )


STATEMENTS = {
    "p(a, b).": "facts",
    "-p(a).": "strong_negation",
    "p(X) -> q(X).": "rules",
    "p(X) => q(X).": "defeasible_rules",
    "p(X) ~> q(X).": "defeaters",
    "p(X) -> false.": "constraints",
    "p(X), not q(X) -> r(X).": "default_negation",
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
    told = feature.replace("_", " ")
    assert found[0].label == f"needs {told}"
    start, _, able = found[0].help.rstrip("`").rpartition(" ")
    assert start.endswith(f"{told}: use `logic")
    assert feature in plugins.load(plugins.LOGICS, able).accepts


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
    scene = open_scene(family, chosen_values(family, {}, ("drawn",), index), Stream("words", index))
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


def test_words_are_written_out_where_a_pool_could_be_named(specs: Any, logics: None) -> None:
    verbs = "{sees, likes, eats, owns, meets}"
    written = specs.load(DRAWN.replace("of verbs", f"of {verbs}"), "anything")
    named = specs.load(DRAWN, "anything")
    for index in range(5):
        assert drawn_core(written, index) == drawn_core(named, index)
    assert specs.codes(DRAWN + "pred from {}(animal)\n", "anything") == ["E0604"]
    assert specs.codes(DRAWN + "pred from {hears, X}(animal)\n", "anything") == ["E0605"]


class Needy(Knobs, frozen=True):
    """A knob without a default."""

    depth: int


def test_a_knob_without_a_default_must_be_set(
    specs: Any, logics: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ask, "knobs", Needy)
    (found,) = specs.refused("theory { p(a). }\nask nothing {}\n", "anything")
    assert (found.code, found.message) == ("E0414", "task `nothing` needs the knob `depth`")
