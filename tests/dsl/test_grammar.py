"""The grammar is unambiguous, agrees with the lexer's words, and no text drawn from it or beside it makes a fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from rspc.dsl.parsing import error_messages, lookahead as settling
from rspc.dsl.parsing.grammar import STARTS, _cache_file, grammar, grammar_text
from rspc.dsl.parsing.parser import parse
from rspc.dsl.printing.formatting import format_text
from rspc.dsl.printing.printer import print_spec
from rspc.dsl.reserved import ITEM_WORDS, LINE_WORDS, LOCAL_WORDS, RESERVED, SHAPES, WORD_KINDS
from rspc.dsl.source import Source

SETTINGS = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)
SETTLED = {
    "BLOCK": "{",
    "LBRACE_FROM": "{",
    "RBRACE_TO": "}",
    "NEGATIVE": "-",
    "AGGREGATE": "count ",
    "WORD": "distinct ",
    "QUESTION": '"who?"',
    "BODY": "{ p(a). }",
    "EMBED": "asp",
    "EXPANSION_END": ">",
    "EACH": "each",
}


def lark(**options: object) -> Lark:
    return Lark(grammar_text(), parser="lalr", lexer="basic", start=list(STARTS), **options)  # type: ignore[arg-type]


def test_no_conflict_is_resolved_in_silence() -> None:
    assert lark(strict=True).rules


def test_the_words_of_the_lexer_are_those_of_the_grammar() -> None:
    keywords = {
        each.pattern.value
        for each in grammar().terminals
        if each.pattern.type == "str" and each.pattern.value.isalpha()
    }
    assert keywords == ITEM_WORDS | RESERVED | LOCAL_WORDS
    assert frozenset().union(*WORD_KINDS.values()) == keywords | LINE_WORDS
    assert sum(map(len, WORD_KINDS.values())) == len(keywords | LINE_WORDS)
    (cut_at,) = [each for each in grammar().terminals if each.name == "OPEN_LONG"]
    listed = re.search(r"\(\?:([a-z|]+)\) ", cut_at.pattern.value)
    assert listed is not None
    assert set(listed[1].split("|")) == ITEM_WORDS


def test_every_shape_is_that_of_its_terminal() -> None:
    patterns = {each.name: each.pattern.value for each in grammar().terminals}
    shapes = {name: shape.replace(r"\n", "\n") for name, shape in SHAPES.items()}
    assert {name: patterns[name] for name in SHAPES} == shapes


def test_the_names_of_terminals_in_code_are_those_of_the_grammar() -> None:
    known = {each.name for each in grammar().terminals} | set(SETTLED)
    for module in (settling, error_messages):
        for value in vars(module).values():
            if isinstance(value, frozenset) and value and all(each.isupper() for each in value):
                assert value <= known


def drawn(start: str) -> st.SearchStrategy[str]:
    """Draw texts that follow the grammar but for what the lexer decides; a blank parts words from what follows."""
    text = re.sub(r"(?m)^%ignore (?!BLANK).*\n", "", grammar_text())
    plain = Lark(text, parser="lalr", lexer="basic", start=list(STARTS))
    terminals, rules, _ = plain.grammar.compile([start], set())
    used = {symbol.name for rule in rules for symbol in rule.expansion}
    explicit = {name: st.just(f"{written} ") for name, written in SETTLED.items() if name in used}
    for each in terminals:
        if each.pattern.type == "str" and each.name in used:
            explicit[each.name] = st.just(f"{each.pattern.value} ")
    explicit["BLANK"] = st.just(" ")
    explicit["NAME"] = st.sampled_from(["a ", "dog ", "depth ", "on ", "rule ", "`P8` "])
    explicit["TEXT"] = st.sampled_from(['"" ', '"a text" ', '"\\"" '])
    return from_lark(plain, start=start, explicit=explicit, alphabet=st.characters(codec="ascii"))


ITEMS = drawn("item")
STATEMENTS = drawn("line")


def holds_for(text: str) -> None:
    """A text is read in full, printed and formatted without a change of meaning, or complained of."""
    spec, found = parse(Source("drawn", text))
    for each in found:
        assert 0 <= each.span.start <= each.span.end <= len(text)
    assert parse(Source("printed", print_spec(spec))) == (spec, ())
    if not any(each.severity == "error" for each in found):
        formatted = format_text(Source("drawn", text))
        assert parse(Source("formatted", formatted)) == (spec, ())
        assert format_text(Source("again", formatted)) == formatted


@SETTINGS
@given(st.lists(ITEMS, max_size=3))
def test_drawn_items(texts: list[str]) -> None:
    holds_for("\n".join(texts))


@settings(SETTINGS, max_examples=25)
@given(STATEMENTS)
def test_drawn_statements(text: str) -> None:
    holds_for(f"theory {{\n  {text}.\n  p(a).\n}}")


TOKENS = [
    *sorted(ITEM_WORDS | RESERVED),
    *(
        "p(",
        "q(X)",
        "X",
        "?h",
        "?p(",
        "<e>",
        "<e(",
        "a",
        "dog",
        "std.animals",
        "`P8`",
        "`P8`(",
        "_",
        "on",
        "let",
    ),
    *(
        "3",
        "2.5",
        "30%",
        "$12",
        "17:30",
        "2h30m",
        "3..8",
        '"text"',
        '"""long\ntext"""',
        "holds",
        "fresh",
        "arity",
    ),
    *(
        "->",
        "=>",
        "~>",
        "==",
        "=",
        "<",
        ">",
        "<=",
        "+",
        "-",
        "*",
        "/",
        "**",
        "..",
        "@",
        ".",
        ",",
        ";",
        ":",
        "|",
        "~",
    ),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\n",
        "\n  ",
        "# comment\n",
        ":-",
        "“",
        "\t",
        '"',
        "`",
        "é",
        "\0",
        ".",
    ),
    *(
        "3x",
        "?X",
        "size",
        "größe",
        "``",
        '"open',
        '"""open',
        "`open",
        "\\",
        '"\\d"',
        "$",
        "\r\n",
        "\f",
    ),
]


@settings(SETTINGS, max_examples=80)
@given(
    st.lists(st.tuples(st.sampled_from(TOKENS), st.sampled_from(["", " ", " ", "\n"])), max_size=25)
)
def test_any_row_of_words(parts: list[tuple[str, str]]) -> None:
    holds_for("".join(text + blank for text, blank in parts))


@settings(SETTINGS, max_examples=60)
@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    holds_for(text)


def test_the_tables_are_kept_in_the_cache_folder_where_its_path_is_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("RSPC_CACHE")
    for base, place in [
        (str(tmp_path / "cache"), tmp_path / "cache"),
        ("cache-here", tmp_path / "home" / ".cache"),
        ("", tmp_path / "home" / ".cache"),
    ]:
        monkeypatch.setenv("XDG_CACHE_HOME", base)
        assert Path(str(_cache_file("a grammar"))).parent == place / "rspc"
    assert not (tmp_path / "cache-here").exists()
    monkeypatch.setenv("RSPC_CACHE", str(tmp_path / "own"))
    assert Path(str(_cache_file("a grammar"))).parent == tmp_path / "own"
    monkeypatch.setenv("RSPC_CACHE", "")
    assert _cache_file("a grammar") is False
