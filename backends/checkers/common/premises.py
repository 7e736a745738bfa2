"""What judging a proof by others has in common in every logic: that each step names earlier steps that follow."""

from collections.abc import Sequence

from ....compiler.contract import Claimed


def premise_fault(step: Claimed, shown: Sequence[object | None]) -> str:
    """Return what is wrong with the steps that a step names; an empty text if all are earlier ones that follow.

    Args:
        shown: what each earlier step shows; None for one that does not follow.
    """
    for number in step.premises:
        if not 1 <= number <= len(shown):
            return f"line {number} is not an earlier line"
        if shown[number - 1] is None:
            return f"line {number} does not follow"
    return ""
