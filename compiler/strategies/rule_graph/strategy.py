"""Growing a program over a rule graph with a single sink, whose predicate is the goal.

After the generator of the benchmark named in `docs/rule-graphs.md`. It draws an outline of rules;
predicates on its edges, sources and sink; further predicates and uses of them; strong and default
negation; arguments; facts; and irrelevant rules. Where the publication tries and tests, everything
holds by construction here: rules are safe, the core is acyclic and derives its goal, and irrelevant
rules do not affect it.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, ClassVar

from msgspec import Meta, field

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.source import Span
from ...contract import Feature, Knobs
from ...family import Draft, NoValue, Outcome, Rejected, Scene
from ...ir import nodes as ir
from ...random.stream import Stream
from .core import Marks, core
from .deepening import deepen
from .further_facts import further
from .matching import FIRST, NEITHER, SECOND, Broken, beside as idle_beside, draw_changes
from .names import draw_names
from .noise import KINDS
from .outline import Bounds, Outline, outline
from .program import (
    Program,
    beside,
    draw_decoy,
    draw_opening,
    without_default,
    without_default_negation,
)
from .shape import shape
from .sign_changes import Turn
from .statements import Printing
from .variants import can_exchange, variants

LEAST = 4
"""The fewest rule nodes for two matched rules: one that each needs, one irrelevant, and a sink."""


OUTLINES = 20
"""How many outlines are tried for two matched rules: in some, nothing settles which applies."""

LOOSE = 1.0
"""The probability that a condition need not share its variable with others.

Used if predicates have at most one argument and variants need two variables.
"""

UNSETTLED = "no changes of sign settle which of two rules applies"
UNCHANGED = "no two rules can be changed in the same way"

PROGRAMS = 6
"""How many programs over one outline are tried to find changes that settle which rule applies."""


class Nodes(Knobs, frozen=True):
    """How many rule nodes there are: bodies, each with one head or several."""

    least: Annotated[int, Meta(ge=2, le=30, description="the fewest rule nodes")] = 3
    most: Annotated[int, Meta(ge=2, le=30, description="the most rule nodes")] = 10


class Edges(Knobs, frozen=True):
    """How many edges there are between them, each a predicate that one rule derives and another uses."""

    least: Annotated[int, Meta(ge=1, le=60, description="the fewest edges between them")] = 2
    most: Annotated[int, Meta(ge=1, le=60, description="the most edges between them")] = 15


class Predicates(Knobs, frozen=True):
    """How many predicates are added to bodies that have room."""

    least: Annotated[
        int, Meta(ge=0, le=60, description="the fewest predicates added to bodies")
    ] = 1
    most: Annotated[int, Meta(ge=0, le=60, description="the most, if bodies have room")] = 15


class Reused(Knobs, frozen=True):
    """How often a predicate is used in a further body."""

    least: Annotated[
        int, Meta(ge=0, le=30, description="the fewest further uses of predicates")
    ] = 0
    most: Annotated[
        int, Meta(ge=0, le=30, description="the most further uses, if bodies have room")
    ] = 3


class Negation(Knobs, frozen=True):
    """How often predicates are marked with negation."""

    strong: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability that a predicate is derived with strong negation",
        ),
    ] = 0.46
    default: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability that it is used under `not`, if rules stay safe",
        ),
    ] = 0.58
    least: Annotated[
        float, Meta(ge=0, le=0.9, description="the share of rules with `not` is above this")
    ] = 0.5
    positive: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that `not` is then removed from a program"),
    ] = 0.085


class NoiseKnobs(Knobs, frozen=True):
    """How often there are irrelevant rules, and how many of each kind."""

    bare: ClassVar[str] = "share"
    share: Annotated[
        float, Meta(ge=0, le=1, description="the probability that a program has irrelevant rules")
    ] = 0.67
    goal_in_head: Annotated[
        int, Meta(ge=0, le=20, description="rules for the goal's predicate that never apply")
    ] = 2
    goal_in_body: Annotated[
        int, Meta(ge=0, le=20, description="rules that use that predicate and never apply")
    ] = 2
    others: Annotated[
        int, Meta(ge=0, le=20, description="rules of other predicates that never apply")
    ] = 2
    partly_new: Annotated[
        int, Meta(ge=0, le=20, description="rules of new and other predicates that never apply")
    ] = 2
    new: Annotated[int, Meta(ge=0, le=20, description="rules of new predicates, which apply")] = 2


class Disjunction(Knobs, frozen=True):
    """How often heads that share a body are joined by `|` in one rule."""

    bare: ClassVar[str] = "share"
    share: Annotated[
        float, Meta(ge=0, le=1, description="the probability that a program has disjunctive heads")
    ] = 0.0
    rules: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that heads with one body are joined then"),
    ] = 1.0


class FurtherKnobs(Knobs, frozen=True):
    """How many further facts there are of predicates that already have a fact or are derived."""

    least: Annotated[
        int, Meta(ge=0, le=60, description="the fewest facts of further individuals")
    ] = 0
    most: Annotated[int, Meta(ge=0, le=60, description="the most, as far as they differ")] = 0
    opposite: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that one has the sign that no rule derives"),
    ] = 0.4


class GraphKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    nodes: Nodes = Nodes()
    edges: Edges = Edges()
    added: Predicates = Predicates()
    reused: Reused = Reused()
    limit: Annotated[int, Meta(ge=2, le=8, description="the most literals in a body")] = 5
    arity: Annotated[int, Meta(ge=0, le=6, description="the most arguments of a predicate")] = 3
    arities: Annotated[
        dict[str, float], Meta(description="the weight of each number of arguments")
    ] = field(default_factory=lambda: {"0": 5, "1": 14, "2": 38, "3": 23})
    negation: Negation = Negation()
    noise: NoiseKnobs = NoiseKnobs()
    sizes: Annotated[
        dict[str, float], Meta(description="the weight of each body size of irrelevant rules")
    ] = field(default_factory=lambda: {"1": 4, "2": 2, "3": 2, "4": 1, "5": 3})
    matched: Annotated[
        bool,
        Meta(
            description="whether a rule for the goal's complement looks like the goal's own, and programs of "
            "`ask verification` have variants"
        ),
    ] = True
    rival: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="without `matched`, the probability that a program without irrelevant rules gets one: for "
            "the goal's complement; it never applies",
        ),
    ] = 0.0
    disjunction: Disjunction = Disjunction()
    further: FurtherKnobs = FurtherKnobs()
    underived: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability of changing a sign that keeps the goal underived",
        ),
    ] = 0.0
    decoys: Annotated[
        float,
        Meta(
            ge=0, le=1, description="the probability of changing a sign that the goal does not need"
        ),
    ] = 0.5
    tries: Annotated[
        int, Meta(ge=1, le=1000, description="attempts to draw marks before a draft is rejected")
    ] = 100

    def __post_init__(self) -> None:
        for span in (self.nodes, self.edges, self.added, self.reused, self.further):
            if span.least > span.most:
                raise ValueError(f"Expected `least` up to `most`, not {span.least} and {span.most}")
        _check("arities", self.arities, range(self.arity + 1))
        _check("sizes", self.sizes, range(1, self.limit + 1))

    @property
    def propositional(self) -> bool:
        """Whether no predicate can have arguments."""
        return not any(self.arities.get(str(each), 0.0) for each in range(1, self.arity + 1))


def _check(name: str, weights: Mapping[str, float], allowed: Iterable[int]) -> None:
    """Raise ValueError for weights of numbers that leave nothing to draw."""
    if not all(weight.isdecimal() and 0 <= weights[weight] < math.inf for weight in weights):
        raise ValueError(f"Expected numbers with weights from 0 for `{name}`")
    if not 0 < sum(weights.get(str(each), 0) for each in allowed) < math.inf:
        raise ValueError(f"Expected a weight for a number that can be drawn for `{name}`")


class Graph:
    """Grows a program over a rule graph with one sink, and adds irrelevant rules."""

    name: ClassVar[str] = "graph"
    makes: ClassVar[frozenset[Feature]] = frozenset(
        {"facts", "rules", "default_negation", "strong_negation"}
    )
    knobs: ClassVar[type[Knobs]] = GraphKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "nodes": "how many rule nodes its core has",
        "edges": "how many edges there are between them",
        "depth": "how many nodes the longest way to the goal has",
        "noise": "how many rules are beside the point",
        "noise_facts": "how many facts are stated for them",
        "decoys": "how many signs were changed that the goal does not need",
        "rivals": "how many rules for the goal's complement it has where it has no others beside the point",
    }
    marks: ClassVar[Mapping[str, str]] = {}

    def grow(self, scene: Scene, knobs: GraphKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a program, and its variant for each label, or return what ran out.

        Raises:
            SpecError: heads are joined and the question is about consequences, which several answer sets do
                not decide.
        """
        unique = isinstance(scene.asked, ir.Entailed) and not scene.asked.mode
        if knobs.disjunction.share and unique:
            raise SpecError(
                [
                    Diagnostic(
                        "E0421",
                        "a program with heads joined by `|` may have several answer sets: none is the one asked about",
                        _place(scene),
                        help="leave out `disjunction`, or write `ask computation` or `ask verification`",
                    )
                ]
            )
        paired = unique and knobs.matched and not (knobs.further.most or knobs.underived)
        if paired and knobs.nodes.most < LEAST:
            raise SpecError(
                [
                    Diagnostic(
                        "E0421",
                        f"a program with `matched`, rules for the goal and its complement, needs {LEAST} rule nodes",
                        _place(scene),
                        help=f"write `nodes {{ most {LEAST} }}`, or `matched off`",
                    )
                ]
            )
        near = knobs.matched and isinstance(scene.asked, ir.Stable)
        bounds = Bounds(
            (max(knobs.nodes.least, LEAST if paired else 0), knobs.nodes.most),
            (knobs.edges.least, knobs.edges.most),
            knobs.limit,
        )
        missing = ""
        for _ in range(OUTLINES if paired else 1):
            plan = outline(bounds, stream, 2 if paired else 1)
            if plan is None:
                return Rejected("no rule graph has that many nodes and edges")
            drawn = _draw_program(plan, knobs, near, stream)
            if not isinstance(drawn, str):
                break
            missing = drawn
        else:
            return Rejected(missing)
        try:
            return _draft(scene, *drawn, near, knobs, stream)
        except NoValue as error:
            return Rejected(str(error))


def _place(scene: Scene) -> Span:
    return scene.family.growth.span


def _draw_program(
    plan: Outline, knobs: GraphKnobs, near: bool, stream: Stream
) -> tuple[Program, Broken, Outline] | str:
    """Draw programs over an outline until enough of the rules use default negation.

    With two sinks, there must also be changes that settle which of them applies. If variants are
    needed (`near`), two rules must have two variables. If no attempt succeeds, return what was
    missing.
    """
    negation = knobs.negation
    arities = tuple(knobs.arities.get(str(each), 0.0) for each in range(knobs.arity + 1))
    loose = LOOSE if near and knobs.arity == 1 else 0.0
    marks = Marks(arities, knobs.arity + 1, negation.strong, negation.default, loose)
    extra = stream.between(knobs.added.least, knobs.added.most)
    reused = stream.between(knobs.reused.least, knobs.reused.most)
    noisy = stream.chance(knobs.noise.share)
    sizes = [knobs.sizes.get(str(each), 0.0) for each in range(1, knobs.limit + 1)]
    kinds = {name: getattr(knobs.noise, name) for name in KINDS} if noisy else {}
    paired = plan.sinks > 1
    rival = not noisy and (paired or stream.fork("rival").chance(knobs.rival))
    if paired and noisy:
        kinds["goal_in_head"] = max(0, kinds["goal_in_head"] - 1)
    elif rival and not paired:
        kinds = {"goal_in_head": 1}
    disjunctive = stream.chance(knobs.disjunction.share)
    settled = paired and plan.nodes > LEAST  # without `not`, each of two rules needs two places
    positive = settled and stream.fork("positive").chance(negation.positive)
    missing = ""
    unsettled = 0
    for _ in range(knobs.tries):
        if unsettled == PROGRAMS:
            break
        grown = core(plan, extra, reused, knobs.limit, marks, stream)
        joined = frozenset(
            place
            for place, node in enumerate(grown.nodes)
            if disjunctive and len(node.heads) > 1 and stream.chance(knobs.disjunction.rules)
        )
        if near and not knobs.propositional and sum(map(can_exchange, grown.nodes)) < 2:
            missing = UNCHANGED
            continue
        if positive:
            without_default(grown)
        broken = draw_changes(grown, stream, unsettled < PROGRAMS // 3) if paired else {}
        if broken is None:
            missing, unsettled = UNSETTLED, unsettled + 1
            continue
        broken, places = deepen(grown, broken, knobs.limit, stream)
        own = len(grown.predicates)
        extras = beside(grown, tuple(kinds.items()), sizes, marks, stream)
        program = Program(grown, own, extras, joined, rival)
        few = program.defaulting <= negation.least * program.rules and not positive
        if few and negation.default:
            missing = "too few rules use default negation"
            continue
        if positive or (not paired and stream.chance(negation.positive)):
            program = without_default_negation(program)
        return program, broken, replace(plan, deepened=places)
    return missing


def _changes(
    program: Program, broken: Broken, knobs: GraphKnobs, stream: Stream
) -> tuple[dict[str, tuple[tuple[Turn, ...], bool]], tuple[Turn, ...]]:
    """Return each label's changes and whether the goal's sign changes; and the common changes."""
    grown = program.core
    if broken:
        made = idle_beside(grown, broken, stream) if stream.chance(knobs.decoys) else ()
        first = not grown.negative(grown.nodes[-2], grown.goal)
        places = {
            **({"true": FIRST, "false": SECOND} if first else {"true": SECOND, "false": FIRST}),
            "unknown": NEITHER,
        }
        return {name: ((*made, *broken[key]), False) for name, key in places.items()}, made
    made = draw_decoy(program, stream) if stream.chance(knobs.decoys) else ()
    turn = draw_opening(program, made, stream)
    if turn is None:
        made, turn = (), draw_opening(program, (), stream)
        assert turn is not None, "a sign in the body of the last rule changes what follows"
    negative = grown.predicates[grown.goal].negative
    return {
        "true": (made, negative),
        "false": (made, not negative),
        "unknown": ((*made, turn), stream.chance(0.5)),
    }, made


def _draft(
    scene: Scene,
    program: Program,
    broken: Broken,
    plan: Outline,
    near: bool,
    knobs: GraphKnobs,
    stream: Stream,
) -> Draft:
    """Return a program as a draft, in an order and with names that reveal nothing."""
    grown = program.core
    changes, decoys = _changes(program, broken, knobs, stream)
    names, individuals = draw_names(scene, program, knobs.arity + 1, stream.fork("names"))
    number = stream.fork("further").between(knobs.further.least, knobs.further.most)
    more = further(
        program, number, knobs.further.opposite, len(individuals), stream.fork("individuals")
    )
    printing = Printing(grown, program.extras, program.joined, more, names, individuals)
    underived = bool(broken) or stream.fork("underived").chance(knobs.underived)
    made = changes["unknown"][0] if underived else decoys
    statements = {**dict(enumerate(printing.statements())), **printing.changed(made, False)}
    facts = printing.stated
    order = [
        *stream.shuffled(range(facts)),
        *stream.shuffled(range(facts, len(statements))),
    ]
    labelled = scene.label([statements[place] for place in order])
    ids = {place: each.id for place, each in zip(order, labelled, strict=True)}
    family = scene.family
    theory = ir.Theory(family.logic.name, labelled, family.signature, family.options)
    goal = ir.Literal(printing.ground(grown.goal))
    outcomes: dict[str, Outcome] = {}
    if broken or not (program.joined or more or underived):
        plain = printing.changed(made, False)
        for name, (turns, other) in changes.items():
            unmade = {place: printing.statement(place) for place in plain}
            changed = {**unmade, **printing.changed(turns, other)}
            outcomes[name] = Outcome(goal, {ids[place]: each for place, each in changed.items()})
    signs = knobs.propositional
    found = variants(grown, printing, made, signs, stream.fork("variants")) if near else []
    if near and not found:
        raise NoValue(UNCHANGED)
    rivals = 1 if broken else len(program.extras)
    metrics = {
        "nodes": plan.nodes,
        "edges": sum(map(len, plan.incoming)),
        "depth": plan.depth,
        "noise": 0 if program.rival else len(program.extras) + bool(broken),
        "noise_facts": program.new_facts,
        "decoys": len(decoys),
        "rivals": rivals if program.rival else 0,
    }
    name = shape(grown, program.extras, program.joined, more)
    return Draft(
        theory,
        metrics,
        goals=(goal,),
        outcomes=outcomes,
        variants=tuple(
            {ids[place]: new for place, new in statement.items()} for statement in found
        ),
        shape=name,
    )
