"""What is proved of a family before it is compiled: tests and complements are exact, no two statements share words."""

from __future__ import annotations

from ..dsl.diagnostics import Note, Report
from . import plugins
from .contract import Counterexample, Limits, Prover, Undecided
from .family import Family
from .slot_tests import SlotTest
from .text.clashes import clashes


def prove(family: Family, limits: Limits, report: Report) -> None:
    """Report each test whose formula and complement are not opposites, and each two phrases of one text."""
    report.extend(clashes(family.words.phrasebook))
    if family.tests:
        _complements(family, limits, report)


def _complements(family: Family, limits: Limits, report: Report) -> None:
    prover = _prover(family)
    if prover is None:
        report.add("E0703", "no installed engine can prove that tests and complements fit")
        return
    for test in family.tests:
        slots = dict(family.kinds)
        try:
            found = prover.complementary(
                test.formula, test.complement, slots, dict(test.holes), limits
            )
        except Undecided:
            message = f"test `{test.name}` could not be proved within the budget"
            report.add("E0704", message, test.span, help="state the test in simpler terms")
            continue
        if found is not None:
            _refuse(test, found, report)


def _prover(family: Family) -> Prover | None:
    names = plugins.names("rspc.backends")
    wanted = [name for name in family.engines if name in names]
    for name in (*wanted, *(each for each in names if each not in wanted)):
        backend = plugins.load("rspc.backends", name)()
        if isinstance(backend, Prover):
            return backend
    return None


def _refuse(test: SlotTest, found: Counterexample, report: Report) -> None:
    values = ", ".join(f"{name} = {text}" for name, text in found.values)
    both = "both hold" if found.both else "neither holds"
    notes: tuple[Note, ...] = ()
    if test.item.complement is not None:
        notes = (Note(test.item.complement.span, "the complement"),)
    report.add(
        "E0702",
        f"test `{test.name}` and its complement are not opposites: {both} for {values}",
        test.item.formula.span,
        "the test",
        notes=notes,
        help="leave the complement out, or state it so that exactly one of the two holds",
    )
