"""The facts that may be added to a theory: its own, and those that its conditions are about."""

from collections.abc import Iterator, Sequence
from itertools import product

from ...family import Draft
from ...ir import nodes as ir, walk, with_sign


def unseen_ids(draft: Draft) -> set[str]:
    """Return the ids of the statements that a prompt does not say, or says as background."""
    return {*draft.hidden, *(id for stated in draft.background for id in stated.ids)}


def stated_facts(theory: ir.Theory, unseen: set[str]) -> Iterator[ir.Labelled]:
    """Yield the facts that the prompt of a theory says."""
    for each in theory.statements:
        if each.id not in unseen and isinstance(each.statement, ir.Fact | ir.ConceptAssertion):
            yield each


def possible_facts(theory: ir.Theory, asked: ir.Entailed) -> Iterator[ir.Statement]:
    """Yield the facts that conditions of a theory are about, over its individuals.

    What the theory states and what is asked are left out, and their opposites.
    """
    stated = {each.statement for each in theory.statements}
    known = {*stated, *map(_opposite, stated), asked.statement, _opposite(asked.statement)}
    individuals = list(dict.fromkeys(_individuals((*theory.statements, asked))))
    sorted_ = _by_sort(theory, (*theory.statements, asked))
    for labelled in theory.statements:
        for literal in _conditions(labelled.statement):
            places = {
                term.name: _sort(theory, literal.atom, place)
                for place, term in enumerate(literal.atom.arguments)
                if isinstance(term, ir.Var)
            }
            choices = [sorted_.get(sort, individuals) for sort in places.values()]
            for values in product(*choices):
                bound = dict(zip(places, values, strict=True))
                terms = tuple(
                    bound[term.name] if isinstance(term, ir.Var) else term
                    for term in literal.atom.arguments
                )
                for negative in (False, True):
                    fact = ir.Fact(ir.Literal(ir.Atom(literal.atom.predicate, terms), negative))
                    if fact not in known and len(set(terms)) == len(terms):
                        yield fact
        for concept in _concepts(labelled.statement):
            for individual in individuals:
                for claim in (concept, ir.Not(concept)):
                    assertion = ir.ConceptAssertion(individual, claim)
                    if assertion not in known:
                        yield assertion


def _sort(theory: ir.Theory, atom: ir.Atom, place: int) -> str:
    """Return the sort of an argument; an empty text if it has none."""
    sorts = dict(theory.signature.predicates).get(str(atom.predicate), ())
    return sorts[place] if place < len(sorts) else ""


def _by_sort(theory: ir.Theory, nodes: Sequence[ir.Node]) -> dict[str, list[ir.Term]]:
    """Return the individuals of each sort, by the arguments that they are."""
    found: dict[str, dict[ir.Term, None]] = {}
    for node in (each for top in nodes for each in walk(top)):
        if isinstance(node, ir.Atom):
            for place, term in enumerate(node.arguments):
                sort = _sort(theory, node, place)
                if sort and isinstance(term, ir.Const):
                    found.setdefault(sort, {})[term] = None
    return {sort: list(terms) for sort, terms in found.items()}


def _opposite(statement: ir.Statement) -> ir.Statement:
    match statement:
        case ir.Fact(literal=ir.Literal(negative=bool(negative)) as literal):
            return ir.Fact(with_sign(literal, not negative))
        case ir.ConceptAssertion(individual=individual, concept=ir.Not(part=part)):
            return ir.ConceptAssertion(individual, part)
        case ir.ConceptAssertion(individual=individual, concept=concept):
            return ir.ConceptAssertion(individual, ir.Not(concept))
        case _:
            return statement


def _conditions(statement: ir.Statement) -> Iterator[ir.Literal]:
    match statement:
        case ir.Rule(body=body):
            for part in body:
                if isinstance(part, ir.Literal) and _is_plain(part):
                    yield part


def _is_plain(literal: ir.Literal) -> bool:
    terms = literal.atom.arguments
    return all(isinstance(term, ir.Var | ir.Const) for term in terms)


def _concepts(statement: ir.Statement) -> list[ir.Named]:
    if not isinstance(statement, ir.Inclusion | ir.ConceptAssertion):
        return []
    return list(dict.fromkeys(each for each in walk(statement) if isinstance(each, ir.Named)))


def _individuals(nodes: Sequence[ir.Node]) -> Iterator[ir.Term]:
    for node in (each for top in nodes for each in walk(top)):
        match node:
            case ir.ConceptAssertion(individual=ir.Const() as individual):
                yield individual
            case ir.Atom(arguments=terms):
                yield from (term for term in terms if isinstance(term, ir.Const))
