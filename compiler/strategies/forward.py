"""Growing a base of inclusions and assertions: facts first, then axioms that continue from them.

After the generator of Poulis, Tsalapati and Koubarakis, "Transformers in the service of description
logic-based contexts" (2024). There, a whole base is drawn, and dropped if it is inconsistent or
incoherent. Here, only the statement that would make it so is redrawn, which keeps most of what was
drawn. Questions come from what follows about the base's own concepts.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from ..certify.exploration import open_base
from ..contract import Feature, Knobs, Label, Limits, Undecided
from ..family import Draft, Env, NoValue, Rejected, Scene, Sought, draw_statement
from ..ir import nodes as ir, walk
from ..random.stream import Stream
from .bases import looks
from .bases.candidates import Candidates
from .bases.concepts import (
    complement,
    connectives,
    flatten,
    implied_concepts,
    opposites,
    quantifiers,
    sides,
)
from .bases.contrasts import Contrast, contrasts, room
from .bases.grounds import PARTS, ground
from .bases.growth import REASONS, Growth, order_statements
from .bases.matching import match_questions

BUDGET = Limits(steps=400_000)
"""The engine's budget for one base and all queries about it, in engine steps."""

DRAWN = 40
"""How many facts are drawn to choose from those that questions which look alike need."""

USUAL = tuple(Sought(each, None) for each in ("true", "false", "unknown"))


class ForwardKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    facts: Annotated[int, Meta(ge=0, le=60, description="the number of facts")] = 5
    axioms: Annotated[int, Meta(ge=0, le=60, description="the number of axioms")] = 5
    chained: Annotated[
        bool, Meta(description="whether each left side already occurs in a fact or on a right side")
    ] = True
    matched: Annotated[
        bool, Meta(description="whether questions look alike whatever their labels")
    ] = True
    tries: Annotated[
        int, Meta(ge=1, le=1000, description="the average number of attempts for a statement")
    ] = 10


class Forward:
    """Grows a consistent and coherent base of facts and axioms forward, with questions of every depth."""

    name: ClassVar[str] = "forward"
    makes: ClassVar[frozenset[Feature]] = frozenset({"concepts", "facts"})
    draws: ClassVar[frozenset[str]] = frozenset({"axiom", "fact"})
    knobs: ClassVar[type[Knobs]] = ForwardKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "facts": "how many facts it has",
        "axioms": "how many axioms it has",
        "concepts": "how many concepts have names in it",
        "roles": "how many roles it speaks of",
        "individuals": "how many individuals it speaks of",
        "connectives": "the most `and` and `or` on one side of a statement",
        "quantifiers": "the most restrictions on one side of a statement",
        "trivial": "statements drawn in vain that hold, or fail, by themselves",
        "implied": "statements drawn in vain that followed already",
        "inconsistent": "statements drawn in vain that contradicted the others",
        "incoherent": "statements drawn in vain with which a concept could have no member",
    }
    marks: ClassVar[Mapping[str, str]] = {}
    seeks: ClassVar[frozenset[Label]] = frozenset({"true", "false", "unknown"})

    def _draw(
        self, growth: Growth, knobs: ForwardKnobs, depths: Sequence[int]
    ) -> tuple[bool, list[Contrast]]:
        """Draw facts and axioms; return whether questions of depth 1 can match, and contrasts."""
        sorts = growth.grammar.sorts
        names = {name for sort in growth.grammar.individuals for name in sorts[sort]}
        deeper = [depth for depth in depths if depth > 1 and len(names) >= PARTS]
        paired: bool | None = None
        needed = 2 * (1 in depths) + PARTS * bool(deeper)
        if needed:
            growth.draw("fact", max(0, knobs.facts - needed), knobs.tries)
            drawn = [
                flatten(draw_statement(growth.grammar, "fact", growth.env)) for _ in range(DRAWN)
            ]
            if 1 in depths:
                paired = pair(growth, drawn, knobs.facts)
                if paired is False:
                    raise NoValue("no fact is the complement of another")
            if deeper:
                ground(growth, drawn, knobs.facts)
        growth.draw("fact", knobs.facts, knobs.tries)
        free = knobs.axioms - room(deeper, knobs.axioms)
        growth.draw("axiom", free, knobs.tries, knobs.chained)
        found = contrasts(growth, deeper, knobs.axioms) if deeper else []
        growth.draw("axiom", knobs.axioms, knobs.tries, knobs.chained)
        return paired is not None, found

    def grow(self, scene: Scene, knobs: ForwardKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a base and a question of each wanted kind, or reject it with what is missing."""
        family = scene.family
        core = ir.Theory(family.logic.name, scene.core, family.signature, family.options)
        try:
            base = open_base(family.engines, core, BUDGET)
            env = Env(stream.fork("statements"), dict(scene.values), {}, scene.split)
            written = tuple(labelled.statement for labelled in scene.core)
            growth = Growth(base, scene.grammar, env, written, knobs.matched)
            sought = scene.sought or USUAL
            contrasted = knobs.matched and knobs.facts > 0
            depths = sorted({each.depth for each in sought if each.depth}) if contrasted else []
            paired, deeper = self._draw(growth, knobs, depths)
            drawn = [
                *order_statements(growth.facts, stream.fork("facts")),
                *order_statements(growth.axioms, stream.fork("axioms")),
            ]
            statements = [*written, *drawn]
            alike = paired or bool(deeper)
            candidates = Candidates(base, statements, stream.fork("candidates"), alike)
            questions = match_questions(
                candidates, sought, deeper, paired, stream.fork("questions")
            )
        except NoValue as error:
            return Rejected(str(error))
        except Undecided:
            return Rejected("the engine ran out of its budget")
        if isinstance(questions, Rejected):
            return questions
        theory = replace(core, statements=scene.label(drawn))
        return Draft(theory, _figures(growth, statements), found=questions)


def _figures(growth: Growth, statements: list[ir.Statement]) -> dict[str, Any]:
    nodes = [each for statement in statements for each in walk(statement)]
    whole = [side for statement in statements for side in sides(statement)]
    roles = {node.role for node in nodes if isinstance(node, ir.Restriction)}
    roles |= {node.predicate for node in nodes if isinstance(node, ir.Atom)}
    return {
        "facts": sum(not isinstance(each, ir.Inclusion) for each in statements),
        "axioms": sum(isinstance(each, ir.Inclusion) for each in statements),
        "concepts": len({node.name for node in nodes if isinstance(node, ir.Named)}),
        "roles": len(roles),
        "individuals": len({node.name for node in nodes if isinstance(node, ir.Const)}),
        "connectives": max(map(connectives, whole), default=0),
        "quantifiers": max(map(quantifiers, whole), default=0),
        **{each: growth.dropped[each] for each in REASONS},
    }


def pair(growth: Growth, drawn: Sequence[ir.Node], number: int) -> bool | None:
    """Add facts from those drawn, up to `number` in all, such that one affirms what another denies.

    Each says it in other words: a literal statement can be looked up without reasoning. Return
    whether this succeeds; None if no fact drawn affirms or denies anything except literally, so
    that the grammar may have none.
    """
    stream = growth.env.stream
    assertions = [node for node in (*growth.facts, *drawn) if isinstance(node, ir.ConceptAssertion)]
    affirming, denying = _by_pattern(assertions, True), _by_pattern(assertions, False)
    if not affirming or not denying:
        return None
    for pattern in stream.shuffled(sorted(affirming.keys() & denying.keys())):
        both = stream.pick(affirming[pattern]), stream.pick(denying[pattern])
        lacking = [assertion for assertion in dict.fromkeys(both) if assertion not in growth.facts]
        if len(growth.facts) + len(lacking) <= number and not any(map(growth.take, lacking)):
            return True
    return False


def _by_pattern(
    facts: Iterable[ir.ConceptAssertion], affirmed: bool
) -> dict[str, list[ir.ConceptAssertion]]:
    found: dict[str, list[ir.ConceptAssertion]] = {}
    for fact in facts:
        for pattern in _patterns(fact.concept, affirmed):
            found.setdefault(pattern, []).append(fact)
    return found


@lru_cache(maxsize=4096)
def _patterns(concept: ir.Formula, affirmed: bool) -> tuple[str, ...]:
    """Return the patterns of concepts that a concept obviously implies, or excludes.

    The concept itself and its complement are left out.
    """
    weaker = (concept, *implied_concepts(concept))
    said = weaker if affirmed else [part for own in weaker for part in opposites(own, 3)]
    return tuple(
        dict.fromkeys(
            looks.pattern(part) for part in said if part not in (concept, complement(concept))
        )
    )
