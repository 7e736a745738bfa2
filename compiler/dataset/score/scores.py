"""The scores of a dataset's predictions: accuracy with its interval, by parameter, F1 of classes and of proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...contract import Score
from ...replies import conflict_f1, has_proof, rule_f1
from ..formats import read
from ..stats.account import figures
from ..stats.counting import value_name
from .clusters import Clusters, interval
from .predictions import Ids, Prediction, Predictions, remarks
from .private import private_id
from .score import score
from .verdicts import Verdict

MOST_CLASSES = 12
"""With more different right answers than this, answers are not classes."""

MOST_GROUPS = 50
"""Of how many values of a parameter the accuracy is given; of one with more, none is."""

MOST_REASONS = 10_000
"""How many different reasons are counted; others count as another answer."""

ANOTHER = "another answer"
OTHER = "(another)"
NO_ANSWER = "(no answer)"


@dataclass(frozen=True)
class Accuracy:
    """How many replies are right, of how many.

    Attributes:
        share: the share of those that are right.
        effective: how many independent replies they are worth: fewer than `count` if replies to problems
            that share a theory are alike.
        low, high: Wilson's interval of 95% for `share`, computed with `effective`.
    """

    right: int
    count: int
    share: float
    effective: float
    low: float
    high: float


@dataclass(frozen=True)
class Class:
    """How well one answer is recognised: of the replies that give it, and of the records that have it.

    A share of nothing is 0.
    """

    precision: float
    recall: float
    f1: float
    count: int


@dataclass(frozen=True)
class TaskScores:
    """The scores of one task.

    Attributes:
        exact: how many replies are the answer and nothing else, up to case, blanks and a full stop; of an open
            answer, any right one as records write it.
        macro_f1: the mean of the classes' F1 (Opitz and Burst, 2019, call it averaged F1); None if answers
            are not classes.
        confusion: for each right answer, how often each was given.
        reasons: why replies are not right.
    """

    accuracy: Accuracy
    exact: Accuracy
    macro_f1: float | None
    classes: Mapping[str, Class]
    confusion: Mapping[str, Mapping[str, int]]
    reasons: Mapping[str, int]


@dataclass(frozen=True)
class ProofScores:
    """The means over the predictions that have a proof, of records that have one; None if there are none.

    Attributes:
        count: how many these are.
        without: how many predictions for records with a proof have none.
    """

    count: int
    without: int
    rule_f1: float | None
    conflict_f1: float | None


@dataclass(frozen=True)
class Scores:
    """All results of `rspc score`.

    Attributes:
        missing, unknown, doubled: how many records have no prediction, predictions no record, and ids several.
        by: the accuracy for each value of each parameter with several values, and of each requested key.
        remarks: warnings about the ids of predictions.
    """

    dataset: str
    predictions: str
    accuracy: Accuracy
    missing: int
    unknown: int
    doubled: int
    tasks: Mapping[str, TaskScores]
    by: Mapping[str, Mapping[str, Accuracy]]
    proofs: ProofScores | None
    remarks: tuple[Diagnostic, ...]


def scores(
    dataset: str | Path,
    predictions: str | Path,
    *,
    by: Iterable[str] = (),
    verdict: Callable[[Verdict], None] = lambda _: None,
    progress: Callable[[int], None] = lambda _: None,
) -> Scores:
    """Score the predictions for a dataset. It is read once, record by record, and each reply when its record is.

    Args:
        dataset: a folder that `rspc compile` wrote, or a file of records.
        predictions: a file with one JSON object on each line: `id`, `text`, and optionally `proof`, as text
            or steps.
        by: metrics or fields to group accuracies by, in addition to parameters.
        verdict: called with the score of the reply to each record, in the order of the records.
        progress: called after each record with how many were read.

    Raises:
        SpecError: E0804 or E0805 for a missing or damaged dataset; E0830 or E0831 for missing or damaged
            predictions; E0832 if none belongs to a record; E0619 for an unknown figure.
    """
    account = _Account(tuple(by))
    with Predictions(Path(predictions)) as given:
        missing = Ids()
        for done, record in enumerate(read.problems(Path(dataset)), 1):
            id = record["id"]
            found = given.of(id)
            if not found and not (found := given.of(private_id(id))):
                missing.add(id)
            with read.report_damage(record):
                added = account.add(record, found)
            verdict(added)
            progress(done)
        if missing.count == account.all.count:
            raise SpecError([_strangers(given, missing, str(dataset))])
        account.check(str(dataset))
        unknown, doubled = given.unused(), given.doubled()
    return Scores(
        dataset=str(dataset),
        predictions=str(predictions),
        accuracy=_accuracy(account.all),
        missing=missing.count,
        unknown=unknown.count,
        doubled=doubled.count,
        tasks={name: each.result() for name, each in sorted(account.tasks.items())},
        by=account.groups(),
        proofs=account.proofs(),
        remarks=tuple(remarks(account.all.count, missing, unknown, doubled)),
    )


def _strangers(given: Predictions, missing: Ids, dataset: str) -> Diagnostic:
    count = given.count
    told = "the one prediction" if count == 1 else f"none of the {count} predictions"
    message = f"{told} of `{given.path}` is of {'no' if count == 1 else 'a'} record of `{dataset}`"
    if not count:
        message = f"`{given.path}` holds no predictions"
    return Diagnostic(
        "E0832",
        message,
        help=f"ids of the dataset look like {missing.first[0]}"
        if missing.first
        else "it has no records",
    )


# ------------------------------------------------------------------------------------------------------ accounts


class _Task:
    """The scores of one task's replies."""

    def __init__(self) -> None:
        self.hits, self.exact = Clusters(), Clusters()
        self.confusion: dict[str, Counter[str]] | None = {}
        self.reasons: Counter[str] = Counter()

    def add(self, theory: int, right: str, found: Score, text: str, several: bool) -> None:
        """Count a reply.

        Args:
            several: whether other answers than the right one of the record can be right.
        """
        self.hits.add(theory, found.value == 1)
        letter = found.answer if several else right
        self.exact.add(theory, found.value == 1 and _bare(text) == _bare(letter))
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
            _accuracy(self.hits),
            _accuracy(self.exact),
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


class _Account:
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

    def add(self, record: Mapping[str, Any], predictions: list[Prediction]) -> Verdict:
        """Count the replies to a record, and return their score."""
        found, text = _judge_replies(record, predictions)
        right, theory = found.value == 1, hash(tuple(record["theory"]))
        self.all.add(theory, right)
        task, several = self.tasks.setdefault(record["task"], _Task()), bool(record.get("reply"))
        task.add(theory, record["answer"], found, text, several)
        for name, value in record["params"].items():
            self._group(name, value, theory, right)
        if self._by:
            known = figures(record)
            self._seen |= known.keys()
            for name in self._by:
                if name in known and name not in record["params"]:
                    self._group(name, known[name], theory, right)
                self._asked |= {name} & known.keys()
        if predictions and has_proof(record):
            self._compare(record, predictions[0])
        id, answer = record["id"], record["answer"]
        return Verdict(id, found.value, found.answer, answer, found.reason, len(predictions))

    def _compare(self, record: Mapping[str, Any], prediction: Prediction) -> None:
        steps = prediction.steps(record)
        if steps is None:
            self._proofless += 1
        else:
            self._proofs += 1
            self._rules += rule_f1(record, steps)
            self._conflicts += conflict_f1(record, steps)

    def _group(self, name: str, value: Any, theory: int, right: bool) -> None:
        groups = self._groups.setdefault(name, {})
        if groups is None:
            return
        groups.setdefault(value_name(value), Clusters()).add(theory, right)
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
            name: {value: _accuracy(hits) for value, hits in _order_groups(groups)}
            for name, groups in self._groups.items()
            if groups is not None and len(groups) > 1
        }

    def proofs(self) -> ProofScores | None:
        count, without = self._proofs, self._proofless
        if not count:
            return ProofScores(0, without, None, None) if without else None
        return ProofScores(count, without, self._rules / count, self._conflicts / count)


def _judge_replies(record: Mapping[str, Any], predictions: list[Prediction]) -> tuple[Score, str]:
    """Score the prediction for a record, and return its text; several replies must answer alike."""
    if not predictions:
        return Score(0.0, "there is no prediction"), ""
    found = [score(record, prediction.text) for prediction in predictions]
    if len({(each.value, each.answer) for each in found}) > 1:
        return Score(0.0, "several predictions answer differently"), ""
    return found[0], predictions[0].text


def _accuracy(hits: Clusters) -> Accuracy:
    share = hits.right / hits.count if hits.count else 0.0
    effective = hits.effective()
    return Accuracy(
        hits.right, hits.count, share, effective, *interval(share * effective, effective)
    )


def _bare(text: str) -> str:
    return " ".join(text.split()).removesuffix(".").casefold()


def _order_groups(groups: Mapping[str, Clusters]) -> Iterator[tuple[str, Clusters]]:
    """Yield groups in the order of their values: numbers as such, and before names."""

    def key(item: tuple[str, Clusters]) -> tuple[int, float, str]:
        try:
            return 0, float(item[0]), item[0]
        except ValueError:
            return 1, 0.0, item[0]

    return iter(sorted(groups.items(), key=key))
