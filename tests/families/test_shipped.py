"""The shipped families of records do what they promise: one right option, balance, exact words, engines that agree.

What holds of every family is asked of all; what only rules have stands in `test_rules.py`.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from rspc.backends.checkers.records.semantics import holds
from rspc.backends.smt.sat import Sat
from rspc.compiler.api import Family, load
from rspc.compiler.instances.groups import Groups
from rspc.compiler.instances.instance import Instance
from rspc.compiler.instances.setting import Setting
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.to_syntax import raise_statement
from rspc.compiler.pipeline import attempt
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

from ..turns import by_turns

SPECS = Path(__file__).parents[2] / "specs"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))
EVERY = sorted(
    path.relative_to(SPECS).with_suffix("").as_posix() for path in SPECS.rglob("*.rspec")
)
CHOICES = ["flat", "flight", "several_flights"]
RULES = ["boardgame", "boardgame_binary", "policies"]
PROGRAMS = ["aspbench", "aspbench_computation", "aspbench_verification", "gatehouse"]
CONCEPTS = ["charter", "delta"]
RECORDS = [name for name in FAMILIES if name not in (*RULES, *PROGRAMS, *CONCEPTS)]


@cache
def family(name: str) -> Family:
    return load(SPECS / f"{name}.rspec")


@cache
def made(name: str, n: int) -> tuple[Instance, ...]:
    return tuple(family(name).generate(n, seed=7))


def satisfied(instance: Instance) -> list[str]:
    """Evaluate each option on the theory as the record prints it, read back by the parser."""
    kinds = instance.family.kinds
    names = list(kinds)
    found = []
    for row in instance.query.rows:
        cells = dict(zip(names, row.values, strict=True))
        requirements = [each.statement for each in instance.theory.statements]
        assert all(isinstance(each, ir.Requirement) for each in requirements)
        if all(holds(each.formula, cells, kinds) for each in requirements):  # type: ignore[union-attr]
            found.append(row.id)
    return found


@pytest.mark.parametrize("name", by_turns(EVERY))
def test_tests_and_complements_are_proved_and_no_words_are_shared(name: str) -> None:
    family(name).prove()


@pytest.mark.parametrize("name", CHOICES)
def test_the_label_names_exactly_the_options_that_satisfy_the_requirement(name: str) -> None:
    for instance in made(name, 60):
        assert satisfied(instance) == instance.label.split(",")
        assert instance.engines == dict.fromkeys(("z3", "evaluation"), instance.label)


def test_configurations_and_answers_are_balanced() -> None:
    instances = made("flight", 60)
    configurations = Counter((each.params["slots"], each.params["minterms"]) for each in instances)
    assert sorted(configurations) == [(3, 2), (4, 2), (4, 3), (5, 2), (6, 2), (6, 3)]
    assert set(configurations.values()) == {10}
    assert Counter(each.label for each in instances) == dict.fromkeys("ABCDE", 12)


@pytest.mark.parametrize("name", RECORDS)
def test_every_sentence_reads_back_to_its_own_statement_alone(name: str) -> None:
    book = family(name).words.phrasebook
    for instance in made(name, 30):
        assert len(instance.sentences) == len(instance.theory.statements)
        for labelled in instance.theory.statements:
            sentence = instance.sentences[labelled.id]
            assert book.read(sentence) == (labelled.statement,), sentence


@pytest.mark.parametrize("name", RECORDS)
def test_nothing_in_a_requirement_is_vacuous(name: str) -> None:
    """Of the rows at hand each literal holds of some and fails of some, and each sum alone excludes one."""
    kinds = family(name).kinds
    groups = Groups(Setting(family(name), {}, 7), attempt)
    for index in range(15):
        kept = groups.at(index)
        rows = [
            {slot: kind.term(row[slot]) for slot, kind in kinds.items()} for row in kept.scene.rows
        ]
        sums = [_literals(each.statement) for each in kept.posed.theory.statements]
        for literal in (literal for literals in sums for literal in literals):
            assert {holds(literal, row, kinds) for row in rows} == {True, False}
        failed = [
            [n for n, each in enumerate(sums) if not any(holds(x, row, kinds) for x in each)]
            for row in rows
        ]
        for number in range(len(sums)):
            assert [number] in failed


def _literals(statement: ir.Statement) -> tuple[ir.Formula, ...]:
    assert isinstance(statement, ir.Requirement)
    formula = statement.formula
    return formula.parts if isinstance(formula, ir.Or) else (formula,)


def test_the_printed_theory_parses_to_the_same_statements() -> None:
    for instance in made("flight", 30):
        for labelled, text in zip(
            instance.theory.statements, instance.record()["theory"], strict=True
        ):
            assert parse_statement(Source("", text)) == raise_statement(labelled)


def test_metrics_of_the_dependency_graph_agree_with_the_theory() -> None:
    for instance in made("flight", 30):
        sums = [list(_slots(each.statement)) for each in instance.theory.statements]
        edges = {
            frozenset(pair) for slots in sums for pair in itertools.combinations(set(slots), 2)
        }
        degree = Counter(slot for edge in edges for slot in edge)
        assert instance.metrics["sums"] == len(sums)
        assert instance.metrics["width"] == max(map(len, sums))
        assert instance.metrics["degree"] == max(degree.values(), default=0)
        assert instance.metrics["sums"] >= 2
        assert instance.metrics["width"] >= 2


def _slots(statement: ir.Statement) -> Iterator[str]:
    for part in _literals(statement):
        yield next(each.name for each in walk(part) if isinstance(each, ir.Slot))


def test_stock_solvers_give_the_same_answers(tmp_path: Path) -> None:
    z3 = Path(sys.executable).parent / "z3"
    sat = Sat()
    for instance in made("flight", 12):
        file = tmp_path / "problem.smt2"
        file.write_text(instance.encodings()["z3"].text, encoding="utf-8")
        told = subprocess.run([z3, file], capture_output=True, text=True, check=True).stdout
        right = [row.id for row in instance.query.rows if f"(|{row.id} satisfies| true)" in told]
        assert right == [instance.label], told
        text = sat.encode(instance.theory, instance.query, instance.family.kinds).text
        assert _by_dimacs(text, instance) == [instance.label]


def _by_dimacs(text: str, instance: Instance) -> list[str]:
    """Solve the DIMACS text with a solver other than the backend's, by what its comments say of the variables."""
    variables = {}
    for line in text.splitlines():
        words = line.split()
        if line.startswith("c ") and "satisfies" in line:
            for row in instance.query.rows:
                if f"row {row.id} satisfies" in line:
                    variables[row.id] = next(int(each) for each in words if each.isdigit())
    with Solver(name="cadical153", bootstrap_with=CNF(from_string=text)) as solver:
        assert solver.solve()
        model = set(solver.get_model())
    return [row for row, variable in variables.items() if variable in model]


def test_the_same_bytes_in_any_process() -> None:
    """In this one, which has made other instances, and in another with another hash seed."""
    code = (
        "import sys, msgspec, rspc\n"
        "for path in sys.argv[1:]:\n"
        "    f = rspc.load(path)\n"
        "    print(msgspec.json.encode([f.instance(7, i).record() for i in (5, 1, 3)]).decode())"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *(SPECS / f"{name}.rspec" for name in FAMILIES)],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        check=True,
    )
    for name, there in zip(FAMILIES, ended.stdout.splitlines(), strict=True):
        here = [family(name).instance(7, index).record() for index in (3, 5, 1)]
        assert msgspec.json.encode([here[1], here[2], here[0]]) == there, name


def test_one_instance_alone_is_the_one_of_a_run() -> None:
    alone = load(SPECS / "flight.rspec").instance(7, 23)
    assert alone.record() == made("flight", 60)[23].record()
