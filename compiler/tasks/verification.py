"""Is a set of literals an answer set of a program? One that is none is so for a single place of the program or the set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, field

from ...dsl import syntax
from ..answer_sets import answer_sets, told
from ..arguments import check_members
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
from .instructions import one_of
from .neighbours import relaxed, swapped
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
        Meta(
            description="the weight of each way in which an answer set is changed into none; without, the set is one of a program that differs in one place"
        ),
    ] = field(default_factory=dict)
    labels: Annotated[
        dict[Literal["true", "false"], str],
        Meta(
            description="the words that a reader answers where it is an answer set, and where not"
        ),
    ] = field(default_factory=lambda: {"true": "yes", "false": "no"})
    most: Annotated[
        int, Meta(ge=1, le=10_000, description="how many answer sets one is chosen of, at most")
    ] = 36
    wording: ClassVar[tuple[str, ...]] = ("labels",)

    def __post_init__(self) -> None:
        words = {word.strip().casefold() for word in self.labels.values()}
        if set(self.labels) != {"true", "false"} or len(words) < 2 or "" in words:
            raise ValueError("Expected a word of its own for each of true, false")


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
        return 2 * max(1, len(_by_weight(knobs.corrupt)))

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
        if goal is OF_THE_DRAFT and not knobs.corrupt:
            return self._near(family, draft, knobs, target, stream)
        found = answer_sets(family, theory, knobs.most)
        if found is None:
            return Rejected("the answer sets were not found within the budget")
        sets, complete = found
        metrics = _counted(sets, complete, knobs)
        if goal is not OF_THE_DRAFT:
            label = answer(family, theory, ir.Query(goal))
            return _posed(draft, goal.literals, label, metrics, knobs)
        if not sets:
            return Rejected("the program has no answer set")
        literals = stream.pick(sets)
        stated = _stated(family, theory)
        if stated is None:
            return Rejected("what is stated was not found within the budget")
        known = frozenset(map(frozenset, sets)) if complete else None
        corrupted: dict[Corruption, tuple[ir.Literal, ...]] = {}
        # Whatever is wanted: else what cannot be made would tell the label.
        for kind in knobs.corrupt:
            changes = CHANGES[kind](Sound(theory, literals, stated), stream.fork("corrupt"))
            found = (each for each in changes if _is_none(each, known, family, theory))
            changed = next(found, None)
            if changed is None:
                return Rejected(f"no answer set can be corrupted by {kind}")
            corrupted[kind] = changed
        if target % 2 == 0:
            return _posed(draft, literals, "true", metrics, knobs)
        kind = _by_weight(knobs.corrupt)[target // 2]
        return _posed(draft, corrupted[kind], "false", {**metrics, "corruption": kind}, knobs)

    def _near(
        self, family: Family, draft: Draft, knobs: VerificationKnobs, target: int, stream: Stream
    ) -> Posed | Rejected:
        """Ask about an answer set of the program, or about one of a program that differs from it in one place.

        Both are made whatever is wanted: else what cannot be made would tell the label.
        """
        stream = stream.fork("near")
        if draft.variants:
            asked = swapped(family, draft, knobs.most, stream)
        else:
            asked = relaxed(family, draft, knobs.most, stream)
        if asked is None:
            return Rejected("no set is an answer set but for one place of the program")
        program = asked.program
        metrics = _counted(program.sets, program.complete, knobs)
        literals, label = (asked.sound, "true") if target % 2 == 0 else (asked.unsound, "false")
        draft = replace(draft, theory=program.theory)
        return _posed(draft, literals, label, metrics, knobs)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: VerificationKnobs, family: Family
    ) -> str:
        return knobs.labels[record["label"]]

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Give 1 for the right one of the choices."""
        found = find(answer, Words(tuple(record["choices"])), record)
        return graded(found, [record["answer"]], record["answer"])


def _counted(
    sets: Sequence[Sequence[ir.Literal]], complete: bool, knobs: VerificationKnobs
) -> dict[str, Any]:
    return {"answer_sets": len(sets) if complete else knobs.most + 1}


def _by_weight(weights: Mapping[Corruption, int]) -> list[Corruption]:
    """Give each kind as often as its weight says, in the smallest numbers."""
    common = gcd(*weights.values()) or 1
    return [kind for kind, weight in weights.items() for _ in range(weight // common)]


def _written(groups: Sequence[Sequence[syntax.Entry]], scope: AskScope) -> ir.Stable | None:
    """Give the set that a spec names: ground literals, separated by commas."""
    before = len(scope.report.errors)
    literals: list[ir.Literal] = []
    assert scope.statements is not None
    for entry in (each for group in groups for each in group):
        literal = lower_literal(entry.term, scope.statements)
        check_members(literal, entry.term, scope.statements)
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
        f"{one_of((yes, no))}: {yes} if it is, or {no} if it is not.",
        answer=knobs.labels[label],
        choices=(yes, no),
        hidden=draft.hidden,
        symbols=True,
    )


# ---------------------------------------------------------------------------------------------- corrupting a set


@dataclass(frozen=True)
class Sound:
    """An answer set that is to be corrupted, its theory, and the literals that the theory states as facts.

    These stay: that a fact is missing from a set would be seen at a glance.
    """

    theory: ir.Theory
    literals: Sequence[ir.Literal]
    stated: frozenset[ir.Literal]

    @property
    def derived(self) -> list[ir.Literal]:
        """What only the rules give."""
        return [each for each in self.literals if each not in self.stated]


def _stated(family: Family, theory: ir.Theory) -> frozenset[ir.Literal] | None:
    """Give the literals that a theory states, each written out where several are stated at once; None out of budget."""
    facts = tuple(each for each in theory.statements if _states(each.statement))
    literals = [each.statement.literal for each in facts if isinstance(each.statement, ir.Fact)]
    if all(isinstance(part, _PLAIN) for each in literals for part in _parts(each)):
        return frozenset(each for each in literals if isinstance(each, ir.Literal))
    found = answer_sets(family, msgspec.structs.replace(theory, statements=facts), 1)
    return None if found is None else frozenset(each for one in found[0] for each in one)


_PLAIN = (ir.Literal, ir.Atom, ir.Const, ir.String, ir.Quantity, ir.Function)
"""What a fact consists of that states one literal."""


def _states(statement: ir.Statement) -> bool:
    return isinstance(statement, ir.Fact) and isinstance(statement.literal, ir.Literal)


def _is_none(
    literals: Sequence[ir.Literal],
    known: frozenset[frozenset[ir.Literal]] | None,
    family: Family,
    theory: ir.Theory,
) -> bool:
    """Tell whether a set is no answer set; `known` are all that there are, where they are known."""
    if known is not None:
        return frozenset(literals) not in known
    return answer(family, theory, ir.Query(ir.Stable(tuple(literals)))) == "false"


def _flipped(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with the sign of one derived literal changed."""
    derived = stream.shuffled(sound.derived)
    opposites = [ir.Literal(each.atom, not each.negative) for each in derived]
    for opposite in _likely_first(sound.theory, opposites):
        atom = opposite.atom
        yield tuple(opposite if each.atom == atom else each for each in sound.literals)


def _deleted(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set without a derived literal: every second time one of a predicate that it has others of, if any."""
    shared = Counter(each.atom.predicate for each in sound.literals)
    order = stream.shuffled(sound.derived)
    if stream.chance(0.5):
        order = sorted(order, key=lambda each: shared[each.atom.predicate] == 1)
    for literal in order:
        yield tuple(each for each in sound.literals if each != literal)


def _other_constants(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal more: one of its own with other arguments."""
    known = [each for each in sound.literals if each.atom.arguments]
    draw = _arguments(sound.theory, sound.literals)
    picked = (stream.pick(known) for _ in range(TRIES if known else 0))
    added = [
        ir.Literal(
            ir.Atom(each.atom.predicate, draw(len(each.atom.arguments), stream)), each.negative
        )
        for each in picked
    ]
    for literal in _likely_first(sound.theory, added):
        yield from _with(sound.literals, literal)


def _other_predicate(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Give the set with one literal more, of a predicate and sign that it lacks."""
    draw = _arguments(sound.theory, sound.literals)
    has = {_signature(each) for each in sound.literals}
    known = [_signature(each) for node in sound.theory.statements for each in _literals_in(node)]
    both = ((n, arity, not sign) for n, arity, sign in dict.fromkeys(known))
    lacking = [each for each in dict.fromkeys((*known, *both)) if each not in has]
    drawn = (stream.pick(lacking) for _ in range(TRIES if lacking else 0))
    added = [
        ir.Literal(ir.Atom(name, draw(arity, stream)), negative) for name, arity, negative in drawn
    ]
    for literal in _likely_first(sound.theory, added):
        yield from _with(sound.literals, literal)


CHANGES: Mapping[
    str,
    Callable[[Sound, Stream], Iterator[tuple[ir.Literal, ...]]],
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
    """Order literals: those that a rule can conclude, those whose predicate and sign some statement gives, others.

    A reader who only looks up what the rules conclude, or which signs the program has at all, shall find nothing.
    """
    statements = [each.statement for each in theory.statements]
    rules = [each for each in statements if isinstance(each, ir.Rule)]
    concluded = [each for rule in rules for each in _concluded(rule.head)]
    given = _signatures([*concluded, *(each for each in statements if isinstance(each, ir.Fact))])
    said = _signatures(statements)
    return sorted(
        literals,
        key=lambda each: (
            not any(covers(head, each) for head in concluded),
            _signature(each) not in given,
            _signature(each) not in said,
        ),
    )


def _concluded(head: ir.Head) -> list[ir.Literal]:
    """Give the literals of a head that can come to hold by it."""
    match head:
        case ir.Literal():
            return [head]
        case ir.Or(parts=parts):
            return [each for each in parts if isinstance(each, ir.Literal)]
        case ir.Choice(elements=elements):
            terms = (each for element in elements for each in element.terms)
            return [each for each in terms if isinstance(each, ir.Literal)]
        case _:
            return []


def covers(head: ir.Literal, literal: ir.Literal) -> bool:
    """Tell whether a ground literal may be an instance of a head: what is computed in a head may be anything."""
    if _signature(head) != _signature(literal):
        return False
    bound: dict[str, ir.Term] = {}
    for term, given in zip(head.atom.arguments, literal.atom.arguments, strict=True):
        match term:
            case ir.Const() | ir.String() | ir.Quantity() if term != given:
                return False
            case ir.Var(name=name) if name != "_" and bound.setdefault(name, given) != given:
                return False
    return True


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
