"""Terms, atoms and comparisons of clingo's syntax tree in ours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from clingo import SymbolType
from clingo.ast import (
    AST,
    ASTSequence,
    ASTType,
    BinaryOperator,
    ComparisonOperator,
    Transformer,
    UnaryOperator,
)

from ....compiler.analysis.graphs import components
from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Report, SpecError
from ....dsl.source import Span
from .limits import MAX_DEPTH, MAX_STATEMENTS
from .text import Prepared

ANY = "_"
"""The variable that is another one at each place."""

COMPARISONS: Mapping[int, str] = {
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterEqual: ">=",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.Equal: "==",
}
OPERATORS: Mapping[int, str] = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.Multiplication: "*",
    BinaryOperator.Division: "/",
    BinaryOperator.Modulo: "mod",
    BinaryOperator.Power: "**",
}


def refuse(code: str, message: str, span: Span, help: str) -> SpecError:
    """Return the error that stops the reading of one statement."""
    return SpecError([Diagnostic(code, message, span, help=help)])


class _Naming(Transformer):
    """Renames each `_` to a new name that the program does not have."""

    def __init__(self, text: str) -> None:
        self._taken = frozenset(re.findall(r"_*Any\d+", text))
        self._number = 0

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802  # clingo calls it so
        return node.update(name=self.fresh()) if node.name == ANY else node

    def fresh(self) -> str:
        self._number += 1
        name = f"Any{self._number}"
        while name in self._taken:
            name = f"_{name}"
        return name


class Terms:
    """Reads terms; `constants` are the values of `#const`, which replace their names.

    In a query about a program, the constants of that program have their values, too.
    """

    def __init__(
        self, prepared: Prepared, constants: Mapping[str, AST], program: Terms | None = None
    ) -> None:
        self._prepared = prepared
        self._constants = constants
        self._program = program
        self._naming = _Naming(prepared.source.text)
        self._whole: Span | None = None
        self._depth = 0
        self._values = 0

    # -------------------------------------------------------------------------------------------------- places

    def span(self, node: AST) -> Span:
        if self._whole is not None:
            return self._whole
        place = node.location
        offset = self._prepared.offset
        start = offset(place.begin.line, place.begin.column)
        end = offset(place.end.line, place.end.column)
        return Span(self._prepared.source, start, max(start, end))

    @contextmanager
    def standing_at(self, span: Span) -> Iterator[None]:
        """Give every part the span of the whole."""
        before, self._whole = self._whole, span
        try:
            yield
        finally:
            self._whole = before

    # --------------------------------------------------------------------------------------------------- terms

    def terms(self, nodes: Sequence[AST]) -> tuple[syntax.Expr, ...]:
        return tuple([self.term(node) for node in nodes])

    def term(self, node: AST) -> syntax.Expr:
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise refuse(
                    "E0109",
                    "this term is nested too deeply",
                    self.span(node),
                    "name a part of it by a variable: `Y = X + 1`",
                )
            return self._term(node)
        finally:
            self._depth -= 1

    def _term(self, node: AST) -> syntax.Expr:
        match node.ast_type:
            case ASTType.SymbolicTerm:
                return self._symbol(node)
            case ASTType.Variable:
                return syntax.Variable(node.name, span=self.span(node))
            case ASTType.Function:
                return self._function(node)
            case ASTType.Interval:
                left, right = self.term(node.left), self.term(node.right)
                return syntax.Infix("..", left, right, span=self.span(node))
            case ASTType.UnaryOperation:
                return self._unary(node)
            case ASTType.BinaryOperation if node.operator_type in OPERATORS:
                left, right = self.term(node.left), self.term(node.right)
                return syntax.Infix(
                    OPERATORS[node.operator_type], left, right, span=self.span(node)
                )
            case _:
                raise refuse(
                    "E0319",
                    "bitwise operators are not supported",
                    self.span(node),
                    "there are `+`, `-`, `*`, `/`, `\\`, `**` and `|X|`",
                )

    def _symbol(self, node: AST) -> syntax.Expr:
        symbol, span = node.symbol, self.span(node)
        match symbol.type:
            case SymbolType.Number:
                number = syntax.Quantity(str(abs(symbol.number)), span=span)
                return syntax.Prefix("-", number, span=span) if symbol.number < 0 else number
            case SymbolType.String:
                return syntax.Text(self._prepared.name(symbol.string), span=span)
            case SymbolType.Infimum:
                return syntax.Name("#inf", span=span)
            case SymbolType.Supremum:
                return syntax.Name("#sup", span=span)
        if (value := self._constants.get(symbol.name)) is not None:
            self._values += 1
            if self._values > MAX_STATEMENTS:
                raise refuse(
                    "E0319",
                    f"constants expand to more than {MAX_STATEMENTS:,} values",
                    span,
                    "give the values by a predicate",
                )
            with self.standing_at(span):
                return self.term(value)
        if self._program is not None and symbol.name in self._program._constants:
            with self._program.standing_at(span):
                return self._program.term(node)
        return syntax.Name(self._prepared.name(symbol.name), span=span)

    def _function(self, node: AST) -> syntax.Expr:
        span = self.span(node)
        if node.external:
            raise refuse(
                "E0319",
                f"`@{node.name}` of clingo is not supported",
                span,
                "scripts are not run: write the values as facts",
            )
        arguments = self.terms(node.arguments)
        if not node.name:
            return syntax.Tuple(arguments, span=span)
        name = syntax.Name(self._prepared.name(node.name), span=span)
        if name.text == "abs" and len(arguments) == 1:
            raise refuse(
                "E0319",
                "`abs(X)` would be read as arithmetic",
                span,
                "rename the function, or write `|X|` for the amount without its sign",
            )
        return syntax.Call(name, arguments, span=span) if arguments else name

    def _unary(self, node: AST) -> syntax.Expr:
        if node.operator_type == UnaryOperator.Negation:
            raise refuse(
                "E0319",
                "bitwise operators are not supported",
                self.span(node),
                "there are `+`, `-`, `*`, `/`, `\\`, `**` and `|X|`",
            )
        operand, span = self.term(node.argument), self.span(node)
        if node.operator_type == UnaryOperator.Absolute:
            return syntax.Call(syntax.Name("abs", span=span), (operand,), span=span)
        return syntax.Prefix("-", operand, span=span)

    # ---------------------------------------------------------------------------------------------------- atoms

    def atom(self, symbol: AST) -> syntax.Expr:
        """Return an atom, with `-` before it if it is strongly negated."""
        negative, span = False, self.span(symbol)
        while symbol.ast_type == ASTType.UnaryOperation:
            negative, symbol = not negative, symbol.argument
        if symbol.external:
            return self._function(symbol)
        name = syntax.Name(self._prepared.name(symbol.name), span=self.span(symbol))
        arguments = self.terms(symbol.arguments)
        atom: syntax.Expr = name
        if arguments:
            atom = syntax.Call(name, arguments, span=name.span)
        return syntax.Prefix("-", atom, span=span) if negative else atom

    def named(self, node: AST) -> AST:
        """Return a part of a statement with a variable of its own for each `_`."""
        found: AST = self._naming.visit(node)
        return found

    def one_value(self, term: syntax.Expr, node: AST) -> tuple[syntax.Expr, list[syntax.Expr]]:
        """Return a term that has one value at several places: for an interval, a variable and its equation."""
        if not any(part.ast_type == ASTType.Interval for part in _parts(node)):
            return term, []
        value = syntax.Variable(self._naming.fresh(), span=term.span)
        return value, [syntax.Infix("==", value, term, span=term.span)]

    def simple(self, literal: AST, denied: bool) -> list[syntax.Expr]:
        """Return an atom, a truth value or a comparison as the parts of a conjunction, without regard to its sign.

        Args:
            denied: whether the parts are alternatives, of which one is to be negated.
        """
        match literal.atom.ast_type:
            case ASTType.SymbolicAtom:
                return [self.atom(literal.atom.symbol)]
            case ASTType.BooleanConstant:
                word = "true" if literal.atom.value else "false"
                return [syntax.Word(word, span=self.span(literal))]
            case ASTType.Comparison:
                return self._chain(literal.atom, denied, self.span(literal))
            case _:
                raise refuse(
                    "E0319",
                    "this atom is not read",
                    self.span(literal),
                    "theory atoms need another solver: use rules instead",
                )

    def _chain(self, comparison: AST, denied: bool, span: Span) -> list[syntax.Expr]:
        """Return a comparison for each sign; an interval between two of them is one value, which both compare."""
        parts: list[syntax.Expr] = []
        left = self.term(comparison.term)
        *inner, last = comparison.guards
        for guard in inner:
            right = self.term(self.named(guard.term))
            if not denied:
                right, named = self.one_value(right, guard.term)
                parts += named
            parts.append(syntax.Infix(COMPARISONS[guard.comparison], left, right, span=span))
            left = right
        right = self.term(last.term)
        parts.append(syntax.Infix(COMPARISONS[last.comparison], left, right, span=span))
        return parts


def negate(part: syntax.Expr, times: int = 1) -> syntax.Expr:
    """Return a part of a body under `not`, once or twice; twice is once more than never where nothing is derived."""
    match part:
        case syntax.Word(text=text):
            word = part if times % 2 == 0 else syntax.Word("false" if text == "true" else "true")
            return syntax.Word(word.text, span=part.span)
        case syntax.Infix(operator=operator, left=left, right=right):
            if times == 1:
                return syntax.Prefix("not", part, span=part.span)
            if not any(isinstance(each, syntax.Aggregate) for each in (left, right)):
                return part
            opposite = syntax.Infix(OPPOSITE[operator], left, right, span=part.span)
            return syntax.Prefix("not", opposite, span=part.span)
        case _:
            inner = syntax.Prefix("not", part, span=part.span)
            return inner if times == 1 else syntax.Prefix("not", inner, span=part.span)


OPPOSITE: Mapping[str, str] = {
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "==": "!=",
    "!=": "==",
}
FLIPPED: Mapping[str, str] = {
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
    "==": "==",
    "!=": "!=",
}


def variables(node: AST) -> list[str]:
    """Return the names of all variables in a node, once each, `_` among them."""
    return list(dict.fromkeys(p.name for p in _parts(node) if p.ast_type == ASTType.Variable))


def _parts(node: AST) -> Iterator[AST]:
    open_: list[object] = [node]
    while open_:
        match open_.pop():
            case AST() as inner:
                yield inner
                open_ += [value for key, value in inner.items() if key != "location"]
            case ASTSequence() as several:
                open_ += several


def constants(prepared: Prepared, nodes: Sequence[AST], report: Report) -> dict[str, AST]:
    """Return the values of `#const`; `[override]` takes precedence over other definitions of a name."""
    terms = Terms(prepared, {})
    found: dict[str, AST] = {}
    for node in nodes:
        if node.ast_type != ASTType.Definition:
            continue
        other = found.get(node.name)
        if other is not None and other.is_default == node.is_default:
            report.add(
                "E0202",
                f"`#const {node.name}` is defined twice",
                terms.span(node),
                help="remove one of them",
            )
        elif other is None or other.is_default:
            found[node.name] = node
    named = {name: set(_symbols_in(node.value)).intersection(found) for name, node in found.items()}
    group = components(named)
    members = Counter(group.values())
    circular = [name for name in found if members[group[name]] > 1 or name in named[name]]
    for name, node in [(name, found.pop(name)) for name in circular]:
        report.add(
            "E0319",
            f"the value of `#const {name}` depends on itself",
            terms.span(node),
            help="give it a number or a name",
        )
    return {name: node.value for name, node in found.items()}


def _symbols_in(node: AST) -> Iterator[str]:
    """Return the symbols in a value, constants among them."""
    return (str(part.symbol) for part in _parts(node) if part.ast_type == ASTType.SymbolicTerm)
