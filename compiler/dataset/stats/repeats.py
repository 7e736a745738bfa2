"""Which problems are the same as others: within a dataset, between its splits, and with other datasets."""

from collections.abc import Callable, Mapping
from typing import Any

from ..repeats import Overlap, Repeats, Seen

MOST_FORMS = 500_000
"""How many different forms are remembered; of more, a share that is halved as often as needed."""

MOST_GROUPS = 32
"""How many splits and datasets are distinguished."""


def _theory(record: Mapping[str, Any]) -> str:
    options = [value["text"] for value in record["options"] or ()]
    return "\n".join((*record["theory"], record["query"], *options))


PROMPT = "prompt"
EXACT = "theory, question and options"
CANONICAL = "canonical form"

FORMS: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = {
    PROMPT: lambda record: str(record["prompt"]),
    EXACT: _theory,
    CANONICAL: lambda record: record.get("canonical"),
    "shape": lambda record: record.get("shape"),
}
"""What two problems can have in common, from the most to the least."""


class Sightings:
    """Counts the forms that recur among a dataset's records, and those of other datasets."""

    def __init__(self) -> None:
        self._seen = {name: Seen(MOST_FORMS) for name in FORMS}
        self._groups: dict[str, int] = {}

    def add(self, record: Mapping[str, Any], beside: str = "") -> None:
        """Count a record: of the dataset itself, or of one `beside` it, which has a name."""
        name = ": ".join(each for each in (beside, record["split"]) if each) or "this dataset"
        group = self._group(name)
        for form, read in FORMS.items():
            text = read(record)
            if text:
                self._seen[form].add(text, group, not beside)

    def merge(self, other: "Sightings") -> None:
        """Count the records that another one counted after this."""
        groups = [self._group(name) for name in other._groups][:MOST_GROUPS]
        for form, seen in other._seen.items():
            self._seen[form].merge(seen, groups)

    def _group(self, name: str) -> int:
        return self._groups.setdefault(name, min(len(self._groups), MOST_GROUPS - 1))

    def repeats(self) -> tuple[Repeats, ...]:
        """Return the repeats of each form that problems of the dataset have."""
        return tuple(seen.repeats(form) for form, seen in self._seen.items() if seen.problems)

    def overlaps(self) -> tuple[Overlap, ...]:
        """Return the forms that each two splits and datasets share, if there are several."""
        names = list(self._groups)[:MOST_GROUPS]
        return tuple(
            overlap
            for form, seen in self._seen.items()
            if seen.problems
            for overlap in seen.overlaps(form, names)
        )
