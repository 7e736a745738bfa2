"""What the statements of a family's theories can name: the words that a text read back may hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...dsl.source import NOWHERE
from ..family import Line
from ..ir import is_plain_fact, nodes as ir, plain_literal
from ..kinds import OneOf
from ..notation import StatementScope, names, warn_undeclared
from ..text import Places


@dataclass(frozen=True)
class Symbols:
    """Predicates, concepts and roles, individuals by sort, and those that can be each argument of a predicate."""

    predicates: tuple[str, ...]
    sorts: tuple[OneOf, ...]
    places: Places


def symbols(scope: StatementScope, lines: Sequence[Line]) -> Symbols:
    """Return the symbols that a spec declares, and those that its statements name without declaring them.

    Warn of variables that are spelt like the latter.
    """
    predicates, individuals = _names_of(lines)
    sorts = [OneOf(name, tuple(sorted(values))) for name, values in scope.sorts.items() if values]
    declared = frozenset[str]().union(*scope.sorts.values())
    others = individuals - declared
    if others:
        rules = [
            (each.template, each.span or NOWHERE)
            for each in lines
            if each.template is not None and not is_plain_fact(each.template)
        ]
        warn_undeclared(rules, others, scope.report)
        sorts.append(OneOf("individual", tuple(sorted(others))))
    words = (*(scope.predicates or ()), *sorted(scope.atomic or ()), *sorted(scope.roles or ()))
    places = {
        name: tuple(scope.sorts.get(sort) for sort in arguments)
        for name, arguments in (scope.predicates or {}).items()
    }
    return Symbols(tuple(dict.fromkeys((*words, *predicates))), tuple(sorts), Places(places))


def _names_of(lines: Sequence[Line]) -> tuple[dict[str, None], set[str]]:
    """Return the predicates, concepts and roles of statements, in their order, and the individuals."""
    words: dict[str, None] = {}
    individuals: set[str] = set()
    for line in lines:
        if line.template is None:
            continue
        literal = plain_literal(line.template)
        if literal is not None:  # `names` says the same, at more length
            words[str(literal.atom.predicate)] = None
            individuals.update(
                [each.name for each in literal.atom.arguments if isinstance(each, ir.Const)]
            )
            continue
        for name, kind in names(line.template):
            if kind == "individual":
                individuals.add(name)
            else:
                words[name] = None
    return words, individuals
