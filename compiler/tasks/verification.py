"""Is a set of literals an answer set of a program? One that is none differs from one in a single place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from msgspec import Meta, field

from ...dsl import syntax
from ..answer_sets import answer_sets, told
from ..certifying import answer
from ..contract import AskScope, Draft, Knobs, Posed, Rejected, Scene, Score
from ..ir import nodes as ir
from ..ir.raising import show
from ..ir.traversal import walk
from ..lowering import lower_literal
from ..scoring.finding import find, graded
from ..scoring.naming import Words
from ..stream import Stream

Corruption: TypeAlias = Literal["flip", "delete", "add_constant", "add_predicate"]

CORRUPTIONS: tuple[Corruption, ...] = get_args(Corruption)

OF_THE_DRAFT = ir.Stable((ir.Literal(ir.Atom(ir.Hole("set"))),))
"""What is asked where the spec names no set."""

TRIES = 40
"""How many corruptions of one kind are looked at."""


class VerificationKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    corrupt: Annotated[
        tuple[Corruption, ...],
        Meta(
            description=f"how a set is made that is none, in equal shares: {', '.join(CORRUPTIONS)}"
        ),
    ] = CORRUPTIONS
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
        if not self.corrupt or len(set(self.corrupt)) < len(self.corrupt):
            raise ValueError(f"Expected one or more of {', '.join(CORRUPTIONS)}, each once")


def has_answer_sets(ask: syntax.Ask, scope: AskScope) -> bool:
    """Tell whether theories have answer sets; report a question for them where they have none."""
    if "answer_sets" in scope.accepts:
        return True
    message = f"`ask {ask.task}` is asked of a logic whose theories have no answer sets"
    scope.report.add(
        "E0421", message, ask.span, help="ask `entailment` there, or choose another logic"
    )
    return False


def optimises(theory: ir.Theory) -> bool:
    return any(isinstance(each.statement, ir.Optimise) for each in theory.statements)


class Verification:
    """The task `verification`. Half of the sets are answer sets, optimal ones where the program optimises."""

    name: ClassVar[str] = "verification"
    knobs: ClassVar[type[Knobs]] = VerificationKnobs
    figures: ClassVar[tuple[str, ...]] = ("answer_sets", "atoms")

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
        """Give the answers to balance over: each corruption once, and a sound set as often as all of them."""
        return 2 * len(knobs.corrupt)

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
        kind = knobs.corrupt[target // 2]
        for changed in CHANGES[kind](theory, literals, stream.fork("corrupt")):
            if answer(family, theory, ir.Query(ir.Stable(changed))) == "false":
                return _posed(draft, changed, "false", {**metrics, "corruption": kind}, knobs)
        return Rejected(f"no answer set can be corrupted by {kind}")

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Give 1 for the right one of the choices."""
        found = find(answer, Words(tuple(record["choices"])), record)
        return graded(found, [record["answer"]], record["answer"])


def _written(groups: Sequence[Sequence[syntax.Entry]], scope: AskScope) -> ir.Stable | None:
    """Give the set that a spec names: ground literals, parted by commas."""
    before = len(scope.report.errors)
    literals: list[ir.Literal] = []
    assert scope.statements is not None
    for entry in (each for group in groups for each in group):
        literal = lower_literal(entry.term, scope.statements)
        loose = any(isinstance(e, ir.Var | ir.Hole | ir.Expand) for e in walk(literal))
        plain = isinstance(literal, ir.Literal) and not literal.default and not loose
        if entry.value is not None or not plain:
            message = (
                "the set to be verified is one of literals without variables and without `not`"
            )
            scope.report.add("E0421", message, entry.term.span, help="write `{ p(a), -q(b) }`")
        elif isinstance(literal, ir.Literal):
            literals.append(literal)
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
        f"Is the following set of literals an {best} of the program? {told(literals)}",
        f"Answer with one word: {yes} if it is, or {no} if it is not.",
        answer=knobs.labels[label],
        choices=(yes, no),
        hidden=draft.hidden,
    )


# ---------------------------------------------------------------------------------------------- corrupting a set


def _flipped(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal's sign changed."""
    for literal in stream.shuffled(literals):
        opposite = ir.Literal(literal.atom, not literal.negative)
        yield tuple(opposite if each == literal else each for each in literals)


def _deleted(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    for literal in stream.shuffled(literals):
        yield tuple(each for each in literals if each != literal)


def _other_constants(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal more: one of its own with other arguments."""
    known = [each for each in literals if each.atom.arguments]
    terms = _ground(theory, literals)
    for _ in range(TRIES if known else 0):
        literal = stream.pick(known)
        arguments = tuple(stream.pick(terms) for _ in literal.atom.arguments)
        added = ir.Literal(ir.Atom(literal.atom.predicate, arguments), literal.negative)
        yield from _with(literals, added)


def _other_predicate(
    theory: ir.Theory, literals: Sequence[ir.Literal], stream: Stream
) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal more, of a predicate and sign that it lacks."""
    terms = _ground(theory, literals)
    has = {_signature(each) for each in literals}
    known = [_signature(each) for each in walk(theory) if isinstance(each, ir.Literal)]
    both = ((n, arity, not sign) for n, arity, sign in dict.fromkeys(known))
    lacking = [each for each in dict.fromkeys((*known, *both)) if each not in has]
    for _ in range(TRIES if lacking else 0):
        name, arity, negative = stream.pick(lacking)
        if not terms and arity:
            continue
        arguments = tuple(stream.pick(terms) for _ in range(arity))
        yield from _with(literals, ir.Literal(ir.Atom(name, arguments), negative))


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


def _signature(literal: ir.Literal) -> tuple[str, int, bool]:
    return str(literal.atom.predicate), len(literal.atom.arguments), bool(literal.negative)


def _ground(theory: ir.Theory, literals: Sequence[ir.Literal]) -> list[ir.Term]:
    """Give the constants of a program and a set, in the order of the text."""
    nodes = (each for node in (*theory.statements, *literals) for each in walk(node))
    found = (each for each in nodes if isinstance(each, ir.Const | ir.String | ir.Quantity))
    return list(dict.fromkeys(found))
