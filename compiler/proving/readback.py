"""Finds sentences of a family that do not read back, by wording the statements of a few drafts, also with
unusual names.

When a family is compiled, an attempt with such a sentence is dropped, so a name that only occurs in such
sentences never appears. Therefore a few drafts are posed, and their statements are worded and read back.
Then their names are replaced by each unusual name of the family: one that contains signs or digits, or
words of a phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...dsl.diagnostics import Note, Report, SpecError
from ...dsl.source import NOWHERE, Span
from ..family import DESCRIPTIVE, Family, Posed, Words
from ..instances import Attempt, Exhausted, Groups, Kept, Setting, with_wording
from ..ir import nodes as ir, rebuild, walk
from ..notation import show
from ..pipeline import attempt
from ..random.stream import Stream
from ..text import ASKED, MOODS, WISH, Phrasebook

DRAFTS = 3
"""How many drafts are posed."""

SHAPES = 60
TRIES = 2_000
"""In how many statements names are replaced, and how many statements with other names are said at most."""

_PLAIN = re.compile(r"[^\W\d_]+(?:[ _-][^\W\d_]+)*")


class _Heard(Exception):
    """A draft was posed, under these values."""

    def __init__(self, values: Mapping[str, Any], posed: Posed) -> None:
        super().__init__()
        self.values, self.posed = values, posed


def _listen(setting: Setting, made: Attempt) -> list[Kept]:
    """Make an attempt that ends when a question meets all requirements, before it is said or certified."""

    def stop(values: Mapping[str, Any], posed: Posed) -> None:
        raise _Heard(values, posed)

    return attempt(setting, made, stop)


Check: TypeAlias = "Callable[[Words, ir.Node], Fault | None]"
"""Describes the fault of a statement, or of a sentence in a question."""


@dataclass(frozen=True)
class Fault:
    """A statement whose sentence does not read back as this statement alone.

    Attributes:
        sentence: the sentence, empty if no phrase fits the statement.
        other: another reading of the sentence; None if it has no reading.
        span: the phrase.
    """

    statement: ir.Node
    sentence: str
    other: ir.Node | None
    span: Span

    def __str__(self) -> str:
        if not self.sentence:
            return f"no phrase says `{show(self.statement)}`"
        if self.other is None:
            return f"`{self.sentence}` says `{show(self.statement)}`, and does not read back"
        return f"`{self.sentence}` says `{show(self.statement)}`, and reads as `{show(self.other)}`"


def check_reading(family: Family, report: Report) -> bool:
    """Report sentences that do not read back: an error if no draft could be kept, else a warning.

    Return whether drafts are kept: not if every attempt at one was dropped.
    """
    heard, are_kept = _drafts(family)
    drafts = [(_words(family, each.values), each.posed) for each in heard]
    faults = [_first_fault(words, posed) for words, posed in drafts]
    found = {(each.span, each.other is None): each for each in faults if each is not None}
    help = "change the wording of this phrase, so that its sentence has one meaning"
    for fault in found.values():
        if all(faults):
            report.add("E0520", f"no draft can be read back: {fault}", fault.span, help=help)
        else:
            report.add(
                "W0522", f"drafts with this sentence are rejected: {fault}", fault.span, help=help
            )
    if not found:
        _check_names(family, drafts, report)
    return are_kept


def _drafts(family: Family) -> tuple[list[_Heard], bool]:
    """Return a few drafts, and whether drafts are kept: not if every attempt at one was dropped.

    There are none if the spec makes them impossible, which is reported when one is needed.
    """
    groups = Groups(Setting(family, {}), _listen)
    drafts: list[_Heard] = []
    for index in range(DRAFTS):
        try:
            groups.at(index)
        except _Heard as heard:
            drafts.append(heard)
        except Exhausted:
            return drafts, False  # the next ones would take as long
        except SpecError:
            continue
    return drafts, True


def _words(family: Family, values: Mapping[str, Any]) -> Words:
    """Return the words of an instance: the standard ones where its predicates have other names."""
    words = with_wording(family, values).words
    renamed = family.naming is not None and str(values[family.naming.style]) != DESCRIPTIVE
    return words.standard if renamed else words


def _first_fault(words: Words, posed: Posed) -> Fault | None:
    found = [find_fault(words, statement) for statement in _said_statements(posed)]
    found += [_asked_fault(words, each) for _, each in posed.says]
    return next((each for each in found if each is not None), None)


def _said_statements(posed: Posed) -> Iterator[ir.Node]:
    yield from (stated.group for stated in posed.background if stated.group is not None)
    yield from (
        statement.statement
        for statement in posed.theory.statements
        if statement.id not in posed.hidden
    )


def _asked_fault(words: Words, node: ir.Node) -> Fault | None:
    """Return the fault of the sentences in a question, which may be in symbols or wording that is not read back."""
    fault = find_fault(words, node, asked=words.phrasebook.ask(node) is not None)
    return fault if fault is not None and fault.other is not None else None


def find_fault(words: Words, statement: ir.Node, asked: bool = False) -> Fault | None:
    """Return the error in the sentences of a statement; None if each is read back as this statement.

    With `asked`, of the statement as a question.
    """
    book = words.phrasebook
    fits = book.fits(statement, ASKED if asked else WISH, sentence=True)
    said = book.ask if asked else book.say
    sentence = said(statement, Stream("readback", show(statement)))
    if sentence is None:
        return Fault(statement, "", None, NOWHERE)
    readings = book.read(sentence)
    if readings == (statement,) or (not readings and words.unreadable):
        return None
    other = next((reading for reading in readings if reading != statement), None)
    return Fault(statement, sentence, other, fits[0][0].phrase.span)


# -------------------------------------------------------------------------------------------------------- names


def _check_names(family: Family, drafts: Iterable[tuple[Words, Posed]], report: Report) -> None:
    """Warn of each name with which a statement of a draft does not read back."""
    shapes: dict[tuple[int, ir.Node], tuple[Words, ir.Node, Check]] = {}
    unusual: dict[int, Unusual] = {}
    for words, posed in drafts:
        book = words.phrasebook
        unusual.setdefault(id(book), Unusual(book, family.undivided.words))
        said: list[tuple[ir.Node, Check]] = [
            (statement, find_fault) for statement in _said_statements(posed)
        ]
        said += [(node, _asked_fault) for _, node in posed.says]
        for node, check in said:
            shapes.setdefault((id(book), _shape(node)), (words, node, check))
    reported: set[str] = set()
    tries = 0
    for words, node, check in [*shapes.values()][:SHAPES]:
        for name, changed in unusual[id(words.phrasebook)].replaced(node):
            tries += 1
            if name in reported or tries > TRIES:
                continue
            fault = check(words, changed)
            if fault is not None:
                reported.add(name)
                _warn(name, fault, family, report)


def _warn(name: str, fault: Fault, family: Family, report: Report) -> None:
    home = family.name_spans.get(name)
    report.add(
        "W0522",
        f"drafts that need the name `{name}` here are rejected: {fault}",
        home or fault.span,
        notes=(Note(fault.span, "said by this phrase"),) if home and fault.sentence else (),
        help="rename it, or change the wording of the phrase",
    )


def _shape(node: ir.Node) -> ir.Node:
    """Return a statement without its individuals."""
    return ir.Hole("") if isinstance(node, ir.Const) else rebuild(node, _shape)


class Unusual:
    """The names of a family that may be read otherwise than those of a draft, and a few of the others."""

    def __init__(self, book: Phrasebook, words: Mapping[str, Collection[str]]) -> None:
        self._book = book
        self._phrased = _words_of_phrases(book)
        self._words = words
        self._known: dict[frozenset[str], list[str]] = {}
        arguments = book.places.arguments
        self._alike = {
            name: frozenset(n for n, s in arguments.items() if s == own)
            for name, own in arguments.items()
        }

    def replaced(self, statement: ir.Node) -> Iterator[tuple[str, ir.Node]]:
        """Yield a statement with another name in place of each of its own, together with the name."""
        for place, names in self._places(statement).items():
            for name in self._unusual(names):
                if name not in (place.name, *_names(statement)):
                    yield name, _replace(statement, place, name)

    def _places(self, statement: ir.Node) -> Mapping[_Symbol, frozenset[str]]:
        """Return what else each symbol of a statement could be."""
        arguments = self._book.places.arguments
        found: dict[_Symbol, frozenset[str]] = {}
        for node in walk(statement):
            match node:
                case ir.Atom(predicate=str(predicate), arguments=terms):
                    sorts = arguments.get(predicate)
                    found[_Symbol("predicate", predicate)] = self._alike.get(predicate, frozenset())
                    for names, term in zip(sorts or (), terms, strict=False):
                        if isinstance(term, ir.Const) and names is not None:
                            symbol = _Symbol("individual", term.name)
                            found[symbol] = names.intersection(found.get(symbol, names))
                case ir.Named(name=str(name)):
                    found[_Symbol("concept", name)] = frozenset(self._words.get("concept", ()))
                case ir.Restriction(role=str(role)):
                    found[_Symbol("predicate", role)] = frozenset(self._words.get("role", ()))
                case ir.ConceptAssertion(individual=ir.Const(name=name)):
                    homes = (frozenset(s.values) for s in self._book.sorts if name in s.values)
                    found.setdefault(_Symbol("individual", name), next(homes, frozenset()))
                case _:
                    pass
        return found

    def _unusual(self, names: frozenset[str]) -> list[str]:
        """Return the names that may be read otherwise than others, and one of each other form.

        Those are names that are not plain words, that are made of words of phrases, or that hold another name.
        """
        known = self._known.get(names)
        if known is not None:
            return known
        found = self._known[names] = []
        forms: set[str] = set()
        for name in sorted(names):
            form = re.sub(r"\w", _form_of, name) if _PLAIN.fullmatch(name) else ""
            form = re.sub(r"(\w)\1+", r"\1", form)
            parts = {value.casefold() for value in re.findall(r"\w+", name.replace("_", " "))}
            if not form or form not in forms or parts <= self._phrased or _holds(name, names):
                found.append(name)
            forms.add(form)
        return found


def _holds(name: str, names: frozenset[str]) -> bool:
    """Return whether some of the words of a name, but not all, are another name."""
    words = re.split(r"[ _]", name)
    ends = range(1, len(words) + 1)
    parts = (words[start:end] for end in ends for start in range(end) if end - start < len(words))
    return any(joint.join(part) in names for part in parts for joint in " _")


def _form_of(letter: re.Match[str]) -> str:
    return "A" if letter[0].isupper() else letter[0] if letter[0] == "_" else "a"


def _words_of_phrases(book: Phrasebook) -> frozenset[str]:
    """Return the words in phrases."""
    texts = [
        piece
        for entry in book.entries
        for mood in MOODS
        for piece in entry.pieces(mood) or ()
        if isinstance(piece, str)
    ]
    return frozenset(word.casefold() for text in texts for word in re.findall(r"\w+", text))


@dataclass(frozen=True)
class _Symbol:
    kind: str
    name: str


def _names(statement: ir.Node) -> set[str]:
    return {node.name for node in walk(statement) if isinstance(node, ir.Const)}


def _replace(node: Any, symbol: _Symbol, name: str) -> Any:
    """Return a node with another name in the place of a symbol."""

    def inner(part: ir.Node) -> ir.Node:
        match part, symbol.kind:
            case ir.Const(name=symbol.name), "individual":
                return ir.Const(name)
            case ir.Named(name=symbol.name), "concept":
                return ir.Named(name)
            case _:
                pass
        changed = rebuild(part, inner)
        match changed, symbol.kind:
            case ir.Atom(predicate=symbol.name, arguments=arguments), "predicate":
                return ir.Atom(name, arguments)
            case ir.Restriction(kind, bound, symbol.name, filler), "predicate":
                return ir.Restriction(kind, bound, name, filler)
            case _:
                return changed

    return inner(node)
