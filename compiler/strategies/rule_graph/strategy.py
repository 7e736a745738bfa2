"""Growing a program over a rule graph with a single sink, whose predicate is the goal.

After the generator of the benchmark named in `docs/rule-graphs.md`. It draws an outline of rules;
predicates on its edges, sources and sink; further predicates and uses of them; strong and default
negation; arguments; facts; and irrelevant rules. Where the publication tries and tests, everything
holds by construction here: rules are safe, the core is acyclic and derives its goal, and irrelevant
rules do not affect it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.source import Span
from ...contract import Feature, Knobs
from ...family import Draft, NoValue, Outcome, Rejected, Scene
from ...ir import nodes as ir
from ...random.stream import Stream
from .core import Marks, core
from .deepening import deepen
from .further_facts import further
from .knobs import GraphKnobs
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


class Graph:
    """Grows a program over a rule graph with one sink, and adds irrelevant rules."""

    name: ClassVar[str] = "graph"
    makes: ClassVar[frozenset[Feature]] = frozenset(
        {"facts", "rules", "default_negation", "strong_negation"}
    )
    draws: ClassVar[frozenset[str]] = frozenset()
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
