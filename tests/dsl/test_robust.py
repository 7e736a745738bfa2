"""Inputs that nobody writes: deep, large, broken bytes, other line ends. None of them makes a fault."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from rspc.dsl import syntax as x
from rspc.dsl.diagnostics import Report, SpecError, render
from rspc.dsl.parsing.lexer import scan
from rspc.dsl.parsing.parser import MAX_NESTING, parse, parse_expression, parse_statement
from rspc.dsl.printing.formatting import format_text
from rspc.dsl.printing.printer import print_expression, print_spec
from rspc.dsl.reading import MAX_BYTES, read_source
from rspc.dsl.source import Source

from ..pace import in_time

MANY = 10_000


def codes(text: str) -> list[str]:
    return [each.code for each in parse(Source("", text))[1]]


@pytest.mark.parametrize(
    "statement",
    [
        "(" * MANY + "a" + ")" * MANY,
        "p(" * MANY + "a" + ")" * MANY,
        "{" * MANY + "a" + "}" * MANY,
        "a[" * MANY + "a" + "]" * MANY,
        "not " * MANY + "a",
        "-" * MANY + "a",
        "~" * MANY + "a",
        "some r " * MANY + "a",
        "min 2 r " * MANY + "a",
        "1" + " + 1" * MANY,
        "1" + " * 1" * MANY,
        "2" + " ** 2" * MANY,
        "1" + " of 1" * MANY,
        "a: " * MANY + "a",
        "a" + "[1]" * MANY,
        "(" * MANY,
        "{" * MANY,
        "<e(" * MANY,
    ],
    ids=lambda text: text[:8],
)
def test_deep_nesting_is_an_error_and_hides_nothing(statement: str) -> None:
    text = f"family deep\ntheory {{\n  {statement}.\n  q(b) r(c).\n}}\nask best p q: :\n"
    found = codes(text)
    assert found[0] in {"E0109", "E0105"}
    assert len(found) == 3


@pytest.mark.parametrize("sign", ["and", "or", ","])
def test_long_rows_do_not_nest(sign: str) -> None:
    row = f" {sign} ".join(["p(X)"] * MANY)
    assert codes(f"theory {{ {row} -> q(X). }}") == []


def test_knobs_and_braces_nest_only_so_deep() -> None:
    assert codes("theory grow { a " + "{ a " * MANY + "1" + " }" * MANY + " }") == ["E0109"]
    assert codes("pool p = " + "{" * 30 + "a" + "}" * 30) == []
    assert codes("pool p = " + "{" * 101 + "a" + "}" * 101) == ["E0109"]


def test_the_deepest_tree_is_printed_and_compared() -> None:
    text = "not " * (MAX_NESTING - 1) + "a"
    tree = parse_expression(Source("", text))
    assert print_expression(tree) == text
    assert hash(tree) == hash(parse_expression(Source("", text)))
    spec, found = parse(Source("", f"theory {{ {text}. }}\n"))
    assert not found
    assert parse(Source("", print_spec(spec))) == (spec, ())
    assert codes(f"theory {{ not {text}. }}") == ["E0109"]


def test_a_file_of_many_items_is_read_in_time() -> None:
    item = 'rule r = ~?p(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)\npred p(animal, animal) say "attacks the {{ a }}"\n'
    text = "family long\n" + item * 150
    parse(Source("", item))
    spec, found = in_time(2, lambda: parse(Source("", text)))
    assert len(spec.items) == 301
    assert not found


def test_a_short_statement_is_read_in_time() -> None:
    source = Source("", "r1: attacks(X, dog), not likes(X, cat) => -fears(X, dog).")
    parse_statement(source)
    in_time(1, lambda: [parse_statement(source) for _ in range(100)])


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.rspec"
    path.write_bytes(content)
    try:
        content.decode("utf-8")
        readable = b"\0" not in content
    except UnicodeDecodeError:
        readable = False
    if not readable:
        assert refusal(path)[0] == "E0121"
        return
    for each in parse(read_source(path))[1]:
        assert render(each)


ROOT = Path(__file__).parents[2]
SHIPPED = [
    path.read_text("utf-8")
    for folder in ("specs", "stdlib", "tests/cases/good")
    for path in sorted((ROOT / folder).glob("*.rspec"))
]
ODD = [
    "\ufeff",
    "\u2028",
    "\0",
    "é",
    "→",
    "\t",
    "\r",
    "\r\n",
    '"',
    '"""',
    "`",
    "\\",
    "$",
    "{",
    "}",
    ")",
    "?",
]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mutant_of_what_ships_is_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SHIPPED))
    for _ in range(data.draw(st.integers(1, 4))):
        tokens, _ = scan(Source("", text), Report())
        places = st.sampled_from(tokens) if tokens else st.nothing()
        one, two = data.draw(places), data.draw(places)
        new = data.draw(st.sampled_from(["", f"{one.written} " * 2, two.written, *ODD]))
        text = text[: one.start] + new + text[one.end :]
        if data.draw(st.integers(0, 9)) == 0:
            text = text[: two.start]
        if not text.strip():
            return
    source = Source("mutant", text)
    spec, found = parse(source)
    assert all(render(each) for each in found)
    if any(each.severity == "error" for each in found):
        with pytest.raises(SpecError):
            format_text(source)
        return
    laid_out = Source("", format_text(source))
    assert parse(laid_out)[0] == spec
    assert format_text(laid_out) == laid_out.text


def test_a_number_of_many_digits_is_told() -> None:
    assert codes(f"param p: int = {'9' * 40}") == []
    assert codes(f"param p: int = {'9' * 41}") == ["E0102"]
    assert codes(f"theory {{ p({'9' * 5000}, 0.{'3' * 400}). }}") == ["E0102", "E0102"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("theory {\n  p(a).\n}\n entailment p(a)\n", "E0101"),
        ("theory with {\n  p(a).\n}\n", "E0101"),
    ],
)
def test_what_stands_beside_a_body_is_told(text: str, code: str) -> None:
    assert codes(text) == [code]


def refusal(path: Path) -> tuple[str, str]:
    with pytest.raises(SpecError) as caught:
        read_source(path)
    (found,) = caught.value.diagnostics
    return found.code, found.message


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.rspec")[0] == "E0120"
    assert refusal(tmp_path)[0] == "E0120"
    assert refusal(tmp_path / "a\0b")[0] == "E0120"
    file = tmp_path / "file.rspec"
    file.write_bytes(b"family x\n\0")
    assert refusal(file / "below")[0] == "E0120"
    code, message = refusal(file)
    assert (code, "line 2" in message) == ("E0121", True)
    file.write_bytes(b'family x\npred p(a) say "caf\xe9"\n')
    code, message = refusal(file)
    assert (code, "line 2, column 19" in message) == ("E0121", True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rspec")
    code, message = refusal(tmp_path / "pipe.rspec")
    assert (code, "pipe" in message) == ("E0120", True)


def test_a_file_of_five_megabytes_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "large.rspec"
    file.write_bytes(b"# large\n" * (5 * 1024 * 128))
    assert refusal(file)[0] == "E0122"
    file.write_bytes(b"#" * MAX_BYTES)
    assert len(read_source(file).text) == MAX_BYTES


def test_marks_and_line_ends_of_editors(tmp_path: Path) -> None:
    file = tmp_path / "windows.rspec"
    file.write_bytes(b'\xef\xbb\xbffamily x\r\npred p(a)\r\n  say "runs"  # why\r\n')
    source = read_source(file)
    spec, found = parse(source)
    assert not found
    assert spec == parse(Source("", 'family x\npred p(a) say "runs"'))[0]
    assert "\r" not in format_text(source)
    raw = Source("", file.read_bytes().decode("utf-8-sig"))
    assert parse(raw) == (spec, ())
    assert "\r" not in format_text(raw)


def test_an_empty_file_is_an_empty_list_of_items() -> None:
    for text in ("", "\n", "# nothing\n"):
        assert parse(Source("", text)) == (x.Spec(()), ())
        assert format_text(Source("", text)) == text.lstrip("\n")
    assert print_spec(x.Spec(())) == ""


@pytest.mark.parametrize("text", ["", ".", "a b", "a. b.", "p(", "=", "{", "# c"])
def test_a_single_statement_that_cannot_be_read(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_statement(Source("query", text))
    assert len(caught.value.diagnostics) == 1


def test_importing_the_parser_loads_no_engine() -> None:
    import subprocess
    import sys

    modules = "rspc.dsl.parsing.parser, rspc.dsl.printing.printer, rspc.dsl.printing.formatting"
    code = f"import sys, {modules}; assert 'lark' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "rule\n",
        "parm x\n",
        "$ ",
        "é ",
        "pred p(\n",
        ")]",
        '"',
        "theory { a b }\n",
        "p(a).\n",
        "\t\n",
        "{([",
    ],
    ids=repr,
)
def test_a_large_file_of_errors_is_given_up_in_time(text: str) -> None:
    _, found = in_time(20, lambda: parse(Source("", text * (300_000 // len(text)))))
    assert 0 < len(found) <= 1001
    assert [each.code for each in found].count("E0112") == (len(found) > 1000)
