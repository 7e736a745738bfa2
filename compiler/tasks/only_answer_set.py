"""Programs that must have an answer set, or exactly one: drafts that have not, and why not."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from ..certify.exploration import answer_sets
from ..contract.engine_set import Engines
from ..family import Rejected
from ..ir import nodes as ir
from ..notation import show

NO_ANSWER_SET = "the program has no answer set"
SEVERAL_ANSWER_SETS = "the program has several answer sets"

MOST_CALLS = 100
"""How often an engine is asked at most which constraints exclude all answer sets."""

MOST_SHOWN = 5
"""How many literals are shown at most in which two answer sets differ."""


def only_answer_set(engines: Engines, theory: ir.Theory) -> tuple[ir.Literal, ...] | Rejected:
    """Return the only answer set of a program; reject the program if it has none, or several."""
    found = answer_sets(engines, theory, 1)
    if found is None:
        return Rejected("the engine's budget ran out before all answer sets were found", spent=True)
    sets, complete = found
    if not sets:
        return no_answer_set(engines, theory)
    if not complete:
        explain = partial(_differences, engines, theory)
        return Rejected(SEVERAL_ANSWER_SETS, explain=explain)
    return sets[0]


def no_answer_set(engines: Engines, theory: ir.Theory) -> Rejected:
    """Reject a program that has no answer set, and name the constraints that exclude all, if that is asked."""
    return Rejected(NO_ANSWER_SET, explain=partial(_excluding, engines, theory))


def _excluding(engines: Engines, theory: ir.Theory) -> tuple[str, ...]:
    """Return lines that name constraints without which there is an answer set.

    None of them can be kept, as far as the engine finds out.
    """
    constraints = [each for each in theory.statements if _is_constraint(each)]
    others = [each for each in theory.statements if not _is_constraint(each)]
    if len(constraints) + 1 > MOST_CALLS:
        return ()
    without = _has_one(engines, theory, others)
    if without is None:
        return (
            "whether it has one without its constraints is unknown: the engine's budget ran out",
        )
    if not without:
        rest = "without its constraints" if constraints else "although it has no constraint"
        bounds = "check the bounds of its choices, and what negation depends on"
        return (f"it has none even {rest}: {bounds}",) if constraints else (f"{rest}: {bounds}",)
    kept: list[ir.Labelled] = []
    removed: list[ir.Labelled] = []
    for constraint in constraints:
        group = kept if _has_one(engines, theory, [*others, *kept, constraint]) else removed
        group.append(constraint)
    alone = "this constraint" if len(removed) == 1 else "these constraints"
    shown = "; ".join(show(each.statement) for each in removed)
    return (f"without {alone} it has one: {shown}",)


def _has_one(engines: Engines, theory: ir.Theory, statements: Sequence[ir.Labelled]) -> bool | None:
    """Return whether some of a program's statements have an answer set; None if the engine cannot find out."""
    found = answer_sets(engines, replace(theory, statements=tuple(statements)), 1)
    return None if found is None else bool(found[0])


def _is_constraint(labelled: ir.Labelled) -> bool:
    rule = labelled.statement
    return isinstance(rule, ir.Rule) and rule.head == ir.Truth(False)


def _differences(engines: Engines, theory: ir.Theory) -> tuple[str, ...]:
    """Return a line with literals that one answer set has and another has not."""
    found = answer_sets(engines, theory, 2)
    if found is None or len(found[0]) < 2:
        return ()
    one, other = map(frozenset, found[0])
    literals = sorted(map(show, one ^ other))
    more = f", and {len(literals) - MOST_SHOWN} more" if len(literals) > MOST_SHOWN else ""
    return (f"two of them differ in {', '.join(literals[:MOST_SHOWN])}{more}",)
