"""The classic families: made at every preset, certified, read back, and solved anew by brute force."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.backends.checkers.asp.stability import Stability
from rspc.compiler.api import Family
from rspc.compiler.contract import Verdict
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.goals import NOBODY
from rspc.compiler.notation.literals import read_literal
from rspc.compiler.notation.to_syntax import show
from rspc.dsl.diagnostics import SpecError

from ..turns import by_turns
from .said import said

SPECS = Path(__file__).parents[2] / "specs" / "classic"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))
PRESETS = {
    name: re.findall(r"^preset (\w+)", (SPECS / f"{name}.rspec").read_text("utf-8"), re.M)
    for name in FAMILIES
}
GROWN = ["agatha", "colouring", "knights", "magic_square", "minesweeper", "queens", "subset_sum"]
GROWN += ["sudoku", "zebra"]
FEW = {"hard": 1}
"""How many instances of a preset are made where it is not three."""


@cache
def family(name: str) -> Family:
    return rspc.load(SPECS / f"{name}.rspec")


@cache
def made(name: str, preset: str, n: int, **settings: Any) -> tuple[Instance, ...]:
    return tuple(family(name).generate(n, seed=3, preset=preset, **settings))


def test_there_are_a_dozen_of_them_and_most_are_puzzles_of_clues() -> None:
    assert len(FAMILIES) >= 12
    found = [name for name in FAMILIES if family(name).growth.strategy is not None]
    assert sorted(found) == sorted(GROWN)
    assert {
        name: [preset for preset in family(name).presets if not preset.isdigit()]
        for name in FAMILIES
    } == PRESETS


@pytest.mark.parametrize(
    ("name", "preset"),
    by_turns((name, preset) for name in FAMILIES for preset in PRESETS[name]),
)
def test_every_preset_is_certified_and_reads_back(name: str, preset: str) -> None:
    for instance in made(name, preset, FEW.get(preset, 2)):
        assert set(instance.engines) == {"clingo", "stability"}
        assert set(instance.engines.values()) == {instance.label}
        book = family(name).words.phrasebook
        for sentence, node in said(instance):
            assert book.read(sentence) == (node,)
            assert "`" not in sentence, "a statement is told in words"


@pytest.mark.parametrize("name", by_turns(FAMILIES))
@pytest.mark.parametrize("task", ["computation", "verification"])
@pytest.mark.parametrize("naming", ["descriptive", "p_style"])
def test_sets_are_computed_and_verified_under_both_kinds_of_names(
    name: str, task: str, naming: str
) -> None:
    preset = PRESETS[name][0]
    for instance in made(name, preset, 2, task=task, naming=naming):
        assert instance.task == task
        names = {
            str(each.literal.atom.predicate)
            for labelled in instance.theory.statements
            if isinstance(each := labelled.statement, ir.Fact)
            and isinstance(each.literal, ir.Literal)
        }
        bare = all(each[0] == "p" and each[1:].isdigit() for each in names)
        assert bare == (naming == "p_style")
        score = instance.family.asks
        assert any(asked.task.name == task for asked in score)


@pytest.mark.parametrize("name", GROWN)
def test_a_question_about_the_solution_scores_its_own_answer(name: str) -> None:
    for instance in made(name, PRESETS[name][0], 5):
        task = next(each.task for each in family(name).asks if each.task.name == instance.task)
        record = instance.record()
        assert task.score(record, instance.answer).value == 1
        assert task.score(record, "nothing of the sort").value == 0


@pytest.mark.parametrize("name", ["agatha", "subset_sum", "minesweeper", "knights"])
def test_what_can_be_answered_does_not_tell_what_is_right(name: str) -> None:
    shares = []
    for instance in made(name, PRESETS[name][0], 5):
        assert instance.choices is not None
        right = set() if instance.answer == NOBODY else set(instance.answer.split(", "))
        assert right <= set(instance.choices)
        shares.append(len(right) / len(instance.choices))
    assert min(shares) < 1  # all of the things may be in a bag, but not each time


# ------------------------------------------------------------------------------------------- evaluating constraints


def atom(name: str, *arguments: int | str) -> ir.Literal:
    terms = tuple(
        ir.Quantity("integer", each) if isinstance(each, int) else ir.Const(each)
        for each in arguments
    )
    return ir.Literal(ir.Atom(name, terms))


def value(term: ir.Node, binding: Mapping[str, ir.Node]) -> Any:
    match term:
        case ir.Var(name=name):
            return value(binding[name], {})
        case ir.Quantity(amount=amount):
            return amount
        case ir.Const(name=name):
            return name
        case ir.Operation(operator=operator, operands=(left, right)):
            one, other = value(left, binding), value(right, binding)
            return one + other if operator == "+" else one - other
    raise AssertionError(term)


COMPARE = {
    "!=": lambda a, b: a != b,
    "==": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


def counted(term: ir.Node, atoms: frozenset[ir.Literal]) -> ir.Node:
    """Return a count of ground elements as a number; any other term as it is."""
    match term:
        case ir.AggregateTerm(function="count", elements=elements):
            held = {each.terms for each in elements if atoms.issuperset(each.condition)}
            return ir.Quantity("integer", len(held))
    return term


def violated(body: Sequence[ir.Node], atoms: frozenset[ir.Literal]) -> bool:
    """Return whether a constraint's body holds of a set, by trying every literal in every place."""

    def tried(parts: Sequence[ir.Node], binding: dict[str, ir.Node]) -> bool:
        if not parts:
            return True
        match parts[0]:
            case ir.Literal(default=False, atom=pattern):
                for each in atoms:
                    found = unified(pattern, each.atom, binding)
                    if found is not None and tried(parts[1:], found):
                        return True
                return False
            case ir.Literal(default=True, atom=pattern):
                there = any(unified(pattern, each.atom, binding) is not None for each in atoms)
                return not there and tried(parts[1:], binding)
            case ir.Comparison(operator=operator, left=left, right=right):
                one, other = (value(counted(each, atoms), binding) for each in (left, right))
                holds = COMPARE[operator](one, other)
                return holds and tried(parts[1:], binding)
        raise AssertionError(parts[0])

    return tried(body, {})


def unified(
    pattern: ir.Atom, ground: ir.Atom, binding: Mapping[str, ir.Node]
) -> dict[str, ir.Node] | None:
    if pattern.predicate != ground.predicate or len(pattern.arguments) != len(ground.arguments):
        return None
    found = dict(binding)
    for mine, theirs in zip(pattern.arguments, ground.arguments, strict=True):
        if isinstance(mine, ir.Var):
            if found.setdefault(mine.name, theirs) != theirs:
                return None
        elif mine != theirs:
            return None
    return found


# --------------------------------------------------------------------------------------------------- brute force


def facts(instance: Instance, name: str) -> list[tuple[Any, ...]]:
    return [
        tuple(value(term, {}) for term in literal.atom.arguments)
        for each in instance.theory.statements
        if isinstance(each.statement, ir.Fact)
        and isinstance(literal := each.statement.literal, ir.Literal)
        and literal.atom.predicate == name
    ]


def queens(instance: Instance) -> Iterator[frozenset[ir.Literal]]:
    size = instance.params["size"]
    for columns in permutations(range(1, size + 1)):
        if all(abs(columns[a] - columns[b]) != b - a for a, b in combinations(range(size), 2)):
            yield frozenset(atom("queen", r, c) for r, c in enumerate(columns, 1))


def sudoku(instance: Instance) -> Iterator[frozenset[ir.Literal]]:
    rows = list(permutations(range(1, 5)))
    for grid in product(rows, repeat=4):
        columns = zip(*grid, strict=True)
        boxes = (
            (grid[r][c], grid[r][c + 1], grid[r + 1][c], grid[r + 1][c + 1])
            for r in (0, 2)
            for c in (0, 2)
        )
        if all(len(set(each)) == 4 for each in (*columns, *boxes)):
            yield frozenset(
                atom("cell", r, c, d) for r, row in enumerate(grid, 1) for c, d in enumerate(row, 1)
            )


ATTRIBUTES = {"nation": "lives", "colour": "painted", "drink": "drunk", "animal": "kept"}


def zebra(instance: Instance) -> Iterator[frozenset[ir.Literal]]:
    names = {kind: [name for (name,) in facts(instance, kind)] for kind in ATTRIBUTES}
    for orders in product(*(permutations(each) for each in names.values())):
        yield frozenset(
            atom(ATTRIBUTES[kind], name, house)
            for kind, order in zip(names, orders, strict=True)
            for house, name in enumerate(order, 1)
        )


def colouring(instance: Instance) -> Iterator[frozenset[ir.Literal]]:
    lands = [name for (name,) in facts(instance, "land")]
    colours = [name for (name,) in facts(instance, "colour")]
    for chosen in product(colours, repeat=len(lands)):
        yield frozenset(atom("painted", *each) for each in zip(lands, chosen, strict=True))


def knights(instance: Instance) -> Iterator[frozenset[ir.Literal]]:
    people = [name for (name,) in facts(instance, "person")]
    for kinds in product(("knight", "knave"), repeat=len(people)):
        yield frozenset(atom("is", *each) for each in zip(people, kinds, strict=True))


def subset_sum(instance: Instance) -> Iterator[frozenset[ir.Literal]]:
    weights = dict(facts(instance, "weighs"))
    for n in range(len(weights) + 1):
        for chosen in combinations(weights, n):
            total = sum(weights[each] for each in chosen)
            told = {atom("total", total)} if total else set()
            yield frozenset(told | {atom("packed", each) for each in chosen})


def lies(clue: ir.Statement, solution: frozenset[ir.Literal]) -> bool:
    """Return whether a solution speaks against a clue."""
    match clue:
        case ir.Rule(body=body):
            return violated(body, solution)
        case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=said, arguments=terms))):
            speaker, *others = (value(each, {}) for each in terms)
            is_knight = {name: atom("is", name, "knight") in solution for name in names(solution)}
            claim = {
                "accuses": lambda b, k: is_knight[b] == (k == "knight"),
                "likens": lambda b, m: (is_knight[b] == is_knight[speaker]) == (m == "same"),
                "pairs": lambda b, c, m: (is_knight[b] == is_knight[c]) == (m == "same"),
                "judges": lambda b, c, m: (is_knight[b] and is_knight[c]) == (m == "trust"),
            }[str(said)]
            return claim(*others) != is_knight[speaker]
    raise AssertionError(clue)


def names(solution: frozenset[ir.Literal]) -> set[str]:
    return {value(each.atom.arguments[0], {}) for each in solution}


SOLVERS = {
    "queens": queens,
    "sudoku": sudoku,
    "zebra": zebra,
    "colouring": colouring,
    "knights": knights,
    "subset_sum": subset_sum,
}


@pytest.mark.parametrize("name", SOLVERS)
def test_a_puzzle_has_one_solution_and_no_clue_to_spare(name: str) -> None:
    for instance in made(name, "easy", 3):
        certificate = instance.certificate
        (found,) = certificate["sets"]
        solution = frozenset(map(read_literal, found))
        clues = {
            each: e.statement
            for e in instance.theory.statements
            if (each := e.id) in certificate["needed"]
        }
        assert len(clues) == instance.metrics["clues"]
        space = list(SOLVERS[name](instance))
        against = [{id for id, clue in clues.items() if lies(clue, each)} for each in space]
        (only,) = [each for each, bad in zip(space, against, strict=True) if not bad]
        assert only <= solution
        for id in clues:
            assert {id} in against, f"{show(clues[id])} could be left out"


def test_all_knights_are_those_of_the_only_solution() -> None:
    for instance in made("knights", "easy", 6, task="all"):
        claims = [
            each.statement
            for each in instance.theory.statements
            if isinstance(each.statement, ir.Fact)
            and show(each.statement).partition("(")[0] != "person"
        ]
        fits = [each for each in knights(instance) if not any(lies(c, each) for c in claims)]
        (only,) = fits
        found = {name for name in names(only) if atom("is", name, "knight") in only}
        assert instance.answer == ", ".join(sorted(found))


def test_the_earliest_end_of_jobs_is_that_of_the_best_order() -> None:
    for instance in made("flow_shop", "medium", 5):
        length = {(job, step): hours for job, step, hours in facts(instance, "lasts")}
        ends = []
        for order in permutations(name for (name,) in facts(instance, "job")):
            cut = sewn = 0
            for job in order:
                cut += length[job, "cutting"]
                sewn = max(cut, sewn) + length[job, "sewing"]
            ends.append(sewn)
        assert instance.label == str(min(ends))


def test_the_smallest_choice_covers_all_with_the_fewest() -> None:
    for instance in made("set_cover", "medium", 5):
        knows, needed = set(facts(instance, "knows")), {s for (s,) in facts(instance, "skill")}
        people = sorted({person for person, _ in knows})
        size = next(
            n
            for n in range(len(people) + 1)
            for chosen in combinations(people, n)
            if {skill for person, skill in knows if person in chosen} == needed
        )
        assert instance.label == str(size)
    for instance in made("set_cover", "medium", 3, task="number"):
        assert instance.task == "count"


def test_the_best_load_is_worth_the_most() -> None:
    for instance in made("knapsack", "medium", 5):
        weighs, costs = dict(facts(instance, "weighs")), dict(facts(instance, "costs"))
        worths = [
            sum(costs[each] for each in chosen)
            for n in range(len(weighs) + 1)
            for chosen in combinations(weighs, n)
            if sum(weighs[each] for each in chosen) <= 4 * len(weighs)
        ]
        assert instance.label == str(max(worths))


def test_no_fewer_moves_bring_crates_into_their_order() -> None:
    for instance in made("blocks_world", "medium", 5):
        came, leaves = facts(instance, "came"), facts(instance, "leaves")
        start, end = stacks(came), stacks([(c, s, -day) for c, s, day in leaves])
        crates = {crate for crate, _, _ in came}
        level, reached, moves = [start], {start}, 0
        while end not in level:
            level = [new for old in level for new in moved(old, crates) if new not in reached]
            reached.update(level)
            moves += 1
        assert instance.label == str(moves)


def stacks(rows: Sequence[tuple[str, int, int]]) -> tuple[tuple[str, ...], ...]:
    """Return the crates of both stacks, from the bottom up."""
    return tuple(
        tuple(crate for crate, on, _ in sorted(rows, key=lambda row: row[2]) if on == stack)
        for stack in (1, 2)
    )


def moved(
    state: tuple[tuple[str, ...], ...], crates: set[str]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield what one move makes of two stacks; crates that are in neither stand on the ground."""
    one, other = state
    if one:
        yield from ((one[:-1], other), (one[:-1], (*other, one[-1])))
    if other:
        yield from ((one, other[:-1]), ((*one, other[-1]), other[:-1]))
    for crate in crates - {*one, *other}:
        yield (*one, crate), other
        yield one, (*other, crate)


def test_a_few_days_do_for_all_exams() -> None:
    for instance in made("timetable", "easy", 5):
        takes, exams = facts(instance, "takes"), [name for (name,) in facts(instance, "exam")]
        clashes = {
            (exams.index(e), exams.index(f))
            for (s, e), (t, f) in combinations(takes, 2)
            if s == t and e != f
        }
        fewest = next(
            number
            for number in range(1, 6)
            if any(
                all(days[one] != days[other] for one, other in clashes)
                for days in product(range(number), repeat=len(exams))
            )
        )
        assert instance.label == str(fewest)


def test_the_same_puzzle_comes_again() -> None:
    again = rspc.load(SPECS / "zebra.rspec").instance(seed=3, index=1, preset="easy")
    assert again.record() == made("zebra", "easy", 5)[1].record()


def test_questions_that_no_parameter_asks_for(tmp_path: Path) -> None:
    text = (
        (SPECS / "queens.rspec")
        .read_text()
        .replace("{value, computation", "{none, value, computation")
    )
    for document in SPECS.glob("*.jinja"):
        (tmp_path / document.name).write_text(document.read_text())
    path = tmp_path / "queens.rspec"
    path.write_text(text)
    with pytest.raises(SpecError, match="E0441"):
        rspc.load(path).instance(task="none")


@pytest.mark.parametrize("name", GROWN)
def test_the_checker_takes_the_certificate(name: str) -> None:
    checker = Stability()
    for instance in made(name, PRESETS[name][0], 2):
        own = {field: each for field, each in instance.certificate.items() if field != "needed"}
        asked = ir.Query(ir.AnswerSets(1))
        assert checker.check(instance.theory, asked, Verdict("1", "", own), {}).accepted
        assert not checker.check(instance.theory, asked, Verdict("more", "", own), {}).accepted
