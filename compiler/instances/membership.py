"""Constants that an instance does not have: what is said of them would mean nothing, as rules are about members."""

from collections.abc import Collection, Iterable

from ..family import Draft, Grammar, Rejected, sorted_terms
from ..ir import nodes as ir, walk
from ..notation import show
from .groups import Dropped


def check_members(
    draft: Draft, goals: Iterable[ir.Goal], grammar: Grammar, closed: bool = False
) -> None:
    """Drop a draft with a constant, in a statement or a question, that is not in the instance's sort of its place.

    What an author writes out belongs to every split, so a constant may be a word of another one. In a closed world it
    may not: the statements that close the world are about the words of the split.
    """
    varied = {each.sort for each in grammar.drawn} | grammar.numbers.keys() | grammar.chosen.keys()
    statements = (labelled.statement for labelled in draft.theory.statements)
    for node in (*statements, *goals):
        _check_node(node, grammar.sorts.keys() if closed else varied, grammar)


def _check_node(node: ir.Node, varied: Collection[str], grammar: Grammar) -> None:
    for part in walk(node):
        for term, sort in zip(*sorted_terms(part, grammar), strict=False):
            if sort in varied and sort in grammar.sorts and not _may_stand(term, sort, grammar):
                told = f"`{show(term)}` is not in the sort `{sort}` of the instance"
                raise Dropped(Rejected(told))


def _may_stand(term: ir.Term, sort: str, grammar: Grammar) -> bool:
    """Return whether a term is a member of the sort, or no constant."""
    members = grammar.sorts[sort]
    match term:
        case ir.Const(name=name):
            return name in members
        case ir.Quantity() if sort in grammar.numbers:
            text = show(term)
            whole = text.removeprefix("-").isdigit()
            return whole and bool(members) and int(members[0]) <= int(text) <= int(members[-1])
        case _:
            return True
