"""Turns a preference round, so that a line ignores a rule which outranks its own; other lines look no different."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import count

from msgspec import structs

from ...contract import Claimed, Undecided
from ...family import Scene
from ...ir import Labelled, nodes as ir
from ...random.stream import Stream
from ..proof.judging import replayer_of
from ..proof.proved import Proved


def ignore_preferences(
    scene: Scene, found: Proved, place: int, stream: Stream
) -> Iterator[tuple[Proved, list[Claimed]]]:
    """Yield theories in which a rule that applies outranks the rule of the line at a place, with the proof as it was.

    The rule of every line is outranked by some other, and that of another line by one for the opposite, so that this
    alone tells nothing. Preferences that change nothing are added for it. All other lines follow if the line at the
    place is taken to be right.
    """
    rules = [_rule_of(found, step) for step in found.steps]
    lines = [each for each in rules if each is not None]
    if len(lines) < len(rules):
        return
    for each in stream.shuffled(found.numbered):
        match each.statement:
            case ir.Preference(stronger=stronger, weaker=weaker) if stronger == lines[place].id:
                turned = Labelled(each.id, ir.Preference(weaker, stronger))
                changed = _outrank_all(found, turned, lines, stream)
                if not _has_opposed(changed, [*lines[:place], *lines[place + 1 :]]):
                    continue
                decided = _decide(scene, found, changed)
                if decided is not None and _follow_given(decided, place):
                    yield decided, list(found.steps)


def _rule_of(found: Proved, step: Claimed) -> Labelled | None:
    """Return the rule that a line names."""
    named = [each for each in found.numbered if each.id in step.uses]
    return next((each for each in named if isinstance(each.statement, ir.Rule)), None)


def _outrank_all(
    found: Proved, turned: Labelled, lines: Sequence[Labelled], stream: Stream
) -> tuple[Labelled, ...]:
    """Return the statements with a preference turned round, and others such that the rule of every line is outranked.

    In those that are added, the stronger rule is one that the proof does not use, for the opposite if there is one.
    Nothing is returned if a rule would outrank itself, or if there are too few rules.
    """
    statements = [turned if each.id == turned.id else each for each in found.theory.statements]
    places = [n for n, each in enumerate(statements) if isinstance(each.statement, ir.Preference)]
    below: dict[object, set[object]] = {}
    for place in places:
        match statements[place].statement:
            case ir.Preference(stronger, weaker):
                below.setdefault(stronger, set()).add(weaker)
    used = {each.id for each in lines}
    rules = [each for each in found.numbered if isinstance(each.statement, ir.Rule)]
    others = stream.shuffled([each for each in rules if each.id not in used])
    ids = _new_ids(statements, turned.id)
    for line in lines:
        if any(line.id in each for each in below.values()):
            continue
        free = [each for each in others if not _outranks(line.id, each.id, below)]
        if not free:
            return ()
        other = next((each for each in free if _opposes(each, line)), free[0])
        others.remove(other)
        below.setdefault(other.id, set()).add(line.id)
        added = Labelled(next(ids), ir.Preference(other.id, line.id))
        places.append(places[-1] + 1)
        statements.insert(stream.pick(places), added)
    if any(_outranks(each, each, below) for each in below):
        return ()
    return tuple(statements)


def _has_opposed(statements: Sequence[Labelled], lines: Sequence[Labelled]) -> bool:
    """Return whether the rule of some line is outranked by a rule for the opposite."""
    rules = {each.id: each for each in statements}
    own = {each.id: each for each in lines}
    return any(
        isinstance(each.statement, ir.Preference)
        and each.statement.weaker in own
        and _opposes(rules[str(each.statement.stronger)], own[str(each.statement.weaker)])
        for each in statements
    )


def _outranks(one: object, other: object, below: Mapping[object, Set[object]]) -> bool:
    """Return whether a rule outranks another, or one that does, and so on."""
    reached: set[object] = set()
    waiting = [*below.get(one, ())]
    while waiting:
        rule = waiting.pop()
        if rule not in reached:
            reached.add(rule)
            waiting += below.get(rule, ())
    return other in reached


def _new_ids(statements: Sequence[Labelled], like: str) -> Iterator[str]:
    """Yield ids that no statement has, and that begin like another."""
    taken = {each.id for each in statements}
    stem = like.rstrip("0123456789")
    return (id for n in count(1) if (id := f"{stem}{n}") not in taken)


def _opposes(one: Labelled, other: Labelled) -> bool:
    """Return whether two rules conclude the same of something, with different signs."""
    match one.statement, other.statement:
        case ir.Rule(head=ir.Literal() as left), ir.Rule(head=ir.Literal() as right):
            return left.atom.predicate == right.atom.predicate and left.negative != right.negative
    return False


def _decide(scene: Scene, found: Proved, statements: tuple[Labelled, ...]) -> Proved | None:
    """Return the question about a theory of other statements; None if there are none, or no engine judges proofs."""
    judge = replayer_of(scene.family.engines)
    if judge is None or not statements:
        return None
    theory = structs.replace(found.theory, statements=statements)
    verdict = scene.family.engines.decide(judge[0], theory, ir.Query(found.asked))
    hidden = {each.id for each in found.theory.statements} - {each.id for each in found.numbered}
    numbered = tuple(each for each in statements if each.id not in hidden)
    return replace(found, theory=theory, verdict=verdict, numbered=numbered)


def _follow_given(decided: Proved, place: int) -> bool:
    """Return whether all lines follow if what the line at a place says is known."""
    claim = decided.steps[place].gives
    if not isinstance(claim, ir.Literal):
        return False
    known = Labelled(next(_new_ids(decided.theory.statements, "known")), ir.Fact(claim))
    statements = (*decided.theory.statements, known)
    theory = structs.replace(decided.theory, statements=statements)
    try:
        return not replace(decided, theory=theory).faults(decided.steps)
    except Undecided:
        return False
