"""Statements, literals and terms as clingo's text. Subclasses of `Printer` spell names."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir
from ...compiler.notation import show

SMALL = 2**31
"""clingo's integers lie strictly between this and its negative."""

OPERATORS: Mapping[str, str] = {"+": "+", "-": "-", "*": "*", "/": "/", "mod": "\\", "**": "**"}
COMPARISONS: Mapping[str, str] = {
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "==": "=",
    "!=": "!=",
}
AGGREGATES = ("count", "sum", "sum+", "min", "max")


class Printer(ABC):
    """Writes nodes; raises EngineError for what clingo does not have."""

    @abstractmethod
    def name(self, name: str) -> str:
        """Spell a constant."""

    def applied(self, name: str) -> str:
        """Spell a predicate or a function with arguments."""
        return self.name(name)

    def bare(self, name: str) -> str:
        """Return the spelling of an atom without arguments."""
        return self.name(name)

    @abstractmethod
    def variable(self, name: str) -> str: ...

    # ----------------------------------------------------------------------------------------------- statements

    def statement(self, labelled: ir.Labelled) -> str:
        """Write a statement on one line; nothing for a rule that says nothing."""
        match labelled.statement:
            case ir.Fact(ir.Literal(default=False) as literal):
                return f"{self.literal(literal)}."
            case ir.Rule(body=body, arrow="->", head=head):
                if ir.Truth(False) in body or head == ir.Truth(True):
                    return ""
                written = self._head(head)
                conditions = self._body(body)
                if not conditions:
                    return f"{written}." if written else ":- #true."
                return f"{written}{' ' if written else ''}:- {conditions}."
            case ir.Optimise(direction=direction, elements=elements):
                return f"#{direction} {{ {self._elements(elements)} }}."
            case _:
                raise EngineError(f"`{labelled.id}` is not a statement of an answer set program")

    def _head(self, head: ir.Head) -> str:
        match head:
            case ir.Truth(value=False):
                return ""
            case ir.Literal(default=False):
                return self.literal(head)
            case ir.Or(parts=parts):
                return " | ".join(
                    self._head(part) for part in parts if isinstance(part, ir.Literal)
                )
            case ir.Choice(elements=elements, lower=lower, upper=upper):
                low = "" if lower is None else f"{self.term(lower)} "
                high = "" if upper is None else f" {self.term(upper)}"
                return f"{low}{{ {self._elements(elements)} }}{high}"
            case _:
                raise EngineError(f"a {type(head).__name__} is not a head of an answer set program")

    def _body(self, parts: Sequence[ir.BodyPart]) -> str:
        return ", ".join(self.part(part) for part in parts if part != ir.Truth(True))

    def part(self, part: ir.BodyPart) -> str:
        """Write a part of a body or of a condition."""
        match part:
            case ir.Literal():
                return self.literal(part)
            case ir.Not(part=ir.Comparison() | ir.Literal() as inner):
                return f"not {self.part(inner)}"
            case ir.Comparison(operator=operator, left=left, right=right):
                if operator in COMPARISONS:
                    return f"{self._side(left)} {COMPARISONS[operator]} {self._side(right)}"
                raise EngineError(f"`{operator}` compares nothing in an answer set program")
            case ir.Truth(value=value):
                return "#true" if value else "#false"
            case _:
                raise EngineError(f"a {type(part).__name__} is not a condition of a program")

    def _side(self, side: ir.Term | ir.AggregateTerm) -> str:
        if not isinstance(side, ir.AggregateTerm):
            return self.term(side)
        if side.function not in AGGREGATES:
            raise EngineError(f"`{side.function}` is not an aggregate of clingo")
        return f"#{side.function} {{ {self._elements(side.elements)} }}"

    def _elements(self, elements: Sequence[ir.Element]) -> str:
        return "; ".join(self._element(element) for element in elements)

    def _element(self, element: ir.Element) -> str:
        first, *others = [
            self.literal(term) if isinstance(term, ir.Literal) else self.term(term)
            for term in element.terms
        ] or [""]
        if element.priority is not None:
            first = f"{first}@{self.term(element.priority)}"
        condition = self._body(element.condition)
        terms = ",".join([first, *others])
        return f"{terms} : {condition}" if condition else terms or ":"

    # ---------------------------------------------------------------------------------------- literals and terms

    def literal(self, literal: ir.Literal) -> str:
        predicate, negative = literal.atom.predicate, literal.negative
        if not isinstance(predicate, str) or not isinstance(negative, bool):
            raise EngineError("a literal of a program has a predicate and a sign")
        terms = [
            self.name(each.name) if isinstance(each, ir.Const) else self.term(each)
            for each in literal.atom.arguments
        ]
        sign = f"{'not ' if literal.default else ''}{'-' if negative else ''}"
        return (
            f"{sign}{print_call(self.applied(predicate), terms) if terms else self.bare(predicate)}"
        )

    def term(self, term: ir.Term) -> str:
        match term:
            case ir.Var(name=name):
                return self.variable(name)
            case ir.Const(name=name):
                return self.name(name)
            case ir.String(text=text):
                return quote(text)
            case ir.Quantity(kind="integer", amount=amount) if -SMALL < amount < SMALL:
                return str(amount)
            case ir.Function(name=name, arguments=arguments):
                return print_call(self.applied(name), list(map(self.term, arguments)))
            case ir.Tuple(items=items):
                return f"({self._terms(items)}{',' if len(items) == 1 else ''})"
            case ir.Interval(low=low, high=high):
                return f"{self._operand(low)}..{self._operand(high)}"
            case ir.Operation(operator="neg" | "-", operands=(operand,)):
                single = isinstance(operand, ir.Var | ir.Const | ir.Function | ir.Tuple)
                return f"-{self.term(operand)}" if single else f"-({self.term(operand)})"
            case ir.Operation(operator="abs", operands=(operand,)):
                return f"|{self.term(operand)}|"
            case ir.Operation(operator=operator, operands=operands) if (
                operator in OPERATORS and len(operands) > 1
            ):
                text = self._operand(operands[0])
                for place, each in enumerate(operands[1:]):
                    before = f"({text})" if place else text
                    text = f"{before}{OPERATORS[operator]}{self._operand(each)}"
                return text
            case _:
                raise EngineError(f"`{show(term)}` is not a term of an answer set program")

    def _terms(self, terms: Sequence[ir.Term]) -> str:
        return ",".join(map(self.term, terms))

    def _operand(self, term: ir.Term) -> str:
        """Write a term in brackets if it is composed with an operator."""
        joined = isinstance(term, ir.Interval) or (
            isinstance(term, ir.Operation) and len(term.operands) > 1
        )
        return f"({self.term(term)})" if joined else self.term(term)


def print_call(name: str, terms: Sequence[str]) -> str:
    return f"{name}({','.join(terms)})" if terms else name


def quote(text: str) -> str:
    if "\0" in text:
        raise EngineError("a string of a program cannot contain the character with code 0")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
