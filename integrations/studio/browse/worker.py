"""The process that reads, describes and judges what a server must not trust: records and replies."""

from pathlib import Path

from ....dsl.diagnostics import SpecError
from ...processes.serving import answer_all, describe
from .messages import (
    Answer,
    Build,
    Describe,
    Drawn,
    Export,
    Exported,
    Fault,
    Judge,
    Judgement,
    Question,
    Score,
    Scored,
    Statistics,
    Summary,
    Told,
    as_faults,
)


def serve() -> None:
    """Answer the requests that are read from standard input, a line of JSON each, and write a line for each."""
    answer_all(Question, answer)


def answer(asked: Question) -> Answer:
    """Return the answer to a request; what fails is in its field `faults`."""
    try:
        return _answer(asked)
    except MemoryError:
        return _failed(asked, (Fault("E0813", "memory ran out"),))
    except SpecError as fault:
        return _failed(asked, as_faults(fault.diagnostics))
    except Exception as fault:
        return _failed(asked, (Fault("E0805", f"it cannot be read: {describe(fault)}"),))


def _answer(asked: Question) -> Answer:
    match asked:
        case Build(dataset, database):
            from .building import build

            build(Path(dataset), Path(database))
            return Told()
        case Describe(record):
            from .describing import record_html

            return Told(record_html(record))
        case Score(record, reply):
            from ....compiler.dataset.formats.read import report_damage
            from ....compiler.dataset.score.score import score

            with report_damage(record):
                found = score(record, reply)
            return Scored(found.value, found.answer, found.reason)
        case Judge():
            from .judging import judge

            return judge(asked)
        case Export():
            from .exporting import export

            return export(asked)
        case Statistics(dataset, database):
            return _summary(Path(dataset), Path(database))


def _summary(dataset: Path, database: Path) -> Summary:
    from ....compiler.dataset.stats.layout.tables import tables
    from ....compiler.dataset.stats.stats import stats
    from .readable import only_readable, skipped

    with only_readable(dataset, database) as path:
        found = stats(path)
    return Summary(
        tuple((each.mark, each.name, each.text) for each in found.verdict),
        skipped(database),
        tuple(Drawn(each.title, each.columns, each.rows, each.notes) for each in tables(found)),
    )


def _failed(asked: Question, faults: tuple[Fault, ...]) -> Answer:
    match asked:
        case Build() | Describe():
            return Told(faults=faults)
        case Score():
            return Scored(faults=faults)
        case Judge():
            return Judgement(faults=faults)
        case Export():
            return Exported(faults=faults)
        case Statistics():
            return Summary(faults=faults)
