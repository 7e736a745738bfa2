"""Conflicts between values: a predicate with one value, as ordinary rules that every engine and checker reads
alike.

Let `at` be functional: the other arguments determine the last. Then `at(x, a)` conflicts with
`-at(x, a)` and with `at(x, b)` for each other value b: its conflict set. In the inference conditions the
attackers of a literal are the rules for the members of its conflict set. Source: Billington, Defeasible
logic is stable (J. Logic and Computation 1993), for conflicts beyond complements as Antoniou, Billington,
Governatori and Maher (ACM TOCL 2001) use them.

A theory with conflict sets becomes one without. For each rule `r: body => at(x, a)` and each other value b
there are

    r.1: body ~> -at(x, b)                  a rule for one value attacks every other one
    r.2: body, at(x, a) => -at(x, b)        a value that follows denies every other one

with r's own arrow in the second, and r's own place in the superiority relation in both. A fact `at(x, a)`
becomes also the facts `-at(x, b)`. The defeater attacks `at(x, b)` exactly as r does: the second rule
has a larger body and the same rivals. The second supports `-at(x, b)` only if `at(x, a)` itself follows:
a rule that is beaten for its value implies nothing about others. See `docs/defeasible.md` for the argument.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count

from ..ir import nodes as ir, walk


def write_out_conflicts(theory: ir.Theory, query: ir.Query) -> ir.Theory:
    """Return a theory whose functional predicates are like any others; itself where it has none."""
    if not theory.signature.functional:
        return theory
    made = tuple(each for each, _ in _compiled_pairs(theory, query))
    return ir.Theory(theory.logic, made, theory.signature, theory.options)


def origins(theory: ir.Theory, query: ir.Query) -> dict[str, ir.Labelled]:
    """Return for the id of each compiled statement the statement that it comes from."""
    return {made.id: origin for made, origin in _compiled_pairs(theory, query)}


def _compiled_pairs(
    theory: ir.Theory, query: ir.Query
) -> Iterator[tuple[ir.Labelled, ir.Labelled]]:
    """Yield the compiled statements, each with the one that it comes from."""
    values = _values(theory, query)
    copies: dict[str, list[str]] = {}
    taken = {statement.id for statement in theory.statements}
    for statement in theory.statements:
        yield statement, statement
        numbers = (f"{statement.id}.{number}" for number in count(1))
        fresh = (id for id in numbers if id not in taken)
        found = [
            ir.Labelled(id, made)
            for made, id in zip(_copies(statement.statement, values), fresh, strict=False)
        ]
        copies[statement.id] = [made.id for made in found]
        yield from ((made, statement) for made in found)
    for statement in theory.statements:
        if isinstance(statement.statement, ir.Preference):
            yield from (
                (made, statement)
                for made in _inherit_preferences(statement.id, statement.statement, copies)
            )


def _inherit_preferences(
    id: str, preference: ir.Preference, copies: Mapping[str, Sequence[str]]
) -> Iterator[ir.Labelled]:
    """Yield the preferences between one rule and the other's copies: copies do not conflict with one another."""
    stronger, weaker = str(preference.stronger), str(preference.weaker)
    pairs = [(stronger, each) for each in copies.get(weaker, ())]
    pairs += [(each, weaker) for each in copies.get(stronger, ())]
    for number, (one, other) in enumerate(pairs, 1):
        yield ir.Labelled(f"{id}.{number}", ir.Preference(one, other))


def _copies(
    statement: ir.Statement, values: Mapping[str, Sequence[ir.Term]]
) -> Iterator[ir.Statement]:
    """Yield the consequences of a statement for the values that it does not name."""
    match statement:
        case ir.Fact(literal=ir.Literal(negative=False) as head):
            for value in _choices(head, values):
                for denied in _others(_put(head, head, value), value, values):
                    yield ir.Fact(denied)
        case ir.Rule(body=body, arrow=arrow, head=ir.Literal(negative=False) as head):
            for value in _choices(head, values):
                given = tuple(_put(part, head, value) for part in body)
                own = _put(head, head, value)
                for denied in _others(own, value, values):
                    yield ir.Rule(given, "~>", denied)
                    if arrow != "~>":
                        yield ir.Rule((*given, own), arrow, denied)


def _choices(head: ir.Literal, values: Mapping[str, Sequence[ir.Term]]) -> Sequence[ir.Term]:
    """Return the values that a head can have: its own, or every one for a variable."""
    known = values.get(str(head.atom.predicate))
    if known is None or not head.atom.arguments:
        return ()
    last = head.atom.arguments[-1]
    return known if isinstance(last, ir.Var) else (last,)


def _others(
    literal: ir.BodyPart, value: ir.Term, values: Mapping[str, Sequence[ir.Term]]
) -> Iterator[ir.Literal]:
    """Yield the negative literals about the other values."""
    assert isinstance(literal, ir.Literal)
    atom = literal.atom
    for term in values[str(atom.predicate)]:
        if term != value:
            yield ir.Literal(ir.Atom(atom.predicate, (*atom.arguments[:-1], term)), True)


def _put(part: ir.BodyPart, head: ir.Literal, value: ir.Term) -> ir.BodyPart:
    """Replace the last argument of a head with a value, if it is a variable; each `_` is a different one."""
    last = head.atom.arguments[-1]
    if not isinstance(part, ir.Literal) or not isinstance(last, ir.Var):
        return part
    terms = part.atom.arguments
    if last.name == "_":
        terms = (*terms[:-1], value) if part is head else terms
    else:
        terms = tuple(value if term == last else term for term in terms)
    return ir.Literal(ir.Atom(part.atom.predicate, terms), part.negative, part.default)


def _values(theory: ir.Theory, query: ir.Query) -> dict[str, tuple[ir.Term, ...]]:
    """Return the relevant values of each functional predicate: those named, or all constants if one is a variable."""
    if not theory.signature.functional:
        return {}
    nodes = (*(statement.statement for statement in theory.statements), query)
    atoms = [atom for node in nodes for atom in _atoms(node)]
    everything = tuple(dict.fromkeys(_constants(t for atom in atoms for t in atom.arguments)))
    found: dict[str, tuple[ir.Term, ...]] = {}
    for name in theory.signature.functional:
        last = [atom.arguments[-1] for atom in atoms if atom.predicate == name]
        open_ = any(isinstance(term, ir.Var) for term in last)
        found[name] = everything if open_ else tuple(dict.fromkeys(_constants(last)))
    return found


@lru_cache(maxsize=4096)
def _atoms(node: ir.Node) -> tuple[ir.Atom, ...]:
    """Return the atoms with arguments in a statement or query: a problem is decided many times while it is made."""
    return tuple(each for each in walk(node) if isinstance(each, ir.Atom) and each.arguments)


def _constants(terms: Iterable[ir.Term]) -> Iterator[ir.Term]:
    return (term for term in terms if not isinstance(term, ir.Var))
