"""The possible clues of a family, and one program with all of them, each with a switch atom."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ...certify.exploration import ground
from ...contract import Session
from ...family import Env, Family, Grammar, NoValue, every, label, usable_in
from ...ir import free_predicate, guard_statement, nodes as ir, walk

MANY = 50_000
"""The maximum number of possible clues."""


@dataclass(frozen=True)
class Heap:
    """The clues of one alternative of a production, and its weight."""

    weight: float
    clues: list[int]


def candidates(grammar: Grammar, env: Env) -> tuple[list[Heap], list[ir.Statement]]:
    """Return the instances of the clue productions without duplicates, also by alternative."""
    clues: list[ir.Statement] = []
    heaps: list[Heap] = []
    known: set[ir.Statement] = set()
    for production in grammar.of_kind("clue"):
        if not usable_in(production, env):
            continue
        for option in production.options:
            heap: list[int] = []
            for made in every(
                option.template, grammar, env, numbers=True, kept=grammar.kept(option.kept)
            ):
                if len(clues) == MANY:
                    raise NoValue(f"there are more than {MANY:,} possible clues")
                if made not in known:
                    heap.append(len(clues))
                    clues.append(made)  # type: ignore[arg-type]
                    known.add(made)  # type: ignore[arg-type]
            weights = (each for each in (production.weight, option.weight) if each is not None)
            weight = 1.0
            for each in weights:
                weight *= float(each.draw(env))
            heaps.append(Heap(weight, heap))
    if not clues:
        raise NoValue("there are no possible clues")
    return heaps, clues


def ground_switched(
    family: Family, core: tuple[ir.Labelled, ...], clues: Sequence[ir.Statement]
) -> tuple[Session, list[int]]:
    """Ground a program with switchable clues; return the session and the place of each switch."""
    theory = ir.Theory(family.logic.name, core, family.signature)
    name = free_predicate(theory, "clue")
    switches = [
        ir.Literal(ir.Atom(name, (ir.Quantity("integer", number),))) for number in range(len(clues))
    ]
    choice = ir.Choice(tuple(ir.Element((literal,)) for literal in switches))
    guarded = [ir.Rule((), "->", choice)]
    guarded += [_guard_clue(clue, switch) for clue, switch in zip(clues, switches, strict=True)]
    labelled = label([("", rule) for rule in guarded])
    ids = {each.id for each in core}
    own = [
        ir.Labelled(f"{each.id}{'_' * len(max(ids, key=len, default=''))}", each.statement)
        for each in labelled
    ]
    session = ground(family.engines, replace(theory, statements=(*core, *own)))
    places = {each: place for place, each in enumerate(session.atoms)}
    return session, [places[literal] for literal in switches]


def atoms_in(clue: ir.Statement) -> frozenset[ir.Atom]:
    """Return the atoms of a clue."""
    parts = (*clue.body, clue.head) if isinstance(clue, ir.Rule) else (clue,)
    found: list[ir.Atom] = []
    for part in parts:
        if isinstance(part, ir.Literal):
            found.append(part.atom)
        elif not isinstance(part, ir.Comparison) or _has_aggregate(part):
            found += [node for node in walk(part) if isinstance(node, ir.Atom)]
    return frozenset(found)


def _has_aggregate(part: ir.Comparison) -> bool:
    return isinstance(part.left, ir.AggregateTerm) or isinstance(part.right, ir.AggregateTerm)


def _guard_clue(clue: ir.Statement, switch: ir.Literal) -> ir.Rule:
    """Return a clue as a rule that applies only if it is switched on."""
    rule = guard_statement(clue, switch)
    if rule is None:
        raise NoValue("a clue must be a fact or a rule")
    return rule
