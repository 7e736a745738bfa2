"""Sets that are answer sets of one program, but not of another that differs in one place.

Such a set does not look wrong: it contains all stated facts, some rule concludes each of its literals, and
it is an answer set except for one place of the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from msgspec.structs import replace

from ...certify.exploration import answer, answer_sets
from ...family import Draft, Family
from ...ir import nodes as ir, walk
from ...random.stream import Stream

Set: TypeAlias = tuple[ir.Literal, ...]

LOOKED_AT = 8
"""How many relaxed programs are searched for a set with as many literals of each kind."""

SETS = 200
"""How many sets of such a program are searched for, at least."""


@dataclass(frozen=True)
class Explored:
    """A program and its answer sets: all of them, or as many as were searched for."""

    family: Family
    theory: ir.Theory
    sets: tuple[Set, ...]
    complete: bool

    def lacks(self, literals: Set) -> bool:
        """Return whether a set is not an answer set of the program."""
        if self.complete:
            return frozenset(literals) not in set(map(frozenset, self.sets))
        return answer(self.family.engines, self.theory, ir.Query(ir.Stable(literals))) == "false"

    def beyond(self, other: Explored, stream: Stream) -> Set | None:
        """Draw an answer set that another program lacks; None if it has all that were found."""
        return next((each for each in stream.shuffled(self.sets) if other.lacks(each)), None)


@dataclass(frozen=True)
class Asked:
    """A program, one of its answer sets, and a set that is not an answer set."""

    program: Explored
    sound: Set
    unsound: Set


def explore(family: Family, theory: ir.Theory, most: int) -> Explored | None:
    """Find up to `most` answer sets; None if there are none or the budget is spent."""
    found = answer_sets(family.engines, theory, most)
    return None if found is None or not found[0] else Explored(family, theory, *found)


def draw_swapped(family: Family, draft: Draft, most: int, stream: Stream) -> Asked | None:
    """Draw two of a draft's variants, one to ask about; each has an answer set the other lacks.

    Both are drawn in the same way. So neither a program nor a set alone reveals which of the two
    sets is asked about.
    """
    known: list[Explored] = []
    for variant in draft.variants:
        statements = tuple(
            ir.Labelled(statement.id, variant.get(statement.id, statement.statement))
            for statement in draft.theory.statements
        )
        found = explore(family, replace(draft.theory, statements=statements), most)
        if found is None:
            continue
        for other in known:
            sets = found.beyond(other, stream), other.beyond(found, stream)
            if sets[0] is not None and sets[1] is not None:
                if stream.chance(0.5):
                    return Asked(found, sets[0], sets[1])
                return Asked(other, sets[1], sets[0])
        known.append(found)
    return None


def draw_relaxed(family: Family, draft: Draft, most: int, stream: Stream) -> Asked | None:
    """Draw an answer set, and a set that would be one without some statement or condition.

    Among the sets of several relaxed programs, it is one with as many literals of each predicate
    and sign as the answer set, or else one that comes nearest.
    """
    program = explore(family, draft.theory, most)
    if program is None:
        return None
    sound = stream.pick(program.sets)
    wanted = _counts(sound)
    best: tuple[int, Set] | None = None
    for number, changed in enumerate(_relaxations(draft, stream)):
        if best is not None and (best[0] == 0 or number >= LOOKED_AT):
            break
        found = explore(family, changed, max(most, SETS))
        for each in stream.shuffled(found.sets) if found is not None else ():
            off = _off(wanted, _counts(each))
            if (best is None or off < best[0]) and program.lacks(each):
                best = off, each
    return None if best is None else Asked(program, sound, best[1])


def _counts(literals: Sequence[ir.Literal]) -> Counter[tuple[object, int, bool]]:
    return Counter(
        (literal.atom.predicate, len(literal.atom.arguments), bool(literal.negative))
        for literal in literals
    )


def _off(
    first: Counter[tuple[object, int, bool]], second: Counter[tuple[object, int, bool]]
) -> int:
    """Return by how many literals the counts of each kind in two sets differ."""
    return sum(((first - second) + (second - first)).values())


def _relaxations(draft: Draft, stream: Stream) -> Iterator[ir.Theory]:
    """Yield programs that lack a statement or a condition, in random order.

    Programs that lack a clue come first, then those that lack another statement that a set must
    satisfy. Constraints on one ground literal come last, since they could be looked up in the set.
    If a program optimises, sets that are not the best count as well.
    """
    plain = tuple(e for e in draft.theory.statements if not isinstance(e.statement, ir.Optimise))
    theory = replace(draft.theory, statements=plain)
    orders: tuple[list[ir.Theory], ...] = ([], [], [], [])
    clues, kept, derived, looked_up = orders
    if len(plain) < len(draft.theory.statements):
        kept.append(theory)
    for place, labelled in enumerate(plain):
        without = replace(theory, statements=(*plain[:place], *plain[place + 1 :]))
        match labelled.statement:
            case ir.Rule(head=ir.Truth()) as rule if _is_ground_literal(rule.body):
                looked_up.append(without)
            case ir.Rule(head=ir.Truth()):
                (clues if labelled.id in draft.needed else kept).append(without)
            case ir.Rule(head=ir.Literal() | ir.Or()) as rule:
                derived.append(without)
                for body in _shorten(rule):
                    changed = ir.Labelled(labelled.id, replace(rule, body=body))
                    new = (*plain[:place], changed, *plain[place + 1 :])
                    derived.append(replace(theory, statements=new))
            case _:
                pass
    for order in orders:
        yield from stream.shuffled(order)


def _is_ground_literal(body: Sequence[ir.Node]) -> bool:
    return len(body) == 1 and isinstance(body[0], ir.Literal) and not _variables(body[0])


def _shorten(rule: ir.Rule) -> Iterator[tuple[ir.BodyPart, ...]]:
    """Yield the body without one literal, if its other literals bind all variables of the rule."""
    for place, part in enumerate(rule.body):
        rest = (*rule.body[:place], *rule.body[place + 1 :])
        bound = {
            name
            for each in rest
            if isinstance(each, ir.Literal) and not each.default
            for name in _variables(each)
        }
        if isinstance(part, ir.Literal) and _variables(rule) <= bound:
            yield rest


def _variables(node: ir.Node) -> set[str]:
    return {each.name for each in walk(node) if isinstance(each, ir.Var)}
