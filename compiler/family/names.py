"""Names for invented predicates and individuals: bare, joined as their predicates are, or unrelated."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, cast

from ...dsl.diagnostics import Diagnostic, SpecError
from ..ir import nodes as ir, rebuild, walk
from ..random.stream import Stream
from .expressions import Lexicon

DESCRIPTIVE, P_STYLE, RELATED, RANDOM = STYLES = ("descriptive", "p_style", "related", "random")
WITH_WORDS = (RELATED, RANDOM)
"""The styles that take their names from a lexicon."""

WALKS = 4
"""How many walks are tried for names of the style `related`; the first that joins all it can is taken."""
ROOTS = 48
"""How many words are weighed for the first name of a walk."""

N = TypeVar("N", bound=ir.Node)
Arities: TypeAlias = frozenset[int]


@dataclass(frozen=True)
class Shape:
    """The parts of a theory that naming uses.

    Attributes:
        predicates: each predicate with its arities, in the order in which the theory has them.
        joined: the pairs of predicates, one in the head and one in the body of a rule, each pair once.
        individuals: the symbols of individuals, in order.
    """

    predicates: Mapping[str, Arities]
    joined: tuple[tuple[str, str], ...] = ()
    individuals: tuple[str, ...] = ()
    beside: Mapping[str, tuple[str, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        found: dict[str, dict[str, None]] = {name: {} for name in self.predicates}
        for one, other in self.joined:
            found[one][other] = found[other][one] = None
        object.__setattr__(self, "beside", {name: tuple(each) for name, each in found.items()})


@dataclass(frozen=True)
class Names:
    """The new name of each predicate and of each individual."""

    predicates: Mapping[str, str]
    individuals: Mapping[str, str]


# -------------------------------------------------------------------------------------------------------- shapes


def shape(theory: ir.Theory) -> Shape:
    """Return what naming sees of a theory. Where a rule has no head, its first atom is joined to its others."""
    predicates: dict[str, set[int]] = {}
    individuals: dict[str, None] = {}
    joined: dict[tuple[str, str], None] = {}
    for labelled in theory.statements:
        for node in walk(labelled):
            if isinstance(node, ir.Atom) and isinstance(node.predicate, str):
                predicates.setdefault(node.predicate, set()).add(len(node.arguments))
            elif isinstance(node, ir.Const):
                individuals.setdefault(node.name)
        if isinstance(labelled.statement, ir.Rule):
            for one, other in _pairs(labelled.statement):
                if one != other and (other, one) not in joined:
                    joined.setdefault((one, other))
    arities = {name: frozenset(each) for name, each in predicates.items()}
    return Shape(arities, tuple(joined), tuple(individuals))


def _pairs(rule: ir.Rule) -> Iterator[tuple[str, str]]:
    heads, conditions = _heads(rule.head)
    body = [*conditions, *(name for part in rule.body for name in _predicates(part))]
    if not heads:
        heads, body = body[:1], body[1:]
    for one in heads:
        for other in body:
            yield one, other


def _heads(head: ir.Head) -> tuple[list[str], list[str]]:
    """Return the predicates that a head may make true, and those that its choices depend on."""
    if not isinstance(head, ir.Choice):
        return list(_predicates(head)), []
    chosen = [
        name for element in head.elements for term in element.terms for name in _predicates(term)
    ]
    given = [
        name
        for element in head.elements
        for part in element.condition
        for name in _predicates(part)
    ]
    return chosen, given


def _predicates(node: ir.Node) -> Iterator[str]:
    for each in walk(node):
        if isinstance(each, ir.Atom) and isinstance(each.predicate, str):
            yield each.predicate


# --------------------------------------------------------------------------------------------------------- names


def names(shape: Shape, style: str, lexicon: Lexicon | None, stream: Stream) -> Names:
    """Return new names to all predicates and individuals, each name once.

    Without a lexicon individuals keep their names.

    Raises:
        SpecError: the lexicon has too few words or people.
    """
    predicates = name_predicates(shape, style, lexicon, stream.fork("predicates"))
    if lexicon is None or not lexicon.people:
        return Names(predicates, {name: name for name in shape.individuals})
    taken = set(predicates.values())
    people = name_individuals(shape.individuals, lexicon.people, taken, stream.fork("individuals"))
    return Names(predicates, people)


def name_predicates(
    shape: Shape, style: str, lexicon: Lexicon | None, stream: Stream
) -> dict[str, str]:
    """Return a new name for every predicate, each name once.

    Args:
        style: `descriptive` leaves the names as they are; `p_style` numbers the predicates in random order:
            `p0`, `p1` …; `random` chooses words of which no two are related, `related` chooses related words for
            the predicates in head and body of a rule, as far as possible.
            Words fit the arities of their predicates if the lexicon has such words.
        lexicon: may be None for `p_style`.

    Raises:
        SpecError: the lexicon has fewer words than there are predicates.
    """
    if style == DESCRIPTIVE:
        return {name: name for name in shape.predicates}
    if style == P_STYLE:
        numbers = stream.shuffled(range(len(shape.predicates)))
        return {name: f"p{number}" for name, number in zip(shape.predicates, numbers, strict=True)}
    if style not in STYLES or lexicon is None:
        raise ValueError(f"there is no style `{style}`, or no lexicon to name by")
    if len(lexicon.arities) < len(shape.predicates):
        raise _too_few("words", len(lexicon.arities), "predicates", len(shape.predicates))
    if style == RANDOM:
        return _draw_unrelated(shape, lexicon, stream)
    return _draw_related(shape, lexicon, stream)


def name_individuals(
    individuals: Sequence[str], people: Sequence[str], taken: Iterable[str], stream: Stream
) -> dict[str, str]:
    """Assign each individual the name of a person, each once, and none that is a word taken but for its capitals.

    Raises:
        SpecError: there are fewer people than individuals.
    """
    words = {each.lower() for each in taken}
    free = [person for person in people if person.lower() not in words]
    if len(free) < len(individuals):
        raise _too_few("people", len(free), "individuals", len(individuals))
    return dict(zip(individuals, stream.sample(free, len(individuals)), strict=True))


def _too_few(kind: str, have: int, of: str, need: int) -> SpecError:
    return SpecError(
        [
            Diagnostic(
                "E0403",
                f"{need} {of} need names, but the lexicon has {have} {kind}",
                help=f"give it more, or make fewer {of}",
            )
        ]
    )


def rename(node: N, names: Names) -> N:
    """Return a theory, a question or any other node with the new names; what has none keeps its own.

    A theory's signature is renamed as well.
    """
    changed = cast(N, _rename_node(node, names))
    if not isinstance(changed, ir.Theory):
        return changed
    old, new = changed.signature, names.predicates
    signature = ir.Signature(
        tuple((new.get(name, name), sorts) for name, sorts in old.predicates),
        old.slots,
        tuple(
            (sort, tuple(names.individuals.get(value, value) for value in values))
            for sort, values in old.values
        ),
        tuple(new.get(name, name) for name in old.functional),
    )
    return cast(N, ir.Theory(changed.logic, changed.statements, signature, changed.options))


def _rename_node(node: ir.Node, names: Names) -> ir.Node:
    match node:
        case ir.Const(name=name):
            return ir.Const(names.individuals[name]) if name in names.individuals else node
        case ir.Atom(predicate=str(name), arguments=arguments):
            terms = tuple(cast(ir.Term, _rename_node(argument, names)) for argument in arguments)
            return ir.Atom(names.predicates.get(name, name), terms)
        case _:
            return rebuild(node, lambda each: _rename_node(each, names))


# ---------------------------------------------------------------------------------------------- unrelated words


def _draw_unrelated(shape: Shape, lexicon: Lexicon, stream: Stream) -> dict[str, str]:
    """Draw a word for each predicate from those that suit it and are related to none drawn before."""
    chosen: dict[str, str] = {}
    closed: set[str] = set()
    for name, arities in shape.predicates.items():
        drawn = _draw(lexicon, arities, closed, stream)
        if drawn is None:
            drawn = _any(lexicon, arities, set(chosen.values()), stream)
        chosen[name] = drawn
        closed |= {drawn, *lexicon.joined.get(drawn, {})}
    return chosen


def _draw(lexicon: Lexicon, arities: Arities, closed: set[str], stream: Stream) -> str | None:
    """Return a word that suits and is not closed, any as likely as another, or None."""
    suiting = lexicon.suiting(arities)
    for _ in range(16):
        if suiting and (word := stream.pick(suiting)) not in closed:
            return word
    free = [word for word in suiting if word not in closed]
    return stream.pick(free) if free else None


def _any(lexicon: Lexicon, arities: Arities, used: set[str], stream: Stream) -> str:
    """Return a word that is not used: a suitable one if there is one."""
    found = _draw(lexicon, arities, used, stream)
    return found or stream.pick([word for word in lexicon.arities if word not in used])


# ------------------------------------------------------------------------------------------------ related words


def _draw_related(shape: Shape, lexicon: Lexicon, stream: Stream) -> dict[str, str]:
    """Walk over the predicates several times, and give the names of the walk that joins the most pairs.

    A walk that joins every predicate but the first of its component to an earlier one, by words that suit, is enough.
    """
    best: _Walk | None = None
    for number in range(WALKS):
        walk = _Walk(shape, lexicon, stream.fork("walk", number))
        walk.run()
        if best is None or walk.lost < best.lost:
            best = walk
        if best.lost == 0:
            break
    assert best is not None
    return {name: best.chosen[name] for name in shape.predicates}


class _Walk:
    """One walk over the graph of predicates. Each gets a word that is related to the words of its named neighbours.

    The next predicate is the one with the most named neighbours. Words of its arity are preferred, then
    words related to most of these neighbours, then words that leave enough words for unnamed neighbours. A
    relation is drawn from those of the remaining words, so that frequent relations do not hide the others,
    and then a word of that relation.

    Attributes:
        lost: how many predicates have a word that does not fit, or that is related to none of their named
            neighbours.
    """

    def __init__(self, shape: Shape, lexicon: Lexicon, stream: Stream) -> None:
        self.shape = shape
        self.lexicon = lexicon
        self.stream = stream
        self.chosen: dict[str, str] = {}
        self.used: set[str] = set()
        self.lost = 0

    def run(self) -> None:
        beside = self.shape.beside
        urgency = {name: (0, len(beside[name])) for name in self.shape.predicates}
        while urgency:
            name = max(urgency, key=urgency.__getitem__)  # of equals the first
            del urgency[name]
            word = self._word(name)
            self.chosen[name] = word
            self.used.add(word)
            for other in beside[name]:
                if other in urgency:
                    named, near = urgency[other]
                    urgency[other] = named + 1, near

    def _word(self, name: str) -> str:
        arities = self.shape.predicates[name]
        beside = [self.chosen[each] for each in self.shape.beside[name] if each in self.chosen]
        if len(beside) == 1:
            for words in self.lexicon.fitting(beside[0], arities):
                free = [each for each in words if each not in self.used]
                if free:
                    by = self.lexicon.joined[beside[0]]
                    return self._best(name, dict.fromkeys(free, 1), by)
        joins: dict[str, int] = {}
        by = {}
        for word in beside:
            for other, relation in self.lexicon.joined.get(word, {}).items():
                if other not in self.used:
                    joins[other] = joins.get(other, 0) + 1
                    by[other] = relation
        suiting = {word: n for word, n in joins.items() if self.lexicon.suits(word, arities)}
        exact = {word: n for word, n in suiting.items() if self.lexicon.arities[word] == arities}
        if suiting:
            return self._best(name, exact or suiting, by)
        if beside:
            self.lost += 1
        if joins:
            return self._best(name, joins, by)
        return self._first(name, arities)

    def _first(self, name: str, arities: Arities) -> str:
        """Return a word that begins a component: of some drawn at random one that leaves enough to go on with."""
        words = dict.fromkeys(self._draw_words(arities), 0)
        if words:
            return self._best(name, words, {})
        self.lost += 1
        return _any(self.lexicon, arities, self.used, self.stream)

    def _draw_words(self, arities: Arities) -> list[str]:
        """Draw words that suit and are not used; where nearly none is used, many at a time."""
        suiting, used = self.lexicon.suiting(arities), self.used
        if len(suiting) < 16 * len(used) or not suiting:
            drawn = (_draw(self.lexicon, arities, used, self.stream) for _ in range(ROOTS))
            return [word for word in drawn if word is not None]
        words: list[str] = []
        while len(words) < ROOTS:
            numbers = self.stream.several(len(suiting), ROOTS - len(words))
            words += [suiting[number] for number in numbers if suiting[number] not in used]
        return words

    def _best(self, name: str, words: Mapping[str, int], by: Mapping[str, str]) -> str:
        most = max(words.values())
        wanted = self._count_unnamed(name)
        lacks = dict.fromkeys((word for word, joins in words.items() if joins == most), 0)
        for arities, count in wanted.items():
            self._lack(lacks, arities, count)
        least = min(lacks.values())
        kinds: dict[str, list[str]] = {}
        for word, lack in lacks.items():
            if lack == least:
                kinds.setdefault(by.get(word, ""), []).append(word)
        return self.stream.pick(kinds[self.stream.pick([*kinds])])

    def _count_unnamed(self, name: str) -> dict[Arities, int]:
        """Return how many of a predicate's neighbours have no name yet, by their arities."""
        wanted: dict[Arities, int] = {}
        for other in self.shape.beside[name]:
            if other not in self.chosen:
                arities = self.shape.predicates[other]
                wanted[arities] = wanted.get(arities, 0) + 1
        return wanted

    def _lack(self, lacks: dict[str, int], arities: Arities, count: int) -> None:
        """Add for each word how many of `count` predicates could not be named by a word related to it."""
        used, beside = self.used, self.lexicon.beside(arities)
        ample = count + len(used)
        for word in lacks:
            near = beside[word]
            if len(near) < ample:
                free = len(near) - len(near & used)
                if free < count:
                    lacks[word] += count - free
