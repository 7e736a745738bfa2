"""Drawing a base: facts and axioms, one by one, each left out again that the base cannot do with."""

from __future__ import annotations

from collections import Counter

from ...contract import KnowledgeBase
from ...ir import nodes as ir
from ...ir.raising import show
from ...ir.traversal import walk
from ...productions import Grammar
from ...stream import Stream
from ...typed import Env, NoValue
from .concepts import connectives, sides, spliced

REASONS = ("trivial", "implied", "inconsistent", "incoherent")
"""Why a statement is left out."""


class Growth:
    """A base in the making.

    Attributes:
        facts, axioms: the statements that were taken.
        dropped: how many were left out, by the reason.
    """

    def __init__(
        self, base: KnowledgeBase, grammar: Grammar, env: Env, core: tuple[ir.Statement, ...]
    ) -> None:
        self.base, self.grammar, self.env = base, grammar, env
        self.facts: list[ir.Statement] = []
        self.axioms: list[ir.Statement] = []
        self.dropped: Counter[str] = Counter()
        self._appeared: dict[ir.Formula, None] = {}
        for each in core:
            self._appear(each)

    def draw(self, kind: str, number: int, tries: int, chained: bool = False) -> None:
        """Take so many statements of a kind. Raises NoValue where they cannot be had in as many tries for each."""
        into = self.facts if kind == "fact" else self.axioms
        reason = "unlinked"
        for _ in range(number * tries):
            if len(into) == number:
                return
            drawn = spliced(self.grammar.statement(kind, self.env))
            statement = self._linked(drawn) if chained else drawn
            if statement is None:
                continue
            reason = self.base.take(statement)  # type: ignore[arg-type]
            if reason:
                self.dropped[reason] += 1
            else:
                into.append(statement)  # type: ignore[arg-type]
                self._appear(statement)  # type: ignore[arg-type]
        if len(into) < number:
            raise NoValue(f"no {kind} fits what stands: the last was {reason}")

    def _appear(self, statement: ir.Statement) -> None:
        """Note what an inclusion can go on from: what a fact says, or a right side, and the parts that `and` joins."""
        for concept in sides(statement)[-1:]:
            inner = concept.parts if isinstance(concept, ir.And) else ()
            self._appeared |= dict.fromkeys((concept, *inner))

    def _linked(self, statement: ir.Node) -> ir.Node | None:
        """Put what has appeared, with as many connectives, in the place of an inclusion's left side.

        A left side that names no concept, `thing` or `some r thing`, stays.
        """
        if not isinstance(statement, ir.Inclusion) or not _names(statement.left):
            return statement
        wanted = connectives(statement.left)
        fitting = [each for each in self._appeared if connectives(each) == wanted]
        if not fitting:
            return None
        return ir.Inclusion(self.env.stream.pick(fitting), statement.right)


def _names(concept: ir.Formula) -> bool:
    return any(isinstance(each, ir.Named) for each in walk(concept))


def ordered(statements: list[ir.Statement], stream: Stream) -> list[ir.Statement]:
    """Give statements in an order that tells nothing of how they came."""
    return stream.shuffled(sorted(statements, key=show))
