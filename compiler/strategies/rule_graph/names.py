"""Names for the predicates of a grown program, and individuals for its facts."""

from collections.abc import Iterator, Sequence

from ...family import Grammar, NoValue, Scene, Shape
from ...ir import nodes as ir
from ...random.stream import Stream
from .core import Predicate
from .program import Program


def draw_names(
    scene: Scene, program: Program, individuals: int, stream: Stream
) -> tuple[Sequence[str], Sequence[ir.Term]]:
    """Return the names of all predicates, in order, and the number of individuals asked for.

    They are declared by the family; else in the family's style; else `p1`, `p2` … and `c1`, `c2` …,
    which reveal nothing.
    """
    predicates = program.core.predicates
    if scene.grammar.predicates:
        return _draw_declared(scene.grammar, predicates, individuals, stream)
    numbers = stream.shuffled(range(1, len(predicates) + 1))
    bare = [f"p{number}" for number in numbers]
    people = [f"c{each}" for each in stream.shuffled(range(1, individuals + 1))]
    if scene.family.naming is None:
        return bare, [ir.Const(person) for person in people]
    arities = {
        name: frozenset({len(each.variables)}) for name, each in zip(bare, predicates, strict=True)
    }
    joined = tuple((bare[one], bare[other]) for one, other in _forest(program))
    names = scene.family.naming.names(
        Shape(arities, joined, tuple(people)), scene.values, stream, scene.split
    )
    # A name with a capital would be a variable.
    terms = [ir.Const(names.individuals[person].lower()) for person in people]
    return [names.predicates[each] for each in bare], terms


def _forest(program: Program) -> Iterator[tuple[int, int]]:
    """Yield pairs of predicates in the head and the body of a rule that do not form a cycle.

    So each pair can have related names, independently of the others, and no predicate is left out.
    """
    root = list(range(len(program.core.predicates)))
    for one, other in _joined_predicates(program):
        first, second = _root(root, one), _root(root, other)
        if first != second:
            root[first] = second
            yield one, other


def _root(root: list[int], number: int) -> int:
    while root[number] != number:
        number = root[number]
    return number


def _joined_predicates(program: Program) -> Iterator[tuple[int, int]]:
    """Yield each predicate in a head with each one in the body of the same rule."""
    for node in program.core.nodes:
        for head in node.heads:
            yield from ((head, each) for each in node.body)
    for extra in program.extras:
        yield from ((extra.head, number) for number, _, _ in extra.body if number >= program.own)


def _draw_declared(
    grammar: Grammar, predicates: Sequence[Predicate], individuals: int, stream: Stream
) -> tuple[Sequence[str], Sequence[ir.Term]]:
    """Draw declared predicates of one sort, and members of that sort.

    Raises NoValue if there are too few.
    """
    sorts = dict.fromkeys(sort for each in grammar.predicates.values() for sort in each)
    sort = stream.pick(list(sorts)) if sorts else ""
    free: dict[int, list[str]] = {}
    for name, own in grammar.predicates.items():
        if set(own) <= {sort}:
            free.setdefault(len(own), []).append(name)
    free = {arity: stream.shuffled(names) for arity, names in free.items()}
    names = []
    for predicate in predicates:
        fitting = free.get(len(predicate.variables))
        if not fitting:
            raise NoValue(
                f"too few predicates with {len(predicate.variables)} arguments are declared"
            )
        names.append(fitting.pop())
    members = grammar.sorts.get(sort, ())
    if len(members) < individuals:
        raise NoValue(f"sort `{sort}` has fewer than {individuals} members")
    return names, [ir.Const(member) for member in stream.sample(members, individuals)]
