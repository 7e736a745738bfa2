"""Finite interpretations of concepts: what a concept's members are, and whether a statement is true.

The semantics is that of OWL 2 (Direct Semantics, W3C 2012, 2.2 and 2.3), as far as its concepts are ours.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir
from ....compiler.notation import show
from .normal_form import amount

KEYS = ("elements", "individuals", "concepts", "roles")


class NoModel(Exception):
    """The evidence is not an interpretation, or does not make the required statements true."""


class Interpretation:
    """Elements, the element that each individual is, members of concepts, and successors by role.

    Args:
        given: a model as a certificate holds it.
        individuals: those that must be an element.
        unique: whether different individuals must be different elements.

    Raises:
        NoModel: for anything else.
    """

    def __init__(self, given: Any, individuals: Iterable[str], unique: bool) -> None:
        if not isinstance(given, Mapping) or given.keys() != set(KEYS):
            raise NoModel("this is not a model")
        elements, named, concepts, roles = (given[key] for key in KEYS)
        try:
            self.elements = frozenset(elements)
            self.individuals = dict(named)
            self.concepts = {name: frozenset(own) for name, own in concepts.items()}
            self.roles: dict[str, dict[Any, set[Any]]] = {}
            for role, pairs in roles.items():
                own = self.roles[role] = {element: set() for element in elements}
                for first, second in pairs:
                    own[first].add(second)
            met = {
                *self.individuals.values(),
                *(value for own in concepts.values() for value in own),
            }
            met |= {second for pairs in roles.values() for _, second in pairs}
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise NoModel(f"this is not a model: {error}") from error
        if not self.elements or len(self.elements) != len(elements) or met - self.elements:
            raise NoModel(
                "a model lists at least one element, each once, and all that its concepts and roles contain"
            )
        if not self.individuals.keys() >= set(individuals):
            raise NoModel("the model has no element for an individual")
        if unique and len(set(self.individuals.values())) < len(self.individuals):
            raise NoModel("two individuals are one element")

    def members(self, concept: ir.Formula) -> frozenset[Any]:
        """Return the elements that belong to a concept."""
        match concept:
            case ir.Named(name=name):
                return self.concepts.get(str(name), frozenset())
            case ir.Truth(value=value):
                return self.elements if value else frozenset()
            case ir.Not(part=part):
                return self.elements - self.members(part)
            case ir.And(parts=parts):
                return self.elements.intersection(*map(self.members, parts))
            case ir.Or(parts=parts):
                return frozenset().union(*map(self.members, parts))
            case ir.Restriction(kind=kind, role=role):
                within, number = self.members(concept.filler), amount(concept)
                successors = self.roles.get(str(role), {})
                found = []
                for element in self.elements:
                    own = successors.get(element, set())
                    if _meets(kind, number, len(own & within), len(own)):
                        found.append(element)
                return frozenset(found)
            case _:
                raise EngineError(f"`{show(concept)}` is not a concept")

    def holds(self, statement: ir.Statement) -> bool:
        """Return whether a statement is true."""
        match statement:
            case ir.Inclusion(left=left, right=right):
                return self.members(left) <= self.members(right)
            case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                return self.individuals[name] in self.members(concept)
            case ir.Fact(
                literal=ir.Literal(
                    ir.Atom(role, (ir.Const(name=first), ir.Const(name=second))), False, False
                )
            ):
                successors = self.roles.get(str(role), {}).get(self.individuals[first], set())
                return self.individuals[second] in successors
            case _:
                raise EngineError(
                    f"`{show(statement)}` is not a statement about concepts and roles"
                )


def _meets(kind: str, number: int, inside: int, all: int) -> bool:
    """Return whether an element meets a restriction, given the number of its successors and of those in the filler."""
    match kind:
        case "some":
            return inside >= 1
        case "only":
            return inside == all
        case "min":
            return inside >= number
        case "max":
            return inside <= number
        case "exactly":
            return inside == number
        case "more than":
            return inside > number
        case "fewer than":
            return inside < number
        case _:
            raise EngineError(f"there is no restriction `{kind}`")


def individuals(statements: Iterable[ir.Statement]) -> list[str]:
    """Return the names of the individuals in statements, in alphabetical order."""
    found = set()
    for statement in statements:
        match statement:
            case ir.ConceptAssertion(individual=ir.Const(name=name)):
                found.add(name)
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(arguments=arguments))):
                found |= {term.name for term in arguments if isinstance(term, ir.Const)}
    return sorted(found)
