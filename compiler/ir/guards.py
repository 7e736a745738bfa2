"""Statements that a literal switches on."""

from . import nodes as ir


def guard_statement(statement: ir.Statement, switch: ir.Literal) -> ir.Rule | None:
    """Return a fact or a rule that has an effect only if the switch is true; None for other statements."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return ir.Rule((switch,), "->", literal)
        case ir.Rule(body=body, arrow=arrow, head=head):
            return ir.Rule((switch, *body), arrow, head)
        case _:
            return None
