"""What the statements of a family's theories can name: the words that a text read back may hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...dsl.source import NOWHERE
from ..family import Line
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
    named = [each for line in lines if line.template is not None for each in names(line.template)]
    predicates = [name for name, kind in named if kind != "individual"]
    sorts = [OneOf(name, tuple(sorted(values))) for name, values in scope.sorts.items() if values]
    declared = frozenset[str]().union(*scope.sorts.values())
    others = {name for name, kind in named if kind == "individual"} - declared
    if others:
        rules = [
            (each.template, each.span or NOWHERE) for each in lines if each.template is not None
        ]
        warn_undeclared(rules, others, scope.report)
        sorts.append(OneOf("individual", tuple(sorted(others))))
    words = (*(scope.predicates or ()), *sorted(scope.atomic or ()), *sorted(scope.roles or ()))
    places = {
        name: tuple(scope.sorts.get(sort) for sort in arguments)
        for name, arguments in (scope.predicates or {}).items()
    }
    return Symbols(tuple(dict.fromkeys((*words, *predicates))), tuple(sorts), Places(places))
