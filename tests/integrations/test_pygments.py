"""Colours of Pygments, against what the lexer of the language takes each token for."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Iterable
from importlib import import_module
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from pygments import highlight
from pygments.formatters import NullFormatter
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from rspc.dsl.highlighting import KINDS
from rspc.dsl.source import Source
from rspc.integrations.pygments import COLOURS, SpecLexer

ROOT = Path(__file__).parents[2]
KINDS_OF = runpy.run_path(str(ROOT / "tools" / "token_kinds.py"))
BAD = sorted((ROOT / "tests" / "cases" / "bad").glob("*.rspec"))

READ_AS = [
    (Comment, "comment"),
    (Name.Variable.Instance, "hole"),
    (Name.Variable, "variable"),
    (Name.Entity, "expansion"),
    (Name, "name"),
    (Number, "number"),
    (String, "string"),
    (Keyword.Constant, "constant"),
    (Keyword, "keyword"),
    (Operator.Word, "keyword"),
    (Operator, "sign"),
    (Punctuation, "sign"),
]


def colours(text: str) -> list[tuple[int, _TokenType, str]]:
    return list(SpecLexer().get_tokens_unprocessed(text))


def kinds(text: str) -> list[str]:
    """Return the kind of every character."""
    found: list[str] = []
    for _, colour, part in colours(text):
        kind = next((name for each, name in READ_AS if colour in each), "")
        found += [kind] * len(part)
    return found


def joined(parts: Iterable[tuple[_TokenType, str]]) -> list[tuple[_TokenType, str]]:
    """Return the parts with neighbours of one colour as one."""
    groups = groupby(parts, key=lambda part: part[0])
    return [(colour, "".join(part for _, part in group)) for colour, group in groups]


def fits(coloured: list[str], kind: str) -> bool:
    return {*coloured} == {kind}


def fits_text(coloured: list[str], kind: str) -> bool:
    """Whether the marks of a text are of its kind; templates inside it have names and signs, and no comments."""
    inside = {*coloured} - {kind, "name", "sign", "keyword", "number", ""}
    return coloured[0] == coloured[-1] == kind and not inside


@pytest.mark.parametrize("path", KINDS_OF["shipped"](), ids=lambda path: path.stem)
def test_every_token_has_the_kind_that_the_language_gives_it(path: Path) -> None:
    text = path.read_text("utf-8")
    assert Error not in {colour for _, colour, _ in colours(text)}
    coloured = kinds(text)
    tokens = list(KINDS_OF["token_kinds"](Source(path.name, text)))
    wrong = [
        (text[start:end], kind, coloured[start:end])
        for start, end, kind in tokens
        if not (fits_text if kind == "string" else fits)(coloured[start:end], kind)
    ]
    assert wrong == []


def test_the_shipped_specs_have_tokens_of_every_kind() -> None:
    found = {
        kind
        for path in KINDS_OF["shipped"]()
        for _, _, kind in KINDS_OF["token_kinds"](Source(path.name, path.read_text("utf-8")))
    }
    assert found == {name for _, name in READ_AS}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_wrong_spec_keeps_its_text(path: Path) -> None:
    text = path.read_text("utf-8")
    found = colours(text)
    assert "".join(part for _, _, part in found) == text
    assert all(start + len(part) == after for (start, _, part), (after, _, _) in pairwise(found))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3x", [(Error, "3x")]),
        ("größe", [(Error, "größe")]),
        ("&", [(Error, "&")]),
        ("“a”", [(Error, "“"), (Name, "a"), (Error, "”")]),
        (
            '"open\nrule',
            [
                (String.Double, '"'),
                (String.Double, "open"),
                (Whitespace, "\n"),
                (Keyword.Declaration, "rule"),
            ],
        ),
        (
            '"{{ x\n',
            [
                (String.Double, '"'),
                (String.Interpol, "{{"),
                (String.Interpol, " "),
                (Name, "x"),
                (Whitespace, "\n"),
            ],
        ),
        (
            '"{{ x"y',
            [
                (String.Double, '"'),
                (String.Interpol, "{{"),
                (String.Interpol, " "),
                (Name, "x"),
                (String.Double, '"'),
                (Name, "y"),
            ],
        ),
        ("`open\n", [(Name.Other, "`"), (Name.Other, "open"), (Whitespace, "\n")]),
        (
            '"""a\nb',
            [
                (String.Heredoc, '"""'),
                (String.Heredoc, "a"),
                (String.Heredoc, "\n"),
                (String.Heredoc, "b"),
            ],
        ),
        ("\0", [(Error, "\0")]),
        ("rule(a)", [(Name.Function, "rule"), (Punctuation, "("), (Name, "a"), (Punctuation, ")")]),
        ("", []),
    ],
)
def test_what_is_unfinished_or_wrong(text: str, shown: list[tuple[_TokenType, str]]) -> None:
    assert joined((colour, part) for _, colour, part in colours(text)) == joined(shown)


def test_words_of_templates_are_coloured_inside_texts() -> None:
    found = joined(
        (colour, part) for _, colour, part in colours('"the {{ x | the }} \\" {{ \'go\' | verb }}"')
    )
    assert (Name.Builtin, "the") in found
    assert (Name, "x") in found
    assert (String.Escape, '\\"') in found
    assert (String.Double, "'go'") in found
    assert (String.Double, '"') == found[-1]


def test_every_kind_has_a_colour() -> None:
    assert set(COLOURS) == {*KINDS, ""}


def test_it_is_registered_under_the_names_that_pages_use() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (place,) = project["entry-points"]["pygments.lexers"].values()
    module, _, name = place.partition(":")
    assert getattr(import_module(module), name) is SpecLexer
    assert SpecLexer.aliases == ["rspec-reasoning", "rspec"]
    assert SpecLexer.filenames == ["*.rspec"]
    assert highlight("family x\n", SpecLexer(), NullFormatter()) == "family x\n"


def test_only_pygments_itself_imports_its_lexer() -> None:
    importing = re.compile(r"^\s*(?:from|import) (?:\S*\.)?pygments\b", re.MULTILINE)
    folders = ("backends", "cli", "compiler", "dsl", "integrations", "stdlib", "tools")
    modules = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    found = [path for path in modules if importing.search(path.read_text("utf-8"))]
    assert found == [ROOT / "integrations" / "pygments.py"]
