"""A theory's rules as facts of an answer set program, for the meta-programs of defeasible logic to reason about.

Several theories can stand in one program: then each name of a rule or a predicate is a pair of its theory's number and
itself, so that theories have no literal and no rule in common, and each gets the conclusions it gets alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import TypeAlias

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir
from ...compiler.notation import show
from ..asp.budget import binding_count
from .metarules import ANSWER, ANSWERS, SHOWN, VARIANTS

Predicate: TypeAlias = tuple[str, int, bool]
"""A predicate's name, its number of arguments, and whether it is strongly negated."""

RELATIONS: Mapping[str, str] = {"->": "strict_rule", "=>": "defeasible_rule", "~>": "defeater"}
PLAIN = re.compile(r"(?!not$)[a-z][A-Za-z0-9_]*")
VARIABLE = re.compile(r"[A-Z][A-Za-z0-9_]*")

SMALL = 2**31
"""clingo's integers lie strictly between this and its negative."""


def variant_of(theory: ir.Theory) -> str:
    """Return the variant of defeasible logic that a theory is of.

    Raises:
        EngineError: there is no such variant.
    """
    variant = str(dict(theory.options).get("variant", "blocking"))
    if variant not in VARIANTS:
        raise EngineError(f"there is no variant `{variant}`")
    return variant


def program(theory: ir.Theory, query: ir.Query, commented: bool = True) -> str:
    """Return the complete program of a theory and a query. Rules stay unground: clingo instantiates them.

    Raises:
        EngineError: for a statement, term, query or variant that is none of defeasible logic.
    """
    variant = variant_of(theory)
    title = [f"% Defeasible logic, variant {variant}.", ""] if commented else []
    rules = "\n".join((*VARIANTS[variant], ANSWER, *SHOWN[variant]))
    return "\n".join([*title, *_facts(theory, query, "", commented), "", rules])


def union(problems: Sequence[tuple[ir.Theory, ir.Query]], variant: str) -> str:
    """Return one program of several theories of a variant: `answer(N,L)` is the label of the problem at place N.

    Raises:
        EngineError: for a statement, term or query that is none of defeasible logic.
    """
    lines = [
        line
        for place, (theory, query) in enumerate(problems)
        for line in _facts(theory, query, str(place), commented=False)
    ]
    return "\n".join([*lines, *VARIANTS[variant], ANSWERS])


def _facts(theory: ir.Theory, query: ir.Query, mark: str, commented: bool) -> list[str]:
    """Return a theory and its query, each statement's facts after a line with the statement; `mark` marks names."""
    asked = _query_literal(query)
    lines = facts_of(theory, asked.atom.arguments, mark, commented)
    if commented:
        lines += ["", _comment(f"The query: {show(asked)}")]
    own = f"{mark}," if mark else ""
    return [*lines, f"asked({own}{_literal(asked, {}, mark)})."]


def facts_of(
    theory: ir.Theory, names: Iterable[ir.Term], mark: str, commented: bool = False
) -> list[str]:
    """Return a theory, of whose individuals some may be named elsewhere; `mark` marks what is its own."""
    circles = _components(theory)
    lines: list[str] = []
    for statement in theory.statements:
        if commented:
            lines.append(_comment(show(statement)))
        lines += _statement(statement, circles, mark)
    own = f"{mark}," if mark else ""
    if any("constant(" in line for line in lines):
        lines += [f"constant({own}{name})." for name in _constants(theory, names)]
    return lines


def spell_literal(literal: ir.Literal, mark: str = "") -> str:
    """Return a literal without variables as the programs have it. Raises EngineError if it is none."""
    return _literal(literal, {}, mark)


def _comment(text: str) -> str:
    return "\n".join(f"% {line}" for line in "".join(map(_visible, text)).splitlines() or [""])


def _visible(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode()


def _query_literal(query: ir.Query) -> ir.Literal:
    match query.goal:
        case ir.Entailed(statement=ir.Fact(literal=ir.Literal() as literal), mode=""):
            if not _variables(literal):
                return literal
    raise EngineError("the query must be one literal without variables")


def _statement(labelled: ir.Labelled, circles: Mapping[Predicate, int], mark: str) -> Iterator[str]:
    name = _mark_name(labelled.id, mark)
    match labelled.statement:
        case ir.Fact(literal=ir.Literal() as head):
            (head,) = _apart((head,))
            variables = _Names((head,))
            condition = _conditions(variables, (), mark)
            yield f"fact({name},{_literal(head, variables, mark)}){condition}."
        case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
            yield f"superior({_mark_name(stronger, mark)},{_mark_name(weaker, mark)})."
        case ir.Rule(body=body, arrow=arrow, head=ir.Literal() as head) if arrow in RELATIONS:
            if ir.Truth(False) in body:
                return
            literals = [_body_literal(part, labelled) for part in body if not _true(part)]
            *literals, head = _apart((*literals, head))
            yield from _rule(name, RELATIONS[arrow], tuple(literals), head, circles, mark)
        case _:
            raise EngineError(f"`{labelled.id}` is not a statement of defeasible logic")


def _rule(
    name: str,
    relation: str,
    body: tuple[ir.Literal, ...],
    head: ir.Literal,
    circles: Mapping[Predicate, int],
    mark: str,
) -> Iterator[str]:
    """Write a rule. Its instances are those whose body can be derived at all, literals of the head's circle apart.

    In a circle of predicates a body may be neither proved nor refuted, so there every instance counts.
    """
    variables = _Names((*body, head))
    circle = circles.get(_signed_predicate(head)) if relation != "defeater" else None
    outside = [literal for literal in body if circles.get(_signed_predicate(literal), -1) != circle]
    binding = f"({','.join(variables.values())}{',' if len(variables) == 1 else ''})"
    condition = _conditions(variables, outside, mark)
    yield f"{relation}({name},{binding},{_literal(head, variables, mark)}){condition}."
    if body:
        literals = ";".join(_literal(literal, variables, mark) for literal in dict.fromkeys(body))
        condition = f" :- {relation}({name},{binding},_)" if variables else ""
        yield f"body({name},{binding},({literals})){condition}."


def _true(part: ir.BodyPart) -> bool:
    return part == ir.Truth(True)


def _body_literal(part: ir.BodyPart, labelled: ir.Labelled) -> ir.Literal:
    if isinstance(part, ir.Literal):
        return part
    raise EngineError(f"`{labelled.id}` has a {type(part).__name__} in its body")


def _conditions(variables: _Names, outside: Iterable[ir.Literal], mark: str) -> str:
    """Return the conditions that bind a statement's variables, each to a constant where nothing else binds it."""
    if not variables:
        return ""
    binding = [(literal, _variables(literal)) for literal in outside if _variables(literal)]
    bound = {name for _, names in binding for name in names}
    parts = [f"possible({_literal(each, variables, mark)})" for each, _ in binding]
    own = f"{mark}," if mark else ""
    parts += [f"constant({own}{spelt})" for name, spelt in variables.items() if name not in bound]
    return f" :- {', '.join(parts)}"


def _apart(literals: tuple[ir.Literal, ...]) -> list[ir.Literal]:
    """Name each `_`, which is a new variable at each place."""
    fresh = count(1)

    def named(term: ir.Term) -> ir.Term:
        return ir.Var(f"_{next(fresh)}") if term == ir.Var("_") else term

    return [
        ir.Literal(
            ir.Atom(literal.atom.predicate, tuple(map(named, literal.atom.arguments))),
            literal.negative,
            literal.default,
        )
        for literal in literals
    ]


def _variables(literal: ir.Literal) -> list[str]:
    return [argument.name for argument in literal.atom.arguments if isinstance(argument, ir.Var)]


class _Names(dict[str, str]):
    """The variables of a statement, in order, and how clingo spells each."""

    def __init__(self, literals: tuple[ir.Literal, ...]) -> None:
        names = dict.fromkeys(name for literal in literals for name in _variables(literal))
        for place, name in enumerate(names, 1):
            spelt = name if VARIABLE.fullmatch(name) else f"V{place}"
            while spelt in self.values() or (spelt != name and spelt in names):
                spelt += "_"
            self[name] = spelt


# ------------------------------------------------------------------------------------------------------ terms


def _literal(literal: ir.Literal, variables: Mapping[str, str], mark: str) -> str:
    _signed_predicate(literal)
    terms = [_term(argument, variables) for argument in literal.atom.arguments]
    tail = "," if len(terms) == 1 else ""
    sign = "neg" if literal.negative else "pos"
    return f"{sign}({_mark_name(str(literal.atom.predicate), mark)},({','.join(terms)}{tail}))"


def _signed_predicate(literal: ir.Literal) -> Predicate:
    predicate, negative = literal.atom.predicate, literal.negative
    if not isinstance(predicate, str) or not isinstance(negative, bool) or literal.default:
        raise EngineError("a literal must be an atom or its strong negation")
    return predicate, len(literal.atom.arguments), negative


def _term(term: ir.Term, variables: Mapping[str, str]) -> str:
    """Spell a term, two different terms differently: no constant of defeasible logic has arguments of its own."""
    match term:
        case ir.Var(name=name):
            return variables[name]
        case ir.Const(name=name):
            return name if PLAIN.fullmatch(name) else f"name({_quote(name)})"
        case ir.String(text=text):
            return _quote(text)
        case ir.Quantity(kind="integer", amount=amount) if -SMALL < amount < SMALL:
            return str(amount)
        case ir.Quantity(kind=kind, amount=amount):
            return f"quantity({_quote(kind)},{_quote(str(amount))})"
        case _:
            raise EngineError(f"a {type(term).__name__} is not a constant of defeasible logic")


def _mark_name(name: str, mark: str) -> str:
    return f"({mark},{_spelt(name)})" if mark else _spelt(name)


@lru_cache(maxsize=4096)
def _spelt(name: str) -> str:
    return name if PLAIN.fullmatch(name) else _quote(name)


def _quote(text: str) -> str:
    """Return a string of clingo; what cannot stand in one is written as `%` and its code in braces."""
    safe = (f"%{{{ord(c):X}}}" if c == "%" or not c.isprintable() else c for c in text)
    escaped = "".join(safe).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _constants(theory: ir.Theory, others: Iterable[ir.Term]) -> list[str]:
    own = (term for literal in literals_of(theory) for term in literal.atom.arguments)
    terms = (term for term in (*own, *others) if not isinstance(term, ir.Var))
    return list(dict.fromkeys(_term(term, {}) for term in terms))


def literals_of(theory: ir.Theory) -> Iterator[ir.Literal]:
    """Yield all literals of a theory's facts and rules."""
    for statement in theory.statements:
        yield from _parts(statement.statement)


def _parts(statement: ir.Statement) -> Sequence[ir.Literal]:
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return (literal,)
        case ir.Rule(body=body, head=head):
            return [part for part in (*body, head) if isinstance(part, ir.Literal)]
        case _:
            return ()


def bindings(theory: ir.Theory) -> float:
    """Return how many bindings the variables of all statements have."""
    constants: set[ir.Term] = set()
    sizes: list[int] = []
    for statement in theory.statements:
        terms = [term for part in _parts(statement.statement) for term in part.atom.arguments]
        names = [term.name for term in terms if isinstance(term, ir.Var)]
        constants.update([term for term in terms if not isinstance(term, ir.Var)])
        sizes.append(len({name for name in names if name != "_"}) + names.count("_"))
    return binding_count(len(constants), sizes)


# ---------------------------------------------------------------------------------------- circles of predicates


def _components(theory: ir.Theory) -> dict[Predicate, int]:
    """Number the strongly connected components of "the body's predicate may be needed for the head's".

    Predicates are signed; only rules that can derive their heads count. Source: Tarjan, Depth-first search and linear
    graph algorithms (SIAM J. Comput. 1972), without recursion.
    """
    needs: dict[Predicate, list[Predicate]] = {}
    for statement in theory.statements:
        match statement.statement:
            case ir.Rule(body=body, arrow="->" | "=>", head=ir.Literal() as head):
                needs.setdefault(_signed_predicate(head), []).extend(
                    _signed_predicate(part) for part in body if isinstance(part, ir.Literal)
                )
    numbers: dict[Predicate, int] = {}
    lows: dict[Predicate, int] = {}
    waiting: list[Predicate] = []
    found: dict[Predicate, int] = {}
    for root in needs:
        if root in numbers:
            continue
        path = [(root, iter(needs[root]))]
        numbers[root] = lows[root] = len(numbers)
        waiting.append(root)
        while path:
            node, after = path[-1]
            fresh = next((each for each in after if each not in found), None)
            if fresh is None:
                path.pop()
                if lows[node] == numbers[node]:
                    _close(node, waiting, found, numbers[node])
                if path:
                    parent = path[-1][0]
                    lows[parent] = min(lows[parent], lows[node])
            elif fresh in numbers:
                lows[node] = min(lows[node], numbers[fresh])
            else:
                numbers[fresh] = lows[fresh] = len(numbers)
                waiting.append(fresh)
                path.append((fresh, iter(needs.get(fresh, ()))))
    return found


def _close(
    root: Predicate, waiting: list[Predicate], found: dict[Predicate, int], number: int
) -> None:
    while root not in found:
        found[waiting.pop()] = number
