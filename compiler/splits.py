"""The splits that a family's words are parted into, and what is kept for one of them."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl import syntax
from ..dsl.diagnostics import did_you_mean
from ..dsl.source import Span
from .family import USUAL_SPLITS
from .stage import Stage


def declared_splits(stage: Stage) -> tuple[str, ...]:
    """Give the splits that pools and tables are divided into, in the order of the files."""
    found: list[str] = []
    for item, _ in stage.program.items():
        if isinstance(item, syntax.Pool | syntax.Table) and item.split is not None:
            found += [knob.name for knob in item.split.knobs]
    return tuple(dict.fromkeys(found))


def check_splits(stage: Stage) -> None:
    """Report what is kept for a split that there is not: no instance would have it."""
    known = dict.fromkeys((*USUAL_SPLITS, *declared_splits(stage)))
    for item, _ in stage.program.items():
        for name, span in _kept(item):
            if name and name not in known:
                near = did_you_mean(name, known)
                help = (
                    near
                    or f"the splits are {', '.join(known)}; `split {{ … }}` of a pool makes others"
                )
                stage.report.add("E0423", f"there is no split `{name}`", span, help=help)


def _kept(item: syntax.Item) -> Iterator[tuple[str, Span]]:
    match item:
        case syntax.Say(phrases=phrases):
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
