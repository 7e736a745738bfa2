"""Which sentences are paraphrases of one another, by the phrases and documents of their family."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from .....dsl.diagnostics import SpecError
from ....family import Family
from ....ir import nodes as ir, walk
from ....notation import FUNCTIONS, show
from .sentences import cut

HOLE = "\x00"
"""Stands in a text for what differs between instances."""

FEWEST_WORDS = 4
"""How many words of its own a sentence with holes needs to be known by them."""

MOST_VARIANTS = 64
"""How many variants of one text are looked at."""

MOST_READ = 2_000
"""How many sentences are read back at most."""


class Paraphrases:
    """The sentences of a family that are the same in all instances, and those that say the same.

    Sentences say the same if phrases for one statement, background, note or record have them, texts of questions with
    one task and goal, or documents that are chosen by wording alone; otherwise if both are read back as one statement.
    """

    def __init__(self, family: Family) -> None:
        self._book = family.words.phrasebook
        self._leaders: dict[str, str] = {}
        self._open: list[tuple[tuple[str, ...], str]] = []
        for found in _alternatives(family):
            if found.constant:
                self._join([*found.constant])
                first = next(iter(found.constant))
                self._open += [(tuple(each.split(HOLE)), first) for each in found.open]

    def keys(self, sentences: Iterable[str]) -> dict[str, str]:
        """Return a name for what each sentence says; two that are paraphrases have the same one."""
        found: dict[str, str] = {}
        read = 0
        for sentence in sentences:
            key = self._leader(sentence)
            if key is None:
                key = self._read(sentence) if read < MOST_READ else sentence
                read += 1
            found[sentence] = key
        return found

    def beside(self, sentences: Iterable[str]) -> dict[str, str]:
        """Return a name for what those sentences say that say something of the instance as well.

        These are sentences with holes, of phrases and documents without any other sentence, while a paraphrase of
        theirs has a sentence of its own for what is always the same.
        """
        found: dict[str, str] = {}
        for sentence in sentences if self._open else ():
            for pieces, first in self._open:
                if sentence not in self._leaders and has_pieces(sentence, pieces):
                    found[sentence] = self._leader(first) or first
                    break
        return found

    def _read(self, sentence: str) -> str:
        """Return the statement of a sentence, or the sentence if it does not read as just one."""
        try:
            readings = self._book.read(sentence)
        except (SpecError, ValueError, RecursionError):
            return sentence
        return f"{HOLE}{show(readings[0])}" if len(readings) == 1 else sentence

    def _leader(self, sentence: str) -> str | None:
        leader = self._leaders.get(sentence)
        while leader is not None and leader != self._leaders[leader]:
            leader = self._leaders[leader]
        return leader

    def _join(self, sentences: list[str]) -> None:
        leaders = [self._leader(each) or each for each in sentences]
        for each, leader in zip(sentences, leaders, strict=True):
            self._leaders.setdefault(each, leader)
            self._leaders[leader] = leaders[0]


def has_pieces(sentence: str, pieces: tuple[str, ...]) -> bool:
    """Return whether a sentence consists of some pieces, in order, with any texts between them."""
    first, *inner, last = pieces
    if not sentence.startswith(first):
        return False
    at = len(first)
    for piece in inner:
        at = sentence.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return len(sentence) - len(last) >= at and sentence.endswith(last)


def spoken_names(family: Family) -> frozenset[str]:
    """Return the names that phrases and questions mention: sentences have words of their authors for them."""
    patterns = [entry.pattern for entry in family.words.phrasebook.entries]
    found = {*family.kinds, *FUNCTIONS, "within", "meets"} if family.kinds else set()
    for pattern in (*patterns, *(asked.goal for asked in family.asks)):
        for node in walk(pattern):
            match node:
                case (
                    ir.Const(name=str() as name)
                    | ir.Named(name=str() as name)
                    | ir.Atom(predicate=str() as name)
                ):
                    found.add(name)
                case ir.Restriction(role=str() as name):
                    found.add(name)
    return frozenset(found)


@dataclass(frozen=True)
class _Said:
    """The sentences of phrases or documents that say the same.

    Attributes:
        constant: those that are the same in all instances.
        open: those with holes, of texts without a constant one.
    """

    constant: dict[str, None] = field(default_factory=dict)
    open: dict[str, None] = field(default_factory=dict)


def _alternatives(family: Family) -> Iterable[_Said]:
    """Return the sentences of a family's texts, those together that say the same."""
    together: dict[Hashable, _Said] = {}
    for key, text in _texts(family):
        said = together.setdefault(key, _Said())
        for variant in _variants(text, family.wording):
            sentences = dict.fromkeys(each.text for each in cut(variant))
            constant = {each: None for each in sentences if HOLE not in each}
            said.constant.update(constant)
            if not constant:
                said.open.update({each: None for each in sentences if _is_telling(each)})
    return together.values()


def _is_telling(sentence: str) -> bool:
    """Return whether a sentence with holes has enough words of its own to be known by them."""
    return len(re.findall(r"[^\W\d_]+", sentence)) >= FEWEST_WORDS


def _texts(family: Family) -> Iterator[tuple[Hashable, str]]:
    """Yield the texts of a family, each with a key that those have together which say the same."""
    words = family.words
    for entry in words.phrasebook.entries:
        phrase = entry.phrase
        if phrase.sentence and not isinstance(phrase.pattern, ir.Goal):
            yield ("phrase", entry.pattern, phrase.mood), phrase.text
    for asked in family.asks:
        yield ("question", asked.goal, type(asked.task)), asked.text
    for note in words.notes:
        yield ("note", note.subject), note.text
    for name, _ in words.rows:
        for source in words.texts.sources(name):
            yield "rows", source
    for page in words.pages:
        alike = page.guard is None or page.guard.needs <= family.wording
        for source in words.texts.sources(page.name):
            yield "pages" if alike else page.name, source


# ----------------------------------------------------------------------------------------------------- templates


def _variants(text: str, wording: frozenset[str]) -> Iterable[str]:
    """Return a template's text, once for each choice of wording, with a hole for what else differs.

    A part under a condition is a hole, except where the condition depends on names that are `wording`.
    """
    from jinja2 import Environment, TemplateError

    try:
        tree = Environment().parse(text)
    except (TemplateError, RecursionError, ValueError):
        return ()
    return _said(tree.body, lambda test: _is_wording(test, wording))


def _said(body: list[Any], chosen: Callable[[Any], bool]) -> list[str]:
    """Return the variants of some parts of a template, each part that differs as a hole."""
    from jinja2 import nodes

    parts: list[list[str]] = []
    for node in body:
        match node:
            case nodes.TemplateData():
                parts.append([node.data])
            case nodes.Output():
                parts.append(_said(node.nodes, chosen))
            case nodes.Block() | nodes.Scope():
                parts.append(_said(node.body, chosen))
            case nodes.If() if chosen(node.test) and all(chosen(each.test) for each in node.elif_):
                branches = [node.body, *(each.body for each in node.elif_), node.else_]
                parts.append([text for branch in branches for text in _said(branch, chosen)])
            case nodes.Extends() | nodes.Import() | nodes.FromImport() | nodes.Macro():
                continue
            case nodes.Assign() | nodes.AssignBlock():
                continue
            case nodes.Include():
                parts.append([f"\n\n{HOLE}.\n\n"])
            case _:
                parts.append([HOLE])
    return ["".join(each) for each in islice(product(*parts), MOST_VARIANTS)]


def _is_wording(test: Any, wording: frozenset[str]) -> bool:
    """Return whether a condition depends on nothing but wording: on values of `params`, or names."""
    from jinja2 import nodes

    params = [
        each
        for each in test.find_all(nodes.Getattr)
        if isinstance(each.node, nodes.Name) and each.node.name == "params"
    ]
    named = {each.name for each in test.find_all(nodes.Name)} - {"params"}
    own = {each.attr for each in params} | named
    if isinstance(test, nodes.Name):
        own.add(test.name)
    return bool(own) and own <= wording
