"""Tells why a statement about concepts follows, is ruled out, or is left open: inferences, or two models in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ....compiler.contract import Claim, EngineError, Label, Said, Step
from ....compiler.ir import nodes as ir
from ....compiler.notation import show
from .models import Interpretation
from .normal_form import amount

FOLLOWS: Final = "follows"
CANNOT: Final = "cannot hold"
FAILS: Final = "fails in a model"
HOLDS: Final = "holds in a model"

NOTHING_IS: Final = ir.Inclusion(ir.Truth(True), ir.Truth(False))
"""What an inconsistent theory comes to."""


class Aim(NamedTuple):
    """The goal of a proof's inferences.

    Attributes:
        sought: the statement that follows; None for an inconsistency.
        against: the statement that is refuted, if the proof is a refutation.
        gives: the subject and the conclusion of the last step.
    """

    sought: ir.Statement | None
    against: ir.Statement | None
    gives: Claim
    tag: str


def aim(label: Label, asked: ir.Statement) -> Aim:
    """Return what is to be shown for a label; a false assertion of a concept has its opposite shown."""
    match label, asked:
        case "inconsistent", _:
            return Aim(None, None, NOTHING_IS, FOLLOWS)
        case "true", _:
            return Aim(asked, None, claim(asked), FOLLOWS)
        case "false", ir.ConceptAssertion(individual=individual, concept=concept):
            denial = ir.ConceptAssertion(individual, deny_concept(concept))
            return Aim(denial, None, denial, FOLLOWS)
        case "false", ir.Fact() | ir.Inclusion():
            return Aim(None, asked, claim(asked), CANNOT)
        case _:
            raise EngineError(f"there is no proof of `{show(asked)}` for the label `{label}`")


def deny_concept(concept: ir.Formula) -> ir.Formula:
    """Return a concept's complement in the words of the concept."""
    match concept:
        case ir.Not(part=part):
            return part
        case ir.Truth(value=value):
            return ir.Truth(not value)
        case ir.Restriction(kind="max", role=role, filler=filler):
            return _count_restriction("min", amount(concept) + 1, role, filler)
        case ir.Restriction(kind="more than", role=role, filler=filler):
            return _count_restriction("max", amount(concept), role, filler)
        case ir.Restriction(kind="fewer than", role=role, filler=filler):
            return _count_restriction("min", amount(concept), role, filler)
        case ir.Restriction(kind="min", role=role, filler=filler) if amount(concept) > 0:
            return _count_restriction("max", amount(concept) - 1, role, filler)
        case _:
            return ir.Not(concept)


def _count_restriction(
    kind: str, number: int, role: str | ir.Hole, filler: ir.Formula
) -> ir.Formula:
    return ir.Restriction(kind, ir.Quantity("integer", number), role, filler)


# --------------------------------------------------------------------------------------------------- inferences


def inference(
    used: Sequence[ir.Labelled], lemmas: Mapping[int, Claim], gives: Claim, tag: str
) -> Step:
    """Return a step from statements of the theory, and from earlier steps by their numbers."""
    said = [Said("stated", {"claim": labelled}) for labelled in used]
    said += [Said("stated in step", {"claim": each, "n": n}) for n, each in lemmas.items()]
    if not said:
        key = "impossible by meaning" if tag == CANNOT else "in any case"
        said = [Said(key, {"claim": gives})]
    elif not lemmas and [claim(labelled.statement) for labelled in used] == [gives]:
        said = [Said("given", {"claim": used[0]})]
    elif gives == NOTHING_IS:
        said.append(Said("not all true" if len(said) > 1 else "cannot be", {}))
    else:
        said.append(Said("so it cannot be" if tag == CANNOT else "so", {"claim": gives}))
    uses = tuple(labelled.id for labelled in used)
    return Step(gives, tag, uses, tuple(lemmas), said=tuple(said))


def claim(statement: ir.Statement) -> Claim:
    """Return a statement about concepts or roles as a step has it."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return literal
        case ir.Inclusion() | ir.ConceptAssertion():
            return statement
        case _:
            raise EngineError(f"`{show(statement)}` is not a statement about concepts and roles")


# ------------------------------------------------------------------------------------------------------- models


def models(asked: ir.Statement, given: Mapping[str, Any]) -> Iterator[Step]:
    """Yield a step for the model in which a statement fails, and one for that in which it holds."""
    gives = claim(asked)
    without = _Told(given["without"])
    yield Step(gives, FAILS, said=(*without.said(), without.failure(gives)))
    within = _Told(given["with"])
    yield Step(gives, HOLDS, said=(*within.said(), Said("in model", {"claim": gives})))


class _Told:
    """A model in words; an element that no individual is has a name of its own."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.model = Interpretation(given, (), False)
        self.names: dict[int, str] = {}
        self.same: list[tuple[str, str]] = []
        for name, element in given["individuals"].items():
            known = self.names.setdefault(element, name)
            if known != name:
                self.same.append((known, name))
        free = (f"x{number}" for number in range(1, len(given["elements"]) * 2 + 1))
        unused = (each for each in free if each not in given["individuals"])
        for element in given["elements"]:
            if element not in self.names:
                self.names[element] = next(unused)

    def said(self) -> Iterator[Said]:
        """Yield sentences that describe the concepts of individuals and the roles between them."""
        count = len(self.given["elements"])
        yield Said("model of one" if count == 1 else "model of several", {"n": count})
        for one, other in self.same:
            yield Said("same element", {"one": one, "other": other})
        empty = True
        belongs: dict[int, list[str]] = {}
        for concept, inside in self.given["concepts"].items():
            for element in inside:
                belongs.setdefault(element, []).append(concept)
        for element, name in self.names.items():
            if own := belongs.get(element):
                named = tuple(map(ir.Named, own))
                whole = named[0] if len(named) == 1 else ir.And(named)
                yield Said("stated", {"claim": ir.ConceptAssertion(ir.Const(name), whole)})
                empty = False
        for role, pairs in self.given["roles"].items():
            for pair in pairs:
                first, second = (ir.Const(self.names[value]) for value in pair)
                yield Said("stated", {"claim": ir.Literal(ir.Atom(role, (first, second)))})
                empty = False
        yield Said("nothing in model" if empty else "nothing else in model", {})

    def failure(self, asked: Claim) -> Said:
        """Add that a statement is false; of an inclusion, of whom."""
        if not isinstance(asked, ir.Inclusion):
            return Said("not in model", {"claim": asked})
        outside = self.model.members(asked.left) - self.model.members(asked.right)
        who = ir.Const(self.names[min(outside)])
        inside = ir.ConceptAssertion(who, asked.left)
        against = ir.ConceptAssertion(who, deny_concept(asked.right))
        if ir.Truth(True) in (asked.left, against.concept):
            return Said("in model", {"claim": against if asked.left == ir.Truth(True) else inside})
        return Said("in model but", {"claim": inside, "against": against})
