"""Where the sentences of a theory are in the text of a prompt, whatever document laid it out.

A document prints every sentence once and unchanged, which is checked before. Most print all of them in a row. Lines
may be broken anywhere, and worked examples may repeat a sentence; so the text is then compared without its line
breaks and its examples.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...family import Posed
from ..sentences import group_key
from .arrangement import join_passages
from .prompt_check import without_examples

Span: TypeAlias = tuple[int, int]
"""The first code point of a part of a text, and the one after the last."""


@dataclass(frozen=True)
class Passage:
    """A part of the text as it is printed, with the sentence in it; asides have no `key`, which names a sentence."""

    text: str
    key: str = ""
    sentence: str = ""


def prompt_spans(
    posed: Posed,
    prompt: str,
    passages: Sequence[Passage],
    question: str,
    examples: Sequence[Mapping[str, Any]] = (),
) -> dict[str, list[list[int]]]:
    """Return where the prompt says each statement, by its id; statements that no sentence says are left out.

    Args:
        passages: the parts of the text, in order.
        examples: the worked examples of the prompt.
    """
    found = sentence_spans(prompt, passages, question, examples)
    said = {each.id: [each.id] for each in posed.theory.statements}
    for stated in posed.background:
        for id in stated.ids:
            said.get(id, []).append(group_key(stated))
    places = {
        id: sorted(list(found[key]) for key in dict.fromkeys(keys) if key in found)
        for id, keys in said.items()
    }
    return {id: spans for id, spans in places.items() if spans}


def sentence_spans(
    prompt: str,
    passages: Sequence[Passage],
    question: str = "",
    examples: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Span]:
    """Return the place of each sentence in a prompt, by its key; without those that cannot be found."""
    texts = [each.text for each in passages]
    starts = _in_a_row(prompt, texts, join_passages(texts))
    if starts is None and not examples:
        starts = _one_by_one(prompt, texts)
    if starts is not None:
        return dict(_sentences(passages, starts))
    return _in_plain_text(prompt, passages, question, examples)


def _in_a_row(prompt: str, texts: Sequence[str], whole: str) -> list[int] | None:
    """Return the starts of texts that are in a row in a prompt, once; None if they are not."""
    at = prompt.find(whole) if whole else -1
    if at < 0 or prompt.find(whole, at + 1) >= 0:
        return None
    starts = []
    for text in texts:
        at = prompt.index(text, at)
        starts.append(at)
        at += len(text)
    return starts


def _one_by_one(prompt: str, texts: Sequence[str]) -> list[int] | None:
    """Return the starts of texts that are each in a prompt once; None if one is not."""
    starts = []
    for text in texts:
        at = prompt.find(text)
        if at < 0 or prompt.find(text, at + 1) >= 0:
            return None
        starts.append(at)
    return starts


def _sentences(
    passages: Iterable[Passage], starts: Iterable[int | None]
) -> Iterator[tuple[str, Span]]:
    """Yield the place of the sentence in each passage; a correction comes first, so that the last one counts."""
    for passage, start in zip(passages, starts, strict=True):
        if passage.key and start is not None:
            at = passage.text.rfind(passage.sentence)
            first, length = (at, len(passage.sentence)) if at >= 0 else (0, len(passage.text))
            yield passage.key, (start + first, start + first + length)


# ---------------------------------------------------------------------------------------- broken lines, examples


_WORD = re.compile(r"\S+")
_TAKEN = "\x00"


def _in_plain_text(
    prompt: str,
    passages: Sequence[Passage],
    question: str,
    examples: Sequence[Mapping[str, Any]],
) -> dict[str, Span]:
    """Return the places of sentences in a prompt that breaks their lines, or that has some of them several times."""
    words = [found.span() for found in _WORD.finditer(prompt)]
    plain = " ".join(prompt[start:end] for start, end in words)
    shown = [Passage(_plain(each.text), each.key, _plain(each.sentence)) for each in passages]
    texts = [each.text for each in shown]
    text = without_examples(plain, texts, examples)[0]
    starts: Sequence[int | None] | None = _in_a_row(text, texts, " ".join(texts))
    if starts is None:
        starts = _in_order(text, texts, _plain(question))
    firsts, length = list[int](), 0
    for start, end in words:
        firsts.append(length)
        length += end - start + 1

    def original(at: int) -> int:
        word = bisect_right(firsts, at) - 1
        return words[word][0] + at - firsts[word]

    return {
        key: (original(start), original(end - 1) + 1)
        for key, (start, end) in _sentences(shown, starts)
    }


def _in_order(text: str, sentences: Sequence[str], question: str) -> list[int | None]:
    """Return the starts of sentences, outside longer ones, in their order where they are in a text several times."""
    places = dict[str, list[int]]()
    for sentence in sorted({*sentences, question} - {""}, key=lambda each: (-len(each), each)):
        places[sentence] = [found.start() for found in re.finditer(re.escape(sentence), text)]
        text = text.replace(sentence, _TAKEN * len(sentence))
    starts: list[int | None] = []
    before = -1
    for sentence in sentences:
        free = [place for place in places.get(sentence, ()) if place not in starts]
        at = next((place for place in free if place > before), free[0] if free else None)
        before = before if at is None else at
        starts.append(at)
    return starts


def _plain(text: str) -> str:
    return " ".join(text.split())
