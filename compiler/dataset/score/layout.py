"""Lays scores out as tables of text."""

from collections.abc import Iterable, Iterator, Mapping

from ..formats import cut, fold
from ..stats.layout.cells import Table, number, share
from .outcome import Accuracy, ProofScores, Scores, TaskScores

WIDEST = 60
"""How many characters of an answer, a value or a reason are shown; JSON has all."""

LONG = 16
"""If an answer has more characters than this, the heads of columns number the answers."""

MOST_REASONS = 10
"""How many reasons are shown, the most frequent ones; JSON has more."""

_COLUMNS = ("right", "of", "accuracy", "95% interval")


def tables(found: Scores) -> Iterator[Table]:
    """Yield the tables of scores, those that have rows."""
    rows = [("all", *accuracy_cells(found.accuracy))] if len(found.tasks) > 1 else []
    rows += [(name, *accuracy_cells(each.accuracy)) for name, each in found.tasks.items()]
    rows += [
        (f"{name}, to the letter", *accuracy_cells(each.exact))
        for name, each in found.tasks.items()
    ]
    note = wider(
        [found.accuracy, *(task.accuracy for task in found.tasks.values())]
        + [task.exact for task in found.tasks.values()]
    )
    yield Table("Scores", ("task", *_COLUMNS), tuple(rows), note)
    for name, each in found.tasks.items():
        yield from _task(name, each)
    grouped = tuple(
        (name, cut(value, WIDEST), *accuracy_cells(each))
        for name, groups in found.by.items()
        for value, each in groups.items()
    )
    if grouped:
        note = wider([group for groups in found.by.values() for group in groups.values()])
        yield Table("Scores by parameter", ("figure", "value", *_COLUMNS), grouped, note)
    if found.proofs is not None:
        yield _proofs(found.proofs)


def wider(told: Iterable[Accuracy]) -> str:
    """Add a note that intervals are wider than for independent replies, if one is."""
    if all(accuracy.effective == accuracy.count for accuracy in told):
        return ""
    return "intervals are wider where replies to problems that share a theory are alike"


def _proofs(found: ProofScores) -> Table:
    means = ("" if each is None else number(each) for each in (found.rule_f1, found.conflict_f1))
    row = (str(found.count), str(found.without), *means)
    note = "" if found.count else "no prediction for a record with a proof has a `proof`"
    columns = ("predictions with a proof", "without", "rule F1", "conflict F1")
    return Table("Proofs", columns, (row,), note)


def _task(name: str, found: TaskScores) -> Iterator[Table]:
    if found.classes:
        called = _name_answers(found.classes)
        rows = tuple(
            (
                called[answer],
                str(each.count),
                *map(share, (each.precision, each.recall)),
                number(each.f1),
            )
            for answer, each in found.classes.items()
        )
        assert found.macro_f1 is not None
        columns = ("answer", "count", "precision", "recall", "F1")
        yield Table(f"Answers: {name}", columns, rows, f"macro-F1 {number(found.macro_f1)}")
        yield _confusion(name, found.confusion, called)
    if found.reasons:
        yield reasons(f"Not right: {name}", found)


def reasons(title: str, found: TaskScores) -> Table:
    """Return the table of why the replies to a task are not right, the most frequent reasons first."""
    missed = sum(found.reasons.values())
    rows = [
        (cut(fold(why), WIDEST), str(count), share(count / missed))
        for why, count in found.reasons.items()
    ]
    rest = [*found.reasons.values()][MOST_REASONS:]
    if rest:
        more = f"({len(rest)} more reasons)"
        rows[MOST_REASONS:] = [(more, str(sum(rest)), share(sum(rest) / missed))]
    return Table(title, ("reason", "count", "share"), tuple(rows))


def _name_answers(answers: Iterable[str]) -> dict[str, str]:
    """Return how each answer is shown: if one is long, all are numbered, and long ones are cut."""
    names = list(answers)
    if max(map(len, names)) <= LONG and not any("\n" in name for name in names):
        return {name: name for name in names}
    return {each: f"{place}. {cut(fold(each), WIDEST)}" for place, each in enumerate(names, 1)}


def _confusion(
    name: str, confusion: Mapping[str, Mapping[str, int]], called: Mapping[str, str]
) -> Table:
    columns = tuple(next(iter(confusion.values())))
    used = [column for column in columns if any(row[column] for row in confusion.values())]
    rows = tuple(
        (called[right], *(str(row[each]) for each in used)) for right, row in confusion.items()
    )
    heads = (
        each if called.get(each, each) == each else called[each].partition(" ")[0] for each in used
    )
    return Table(f"Right answers and those given: {name}", ("right", *heads), rows)


def accuracy_cells(each: Accuracy) -> tuple[str, str, str, str]:
    """Return how many are right, of how many, the share and its interval."""
    return (
        number(each.right),
        str(each.count),
        share(each.share),
        f"{share(each.low)} to {share(each.high)}",
    )
