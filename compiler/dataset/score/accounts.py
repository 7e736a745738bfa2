"""Adds up the values of replies: by task, by parameter, and of proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...contract import Score
from ...replies import conflict_f1, has_proof, rule_f1
from ..stats.account import figures
from ..stats.counting import value_name
from .clusters import Clusters, interval
from .outcome import Accuracy, Class, ProofScores, TaskScores
from .predictions import Prediction
from .score import score
from .verdicts import Verdict

T = TypeVar("T")

MOST_CLASSES = 12
"""With more different right answers than this, answers are not classes."""

MOST_GROUPS = 50
"""Of how many values of a parameter the accuracy is given; of one with more, none is."""

MOST_REASONS = 10_000
"""How many different reasons are counted; others count as another answer."""

Attempt: TypeAlias = tuple[Score, str]
"""What a reply is worth, and its text."""

ANOTHER = "another answer"
OTHER = "(another)"
NO_ANSWER = "(no answer)"


class _Task:
    """The scores of one task's replies."""

    def __init__(self) -> None:
        self.hits, self.exact = Clusters(), Clusters()
        self.confusion: dict[str, Counter[str]] | None = {}
        self.reasons: Counter[str] = Counter()

    def add(self, theory: int, right: str, attempts: Sequence[Attempt], several: bool) -> None:
        """Count the attempts at a problem.

        Args:
            several: whether other answers than the right one of the record can be right.
        """
        self.hits.add(theory, _mean([found.value == 1 for found, _ in attempts]))
        letters = [
            found.value == 1 and _bare(text) == _bare(found.answer if several else right)
            for found, text in attempts
        ]
        self.exact.add(theory, _mean(letters))
        for found, _ in attempts:
            self._count(right, found, several)

    def _count(self, right: str, found: Score, several: bool) -> None:
        if found.value < 1:
            reason = found.reason if several or not found.answer else ANOTHER
            known = reason in self.reasons or len(self.reasons) < MOST_REASONS
            self.reasons[reason if known else ANOTHER] += 1
        if self.confusion is not None:
            given = right if found.value == 1 else found.answer or NO_ANSWER
            self.confusion.setdefault(right, Counter())[given] += 1
            if len(self.confusion) > MOST_CLASSES:
                self.confusion = None

    def result(self) -> TaskScores:
        classes = self._classes()
        macro = sum(kind.f1 for kind in classes.values()) / len(classes) if classes else None
        return TaskScores(
            accuracy(self.hits),
            accuracy(self.exact),
            macro,
            classes,
            self._show_table() if classes else {},
            dict(self.reasons.most_common()),
        )

    def _classes(self) -> dict[str, Class]:
        """Return the F1 of each right answer; nothing where there is one alone, or too many."""
        if self.confusion is None or len(self.confusion) < 2:
            return {}
        given: Counter[str] = Counter()
        for row in self.confusion.values():
            given += row
        found = {}
        for name, row in sorted(self.confusion.items()):
            hits, count = row[name], row.total()
            precision = hits / given[name] if given[name] else 0.0
            f1 = 2 * hits / (count + given[name])
            found[name] = Class(precision, hits / count, f1, count)
        return found

    def _show_table(self) -> dict[str, dict[str, int]]:
        """Return the table with a column for each right answer, one for others, and one for none."""
        assert self.confusion is not None
        names = sorted(self.confusion)
        found = {}
        for name in names:
            row = self.confusion[name]
            others = row.total() - sum(row[each] for each in (*names, NO_ANSWER))
            found[name] = {
                **{each: row[each] for each in names},
                OTHER: others,
                NO_ANSWER: row[NO_ANSWER],
            }
        return found


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the replies of a model to a record are worth, and what they are counted by.

    Attributes:
        is_open: whether other answers than that of the record can be right.
        params, figures: names of the values that accuracies are given for.
        is_proven: whether the record has a proof, and a reply.
        proof: how well the rules and the conflicts of the reply's proof agree with it.
    """

    attempts: tuple[Attempt, ...]
    theory: int
    task: str
    answer: str
    is_open: bool
    params: Mapping[str, str]
    figures: Mapping[str, str]
    is_proven: bool
    proof: tuple[float, float] | None
    verdict: Verdict


class Account:
    """Everything that is counted, in memory that does not grow with the records."""

    def __init__(self, by: tuple[str, ...]) -> None:
        self.all = Clusters()
        self.tasks: dict[str, _Task] = {}
        self._by = by
        self._asked: set[str] = set()
        self._seen: set[str] = set()
        self._groups: dict[str, dict[str, Clusters] | None] = {}
        self._proofs = self._proofless = 0
        self._rules = self._conflicts = 0.0

    def weigh(
        self, record: Mapping[str, Any], predictions: list[Prediction], is_averaged: bool = False
    ) -> Weighed:
        """Return what the replies to a record are worth; nothing is counted. Whatever fails on the record fails here.

        Args:
            is_averaged: whether several replies are attempts, whose values are averaged. Otherwise they must
                answer alike.
        """
        attempts = _judge_replies(record, predictions, is_averaged)
        proof: tuple[float, float] | None = None
        is_proven = bool(predictions) and has_proof(record)
        if is_proven and (steps := predictions[0].steps(record)) is not None:
            proof = rule_f1(record, steps), conflict_f1(record, steps)
        return Weighed(
            tuple(attempts),
            theory_of(record),
            record["task"],
            record["answer"],
            bool(record.get("reply")),
            {name: value_name(value) for name, value in record["params"].items()},
            {name: value_name(value) for name, value in figures(record).items()}
            if self._by
            else {},
            is_proven,
            proof,
            _verdict(record, [found for found, _ in attempts], len(predictions)),
        )

    def add(self, weighed: Weighed) -> None:
        """Count the replies to a record."""
        attempts, theory = weighed.attempts, weighed.theory
        right = _mean([found.value == 1 for found, _ in attempts])
        self.all.add(theory, right)
        task = self.tasks.setdefault(weighed.task, _Task())
        task.add(theory, weighed.answer, attempts, weighed.is_open)
        for name, value in weighed.params.items():
            self._group(name, value, theory, right)
        self._seen |= weighed.figures.keys()
        for name in self._by:
            if name in weighed.figures and name not in weighed.params:
                self._group(name, weighed.figures[name], theory, right)
            self._asked |= {name} & weighed.figures.keys()
        if weighed.proof is not None:
            self._proofs += 1
            self._rules += weighed.proof[0]
            self._conflicts += weighed.proof[1]
        elif weighed.is_proven:
            self._proofless += 1

    def _group(self, name: str, value: str, theory: int, right: float) -> None:
        groups = self._groups.setdefault(name, {})
        if groups is None:
            return
        groups.setdefault(value, Clusters()).add(theory, right)
        if len(groups) > MOST_GROUPS:
            self._groups[name] = None

    def check(self, dataset: str) -> None:
        """Raise SpecError (E0619) for a figure that no record has, E0621 for one with too many values."""
        faults = [
            Diagnostic(
                "E0619",
                f"no record has the figure `{name}`",
                help=did_you_mean(name, sorted(self._seen)),
            )
            for name in self._by
            if name not in self._asked
        ]
        faults += [
            Diagnostic(
                "E0621",
                f"`{name}` takes more than {MOST_GROUPS} values",
                help="group by a figure with fewer values",
            )
            for name in self._by
            if self._groups.get(name, {}) is None
        ]
        if faults:
            raise SpecError(faults)

    def groups(self) -> dict[str, dict[str, Accuracy]]:
        """Return the accuracies by the values of each figure that takes several."""
        return {
            name: {value: accuracy(hits) for value, hits in order_values(groups)}
            for name, groups in self._groups.items()
            if groups is not None and len(groups) > 1
        }

    def proofs(self) -> ProofScores | None:
        count, without = self._proofs, self._proofless
        if not count:
            return ProofScores(0, without, None, None) if without else None
        return ProofScores(count, without, self._rules / count, self._conflicts / count)


def theory_of(record: Mapping[str, Any]) -> int:
    """Return a number that records share if they share a theory; it is another one in another process."""
    return hash(tuple(record["theory"]))


def _judge_replies(
    record: Mapping[str, Any], predictions: list[Prediction], is_averaged: bool
) -> list[Attempt]:
    """Score the predictions for a record, with their texts; several count once if they are not attempts."""
    if not predictions:
        return [(Score(0.0, "there is no prediction"), "")]
    found = [(score(record, each.text), each.text) for each in predictions]
    if is_averaged or len({(each.value, each.answer) for each, _ in found}) == 1:
        return found if is_averaged else found[:1]
    return [(Score(0.0, "several predictions answer differently"), "")]


def _verdict(record: Mapping[str, Any], found: Sequence[Score], replies: int) -> Verdict:
    """Return the mean of the values, with the answer and the reason of the first attempt that is not right."""
    shown = next((each for each in found if each.value < 1), found[0])
    value = found[0].value if len(found) == 1 else sum(each.value for each in found) / len(found)
    return Verdict(record["id"], value, shown.answer, record["answer"], shown.reason, replies)


def _mean(hits: Sequence[bool]) -> float:
    """Return the share of hits; of one attempt, a whole number."""
    return int(hits[0]) if len(hits) == 1 else sum(hits) / len(hits)


def accuracy(hits: Clusters) -> Accuracy:
    """Return the accuracy of counted replies, with its interval."""
    share = hits.right / hits.count if hits.count else 0.0
    effective = hits.effective()
    return Accuracy(
        hits.right, hits.count, share, effective, *interval(share * effective, effective)
    )


def _bare(text: str) -> str:
    return " ".join(text.split()).removesuffix(".").casefold()


def order_values(groups: Mapping[str, T]) -> Iterator[tuple[str, T]]:
    """Yield groups in the order of their values: numbers as such, and before names."""

    def key(item: tuple[str, T]) -> tuple[int, float, str]:
        try:
            return 0, float(item[0]), item[0]
        except ValueError:
            return 1, 0.0, item[0]

    return iter(sorted(groups.items(), key=key))
