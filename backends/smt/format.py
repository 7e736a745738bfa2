"""Requirements in SMT-LIB 2 (Barrett, Fontaine and Tinelli 2017): assertions over the slots of a record.

    (assert (=> (= travel train) (> nights 2)))
    (assert (not (or (= place coast) (= place lake))))

Values of slots are symbols or integers. Other commands, such as declarations and `check-sat`, count for nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NoReturn, TypeAlias

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir
from ...compiler.logics.constraint import Constraint
from ...compiler.notation import show
from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Report, SpecError
from ...dsl.source import Source, Span

_TOKEN = re.compile(
    r"""(?P<blank>\s+|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<quoted>\|[^|\\]*\|)
    |(?P<number>\d+(?![^\s();]))|(?P<symbol>[^\s()|;"]+)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")

_ORDER: Mapping[str, str] = {"=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_DEEPEST = 200
"""Deeper terms are refused."""


@dataclass(frozen=True)
class Term:
    """A symbol or a number, or a list of terms."""

    text: str
    parts: tuple["Term", ...]
    span: Span


Terms: TypeAlias = Sequence[Term]


class Smtlib:
    """Requirements as assertions of SMT-LIB 2."""

    name: ClassVar[str] = "smt2"
    suffix: ClassVar[str] = ".smt2"
    logic: ClassVar[str] = Constraint.name
    instructions: ClassVar[str] = "notation smt2"

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Return what a script asserts. Raises SpecError with every assertion that cannot be read."""
        report = Report()
        found: list[syntax.Statement] = []
        for command in _terms(source):
            if not command.parts or command.parts[0].text != "assert":
                continue
            try:
                (asserted,) = _arguments(command, 1)
                found.append(_formula(asserted))
            except SpecError as error:
                report.extend(error.diagnostics)
        if not found and not report.errors:
            report.add("E0604", f"`{source.name}` contains no statement", Span(source, 0, 0))
        report.raise_errors()
        return tuple(found)

    def settings(self, source: Source) -> Mapping[str, str]:
        """Return nothing: a script sets no options."""
        return {}

    def write(self, theory: ir.Theory) -> str:
        """Return the assertions of a theory. Raises EngineError for tests that have no such form."""
        return self.write_reply(theory) + "\n"

    def read_reply(self, reply: Source) -> tuple[syntax.Statement, ...]:
        """Return what a reader asserts. Raises SpecError as `read` does."""
        return self.read(reply)

    def write_reply(self, theory: ir.Theory) -> str:
        """Return the assertions of a theory, one on each line. Raises EngineError for tests that have no such form."""
        lines = []
        for each in theory.statements:
            if not isinstance(each.statement, ir.Requirement):
                raise EngineError(f"`{each.id}` is not a requirement")
            lines.append(f"(assert {_written(each.statement.formula)})")
        return "\n".join(lines)


# --------------------------------------------------------------------------------------------------------- reading


def _terms(source: Source) -> Iterator[Term]:
    """Yield the terms of a text, one after another. Raises SpecError where brackets do not match."""
    stack: list[tuple[int, list[Term]]] = []
    for found in _TOKEN.finditer(source.text):
        span = Span(source, *found.span())
        match found.lastgroup:
            case "blank":
                continue
            case "open":
                stack.append((found.start(), []))
                if len(stack) > _DEEPEST:
                    _refuse("the term is too deep", span)
                continue
            case "close" if stack:
                start, parts = stack.pop()
                term = Term("", tuple(parts), Span(source, start, found.end()))
            case "number" | "symbol":
                term = Term(found[0], (), span)
            case "quoted":
                term = Term(found[0][1:-1], (), span)
            case _:
                _refuse(f"`{found[0]}` begins no term", span)
        if stack:
            stack[-1][1].append(term)
        else:
            yield term
    if stack:
        _refuse("a bracket is not closed", Span(source, stack[-1][0], stack[-1][0] + 1))


def _formula(term: Term) -> syntax.Expr:
    if not term.parts:
        if term.text in ("true", "false"):
            return syntax.Word(term.text, span=term.span)
        _refuse(f"`{term.span.text}` is not a condition", term.span)
    head, *others = term.parts
    match head.text:
        case "not":
            (part,) = _arguments(term, 1)
            return syntax.Prefix("not", _formula(part), span=term.span)
        case "and" | "or":
            return _joined(head.text, [_formula(each) for each in others], term.span)
        case "=>":
            *conditions, last = [_formula(each) for each in _arguments(term)]
            denied = [syntax.Prefix("not", each, span=each.span) for each in conditions]
            return _joined("or", [*denied, last], term.span)
        case "distinct":
            one, other = _arguments(term, 2)
            return syntax.Infix("!=", _value(one), _value(other), span=term.span)
        case "=" | "<" | "<=" | ">" | ">=" as sign:
            values = [_value(each) for each in _arguments(term)]
            pairs = zip(values, values[1:], strict=False)
            tests = [syntax.Infix(_ORDER[sign], *pair, span=term.span) for pair in pairs]
            return _joined("and", tests, term.span)
        case _:
            _refuse(f"`{head.span.text}` is not known here", head.span)


def _joined(word: str, parts: Sequence[syntax.Expr], span: Span) -> syntax.Expr:
    if not parts:
        return syntax.Word("true" if word == "and" else "false", span=span)
    return parts[0] if len(parts) == 1 else syntax.Junction(word, tuple(parts), span=span)


def _value(term: Term) -> syntax.Expr:
    match term.parts:
        case (Term(text="-"), Term(text=text, parts=())) if text.isdecimal():
            number = syntax.Quantity(text, span=term.span)
            return syntax.Prefix("-", number, span=term.span)
        case () if term.text.isdecimal():
            return syntax.Quantity(term.text, span=term.span)
        case () if term.text:
            return syntax.Name(term.text, span=term.span)
        case _:
            _refuse(f"`{term.span.text}` is not a value", term.span)


def _arguments(term: Term, number: int = 0) -> Terms:
    """Return the arguments of a term: so many, or at least two."""
    found = term.parts[1:]
    if len(found) != number if number else len(found) < 2:
        wanted = f"{number}" if number else "two or more"
        _refuse(f"`{term.parts[0].span.text}` takes {wanted} arguments", term.span)
    return found


def _refuse(message: str, span: Span) -> NoReturn:
    help = "an assertion is such as `(assert (or (= colour red) (< size 3)))`"
    raise SpecError([Diagnostic("E0101", message, span, help=help)])


# --------------------------------------------------------------------------------------------------------- writing


def _written(formula: ir.Formula) -> str:
    match formula:
        case ir.Truth(value=value):
            return "true" if value else "false"
        case ir.Not(part=part):
            return f"(not {_written(part)})"
        case ir.And(parts=parts):
            return f"(and {' '.join(map(_written, parts))})"
        case ir.Or(parts=parts):
            return f"(or {' '.join(map(_written, parts))})"
        case ir.Comparison(operator="!=", left=left, right=right):
            return f"(distinct {_symbol(left)} {_symbol(right)})"
        case ir.Comparison(operator="in", left=left, right=ir.SetOf(items=items)):
            tests = [f"(= {_symbol(left)} {_symbol(each)})" for each in items]
            return tests[0] if len(tests) == 1 else f"(or {' '.join(tests)})"
        case ir.Comparison(operator=operator, left=left, right=right) if (
            operator in _ORDER.values()
        ):
            sign = next(sign for sign, own in _ORDER.items() if own == operator)
            return f"({sign} {_symbol(left)} {_symbol(right)})"
        case _:
            raise EngineError(f"`{show(formula)}` has no form in SMT-LIB without a record")


def _symbol(term: ir.Node) -> str:
    match term:
        case ir.Slot(name=name) | ir.Const(name=name) if "|" not in name and "\\" not in name:
            return name if _PLAIN.fullmatch(name) else f"|{name}|"
        case ir.Quantity(kind="integer", amount=amount):
            return str(amount) if amount >= 0 else f"(- {-amount})"
        case _:
            raise EngineError(f"`{show(term)}` has no form in SMT-LIB without a record")
