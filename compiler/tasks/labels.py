"""Labels that are drawn first: a draft with another label is dropped."""

from ..family import Rejected

OUT_OF_BUDGET = "the engine's budget ran out before the label was decided"


def other_label(label: str, wanted: str) -> Rejected:
    """Reject a draft for its label; runs count these drafts by the label that was drawn and the draft's own."""
    return Rejected(f"the label is {label}, and {wanted} was drawn", label=label)
