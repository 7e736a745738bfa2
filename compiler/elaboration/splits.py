"""The splits into which a family's words are divided, and the items that are kept for one of them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...dsl import syntax
from ...dsl.diagnostics import did_you_mean
from ...dsl.source import Span
from ..family import JOINING, USUAL_SPLITS, Division, TableRows
from .context import Stage
from .fingerprints import lists_of_wording
from .grammar import division_of


def collect_splits(stage: Stage) -> tuple[str, ...]:
    """Return the splits that pools and tables are divided into, in the order of the files."""
    found: list[str] = []
    for item, _ in stage.program.items():
        if isinstance(item, syntax.Pool | syntax.Table) and item.split is not None:
            found += [knob.name for knob in item.split.knobs]
    return tuple(dict.fromkeys(found))


def check_splits(stage: Stage) -> None:
    """Report items that are kept for a split that does not exist: no instance would have it."""
    known = dict.fromkeys((*USUAL_SPLITS, *collect_splits(stage)))
    for item, _ in stage.program.items():
        for name, span in _kept_names(item):
            if name and name not in known:
                near = did_you_mean(name, known)
                stage.report.add(
                    "E0423",
                    f"there is no split `{name}`",
                    span,
                    help=(
                        near
                        or f"the splits are {', '.join(known)}; `split {{ … }}` of a pool makes others"
                    ),
                )


def _kept_names(item: syntax.Item) -> Iterator[tuple[str, Span]]:
    match item:
        case (
            syntax.Say(phrases=phrases)
            | syntax.Background(phrases=phrases)
            | syntax.Gather(phrases=phrases)
            | syntax.World(phrases=phrases)
        ):
            for phrase in phrases:
                yield phrase.split, phrase.span
        case (
            syntax.Sort(split=name)
            | syntax.Vocabulary(split=name)
            | syntax.Test(split=name)
            | syntax.Production(split=name)
            | syntax.Knowledge(split=name)
        ):
            yield name, item.span


def lists_of_words(stage: Stage) -> tuple[Division, ...]:
    """Return all lists that words are drawn from, and the words that the spec writes out, which belong to every split.

    Nothing if no list is divided.
    """
    declared = tuple(_declared_divisions(stage))
    if not any(division.divides for division in declared):
        return ()
    return (*declared, *_narrowed_divisions(stage), Division(tuple(_written_words(stage))))


def _declared_divisions(stage: Stage) -> Iterator[Division]:
    """Yield what pools, sorts and tables hold, and the words that vocabulary declares.

    The texts of `discourse` are whole sentences, in which nothing is named, and forms of words name nothing else.
    """
    styled = bool(stage.items(syntax.Style))
    wording = lists_of_wording(stage.program)
    for module in stage.program.modules:
        for name in module.own:
            pool = stage.vocabularies.pool(module, name)
            if pool is not None and name not in wording:
                yield pool.division()
            table = stage.vocabularies.table(module, name)
            if table is not None and name not in wording and not (styled and name == JOINING):
                yield _of_table(table)
    for item, module in stage.items(syntax.Vocabulary):
        yield division_of(stage, item, module)


def _narrowed_divisions(stage: Stage) -> Iterator[Division]:
    """Yield the parts of pools and tables that are named as such: the spec wants them in whatever split.

    None of them is divided further.
    """
    for module in stage.program.modules:
        for name, declared in module.names.items():
            if declared.split:
                pool = stage.vocabularies.pool(module, name)
                table = stage.vocabularies.table(module, name)
                if pool is not None:
                    yield Division(pool.values)
                if table is not None:
                    yield Division(tuple(_cells(table, table.rows)))
    for item, module in stage.program.items():
        for node in _parts(item) if isinstance(item, _WRITING) else ():
            match node:
                case syntax.Dotted(parts=(name, part)):
                    pool = stage.vocabularies.pool(module, name)
                    table = stage.vocabularies.table(module, name)
                    if pool is not None:
                        yield Division(pool.of(part))
                    if table is not None:
                        yield Division(tuple(_cells(table, table.of(part))))


def _of_table(table: TableRows) -> Division:
    parts = {split: frozenset(_cells(table, rows)) for split, rows in table.parts.items()}
    return Division(tuple(_cells(table, table.rows)), parts)


def _cells(table: TableRows, rows: Iterable[Sequence[Any]]) -> dict[str, None]:
    """Return the cells that are words, each once; numbers belong to no list."""
    return dict.fromkeys(cell for row in rows for cell in row if isinstance(cell, str))


_WRITING = (
    syntax.Ask,
    syntax.Background,
    syntax.Choose,
    syntax.Knowledge,
    syntax.Measure,
    syntax.Param,
    syntax.Preset,
    syntax.Record,
    syntax.Require,
    syntax.Test,
    syntax.Theory,
)
"""The items whose words come into problems as they are written."""


def _written_words(stage: Stage) -> dict[str, None]:
    """Return the words in the spec itself, outside pools, tables and productions, each once."""
    found: dict[str, None] = {}
    for item, _ in stage.program.items():
        for node in _parts(item) if isinstance(item, _WRITING) else ():
            match node:
                case syntax.Name(text=text) | syntax.Text(text=text):
                    found[text] = None
    return found


def _parts(node: Any) -> Iterator[syntax.Node]:
    """Yield every node of a syntax tree."""
    match node:
        case tuple():
            for part in node:
                yield from _parts(part)
        case syntax.Node():
            yield node
            for name in type(node).__slots__:
                if name != "span":
                    yield from _parts(getattr(node, name))
