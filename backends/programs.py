"""Answer set programs as text for clingo, and clingo's symbols back as nodes.

The text is complete: the stock `clingo FILE` gives the same answer sets. Names that clingo cannot spell are spelt in
letters, digits and underscores, each name of a program in its own way; comments give the statements as they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ..compiler.contract import EngineError
from ..compiler.ir import nodes as ir
from ..compiler.ir.mentions import mentions
from ..compiler.ir.raising import show
from ..compiler.safety import given

if TYPE_CHECKING:
    from clingo import Symbol

Signature: TypeAlias = tuple[str, int, bool]
"""A predicate's name, its number of arguments, and whether it is strongly negated."""

PLAIN = re.compile(r"(?!not$)[_']*[a-z][A-Za-z0-9_']*")
VARIABLE = re.compile(r"[_']*[A-Z][A-Za-z0-9_']*")
SMALL = 2**31
"""clingo's integers lie strictly between this and its negative."""

EXTREMES = ("#inf", "#sup")
"""The least and the greatest of clingo's terms: constants of these names are they."""

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


@dataclass(frozen=True)
class Program:
    """A theory as clingo's text, with what leads back from it.

    Attributes:
        text: the whole program.
        spelling: how its names are spelt.
        lines: the id of the statement that each line holds, counted from 1.
    """

    text: str
    spelling: Spelling
    lines: Mapping[int, str]


def program(theory: ir.Theory, query: ir.Query | None = None, commented: bool = True) -> Program:
    """Write a theory, and what is asked of it, as a program.

    Args:
        commented: whether comments give every statement, and tell how the query is answered.

    Raises:
        EngineError: for a statement, term or query that clingo does not have.
    """
    spelling = Spelling((theory,) if query is None else (theory, query))
    lines: list[str] = []
    places: dict[int, str] = {}
    for each in theory.statements:
        if commented:
            lines += _comment(show(each))
        written = spelling.statement(each)
        if written:
            lines.append(written)
            places[len(lines)] = each.id
    lines += _shown(theory, spelling)
    if query is not None:
        lines += _asked(theory, query, spelling, commented)
    return Program("\n".join([*lines, ""]), spelling, places)


def shown(theory: ir.Theory) -> tuple[Signature, ...]:
    """Give the signatures that the theory's option `show` keeps of its answer sets; none where it keeps all."""
    text = dict(theory.options).get("show", "")
    found: list[Signature] = []
    for part in str(text).split(","):
        if not part.strip():
            continue
        name, _, arity = part.strip().rpartition("/")
        if not name or not arity.isdecimal():
            raise EngineError(f"`{part.strip()}` is no signature such as `p/2` or `-p/2`")
        found.append((name.removeprefix("-"), int(arity), name.startswith("-")))
    return tuple(found)


def _shown(theory: ir.Theory, spelling: Spelling) -> list[str]:
    return [
        f"#show {'-' if negative else ''}{spelling.name(name)}/{arity}."
        for name, arity, negative in shown(theory)
    ]


def _comment(text: str) -> list[str]:
    """Give comment lines; what is not printed is escaped."""
    visible = (char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
    return [f"% {''.join(visible)}"]


# ---------------------------------------------------------------------------------------------------- questions


def _asked(
    theory: ir.Theory, query: ir.Query, spelling: Spelling, commented: bool
) -> Iterator[str]:
    if commented:
        yield ""
        yield from _comment(f"The query: {show(query.goal)}")
        yield from _comment(_told(theory, query.goal))
    match query.goal:
        case ir.Entailed(statement=ir.Fact(literal=ir.Literal(default=False) as literal)):
            yield from _answer(literal, spelling)
        case ir.AnswerSets():
            pass
        case ir.Stable(literals=literals):
            yield from _fixed(theory, literals, spelling)
        case _:
            raise EngineError("a program is asked for a literal, a set of literals or answer sets")


def _told(theory: ir.Theory, goal: ir.Goal) -> str:
    """Tell how clingo is to be run for a goal."""
    optimises = any(isinstance(each.statement, ir.Optimise) for each in theory.statements)
    best = " --opt-mode=optN" if optimises else ""
    match goal:
        case ir.Entailed(mode=""):
            return f"Run `clingo{best} FILE 0`: the label stands in the one answer set."
        case ir.Entailed(mode=mode):
            return f"Run `clingo{best} --enum-mode={mode} FILE 0`: the label stands in the last."
        case ir.Stable() if optimises:
            return (
                "Run `clingo FILE`: true where the optimum is that of the program without the set."
            )
        case ir.Stable():
            return "Run `clingo FILE`: true where it is satisfiable."
        case _:
            return f"Run `clingo{best} FILE 0`."


def _answer(literal: ir.Literal, spelling: Spelling) -> Iterator[str]:
    """Show a term for the label; it is no atom, so that the answer sets stay what they are."""
    if not isinstance(literal.negative, bool):
        raise EngineError("the sign of a query is written out")
    answer = spelling.fresh("answer")
    plain = spelling.literal(literal)
    opposite = spelling.literal(ir.Literal(literal.atom, not literal.negative))
    yield f"#show {answer}(true) : {plain}."
    yield f"#show {answer}(false) : {opposite}."
    yield f"#show {answer}(unknown) : not {plain}, not {opposite}."


def _fixed(theory: ir.Theory, literals: Sequence[ir.Literal], spelling: Spelling) -> Iterator[str]:
    """Constrain the answer set to be this one: it holds each of the set, and nothing that could be derived besides."""
    candidate = spelling.fresh("candidate")
    for literal in dict.fromkeys(literals):
        text = spelling.literal(literal)
        yield f"{candidate}({text}). :- not {text}."
    for name, arity, negative in derivable(theory):
        terms = [f"X{place}" for place in range(1, arity + 1)]
        atom = _applied(f"{'-' if negative else ''}{spelling.name(name)}", terms)
        yield f":- {atom}, not {candidate}({atom})."


def derivable(theory: ir.Theory) -> tuple[Signature, ...]:
    """Give the signatures of the literals that stand in heads, in the order of the text."""
    found: dict[Signature, None] = {}
    for each in theory.statements:
        for literal in given(each.statement):
            predicate, negative = literal.atom.predicate, literal.negative
            if isinstance(predicate, str) and isinstance(negative, bool):
                found[predicate, len(literal.atom.arguments), negative] = None
    return tuple(found)


# ----------------------------------------------------------------------------------------------------- spelling


class Spelling:
    """How the names of nodes are spelt for clingo: one that is plain as it is, any other by a plain one of its own."""

    def __init__(self, nodes: Iterable[ir.Node]) -> None:
        names: dict[str, None] = {}
        variables: dict[str, None] = {"_": None}
        for node in nodes:
            parts: Iterable[ir.Node] = (node,)
            if isinstance(node, ir.Theory):
                names.update(dict.fromkeys(name for name, _, _ in shown(node)))
                parts = (each.statement for each in node.statements)
            for each in parts:
                found = mentions(each)
                names.update(dict.fromkeys(found.names))
                variables.update(dict.fromkeys(found.variables))
        self._names = _spelt(names, PLAIN, "n", False, EXTREMES)
        self._variables = _spelt(variables, VARIABLE, "V", True, ("_",))
        self._read: dict[Symbol, ir.Term] = {}

    @cached_property
    def _own(self) -> Mapping[str, str]:
        """The name that each spelling stands for."""
        return {spelt: name for name, spelt in self._names.items()}

    def fresh(self, wanted: str) -> str:
        """Give a name that is spelt like no other."""
        while wanted in self._own:
            wanted += "_"
        return wanted

    def name(self, name: str) -> str:
        return self._names[name]

    # ----------------------------------------------------------------------------------------------- statements

    def statement(self, labelled: ir.Labelled) -> str:
        """Write a statement on one line; nothing for a rule that says nothing."""
        match labelled.statement:
            case ir.Fact(literal=ir.Literal(default=False) as literal):
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
                raise EngineError(f"`{labelled.id}` is no statement of an answer set program")

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
                raise EngineError(f"a {type(head).__name__} is no head of an answer set program")

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
                raise EngineError(f"a {type(part).__name__} is no condition of a program")

    def _side(self, side: ir.Term | ir.AggregateTerm) -> str:
        if not isinstance(side, ir.AggregateTerm):
            return self.term(side)
        if side.function not in AGGREGATES:
            raise EngineError(f"`{side.function}` is no aggregate of clingo")
        return f"#{side.function} {{ {self._elements(side.elements)} }}"

    def _elements(self, elements: Sequence[ir.Element]) -> str:
        return "; ".join(self._element(each) for each in elements)

    def _element(self, element: ir.Element) -> str:
        first, *others = [
            self.literal(each) if isinstance(each, ir.Literal) else self.term(each)
            for each in element.terms
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
        terms = [self.term(each) for each in literal.atom.arguments]
        sign = f"{'not ' if literal.default else ''}{'-' if negative else ''}"
        return f"{sign}{_applied(self.name(predicate), terms)}"

    def term(self, term: ir.Term) -> str:
        match term:
            case ir.Var(name=name):
                return self._variables[name]
            case ir.Const(name=name):
                return self.name(name)
            case ir.String(text=text):
                return _string(text)
            case ir.Quantity(kind="integer", amount=amount) if -SMALL < amount < SMALL:
                return str(amount)
            case ir.Function(name=name, arguments=arguments):
                return f"{self.name(name)}({self._terms(arguments)})"
            case ir.Tuple(items=items):
                return f"({self._terms(items)}{',' if len(items) == 1 else ''})"
            case ir.Interval(low=low, high=high):
                return f"({self.term(low)}..{self.term(high)})"
            case ir.Operation(operator="neg" | "-", operands=(operand,)):
                return f"-({self.term(operand)})"
            case ir.Operation(operator="abs", operands=(operand,)):
                return f"|{self.term(operand)}|"
            case ir.Operation(operator=operator, operands=operands) if (
                operator in OPERATORS and len(operands) > 1
            ):
                text = self.term(operands[0])
                for each in operands[1:]:
                    text = f"({text}{OPERATORS[operator]}{self.term(each)})"
                return text
            case _:
                raise EngineError(f"`{show(term)}` is no term of an answer set program")

    def _terms(self, terms: Sequence[ir.Term]) -> str:
        return ",".join(map(self.term, terms))

    # ------------------------------------------------------------------------------------------------- and back

    def read(self, symbol: Symbol) -> ir.Literal:
        """Give the literal of an atom of clingo."""
        terms = tuple(map(self.read_term, symbol.arguments))
        return ir.Literal(ir.Atom(self._own[symbol.name], terms), symbol.negative)

    def read_term(self, symbol: Symbol) -> ir.Term:
        """Give the ground term of a symbol of clingo; each is read once."""
        term = self._read.get(symbol)
        if term is None:
            term = self._read[symbol] = self._term(symbol)
        return term

    def _term(self, symbol: Symbol) -> ir.Term:
        from clingo import SymbolType

        match symbol.type:
            case SymbolType.Number:
                return ir.Quantity("integer", symbol.number)
            case SymbolType.String:
                return ir.String(symbol.string)
            case SymbolType.Infimum:
                return ir.Const("#inf")
            case SymbolType.Supremum:
                return ir.Const("#sup")
            case _:
                terms = tuple(map(self.read_term, symbol.arguments))
                term: ir.Term = ir.Tuple(terms)
                if symbol.name:
                    name = self._own[symbol.name]
                    term = ir.Function(name, terms) if terms else ir.Const(name)
                return ir.Operation("neg", (term,)) if symbol.negative else term


def _applied(name: str, terms: Sequence[str]) -> str:
    return f"{name}({','.join(terms)})" if terms else name


def _string(text: str) -> str:
    if "\0" in text:
        raise EngineError("a text of a program has no character of code 0")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _spelt(
    names: Iterable[str], plain: re.Pattern[str], before: str, capital: bool, kept: Sequence[str]
) -> dict[str, str]:
    """Give each name a spelling of its own.

    Args:
        plain: what needs no other spelling, besides the names `kept`.
        before: what is put before a spelling that would begin otherwise than with a letter.
        capital: whether a spelling begins with a capital.
    """
    found = {name: name for name in names if name in kept or plain.fullmatch(name)}
    taken = set(found)
    for name in names:
        if name in found:
            continue
        base = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
        base = f"{base[:1].upper() if capital else base[:1].lower()}{base[1:]}"
        if not plain.fullmatch(base):
            base = f"{before}_{base}".rstrip("_")
        new, number = base, 1
        while new in taken:
            number += 1
            new = f"{base}_{number}"
        taken.add(new)
        found[name] = new
    return found
