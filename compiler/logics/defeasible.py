"""Defeasible logic after Nute, and after Antoniou, Billington, Governatori and Maher (ACM TOCL 2001)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from msgspec import Meta

from ..analysis.graphs import components
from ..contract import FOLLOWING, Feature, Knobs, Label, Unclosable
from ..ir import nodes as ir

Variant: TypeAlias = Literal[
    "blocking", "blocking_individual", "propagating", "propagating_individual", "parallel"
]


class Options(Knobs, frozen=True):
    """Which of the field's variants is meant; `docs/defeasible.md` defines each."""

    variant: Annotated[Variant, Meta(description="how ambiguity and defeat are treated")] = (
        "blocking"
    )


class Defeasible:
    """A theory contains facts, strict and defeasible rules, defeaters and a superiority relation."""

    name: ClassVar[str] = "defeasible"
    accepts: ClassVar[frozenset[Feature]] = frozenset(
        {
            "facts",
            "rules",
            "defeasible_rules",
            "defeaters",
            "preferences",
            "strong_negation",
            "knowledge",
        }
    )
    options: ClassVar[type[Knobs]] = Options
    phrasebook: ClassVar[str] = "std.rules"
    establishes: ClassVar[str] = "metaprogram"
    confirms: ClassVar[tuple[str, ...]] = ("fixpoint", "derivation")
    explores: ClassVar[str] = "fixpoint"
    monotonic: ClassVar[bool] = False
    introduces: ClassVar[str] = "rule"
    notation: ClassVar[Mapping[Feature, str]] = {
        "": "notation facts",
        "defeasible_rules": "notation defeasible rules",
        "rules": "notation strict rules",
        "defeaters": "notation defeaters",
        "preferences": "notation preferences",
    }

    def meanings(self, goal: ir.Entailed) -> Mapping[Label, str]:
        return FOLLOWING

    def close(
        self,
        predicates: Mapping[str, Sequence[Sequence[ir.Term]]],
        statements: Sequence[ir.Labelled],
        ids: Iterator[str],
    ) -> list[ir.Labelled]:
        """Return a rule `=> -p(X)` for each predicate, and a preference for each rule with `p` over it.

        So the opposite of an atom follows, unless a rule for the atom applies that is not beaten otherwise. Where
        rules for it and against it clash, and none is preferred, neither follows.

        Raises:
            Unclosable: a rule for a predicate depends on itself. In a loop of rules, no step shows that one of them
                does not apply, so neither the atoms nor their opposites would follow.
        """
        if loop := _loop(predicates, statements):
            shown = ", ".join(f"`{name}`" for name in loop)
            raise Unclosable(
                f"the rules for {shown} depend on themselves, so the world cannot be closed"
            )
        found: list[ir.Labelled] = []
        for name, terms in predicates.items():
            variables = tuple(ir.Var(f"X{place}") for place in range(1, len(terms) + 1))
            opposite = ir.Literal(ir.Atom(name, variables), negative=True)
            rule = ir.Labelled(next(ids), ir.Rule((), "=>", opposite))
            found.append(rule)
            for other in statements:
                match other.statement:
                    case ir.Rule(
                        head=ir.Literal(atom=ir.Atom(predicate=predicate), negative=False)
                    ):
                        if predicate == name:
                            found.append(ir.Labelled(next(ids), ir.Preference(other.id, rule.id)))
                    case _:
                        continue
        return found

    def readings(self, options: Options) -> Mapping[str, Options]:
        """Return the other variants."""
        return {name: Options(name) for name in get_args(Variant) if name != options.variant}


def _loop(predicates: Collection[str], statements: Iterable[ir.Labelled]) -> list[str]:
    """Return predicates to close whose rules depend on these predicates again."""
    bodies: dict[str, set[str]] = {}
    for each in statements:
        match each.statement:
            case ir.Rule(
                body=body, head=ir.Literal(atom=ir.Atom(predicate=str() as head), negative=False)
            ):
                own = {
                    part.atom.predicate
                    for part in body
                    if isinstance(part, ir.Literal) and isinstance(part.atom.predicate, str)
                }
                bodies.setdefault(head, set()).update(own & {*predicates})
            case _:
                continue
    found = components(bodies)
    return sorted(
        {head for head, own in bodies.items() for each in own if found[each] == found[head]}
    )
