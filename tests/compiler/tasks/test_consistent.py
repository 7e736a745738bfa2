"""Whether all statements of a theory can be true together."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.ir import nodes as ir

from .guests import GUESTS, RULES, load

LOOKS = """family pets
"what may be so of a few pets"
logic alcq
concept from {fast, furry, hungry}
role from {chases, fears}
sort pet = {bella, coco, felix}
fact is [3] = ?x: ?c | ?x : not ?c
fact does = ?r(?x, ?y)
axiom all = ?c isa ?d | ?c isa not ?d | ?c isa only ?r ?d
theory { 3 of is. 2 of does. 4 of all. }
%s
"""
CHOICES = """family cooks
"who cooks"
logic asp
sort person = {ann, bob, cid, dan}
pred person(person)
pred cooks(person)
fact someone = person(?a)
clue both [3] = cooks(?a), cooks(?b) -> false
clue neither [2] = not cooks(?a), not cooks(?b) -> false
theory { each of someone. person(X) -> { cooks(X) }. 8..9 of clue. }
%s
"""


def test_defeasible_theories_are_always_consistent(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    text = GUESTS.format(
        logic="defeasible", number=2, rules=RULES["defeasible"], ask="ask consistent"
    )
    path.write_text(text, "utf-8")
    (found,) = check(path)
    assert found.code == "E0473"
    assert "asp" in found.help
    assert "defeasible" not in found.help


def has_cooks(instance: rspc.Instance) -> bool:
    """Try all sets of cooks."""
    clues = [
        {(part.atom.arguments[0].name, not part.default) for part in each.statement.body}
        for each in instance.theory.statements
        if isinstance(each.statement, ir.Rule) and each.statement.head == ir.Truth(False)
    ]
    names = ("ann", "bob", "cid", "dan")
    sets = [dict(zip(names, values, strict=True)) for values in product((True, False), repeat=4)]
    return any(
        not any(all(chosen[name] == sign for name, sign in clue) for clue in clues)
        for chosen in sets
    )


def test_programs_with_and_without_answer_sets(tmp_path: Path) -> None:
    ask = 'ask consistent { labels {true: "can be", false: "cannot be"}  balanced on } "Can it be?"'
    family = load(tmp_path, CHOICES % ask)
    instances = list(family.generate(40))
    assert Counter(each.label for each in instances) == {"true": 20, "false": 20}
    for each in instances:
        assert (each.label == "true") == has_cooks(each)
        assert each.answer == {"true": "can be", "false": "cannot be"}[each.label]
        assert each.question == "Can it be?"
        assert rspc.score(each.record(), each.answer).value == 1
        assert (
            rspc.score(each.record(), "can be" if each.label == "false" else "cannot be").value == 0
        )


def satisfiable(instance: rspc.Instance, size: int = 3) -> bool:
    """Whether a model of up to three elements exists; the individuals are different, so it has exactly three."""
    pets, concepts, roles = (
        ("bella", "coco", "felix"),
        ("fast", "furry", "hungry"),
        ("chases", "fears"),
    )
    place = {name: number for number, name in enumerate(pets)}
    given = {role: set() for role in roles}
    for each in instance.theory.statements:
        match each.statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=role, arguments=(one, other)))):
                given[role].add((place[one.name], place[other.name]))

    def extension(concept: ir.Formula, types: tuple[dict[str, bool], ...]) -> set[int]:
        match concept:
            case ir.Named(name=name):
                return {each for each in range(size) if types[each][name]}
            case ir.Not(part=part):
                return set(range(size)) - extension(part, types)
            case ir.Restriction(kind="only", role=role, filler=filler):
                inside = extension(filler, types)
                return {
                    one
                    for one in range(size)
                    if all(other in inside for first, other in given[role] if first == one)
                }
        raise AssertionError(concept)

    def holds(statement: ir.Statement, types: tuple[dict[str, bool], ...]) -> bool:
        match statement:
            case ir.Inclusion(left=left, right=right):
                return extension(left, types) <= extension(right, types)
            case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                return place[name] in extension(concept, types)
        return True

    kinds = [
        dict(zip(concepts, values, strict=True)) for values in product((True, False), repeat=3)
    ]
    return any(
        all(holds(each.statement, types) for each in instance.theory.statements)
        for types in product(kinds, repeat=size)
    )


def test_bases_with_and_without_models(tmp_path: Path) -> None:
    """In these bases, no statement asks for successors: if there is a model, then one of the individuals alone."""
    family = load(tmp_path, LOOKS % "ask consistent { balanced on }")
    instances = list(family.generate(24))
    assert Counter(each.label for each in instances) == {"true": 12, "false": 12}
    for each in instances:
        assert (each.label == "true") == satisfiable(each)
        if each.label == "false":
            assert each.proof
            ids = each.certificate["justification"]
            assert ids
        else:
            assert each.certificate["model"]


STATED = """family stated
logic asp
sort item = {ball, cup}
pred red(item)
pred old(item)
theory { red(ball). old(cup). old(X) -> red(X). -red(%s). }
%s
say red(?a) as "The {{ a }} is red."
say -red(?a) as "The {{ a }} is not red."
say old(?a) as "The {{ a }} is old."
say old(X) -> red(X) as "What is old is red."
"""


@pytest.mark.parametrize("item", ["ball", "cup"])
def test_facts_can_contradict_each_other_if_this_is_asked(tmp_path: Path, item: str) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(STATED % (item, "ask consistent"), "utf-8")
    family = rspc.load(path)
    record = family.instance().record()
    assert (record["label"], record["answer"]) == ("false", "no")
    assert record["engines"] == {"clingo": "false", "stability": "false"}
    assert not rspc.verify(record, family).faults
    assert rspc.solve(path).label == "false"


@pytest.mark.parametrize(
    "asked",
    [
        "ask entailment red(cup)",
        'param more: bool = false "more"\nask consistent when more\n'
        "ask entailment red(cup) when not more",
        "ask computation",
        "ask consistently",
    ],
)
def test_other_questions_refuse_facts_that_contradict_each_other(
    tmp_path: Path, asked: str
) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(STATED % ("ball", asked), "utf-8")
    assert "E0427" in [each.code for each in check(path)]


@pytest.mark.parametrize("text", [CHOICES, LOOKS])
def test_corrupted_certificates_are_refused(tmp_path: Path, text: str) -> None:
    from rspc.compiler.contract import LIMITS, Verdict

    family = load(tmp_path, text % "ask consistent { balanced on }")
    instances = list(family.generate(4))
    (checker,) = family.engines.checkers.values()
    for one, other in combinations(instances, 2):
        goal = one.query.goal.behind(family.logic.accepts)
        own = dict(one.certificate)
        alien = dict(other.certificate)
        if own == alien:
            continue
        label = rspc_label(goal, own)
        good = Verdict(label, checker.name, own)
        assert checker.check(one.theory, ir.Query(goal), good, {}, LIMITS).accepted
        for bad in (
            Verdict(label, checker.name, alien),
            Verdict(rspc_label(goal, alien), checker.name, alien),
        ):
            assert not checker.check(one.theory, ir.Query(goal), bad, {}, LIMITS).accepted


def rspc_label(goal: ir.Goal, certificate: dict[str, object]) -> str:
    from rspc.compiler.analysis.read_off import certified_label

    return certified_label(goal, certificate)


def test_a_problem_written_out_is_solved() -> None:
    program = "family t\nlogic asp\ntheory {{ -> (a | b).  {} }}\nask consistent\n"
    assert rspc.solve(program.format("a -> false.")).label == "true"
    assert rspc.solve(program.format("a -> false.  b -> false.")).label == "false"
    base = "family t\nlogic alcq\ntheory {{ x : c.  c isa d.  {} }}\nask consistent\n"
    assert rspc.solve(base.format("")).label == "true"
    answer = rspc.solve(base.format("x : not d."))
    assert answer.label == "false"
    assert answer.query == "consistent"
    assert answer.proof


FLATS = """family flats
"what a flat must be like"
logic constraint
record flat {
  colour: one of {white, yellow, green}
  rooms: integer = 1..5
  floor: integer = 0..9
  stops: %s
}
sort town = {rome, oslo}
clue one = rooms > 3 | rooms < 3 | colour != green | floor == 2
clue two [3] = rooms > 2 or colour == white | rooms < 4 or colour == yellow | floor > rooms or rooms == 3
clue other [3] = floor < rooms or colour == green | rooms < floor | rooms == 5 or floor < 2
theory %s
%s
"""


def flats(ask: str, theory: str = "{ 5 of clue. }", stops: str = "integer = 0..2") -> str:
    return FLATS % (stops, theory, ask)


def can_be(instance: rspc.Instance) -> bool:
    """Try all flats with few rooms and low floors, which are enough for the constants of `FLATS`."""
    from rspc.backends.checkers.records.semantics import holds

    formulas = [each.statement.formula for each in instance.theory.statements]
    cells = (
        {
            "colour": ir.Const(colour),
            "rooms": ir.Quantity("integer", rooms),
            "floor": ir.Quantity("integer", floor),
        }
        for colour in ("white", "yellow", "green")
        for rooms in range(-3, 9)
        for floor in range(-3, 9)
    )
    return any(all(holds(each, row, {}) for each in formulas) for row in cells)


def test_requirements_with_and_without_records(tmp_path: Path) -> None:
    text = flats("verify z3, sat, evaluation\nask consistent { balanced on }")
    instances = list(load(tmp_path, text).generate(40))
    assert Counter(each.label for each in instances) == {"true": 20, "false": 20}
    for each in instances:
        assert (each.label == "true") == can_be(each)
        assert each.question.startswith("Can there be a flat that meets every requirement?")
        assert "can be white, yellow, or green." in each.question or "colour" not in each.context
        assert len(each.engines) == 3


def test_requirements_that_a_strategy_adds_to_others(tmp_path: Path) -> None:
    text = flats(
        "test few(?n) on rooms: rooms < ?n where ?n = 1 of rooms\n"
        "test low(?n) on floor: floor < ?n where ?n = 1 of floor\n"
        "ask consistent { balanced on }",
        "product_of_sums { slots 2  minterms 2 } with { 3 of clue. }",
    )
    instances = list(load(tmp_path, text).generate(10))
    assert Counter(each.label for each in instances) == {"true": 5, "false": 5}
    assert all(len(each.theory.statements) > 3 for each in instances)


def test_lists_cannot_be_searched(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    path.write_text(flats("ask consistent", stops="list of town = 1..2 of town"), "utf-8")
    assert [each.code for each in check(path)] == ["E0474"]
    path.write_text(flats("ask consistent", stops="set of town = 1..2 of town"), "utf-8")
    assert [each.code for each in check(path)] == []


def test_requirements_are_solved_and_records_verified(tmp_path: Path) -> None:
    text = flats("ask consistent", "{ rooms > floor.  floor > 3.  rooms < 4. }")
    answer = rspc.solve(text)
    assert answer.label == "false"
    assert set(answer.encodings) == {"z3"}
    path = tmp_path / "family.rspec"
    path.write_text(flats("ask consistent { balanced on }"), "utf-8")
    out = str(tmp_path / "out")
    runner = CliRunner()
    assert runner.invoke(app, ["compile", str(path), "-n", "8", "-o", out]).exit_code == 0
    result = runner.invoke(app, ["verify", out, "--engine", "sat"])
    assert result.exit_code == 0, result.output
    assert "8 made again; sat decided 8; no fault" in result.output
