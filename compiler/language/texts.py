"""Texts as modules write them: `say "KEY" as "TEXT"`."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from ...dsl import syntax
from ...dsl.parsing.parser import parse
from ...dsl.source import Source
from .language import Language

_FILE = Path(__file__).parents[2] / "stdlib" / "languages" / "en.rspec"


def written_texts(items: Iterable[syntax.Item]) -> Iterator[tuple[str, syntax.Say]]:
    """Yield the items that say the text of a key, each after its key."""
    for item in items:
        match item:
            case syntax.Say(pattern=syntax.Text(text=key)):
                yield key, item


@cache
def english() -> Language:
    """Return the English texts, which name all keys and their holes."""
    spec, _ = parse(Source("std/languages/en.rspec", _FILE.read_text("utf-8")))
    return Language({key: item.phrases[0].text for key, item in written_texts(spec.items)})
