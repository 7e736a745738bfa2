"""Growing a base: facts and axioms are drawn one by one, and those that do not fit are dropped."""

from collections import Counter

from ...contract import KnowledgeBase
from ...family import Env, Grammar, NoValue, draw_statement
from ...ir import nodes as ir, walk
from ...notation import show
from ...random.stream import Stream
from .concepts import complement, connectives, flatten, sides

REASONS = ("trivial", "implied", "inconsistent", "incoherent")
"""The reasons for dropping a statement."""


EVENLY = 3
"""How many facts are drawn to choose one from, if facts are spread over the individuals."""


class Growth:
    """A base that is being grown.

    Attributes:
        facts, axioms: the accepted statements.
        appeared: the concepts that an inclusion can start from.
        dropped: the number of dropped statements by reason.
    """

    def __init__(
        self,
        base: KnowledgeBase,
        grammar: Grammar,
        env: Env,
        core: tuple[ir.Statement, ...],
        led: bool = False,
    ) -> None:
        self.base, self.grammar, self.env = base, grammar, env
        self.facts: list[ir.Statement] = []
        self.axioms: list[ir.Statement] = []
        self.dropped: Counter[str] = Counter()
        self.appeared: dict[ir.Formula, None] = {}
        self.core = core
        self._led = led
        self._stated = set[ir.Formula]()
        self._about: Counter[str] = Counter()
        for statement in core:
            self._appear(statement)

    @property
    def statements(self) -> list[ir.Statement]:
        """The statements so far, in the order in which they were added."""
        return [*self.core, *self.facts, *self.axioms]

    def draw(self, kind: str, number: int, tries: int, chained: bool = False) -> None:
        """Add statements of a kind until there are `number` of them.

        Raises NoValue if `tries` attempts per statement are not enough.
        """
        into = self.facts if kind == "fact" else self.axioms
        reason = "unlinked"
        for _ in range(number * tries):
            if len(into) == number:
                return
            drawn = self._draw(kind)
            statement = self.link(drawn) if chained else drawn
            if statement is None:
                continue
            reason = self.take(statement)  # type: ignore[arg-type]
        if len(into) < number:
            raise NoValue(f"no {kind} fits the base; the last one was {reason}")

    def _draw(self, kind: str) -> ir.Node:
        """Draw a statement; if `led`, the one of several facts about the least mentioned name."""
        number = EVENLY if self._led and kind == "fact" else 1
        drawn = [flatten(draw_statement(self.grammar, kind, self.env)) for _ in range(number)]
        return min(drawn, key=lambda each: self._about[_subject(each)])

    def take(self, statement: ir.Statement) -> str:
        """Add a statement, or return why it is dropped; the empty string if it is not."""
        reason = self.base.take(statement)
        if reason:
            self.dropped[reason] += 1
        else:
            inclusion = isinstance(statement, ir.Inclusion)
            (self.axioms if inclusion else self.facts).append(statement)
            self._about[_subject(statement)] += 1
            self._appear(statement)
        return reason

    def _appear(self, statement: ir.Statement) -> None:
        """Record what an inclusion can start from: a fact's concept, a right side, or parts."""
        for concept in sides(statement)[-1:]:
            inner = concept.parts if isinstance(concept, ir.And) else ()
            if isinstance(statement, ir.ConceptAssertion):
                self._stated |= {concept, *inner}
            self.appeared |= dict.fromkeys((concept, *inner))

    def link(self, statement: ir.Node) -> ir.Node | None:
        """Replace an inclusion's left side by an appeared concept with as many connectives.

        A left side that names no concept, such as `thing` or `some r thing`, is kept. A concept that is a part of the
        right side, or the complement of one, does not fit: the part would say nothing. None if no concept fits.
        """
        if not isinstance(statement, ir.Inclusion) or not _names(statement.left):
            return statement
        wanted = connectives(statement.left)
        right = statement.right.parts if isinstance(statement.right, ir.And | ir.Or) else ()
        fitting = [
            part
            for part in self.appeared
            if connectives(part) == wanted and part not in right and complement(part) not in right
        ]
        if not fitting:
            return None
        lefts = {axiom.left for axiom in self.axioms if isinstance(axiom, ir.Inclusion)}
        idle = [part for part in fitting if part in self._stated and part not in lefts]
        return ir.Inclusion(
            self.env.stream.pick(idle if self._led and idle else fitting), statement.right
        )


def _subject(statement: ir.Node) -> str:
    """Return the first individual that a statement mentions; the empty string for an inclusion."""
    return next((str(node.name) for node in walk(statement) if isinstance(node, ir.Const)), "")


def _names(concept: ir.Formula) -> bool:
    return any(isinstance(node, ir.Named) for node in walk(concept))


def order_statements(statements: list[ir.Statement], stream: Stream) -> list[ir.Statement]:
    """Return statements in an order that does not reveal how they were drawn."""
    return stream.shuffled(sorted(statements, key=show))
