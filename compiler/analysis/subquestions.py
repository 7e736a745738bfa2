"""Questions that are several at once, as questions about one statement each.

A question for individuals is one about a literal for each individual that the theory names. What is certified so is
complete: each individual's literal is decided and has its own certificate, whether it follows or not.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import nodes as ir
from ..ir.traversal import walk
from ..notation.to_syntax import show

NOBODY = "none"
"""The label where no individual is an answer."""


def individuals(theory: ir.Theory, goal: ir.Answers) -> tuple[str, ...]:
    """Give the names of the individuals that a theory and a question speak of, in alphabetical order.

    Amounts and texts are no individuals.
    """
    nodes = (each for node in (*theory.statements, goal) for each in walk(node))
    return tuple(sorted({each.name for each in nodes if isinstance(each, ir.Const)}))


def instance(goal: ir.Answers | ir.Number, value: str | ir.Term) -> ir.Literal:
    """Give the literal with an individual, or another term, in the place of the variable."""
    atom, variable = goal.literal.atom, ir.Var(goal.variable)
    own = ir.Const(value) if isinstance(value, str) else value
    terms = (own if term == variable else term for term in atom.arguments)
    return ir.Literal(ir.Atom(atom.predicate, tuple(terms)), goal.literal.negative)


def instances(theory: ir.Theory, goal: ir.Answers | ir.Each) -> dict[str, ir.Query]:
    """Give for each individual the question whether its literal follows; of several questions, each by its number."""
    if isinstance(goal, ir.Each):
        return {str(number): ir.Query(each) for number, each in enumerate(goal.goals, 1)}
    return {
        name: ir.Query(ir.Entailed(ir.Fact(instance(goal, name))))
        for name in individuals(theory, goal)
    }


def joined(labels: Mapping[str, str]) -> str:
    """Give the label of the whole question: the individuals whose literal follows.

    Where a label is neither that something follows nor that it does not, it is that of the whole.
    """
    others = [label for label in labels.values() if label not in ("true", "false", "unknown")]
    if others:
        return others[0]
    names = [_spelled(name) for name, label in labels.items() if label == "true"]
    return ",".join(names) or NOBODY


def _spelled(name: str) -> str:
    return f"`{name}`" if name == NOBODY else show(ir.Const(name))
