"""Finds phrases with the same text for different statements when a family is compiled, with a witness.

Texts of two phrases are compared as regular languages: literal text, a kind's pattern for each value, one
opaque token for each nested formula. If the languages intersect, common texts are read by both phrases, and
only a text with two readings counts. Only phrases of the same layer are compared, because earlier layers
take precedence in reading and in wording.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations, islice, product
from math import prod
from typing import Any

from ...dsl.diagnostics import Diagnostic, Note, Report, SpecError
from ..ir import BindingError, Bound, fill, nodes as ir
from ..kinds import Kind, KindError, List, OneOf, Scalar, Set, literal
from ..notation import show
from .automata import common_texts, may_begin
from .phrasebook import Phrasebook
from .phrases import FORMULA, SYMBOL, TERM, Entry, Unsayable
from .reading.frames import Frame
from .reading.reader import Reader
from .templates.phrase import ASKED, GIVEN, MANY, WISH
from .templates.template import Field

_TOKENS = {WISH: "\ue000", GIVEN: "\ue001", MANY: "\ue003", ASKED: "\ue004"}
_TERM = "\ue002"
_LISTED = 5_000
"""Up to this many texts of a phrase are listed and tried one by one, which is faster than automata."""

_WITNESSES = 300
_SAMPLES = 4
_TRIED = 400


def find_clashes(
    book: Phrasebook, layers: Collection[int] | None = None, compared: Phrasebook | None = None
) -> tuple[Diagnostic, ...]:
    """Return a diagnostic for each two phrases of one text and two meanings, and for slots of one label.

    Compares the phrases of the layers given; without them all layers but the last, which is the library's, unless
    there is only one. Two phrases of `compared` are not compared again.
    """
    report = Report()
    _labels(book, report)
    last = max((entry.layer for entry in book.entries), default=0)
    wanted = layers if layers is not None else range(max(1, last))
    samples = Samples(book)
    done = {entry.phrase for entry in compared.entries} if compared is not None else set()
    for layer in sorted({entry.layer for entry in book.entries}.intersection(wanted)):
        for mood in book.moods:
            for frames in book.reader.frames(layer, mood):
                new = {frame for frame in frames if frame.entry.phrase not in done}
                for one, other in combinations(frames, 2):
                    if (one in new or other in new) and _near(one, other):
                        _compare(one, other, mood, book, samples, report)
    return tuple(report)


def _labels(book: Phrasebook, report: Report) -> None:
    seen: dict[str, str] = {}
    for slot in book.kinds:
        label = book.labels[slot]
        first = seen.setdefault(label, slot)
        if first != slot:
            report.add(
                "E0511",
                f"the slots `{first}` and `{slot}` have the same wording `{label}`",
                help=f'give one of them another wording: `{slot}: … say "…"`',
            )


def _near(one: Frame, other: Frame) -> bool:
    """Return whether the beginnings and the ends of two phrases can be those of one text."""
    if not (one.end.endswith(other.end) or other.end.endswith(one.end)):
        return False
    for place in range(1 + min(len(one.fields), len(other.fields))):
        first, second = ((frame.before, *frame.after)[place] for frame in (one, other))
        if first != second:
            short = one if len(first) <= len(second) else other
            first, second = sorted((first, second), key=len)
            return second.startswith(first) and _begins(short, place, second[len(first) :])
        if not all(place < len(frame.fields) and _opaque(frame, place) for frame in (one, other)):
            return True
    return True


def _opaque(frame: Frame, place: int) -> bool:
    """Return whether a field is a single term, whose texts are not known as a language."""
    field = frame.fields[place]
    hole = field.holes[0]
    term = frame.entry.standings[hole].sort != FORMULA and not field.plan.join
    return term and frame.entry.phrase.kinds.get(hole) is None and not field.plan.forms


def _begins(frame: Frame, place: int, text: str) -> bool:
    """Return whether a field's text can begin with a string, or the string with it; without a field, only "" can."""
    if place >= len(frame.fields):
        return not text
    field = frame.fields[place]
    kind = frame.entry.phrase.kinds.get(field.holes[0])
    if kind is None or field.plan.forms:
        return True
    if isinstance(kind, Scalar):
        return bool(field.plan.join) or may_begin(_undone(kind.pattern), text)
    element = kind.element if isinstance(kind, Set | List) else kind
    if not isinstance(element, OneOf):
        return True
    none = [kind.language.text("none")] if isinstance(kind, Set | List) else []
    said = [*element.said.values(), *none]
    return any(each.startswith(text) or text.startswith(each) for each in said)


def _compare(
    one: Frame, other: Frame, mood: str, book: Phrasebook, samples: Samples, report: Report
) -> None:
    for text in _shared_texts(one, other, mood, samples):
        found = _two_readings(text, one, other, mood, book.reader)
        if found is not None:
            _complain(text, found, one.entry, other.entry, report)
            return


def _shared_texts(one: Frame, other: Frame, mood: str, samples: Samples) -> Iterator[str]:
    """Yield texts that both phrases may say: first likely ones, then those of the common language."""
    yield from samples.texts(one.entry, mood)
    yield from samples.texts(other.entry, mood)
    yield from islice(_common(one, other, mood, samples), _WITNESSES)


def _two_readings(
    text: str, one: Frame, other: Frame, mood: str, reader: Reader
) -> tuple[ir.Node, ir.Node] | None:
    firsts = reader.by(one, text, mood)
    seconds = reader.by(other, text, mood) if firsts else ()
    meant = reader.prefer((*firsts, *seconds)) if seconds else ()
    pairs = product(*([a for a in some if a in meant] for some in (firsts, seconds)))
    return next(((a, b) for a, b in pairs if _anonymous(a) != _anonymous(b)), None)


def _anonymous(node: ir.Node) -> ir.Node:
    """Return a question without the name that its author chose for the variable."""
    match node:
        case ir.Answers(variable=name, literal=literal) | ir.Number(variable=name, literal=literal):
            terms = (ir.Var("_") if t == ir.Var(name) else t for t in literal.atom.arguments)
            atom = ir.Atom(literal.atom.predicate, tuple(terms))
            return type(node)("_", ir.Literal(atom, literal.negative))
        case _:
            return node


def _complain(
    text: str, found: tuple[ir.Node, ir.Node], one: Entry, other: Entry, report: Report
) -> None:
    first, second = (show(node) for node in found)
    report.add(
        "E0510",
        f"two phrases have the same text `{text}`, for `{first}` and for `{second}`",
        other.phrase.span,
        f"this is the phrase for `{second}`",
        notes=(Note(one.phrase.span, f"this is the phrase for `{first}`"),),
        help="change the wording of one of them, so that each text has one meaning",
    )


# ------------------------------------------------------------------------------------------ regular languages


def _common(one: Frame, other: Frame, mood: str, samples: Samples) -> Iterator[str]:
    """Yield texts of the common language of two phrases, shortest first, with words put for opaque tokens."""
    for few, many in ((one, other), (other, one)):
        texts = _list_texts(few, mood)
        if texts is not None:
            fits = re.compile(language(many, mood, samples)).fullmatch
            for text in islice(filter(fits, texts), _WITNESSES):
                yield from samples.spoken(text)
            return
    for text in common_texts(
        language(one, mood, samples), language(other, mood, samples), _WITNESSES
    ):
        yield from samples.spoken(text)


def _list_texts(frame: Frame, mood: str) -> list[str] | None:
    """Return all texts of a phrase, shortest first, formulas and unknown values as tokens; None if they are too many
    to list.
    """
    parts: list[Sequence[str]] = []
    for field in frame.fields:
        kind = frame.entry.phrase.kinds.get(field.holes[0])
        sort = frame.entry.standings[field.holes[0]].sort
        plain = not field.plan.join and all(form == "the" for form in field.plan.forms)
        if field.plan.join or (sort == FORMULA and isinstance(frame.entry.pattern, ir.Group)):
            return None
        if sort == FORMULA:
            parts.append((_TOKENS[field.plan.mood or mood],))
        elif isinstance(kind, OneOf) and plain:
            parts.append(tuple(kind.said.values()))
        elif kind is None or not plain:
            parts.append((_TERM,))
        else:
            return None
    if prod(map(len, parts)) > _LISTED:
        return None
    between = (frame.before, *frame.after)
    made = ("".join(chain(*zip(between, (*each, ""), strict=False))) for each in product(*parts))
    return sorted(made, key=lambda text: (len(text), text))


def language(frame: Frame, mood: str, samples: Samples) -> str:
    """Return a regular expression for a phrase's texts, nested formulas and unknown values as single tokens."""
    text = literal(frame.before)
    for field, after in zip(frame.fields, frame.after, strict=True):
        text += _field(field, frame.entry, mood, samples) + literal(after)
    return text


def _field(field: Field, entry: Entry, mood: str, samples: Samples) -> str:
    hole = field.holes[0]
    kind = entry.phrase.kinds.get(hole)
    formula = entry.standings[hole].sort == FORMULA
    if formula and isinstance(entry.pattern, ir.Group):
        inner = field.plan.mood or mood
        parts = (language(each, inner, samples) for each in samples.parts(entry.pattern, inner))
        one = f"(?:{'|'.join(parts)})"
    elif formula:
        one = _TOKENS[field.plan.mood or mood]
    elif kind is None or any(form != "the" for form in field.plan.forms):
        one = _TERM
    else:
        one = _undone(kind.pattern)
    if not field.plan.join:
        return one
    again = f"{field.plan.again} " if field.plan.again else ""
    comma = literal(entry.language.comma + again)
    if not field.plan.join.isalpha():
        return f"{one}(?:{comma}{one})*"
    two, last = (
        literal(entry.language.between(f"{field.plan.join}{more}") + again)
        for more in ("", " last")
    )
    return f"{one}(?:{two}{one}|(?:{comma}{one})+{last}{one})?"


def _undone(pattern: str) -> str:
    """Return an expression without the backslashes that Python needs and automata do not know."""
    return re.sub(r"\\([^\w.^$*+?{}\[\]|()\\])", r"\1", pattern)


# ----------------------------------------------------------------------------------------------------- samples


class Samples:
    """Texts that phrases really say, made with a few values of each kind."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        self._formulas: list[ir.Node] | None = None
        self._texts: dict[tuple[int, str], tuple[str, ...]] = {}
        self._terms = [
            *(ir.Slot(slot) for slot in book.kinds),
            *dict.fromkeys(value for kind in book.reader.kinds for value in values_of(kind)[:2]),
        ]

    def texts(self, entry: Entry, mood: str) -> tuple[str, ...]:
        """Return a few texts of a phrase."""
        asked = (entry.number, mood)
        if asked not in self._texts:
            self._texts[asked] = tuple(text for text, _ in self.of(entry, mood))
        return self._texts[asked]

    def of(self, entry: Entry, mood: str) -> list[tuple[str, ir.Node]]:
        """Return a few texts of a phrase, each with its meaning."""
        found: list[tuple[str, ir.Node]] = []
        if self._book.overtaken(entry):
            return found
        for binding in islice(self._bindings(entry), _TRIED):
            try:
                node = fill(entry.pattern, binding)
            except BindingError:
                continue
            if not self._book.sense.sensible(node):
                continue
            text = self._text(entry, node, mood)
            if text:
                found.append((text, node))
            if len(found) == _SAMPLES:
                break
        return found

    def _text(self, entry: Entry, node: ir.Node, mood: str) -> str:
        """Return the text of a node by the phrase; nothing where the phrase is not used for it, or has a filter that
        is not for it.
        """
        try:
            fits = self._book.fits(node, mood, entry.phrase.split, entry.phrase.sentence)
        except SpecError:
            return ""
        for each, binding, _ in fits:
            if each is entry:
                try:
                    said = each.render(binding, self._book.voice(), mood)
                except (SpecError, Unsayable):
                    return ""
                return said[:1].upper() + said[1:] if entry.phrase.sentence else said
        return ""

    def _bindings(self, entry: Entry) -> Iterator[dict[str, Bound]]:
        choices: list[list[Any]] = []
        for hole, standing in entry.standings.items():
            if standing.sort == FORMULA and isinstance(entry.pattern, ir.Group):
                options: list[Any] = self.aspects(entry.pattern)
            else:
                options = self._options(standing.sort, entry.phrase.kinds.get(hole))
            if standing.rest:
                options = [(options[0],), tuple(options[:2]), tuple(options[:3])] if options else []
            choices.append(options)
        for values in product(*choices):
            yield dict(zip(entry.standings, values, strict=True))

    def _options(self, sort: str, kind: Kind | None) -> list[Any]:
        if sort == FORMULA:
            return self.formulas()[:3]
        if sort == SYMBOL:
            return list(self._book.names[:3])
        if sort == TERM:
            return list(self._terms) if kind is None else list(values_of(kind))
        return []

    def parts(self, group: ir.Group, mood: str) -> tuple[Frame, ...]:
        """Return the phrases for what a sentence of a group says of a thing."""
        return tuple(frame for layer in self._book.reader.parts(group, mood) for frame in layer.all)

    def aspects(self, group: ir.Group) -> list[ir.Node]:
        """Return a few parts of the sentences of a group."""
        entries = (frame.entry for frame in self.parts(group, WISH))
        return [node for entry in entries for _, node in self.of(entry, WISH)[:2]][:_SAMPLES]

    def formulas(self) -> list[ir.Node]:
        """Return a few formulas that have words in both moods."""
        if self._formulas is None:
            self._formulas = []
            for entry in self._book.entries:
                leaf = all(standing.sort != FORMULA for standing in entry.standings.values())
                if leaf and isinstance(entry.pattern, ir.Comparison) and not entry.phrase.sentence:
                    found = [node for _, node in self.of(entry, entry.moods[0])[:1]]
                    self._formulas += [
                        each
                        for each in found
                        if self._book.fits(each, GIVEN)
                        and self._book.fits(self._book.complement(each), GIVEN)
                        and self._book.fits(each, WISH)
                    ]
                if len(self._formulas) >= 3:
                    break
        return self._formulas

    def spoken(self, text: str) -> Iterator[str]:
        """Yield a text with words in place of its tokens."""
        for mood, token in _TOKENS.items():
            for formula in self.formulas():
                if token in text:
                    text = text.replace(token, self._book.clause(formula, mood) or "", 1)
        if _TERM not in text:
            yield text
            return
        words = [self._book.value(term) for term in self._terms]
        said = [
            f"the {w}" if isinstance(t, ir.Slot) else w
            for t, w in zip(self._terms, words, strict=True)
        ]
        count = text.count(_TERM)
        for values in islice(product([each for each in said if each], repeat=count), _TRIED):
            filled = text
            for value in values:
                filled = filled.replace(_TERM, value, 1)
            yield filled


def values_of(kind: Kind) -> tuple[ir.Term, ...]:
    """Return a few values of a kind that differ in form."""
    match kind:
        case OneOf(values=values):
            return tuple(kind.term(value) for value in values[:4])
        case Set(element):
            return tuple(kind.term(frozenset(element.values[:size])) for size in (1, 2, 3))
        case List(element):
            inner = [element.value(term) for term in values_of(element)[:2]]
            return kind.term(tuple(inner[:1])), kind.term(tuple(inner))
        case Scalar():
            example = kind.value(type(kind)().term(type(kind)().read(kind.example)))
            amounts = dict.fromkeys((example, kind.low, kind.high, example + 1, 0, 1))
            return tuple(
                kind.term(amount)
                for amount in amounts
                if amount is not None and _is_said(kind, amount)
            )[:4]
        case _:
            return ()


def _is_said(kind: Kind, amount: int) -> bool:
    try:
        return kind.unwords(kind.words(amount)) == amount
    except (KindError, ValueError):
        return False
