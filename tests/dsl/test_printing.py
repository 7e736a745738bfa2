"""Every tree that an author can write is printed as a text that reads back to the same tree."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import HealthCheck, example, given, settings, strategies as st

from rspc.dsl import syntax as x
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.lexer import scan
from rspc.dsl.parsing.parser import parse, parse_expression, parse_statement
from rspc.dsl.printing.formatting import format_text
from rspc.dsl.printing.printer import (
    print_expression,
    print_item,
    print_spec,
    print_statement,
    print_words,
)
from rspc.dsl.reserved import RESERVED
from rspc.dsl.source import Source

SETTINGS = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

PLAIN = st.from_regex(r"[a-z][a-z_0-9]{0,5}", fullmatch=True).filter(
    lambda each: each not in RESERVED
)
WORDS = st.sampled_from(
    [
        "dog",
        "cat",
        "p",
        "flies",
        "rule",
        "fact",
        "test",
        "let",
        "holds",
        "on",
        "fresh",
        "arity",
        "functional",
        "shared",
        "shuffled",
        "asked",
        "min",
        "max",
        "count",
        "say",
        "from",
        "not",
        "split",
        "P8",
        "_",
        "two words",
        "ça",
        "a`b",
        "back\\slash",
        "New\nLine",
    ]
)
NAMES = PLAIN | WORDS
TEXTS = st.sampled_from(
    [
        "",
        "dog",
        'say "hi"',
        "two\nlines",
        "back\\slash",
        "# no comment",
        '"""',
        "tab\t",
        'ends\n"',
        "a {{ b | c }}.",
    ]
)
SAID = TEXTS.filter(bool)
LONG = st.sampled_from(["word " * 30, "x" * 120])
QUANTITIES = st.sampled_from(
    ["0", "3", "2.5", "30%", "$1200", "$12.50", "17:30", "2h30m", "45m", "2h", "2026-04-17"]
).map(x.Quantity)
VARIABLES = st.sampled_from(["X", "Y1", "_", "Some"]).map(x.Variable)
HOLES = st.builds(x.Hole, PLAIN, st.booleans())
NAME = NAMES.map(x.Name)
DOTTED = st.sampled_from([("std", "animals"), ("animals", "test"), ("a", "b", "C")]).map(x.Dotted)
LEAVES = st.one_of(
    NAME,
    DOTTED,
    VARIABLES,
    HOLES,
    TEXTS.map(x.Text),
    QUANTITIES,
    st.sampled_from(["true", "false", "thing", "nothing"]).map(x.Word),
)


def tuples(of: st.SearchStrategy, least: int = 0, most: int = 3) -> st.SearchStrategy:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


def braces(of: st.SearchStrategy, bounded: bool = True) -> st.SearchStrategy:
    entries = st.builds(x.Entry, of, st.none() | of)
    groups = tuples(tuples(entries, 1), 0, 2)
    bound = st.none() | of if bounded else st.none()
    return st.builds(x.Braces, groups, bound, bound)


def larger(of: st.SearchStrategy) -> st.SearchStrategy:
    infix = st.sampled_from(
        [
            "isa",
            "<",
            "<=",
            ">",
            ">=",
            "==",
            "!=",
            "in",
            "of",
            "..",
            "@",
            "+",
            "-",
            "*",
            "/",
            "mod",
            "**",
        ]
    )
    kinds = st.sampled_from(["min", "max", "exactly", "more than", "fewer than"])
    role = (
        NAME | HOLES.filter(lambda each: not each.rest) | st.builds(x.Expansion, PLAIN, tuples(of))
    )
    function = NAME | HOLES.map(lambda each: x.Hole(each.text))
    return st.one_of(
        st.builds(x.Call, function, tuples(of)),
        st.builds(x.Expansion, PLAIN, tuples(of)),
        st.builds(x.Tuple, tuples(of, 2)),
        st.builds(x.Prefix, st.sampled_from(["-", "~", "not"]), of),
        st.builds(x.Infix, infix, of, of),
        st.builds(x.Junction, st.sampled_from(["and", "or", "|"]), tuples(of, 2)),
        braces(of),
        st.builds(x.Aggregate, st.sampled_from(["count", "sum", "min", "max"]), braces(of, False)),
        st.builds(x.Restriction, st.sampled_from(["some", "only"]), st.none(), role, of),
        st.builds(x.Restriction, kinds, of, role, of),
        st.builds(x.Index, of, of),
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12)
OPTIMISED = st.builds(
    x.Optimise, st.sampled_from(["minimize", "maximize"]), braces(EXPRESSIONS, False)
)
IMPLICATIONS = st.builds(
    x.Implication, tuples(EXPRESSIONS), st.sampled_from(["->", "=>", "~>"]), EXPRESSIONS
)
STATEMENTS = st.recursive(
    EXPRESSIONS | OPTIMISED | IMPLICATIONS,
    lambda of: st.builds(x.Named, EXPRESSIONS, of),
    max_leaves=3,
)
HOLE_NAMES = HOLES.filter(lambda each: not each.rest).map(lambda each: each.text)
LINES = st.recursive(
    STATEMENTS | st.builds(x.Guarded, STATEMENTS, EXPRESSIONS),
    lambda of: st.builds(x.Indexed, tuples(HOLE_NAMES, 1), EXPRESSIONS, of),
    max_leaves=3,
)
KEPT = tuples(
    st.builds(
        x.Kept,
        HOLE_NAMES,
        NAME | DOTTED | braces(EXPRESSIONS, False),
    )
)


def knobs(depth: int = 2) -> st.SearchStrategy:
    values = st.builds(x.Knob, NAMES, EXPRESSIONS)
    if not depth:
        return tuples(values, 1).map(x.Knobs)
    inner = knobs(depth - 1)
    return tuples(values | st.builds(x.Knob, NAMES, st.none() | EXPRESSIONS, inner), 1).map(x.Knobs)


KNOBS = knobs()
SHUFFLED = st.none() | st.builds(x.Shuffled, st.none() | EXPRESSIONS)
SPLIT = st.sampled_from(["", "train", "test", "from"])
PHRASE = st.builds(x.Phrase, TEXTS | LONG, SPLIT)
BINDINGS = st.builds(x.Binding, tuples(NAMES, 1), EXPRESSIONS)
PARAMETERS = tuples(NAMES)
SOURCES = EXPRESSIONS
OPTIONAL = st.none() | EXPRESSIONS
WORDINGS = st.none() | st.builds(x.Wording, TEXTS, TEXTS)
KIND = st.sampled_from(["pred", "role", "concept"])
VOCABULARY = {"functional": st.booleans(), "say": TEXTS, "split": SPLIT}

ITEMS = st.one_of(
    st.builds(x.Header, st.sampled_from(["family", "module"]), NAMES, TEXTS),
    st.builds(x.Logic, NAMES, st.none() | KNOBS | st.just(x.Knobs(()))),
    st.builds(x.Use, DOTTED | NAMES.map(lambda each: x.Dotted((each,))), tuples(NAME | DOTTED)),
    st.builds(x.Param, NAMES, NAMES, OPTIONAL, EXPRESSIONS, TEXTS),
    st.builds(
        x.Preset,
        NAMES | st.sampled_from(["HighConflict", "X", "_", "2", "1..3", "{a}x{b}", "D{depth}"]),
        KNOBS | st.just(x.Knobs(())),
    ),
    st.builds(x.Preset, st.sampled_from(["1", "10", "1..5"]), KNOBS, st.just(True)),
    st.builds(x.Choose, tuples(NAMES, 1), EXPRESSIONS),
    st.builds(x.Pool, NAMES, SOURCES, st.none() | KNOBS),
    st.builds(x.Table, NAMES, tuples(NAMES, 1), SOURCES, st.none() | KNOBS),
    st.builds(x.Sort, NAMES, EXPRESSIONS, SPLIT),
    st.builds(x.Vocabulary, KIND, NAMES, tuples(EXPRESSIONS), **VOCABULARY),
    st.builds(x.Vocabulary, KIND, st.just(""), tuples(EXPRESSIONS), EXPRESSIONS, **VOCABULARY),
    st.builds(
        x.Record, NAMES, TEXTS, tuples(st.builds(x.Field, NAMES, EXPRESSIONS, OPTIONAL, TEXTS))
    ),
    st.builds(x.Style, NAMES, EXPRESSIONS),
    st.builds(
        x.Production,
        st.sampled_from(["fact", "rule", "axiom", "clue", "query", "syntax"]),
        NAMES,
        PARAMETERS,
        OPTIONAL,
        tuples(st.builds(x.Alternative, OPTIONAL, STATEMENTS), 1),
        OPTIONAL,
        SPLIT,
        KEPT,
    ),
    st.builds(x.Theory, statements=tuples(LINES), shared=st.booleans(), shuffled=SHUFFLED),
    st.builds(
        x.Theory,
        NAMES,
        st.none() | KNOBS,
        st.none() | tuples(LINES),
        shared=st.booleans(),
        shuffled=SHUFFLED,
    ),
    st.builds(x.Theory, source=TEXTS, shared=st.booleans(), shuffled=SHUFFLED),
    st.builds(
        x.Theory,
        syntax=NAMES,
        embedded=TEXTS | st.just("\np(a).\n"),
        shared=st.booleans(),
        shuffled=SHUFFLED,
    ),
    st.builds(x.Require, EXPRESSIONS, tuples(NAMES)),
    st.builds(x.Measure, NAMES, EXPRESSIONS),
    st.builds(
        x.Knowledge,
        NAMES,
        PARAMETERS,
        tuples(BINDINGS),
        tuples(st.builds(x.Shown, STATEMENTS, tuples(PHRASE))),
        tuples(st.builds(x.Bridged, tuples(PHRASE, 1), EXPRESSIONS, st.none() | EXPRESSIONS)),
        SPLIT,
        tuples(NAMES),
    ),
    st.builds(
        x.Test,
        NAMES,
        PARAMETERS,
        OPTIONAL,
        tuples(NAMES, 1),
        EXPRESSIONS,
        OPTIONAL,
        tuples(BINDINGS),
        WORDINGS,
        WORDINGS,
        OPTIONAL,
        OPTIONAL,
        OPTIONAL,
        SPLIT,
    ),
    st.builds(
        x.Ask,
        NAMES,
        tuples(EXPRESSIONS),
        st.none() | STATEMENTS,
        st.none() | KNOBS,
        TEXTS,
        tuples(TEXTS),
        OPTIONAL,
        KEPT,
    ),
    st.builds(x.Say, STATEMENTS, tuples(PHRASE, 1), st.booleans()),
    st.builds(x.Document, TEXTS, OPTIONAL),
    st.builds(x.Discourse, KNOBS, OPTIONAL),
    st.builds(x.Grid, KNOBS, tuples(st.builds(x.GridPart, STATEMENTS, TEXTS), 1), OPTIONAL),
    st.builds(
        x.Gather,
        tuples(HOLE_NAMES),
        tuples(st.builds(x.GridPart, STATEMENTS, TEXTS), 1),
        tuples(PHRASE, 1),
        OPTIONAL,
    ),
    st.builds(x.Verify, tuples(NAMES, 1)),
)


@SETTINGS
@given(EXPRESSIONS)
def test_an_expression_reads_back(expression: x.Expr) -> None:
    text = print_expression(expression)
    assert "\n" not in text
    assert parse_expression(Source("", text)) == expression


@SETTINGS
@given(STATEMENTS, st.sampled_from(["", "."]))
def test_a_statement_reads_back(statement: x.Statement, stop: str) -> None:
    text = print_statement(statement)
    assert "\n" not in text
    assert parse_statement(Source("", text + stop)) == statement


@SETTINGS
@given(ITEMS)
@example(
    x.Gather(
        (),
        (x.GridPart(x.Name("dog"), ""),),
        (x.Phrase("", ""),),
        x.Braces((), x.Name("dog"), None),
    )
)
@example(
    x.Gather(
        (), (x.GridPart(x.Infix("-", x.Text(""), x.Name("dog")), ""),), (x.Phrase("", ""),), None
    )
)
def test_an_item_reads_back_and_its_lines_fit_if_they_can_be_broken(item: x.Item) -> None:
    text = print_item(item)
    spec, found = parse(Source("", text))
    assert not found
    assert spec == x.Spec((item,))
    if '"""' not in text:
        for line in text.splitlines():
            tokens, _ = scan(Source("", line), Report())
            assert len(line) <= 100 or all(a.end == b.start for a, b in pairwise(tokens))


@SETTINGS
@given(tuples(ITEMS, 0, 4).map(x.Spec))
def test_a_file_reads_back_and_is_canonical(spec: x.Spec) -> None:
    text = print_spec(spec)
    again, found = parse(Source("", text))
    assert not found
    assert again == spec
    assert format_text(Source("", text)) == text


def test_a_minus_after_the_knobs_of_a_grid_is_a_sign() -> None:
    spec, found = parse(
        Source("", 'module a "b"\n\ngrid { rows 2 }\n  -p(?x) as "no"\n  -q(?x) as "nor"\n')
    )
    assert not found
    (grid,) = (item for item in spec.items if isinstance(item, x.Grid))
    patterns = [part.pattern for part in grid.parts]
    assert [isinstance(each, x.Prefix) and each.operator for each in patterns] == ["-", "-"]


def test_a_minus_between_operands_of_a_part_subtracts() -> None:
    text = """\
gather ?x {
  "" - dog as ""
  -"" - "a" as "as" -p(?x) as "b"
} say "c" when "d" - e
"""
    spec, found = parse(Source("", text))
    assert not found
    (gather,) = spec.items
    assert isinstance(gather, x.Gather)
    empty = x.Text("")
    assert [part.pattern for part in gather.parts] == [
        x.Infix("-", empty, x.Name("dog")),
        x.Infix("-", x.Prefix("-", empty), x.Text("a")),
        x.Prefix("-", x.Call(x.Name("p"), (x.Hole("x"),))),
    ]
    assert gather.guard == x.Infix("-", x.Text("d"), x.Name("e"))
    knobs = x.Knobs((x.Knob("as", x.Infix("-", x.Text("a"), x.Text("b"))),))
    parts = (x.GridPart(x.Infix("-", empty, x.Name("dog")), "a"),)
    for item in (gather, x.Grid(knobs, parts, None)):
        assert parse(Source("", print_item(item))) == (x.Spec((item,)), ())


def test_the_words_of_a_file_do_not_show_its_layout() -> None:
    listed = [f'"word{number}"' for number in range(40)]
    for text in (
        f"pool p = {{{', '.join(listed)}}}\nsort s = p\n",
        f"pool p = {{\n  {','.join(listed)}  # so many\n}}\n\nsort s =\n  p\n",
    ):
        spec, _ = parse(Source("", text))
        assert print_words(spec) == f"pool p = {{ {' , '.join(listed)} }} sort s = p"
