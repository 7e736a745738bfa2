"""Rules that the core does not need, of five kinds that differ in their predicates.

Rules with a predicate of the core in their head or body are idle in every answer set. One literal
of each body is the complement of what the core derives, and only idle rules have such literals in
their heads, so that together they are unfounded. Rules of new predicates alone do apply, to facts
of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...random.stream import Stream
from .core import STATED, Core, Marks, Part, cover

NEW = -2
"""The maker of a predicate that only rules of new predicates derive."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a noise rule consists of.

    Attributes:
        head: the predicate of its head: `goal`, `other` of the core, or `new`.
        goal: whether the body has the core's goal.
        old: whether the body has other predicates of the core.
        new: whether the body has new predicates; one if it has others too.
    """

    head: str
    goal: bool = False
    old: bool = False
    new: bool = False


KINDS = {
    "goal_in_head": Kind("goal", old=True),
    "goal_in_body": Kind("other", goal=True, old=True),
    "others": Kind("other", old=True),
    "partly_new": Kind("other", old=True, new=True),
    "new": Kind("new", new=True),
}


@dataclass(frozen=True, slots=True)
class Extra:
    """A rule outside the core.

    Its head has its own arguments, since its body may lack the predicate's variables.
    """

    head: int
    negative: bool
    variables: tuple[int, ...]
    body: tuple[Part, ...]


class Noise:
    """Draws rules outside a core; new predicates are appended to the core's own."""

    def __init__(self, core: Core, marks: Marks, sizes: Sequence[float], stream: Stream) -> None:
        self.core = core
        self.marks = marks
        self.sizes = sizes
        self.stream = stream
        self.goal = core.goal
        self.old = [each for each in range(len(core.predicates)) if each != self.goal]
        self.bare = [each for each in self.old if not core.predicates[each].mask]

    def rule(self, kind: Kind, against: bool) -> Extra:
        """Draw a rule of a kind.

        Args:
            against: whether its head is the complement of what the core derives; else its sign is drawn.
        """
        size = max(1 + kind.goal, 1 + self.stream.weighted(self.sizes))
        body: list[int] = []
        mask = 0
        if kind.goal:
            body.append(self.goal)
            mask = self.core.predicates[self.goal].mask
        if kind.old:
            mask = self._add_old(body, mask, max(1, size - len(body) - kind.new))
        fresh: set[int] = set()
        while kind.new and (not fresh or len(body) < size):
            made = self._make(STATED, mask)
            fresh.add(made)
            body.append(made)
            mask |= self.core.predicates[made].mask
        head = self._head(kind, body, mask)
        rule = self._mark(head, body, mask, fresh, idle=kind.head != "new")
        derived = self.core.predicates[head].negative
        return Extra(head, not derived, rule.variables, rule.body) if against else rule

    def _add_old(self, body: list[int], mask: int, number: int) -> int:
        """Add predicates of the core to a body, each sharing a variable with it or having none.

        One is left over for the head.
        """
        predicates = self.core.predicates
        room = len(self.old) - 1 - sum(each != self.goal for each in body)
        for _ in range(min(number, room)):
            fitting = [
                each
                for each in self.old
                if each not in body
                and (predicates[each].mask & mask if mask else predicates[each].mask)
            ]
            if mask or not fitting:
                fitting += [each for each in self.bare if each not in body]
            if not fitting:
                break
            body.append(self.stream.pick(fitting))
            mask |= predicates[body[-1]].mask
        return mask

    def _make(self, maker: int, share: int) -> int:
        everything = (1 << self.marks.variables) - 1
        made = self.marks.predicate(maker, everything, share, self.stream)
        self.core.predicates.append(made)
        return len(self.core.predicates) - 1

    def _head(self, kind: Kind, body: list[int], mask: int) -> int:
        """Draw the predicate of a head.

        If the body has no variable, no possible predicate has one.
        """
        if kind.head == "new":
            made = self.marks.predicate(NEW, mask, 0, self.stream)
            self.core.predicates.append(made)
            return len(self.core.predicates) - 1
        if kind.head == "goal":
            return self.goal
        return self.stream.pick([each for each in self.old if each not in body])

    def _mark(self, head: int, body: list[int], mask: int, fresh: set[int], idle: bool) -> Extra:
        """Draw the negations of a safe rule; an idle rule has a literal that nothing derives."""
        predicates, stream = self.core.predicates, self.stream
        marked = [each for each in body if stream.chance(self.marks.default)]
        bound = 0
        for each in body:
            if each not in marked:
                bound |= predicates[each].mask
        freed = cover([predicates[each].mask for each in marked], mask & ~bound, stream)
        kept = {marked[place] for place in freed}
        default = [each for each in marked if each not in kept]
        never = self._never(body, default, fresh) if idle else STATED
        parts = tuple(
            self._part(each, each in default, each in fresh, each == never) for each in body
        )
        predicate = predicates[head]
        known = [each for each in range(mask.bit_length()) if mask >> each & 1]
        variables = tuple(
            variable if mask >> variable & 1 else stream.pick(known)
            for variable in predicate.variables
        )
        negative = self._sign(head) if idle else predicate.negative
        return Extra(head, negative, variables, parts)

    def _never(self, body: list[int], default: list[int], fresh: set[int]) -> int:
        """Draw the predicate whose complement keeps a rule idle, and remove its default negation.

        It is never the goal, whose sign would reveal what the core derives.
        """
        old = [each for each in body if each not in fresh and each != self.goal]
        plain = [each for each in old if each not in default]
        never = self.stream.pick(plain or old)
        if never in default:
            default.remove(never)
        return never

    def _sign(self, number: int) -> bool:
        """Draw a sign: both are equally likely for the goal's predicate, whatever the others."""
        return self.stream.chance(0.5 if number == self.goal else self.marks.strong)

    def _part(self, number: int, default: bool, fresh: bool, never: bool) -> Part:
        derived = self.core.predicates[number].negative
        if fresh:
            return (number, derived is not default, default)
        if never:
            return (number, not derived, False)
        return (number, self._sign(number), default)
