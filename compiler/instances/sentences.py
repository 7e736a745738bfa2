"""A theory's statements as sentences, each read back before it is used."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..contract import is_ordered
from ..family import Asked, Draft, Family, Note, Posed, Rejected, Scene, Words
from ..ir import Stated, mentions, nodes as ir, walk
from ..kinds import Kind, List, Set
from ..language import Language
from ..notation import show, spell_name
from ..random.stream import Stream
from ..text import WISH


def with_wording(family: Family, values: Mapping[str, Any]) -> Family:
    """Return a family with the phrases that an instance with these values uses."""
    words = family.words.under(values)
    return family if words is family.words else replace(family, words=words)


def say_all(
    family: Family, posed: Posed, split: str, stream: Stream, reading: bool = True
) -> dict[str, str] | Rejected:
    """Return a sentence for every statement; each must read back as its own statement only.

    Without `reading`, sentences are assumed to read back.
    """
    sentences: dict[str, str] = {}
    apart = stream.fork("background") if posed.background else stream
    groups = {stated.ids[0]: stated for stated in posed.background}
    said: list[tuple[str, ir.Node | str, Stream]] = []
    drawn = [(group_key(each), each.drawn, apart) for each in posed.background if each.drawn]
    for labelled in posed.theory.statements:
        stated = groups.get(labelled.id)
        if stated is not None and stated.group is not None:
            said.append((group_key(stated), stated.group, apart))
        if labelled.id not in posed.hidden:
            said += drawn  # grids come before the statements that have sentences of their own
            drawn = []
            said.append((labelled.id, labelled.statement, stream))
    said += drawn
    for key, node, chooser in said:
        if isinstance(node, str):  # it was read back when it was drawn
            sentences[key] = node
            continue
        sentence = _say(family, node, split, chooser, reading)
        if isinstance(sentence, Rejected):
            return sentence
        sentences[key] = sentence
    if _share_words(family, posed, sentences):
        return Rejected(SAME_WORDS, _alike(posed, sentences))
    return sentences


def _share_words(family: Family, posed: Posed, sentences: Mapping[str, str]) -> bool:
    """Return whether statements have the same words; one that is repeated may, if the order of statements counts."""
    own = [each.statement for each in posed.theory.statements if each.id in sentences]
    if not is_ordered(family.logic):  # one that is repeated may have been paraphrased
        return len(set(own)) < len(own) or len(set(sentences.values())) < len(sentences)
    said: set[ir.Node] = {*own}
    said |= {stated.group for stated in posed.background if stated.group is not None}
    return len(set(sentences.values())) < len(said)


def _say(
    family: Family, node: ir.Node, split: str, stream: Stream, reading: bool
) -> str | Rejected:
    book = family.words.phrasebook
    sentence = book.say(node, stream, split)
    if sentence is None:
        return Rejected("a statement has no wording", (f"statement: {show(node)}",))
    readings = book.read(sentence) if reading else (node,)
    if readings and readings != (node,):
        return Rejected(READS_ANOTHER_WAY, _read(sentence, node, readings))
    if not readings and not family.words.unreadable:
        return Rejected(DOES_NOT_READ_BACK, _read(sentence, node, ()))
    return sentence


def group_key(stated: Stated) -> str:
    """Return the key of the sentence of a group, which no statement has as its id."""
    return f"{stated.ids[0]}..{stated.ids[-1]}"


def group_sentences(background: Sequence[Stated], sentences: Mapping[str, str]) -> dict[str, str]:
    """Return for each statement of a background the sentence that says its group; none for what readers know."""
    return {
        id: sentences[group_key(stated)]
        for stated in background
        if stated.group is not None
        for id in stated.ids
    }


def without_background(words: Words, draft: Draft) -> Draft:
    """Return a draft whose groups are said statement by statement, apart from those that these words say.

    So it is if predicates have invented names, which no sentence of an author can contain and no reader knows.
    """
    kept = tuple(
        stated
        for stated in draft.background
        if stated.group is not None and words.phrasebook.fits(stated.group, WISH, sentence=True)
    )
    ids = {id for stated in draft.background if stated not in kept for id in stated.ids}
    return replace(draft, hidden=draft.hidden - ids, background=kept)


def with_background(posed: Posed, draft: Draft) -> Posed | Rejected:
    """Return a question with the background of its draft; reject one about another background."""
    if not draft.background:
        return posed
    ids = frozenset(id for stated in draft.background for id in stated.ids)
    own, other = (
        {each.id: each for each in theory.statements if each.id in ids}
        for theory in (draft.theory, posed.theory)
    )
    if own != other:
        return Rejected("the question would change the background")
    return replace(posed, hidden=posed.hidden | ids, background=draft.background)


def with_question(posed: Posed, asked: Asked, scene: Scene) -> Posed:
    """Return a question with its final wording, that of its author if there is one."""
    if not asked.text:
        return posed
    goal = posed.query.goal
    own = isinstance(goal, ir.Entailed) and asked.phrase is not None
    question = scene.words(goal) if own else None
    says = () if question is None else ((question, goal),)
    answer_format = posed.plain_format or posed.answer_format
    return replace(posed, says=says, asked=False, answer_format=answer_format)


def misread(family: Family, posed: Posed, sentences: Mapping[str, str]) -> Rejected | None:
    """Reject a question that can be read another way; `sentences` are those of the theory, which were read back."""
    known = set(sentences.values())
    for sentence, node in posed.says:
        readings = () if sentence in known else family.words.phrasebook.read(sentence)
        if readings and readings != (node,):
            return Rejected(READS_ANOTHER_WAY, _read(sentence, node, readings))
        if not readings and posed.asked and not family.words.unreadable and sentence not in known:
            return Rejected(DOES_NOT_READ_BACK, _read(sentence, node, ()))
    return None


READS_ANOTHER_WAY = "a sentence reads another way"
DOES_NOT_READ_BACK = "a sentence does not read back"
SAME_WORDS = "two statements have the same words"
OF_WORDS = (READS_ANOTHER_WAY, DOES_NOT_READ_BACK, SAME_WORDS)
"""Why drafts are dropped for their words; examples of these are always shown."""


def _read(sentence: str, statement: ir.Node, readings: Sequence[ir.Node]) -> tuple[str, ...]:
    """Return lines that show a sentence, its intended statement and its other readings."""
    read = [f"read as: {show(reading)}" for reading in readings]
    return (
        f"sentence: {sentence}",
        f"statement: {show(statement)}",
        *(read or ["read as: nothing"]),
    )


def _alike(posed: Posed, sentences: Mapping[str, str]) -> tuple[str, ...]:
    """Return lines that show the statements with one sentence, or the sentences of one statement."""
    own = [each for each in posed.theory.statements if each.id in sentences]
    statements = Counter(each.statement for each in own)
    counts = Counter(sentences.values())
    repeated = [
        each for each in own if statements[each.statement] > 1 or counts[sentences[each.id]] > 1
    ]
    alike = [
        each
        for each in repeated
        if each.statement == repeated[0].statement
        or sentences[each.id] == sentences[repeated[0].id]
    ]
    told = dict.fromkeys(f"sentence: {sentences[each.id]}" for each in alike)
    return (*told, *(f"statement: {show(each.statement)}" for each in alike))


def preamble(posed: Posed, sentences: Mapping[str, str], language: Language) -> str:
    """Return additional context for the beginning of a question.

    This is the program in symbols, if the question uses symbols and not all sentences do, and the
    meaning of ranges, if some are shown.
    """
    together = group_sentences(posed.background, sentences)
    known = {id for stated in posed.background for id in stated.ids}
    told = [
        (labelled.statement, sentences.get(labelled.id, together.get(labelled.id, "")))
        for labelled in posed.theory.statements
        if labelled.id in sentences or labelled.id in known
    ]
    listed = ""
    if posed.symbols and not all(
        _names_predicates(statement, sentence) for statement, sentence in told
    ):
        listed = "\n".join(
            (
                language.text("in symbols"),
                "",
                *(f"{show(statement)}." for statement, _ in told),
                "",
                "",
            )
        )
    said = (statement for statement, sentence in told if listed or ".." in sentence)
    others = (each for each in said if not isinstance(each, ir.Fact))
    ranges = any(isinstance(n, ir.Interval) for other in others for n in walk(other))
    return listed + (f"{language.text('ranges')} " if ranges else "")


def _names_predicates(statement: ir.Statement, sentence: str) -> bool:
    """Return whether a sentence has the predicates of its statement in symbols."""
    return all(
        re.search(rf"(?<!\w){re.escape(spell_name(name))}{_OPENS if arity else _ENDS}", sentence)
        for name, arity in mentions(statement).predicates
    )


_OPENS, _ENDS = r"\(", r"(?!\w)"
"""The texts after a predicate with arguments, and after one without."""


def shown_ids(family: Family, theory: ir.Theory, sentences: Mapping[str, str]) -> frozenset[str]:
    """Return the ids that a text shows: those of its rules, in a logic that introduces rules by name."""
    if "id" not in family.words.language.holes(family.logic.introduces):
        return frozenset()
    rules = (
        statement.id for statement in theory.statements if isinstance(statement.statement, ir.Rule)
    )
    return frozenset(id for id in rules if id in sentences)


def introduce_rules(family: Family, theory: ir.Theory, sentences: Mapping[str, str]) -> list[str]:
    """Return the sentences of a text: every rule comes with its name, if the logic introduces rules by name.

    If only some rules had names, these would reveal that preferences mention them.
    """
    shown = shown_ids(family, theory, sentences)
    said = partial(family.words.language.say, family.logic.introduces)
    return [said(id=id, text=text) if id in shown else text for id, text in sentences.items()]


def number_sentences(
    posed: Posed, sentences: Mapping[str, str], language: Language
) -> dict[str, str]:
    """Return the sentences of a text, those of numbered statements with their numbers."""
    numbers = {id: n for n, id in enumerate(posed.numbered, 1)}
    return {
        id: language.say("numbered sentence", n=numbers[id], text=text) if id in numbers else text
        for id, text in sentences.items()
    }


def question_notes(family: Family, posed: Posed, split: str) -> str:
    """Return the notes on the slots, and their kinds, in the statements shown and the question, to be appended."""
    words = family.words
    if not words.notes:
        return ""
    shown = (e.statement for e in posed.theory.statements if e.id not in posed.hidden)
    nodes = (node for part in (*shown, posed.query.goal) for node in walk(part))
    slots = {node.name for node in nodes if isinstance(node, ir.Slot)}
    spoken = slots | {_of(words.kinds[name]).name for name in slots if name in words.kinds}
    chosen: dict[str, Note] = {}
    for note in words.notes:
        if note.subject in spoken and note.split in ("", split):
            known = chosen.get(note.subject)
            if known is None or known.origin != note.origin or (note.split and not known.split):
                chosen[note.subject] = note
    texts = dict.fromkeys(words.texts.render(note.key, {}).strip() for note in chosen.values())
    return "".join(f" {text}" for text in texts)


def _of(kind: Kind) -> Kind:
    """Return the kind of a slot's amounts: that of the members of a list or set."""
    return _of(kind.element) if isinstance(kind, List | Set) else kind
