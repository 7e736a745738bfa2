"""A lexicon: words with their possible arities, relations between them, and names of people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter

from ....dsl.diagnostics import Report, did_you_mean
from ....dsl.source import Span
from ...kinds import OneOf
from .vocabulary import TableRows

LARGEST = 3
"""The largest arity that words have; a predicate with more arguments is named as if it had this many."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "words": ("word", "arity"),
    "relations": ("start", "relation", "end"),
    "people": ("name",),
}
"""The tables of a lexicon, with the columns that each must have."""

JOINING = "relations"
"""The table of a lexicon from which no name is drawn: it says which words go together."""


class Beside(dict[str, frozenset[str]]):
    """For each word that was asked for, those related to it that are among the given ones."""

    def __init__(self, joined: Mapping[str, Mapping[str, str]], suited: frozenset[str]) -> None:
        self._joined = joined
        self._suited = suited

    def __missing__(self, word: str) -> frozenset[str]:
        found = self[word] = frozenset(self._joined.get(word, {})) & self._suited
        return found


@dataclass(frozen=True)
class Lexicon:
    """Words, what joins them, and names of people.

    Attributes:
        arities: for each word, in order, the arities of the predicates that it can name.
        relations: start, relation and end, both of them words.
        people: names of individuals.
    """

    arities: Mapping[str, frozenset[int]]
    relations: tuple[tuple[str, str, str], ...] = ()
    people: tuple[str, ...] = ()
    _suiting: dict[frozenset[int], tuple[str, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    _suited: dict[frozenset[int], frozenset[str]] = field(
        default_factory=dict, compare=False, repr=False
    )
    _beside: dict[frozenset[int], Beside] = field(default_factory=dict, compare=False, repr=False)
    _fitting: dict[tuple[str, frozenset[int]], tuple[tuple[str, ...], tuple[str, ...]]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @cached_property
    def joined(self) -> Mapping[str, Mapping[str, str]]:
        """For each word those that it is related to, in either direction and in alphabetical order, and by what.

        Of several relations between two words the first is reported.
        """
        found: dict[str, dict[str, str]] = {}
        for start, relation, end in self.relations:
            found.setdefault(start, {}).setdefault(end, relation)
            found.setdefault(end, {}).setdefault(start, relation)
        return {word: dict(sorted(others.items())) for word, others in found.items()}

    def beside(self, arities: frozenset[int]) -> Mapping[str, frozenset[str]]:
        """Return for any word those related to it that can name a predicate of all these arities."""
        if arities not in self._beside:
            self._beside[arities] = Beside(self.joined, self.suited(arities))
        return self._beside[arities]

    def fitting(
        self, word: str, arities: frozenset[int]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words related to a word, in order: those of just these arities, and all that can have them."""
        found = self._fitting.get((word, arities))
        if found is None:
            suited = self.suited(arities)
            every = tuple(each for each in self.joined.get(word, {}) if each in suited)
            exact = tuple(each for each in every if self.arities[each] == arities)
            found = self._fitting[word, arities] = exact, every
        return found

    def suited(self, arities: frozenset[int]) -> frozenset[str]:
        """Return the words that can name a predicate of all these arities, as a set."""
        if arities not in self._suited:
            self._suited[arities] = frozenset(self.suiting(arities))
        return self._suited[arities]

    def suits(self, word: str, arities: frozenset[int]) -> bool:
        """Return whether a word can name a predicate of all these arities: any word can one of none."""
        return word in self.suited(arities)

    def suiting(self, arities: frozenset[int]) -> tuple[str, ...]:
        """Return the words that can name a predicate of all these arities, in order."""
        if arities not in self._suiting:
            wanted = {min(arity, LARGEST) for arity in arities if arity}
            found = tuple(word for word, known in self.arities.items() if wanted <= known)
            self._suiting[arities] = found
        return self._suiting[arities]


def build_lexicon(
    words: TableRows, relations: TableRows, people: TableRows, span: Span, report: Report
) -> Lexicon | None:
    """Return the lexicon in three tables; None, with a report, if they lack something.

    Only relations between two words of the table are kept. The cells of `arity` are numbers from 1 to 3,
    separated by `;` if there are several.
    """
    before = len(report.errors)
    for name, table in (("words", words), ("relations", relations), ("people", people)):
        for column in COLUMNS[name]:
            if column not in table.columns:
                report.add(
                    "E0612",
                    f"table `{name}` has no column `{column}`",
                    span,
                    help=did_you_mean(column, table.columns)
                    or f"its columns are {', '.join(table.columns)}",
                )
    if len(report.errors) > before or not (words.rows and relations.rows and people.rows):
        return None  # an empty table was reported where it is declared
    arities: dict[str, frozenset[int]] = {}
    for word, arity in _columns(words, COLUMNS["words"]):
        numbers = frozenset(
            int(part) for part in arity.split(";") if part.strip() in {"1", "2", "3"}
        )
        if not numbers or len(numbers) < len(arity.split(";")):
            report.add(
                "E0611",
                f"word `{word}`: the cell `{arity}` of column `arity` is not a list of 1, 2 and 3",
                span,
                help="write `1`, or `1;2` for a word with one argument or two",
            )
            return None
        arities[word] = arities.get(word, frozenset()) | numbers
    joined = tuple(
        (start, relation, end)
        for start, relation, end in _columns(relations, COLUMNS["relations"])
        if start in arities and end in arities and start != end
    )
    names = dict.fromkeys(name for (name,) in _columns(people, COLUMNS["people"]))
    return Lexicon(arities, joined, tuple(names))


def _columns(table: TableRows, names: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Yield the cells of some columns as texts, row by row."""
    places = [table.columns.index(name) for name in names]
    columns: list[Iterable[str]] = []
    for kind, place in [(table.kinds[place], place) for place in places]:
        cells = map(itemgetter(place), table.rows)
        columns.append(cells if isinstance(kind, OneOf) else map(kind.show, cells))
    return zip(*columns, strict=True)
