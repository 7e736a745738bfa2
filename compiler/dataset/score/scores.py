"""The scores of a dataset's predictions, by one model or by several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ..formats import read
from .accounts import Account, Weighed, accuracy
from .outcome import Scores
from .predictions import Ids, Prediction, Predictions, remarks
from .private import private_id
from .verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """A record with the replies of each model, and what they are worth."""

    record: Mapping[str, Any]
    replies: tuple[list[Prediction], ...]
    verdicts: tuple[Verdict, ...]


def scores(
    dataset: str | Path,
    predictions: str | Path,
    *,
    by: Iterable[str] = (),
    verdict: Callable[[Verdict], None] = lambda _: None,
    progress: Callable[[int], None] = lambda _: None,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Scores:
    """Score the predictions for a dataset. It is read once, record by record, and each reply when its record is.

    Args:
        dataset: a folder that `rspc compile` wrote, or a file of records.
        predictions: a file with one JSON object on each line: `id`, `text`, and optionally `proof`, as text
            or steps; or one in another format of `FORMATS`.
        by: metrics or fields to group accuracies by, in addition to parameters.
        verdict: called with the score of the reply to each record, in the order of the records.
        progress: called after each record with how many were read.
        format, columns: as `Predictions` has them.

    Raises:
        SpecError: E0804 or E0805 for a missing or damaged dataset; what `Predictions` raises for missing or damaged
            predictions; E0832 if none belongs to a record; E0619 for an unknown figure.
    """
    with Predictions(Path(predictions), format, columns) as given:
        (found,) = judge(
            Path(dataset), [given], tuple(by), lambda each: verdict(each.verdicts[0]), progress
        )
    return found


class _Model:
    """The predictions of a model, and what is counted of them."""

    def __init__(self, given: Predictions, by: tuple[str, ...]) -> None:
        self.given = given
        self.account = Account(by)
        self.missing = Ids()

    def replies(self, id: str) -> list[Prediction]:
        return self.given.of(id) or self.given.of(private_id(id))

    def add(self, id: str, weighed: Weighed) -> None:
        """Count the replies to a record."""
        if not weighed.verdict.replies:
            self.missing.add(id)
        self.account.add(weighed)

    def result(self, dataset: str, named: bool) -> Scores:
        account, given, missing = self.account, self.given, self.missing
        unknown, doubled = given.unused(), given.doubled()
        name = str(given.path) if named else ""
        return Scores(
            dataset=dataset,
            predictions=str(given.path),
            accuracy=accuracy(account.all),
            missing=missing.count,
            unknown=unknown.count,
            doubled=doubled.count,
            tasks={name: each.result() for name, each in sorted(account.tasks.items())},
            by=account.groups(),
            proofs=account.proofs(),
            remarks=tuple(remarks(account.all.count, missing, unknown, doubled, name)),
        )


def judge(
    dataset: Path,
    given: Sequence[Predictions],
    by: tuple[str, ...],
    each: Callable[[Judged], None],
    progress: Callable[[int], None] = lambda _: None,
    records: Iterable[Mapping[str, Any]] | None = None,
    unscored: Callable[[SpecError], None] | None = None,
) -> list[Scores]:
    """Score the predictions of some models for a dataset, which is read once.

    Args:
        each: called with each record, its replies and their scores, in order.
        records: those of its records that are scored; None for all of them.
        unscored: called with the fault of each record whose fields do not fit together, which is left out; None to
            raise it.

    Raises:
        SpecError: as `scores` does; E0832 for each model none of whose predictions belongs to a record.
    """
    models = [_Model(own, by) for own in given]
    for done, record in enumerate(read.problems(dataset) if records is None else records, 1):
        replies = tuple(model.replies(record["id"]) for model in models)
        try:
            with read.report_damage(record):
                weighed = [
                    model.account.weigh(record, found, model.given.is_averaged)
                    for model, found in zip(models, replies, strict=True)
                ]
        except SpecError as fault:
            if unscored is None or fault.diagnostics[0].code != "E0805":
                raise
            unscored(fault)
            continue
        for model, found in zip(models, weighed, strict=True):
            model.add(record["id"], found)
        each(Judged(record, replies, tuple(found.verdict for found in weighed)))
        progress(done)
    strangers = [
        _strangers(model.given, model.missing, str(dataset))
        for model in models
        if model.missing.count == model.account.all.count
    ]
    if strangers:
        raise SpecError(strangers)
    models[0].account.check(str(dataset))
    return [model.result(str(dataset), len(models) > 1) for model in models]


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
