"""What a theory makes small or large, by priority."""

from collections.abc import Iterator, Mapping, Sequence

from . import theory as ir

LOWEST = ir.Quantity("integer", 0)
"""The priority of what has none."""


def optimised_elements(theory: ir.Theory) -> Iterator[tuple[str, ir.Term]]:
    """Yield the direction and the priority of each element that is optimised."""
    for statement in theory.statements:
        if isinstance(statement.statement, ir.Optimise):
            for element in statement.statement.elements:
                yield statement.statement.direction, element.priority or LOWEST


def costs(theory: ir.Theory, found: Mapping[int, int]) -> list[int]:
    """Return the cost at each priority that is written as a number or has a cost other than 0, the highest first.

    Which others there are depends on how far an engine has simplified the ground program.
    """
    written = {
        each.amount for _, each in optimised_elements(theory) if isinstance(each, ir.Quantity)
    }
    others = {priority for priority, cost in found.items() if cost}
    return [found.get(each, 0) for each in sorted(written | others, reverse=True)]


def sums(theory: ir.Theory, costs: Sequence[int]) -> list[int]:
    """Return the sums to minimise or maximise, from their costs, which have the opposite sign for sums to maximise.

    They stay costs if a priority has both.
    """
    ordered = directions(theory, len(costs))
    return [
        -cost if own == {"maximize"} else cost for cost, own in zip(costs, ordered, strict=True)
    ]


def directions(theory: ir.Theory, number: int) -> list[set[str]]:
    """Return the direction at each of this many priorities, the highest first: `minimize`, `maximize` or both.

    A priority that is not a number may be any of them.
    """
    found: dict[int, set[str]] = {}
    for direction, priority in optimised_elements(theory):
        if not isinstance(priority, ir.Quantity):
            return [{each for each, _ in optimised_elements(theory)}] * number
        found.setdefault(priority.amount, set()).add(direction)
    return [found[each] for each in sorted(found, reverse=True)]
