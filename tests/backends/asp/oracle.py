"""Answer sets from the definition alone: every subset of the heads, tested in the logic of here and there.

A pair of sets, here within there, satisfies an instance as Ferraris (2011) and Pearce (equilibrium logic) define it; a
set is stable if it satisfies the program with itself, and no smaller set does so with it. Variables take every value of
a universe that the caller gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import Any

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import rebuild, walk

Atom = tuple[bool, str, tuple[Any, ...]]
Here = frozenset[Atom]


class Undefined(Exception):
    """Arithmetic that has no value."""


def value(term: Any) -> Any:
    """Return a ground term's value: integers, `(1, name)`, `(2, text)`; integers come first in the order."""
    match term:
        case ir.Quantity(amount=amount):
            return (0, amount)
        case ir.Const(name=name):
            return (1, name)
        case ir.String(text=text):
            return (2, text)
        case ir.Tuple(items=items):
            return (3, len(items), "", tuple(map(value, items)))
        case ir.Function(name=name, arguments=arguments):
            return (3, len(arguments), name, tuple(map(value, arguments)))
        case ir.Operation(operator=operator, operands=operands):
            given = [value(each) for each in operands]
            if any(each[0] for each in given):
                raise Undefined
            return (0, _reckoned(operator, *(each[1] for each in given)))
    raise AssertionError(term)


def _reckoned(operator: str, a: int, b: int = 0) -> int:
    match operator:
        case "neg":
            return -a
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/" | "mod":
            if b == 0:
                raise Undefined
            quotient = int(a / b)
            return quotient if operator == "/" else a - quotient * b
    raise AssertionError(operator)


def compare(operator: str, a: Any, b: Any) -> bool:
    return {
        "<": a < b,
        "<=": a <= b,
        ">": a > b,
        ">=": a >= b,
        "==": a == b,
        "!=": a != b,
    }[operator]


def spread(node: ir.Node) -> list[ir.Node]:
    """Return a node once for each value of the intervals in it, outside aggregates and choices."""
    for each in walk(node):
        if isinstance(each, ir.Interval):
            low, high = value(each.low)[1], value(each.high)[1]
            return [
                more
                for amount in range(low, high + 1)
                for more in spread(_replaced(node, each, ir.Quantity("integer", amount)))
            ]
    return [node]


def _replaced(node: ir.Node, old: ir.Node, new: ir.Node) -> ir.Node:
    return new if node == old else rebuild(node, lambda each: _replaced(each, old, new))


def filled(node: Any, values: dict[str, ir.Term]) -> Any:
    if isinstance(node, ir.Var):
        return values.get(node.name, node)
    return rebuild(node, lambda each: filled(each, values))


def names(*nodes: ir.Node) -> list[str]:
    return sorted({each.name for node in nodes for each in walk(node) if isinstance(each, ir.Var)})


def shared(rule: ir.Rule) -> list[str]:
    """Return the variables that have one value in an instance."""
    parts: list[ir.Node] = []
    for each in rule.body:
        inner = each.part if isinstance(each, ir.Not) else each
        if isinstance(inner, ir.Comparison):
            sides = (inner.left, inner.right)
            parts += [side for side in sides if not isinstance(side, ir.AggregateTerm)]
        else:
            parts.append(inner)
    match rule.head:
        case ir.Choice(lower=lower, upper=upper):
            parts += [each for each in (lower, upper) if each is not None]
        case head:
            parts.append(head)
    return names(*parts)


def ground(nodes: Sequence[ir.Node], wanted: Sequence[str], universe: Sequence[ir.Term]) -> Any:
    for values in product(universe, repeat=len(wanted)):
        yield [filled(each, dict(zip(wanted, values, strict=True))) for each in nodes]


class Oracle:
    def __init__(self, theory: ir.Theory, universe: Sequence[ir.Term]) -> None:
        self.universe = universe
        self.rules: list[tuple[tuple[Any, ...], Any]] = []
        self.weights: list[ir.Optimise] = []
        for labelled in theory.statements:
            match labelled.statement:
                case ir.Fact(literal=literal):
                    self._add(ir.Rule((), "->", literal))  # type: ignore[arg-type]
                case ir.Rule() as rule:
                    self._add(rule)
                case ir.Optimise() as optimise:
                    self.weights.append(optimise)
        self.base: list[Atom] = sorted(
            {atom for _, head in self.rules for atom in self._heads(head)}
        )

    def _add(self, rule: ir.Rule) -> None:
        flat = rule.head if isinstance(rule.head, ir.Choice) else None
        outside = [each for each in rule.body if not any(_aggregates(each))]
        inside = tuple(each for each in rule.body if any(_aggregates(each)))
        plain = ir.Rule(tuple(outside), "->", ir.Truth(False) if flat else rule.head)
        for each in spread(plain):
            assert isinstance(each, ir.Rule)
            whole = ir.Rule((*each.body, *inside), "->", flat or each.head)
            for (one,) in ground([whole], shared(whole), self.universe):
                try:
                    head = self._head(one.head)
                    body = tuple(self._part(part) for part in one.body)
                except Undefined:
                    continue
                self.rules.append((body, head))

    # Ground formulas are tuples: ("atom", atom), ("not", f), ("true", bool), ("agg", function, op, bound, elements)
    # and elements are (tuple, formulas).

    def _atom(self, literal: ir.Literal) -> Atom:
        return (
            bool(literal.negative),
            str(literal.atom.predicate),
            tuple(map(value, literal.atom.arguments)),
        )

    def _part(self, part: Any) -> Any:
        match part:
            case ir.Literal(default=default):
                atom = ("atom", self._atom(part))
                return ("not", atom) if default else atom
            case ir.Not(part=inner):
                return ("not", self._part(inner))
            case ir.Comparison(operator=operator, left=ir.AggregateTerm() as left, right=right):
                elements = tuple(self._elements(left.elements))
                return ("agg", left.function, operator, value(right), elements)
            case ir.Comparison(operator=operator, left=left, right=ir.AggregateTerm() as right):
                mirror = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(operator, operator)
                return self._part(ir.Comparison(mirror, right, left))
            case ir.Comparison(operator=operator, left=left, right=right):
                return ("true", compare(operator, value(left), value(right)))
            case ir.Truth(value=truth):
                return ("true", truth)
        raise AssertionError(part)

    def _elements(self, elements: Sequence[ir.Element]) -> Iterator[Any]:
        for element in elements:
            for spreaded in spread(element):
                for (one,) in ground([spreaded], names(spreaded), self.universe):
                    try:
                        terms = tuple(
                            self._atom(each) if isinstance(each, ir.Literal) else value(each)
                            for each in one.terms
                        )
                        condition = tuple(self._part(each) for each in one.condition)
                    except Undefined:
                        continue
                    if all(each[1] for each in condition if each[0] == "true"):
                        yield terms, condition

    def _head(self, head: Any) -> Any:
        match head:
            case ir.Truth():
                return ("or",)
            case ir.Literal():
                return ("or", self._atom(head))
            case ir.Or(parts=parts):
                return ("or", *map(self._atom, parts))
            case ir.Choice(elements=elements, lower=lower, upper=upper):
                low = None if lower is None else value(lower)
                high = None if upper is None else value(upper)
                return ("choice", tuple(self._elements(elements)), low, high)
        raise AssertionError(head)

    def _heads(self, head: Any) -> list[Atom]:
        return list(head[1:]) if head[0] == "or" else [terms[0] for terms, _ in head[1]]

    # ---------------------------------------------------------------------------------------- here and there

    def holds(self, formula: Any, here: Here, there: Here) -> bool:
        match formula:
            case ("atom", atom):
                return atom in here
            case ("true", truth):
                return bool(truth)
            case ("not", inner):
                return not self.holds(inner, there, there)
            case ("agg", function, operator, bound, elements):
                for world in (there, here):
                    counted = {
                        terms
                        for terms, condition in elements
                        if all(self.holds(each, world, there) for each in condition)
                    }
                    if not compare(operator, _folded(function, counted), bound):
                        return False
                return True
        raise AssertionError(formula)

    def _follows(self, body: Any, head: Any, here: Here, there: Here) -> bool:
        if not all(self.holds(each, here, there) for each in body):
            return True
        if head[0] == "or":
            return any(atom in here for atom in head[1:])
        _, elements, low, high = head
        chosen = set()
        for (atom,), condition in elements:
            if all(self.holds(each, here, there) for each in condition):
                if atom in there and atom not in here:
                    return False
            if atom in there and all(self.holds(each, there, there) for each in condition):
                chosen.add(atom)
        count = (0, len(chosen))
        return (low is None or low <= count) and (high is None or count <= high)

    def satisfied(self, here: Here, there: Here) -> bool:
        return all(
            self._follows(body, head, world, there)
            for body, head in self.rules
            for world in (here, there)
        )

    def stable(self, chosen: Here) -> bool:
        if any((not negative, name, values) in chosen for negative, name, values in chosen):
            return False
        if not self.satisfied(chosen, chosen):
            return False
        return not any(
            self.satisfied(frozenset(each), chosen) for each in subsets(chosen, proper=True)
        )

    def answer_sets(self) -> set[Here]:
        """Return the answer sets; the cheapest ones where the program optimises."""
        found = [frozenset(each) for each in subsets(self.base) if self.stable(frozenset(each))]
        if not self.weights:
            return set(found)
        least = min(map(self.cost, found), default=None)
        return {each for each in found if self.cost(each) == least}

    def cost(self, chosen: Here) -> list[Any]:
        tuples = set()
        for optimise in self.weights:
            sign = 1 if optimise.direction == "minimize" else -1
            for element in optimise.elements:
                priority = element.priority or ir.Quantity("integer", 0)
                whole = ir.Element((*element.terms, priority), element.condition)
                for terms, condition in self._elements([whole]):
                    if terms[0][0] == 0 and all(self.holds(e, chosen, chosen) for e in condition):
                        tuples.add((sign * terms[0][1], terms[-1][1], terms[1:-1]))
        priorities = sorted(range(-3, 4), reverse=True)
        return [sum(each[0] for each in tuples if each[1] == level) for level in priorities]


def _folded(function: str, counted: set[Any]) -> Any:
    integers = [each[0][1] for each in counted if each[0][0] == 0]
    match function:
        case "count":
            return (0, len(counted))
        case "sum":
            return (0, sum(integers))
        case "min":
            return min((each[0] for each in counted), default=(9,))
        case "max":
            return max((each[0] for each in counted), default=(-1,))
    raise AssertionError(function)


def _aggregates(node: ir.Node) -> Iterator[ir.Node]:
    return (each for each in walk(node) if isinstance(each, ir.AggregateTerm))


def subsets(atoms: Any, proper: bool = False) -> Iterator[tuple[Atom, ...]]:
    every = sorted(atoms)
    return chain.from_iterable(
        combinations(every, size) for size in range(len(every) + (not proper))
    )


def spelled(atom: Atom) -> str:
    """Return an atom in clingo's spelling."""
    negative, name, values = atom
    arguments = f"({','.join(map(_text, values))})" if values else ""
    return f"{'-' * negative}{name}{arguments}"


def _text(given: Any) -> str:
    match given:
        case (0, amount):
            return str(amount)
        case (1, name):
            return str(name)
        case (2, text):
            return f'"{text}"'
        case (3, _, name, values):
            return f"{name}({','.join(map(_text, values))})"
    raise AssertionError(given)
