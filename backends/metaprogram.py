"""Decides defeasible theories by clingo, on a meta-program of the proof theory over the theory's rules."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, ClassVar, TypeAlias

from ..compiler.contract import UNDECIDED, Encoding, EngineError, Feature, Limits, Verdict
from ..compiler.ir import nodes as ir
from ..compiler.ir.raising import show
from ..compiler.kinds import Kind
from .fence import combined, ground
from .metarules import VARIANTS

Predicate: TypeAlias = tuple[str, int, bool]
"""A predicate's name, its number of arguments, and whether it is strongly negated."""

RELATIONS: Mapping[str, str] = {"->": "strict_rule", "=>": "defeasible_rule", "~>": "defeater"}
PLAIN = re.compile(r"(?!not$)[a-z][A-Za-z0-9_]*")
VARIABLE = re.compile(r"[A-Z][A-Za-z0-9_]*")
LABELS = ("true", "false", "unknown", "inconsistent")
RULES_A_PAIR = 20
"""More ground rules than that come of no pair of rules' instances: of a smaller theory none are counted."""

SMALL = 2**31
"""clingo's integers lie strictly between this and its negative."""


class Metaprogram:
    """The answer set solver clingo: a theory has exactly one answer set, and the label stands in it."""

    name: ClassVar[str] = "metaprogram"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {"facts", "rules", "defeasible_rules", "defeaters", "preferences", "strong_negation"}
    )

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Give the program; `clingo FILE` prints the answer and every conclusion."""
        return Encoding(".lp", program(theory, query))

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Give the label; `undecided` when the ground program has more rules than the budget's steps.

        Raises:
            EngineError: for what is no defeasible theory, at the fence of wall time, and when clingo fails.
        """
        begun = time.perf_counter()
        label = _answer(program(theory, query, commented=False), theory, limits)
        return Verdict(label, self.name, {"kind": "answer set"}, time.perf_counter() - begun)


# ------------------------------------------------------------------------------------------------- the engine


class _Spent(Exception):
    """The ground program is larger than the budget allows."""


class _Counter:
    """Observes the ground program, and stops its growth at the budget or the fence of wall time."""

    def __init__(self, limits: Limits) -> None:
        self.rules = 0
        self._most = limits.steps
        self._end = time.monotonic() + limits.seconds

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.rules += 1
        if self.rules > self._most:
            raise _Spent
        if self.rules % 4096 == 0 and time.monotonic() > self._end:
            raise TimeoutError


def _answer(text: str, theory: ir.Theory, limits: Limits) -> str:
    import clingo

    messages: list[str] = []
    options = ["--warn=none", f"--solve-limit={max(1, limits.steps)}", "--models=2"]
    control = clingo.Control(options, logger=lambda _, message: messages.append(message))
    number = _bindings(theory)
    if RULES_A_PAIR * number**2 > limits.steps:
        control.register_observer(_Counter(limits))  # type: ignore[arg-type]
    try:
        control.add("base", [], text)
        ground(control, number, limits.seconds)
        with control.solve(yield_=True) as handle:
            found = [_label(model) for model in handle]
            result = handle.get()
    except _Spent:
        return UNDECIDED
    except TimeoutError:
        reason = f"clingo met the fence of {limits.seconds:g} seconds of wall time"
        raise EngineError(reason) from None
    except (RuntimeError, MemoryError) as error:
        raise EngineError(f"clingo failed: {error} {' '.join(messages)[:2000]}".strip()) from None
    if result.interrupted or not result.exhausted:
        return UNDECIDED
    if len(found) != 1:
        raise EngineError(f"clingo gave {len(found)} answer sets where there is one")
    return found[0]


def _label(model: Any) -> str:
    from clingo import Function

    names = [name for name in LABELS if model.contains(Function("answer", [Function(name)]))]
    if len(names) != 1:
        raise EngineError(f"clingo gave the answers {names}")
    return names[0]


# ----------------------------------------------------------------------------------------------- the encoding


def program(theory: ir.Theory, query: ir.Query, commented: bool = True) -> str:
    """Give the complete program of a theory and a query. Rules stay unground: clingo instantiates them.

    Raises:
        EngineError: for a statement, term, query or variant that is none of defeasible logic.
    """
    variant = str(dict(theory.options).get("variant", "blocking"))
    if variant not in VARIANTS:
        raise EngineError(f"there is no variant `{variant}`")
    asked = _asked(query)
    circles = _components(theory)
    lines: list[str] = []
    if commented:
        lines += [f"% Defeasible logic, variant {variant}.", ""]
    for each in theory.statements:
        if commented:
            lines.append(_comment(show(each)))
        lines += _statement(each, circles)
    if any("constant(" in line for line in lines):
        lines += [f"constant({name})." for name in _constants(theory, asked)]
    if commented:
        lines += ["", _comment(f"The query: {show(asked)}")]
    lines.append(f"asked({_literal(asked, {})}).")
    rules = "\n".join(VARIANTS[variant])
    return "\n".join([*lines, "", rules])


def _comment(text: str) -> str:
    return "\n".join(f"% {line}" for line in "".join(map(_visible, text)).splitlines() or [""])


def _visible(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode()


def _asked(query: ir.Query) -> ir.Literal:
    match query.goal:
        case ir.Entailed(statement=ir.Fact(literal=ir.Literal() as literal), mode=""):
            if not _variables(literal):
                return literal
    raise EngineError("the query of a defeasible theory is one literal without variables")


def _statement(labelled: ir.Labelled, circles: Mapping[Predicate, int]) -> Iterator[str]:
    name = _text(labelled.id)
    match labelled.statement:
        case ir.Fact(literal=ir.Literal() as head):
            (head,) = _apart((head,))
            variables = _Names((head,))
            condition = _conditions(variables, ())
            yield f"fact({name},{_literal(head, variables)}){condition}."
        case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
            yield f"superior({_text(stronger)},{_text(weaker)})."
        case ir.Rule(body=body, arrow=arrow, head=ir.Literal() as head) if arrow in RELATIONS:
            if ir.Truth(False) in body:
                return
            literals = [_body_literal(part, labelled) for part in body if not _true(part)]
            *literals, head = _apart((*literals, head))
            yield from _rule(name, RELATIONS[arrow], tuple(literals), head, circles)
        case _:
            raise EngineError(f"`{labelled.id}` is no statement of defeasible logic")


def _rule(
    name: str,
    relation: str,
    body: tuple[ir.Literal, ...],
    head: ir.Literal,
    circles: Mapping[Predicate, int],
) -> Iterator[str]:
    """Write a rule. Its instances are those whose body can be derived at all, literals of the head's circle apart.

    In a circle of predicates a body may be neither proved nor refuted, so there every instance counts.
    """
    variables = _Names((*body, head))
    circle = circles.get(_signed(head)) if relation != "defeater" else None
    outside = [each for each in body if circles.get(_signed(each), -1) != circle]
    binding = f"({','.join(variables.values())}{',' if len(variables) == 1 else ''})"
    condition = _conditions(variables, outside)
    yield f"{relation}({name},{binding},{_literal(head, variables)}){condition}."
    if body:
        literals = ";".join(_literal(each, variables) for each in dict.fromkeys(body))
        condition = f" :- {relation}({name},{binding},_)" if variables else ""
        yield f"body({name},{binding},({literals})){condition}."


def _true(part: ir.BodyPart) -> bool:
    return part == ir.Truth(True)


def _body_literal(part: ir.BodyPart, labelled: ir.Labelled) -> ir.Literal:
    if isinstance(part, ir.Literal):
        return part
    raise EngineError(f"`{labelled.id}` has a {type(part).__name__} in its body")


def _conditions(variables: _Names, outside: Iterable[ir.Literal]) -> str:
    """Give the conditions that bind a statement's variables, each to a constant where nothing else binds it."""
    if not variables:
        return ""
    binding = [(each, _variables(each)) for each in outside if _variables(each)]
    bound = {name for _, names in binding for name in names}
    parts = [f"possible({_literal(each, variables)})" for each, _ in binding]
    parts += [f"constant({spelt})" for name, spelt in variables.items() if name not in bound]
    return f" :- {', '.join(parts)}"


def _apart(literals: tuple[ir.Literal, ...]) -> list[ir.Literal]:
    """Name each `_`, which is a new variable wherever it stands."""
    fresh = count(1)

    def named(term: ir.Term) -> ir.Term:
        return ir.Var(f"_{next(fresh)}") if term == ir.Var("_") else term

    return [
        ir.Literal(
            ir.Atom(each.atom.predicate, tuple(map(named, each.atom.arguments))),
            each.negative,
            each.default,
        )
        for each in literals
    ]


def _variables(literal: ir.Literal) -> list[str]:
    return [each.name for each in literal.atom.arguments if isinstance(each, ir.Var)]


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


def _literal(literal: ir.Literal, variables: Mapping[str, str]) -> str:
    _signed(literal)
    terms = [_term(each, variables) for each in literal.atom.arguments]
    tail = "," if len(terms) == 1 else ""
    sign = "neg" if literal.negative else "pos"
    return f"{sign}({_text(str(literal.atom.predicate))},({','.join(terms)}{tail}))"


def _signed(literal: ir.Literal) -> Predicate:
    predicate, negative = literal.atom.predicate, literal.negative
    if not isinstance(predicate, str) or not isinstance(negative, bool) or literal.default:
        raise EngineError("a literal of a defeasible theory is an atom or its strong negation")
    return predicate, len(literal.atom.arguments), negative


def _term(term: ir.Term, variables: Mapping[str, str]) -> str:
    """Spell a term, two different terms differently: no constant of defeasible logic has arguments of its own."""
    match term:
        case ir.Var(name=name):
            return variables[name]
        case ir.Const(name=name):
            return name if PLAIN.fullmatch(name) else f"name({_string(name)})"
        case ir.String(text=text):
            return _string(text)
        case ir.Quantity(kind="integer", amount=amount) if -SMALL < amount < SMALL:
            return str(amount)
        case ir.Quantity(kind=kind, amount=amount):
            return f"quantity({_string(kind)},{_string(str(amount))})"
        case _:
            raise EngineError(f"a {type(term).__name__} is no constant of defeasible logic")


def _text(name: str) -> str:
    return name if PLAIN.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    """Give a string of clingo; what cannot stand in one is written as `%` and its code in braces."""
    safe = (f"%{{{ord(c):X}}}" if c == "%" or not c.isprintable() else c for c in text)
    escaped = "".join(safe).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _constants(theory: ir.Theory, asked: ir.Literal) -> list[str]:
    found: dict[str, None] = {}
    for literal in (*_literals(theory), asked):
        for term in literal.atom.arguments:
            if not isinstance(term, ir.Var):
                found[_term(term, {})] = None
    return list(found)


def _literals(theory: ir.Theory) -> Iterator[ir.Literal]:
    for each in theory.statements:
        yield from _parts(each.statement)


def _parts(statement: ir.Statement) -> Sequence[ir.Literal]:
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return (literal,)
        case ir.Rule(body=body, head=head):
            return [part for part in (*body, head) if isinstance(part, ir.Literal)]
        case _:
            return ()


def _bindings(theory: ir.Theory) -> float:
    """Give how many bindings the variables of all statements have."""
    constants: set[ir.Term] = set()
    sizes: list[int] = []
    for each in theory.statements:
        terms = [term for part in _parts(each.statement) for term in part.atom.arguments]
        names = [term.name for term in terms if isinstance(term, ir.Var)]
        constants.update([term for term in terms if not isinstance(term, ir.Var)])
        sizes.append(len({name for name in names if name != "_"}) + names.count("_"))
    return combined(len(constants), sizes)


# ---------------------------------------------------------------------------------------- circles of predicates


def _components(theory: ir.Theory) -> dict[Predicate, int]:
    """Number the strongly connected components of "the body's predicate may be needed for the head's".

    Predicates are signed; only rules that can derive their heads count. Source: Tarjan, Depth-first search and linear
    graph algorithms (SIAM J. Comput. 1972), without recursion.
    """
    needs: dict[Predicate, list[Predicate]] = {}
    for each in theory.statements:
        match each.statement:
            case ir.Rule(body=body, arrow="->" | "=>", head=ir.Literal() as head):
                needs.setdefault(_signed(head), []).extend(
                    _signed(part) for part in body if isinstance(part, ir.Literal)
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
