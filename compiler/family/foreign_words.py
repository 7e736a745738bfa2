"""Words of other splits in a problem: those that pools, tables, sorts and vocabulary have for other splits alone."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..ir import nodes as ir, walk
from ..notation import show
from .divisions import foreign_words
from .family import Family


@dataclass(frozen=True)
class Stray:
    """A word of another split, and the field of the record that contains it."""

    field: str
    word: str


class Strays:
    """Finds in the records of one family the words that belong to other splits than theirs.

    A word belongs to a split where the list of its place has it for that split: the declarations of predicates, the
    sort of an individual, any pool or table for other words. What the spec writes out itself belongs to every split.
    """

    def __init__(self, family: Family) -> None:
        self._family = family
        self._written = _written_words(family)
        self._loose: dict[str, frozenset[str]] = {}
        self._hints: dict[str, re.Pattern[str] | None] = {}

    @property
    def divided(self) -> bool:
        """Whether some split of the family has words of its own."""
        return bool(self._family.lists)

    def find(
        self, record: Mapping[str, Any], problem: Callable[[], tuple[ir.Theory, ir.Query]]
    ) -> tuple[Stray, ...]:
        """Return the words of other splits in a record, in the order of its fields.

        Args:
            problem: reads the record's theory and question. It is called where a word looks like one of them.
        """
        split = record["split"]
        if not split or not self.divided or not self._suspicious(record, split):
            return ()
        theory, query = problem()
        written = self._written_for(split) | _set(record["params"], self._family)
        found = dict.fromkeys(
            Stray(field, word)
            for field, node in _fields(theory, query)
            for word in self._words(node, split)
            if word not in written
        )
        return (*found, *self._choices(record, query, split, written))

    def _words(self, node: ir.Node, split: str) -> Iterator[str]:
        undivided, loose = self._family.undivided, self._loose_words(split)
        yield from sorted(undivided.strange(node, split))
        yield from sorted(word for word in _unlisted_words(node, self._family) if word in loose)

    def _choices(
        self, record: Mapping[str, Any], query: ir.Query, split: str, written: frozenset[str]
    ) -> Iterator[Stray]:
        """Yield the names that can be answered and belong to other splits: members of the sort that is asked for."""
        match query.goal:
            case ir.Answers(variable=name, literal=literal):
                places = self._family.undivided.places(literal.atom.predicate)
                pairs = zip(literal.atom.arguments, places, strict=False)
                sorts = [sort for term, sort in pairs if term == ir.Var(name)]
            case _:
                return
        others = self._family.undivided.foreign(("sort", sorts[0]), split) if sorts else frozenset()
        book = self._family.words.phrasebook
        said = {book.value(ir.Const(other)) or other: other for other in sorted(others - written)}
        for choice in record["choices"] or ():
            if choice in said:
                yield Stray("choices", said[choice])

    def _suspicious(self, record: Mapping[str, Any], split: str) -> bool:
        """Return whether a record seems to contain a word of another split: most need no closer look."""
        if split not in self._hints:
            undivided = self._family.undivided
            lists = (undivided.foreign(listed, split) for listed in undivided.divisions)
            self._hints[split] = _hint(self._loose_words(split).union(*lists))
        hint = self._hints[split]
        values = [value for each in record["options"] or () for value in each["values"].values()]
        texts = (*record["theory"], record["query"], *values, *(record["choices"] or ()))
        return hint is not None and any(hint.search(text) for text in texts)

    def _loose_words(self, split: str) -> frozenset[str]:
        if split not in self._loose:
            self._loose[split] = foreign_words(self._family.lists, split)
        return self._loose[split]

    def _written_for(self, split: str) -> frozenset[str]:
        """Return the words that a split has because they are written out, also in productions without other words."""
        productions = self._family.undivided.productions_of(split)
        templates = (
            option.template
            for production in productions.values()
            for option in production.options
            if self._family.undivided.strange(option.template, split)
        )
        return self._written.union(*map(_names, templates))


def _written_words(family: Family) -> frozenset[str]:
    """Return the words of the statements and questions that a spec writes out."""
    lines = family.growth.lines
    indices = (index.elements.written for line in lines for index in line.indices)
    templates = [line.template for line in lines if line.template is not None]
    nodes = (*templates, *(ask.goal for ask in family.asks))
    return frozenset[str]().union(*indices, *map(_names, nodes))


def _set(params: Mapping[str, Any], family: Family) -> frozenset[str]:
    """Return the words that the parameters of a run name."""
    return frozenset(str(value) for name, value in params.items() if name in family.parameters)


def _names(node: ir.Node) -> frozenset[str]:
    """Return every word of a node, whatever its place."""
    found = set[str]()
    for each in walk(node):
        match each:
            case ir.Const(name=str() as name) | ir.Named(name=str() as name):
                found.add(name)
            case ir.String(text=name) | ir.Restriction(role=str() as name):
                found.add(name)
            case ir.Atom(predicate=str() as name):
                found.add(name)
    return frozenset(found)


def _unlisted_words(node: ir.Node, family: Family) -> Iterator[str]:
    """Yield the words of a node whose places take them from no list in particular; invented predicates among them."""
    grammar = family.undivided
    words = Counter[str]()
    for each in walk(node):
        match each:
            case ir.Const(name=name) | ir.String(text=name):
                words[name] += 1
            case ir.Atom(predicate=str() as name) if (
                family.naming and name not in grammar.predicates
            ):
                words[name] += 1
        for term, _ in zip(*grammar.sorted_terms(each), strict=False):
            if isinstance(term, ir.Const | ir.String):
                words[term.name if isinstance(term, ir.Const) else term.text] -= 1
    yield from (word for word, number in words.items() if number > 0)


def _fields(theory: ir.Theory, query: ir.Query) -> Iterator[tuple[str, ir.Node]]:
    """Yield the parts of a problem, each with its field of a record."""
    for number, labelled in enumerate(theory.statements):
        yield f"theory.{number}", labelled.statement
    yield "query", query.goal
    for number, row in enumerate(query.rows):
        yield f"options.{number}", row


def _hint(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds any of some words in a text; None for no words."""
    spelled = {spelling for word in words for spelling in (word, show(ir.Const(word)))}
    if not spelled:
        return None
    listed = "|".join(re.escape(each) for each in sorted(spelled, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
