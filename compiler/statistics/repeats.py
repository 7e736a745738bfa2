"""Which problems are the same as others: within a dataset, between its splits, and with other datasets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from typing import Any

MOST_FORMS = 500_000
"""How many different forms are remembered; of more, a share that is halved as often as needed."""

MOST_GROUPS = 32
"""How many splits and datasets are told apart."""


def _theory(record: Mapping[str, Any]) -> str:
    options = [each["text"] for each in record["options"] or ()]
    return "\n".join((*record["theory"], record["query"], *options))


FORMS: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = {
    "prompt": lambda record: str(record["prompt"]),
    "theory, question and options": _theory,
    "canonical form": lambda record: record.get("canonical"),
    "shape": lambda record: record.get("shape"),
}
"""What two problems can have in common, from the most to the least."""


@dataclass(frozen=True)
class Repeats:
    """How many problems have a form, how many forms there are, and how many problems repeat an earlier one's.

    `exact` is false where there were too many forms to remember: then numbers are estimated from a share of them.
    """

    form: str
    problems: int
    different: int
    repeats: int
    exact: bool


@dataclass(frozen=True)
class Overlap:
    """How many different forms two splits or datasets share, and how many each has."""

    form: str
    first: str
    second: str
    shared: int
    of_first: int
    of_second: int
    exact: bool


class _Seen:
    """The forms of one sort: by their digests, in which groups each was seen, and how often in the dataset itself.

    When there are too many, those whose digest is even are kept, then every fourth …, as in P. B. Gibbons, Distinct
    sampling, VLDB 2001, 541-550: a share of the forms that does not depend on how often each occurs.
    """

    def __init__(self, most: int) -> None:
        self.problems = 0
        self.level = 0
        self._most = most
        self._groups: dict[int, int] = {}
        self._counts: dict[int, int] = {}

    def add(self, form: str, group: int, own: bool) -> None:
        self.problems += own
        digest = int.from_bytes(blake2b(form.encode(), digest_size=8).digest(), "big")
        if digest & self._mask:
            return
        self._groups[digest] = self._groups.get(digest, 0) | 1 << group
        if own:
            self._counts[digest] = self._counts.get(digest, 0) + 1
        while len(self._groups) > self._most:
            self.level += 1
            mask = self._mask
            self._groups = {each: seen for each, seen in self._groups.items() if not each & mask}
            self._counts = {each: count for each, count in self._counts.items() if not each & mask}

    @property
    def _mask(self) -> int:
        return (1 << self.level) - 1

    def repeats(self, form: str) -> Repeats:
        scale = 1 << self.level
        different = len(self._counts) * scale
        repeats = (sum(self._counts.values()) - len(self._counts)) * scale
        return Repeats(form, self.problems, different, repeats, not self.level)

    def overlaps(self, form: str, names: list[str]) -> Iterator[Overlap]:
        scale = 1 << self.level
        for (one, first), (two, second) in combinations(enumerate(names), 2):
            both, bits = 0, (1 << one | 1 << two)
            here = there = 0
            for seen in self._groups.values():
                here += seen >> one & 1
                there += seen >> two & 1
                both += seen & bits == bits
            shared = (both * scale, here * scale, there * scale)
            yield Overlap(form, first, second, *shared, not self.level)


class Sightings:
    """Counts which forms recur among a dataset's records, and those of datasets beside it."""

    def __init__(self) -> None:
        self._seen = {name: _Seen(MOST_FORMS) for name in FORMS}
        self._groups: dict[str, int] = {}

    def add(self, record: Mapping[str, Any], beside: str = "") -> None:
        """Count a record: of the dataset itself, or of one `beside` it, which has a name."""
        name = ": ".join(each for each in (beside, record["split"]) if each) or "this dataset"
        group = self._groups.setdefault(name, min(len(self._groups), MOST_GROUPS - 1))
        for form, read in FORMS.items():
            text = read(record)
            if text:
                self._seen[form].add(text, group, not beside)

    def repeats(self) -> tuple[Repeats, ...]:
        """Give the repeats of each form that problems of the dataset have."""
        return tuple(seen.repeats(form) for form, seen in self._seen.items() if seen.problems)

    def overlaps(self) -> tuple[Overlap, ...]:
        """Give what each two splits and datasets share, where there are several."""
        names = list(self._groups)[:MOST_GROUPS]
        return tuple(
            each
            for form, seen in self._seen.items()
            if seen.problems
            for each in seen.overlaps(form, names)
        )
