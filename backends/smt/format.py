"""Requirements in SMT-LIB 2 (Barrett, Fontaine and Tinelli 2017): assertions over the slots of a record.

    (assert (=> (= travel train) (> nights 2)))
    (assert (not (or (= place coast) (= place lake))))

Values of slots are symbols or integers. Other commands, such as declarations and `check-sat`, count for nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, NoReturn, TypeAlias

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir
from ...compiler.logics.constraint import Constraint
from ...compiler.notation import show
from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Report, SpecError
from ...dsl.source import Source, Span

_TOKEN = re.compile(
    r"""(?P<blank>\s+|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<quoted>\|[^|\\]*\|)|(?P<string>"[^"]*")
    |(?P<number>\d+(?![^\s();]))|(?P<symbol>[^\s()|;"]+)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")

_ORDER: Mapping[str, str] = {"=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_DEEPEST = 200
"""Deeper terms are refused."""

MOST_PARTS = 2_000
"""How many parts the formula of an assertion has, with what stands for another term written out."""

MOST_DOUBLED = 5
"""How deep terms can stand in others that are written out twice."""


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
            if command.parts and command.parts[0].text != "assert":
                continue
            try:
                if not command.parts:
                    _refuse(f"`{command.span.text}` is not a command", command.span)
                (asserted,) = _arguments(command, 1)
                found.append(_Formulas().read(asserted, {}))
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
            case "number" | "symbol" | "string":
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


class _Formulas:
    """Reads terms as formulas. What stands for another term is written out, up to `MOST_PARTS` parts."""

    def __init__(self) -> None:
        self._parts = 0
        self._doubled = 0

    def read(self, term: Term, bound: Mapping[str, Term]) -> syntax.Expr:
        self._parts += 1
        if self._parts > MOST_PARTS:
            _refuse("the assertion is too long", term.span)
        if not term.parts:
            if term.text in bound:
                return self.read(bound[term.text], {})
            if term.text in ("true", "false"):
                return syntax.Word(term.text, span=term.span)
            _refuse(f"`{term.span.text}` is not a condition", term.span)
        head, *others = term.parts
        span = term.span
        match head.text:
            case "!" if others:
                return self.read(others[0], bound)
            case "let":
                return self._let(term, bound)
            case "not":
                (part,) = _arguments(term, 1)
                return syntax.Prefix("not", self.read(part, bound), span=span)
            case "and" | "or":
                return _joined(head.text, [self.read(each, bound) for each in others], span)
            case "=>":
                *conditions, last = [self.read(each, bound) for each in _arguments(term)]
                denied = [_denied(each) for each in conditions]
                return _joined("or", [*denied, last], span)
            case "ite":
                parts = [self._twice(each, bound) for each in _arguments(term, 3)]
                return _cases(parts[0], parts[1], parts[2], span)
            case "xor":
                left, right = (self._twice(each, bound) for each in _arguments(term, 2))
                return _either(left, _denied(right), span)
            case "=" if any(self._is_formula(each, bound) for each in others):
                left, right = (self._twice(each, bound) for each in _arguments(term, 2))
                return _either(left, right, span)
            case "distinct" | "=" | "<" | "<=" | ">" | ">=" as sign:
                return self._comparison(sign, term, bound)
            case _:
                _refuse(f"`{head.span.text}` is not known here", head.span)

    def _let(self, term: Term, bound: Mapping[str, Term]) -> syntax.Expr:
        pairs, body = _arguments(term, 2)
        own = dict(bound)
        for pair in pairs.parts:
            if len(pair.parts) != 2 or pair.parts[0].parts:
                _refuse(f"`{pair.span.text}` binds no name", pair.span)
            name, value = pair.parts
            own[name.text] = _substituted(value, bound)
        return self.read(_substituted(body, own), {})

    def _twice(self, term: Term, bound: Mapping[str, Term]) -> syntax.Expr:
        """Read a term that is written out twice, within others that are."""
        self._doubled += 1
        if self._doubled > MOST_DOUBLED:
            _refuse("the assertion is too long", term.span)
        found = self.read(term, bound)
        self._doubled -= 1
        return found

    def _is_formula(self, term: Term, bound: Mapping[str, Term]) -> bool:
        if not term.parts and term.text in bound:
            return self._is_formula(bound[term.text], {})
        return term.text in ("true", "false") or bool(term.parts and term.parts[0].text != "-")

    def _comparison(self, sign: str, term: Term, bound: Mapping[str, Term]) -> syntax.Expr:
        found = [_value(bound.get(each.text, each)) for each in _arguments(term)]
        if sign == "distinct":
            self._parts += len(found) ** 2
            if self._parts > MOST_PARTS:
                _refuse("the assertion is too long", term.span)
            pairs = list(combinations(found, 2))
            tests = [syntax.Infix("!=", *pair, span=term.span) for pair in pairs]
        else:
            in_order = zip(found, found[1:], strict=False)
            tests = [syntax.Infix(_ORDER[sign], *pair, span=term.span) for pair in in_order]
        return _joined("and", tests, term.span)


def _cases(test: syntax.Expr, one: syntax.Expr, other: syntax.Expr, span: Span) -> syntax.Expr:
    """Return that one formula is true if a test is, and otherwise another."""
    ways = [
        _joined("or", [_denied(test), one], span),
        _joined("or", [test, other], span),
    ]
    return _joined("and", ways, span)


def _substituted(term: Term, bound: Mapping[str, Term]) -> Term:
    """Return a term with other terms in the place of names."""
    if not term.parts:
        return bound.get(term.text, term)
    if not bound:
        return term
    parts = (term.parts[0], *(_substituted(each, bound) for each in term.parts[1:]))
    return Term(term.text, parts, term.span)


def _denied(formula: syntax.Expr) -> syntax.Expr:
    return syntax.Prefix("not", formula, span=formula.span)


def _either(one: syntax.Expr, other: syntax.Expr, span: Span) -> syntax.Expr:
    """Return that two formulas are both true or both false."""
    ways = [
        _joined("or", [_denied(one), other], span),
        _joined("or", [one, _denied(other)], span),
    ]
    return _joined("and", ways, span)


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
