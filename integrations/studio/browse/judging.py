"""Scores the replies of models to a dataset, with a database of verdicts for each model."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from ....compiler.dataset.score.comparing.comparison import Comparisons, compare, open_models
from ....compiler.dataset.score.comparing.layout import tables as compared
from ....compiler.dataset.score.layout import reasons, tables
from ....compiler.dataset.score.predictions import Prediction
from ....compiler.dataset.score.reading.names import read_columns
from ....compiler.dataset.score.scores import Judged
from ....compiler.dataset.stats.layout.cells import Table
from ....dsl.diagnostics import SpecError
from . import readable, schema
from .messages import Drawn, Judge, Judgement, as_faults

BATCH = 500
"""After how many records progress can be seen."""

LONGEST = 20_000
"""How many characters of a reply are kept: the last ones, where answers are."""

MOST = 8
"""How many models can be looked at together."""

MOST_TOLD = 5
"""How many records that cannot be scored are named."""

BETWEEN = "\n\n⁂\n\n"
"""What is between several replies to one record."""


def judge(asked: Judge) -> Judgement:
    """Score the replies of some models, as `rspc score` does, and write a verdict and the reply for each record.

    Raises:
        SpecError: what `rspc score` reports.
        OSError, sqlite3.Error: a verdict cannot be written.
    """
    paths = [Path(each) for each in asked.replies]
    with ExitStack() as stack:
        models = stack.enter_context(open_models(paths, None, read_columns(asked.columns)))
        written = [
            stack.enter_context(closing(_open(verdicts_of(Path(asked.folder), place))))
            for place in range(len(models))
        ]
        rows: list[list[tuple[object, ...]]] = [[] for _ in written]
        number = 0

        def each(judged: Judged) -> None:
            nonlocal number
            number += 1
            for own, verdict, replies in zip(rows, judged.verdicts, judged.replies, strict=True):
                told = (verdict.value, verdict.answer, verdict.reason, verdict.replies)
                own.append((number, *told, _texts(replies)))
            if number % BATCH == 0:
                _write(written, rows)

        unscored: list[SpecError] = []

        def leave_out(fault: SpecError) -> None:
            nonlocal number
            number += 1
            unscored.append(fault)

        records = (record for record, _ in readable.records(Path(asked.database)))
        found = compare(
            Path(asked.dataset),
            models,
            by=asked.by,
            each=each,
            records=records,
            unscored=leave_out,
        )
        _write(written, rows)
        for own in written:
            own.execute("CREATE INDEX m ON verdicts (value, reason)")
            own.commit()
    remarks = [remark for each in found.models.values() for remark in each.remarks]
    remarks += [each.diagnostics[0] for each in unscored[:MOST_TOLD]]
    return Judgement(
        tuple(models),
        readable.skipped(Path(asked.database)),
        tuple(_drawn(found)),
        as_faults(tuple(remarks)),
        unscored=len(unscored),
    )


def keep_pasted(folder: Path, text: str) -> Path:
    """Write the text of a file of replies to a folder; return its file, whose suffix says what it may be."""
    begin = text.lstrip().partition("\n")[0].rstrip()
    is_document = begin.startswith(("{", "[")) and not begin.endswith(("}", "]"))
    suffix = "json" if is_document else "jsonl" if begin.startswith("{") else "csv"
    path = folder / f"pasted.{suffix}"
    path.write_text(text, encoding="utf-8", errors="replace")
    return path


def verdicts_of(folder: Path, place: int) -> Path:
    """Return the database with the verdicts of a model."""
    return folder / f"verdicts-{place}.db"


def count(folder: Path) -> int:
    """Return how many records are scored so far."""
    try:
        with closing(schema.connect(verdicts_of(folder, 0))) as tables:
            return int(tables.execute("SELECT max(row) FROM verdicts").fetchone()[0] or 0)
    except sqlite3.Error:
        return 0


def _open(path: Path) -> sqlite3.Connection:
    found = schema.connect(path)
    found.execute("PRAGMA journal_mode = WAL")
    found.execute(
        "CREATE TABLE verdicts (row INTEGER PRIMARY KEY, value REAL, answer TEXT, reason TEXT, "
        "replies INTEGER, reply TEXT)"
    )
    found.commit()
    return found


def _write(written: Sequence[sqlite3.Connection], rows: Sequence[list[tuple[object, ...]]]) -> None:
    for database, own in zip(written, rows, strict=True):
        database.executemany("INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?)", own)
        database.commit()
        own.clear()


def _texts(replies: Sequence[Prediction]) -> str:
    text = BETWEEN.join(each.text for each in replies)
    shown = text if len(text) <= LONGEST else f"…{text[1 - LONGEST :]}"
    return shown.encode("utf-8", "backslashreplace").decode()


def _drawn(found: Comparisons) -> Iterator[Drawn]:
    several = len(found.models) > 1
    alone = next(iter(found.models.values()))
    made: list[Table] = list(compared(found) if several else tables(alone))
    if several:
        made += [
            reasons(f"Not right: {name}, {task}", each)
            for name, scores in found.models.items()
            for task, each in scores.tasks.items()
            if each.reasons
        ]
    for each in made:
        yield Drawn(each.title, each.columns, each.rows, each.notes)
