"""A whole program: the core over an outline, the rules outside it, and changes for each label."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...random.stream import Stream
from .core import STATED, Core, Marks, Part
from .noise import KINDS, NEW, Extra, Noise
from .sign_changes import Turn, candidates, draw_opening_change, idle


@dataclass(frozen=True, slots=True)
class Program:
    """A core, the rules outside it, and the nodes whose heads are joined in a disjunction.

    `own` is the number of the core's predicates; those after them belong to the other rules.
    `rival` means that the only rule outside the core is one for the complement of its goal.
    """

    core: Core
    own: int
    extras: tuple[Extra, ...]
    joined: frozenset[int]
    rival: bool = False

    @property
    def rules(self) -> int:
        """The number of printed rules: one for each head of a node, unless they are joined."""
        nodes = enumerate(self.core.nodes)
        return len(self.extras) + sum(
            1 if place in self.joined else len(node.heads) for place, node in nodes
        )

    @property
    def defaulting(self) -> int:
        """The number of printed rules that use default negation."""
        found = sum(any(default for _, _, default in extra.body) for extra in self.extras)
        for place, node in enumerate(self.core.nodes):
            if len(node.positive) < len(node.body):
                found += 1 if place in self.joined else len(node.heads)
        return found

    @property
    def new_facts(self) -> int:
        """The number of facts stated for rules outside the core."""
        return sum(predicate.maker == STATED for predicate in self.core.predicates[self.own :])

    @property
    def fixed(self) -> frozenset[int]:
        """The predicates whose facts keep their sign.

        Their complement would make a rule outside the core apply, or contradict what a rule of new
        predicates derives.
        """
        predicates = self.core.predicates
        applied = (
            number
            for extra in self.extras
            for number, negative, default in extra.body
            if not default and negative is not predicates[number].negative
        )
        derived = (extra.head for extra in self.extras if predicates[extra.head].maker == NEW)
        return frozenset((*applied, *derived))


def beside(
    grown: Core,
    kinds: Sequence[tuple[str, int]],
    sizes: Sequence[float],
    marks: Marks,
    stream: Stream,
) -> tuple[Extra, ...]:
    """Draw rules in addition to a core, this many of each kind; fewer if the core is too small.

    No two are alike, and none is like a rule of the core, even after signs change there or `not` is
    removed. Every second rule for the goal's predicate, from the first on, is for the complement of the
    goal, so that the signs of heads do not reveal the label.
    """
    noise = Noise(grown, marks, sizes, stream)
    core = {(head, frozenset(node.body)) for node in grown.nodes for head in node.heads}
    found: dict[object, Extra] = {}
    for name, number in kinds:
        wanted = len(found) + number
        for _ in range(20 * number):
            if len(found) == wanted:
                break
            against = KINDS[name].head == "goal" and (wanted - len(found) - number) % 2 == 0
            rule = noise.rule(KINDS[name], against)
            if (rule.head, frozenset(number for number, _, _ in rule.body)) not in core:
                body = frozenset((number, a is not b) for number, a, b in rule.body)
                found.setdefault((rule.head, rule.negative, rule.variables, body), rule)
    return tuple(found.values())


def without_default(core: Core) -> None:
    """Replace each literal under `not` in a core by the complement of that literal."""
    for node in core.nodes:
        node.positive = frozenset(node.body)


def without_default_negation(program: Program) -> Program:
    """Return a program without default negation: literals under `not` become their complements."""
    without_default(program.core)
    extras = tuple(
        Extra(
            extra.head,
            extra.negative,
            extra.variables,
            tuple(map(_remove_default_negation, extra.body)),
        )
        for extra in program.extras
    )
    return replace(program, extras=extras)


def _remove_default_negation(part: Part) -> Part:
    number, negative, default = part
    return (number, negative is not default, False)


def draw_decoy(program: Program, stream: Stream) -> tuple[Turn, ...]:
    """Draw a change of sign in a node that the goal does not need; empty if it needs all."""
    known = idle(program.core, candidates(program.core, program.fixed))
    return (stream.pick(known),) if known else ()


def draw_opening(program: Program, decoys: tuple[Turn, ...], stream: Stream) -> Turn | None:
    """Draw a change of sign after which the goal does not follow."""
    return draw_opening_change(
        program.core, decoys, candidates(program.core, program.fixed), stream
    )
