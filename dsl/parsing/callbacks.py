"""Parse results to syntax nodes: expressions and statements, and what the callbacks of all rules share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from .. import syntax
from ..diagnostics import Diagnostic, Note
from ..source import NOWHERE, Span
from .tokens import Token

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """A rule's result that is not a node by itself: a clause of an item, named by its tag."""

    tag: str
    value: Any
    span: Span = NOWHERE


@dataclass(slots=True)
class Body(Token):
    """A token that replaces the statements of a theory, which are parsed one by one."""

    statements: tuple[syntax.Line, ...]


class Repeated(Exception):
    """A clause occurs twice in one item."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message)


Child = Any
"""A `Token`, a node, or a `Part`: what the callbacks of a table-driven parser receive is known by the rule alone."""


def span_of(children: Sequence[Child]) -> Span:
    first: Span = children[0].span
    return Span(first.source, first.start, children[-1].span.end)


def nodes_in(children: Iterable[Child]) -> list[Any]:
    return [child for child in children if isinstance(child, syntax.Node)]


def all_of(kind: type[T], children: Iterable[Child]) -> tuple[T, ...]:
    return tuple(child for child in children if isinstance(child, kind))


def with_endings(theory: syntax.Theory, children: Sequence[Child]) -> syntax.Theory:
    """Return a theory with the words that follow it, `shared` and `shuffled`, and its span."""
    return replace(
        theory,
        shared=any(isinstance(child, Token) and child.type == "SHARED" for child in children),
        shuffled=next(iter(all_of(syntax.Shuffled, children)), None),
        span=span_of(children),
    )


def texts_in(children: Iterable[Child], kind: str = "NAME") -> tuple[str, ...]:
    return tuple(child.text for child in children if getattr(child, "type", "") == kind)


_CLAUSE_NAMES = {"wish": "say", "condition": "if", "guard": "when", "complement": "else"}


def parts_in(children: Iterable[Child]) -> dict[str, Any]:
    """Return the values of the parts by their tags; a repeated tag is an error of the author."""
    found: dict[str, Part] = {}
    for child in children:
        if not isinstance(child, Part):
            continue
        if child.tag in found:
            name = _CLAUSE_NAMES.get(child.tag, child.tag)
            raise Repeated(
                Diagnostic(
                    "E0110",
                    f"`{name}` occurs twice in one item",
                    child.span,
                    "the second one",
                    (Note(found[child.tag].span, "the first one"),),
                    "remove one of the two",
                )
            )
        found[child.tag] = child
    return {tag: part.value for tag, part in found.items()}


def leaf(token: Token) -> syntax.Expr:
    """Return the node of a plain word."""
    match token.type:
        case "NAME":
            return syntax.Name(token.text, span=token.span)
        case "VARIABLE":
            return syntax.Variable(token.text, span=token.span)
        case "HOLE":
            rest = token.text.endswith("...")
            return syntax.Hole(token.text.removesuffix("..."), rest, span=token.span)
        case "NUMBER":
            return syntax.Quantity(token.text, span=token.span)
        case "DOTTED":
            return syntax.Dotted(tuple(token.text.split(".")), span=token.span)
        case _:
            return syntax.Word(token.text, span=token.span)


def build_call(token: Token, arguments: tuple[syntax.Expr, ...], closing: Token) -> syntax.Call:
    """Return a call from its first token, which ends with the bracket, to its last."""
    span = Span(token.source, token.start, token.end - 1)
    function: syntax.Name | syntax.Hole
    function = (
        syntax.Hole(token.text, span=span)
        if token.type == "HOLE_CALL"
        else syntax.Name(token.text, span=span)
    )
    return syntax.Call(function, arguments, span=token.to(closing))


class Expressions:
    """One method for each rule or alias of expressions and statements, called as the rule is recognised."""

    def leaf(self, children: list[Token]) -> syntax.Expr:
        return leaf(children[0])

    def quoted(self, children: list[Part]) -> syntax.Text:
        return syntax.Text(children[0].value, span=children[0].span)

    def paren(self, children: list[Child]) -> syntax.Node:
        inner: syntax.Node = children[1]
        return replace(inner, span=span_of(children))

    def several(self, children: list[Child]) -> syntax.Tuple:
        return syntax.Tuple(tuple(nodes_in(children)), span=span_of(children))

    def disjoined(self, children: list[Child]) -> syntax.Junction:
        return syntax.Junction("|", tuple(children[1::2]), span=span_of(children))

    def junction(self, children: list[Child]) -> syntax.Junction:
        return syntax.Junction(children[1].text, tuple(children[::2]), span=span_of(children))

    def infix(self, children: list[Child]) -> syntax.Infix:
        left, operator, right = children
        return syntax.Infix(operator.text, left, right, span=span_of(children))

    def prefix(self, children: list[Child]) -> syntax.Prefix:
        return syntax.Prefix(children[0].text, children[1], span=span_of(children))

    def index(self, children: list[Child]) -> syntax.Index:
        return syntax.Index(children[0], children[2], span=span_of(children))

    def arguments(self, children: list[Child]) -> Part:
        return Part("arguments", tuple(children[::2]), span_of(children))

    def call(self, children: list[Child]) -> syntax.Call:
        return build_call(children[0], parts_in(children).get("arguments", ()), children[-1])

    def expansion(self, children: list[Child]) -> syntax.Expansion:
        return syntax.Expansion(
            children[0].text, parts_in(children).get("arguments", ()), span=span_of(children)
        )

    def restriction(self, children: list[Child]) -> syntax.Restriction:
        kind = " ".join(child.text for child in children if not isinstance(child, syntax.Node))
        *bound, role, filler = nodes_in(children)
        return syntax.Restriction(
            kind, bound[0] if bound else None, role, filler, span=span_of(children)
        )

    def entry(self, children: list[Child]) -> syntax.Entry:
        value = children[2] if len(children) > 1 else None
        return syntax.Entry(children[0], value, span=span_of(children))

    def group(self, children: list[Child]) -> Part:
        return Part("group", tuple(children[::2]))

    def groups(self, children: list[Child]) -> Part:
        return Part("groups", tuple(child.value for child in children[::2]))

    def braces(self, children: list[Child]) -> syntax.Braces:
        return syntax.Braces(children[1].value, span=span_of(children))

    def bounded(self, children: list[Child]) -> syntax.Braces:
        groups = parts_in(children)["groups"]
        bounds = nodes_in(children)
        lower = bounds.pop(0) if children[0] in bounds[:1] else None
        return syntax.Braces(groups, lower, bounds[0] if bounds else None, span=span_of(children))

    def aggregate(self, children: list[Child]) -> syntax.Aggregate:
        return syntax.Aggregate(children[0].text, children[1], span=span_of(children))

    def text(self, children: list[Token]) -> Part:
        return Part("text", children[0].text, children[0].span)

    def knob_name(self, children: list[Token]) -> Token:
        return children[0]

    def knob(self, children: list[Child]) -> syntax.Knob:
        name, *rest = children
        block = rest.pop() if isinstance(rest[-1], syntax.Knobs) else None
        return syntax.Knob(name.text, rest[0] if rest else None, block, span=span_of(children))

    def block(self, children: list[Child]) -> syntax.Knobs:
        return syntax.Knobs(all_of(syntax.Knob, children), span=span_of(children))

    def body(self, children: list[Child]) -> Part:
        return Part("body", tuple(children[::2]), span_of(children))

    def implication(self, children: list[Child]) -> syntax.Implication:
        body = children[0].value if isinstance(children[0], Part) else ()
        return syntax.Implication(body, children[-2].text, children[-1], span=span_of(children))

    def named(self, children: list[Child]) -> syntax.Named:
        return syntax.Named(children[0], children[2], span=span_of(children))

    def guarded(self, children: list[Child]) -> syntax.Guarded:
        return syntax.Guarded(children[0], children[1].value, span=span_of(children))

    def pattern(self, children: list[Token]) -> Part:
        return Part("pattern", texts_in(children, "HOLE"), span_of(children))

    def indexed(self, children: list[Child]) -> syntax.Indexed:
        _, pattern, _, source, _, body = children
        return syntax.Indexed(pattern.value, source, body, span=span_of(children))

    def optimise(self, children: list[Child]) -> syntax.Optimise:
        return syntax.Optimise(children[0].text, children[1], span=span_of(children))
