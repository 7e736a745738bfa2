"""The results of scoring: accuracies with their intervals, F1 of classes and of proofs, and what is missing."""

from collections.abc import Mapping
from dataclasses import dataclass

from ....dsl.diagnostics import Diagnostic


@dataclass(frozen=True)
class Accuracy:
    """How many problems are solved, of how many.

    Attributes:
        right: how many; of one with several attempts, the share of those that are right.
        share: the share of those that are right.
        effective: how many independent replies they are worth: fewer than `count` if replies to problems
            that share a theory are alike.
        low, high: Wilson's interval of 95% for `share`, computed with `effective`.
    """

    right: float
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
