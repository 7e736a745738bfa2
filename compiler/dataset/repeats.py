"""Forms that recur: how many there are, how often one repeats an earlier one, and what groups share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations


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


OWN = 1
"""The bit of a form that was seen in the dataset itself."""


class Seen:
    """The forms of one sort: by their digests, in which groups each was seen, and how often in the dataset itself.

    When there are too many, those whose digest is even are kept, then every fourth …, as in P. B. Gibbons, Distinct
    sampling, VLDB 2001, 541-550: a share of the forms that does not depend on how often each occurs.

    Args:
        most: how many different forms are remembered.
    """

    def __init__(self, most: int) -> None:
        self.problems = 0
        self.level = 0
        self._most = most
        # Of each form a bit for the dataset itself, and one for each group; and how often it was seen again there.
        self._seen: dict[int, int] = {}
        self._again: dict[int, int] = {}

    def add(self, form: str, group: int = 0, own: bool = True) -> None:
        """Count a form that was seen in a group, in the dataset itself or next to it."""
        self.problems += own
        bits = digest(form)
        if bits & self._mask:
            return
        before = self._seen.get(bits, 0)
        if own and before & OWN:
            self._again[bits] = self._again.get(bits, 0) + 1
        self._seen[bits] = before | own | OWN << 1 << group
        while len(self._seen) > self._most:
            self._keep(self.level + 1)

    def merge(self, other: "Seen", groups: Sequence[int] = (0,)) -> None:
        """Count what another one counted after this; `groups` are what its groups are called here."""
        self.problems += other.problems
        if other.level > self.level:
            self._keep(other.level)
        for bits, seen in other._seen.items():
            if bits & self._mask:
                continue
            before = self._seen.get(bits, 0)
            again = other._again.get(bits, 0) + (before & seen & OWN)
            if again:
                self._again[bits] = self._again.get(bits, 0) + again
            own = seen & OWN
            for place, group in enumerate(groups):
                own |= (seen >> place + 1 & 1) << group + 1
            self._seen[bits] = before | own
        while len(self._seen) > self._most:
            self._keep(self.level + 1)

    def _keep(self, level: int) -> None:
        """Keep the share of the forms that a level leaves."""
        self.level = level
        mask = self._mask
        self._seen = {each: seen for each, seen in self._seen.items() if not each & mask}
        self._again = {each: count for each, count in self._again.items() if not each & mask}

    def __contains__(self, form: str) -> bool:
        """Return whether a form is remembered: it was seen, and not left out of the share."""
        return digest(form) in self._seen

    @property
    def _mask(self) -> int:
        return (1 << self.level) - 1

    def repeats(self, form: str) -> Repeats:
        """Return how often forms recur in the dataset itself; `form` is what this sort is called."""
        scale = 1 << self.level
        different = sum(seen & OWN for seen in self._seen.values()) * scale
        repeats = sum(self._again.values()) * scale
        return Repeats(form, self.problems, different, repeats, not self.level)

    def overlaps(self, form: str, names: list[str]) -> Iterator[Overlap]:
        """Yield the forms that each two groups share, by the groups' names."""
        scale = 1 << self.level
        for (one, first), (two, second) in combinations(enumerate(names), 2):
            both, bits = 0, (OWN << 1 << one | OWN << 1 << two)
            here = there = 0
            for seen in self._seen.values():
                here += seen >> one + 1 & 1
                there += seen >> two + 1 & 1
                both += seen & bits == bits
            shared = (both * scale, here * scale, there * scale)
            yield Overlap(form, first, second, *shared, not self.level)


def digest(text: str) -> int:
    """Return 64 bits that stand for a text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")
