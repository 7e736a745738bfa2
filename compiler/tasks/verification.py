"""Is a set of literals an answer set of a program? One that is none differs from one in a single place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from msgspec import Meta, field

from ...dsl import syntax
from ..answer_sets import answer_sets, told
from ..certifying import answer
from ..contract import AskScope, Draft, Knobs, Posed, Rejected, Scene, Score
from ..family import Family
from ..ir import nodes as ir
from ..ir.raising import show
from ..ir.traversal import walk
from ..lowering import lower_literal
from ..named_holes import check_named
from ..scoring.finding import find, graded
from ..scoring.naming import Words
from ..stream import Stream
from .optimality import optimises, ranked

Corruption: TypeAlias = Literal["flip", "delete", "add_constant", "add_predicate"]

CORRUPTIONS: tuple[Corruption, ...] = get_args(Corruption)

OF_THE_DRAFT = ir.Stable((ir.Literal(ir.Atom(ir.Hole("the set"))),))
"""What is asked where the spec names no set."""

TRIES = 40
"""How many corruptions of one kind are looked at."""


class VerificationKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    corrupt: Annotated[
        dict[Corruption, Annotated[int, Meta(ge=1, le=1000)]],
        Meta(description="the weight of each way in which a set is made that is none"),
    ] = field(default_factory=lambda: dict.fromkeys(CORRUPTIONS, 1))
    labels: Annotated[
        dict[str, str],
        Meta(
            description="the words that a reader answers where it is an answer set, and where not"
        ),
    ] = field(default_factory=lambda: {"true": "yes", "false": "no"})
    most: Annotated[
        int, Meta(ge=1, le=10_000, description="how many answer sets one is chosen of, at most")
    ] = 36

    def __post_init__(self) -> None:
        words = {word.strip().casefold() for word in self.labels.values()}
        if set(self.labels) != {"true", "false"} or len(words) < 2 or "" in words:
            raise ValueError("Expected a word of its own for each of true, false")
        if not self.corrupt:
            raise ValueError(f"Expected one or more of {', '.join(CORRUPTIONS)} for `corrupt`")


def has_answer_sets(ask: syntax.Ask, scope: AskScope) -> bool:
    """Tell whether theories have answer sets; report a question for them where they have none."""
    if "answer_sets" in scope.accepts:
        return True
    message = f"`ask {ask.task}` is asked of a logic whose theories have no answer sets"
    scope.report.add(
        "E0421", message, ask.span, help="ask `entailment` there, or choose another logic"
    )
    return False


class Verification:
    """Is a set an answer set? Half of the sets are answer sets, optimal ones where the program optimises."""

    name: ClassVar[str] = "verification"
    knobs: ClassVar[type[Knobs]] = VerificationKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "answer_sets": "how many answer sets there are; one more than `most` where there are more",
        "atoms": "how many literals the set has that is asked about",
    }

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if not has_answer_sets(ask, scope):
            return None
        match ask.arguments:
            case () if ask.body is None:
                return OF_THE_DRAFT
            case (syntax.Braces(groups=groups, lower=None, upper=None),) if ask.body is None:
                return _written(groups, scope)
            case _:
                help = "write `ask verification`, or `ask verification { p(a), -q(b) }`"
                message = "`ask verification` takes one set of literals"
                scope.report.add("E0421", message, ask.span, help=help)
                return None

    def targets(self, knobs: VerificationKnobs) -> int:
        """Give the answers to balance over: each corruption by its weight, and a sound set as often as all of them."""
        return 2 * len(_by_weight(knobs.corrupt))

    def prepare(self, scene: Scene, knobs: VerificationKnobs, stream: Stream) -> Scene | Rejected:
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: VerificationKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the set that the spec names, about an answer set, or about one that is changed in one place."""
        assert isinstance(goal, ir.Stable)
        family, theory = scene.family, draft.theory
        found = answer_sets(family, theory, knobs.most)
        if found is None:
            return Rejected("the answer sets were not found within the budget")
        sets, complete = found
        metrics: dict[str, Any] = {"answer_sets": len(sets) if complete else knobs.most + 1}
        if goal is not OF_THE_DRAFT:
            label = answer(family, theory, ir.Query(goal))
            return _posed(draft, goal.literals, label, metrics, knobs)
        if not sets:
            return Rejected("the program has no answer set")
        literals = stream.pick(sets)
        # Whatever is wanted: else what cannot be made would tell the label.
        for kind in knobs.corrupt:
            if next(CHANGES[kind](theory, literals, stream.fork("corrupt")), None) is None:
                return Rejected(f"no answer set can be corrupted by {kind}")
        if target % 2 == 0:
            return _posed(draft, literals, "true", metrics, knobs)
        kind = _by_weight(knobs.corrupt)[target // 2]
        for changed in CHANGES[kind](theory, literals, stream.fork("corrupt")):
            if answer(family, theory, ir.Query(ir.Stable(changed))) == "false":
                return _posed(draft, changed, "false", {**metrics, "corruption": kind}, knobs)
        return Rejected(f"no answer set can be corrupted by {kind}")

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: VerificationKnobs, family: Family
    ) -> str:
        return knobs.labels[record["label"]]

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Give 1 for the right one of the choices."""
        found = find(answer, Words(tuple(record["choices"])), record)
        return graded(found, [record["answer"]], record["answer"])


def _by_weight(weights: Mapping[Corruption, int]) -> list[Corruption]:
    """Give each kind as often as its weight says, in the smallest numbers."""
    common = gcd(*weights.values())
    return [kind for kind, weight in weights.items() for _ in range(weight // common)]


def _written(groups: Sequence[Sequence[syntax.Entry]], scope: AskScope) -> ir.Stable | None:
    """Give the set that a spec names: ground literals, parted by commas."""
    before = len(scope.report.errors)
    literals: list[ir.Literal] = []
    assert scope.statements is not None
    for entry in (each for group in groups for each in group):
        literal = lower_literal(entry.term, scope.statements)
        loose = any(
            isinstance(e, ir.Var | ir.Expand)
            or (
                isinstance(e, ir.Hole)
                and (scope.grammar is None or e.name not in scope.grammar.named)
            )
            for e in walk(literal)
        )
        plain = isinstance(literal, ir.Literal) and not literal.default and not loose
        if entry.value is not None or not plain:
            help = "write `{ p(a), -q(b) }`; a hole can only stand for a parameter or chosen value"
            message = (
                "the set to be verified is one of literals without variables and without `not`"
            )
            scope.report.add("E0421", message, entry.term.span, help=help)
        elif isinstance(literal, ir.Literal):
            literals.append(literal)
            if scope.grammar is not None:
                check_named(literal, scope.grammar, entry.term.span, scope.report)
    return None if len(scope.report.errors) > before else ir.Stable(tuple(literals))


def _posed(
    draft: Draft,
    literals: Sequence[ir.Literal],
    label: str,
    metrics: Mapping[str, Any],
    knobs: VerificationKnobs,
) -> Posed | Rejected:
    if label not in knobs.labels:
        return Rejected(f"the label is {label}")
    best = "optimal answer set" if optimises(draft.theory) else "answer set"
    yes, no = knobs.labels["true"], knobs.labels["false"]
    return Posed(
        draft.theory,
        ir.Query(ir.Stable(tuple(sorted(literals, key=show)))),
        label,
        {**metrics, "atoms": len(literals)},
        f"{ranked(draft.theory)}Is the following set of literals an {best} of the program? {told(literals)}",
        f"Answer with one word: {yes} if it is, or {no} if it is not.",
        answer=knobs.labels[label],
        choices=(yes, no),
        hidden=draft.hidden,
        symbols=True,
    )


# ---------------------------------------------------------------------------------------------- corrupting a set


def _flipped(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal's sign changed."""
    opposites = [ir.Literal(each.atom, not each.negative) for each in stream.shuffled(literals)]
    for opposite in _likely_first(theory, opposites):
        atom = opposite.atom
        yield tuple(opposite if each.atom == atom else each for each in literals)


def _deleted(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set without one literal: every second time one of a predicate that it has others of, if there is any."""
    shared = Counter(each.atom.predicate for each in literals)
    order = stream.shuffled(literals)
    if stream.chance(0.5):
        order = sorted(order, key=lambda each: shared[each.atom.predicate] == 1)
    for literal in order:
        yield tuple(each for each in literals if each != literal)


def _other_constants(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal more: one of its own with other arguments."""
    known = [each for each in literals if each.atom.arguments]
    draw = _arguments(theory, literals)
    for _ in range(TRIES if known else 0):
        literal = stream.pick(known)
        arguments = draw(len(literal.atom.arguments), stream)
        added = ir.Literal(ir.Atom(literal.atom.predicate, arguments), literal.negative)
        yield from _with(literals, added)


def _other_predicate(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal more, of a predicate and sign that it lacks."""
    draw = _arguments(theory, literals)
    has = {_signature(each) for each in literals}
    known = [_signature(each) for node in theory.statements for each in _literals_in(node)]
    both = ((n, arity, not sign) for n, arity, sign in dict.fromkeys(known))
    lacking = [each for each in dict.fromkeys((*known, *both)) if each not in has]
    drawn = (stream.pick(lacking) for _ in range(TRIES if lacking else 0))
    added = [
        ir.Literal(ir.Atom(name, draw(arity, stream)), negative) for name, arity, negative in drawn
    ]
    for literal in _likely_first(theory, added):
        yield from _with(literals, literal)


CHANGES: Mapping[
    str,
    Callable[[ir.Theory, Sequence[ir.Literal], Stream], Iterator[tuple[ir.Literal, ...]]],
] = {
    "flip": _flipped,
    "delete": _deleted,
    "add_constant": _other_constants,
    "add_predicate": _other_predicate,
}


def _with(literals: Sequence[ir.Literal], added: ir.Literal) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with a literal; nothing where it has that one, or its opposite: any reader would see that."""
    if added not in literals and ir.Literal(added.atom, not added.negative) not in literals:
        yield (*literals, added)


def _likely_first(theory: ir.Theory, literals: Sequence[ir.Literal]) -> Sequence[ir.Literal]:
    """Order literals: those of a predicate and sign that some statement can give, that some statement has, others.

    A reader who only looks up whether a sign stands in the program at all shall find it.
    """
    statements = [each.statement for each in theory.statements]
    heads = (each.head if isinstance(each, ir.Rule) else each for each in statements)
    given = _signatures(each for each in heads if not isinstance(each, ir.Optimise))
    said = _signatures(statements)
    return sorted(
        literals, key=lambda each: (_signature(each) not in given, _signature(each) not in said)
    )


def _signatures(nodes: Iterable[ir.Node]) -> set[tuple[str, int, bool]]:
    return {_signature(each) for node in nodes for each in _literals_in(node)}


@lru_cache(maxsize=256)  # each change of a set goes over the same statements
def _parts(node: ir.Node) -> tuple[ir.Node, ...]:
    return tuple(walk(node))


def _literals_in(node: ir.Node) -> list[ir.Literal]:
    return [each for each in _parts(node) if isinstance(each, ir.Literal)]


def _signature(literal: ir.Literal) -> tuple[str, int, bool]:
    return str(literal.atom.predicate), len(literal.atom.arguments), bool(literal.negative)


def _arguments(
    theory: ir.Theory, literals: Sequence[ir.Literal]
) -> Callable[[int, Stream], tuple[ir.Term, ...]]:
    """Give what draws so many arguments: three times in four those of a literal of the set, else any constants.

    Constants are what stands in some literal: a number that only bounds or weighs something would be told at sight.
    """
    of: dict[int, dict[tuple[ir.Term, ...], None]] = {}
    for each in literals:
        of.setdefault(len(each.atom.arguments), {})[each.atom.arguments] = None
    known = {arity: tuple(found) for arity, found in of.items()}
    every = (each for node in (*theory.statements, *literals) for each in _literals_in(node))
    nodes = (each for literal in every for each in _parts(literal))
    found = (each for each in nodes if isinstance(each, ir.Const | ir.String | ir.Quantity))
    terms = tuple(dict.fromkeys(found))

    def draw(number: int, stream: Stream) -> tuple[ir.Term, ...]:
        if number in known and stream.chance(0.75):
            return stream.pick(known[number])
        return tuple(stream.pick(terms) for _ in range(number))

    return draw
