"""Definite clauses over numbered conclusions, closed by counters and a queue in time linear in their size.

Source: Dowling and Gallier, Linear-time algorithms for testing the satisfiability of propositional Horn formulae (J.
Logic Programming 1984).
"""

from collections import defaultdict
from collections.abc import Sequence

from .grounding import Budget


class Horn:
    """Clauses over nodes. The first nodes are the tagged literals: tag after tag, literal after literal."""

    def __init__(self, tags: int, literals: int) -> None:
        self._tags = tags
        self._literals = literals
        self._nodes = tags * literals
        self._heads: list[int] = []
        self._missing: list[int] = []
        self._watching: dict[int, list[int]] = defaultdict(list)
        self._ready: list[int] = []
        self._found: list[int] = []

    def tag(self, tag: int, literal: int) -> int:
        """Return the node of a tagged literal."""
        return tag * self._literals + literal

    def node(self) -> int:
        """Return a node of its own."""
        self._nodes += 1
        return self._nodes - 1

    def given(self, node: int) -> None:
        """Add: a node follows."""
        self._ready.append(node)

    def clause(self, head: int, body: Sequence[int]) -> None:
        """Add: the head follows when all nodes of the body do."""
        if not body:
            self._ready.append(head)
            return
        number = len(self._heads)
        self._heads.append(head)
        self._missing.append(len(body))
        for each in body:
            self._watching[each].append(number)

    def close(self, budget: Budget) -> None:
        """Draw every conclusion, each once, first come first served."""
        known = bytearray(self._nodes)
        queue = self._found
        for head in self._ready:
            if not known[head]:
                known[head] = 1
                queue.append(head)
        missing, heads, watching = self._missing, self._heads, self._watching
        for node in queue:  # grows while it is walked
            clauses = watching.get(node, ())
            budget.spend(1 + len(clauses))
            for number in clauses:
                missing[number] -= 1
                head = heads[number]
                if not missing[number] and not known[head]:
                    known[head] = 1
                    queue.append(head)

    def tagged(self) -> tuple[tuple[int, ...], ...]:
        """Return the literals concluded under each tag, in order."""
        found: list[list[int]] = [[] for _ in range(self._tags)]
        for node in self._found:
            tag, literal = divmod(node, self._literals)
            if tag < self._tags:
                found[tag].append(literal)
        return tuple(tuple(each) for each in found)
