"""Filling the holes of templates: with predicates, words, the members of sorts, and values that have names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

from ...ir import fill, filler, holes, nodes as ir, walk
from ..expressions import Env, NoValue
from .grammar import ANY, Grammar, sorted_terms
from .kept import KeptWords, fits
from .named_holes import fold_arithmetic, named_terms

REDRAWS = 50
"""How often a template is filled again because a hole's only words were taken by other holes."""


def fill_randomly(
    node: ir.Node,
    grammar: Grammar,
    env: Env,
    given: Mapping[str, Any] | None = None,
    kept: KeptWords = MappingProxyType({}),
) -> ir.Node:
    """Fill a template by chance. Holes that are named like a parameter or chosen value get its value.

    Args:
        given: the values of some of the holes.
        kept: the words that can fill some of the holes.
    """
    for _ in range(REDRAWS if kept else 0):
        try:
            return _fill_once(node, grammar, env, given, kept)
        except NoValue:
            continue
    return _fill_once(node, grammar, env, given, kept)


def _fill_once(
    node: ir.Node, grammar: Grammar, env: Env, given: Mapping[str, Any] | None, kept: KeptWords
) -> ir.Node:
    binding: dict[str, Any] = {**named_terms(node, grammar, env.values), **(given or {})}
    computed = bool(binding)
    for each in walk(node):
        match each:
            case ir.Literal(negative=ir.Hole(name=name)) if name not in binding:
                binding[name] = ir.Sign(env.stream.chance(grammar.negation))
            case ir.Atom(predicate=ir.Hole(name=name), arguments=arguments):
                if name not in binding:
                    binding[name] = _predicate(name, len(arguments), binding, grammar, env, kept)
            case ir.Named(name=ir.Hole(name=name)) if name not in binding:
                binding[name] = _word("concept", name, binding, grammar, env, kept)
            case ir.Restriction(role=ir.Hole(name=name)) if name not in binding:
                binding[name] = _role(name, binding, grammar, env, kept)
    for each in walk(node):
        match each:
            case ir.Atom() | ir.Modal():
                terms, sorts = sorted_terms(each, grammar, binding)
                _individuals(terms, sorts, binding, grammar, env, kept)
            case ir.ConceptAssertion(individual=ir.Hole(name=name)) if name not in binding:
                binding[name] = _individual(name, ANY, (), binding, grammar, env, kept)
    made = fill(node, binding)
    return fold_arithmetic(made) if computed else made


def ways(
    template: ir.Node,
    grammar: Grammar,
    env: Env,
    *,
    numbers: bool,
    kept: KeptWords = MappingProxyType({}),
) -> Iterator[dict[str, Any]]:
    """Yield every way to fill the holes of a template with predicates, concepts and members of their sorts.

    A hole gets a value that fits all of its places; two holes of one kind or sort are two different values.
    Holes that are named like a parameter or chosen value stand for it.

    Args:
        numbers: whether the holes of numbers are filled too.
        kept: the words that can fill some of the holes.
    """
    for names in product(_predicates(template, grammar, kept), _concepts(template, grammar, kept)):
        words = {**names[0], **names[1]}
        yield from _ways(fill(template, words), words, grammar, env, numbers, kept)


def every(
    template: ir.Node,
    grammar: Grammar,
    env: Env,
    *,
    numbers: bool,
    kept: KeptWords = MappingProxyType({}),
) -> Iterator[ir.Node]:
    """Yield the template filled in every way of `ways`; holes that those leave open are filled by chance."""
    names, whole = _once_and_for_all(template)
    for binding in ways(template, grammar, env, numbers=numbers, kept=kept):
        bound = all(name in binding for name in names)
        yield whole(binding) if bound else fill_randomly(template, grammar, env, binding, kept)


@lru_cache(maxsize=4096)
def _once_and_for_all(
    template: ir.Node,
) -> tuple[tuple[str, ...], Callable[[Mapping[str, Any]], ir.Node]]:
    """Return the holes of a template, and what fills it by bindings of all of them."""
    make = filler(template)
    if any(isinstance(node, ir.Operation) for node in walk(template)):
        return holes(template), lambda binding: fold_arithmetic(make(binding))
    return holes(template), make


def _predicates(template: ir.Node, grammar: Grammar, kept: KeptWords) -> Iterator[dict[str, Any]]:
    """Yield every way to fill the holes of predicates: each by another one."""
    arities = {
        node.predicate.name: len(node.arguments)
        for node in walk(template)
        if isinstance(node, ir.Atom) and isinstance(node.predicate, ir.Hole)
    }
    fitting = [
        [name for name in grammar.fitting((None,) * arity, arity) if fits(hole, name, kept)]
        for hole, arity in arities.items()
    ]
    for chosen in product(*fitting):
        if len(set(chosen)) == len(chosen):
            yield dict(zip(arities, chosen, strict=True))


def _concepts(template: ir.Node, grammar: Grammar, kept: KeptWords) -> Iterator[dict[str, Any]]:
    """Yield every way to fill the holes of concepts: each by another one."""
    names = {
        node.name.name: None
        for node in walk(template)
        if isinstance(node, ir.Named) and isinstance(node.name, ir.Hole)
    }
    for chosen in permutations(grammar.words.get("concept", ()), len(names)):
        if all(fits(name, word, kept) for name, word in zip(names, chosen, strict=True)):
            yield dict(zip(names, chosen, strict=True))


def _ways(
    template: ir.Node,
    words: Mapping[str, Any],
    grammar: Grammar,
    env: Env,
    numbers: bool,
    kept: KeptWords,
) -> Iterator[dict[str, Any]]:
    known = {**named_terms(template, grammar, env.values), **words}
    places = hole_sorts(template, grammar)
    given = {(own[0], known[name]) for name, own in places.items() if name in known}
    sorts = {
        name: own
        for name, own in places.items()
        if name not in known and (numbers or own[0] not in grammar.numbers)
    }
    choices = [
        [
            member
            for member in grammar.members(own[0])
            if fits(name, member, kept) and all(member in grammar.members(o) for o in own[1:])
        ]
        for name, own in sorts.items()
    ]
    for chosen in product(*choices):
        taken = {(own[0], term) for own, term in zip(sorts.values(), chosen, strict=True)}
        if len(taken) == len(chosen) and taken.isdisjoint(given):
            yield {**known, **dict(zip(sorts, chosen, strict=True))}


def hole_sorts(template: ir.Node, grammar: Grammar) -> dict[str, tuple[str, ...]]:
    """Return the sorts of the places of each hole for an individual."""
    found: dict[str, tuple[str, ...]] = {}
    for node in walk(template):
        terms, sorts = sorted_terms(node, grammar)
        for term, sort in zip(terms, sorts, strict=False):
            if isinstance(term, ir.Hole):
                found[term.name] = tuple(dict.fromkeys((*found.get(term.name, ()), sort)))
        match node:
            case ir.ConceptAssertion(individual=ir.Hole(name=name)):
                found[name] = tuple(dict.fromkeys((*found.get(name, ()), ANY)))
    return found


def _predicate(
    hole: str, arity: int, binding: Mapping[str, Any], grammar: Grammar, env: Env, kept: KeptWords
) -> str:
    fitting = [
        name
        for name, sorts in grammar.predicates.items()
        if len(sorts) == arity and name not in binding.values() and fits(hole, name, kept)
    ]
    if not fitting:
        raise NoValue(f"all predicates with {arity} arguments are used")
    return env.stream.pick(fitting)


def _word(
    kind: str, hole: str, binding: Mapping[str, Any], grammar: Grammar, env: Env, kept: KeptWords
) -> str:
    fitting = [word for word in grammar.words.get(kind, ()) if word not in binding.values()]
    if hole in kept:
        fitting = [word for word in fitting if fits(hole, word, kept)]
    if not fitting:
        raise NoValue(f"all names for a {kind} are used")
    return env.stream.pick(fitting)


def _role(
    hole: str, binding: Mapping[str, Any], grammar: Grammar, env: Env, kept: KeptWords
) -> str:
    """Draw a role that no other hole has; if all are used, one that no hole of the same expansion has."""
    try:
        return _word("role", hole, binding, grammar, env, kept)
    except NoValue:
        beside = {at: each for at, each in binding.items() if _part(at) == _part(hole)}
        return _word("role", hole, beside, grammar, env, kept)


def _individuals(
    terms: Sequence[ir.Term],
    sorts: Sequence[str],
    binding: dict[str, Any],
    grammar: Grammar,
    env: Env,
    kept: KeptWords,
) -> None:
    numbers: dict[str, set[Any]] = {}
    for place, term in enumerate(terms):
        if not isinstance(term, ir.Hole):
            continue
        sort = sorts[place] if place < len(sorts) else ""
        own = numbers.setdefault(sort, set())
        if term.name not in binding:
            binding[term.name] = _individual(term.name, sort, own, binding, grammar, env, kept)
        own.add(binding[term.name])


def _individual(
    hole: str,
    sort: str,
    besides: Iterable[Any],
    binding: Mapping[str, Any],
    grammar: Grammar,
    env: Env,
    kept: KeptWords,
) -> ir.Term:
    taken = {value for value in binding.values() if isinstance(value, ir.Const)}.union(besides)
    fitting = [term for term in grammar.members(sort) if term not in taken]
    if hole in kept:
        fitting = [term for term in fitting if fits(hole, term, kept)]
    if not fitting:
        raise NoValue(f"all values of `{sort or 'individual'}` for `?{hole}` are used")
    return env.stream.pick(fitting)


def _part(hole: str) -> str:
    """Return the part of a name that distinguishes the holes of one expansion of a production from those of others."""
    return hole.partition(" in ")[2]
