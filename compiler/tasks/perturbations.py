"""One small change of a theory: a predicate, a sign, a fact or a preference. After Kazemi et al. (2023)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, TypeAlias, get_args

from ..family import Draft, Grammar
from ..ir import nodes as ir, with_sign
from ..random.stream import Stream

Kind: TypeAlias = Literal["predicate", "sign", "fact", "preference"]

KINDS: tuple[Kind, ...] = get_args(Kind)


SINGLE = 40
"""How many single changes are tried before several at once."""

WALKS, STEPS = 30, 3
"""How many combinations of changes are tried, and how many changes each has."""


FEW = 12
"""With more changes than this, of every kind, almost every draft has one that serves.

None of 4,000 drafts lacked one.
"""

Change: TypeAlias = Callable[[ir.Theory, Stream], ir.Theory | None]
"""Returns the changed theory; None if the change is not possible."""


def perturbations(
    grammar: Grammar, draft: Draft, kinds: Sequence[str], stream: Stream
) -> Iterator[tuple[str, ir.Theory]]:
    """Yield theories changed in one place, then in two and three, each with its last change's kind.

    Changes come in random order, and only concern statements that the goal can depend on. If a
    rule's head changes, so does the head of the rule that a preference sets against it. Hidden
    statements are kept unless what is shown changes with them: no reader could know that they
    changed. New words come from the grammar.
    """
    changes = _changes(grammar, draft, kinds)
    if not changes:
        return
    for kind, change in stream.shuffled(changes)[:SINGLE]:
        theory = change(draft.theory, stream)
        if theory is not None:
            yield kind, theory
    for _ in range(WALKS):
        walked = draft.theory
        for step in range(STEPS):
            kind, change = stream.pick(changes)
            walked = change(walked, stream) or walked
            if step and walked != draft.theory:
                yield kind, walked


def may_lack_a_change(grammar: Grammar, draft: Draft, kinds: Sequence[str]) -> bool:
    """Return whether no change of a draft may serve: they are few, or not all kinds are allowed."""
    return set(kinds) != set(KINDS) or len(_changes(grammar, draft, kinds)) <= FEW


def _changes(grammar: Grammar, draft: Draft, kinds: Sequence[str]) -> list[tuple[str, Change]]:
    """Return the possible changes, each with its kind."""
    fitting: Mapping[str, tuple[type, ...]] = {
        "fact": (ir.Fact,),
        "preference": (ir.Preference,),
        "predicate": (ir.Fact, ir.Rule),
        "sign": (ir.Fact, ir.Rule),
    }
    bearing = _relevant_statements(draft.theory, draft.goals)
    changes: list[tuple[str, Change]] = [
        (kind, partial(_change_statement, grammar, kind, labelled.id))
        for kind in kinds
        for labelled in draft.theory.statements
        if labelled.id in bearing
        and labelled.id not in draft.hidden
        and isinstance(labelled.statement, fitting[kind])
        and (kind == "preference" or _open(grammar, labelled.statement))
    ]
    if "fact" in kinds:
        swaps = [swap for swap in draft.swaps if not bearing.isdisjoint(swap)]
        changes += [("fact", partial(_swap_facts, swap)) for swap in swaps]
    return changes


def _swap_facts(
    swap: Mapping[str, ir.Statement | None], theory: ir.Theory, stream: Stream
) -> ir.Theory | None:
    """Replace facts of background knowledge by others that contradict what they supported."""
    made = []
    for statement in theory.statements:
        new = swap.get(statement.id, statement.statement)
        if new is not None:
            made.append(ir.Labelled(statement.id, new))
    statements = tuple(made)
    if statements == theory.statements:
        return None
    return ir.Theory(theory.logic, statements, theory.signature, theory.options)


def _open(grammar: Grammar, statement: ir.Statement) -> bool:
    """Return whether some literal has a declared predicate; what the reader knows is kept."""
    return any(
        each.atom.predicate in _declared_predicates(grammar) for _, each in _literals(statement)
    )


def _relevant_statements(theory: ir.Theory, goals: Sequence[ir.Literal]) -> set[str]:
    """Return the ids of statements that a goal can depend on: their predicates lead to its own."""
    reached = {goal.atom.predicate for goal in goals}
    found: set[str] = set()
    size = -1
    while len(found) > size:
        size = len(found)
        for labelled in theory.statements:
            literals = [each for _, each in _literals(labelled.statement)]
            if literals and literals[-1].atom.predicate in reached:
                found.add(labelled.id)
                reached |= {literal.atom.predicate for literal in literals}
    for labelled in theory.statements:
        match labelled.statement:
            case ir.Preference(stronger=str() as stronger, weaker=str() as weaker):
                if {stronger, weaker} <= found:
                    found.add(labelled.id)
    return found


def _change_statement(
    grammar: Grammar, kind: str, name: str, theory: ir.Theory, stream: Stream
) -> ir.Theory | None:
    """Return the theory with one statement changed; None if not possible, or if it is repeated."""
    statements = theory.statements
    old = next(statement for statement in statements if statement.id == name)
    changed = CHANGES[kind](grammar, old.statement, stream)
    if changed is None or any(changed == statement.statement for statement in statements):
        return None
    made = tuple(
        ir.Labelled(name, changed) if statement is old else statement for statement in statements
    )
    opposed = _still_opposed(made, old, changed)
    if opposed is None:
        return None
    made = opposed
    return ir.Theory(theory.logic, made, theory.signature, theory.options)


def _still_opposed(
    statements: tuple[ir.Labelled, ...], old: ir.Labelled, new: ir.Statement
) -> tuple[ir.Labelled, ...] | None:
    """Return the statements, with the rules opposed to a changed one by a preference still opposed.

    A preference between rules that never conflict would reveal the change. None if such a rule
    would conclude one of its own conditions.
    """
    match old.statement, new:
        case ir.Rule(head=ir.Literal() as before), ir.Rule(head=ir.Literal() as after):
            if before == after:
                return statements
        case _:
            return statements
    rivals = set[object]()
    for statement in statements:
        match statement.statement:
            case ir.Preference(stronger=stronger, weaker=weaker) if old.id in (stronger, weaker):
                rivals |= {stronger, weaker}
    found = []
    for statement in statements:
        match statement.statement:
            case ir.Rule(body=body, arrow=arrow, head=ir.Literal() as head) if (
                statement.id in rivals - {old.id}
                and head.atom.predicate == before.atom.predicate
                and head.negative is not before.negative
            ):
                if any(
                    after.atom.predicate == p.atom.predicate
                    for _, p in _literals(statement.statement)[:-1]
                ):
                    return None
                atom = ir.Atom(after.atom.predicate, head.atom.arguments)
                rival = ir.Rule(body, arrow, ir.Literal(atom, not after.negative))
                found.append(ir.Labelled(statement.id, rival))
            case _:
                found.append(statement)
    return tuple(found)


def _literals(statement: ir.Statement) -> list[tuple[int, ir.Literal]]:
    """Return the literals of a fact or rule with their places: those of the body, then the head at -1."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return [(-1, literal)]
        case ir.Rule(body=body, head=ir.Literal() as head):
            within = [(i, part) for i, part in enumerate(body) if isinstance(part, ir.Literal)]
            return [*within, (-1, head)]
        case _:
            return []


def _declared_literals(grammar: Grammar, statement: ir.Statement) -> list[tuple[int, ir.Literal]]:
    """Return the literals of declared predicates, with their places."""
    declared = _declared_predicates(grammar)
    return [each for each in _literals(statement) if each[1].atom.predicate in declared]


def _with(statement: ir.Statement, place: int, literal: ir.Literal) -> ir.Statement:
    match statement:
        case ir.Rule(body=body, arrow=arrow, head=head) if place >= 0:
            return ir.Rule((*body[:place], literal, *body[place + 1 :]), arrow, head)
        case ir.Rule(body=body, arrow=arrow):
            return ir.Rule(body, arrow, literal)
        case _:
            return ir.Fact(literal)


def _predicate(grammar: Grammar, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    literals = _declared_literals(grammar, statement)
    if not literals:
        return None
    place, literal = stream.pick(literals)
    sorts = _declared_predicates(grammar)[str(literal.atom.predicate)]
    own = {each.atom.predicate for _, each in _literals(statement)}
    others = [name for name, its in grammar.predicates.items() if its == sorts and name not in own]
    if not others:
        return None
    atom = ir.Atom(stream.pick(others), literal.atom.arguments)
    return _with(statement, place, ir.Literal(atom, literal.negative))


def _sign(grammar: Grammar, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    literals = _declared_literals(grammar, statement)
    if not literals:
        return None
    place, literal = stream.pick(literals)
    return _with(statement, place, with_sign(literal, not literal.negative))


def _fact(grammar: Grammar, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    """Replace one individual of a fact by another."""
    match statement:
        case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=name, arguments=arguments))):
            sorts = grammar.places(name)
        case _:
            return None
    literal = statement.literal
    assert isinstance(literal, ir.Literal)
    if not sorts:
        return None
    place = stream.below(len(sorts))
    others = [term for term in grammar.members(sorts[place]) if term not in arguments]
    if not others:
        return None
    changed = stream.pick(others)
    atom = ir.Atom(name, (*arguments[:place], changed, *arguments[place + 1 :]))
    return ir.Fact(ir.Literal(atom, literal.negative))


def _preference(grammar: Grammar, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    match statement:
        case ir.Preference(stronger=stronger, weaker=weaker):
            return ir.Preference(weaker, stronger)
        case _:
            return None


def _declared_predicates(grammar: Grammar) -> Mapping[str, tuple[str, ...]]:
    """Return the declared predicates, including those that no change introduces."""
    return grammar.declared or grammar.predicates


CHANGES: Mapping[str, Callable[[Grammar, ir.Statement, Stream], ir.Statement | None]] = {
    "predicate": _predicate,
    "sign": _sign,
    "fact": _fact,
    "preference": _preference,
}
