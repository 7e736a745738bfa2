"""What each form of the language is read as."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as some

from rspc.dsl import syntax as x
from rspc.dsl.diagnostics import SpecError, render
from rspc.dsl.parsing import parser
from rspc.dsl.parsing.parser import parse, parse_expression, parse_statement
from rspc.dsl.printing.printer import print_expression, print_item, print_spec, print_statement
from rspc.dsl.source import Source

TESTS = Path(__file__).parents[1]
FILES = sorted((TESTS / "cases" / "good").glob("*.rspec"))
REFERENCE = TESTS.parent / "docs" / "language.md"


def name(text: str) -> x.Name:
    return x.Name(text)


def number(text: str) -> x.Quantity:
    return x.Quantity(text)


def call(function: str, *arguments: x.Expr) -> x.Call:
    return x.Call(name(function), arguments)


def infix(left: x.Expr, operator: str, right: x.Expr) -> x.Infix:
    return x.Infix(operator, left, right)


def listed(*terms: x.Expr) -> x.Braces:
    return x.Braces((tuple(x.Entry(each) for each in terms),))


A, B, C, P, R = name("a"), name("b"), name("c"), name("p"), name("r")
ONE, TWO, THREE = number("1"), number("2"), number("3")
X = x.Variable("X")


def item(text: str) -> x.Item:
    spec, found = parse(Source("test", text))
    assert not found, "\n".join(map(render, found))
    (only,) = spec.items
    return only


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_reads_back_from_its_printed_form(path: Path) -> None:
    spec, found = parse(Source(path.name, path.read_text("utf-8")))
    assert not found, "\n".join(map(render, found))
    assert len(spec.items) >= 2
    assert parse(Source("printed", print_spec(spec))) == (spec, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a or b and not c", x.Junction("or", (A, x.Junction("and", (B, x.Prefix("not", C)))))),
        ("(a and b) and c", x.Junction("and", (x.Junction("and", (A, B)), C))),
        ("a and b isa c", infix(x.Junction("and", (A, B)), "isa", C)),
        ("some r a and b", x.Junction("and", (x.Restriction("some", None, R, A), B))),
        (
            "min 2 r (a and b)",
            x.Restriction("min", TWO, R, x.Junction("and", (A, B))),
        ),
        (
            "more than 2 r some r not a",
            x.Restriction("more than", TWO, R, x.Restriction("some", None, R, x.Prefix("not", A))),
        ),
        ("min {1, 2} ?r a", x.Restriction("min", listed(ONE, TWO), x.Hole("r"), A)),
        ("min { 1 } > 2", infix(x.Aggregate("min", listed(ONE)), ">", TWO)),
        ("min(a, b)", call("min", A, B)),
        ("not a < b", x.Prefix("not", infix(A, "<", B))),
        ("a < 1 + 2 * 3", infix(A, "<", infix(ONE, "+", infix(TWO, "*", THREE)))),
        ("1 - 2 - 3", infix(infix(ONE, "-", TWO), "-", THREE)),
        ("1 -2", infix(ONE, "-", TWO)),
        ("2 ** 3 ** 1", infix(TWO, "**", infix(THREE, "**", ONE))),
        ("-2 ** 3", infix(x.Prefix("-", TWO), "**", THREE)),
        ("-p(a)", x.Prefix("-", call("p", A))),
        ("a in 1..3", infix(A, "in", infix(ONE, "..", THREE))),
        ("1..3 of a", infix(infix(ONE, "..", THREE), "of", A)),
        ("list of list of a", infix(name("list"), "of", infix(name("list"), "of", A))),
        ("a@1", infix(A, "@", ONE)),
        ("a mod 2 == 1", infix(infix(A, "mod", TWO), "==", ONE)),
        ("(a)", A),
        ("(a, b)", x.Tuple((A, B))),
        ("(a | b)", x.Junction("|", (A, B))),
        ("{}", x.Braces(())),
        ("{a, b; c}", x.Braces(((x.Entry(A), x.Entry(B)), (x.Entry(C),)))),
        ("{a: 1,}", x.Braces(((x.Entry(A, ONE),),))),
        ("1 {a} 2", x.Braces(((x.Entry(A),),), ONE, TWO)),
        ("{a} X", x.Braces(((x.Entry(A),),), None, X)),
        ("{0: 1..3}[a]", x.Index(x.Braces(((x.Entry(number("0"), infix(ONE, "..", THREE)),),)), A)),
        ("t[1][2]", x.Index(x.Index(name("t"), ONE), TWO)),
        ("count { X : p(X) }", x.Aggregate("count", x.Braces(((x.Entry(X, call("p", X)),),)))),
        ("<e> == <e(1)>", infix(x.Expansion("e"), "==", x.Expansion("e", (ONE,)))),
        ("a <b", infix(A, "<", B)),
        ("?p(X)", x.Call(x.Hole("p"), (X,))),
        ("~?p(X)", x.Prefix("~", x.Call(x.Hole("p"), (X,)))),
        ("?rest...", x.Hole("rest", True)),
        ("`min`", name("min")),
        (r"`a\`b`", name("a`b")),
        ("`P8`(a)", call("P8", A)),
        ("_", x.Variable("_")),
        ("_a", name("_a")),
        ("std.animals", x.Dotted(("std", "animals"))),
        ("thing", x.Word("thing")),
        (r'"a \"b\" \\ \n"', x.Text('a "b" \\ \n')),
        ('"""a "b" \\n"""', x.Text('a "b" \\n')),
        ("rule", name("rule")),
        ("test(a)", call("test", A)),
    ],
)
def test_an_expression(text: str, expected: x.Expr) -> None:
    assert parse_expression(Source("", text)) == expected
    assert parse_expression(Source("", print_expression(expected))) == expected


@pytest.mark.parametrize(
    "text",
    [
        "3",
        "2.5",
        "30%",
        "2.5%",
        "$1200",
        "$12.50",
        "17:30",
        "00:05",
        "2h30m",
        "45m",
        "2h",
        "2026-04-17",
    ],
)
def test_a_quantity_is_kept_as_written(text: str) -> None:
    assert parse_expression(Source("", text)) == number(text)
    assert parse_expression(Source("", f"{{{text}}}")) == listed(number(text))
    assert parse_expression(Source("", f"{text}..{text}")) == infix(
        number(text), "..", number(text)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f1: p(a).", x.Named(name("f1"), call("p", A))),
        (
            "f1: a : b and c",
            x.Named(name("f1"), x.Named(A, x.Junction("and", (B, C)))),
        ),
        ("p, not r -> a", x.Implication((P, x.Prefix("not", R)), "->", A)),
        ("p => -a", x.Implication((P,), "=>", x.Prefix("-", A))),
        ("~p ~> a", x.Implication((x.Prefix("~", P),), "~>", A)),
        ("-> false", x.Implication((), "->", x.Word("false"))),
        ("p -> (a | b)", x.Implication((P,), "->", x.Junction("|", (A, B)))),
        ("p -> 1 { a } 1", x.Implication((P,), "->", x.Braces(((x.Entry(A),),), ONE, ONE))),
        ("a > b", infix(A, ">", B)),
        (
            "minimize { a@1, X : p(X) }",
            x.Optimise(
                "minimize",
                x.Braces(((x.Entry(infix(A, "@", ONE)), x.Entry(X, call("p", X))),)),
            ),
        ),
        ("3..8 of fact.", infix(infix(THREE, "..", number("8")), "of", name("fact"))),
    ],
)
def test_a_statement(text: str, expected: x.Statement) -> None:
    assert parse_statement(Source("", text)) == expected
    assert parse_statement(Source("", print_statement(expected))) == expected


def knobs(text: str) -> x.Knobs:
    theory = item(f"theory grow {{ {text} }}")
    assert isinstance(theory, x.Theory)
    assert theory.knobs is not None
    return theory.knobs


def test_knobs_stand_side_by_side() -> None:
    assert knobs("a 1  b 1..3, c dog\n d true e 3 of p") == x.Knobs(
        (
            x.Knob("a", ONE),
            x.Knob("b", infix(ONE, "..", THREE)),
            x.Knob("c", name("dog")),
            x.Knob("d", x.Word("true")),
            x.Knob("e", infix(THREE, "of", P)),
        )
    )


def test_a_knob_has_a_value_a_block_or_both() -> None:
    inner = x.Knobs((x.Knob("b", ONE), x.Knob("c", TWO)))
    assert knobs("a { b 1 c 2 }") == x.Knobs((x.Knob("a", None, inner),))
    assert knobs("a 3 { b 1 c 2 }") == x.Knobs((x.Knob("a", THREE, inner),))
    assert knobs("a {b, c}") == x.Knobs((x.Knob("a", listed(B, C)),))
    assert knobs("a (b + 1)") == x.Knobs((x.Knob("a", infix(B, "+", ONE)),))
    assert knobs("min 1 from (2 of p)") == x.Knobs(
        (x.Knob("min", ONE), x.Knob("from", infix(TWO, "of", P)))
    )


def test_words_of_items_are_names_inside_them() -> None:
    theory = item("theory {\n  test: role(fact).\n  on(rule, let).\n}")
    assert isinstance(theory, x.Theory)
    assert theory.statements == (
        x.Named(name("test"), call("role", name("fact"))),
        call("on", name("rule"), name("let")),
    )


def test_an_item_word_in_a_body_without_indentation_is_no_item() -> None:
    theory = item("theory {\nrule: p(a).\n3..8 of\nfact.\n}")
    assert isinstance(theory, x.Theory)
    assert theory.statements is not None
    assert len(theory.statements) == 2


def test_knowledge_may_stand_without_indentation() -> None:
    found = item('knowledge age(?x) {\nlet n = 1\nfact p(?x) say "p"\ntest "t" holds n > 1\n}')
    assert isinstance(found, x.Knowledge)
    assert (len(found.lets), len(found.facts), len(found.tests)) == (1, 1, 1)


def test_a_theory_in_another_syntax_is_kept_exactly() -> None:
    expected = x.Theory(syntax="asp", embedded='\np :- not q. # "no"\n')
    assert item('asp """\np :- not q. # "no"\n"""') == expected
    assert item('theory asp """\np :- not q. # "no"\n"""') == expected


def test_the_clauses_of_a_test_stand_in_any_order() -> None:
    first = item('test t(?v) on a: a < ?v say "x" else "y" where ?v = 1 when b split train')
    assert first == item('test t(?v) on a: a < ?v split train when b where ?v = 1 say "x" else "y"')
    assert isinstance(first, x.Test)
    assert first.where == (x.Binding(("v",), ONE),)


def test_the_name_of_a_preset_can_begin_with_a_digit() -> None:
    preset = item("preset `2x3` { a 1 }")
    assert isinstance(preset, x.Preset)
    assert not preset.is_level
    assert print_item(preset) == "preset `2x3` { a 1 }"


@pytest.mark.parametrize(
    "text",
    [
        "preset `{a}x{b}` { a 2..6  b {1, 2} }",
        "preset `2` { a 1 }",
        "preset D2 { a 1 }",
        "level 1..3 { a {1, 2, 4}  b 2 }",
        "level 2 { a 1 }",
        "level 2 {}",
        "level 1..2 {}",
        "preset x {}",
    ],
)
def test_the_name_of_a_preset_can_have_holes_and_that_of_a_level_can_be_a_range(text: str) -> None:
    preset = item(text)
    assert isinstance(preset, x.Preset)
    assert preset.is_level == text.startswith("level")
    assert print_item(preset) == text


def test_an_ask_has_arguments_in_a_row() -> None:
    assert item("ask best price min") == x.Ask("best", (name("price"), name("min")))
    assert item("ask best price min { top 3 }") == x.Ask(
        "best", (name("price"), name("min")), None, x.Knobs((x.Knob("top", THREE),))
    )
    assert item('ask value X : p(X) "who?"') == x.Ask("value", (X,), call("p", X), None, "who?")
    assert item('ask solution { p(X) } "which?" as "{{ X }}" "{{ Y }}" when a') == x.Ask(
        "solution", (listed(call("p", X)),), None, None, "which?", ("{{ X }}", "{{ Y }}"), A
    )
    assert item('ask exists: a == "b"') == x.Ask("exists", (), infix(A, "==", x.Text("b")))
    assert item("ask verification { p(a), -b }") == x.Ask(
        "verification", (listed(call("p", A), x.Prefix("-", B)),)
    )


def test_spans_are_those_of_the_author() -> None:
    text = "family x\nrule r = p(X), ?q(X) => (a | b)\n"
    spec, _ = parse(Source("spans", text))
    rule = spec.items[1]
    assert isinstance(rule, x.Production)
    template = rule.alternatives[0].template
    assert isinstance(template, x.Implication)
    assert rule.span.text == text.split("\n")[1]
    assert [each.span.text for each in template.body] == ["p(X)", "?q(X)"]
    assert template.head.span.text == "(a | b)"
    assert spec.span.text == text


def test_the_reference_lists_every_reserved_word() -> None:
    from rspc.dsl.reserved import ITEM_WORDS, RESERVED

    text = REFERENCE.read_text("utf-8")
    listed_words = {
        word for row in re.findall(r"^    ([a-z ]+)$", text, re.MULTILINE) for word in row.split()
    }
    assert listed_words == RESERVED | ITEM_WORDS


PLAIN = some.sampled_from(
    [
        "p",
        "`a b`",
        "q(a)",
        "r(X, 1)",
        "`P 1`(`c d`, V0)",
        's("T", a_b)',
        "on(fact, 2h)",
        "count",
        "p()",
        "X",
        "3",
    ]
)
LITERALS = some.tuples(some.sampled_from(["", "-", "not ", "not -", "- ", "not not ", "--"]), PLAIN)
RULES = some.tuples(
    some.sampled_from(["", "r1: ", "`a b` : ", "a : b : ", "count: "]),
    some.lists(LITERALS.map("".join), max_size=3).map(", ".join),
    some.sampled_from(["", " -> ", " => ", " ~> ", "->", " < ", " or ", " isa "]),
    some.sampled_from(
        [
            "",
            "h",
            "-h(X)",
            "h | g",
            "h or -g(X)",
            "h or a and b",
            "(h | not -g(X))",
            "(h)",
            "(h | g) or f",
            "false",
            "false or h",
            "f(X) + 1",
        ]
    ),
    some.sampled_from(["", "."]),
).map("".join)


@settings(max_examples=100, deadline=None)
@given(RULES)
def test_plain_statements_are_read_as_the_grammar_reads_them(text: str) -> None:
    quick = read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "plain_statement", lambda tokens: None)
        slow = read(text)
    assert quick == slow
    if isinstance(quick, x.Node) and isinstance(slow, x.Node):
        assert list(spans(quick)) == list(spans(slow))


def read(text: str) -> x.Statement | list[str]:
    try:
        return parse_statement(Source("", text))
    except SpecError as error:
        return [f"{each.code}: {each.message}" for each in error.diagnostics]


def spans(node: x.Node) -> Iterator[tuple[int, int]]:
    yield node.span.start, node.span.end
    for field in fields(node):
        value = getattr(node, field.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, x.Node):
                yield from spans(each)


@pytest.mark.parametrize(
    "text",
    [
        "theory { p(a). } shared",
        "theory {} shared",
        "theory graph shared",
        "theory graph { nodes 5 } shared",
        "theory graph { nodes 5 } with { p(a). } shared",
        'theory from "zebra.lp" shared',
        'theory asp """p(a).""" shared',
        'asp """p(a).""" shared',
    ],
)
def test_a_theory_of_any_form_can_be_shared(text: str) -> None:
    shared, alone = item(text), item(text.removesuffix(" shared"))
    assert isinstance(shared, x.Theory)
    assert isinstance(alone, x.Theory)
    assert shared.shared
    assert not alone.shared
    assert replace(shared, shared=False) == alone


@pytest.mark.parametrize("text", ["theory { p(a). }", "theory {}", 'theory asp """p(a)."""'])
def test_a_theory_can_be_shuffled(text: str) -> None:
    alone, shuffled = item(text), item(f"{text} shuffled")
    assert isinstance(shuffled, x.Theory)
    assert isinstance(alone, x.Theory)
    assert shuffled.shuffled == x.Shuffled()
    assert replace(shuffled, shuffled=None) == alone
    under = item(f"{text} shared shuffled when n > 2")
    assert isinstance(under, x.Theory)
    assert under.shared
    assert under.shuffled is not None
    assert isinstance(under.shuffled.guard, x.Infix)
    assert item(f"{text} shuffled when n > 2 shared") == under


def test_shared_is_a_name_elsewhere() -> None:
    theory = item("theory shared { depth shared } shared")
    assert isinstance(theory, x.Theory)
    assert (theory.strategy, theory.shared) == ("shared", True)
    assert item("ask shared") == x.Ask("shared")
