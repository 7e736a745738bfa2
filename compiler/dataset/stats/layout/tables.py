"""Lays a dataset's figures out as tables of text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from .....dsl.diagnostics import count_noun
from ...formats import cut, fold
from ...ngrams import WORDS, Likeness
from ...repeats import Overlap, Repeats
from ..balance import Balance
from ..counting import OTHERS
from ..foreign_words import Foreign
from ..places import Places
from ..stats import Compared, Group, Seen, Statistics
from .cells import WIDEST, Table, constant_line, distinct, fold_constant, number, share, some
from .guessing import depths, surface
from .prompts import fixed_sentences, variety

MOST_ONCE = 10
"""If more names than this occur once each, one row counts them; JSON has all."""

MOST_OFTEN = 10
"""How many rows of a table that counts values are shown at first."""

MOST_WORDS = 5
"""How many words of other splits are shown; JSON has all."""

THIN = 5
"""The expected count below which the test of a table is rough."""


def tables(found: Statistics, whole: bool = False) -> Iterator[Table]:
    """Return the tables of a dataset, those that have rows or say what is the same everywhere.

    Args:
        whole: whether the tables that count the values of figures have all their rows.
    """
    return (table for table in _tables(found, whole) if table.rows or table.constant)


def _tables(found: Statistics, whole: bool) -> Iterator[Table]:
    every = found.all
    yield _balance("Labels", "label", every.labels)
    if every.answers.counts != every.labels.counts:
        yield _balance("Answers", "answer", every.answers)
    for title, figures in (
        ("Parameters", every.params),
        ("Metrics", every.metrics),
        ("Sizes", every.sizes),
    ):
        varying = {name: seen for name, seen in figures.items() if not _same(seen, every.instances)}
        constant = [
            f"{name} {cut(fold(value), WIDEST)}"
            for name, seen in figures.items()
            if (value := _same(seen, every.instances))
        ]
        yield _numbers(title, varying, constant_line(constant))
        yield _names(f"{title}: how often", varying, whole)
    shares = tuple((name, number(value)) for name, value in every.shares.items())
    yield Table("Shares", ("share", "value"), shares)
    yield variety(found.variety)
    yield fixed_sentences(found.variety)
    yield _repeats(found.repeats)
    yield _overlaps(found.overlaps)
    yield _against(found.against)
    yield _places(found.places)
    if found.foreign is not None:
        yield _foreign(found.foreign)
    if found.rejections is not None:
        yield _rejections(found.rejections, every.instances)
    yield _independence(found)
    if found.surface is not None:
        yield surface(found.surface)
        yield depths(found.surface)
    if found.by is not None:
        yield _label_table(found.by, found.groups)
        yield _number_table(found.by, found.groups, every)
    asked = tuple((text, number(value)) for text, value in found.statistics.items())
    yield Table("Statistics", ("statistic", "value"), asked)
    yield _reference("Reference", found.reference)
    stated = [replace(each, source=cut(each.source, WIDEST)) for each in found.published]
    yield _reference("Published figures", stated)


ESTIMATED = "estimated from a share of the forms, which are too many to remember"


def _repeats(found: Sequence[Repeats]) -> Table:
    rows = tuple(
        (
            repeats.form,
            *map(str, (repeats.problems, repeats.different, repeats.repeats)),
            share(repeats.repeats / repeats.problems),
        )
        for repeats in found
    )
    columns = ("the same", "problems", "different", "repeats", "share")
    note = "" if all(repeats.exact for repeats in found) else ESTIMATED
    return Table("Repeats", columns, rows, note)


def _overlaps(found: Sequence[Overlap]) -> Table:
    rows = tuple(
        (
            overlap.form,
            overlap.first,
            overlap.second,
            *map(str, (overlap.shared, overlap.of_first, overlap.of_second)),
            share(overlap.shared / max(1, min(overlap.of_first, overlap.of_second))),
        )
        for overlap in found
    )
    columns = ("the same", "first", "second", "shared", "in the first", "in the second", "share")
    note = "different ones, as a share of the smaller set"
    if not all(overlap.exact for overlap in found):
        note += f"; {ESTIMATED}"
    return Table("Overlap", columns, rows, note)


def _against(found: Sequence[Likeness]) -> Table:
    rows = tuple(
        (
            like.file,
            f"{like.touched} of {like.problems}",
            share(like.touched / max(1, like.problems)),
            share(like.shared / max(1, like.runs)),
            "".join(f"{cut(run, WIDEST)} ({number})" for run, number in like.commonest[:1]),
        )
        for like in found
    )
    columns = ("file", "prompts", "share", "of all runs", "commonest run (prompts)")
    note = f"prompts with {WORDS} words in a row that the file has as well"
    if any(like.share < 1 for like in found):
        note += "; of large files only a share of the runs was looked at, so that more prompts may have one"
    return Table("Against public sets", columns, rows, note)


def _places(found: Sequence[Places]) -> Table:
    rows = tuple(
        (str(places.options), place, str(count), share(count / sum(places.counts.values())))
        for places in found
        for place, count in places.counts.items()
    )
    notes = [
        f"of {places.options}: chi-squared {number(places.test.statistic)}, p {number(places.test.p)}"
        for places in found
        if places.test is not None
    ]
    columns = ("options", "right one", "count", "share")
    table = Table("Places of right options", columns, some(rows), "; ".join(notes))
    return fold_constant(table, "options")


def _foreign(found: Foreign) -> Table:
    rows = tuple(
        (cut(label, WIDEST), str(number), str(found.counts[label]), share(found.shares[label]))
        for label, number in found.records.items()
    )
    if not rows:
        rows = (("none was looked at", "0", "0", ""),)
    notes = []
    if found.words:
        commonest = list(found.words.items())[:MOST_WORDS]
        more = f" and {len(found.words) - MOST_WORDS} more" if len(found.words) > MOST_WORDS else ""
        notes.append(", ".join(f"`{word}` in {count}" for word, count in commonest) + more)
    if found.unread:
        notes.append(f"{found.unread} of splits were not checked: {found.reason}")
    columns = ("label", "records", "with one", "share")
    return Table("Words of other splits", columns, some(rows), "; ".join(notes))


def _balance(title: str, column: str, balance: Balance) -> Table:
    ordered = sorted(balance.counts, key=lambda each: (-balance.counts[each], each))
    once = [name for name in ordered if balance.counts[name] == 1]
    rows = [
        (cut(fold(name), WIDEST), str(balance.counts[name]), share(balance.shares[name]))
        for name in ordered
        if len(once) <= MOST_ONCE or balance.counts[name] != 1
    ]
    if len(once) > MOST_ONCE:
        total = sum(balance.shares[name] for name in once)
        rows.append((f"({len(once)} that occur once each)", str(len(once)), share(total)))
    note = ""
    if balance.apart is None:
        note = f"{OTHERS}: those that came after the first {len(balance.counts) - 1} different ones"
    if balance.even is not None:
        note = f"evenness {number(balance.even)}; commonest and rarest are {balance.apart} apart"
    return Table(title, (column, "count", "share"), some(rows), note)


def _same(seen: Seen, instances: int) -> str:
    """Return the value that a figure has in every record; nothing if it varies or is missing somewhere."""
    numbers = seen.numbers
    if numbers is None and len(seen.names) == 1 and sum(seen.names.values()) == instances:
        return next(iter(seen.names)) or "(empty)"
    if numbers and not seen.names and numbers.min == numbers.max and numbers.count == instances:
        return number(numbers.min)
    return ""


def _numbers(title: str, figures: Mapping[str, Seen], constant: str) -> Table:
    rows = tuple(
        (cut(name, WIDEST), *_spread(seen)) for name, seen in figures.items() if seen.numbers
    )
    rough = [name for name, seen in figures.items() if seen.numbers and not seen.numbers.exact]
    note = f"to three digits: the medians of {', '.join(rough)}" if rough else ""
    table = Table(title, ("figure", "count", *_SPREAD), rows, note, constant)
    return fold_constant(table, "count")


_SPREAD = ("mean", "sd", "min", "median", "max")


def _spread(seen: Seen) -> tuple[str, ...]:
    spread = seen.numbers
    assert spread is not None
    parts = (spread.mean, spread.sd, spread.min, spread.median, spread.max)
    return (str(spread.count), *map(number, parts))


def _names(title: str, figures: Mapping[str, Seen], whole: bool) -> Table:
    """Show how often each value of a figure occurs: of names, and of integers where they are few.

    The table has at most `MOST_OFTEN` rows unless the whole one is wanted.
    """
    rows: list[tuple[str, ...]] = []
    for name, seen in figures.items():
        counts = {**(seen.numbers.counts if seen.numbers else {}), **seen.names}
        total = (seen.numbers.count if seen.numbers else 0) + sum(seen.names.values())
        if len(counts) > 1 or seen.names:
            rows += [
                (cut(name, WIDEST), cut(each, WIDEST), str(count), share(count / total))
                for each, count in counts.items()
            ]
    shown = len(rows) if whole else min(len(rows), MOST_OFTEN)
    more = len(rows) - shown
    note = f"{count_noun(more, 'more row')}: `--all` shows {'it' if more == 1 else 'them'}"
    columns = ("figure", "value", "count", "share")
    return Table(title, columns, tuple(rows[:shown]), note if more else "")


def _rejections(rejections: Mapping[str, int], instances: int) -> Table:
    dropped = sum(rejections.values())
    rows = [(cause, str(count), share(count / dropped)) for cause, count in rejections.items()]
    note = f"{dropped} drafts were dropped on the way to {instances} instances"
    return Table("Rejections", ("cause", "count", "share"), some(rows), note)


def _independence(found: Statistics) -> Table:
    rows = tuple(
        (
            dependence.figure,
            str(dependence.bins),
            number(dependence.test.statistic),
            str(dependence.test.freedom),
            number(dependence.test.point),
            number(dependence.test.p),
            ("beyond" if dependence.test.beyond else "within")
            + ("?" if dependence.test.least < THIN else ""),
        )
        for dependence in found.independence
    )
    note = "of independent figures one in twenty is beyond its point by chance"
    if any(dependence.test.least < THIN for dependence in found.independence):
        note += f"; ?: too few for the test, a cell expects fewer than {THIN}"
    columns = ("figure", "bins", "chi-squared", "df", "95% point", "p", "")
    return Table("Independence of the label", columns, rows, note)


def _label_table(by: str, groups: Mapping[str, Group]) -> Table:
    labels = distinct(label for group in groups.values() for label in group.labels.counts)
    rows = tuple(
        (
            name,
            str(group.instances),
            *(share(group.labels.shares.get(label, 0.0)) for label in labels),
        )
        for name, group in groups.items()
    )
    return Table(f"Labels by {by}", (by, "instances", *labels), rows)


def _number_table(by: str, groups: Mapping[str, Group], every: Group) -> Table:
    """Show the numbers of each group, but those that are the same in all records."""
    rows = tuple(
        (figure, name, *_spread(each))
        for figure, seen in _figures_of(every).items()
        if seen.numbers and seen.numbers.min < seen.numbers.max and figure != by
        for name, group in groups.items()
        if (each := _figures_of(group).get(figure)) and each.numbers
    )
    return fold_constant(
        Table(f"Figures by {by}", ("figure", by, "count", *_SPREAD), rows), "count"
    )


def _figures_of(group: Group) -> Mapping[str, Seen]:
    """Return a group's figures by name; a metric hides a parameter of its name."""
    return {**group.params, **group.sizes, **group.metrics}


def _reference(title: str, found: Sequence[Compared]) -> Table:
    rows = tuple(
        (
            each.statistic,
            number(each.measured),
            number(each.value),
            each.tolerance,
            "ok" if each.ok else "off",
            each.source,
        )
        for each in found
    )
    columns = ("statistic", "measured", "reference", "tolerance", "", "source")
    off = sum(not each.ok for each in found)
    return Table(title, columns, rows, f"{off} of {len(rows)} are off" if off else "")
