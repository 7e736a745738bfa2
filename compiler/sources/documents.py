"""The documents that a program names, and where they mention a parameter or a chosen value."""

import re
from collections.abc import Iterator

from ...dsl import syntax
from ...dsl.diagnostics import SpecError
from ...dsl.source import Source, Span
from .library import STANDARD
from .modules import Program


def documents(program: Program) -> Iterator[tuple[str, Source]]:
    """Yield the key and the text of each document of a program, and of each that these extend, include or import.

    Files that cannot be read are left out; they are reported where the family is checked.
    """
    waiting = [
        key
        for module in program.modules
        for item in module.spec.items
        if isinstance(item, syntax.Document) and (key := _key(program, module.key, item))
    ]
    for key in waiting:  # which grows
        try:
            source = program.library.source(key) if program.library.exists(key) else None
        except SpecError:
            continue
        if source is not None:
            yield key, source
            named = [_standard(name) for name in _named_in(source.text)]
            waiting += [each for each in dict.fromkeys(named) if each not in waiting]


def mentions(source: Source, name: str) -> Iterator[Span]:
    """Yield the places of a name after `params`: `params.name`, `params["name"]` and `params.get("name")`."""
    place = _MENTION.format(re.escape(name))
    for block in _blocks(source):
        for match in re.finditer(place, block.text):
            start = block.start + match.start("name")
            yield Span(source, start, start + len(name))


def may_mention(source: Source, name: str) -> bool:
    """Return whether a block uses the parameters in a way from which it cannot be known whether it means a name."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return any(
        word.search(block.text, found.end())
        for block in _blocks(source)
        for found in _UNCLEAR.finditer(block.text)
    )


def _key(program: Program, module: str, item: syntax.Document) -> str:
    """Return the key of the document that an item names; an empty text if it can have none."""
    if item.file.startswith(f"{STANDARD}/"):
        return _standard(item.file)
    try:
        return program.library.beside(module, item.file, item.span)
    except SpecError:
        return ""


def _standard(name: str) -> str:
    """Return the key of a document by the name that documents use: `std/…` leaves out a folder."""
    head, _, rest = name.partition("/")
    if head == STANDARD and not rest.startswith("documents/"):
        return f"{STANDARD}/documents/{rest}"
    return name


def _named_in(text: str) -> Iterator[str]:
    """Yield the names of the documents that a document extends, includes or imports, whatever the conditions."""
    for block in _NAMING.finditer(text):
        yield from (one or other for one, other in _STRING.findall(block[1]))


def _blocks(source: Source) -> Iterator[Span]:
    """Yield the places of the statements and expressions of a document."""
    for found in _BLOCK.finditer(source.text):
        if found["block"]:
            yield Span(source, found.start(), found.end())


_QUOTED = r"\"[^\"]*\"|'[^']*'"
_STRING = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_NAMING = re.compile(r"\{%[-+]?\s*(?:extends|include|import|from)\b(.*?)%\}", re.DOTALL)
_BLOCK = re.compile(
    r"\{#.*?#\}|\{%[-+]?\s*raw\s*[-+]?%\}.*?\{%[-+]?\s*endraw\b"
    rf"|(?P<block>\{{\{{(?:{_QUOTED}|(?!\}}\}}).)*\}}\}}|\{{%(?:{_QUOTED}|(?!%\}}).)*%\}})",
    re.DOTALL,
)
_MENTION = (
    r"(?<![\w.])params\s*(?:\.\s*(?!get\s*\()|\[\s*(?P<mark>[\"'])|\.\s*get\s*\(\s*(?P<other>[\"']))"
    r"(?P<name>{})(?(mark)(?P=mark)\s*\])(?(other)(?P=other))(?!\w)"
)
_UNCLEAR = re.compile(
    r"(?<![\w.])params\b(?!\s*\.\s*(?!(?:get|items|keys|values)\b)\w"
    r"|\s*\[\s*(?:\"[^\"]*\"|'[^']*')\s*\]|\s*\.\s*get\s*\(\s*(?:\"[^\"]*\"|'[^']*')\s*[,)])"
)
