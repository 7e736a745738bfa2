"""How often each label and each answer occurs: in all records, and in those of each family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .account import Record
from .counting import OTHERS, Names, evenness
from .guessing.kept import has_open_answer
from .prompts.variety import MOST_FAMILIES
from .significance import binomial_tail


@dataclass(frozen=True)
class Balance:
    """How often each name occurs.

    Attributes:
        counts: also of answers that every problem offers but none has.
        apart: the greatest count less the smallest; None if some names are counted together.
        even: the entropy over its maximum: 1 if all are equally frequent; None if there is one name, or if
            some are counted together.
    """

    counts: Mapping[str, int]
    shares: Mapping[str, float]
    apart: int | None
    even: float | None


def balance(names: Names, offered: frozenset[str]) -> Balance:
    """Return how often names occur; those of `offered` too that never do, if all of them are offered."""
    counts = names.ordered()
    if counts.keys() <= offered:
        counts = {name: names.counts[name] for name in sorted(offered)}
    shares = {name: count / names.total for name, count in counts.items()}
    if OTHERS in counts:
        return Balance(counts, shares, None, None)
    apart = max(counts.values()) - min(counts.values())
    return Balance(counts, shares, apart, evenness(counts))


@dataclass(frozen=True)
class Commonest:
    """The commonest label of a family, or the commonest answer if all problems offer the same ones.

    Attributes:
        share: the share of the family's records that have it.
        even: the share that each would have if all were equally frequent.
        p: the probability that any label is so frequent if all are equally likely, at most 1 (Bonferroni).
        open: whether a record has an open answer, so that a constant label says nothing.
    """

    family: str
    name: str
    records: int
    share: float
    even: float
    p: float
    open: bool


class _Labels:
    def __init__(self) -> None:
        self.labels, self.answers = Names(), Names()
        self.offered: frozenset[str] | None = None
        self.open = False

    def offer(self, choices: frozenset[str]) -> None:
        self.offered = choices if self.offered is None else self.offered & choices


def _numbers(record: Record) -> list[str]:
    """Return the numbers of the sentences or lines that can be answers; none if these have no numbers.

    A label names such sentences by their ids, which no text shows.
    """
    reply = record.get("reply") or {}
    most = len(reply.get("numbered", ())) or reply.get("lines", 0)
    return [str(number) for number in range(1, most + 1)]


class FamilyLabels:
    """Counts the labels and answers of each family, of which the first `MOST_FAMILIES` are distinguished."""

    def __init__(self) -> None:
        self._families: dict[str, _Labels] = {}

    def add(self, record: Record) -> None:
        found = self._of(record["family"])
        if found is not None:
            found.labels.add(record["label"])
            found.answers.add(record["answer"])
            found.offer(frozenset(record.get("choices") or _numbers(record)))
            found.open = found.open or has_open_answer(record)

    def merge(self, other: FamilyLabels) -> None:
        """Count the records that another one counted after this."""
        for family, more in other._families.items():
            found = self._of(family)
            if found is not None:
                found.labels.merge(more.labels)
                found.answers.merge(more.answers)
                found.offer(more.offered or frozenset())
                found.open = found.open or more.open

    def _of(self, family: str) -> _Labels | None:
        if family not in self._families:
            if len(self._families) == MOST_FAMILIES:
                return None
            self._families[family] = _Labels()
        return self._families[family]

    def result(self) -> tuple[Commonest, ...]:
        """Return the commonest label of each family, in the order of their names."""
        return tuple(_commonest(name, self._families[name]) for name in sorted(self._families))


def _commonest(family: str, found: _Labels) -> Commonest:
    offered = found.offered or frozenset()
    names = found.answers if offered and found.answers.counts.keys() <= offered else found.labels
    counts = balance(names, offered).counts
    distinct = {name: count for name, count in counts.items() if name != OTHERS} or counts
    commonest = min(distinct, key=lambda name: (-distinct[name], name))
    even = 1 / len(counts)
    tail = binomial_tail(distinct[commonest], names.total, even) if len(counts) > 1 else 0.0
    return Commonest(
        family=family,
        name=commonest,
        records=names.total,
        share=distinct[commonest] / names.total,
        even=even,
        p=min(1.0, len(counts) * tail),
        open=found.open,
    )
