"""What is proved of a family before it is compiled: tests and complements are exact, no two statements share words."""

from ...dsl.diagnostics import Note, Report
from ..contract import Counterexample, Limits, Prover, Undecided, plugins
from ..family import Family, SlotTest
from ..ir import fill
from ..notation import show
from ..text import GIVEN, WISH, Phrasebook, find_clashes, values_of
from .idle_tests import always, idle
from .mixed_questions import warn_of_mixed_questions
from .mixed_wording import warn_of_mixed_wording
from .prompts import check_prompts
from .readback import check_reading


def prove(family: Family, limits: Limits, report: Report) -> None:
    """Report each test whose formula and complement are not opposites, and each two phrases of one text.

    Render a prompt with each document, which must have every sentence once.

    Warn about tests that distinguish no rows, statements that fall back on standard wording, and sentences
    that do not read back, and questions of which only some ask for what they are about.
    """
    first: Phrasebook | None = None
    for book in family.words.each_book():
        report.extend(find_clashes(book, compared=first))
        first = first or book
    if not report.errors:
        warn_of_mixed_wording(family, report)
    for test in family.tests:
        _words(test, family, report)
    if not report.errors and check_reading(family, report):
        if not report.errors:
            check_prompts(family, report)
        if not report.errors:
            warn_of_mixed_questions(family, report)
    prover = _prover(family) if family.tests else None
    if prover is not None:
        _complements(family, prover, limits, report)
        _idle(family, prover, report)
    elif family.tests:
        report.add(
            "E0703", "no installed engine can prove that tests and complements are opposites"
        )


def _words(test: SlotTest, family: Family, report: Report) -> None:
    """Report a test whose words, for a few values of its holes, are missing or read as something else."""
    book = family.words.phrasebook
    ways = [values_of(kind) for kind in test.holes.values()]
    for values in zip(*ways, strict=False) if ways else [()]:
        binding = dict(zip(test.holes, values, strict=True))
        for pattern in (test.formula, test.complement):
            formula = fill(pattern, binding)
            for mood in (WISH, GIVEN):
                text = book.clause(formula, mood)
                if text is None:
                    report.add(
                        "E0513",
                        f"test `{test.name}` has no wording for `{show(formula)}`",
                        test.span,
                        help='give it some: `say "…" else "…"`',
                    )
                    return
                readings = book.read_clause(text, mood)
                other = next((reading for reading in readings if reading != formula), None)
                if other is not None:
                    report.add(
                        "E0510",
                        f"`{text}` says `{show(formula)}`, but can be read as `{show(other)}`",
                        test.span,
                        help="change the wording, so that each text has one meaning",
                    )
                    return


def _idle(family: Family, prover: Prover, report: Report) -> None:
    for test, asked in idle(family):
        truth = always(test, family, prover)
        if truth is None:
            same = f"test `{test.name}` had the same result for all rows that were drawn together to try it"
            label = (
                f"evaluated on {asked} rows; the result was the same for all rows drawn together"
            )
        else:
            told = "true" if truth else "false"
            same = f"test `{test.name}` is {told} for all values of its slots and holes"
            label = f"always {told}"
        report.add(
            "W0705",
            same,
            test.item.formula.span,
            label,
            help="no theory can use it: compare with values that the slots can have",
        )


def _complements(family: Family, prover: Prover, limits: Limits, report: Report) -> None:
    for test in family.tests:
        slots = dict(family.kinds)
        try:
            found = prover.complementary(
                test.formula, test.complement, slots, dict(test.holes), limits
            )
        except Undecided:
            report.add(
                "E0704",
                f"test `{test.name}` could not be proved within the budget",
                test.span,
                help="simplify the test",
            )
            continue
        if found is not None:
            _refuse(test, found, report)


def _prover(family: Family) -> Prover | None:
    names = plugins.names("rspc.backends")
    wanted = [name for name in family.engines.names if name in names]
    for name in (*wanted, *(each for each in names if each not in wanted)):
        backend = plugins.make("rspc.backends", name)
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
