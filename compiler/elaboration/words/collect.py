"""What a family says: its phrasebook, the words of its rows, the documents of its prompts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Report, SpecError
from ....dsl.source import NOWHERE
from ...contract import Logic
from ...family import (
    Books,
    Expressions,
    Note,
    Page,
    RecordType,
    SlotTest,
    Typed,
    Vocabularies,
    Words,
)
from ...ir import nodes as ir
from ...kinds import BOOLEAN, SCALARS, Kind, List, OneOf
from ...language import ENGLISH, Language
from ...notation import StatementScope, lower_part, lower_statement
from ...sources import STANDARD, Library, Module, Program, library_of, module_key, read_program
from ...text import ASKED, GIVEN, WISH, Phrase, Phrasebook, Texts, is_sentence, why_unreadable
from ..background import world_phrases
from ..symbols import Symbols
from .asked_phrases import check_asked, refuse_asked
from .missing_stops import warn_of_missing_stops

MOODY = re.compile(r"\{\{-?\s*(?:(?:be|are|have|do)(?:_not)?\s*-?\}\}|.*?\|\s*verb)")
"""Finds a verb that takes the form of its sentence's mood: a phrase with one words wishes and conditions alike."""

STANDARD_DOCUMENT = "std/page.md.jinja"
DOCUMENT_NAMES = (
    "context",
    "question",
    "options",
    "answer_format",
    "statements",
    "params",
    "knowledge",
    "demonstration",
    "demonstrations",
    "question_first",
)


def build_words(
    program: Program,
    vocabularies: Vocabularies,
    logic: Logic,
    record: RecordType | None,
    tests: Sequence[SlotTest],
    known: Sequence[Phrase],
    symbols: Symbols,
    scope: StatementScope,
    conditions: Mapping[str, tuple[Typed, ...]],
    language: Language,
) -> Words:
    """Collect phrases and documents, and report errors in them; `known` are those of other items."""
    report = scope.report
    own: list[Phrase] = list(known)
    said: list[tuple[syntax.Say, tuple[Phrase, ...]]] = []
    rows: list[syntax.Phrase] = []
    for test in tests:
        own += _test_phrases(test)
    declared = _Declared(scope)
    lost = {
        name for module in program.modules for unread in module.spec.unread for name in unread.names
    }
    for item, module in program.items():
        if isinstance(item, syntax.Say) and not isinstance(item.pattern, syntax.Text):
            if isinstance(item.pattern, syntax.Name) and item.pattern.text in lost:
                continue  # the rows of a record that could not be read
            of_rows = record is not None and item.pattern == syntax.Name(record.name)
            noted = record is not None and is_note(item, record.kinds)
            if item.asked and (of_rows or noted):
                of_kind = isinstance(item.pattern, syntax.Name) and item.pattern.text in KINDS
                what = "a row" if of_rows else "a kind of amounts" if of_kind else "a slot"
                refuse_asked(item, what, report)
            elif of_rows:
                rows += item.phrases
            elif not noted:
                phrases = _phrases_of(item, module, scope, declared)
                said.append((item, phrases))
                own += phrases
    labels = record.labels if record is not None else {}
    kinds = record.kinds if record is not None else {}
    standard = read_program(program.library, module_key(logic.phrasebook), report)
    after = [_ends(record, language)]
    if language.code == ENGLISH:  # in another language, no statement is said by English phrases
        after.append(_standard(standard, scope))
    notes = collect_notes((standard, program), record.kinds) if record is not None else ()

    favoured = {
        key: max((guard.span.start for guard in guards if guard.span is not None), default=0)
        for key, guards in conditions.items()
    }

    def made(phrases: list[Phrase]) -> Phrasebook:
        return Phrasebook(
            [phrases, *after],
            [(test.formula, test.complement) for test in tests if test.authored],
            labels,
            kinds,
            symbols.predicates,
            symbols.sorts if record is None else (),
            symbols.places,
            favoured,
            language,
            "requirements" in logic.accepts,
        )

    books = Books(own, made)
    book = books.without(frozenset())
    report.extend(book.diagnostics)
    check_asked(book, report)
    warn_of_missing_stops(said, book, language, report)
    texts, pages = _documents(program, vocabularies, rows, notes, report, language)
    check_notes(notes, texts, report)
    _check_rows(texts, rows, kinds, report)
    return Words(
        book,
        texts,
        tuple(pages),
        tuple((f"row {n}", phrase.split) for n, phrase in enumerate(rows)),
        _report_unreadable(book, report),
        labels,
        kinds,
        conditions,
        books,
        notes,
    )


def _report_unreadable(book: Phrasebook, report: Report) -> bool:
    """Warn of each phrase that cannot be read back; return whether there is one.

    For a sentence of several statements, it is an error: only reading shows that it says all of its values.
    """
    found = False
    for entry in book.entries:
        why = why_unreadable(entry)
        if why is not None and isinstance(entry.pattern, ir.Group) and entry.pattern.values:
            if report.has_error(entry.phrase.span):
                continue
            report.add(
                "E0534",
                "this sentence for several statements cannot be read back",
                entry.phrase.span,
                why,
                help="write holes with filters that can be undone, and a phrase for each case in place of `{% if %}`",
            )
        elif why is not None and not isinstance(
            entry.pattern, ir.Goal
        ):  # questions are not read back
            found = True
            report.add(
                "W0502",
                "this phrase cannot be read back, so its sentences are not checked",
                entry.phrase.span,
                why,
                help=_own_filter(why),
            )
    return found


def _own_filter(why: str) -> str:
    """Return the filter that can be undone in the place of one of Jinja's."""
    return "write `capital` for `capitalize`" if "`capitalize`" in why else ""


# ----------------------------------------------------------------------------------------------------- phrases


def _test_phrases(test: SlotTest) -> Iterator[Phrase]:
    item = test.item
    if item.say is None:
        return
    moods = [(item.say, WISH)]
    if item.condition is not None:
        moods.append((item.condition, GIVEN))
    for wording, mood in moods:
        for pattern, text in (
            (test.formula, wording.positive),
            (test.complement, wording.negative),
        ):
            serves = "" if item.condition is None and MOODY.search(text) else mood
            if text:
                yield Phrase(
                    pattern, text, serves, dict(test.holes), item.split, wording.span, test.name
                )


def say_phrases(item: syntax.Say, scope: StatementScope, origin: str) -> Iterator[Phrase]:
    """Yield the phrases of a `say` item, each with the pattern that its text's form asks for."""
    patterns: dict[bool, tuple[ir.Node, dict[str, Kind]]] = {}
    for phrase in item.phrases:
        sentence = is_sentence(phrase.text)
        if sentence not in patterns:
            inner = scope.for_pattern()
            lowered = (
                lower_statement(item.pattern, inner)[1]
                if sentence
                else lower_part(item.pattern, inner)
            )
            patterns[sentence] = (lowered, inner.holes)
        node, holes = patterns[sentence]
        mood = ASKED if item.asked else ""
        yield Phrase(node, phrase.text, mood, holes, phrase.split, phrase.span, origin)


def _ends(record: RecordType | None, language: Language) -> list[Phrase]:
    """Return the phrases for the first and the last of each list of symbols; an empty list has no symbol, not a 0."""
    return [
        Phrase(
            ir.Operation(end, (ir.Slot(slot.name),)),
            language.say(f"{end} of list", slot=_literally(slot.label)),
            span=slot.span,
            origin=slot.name,
        )
        for slot in (record.slots if record is not None else ())
        if isinstance(slot.kind, List) and isinstance(slot.kind.element, OneOf)
        for end in ("first", "last")
    ]


def _literally(text: str) -> str:
    """Return Jinja source that renders exactly this text."""
    return re.sub(r"\{[{%#]", lambda found: f"{{{{ '{found[0]}' }}}}", text)


def _standard(program: Program, scope: StatementScope) -> list[Phrase]:
    """Return the phrases of the logic's own module of a library."""
    said: list[Phrase] = []
    plain = StatementScope(
        scope.report,
        concepts=scope.concepts,
        preferences=scope.preferences,
        facts=scope.facts,
        operators=scope.operators,
    )
    declared = _Declared(plain)
    for item, module in program.items():
        if (
            isinstance(item, syntax.Say)
            and not is_note(item)
            and not isinstance(item.pattern, syntax.Text)
        ):
            said += _phrases_of(item, module, plain, declared)
    return said + [
        phrase
        for item, module in program.items()
        if isinstance(item, syntax.World)
        for phrase in world_phrases(item, module.key)
    ]


@dataclass(frozen=True, eq=False)
class _Same:
    """An item that is equal to itself alone, so that its phrases can be kept."""

    item: syntax.Say

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.item is other.item

    def __hash__(self) -> int:
        return id(self.item)


class _Declared:
    """The declarations that patterns are read with: equal where the same phrases have the same patterns."""

    def __init__(self, scope: StatementScope) -> None:
        self.scope = scope
        self._key = _kept_key(scope.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Declared) and self._key is other._key

    def __hash__(self) -> int:
        return id(self._key)


@lru_cache(maxsize=64)
def _kept_key(key: Hashable) -> Hashable:
    """Return the first of equal keys."""
    return key


def _phrases_of(
    item: syntax.Say, module: Module, scope: StatementScope, declared: _Declared
) -> tuple[Phrase, ...]:
    """Return the phrases of an item; those of a library's items are kept for the next family."""
    if not library_of(module.key):
        return tuple(say_phrases(item, scope, module.key))
    phrases, found = _say_once(_Same(item), declared, module.key)
    scope.report.extend(found)
    return phrases


@lru_cache(maxsize=8192)
def _say_once(
    item: _Same, declared: _Declared, origin: str
) -> tuple[tuple[Phrase, ...], tuple[Diagnostic, ...]]:
    """Return the phrases of an item, and what is wrong with them."""
    report = Report()
    scope = replace(declared.scope, report=report)
    return tuple(say_phrases(item.item, scope, origin)), tuple(report)


# --------------------------------------------------------------------------------------------------- documents


def _documents(
    program: Program,
    vocabularies: Vocabularies,
    rows: Sequence[syntax.Phrase],
    notes: Sequence[Note],
    report: Report,
    language: Language,
) -> tuple[Texts, list[Page]]:
    library = program.library
    texts = {f"row {number}": phrase.text for number, phrase in enumerate(rows)}
    spans = {f"row {number}": phrase.span for number, phrase in enumerate(rows)}
    texts |= {note.key: note.text for note in notes}
    spans |= {note.key: note.span for note in notes}
    pages: list[Page] = []
    found: list[tuple[str, syntax.Document | None, Module]] = [
        (_key(item, module, library), item, module)
        for item, module in program.items()
        if isinstance(item, syntax.Document)
    ]
    if not found:
        found = [(STANDARD_DOCUMENT, None, program.main)]
    loader = _loader(library, texts)
    made = Texts(loader, spans, language=language)
    for key, item, module in found:
        span = item.span if item is not None else None
        try:
            missing = loader(key) is None
        except SpecError as error:
            report.extend(error.diagnostics)
            continue
        if missing:
            report.add(
                "E0601", f"there is no document `{key}`", span or NOWHERE, help=library.near(key)
            )
            continue
        if span is not None:
            spans[key] = span
        report.extend(made.check(key, DOCUMENT_NAMES))
        guard = None
        if item is not None and item.guard is not None:
            guard = Expressions(vocabularies.names(module), report).typed(item.guard, BOOLEAN)
        shown = re.findall(r"\b(?:demonstrations?|question_first)\b", " ".join(made.sources(key)))
        pages.append(Page(key, guard, frozenset(shown)))
    return made, pages


def _key(item: syntax.Document, module: Module, library: Library) -> str:
    if item.file.startswith(f"{STANDARD}/"):
        return item.file
    return library.beside(module.key, item.file, item.span)


def _loader(library: Library, texts: Mapping[str, str]) -> Callable[[str], str | None]:
    """Return texts by name: rows by number, `std/…` from the library's documents, others by key."""

    def load(name: str) -> str | None:
        if name in texts:
            return texts[name]
        key = name
        if name.startswith(f"{STANDARD}/") and not name.startswith(f"{STANDARD}/documents/"):
            key = f"{STANDARD}/documents/{name[len(STANDARD) + 1 :]}"
        return library.text(key) if library.exists(key) else None

    return load


def _check_rows(
    texts: Texts, rows: Sequence[syntax.Phrase], kinds: Mapping[str, Kind], report: Report
) -> None:
    for number in range(len(rows)):
        report.extend(texts.check(f"row {number}", ("each", *kinds, "amount")))
        texts.sources(f"row {number}")


KINDS = frozenset(scalar.label for scalar in SCALARS)


def is_note(item: syntax.Item, slots: Collection[str] = ()) -> bool:
    """Return whether an item is a note: a `say` for the name of a kind of amounts or of a slot of the record."""
    match item:
        case syntax.Say(pattern=syntax.Name(text=name)):
            return name in KINDS or name in slots
    return False


def collect_notes(programs: Iterable[Program], slots: Collection[str]) -> tuple[Note, ...]:
    """Return the notes of some programs in order: a later note takes the place of an earlier one on the same."""
    found = [
        (item.pattern.text, phrase, module.key)
        for program in programs
        for item, module in program.items()
        if isinstance(item, syntax.Say)
        and isinstance(item.pattern, syntax.Name)
        and is_note(item, slots)
        for phrase in item.phrases
    ]
    return tuple(
        Note(f"note {number}", subject, phrase.text, phrase.split, origin, phrase.span)
        for number, (subject, phrase, origin) in enumerate(found)
    )


def check_notes(notes: Sequence[Note], texts: Texts, report: Report) -> None:
    """Report errors in the texts of notes, which have no holes."""
    for note in notes:
        report.extend(texts.check(note.key, ()))
        texts.sources(note.key)
