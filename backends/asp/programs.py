"""Answer set programs as text for clingo, and clingo's symbols back as nodes.

The text is complete: the command `clingo FILE` finds the same answer sets. Names that clingo cannot spell
are spelt in letters, digits and underscores, each name of a program in its own way; comments show the
original statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ...compiler.analysis.safety import possible_heads
from ...compiler.contract import EngineError
from ...compiler.ir import mentions, nodes as ir, plain_literal
from ...compiler.notation import free_spelling, show
from .printing import Printer, print_call

if TYPE_CHECKING:
    from clingo import Symbol

Signature: TypeAlias = tuple[str, int, bool]
"""A predicate's name, its number of arguments, and whether it is strongly negated."""

PLAIN = re.compile(r"(?!not$)[_']*[a-z][A-Za-z0-9_']*")
VARIABLE = re.compile(r"[_']*[A-Z][A-Za-z0-9_']*")
EXTREMES = ("#inf", "#sup")
"""The least and the greatest of clingo's terms: constants of these names are they."""


@dataclass(frozen=True)
class Program:
    """A theory as text for clingo, with what is needed to read clingo's answers.

    Attributes:
        text: the whole program.
        spelling: how its names are spelt.
        lines: the id of the statement on each line, counted from 1.
    """

    text: str
    spelling: Spelling
    lines: Mapping[int, str]


def program(theory: ir.Theory, query: ir.Query | None = None, commented: bool = True) -> Program:
    """Write a theory and a question as a program.

    Args:
        commented: whether comments show every statement and explain how the query is answered.

    Raises:
        EngineError: for a statement, term or query that clingo cannot express.
    """
    spelling = Spelling((theory,) if query is None else (theory, query))
    lines: list[str] = []
    places: dict[int, str] = {}
    for statement in theory.statements:
        if commented:
            lines += _comment(show(statement))
        written = spelling.statement(statement)
        if written:
            lines.append(written)
            places[len(lines)] = statement.id
    lines += _show_lines(theory, spelling)
    if query is not None:
        lines += _query_lines(theory, query, spelling, commented)
    return Program("\n".join([*lines, ""]), spelling, places)


def shown_signatures(theory: ir.Theory) -> tuple[Signature, ...]:
    """Return the signatures that the theory's option `show` keeps of its answer sets; none where it keeps all."""
    text = dict(theory.options).get("show", "")
    found: list[Signature] = []
    for part in str(text).split(","):
        if not part.strip():
            continue
        name, _, arity = part.strip().rpartition("/")
        if not name or not arity.isdecimal():
            raise EngineError(f"`{part.strip()}` is not a signature such as `p/2` or `-p/2`")
        found.append((name.removeprefix("-"), int(arity), name.startswith("-")))
    return tuple(found)


def _show_lines(theory: ir.Theory, spelling: Spelling) -> list[str]:
    return [
        f"#show {'-' if negative else ''}{spelling.name(name)}/{arity}."
        for name, arity, negative in shown_signatures(theory)
    ]


def _comment(text: str) -> list[str]:
    """Return comment lines; what is not printed is escaped."""
    visible = (char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
    return [f"% {''.join(visible)}"]


# ---------------------------------------------------------------------------------------------------- questions


def _query_lines(
    theory: ir.Theory, query: ir.Query, spelling: Spelling, commented: bool
) -> Iterator[str]:
    if commented:
        yield ""
        yield from _comment(f"The query: {show(query.goal)}")
        yield from _comment(_describe_run(theory, query.goal))
    match query.goal:
        case ir.Entailed(statement=ir.Fact(literal=ir.Literal(default=False) as literal)):
            yield from _answer(literal, spelling)
        case ir.AnswerSets():
            pass
        case ir.Stable(literals=literals):
            yield from _fix_answer_set(theory, literals, spelling)
        case _:
            raise EngineError(
                "the question must be about a literal, a set of literals or the answer sets"
            )


def _describe_run(theory: ir.Theory, goal: ir.Goal) -> str:
    """Return how clingo is to be run for a goal."""
    optimises = any(isinstance(statement.statement, ir.Optimise) for statement in theory.statements)
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
        raise EngineError("the sign of a query must be written out")
    answer = spelling.fresh("answer")
    plain = spelling.literal(literal)
    opposite = spelling.literal(ir.Literal(literal.atom, not literal.negative))
    yield f"#show {answer}(true) : {plain}."
    yield f"#show {answer}(false) : {opposite}."
    yield f"#show {answer}(unknown) : not {plain}, not {opposite}."


def _fix_answer_set(
    theory: ir.Theory, literals: Sequence[ir.Literal], spelling: Spelling
) -> Iterator[str]:
    """Constrain the answer set to be this one: it contains every literal of the set, and nothing else that could
    be derived.
    """
    candidate = spelling.fresh("candidate")
    for literal in dict.fromkeys(literals):
        text = spelling.literal(literal)
        yield f"{candidate}({text}). :- not {text}."
    for name, arity, negative in derivable(theory):
        terms = [f"X{place}" for place in range(1, arity + 1)]
        atom = print_call(f"{'-' if negative else ''}{spelling.name(name)}", terms)
        yield f":- {atom}, not {candidate}({atom})."


def derivable(theory: ir.Theory) -> tuple[Signature, ...]:
    """Return the signatures of the literals in heads, in the order of the text."""
    found: dict[Signature, None] = {}
    for statement in theory.statements:
        for literal in possible_heads(statement.statement):
            predicate, negative = literal.atom.predicate, literal.negative
            if isinstance(predicate, str) and isinstance(negative, bool):
                found[predicate, len(literal.atom.arguments), negative] = None
    return tuple(found)


# ----------------------------------------------------------------------------------------------------- spelling


class Spelling(Printer):
    """How the names of nodes are spelt for clingo: a plain name unchanged, any other as a unique plain name."""

    def __init__(self, nodes: Iterable[ir.Node]) -> None:
        names: dict[str, None] = {}
        variables: dict[str, None] = {"_": None}
        for node in nodes:
            parts: Iterable[ir.Node] = (node,)
            if isinstance(node, ir.Theory):
                names.update(dict.fromkeys(name for name, _, _ in shown_signatures(node)))
                parts = (statement.statement for statement in node.statements)
            for part in parts:
                literal = plain_literal(part)
                if literal is not None:  # `mentions` says the same, at more length
                    names[str(literal.atom.predicate)] = None
                    for each in literal.atom.arguments:
                        if isinstance(each, ir.Const):
                            names[each.name] = None
                    continue
                found = mentions(part)
                names.update(dict.fromkeys(found.names))
                variables.update(dict.fromkeys(found.variables))
        self._names = _spelt(names, PLAIN, "n", False, EXTREMES)
        self._variables = _spelt(variables, VARIABLE, "V", True, ("_",))
        self._read: dict[Symbol, ir.Term] = {}

    @cached_property
    def _own(self) -> Mapping[str, str]:
        """The name of each spelling."""
        return {spelt: name for name, spelt in self._names.items()}

    def fresh(self, wanted: str) -> str:
        """Return a name that is spelt like no other."""
        while wanted in self._own:
            wanted += "_"
        return wanted

    def name(self, name: str) -> str:
        return self._names[name]

    def variable(self, name: str) -> str:
        return self._variables[name]

    # ------------------------------------------------------------------------------------------------- and back

    def read(self, symbol: Symbol) -> ir.Literal:
        """Return the literal of an atom of clingo."""
        terms = tuple(map(self.read_term, symbol.arguments))
        return ir.Literal(ir.Atom(self._own[symbol.name], terms), symbol.negative)

    def read_term(self, symbol: Symbol) -> ir.Term:
        """Return the ground term of a symbol of clingo; each is read once."""
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


def _spelt(
    names: Iterable[str], plain: re.Pattern[str], before: str, capital: bool, kept: Sequence[str]
) -> dict[str, str]:
    """Assign each name a different spelling.

    Args:
        plain: names that need no other spelling, in addition to the names `kept`.
        before: the prefix of a spelling that would not begin with a letter.
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
        found[name] = free_spelling(base, taken)
        taken.add(found[name])
    return found
