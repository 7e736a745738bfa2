"""Statements that a literal switches on."""

from . import nodes as ir


def guard_statement(statement: ir.Statement, switch: ir.Literal) -> ir.Rule | None:
    """Return a fact or a rule as one that says the same if the switch holds, and nothing if not; None for others."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return ir.Rule((switch,), "->", literal)
        case ir.Rule(body=body, arrow=arrow, head=head):
            return ir.Rule((switch, *body), arrow, head)
        case _:
            return None
