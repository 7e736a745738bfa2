"""Checks that a prompt has each sentence of its theory, and its question, exactly once and unchanged.

The check is of the text alone, whatever document laid it out. Worked examples are cut out first, so a sentence
of theirs does not count. Longer sentences are found first, and no two overlap, so a sentence within another one
does not count either.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....dsl.diagnostics import Diagnostic
from ....dsl.source import NOWHERE, Span

ALIKE = 0.75
"""Which share of the words of a sentence must follow one another in a prompt for it to be changed, and not dropped."""

_CODES = {"dropped": "E0530", "repeated": "E0531", "changed": "E0532", "moved": "E0542"}
_QUESTION = "E0533"
_HELP = {
    "dropped": "print `{{ context }}`, or each of `statements`; write what needs no sentence into a `background`",
    "repeated": "print it once",
    "changed": "print it as it is; other words belong into a `say`",
    "moved": "print the sentences in the order of `statements`: their order counts in this logic",
}
_FOUND = "\x00"


@dataclass(frozen=True)
class PromptFault:
    """A sentence that a prompt does not have once and unchanged: `dropped`, `repeated` or `changed`.

    Where order counts, also one that is `moved`: before a sentence that is earlier in the theory.
    """

    how: str
    sentence: str
    is_question: bool = False

    @property
    def code(self) -> str:
        return _QUESTION if self.is_question else _CODES[self.how]

    @property
    def message(self) -> str:
        what = "question" if self.is_question else "sentence"
        return f"the prompt has {what} `{self.sentence}` {self.how}"

    def diagnostic(self, span: Span = NOWHERE) -> Diagnostic:
        """Return the error in the document that laid the prompt out."""
        help = "print `{{ question }}` once" if self.is_question else _HELP[self.how]
        return Diagnostic(self.code, self.message, span, help=help)


_GAP = r"[^\x00]{0,12}?"
"""What may be between two parts of a worked example: a mark of a list, a number, the label of an option."""


def shown_beside(values: Mapping[str, Any]) -> list[str]:
    """Return the strings that a document gets besides the theory and the question, which may repeat sentences."""
    return list(_strings([values[name] for name in ("options", "answer_format", "params")]))


def shown_examples(values: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the worked examples that a document gets."""
    one, several = values["demonstration"], values["demonstrations"]
    return [*([one] if one else []), *(several or [])]


def without_examples(
    prompt: str, statements: Sequence[str], examples: Sequence[Mapping[str, Any]]
) -> tuple[str, list[str]]:
    """Return a prompt with its worked examples blotted out, and the strings of examples that are not.

    The prompt has single spaces then.

    The passage of an example has its context, or its statements in a row, and what follows at once of its question,
    options and proof. If a document has other parts of it alone, they stay, as they may be parts of the problem.
    """
    text, own, rest = _plain(prompt), _plain(" ".join(statements)), list[str]()
    for example in examples:
        passage = next(
            filter(None, (_passage(text, own, parts) for parts in _tellings(example))), ""
        )
        text = text.replace(passage, _FOUND * len(passage), 1) if passage else text
        told = ("context", "statements", "question") if passage else ()
        rest += _strings({name: part for name, part in example.items() if name not in told})
    return text, rest


def _tellings(example: Mapping[str, Any]) -> Iterator[list[list[str]]]:
    """Yield the ways to tell a worked example: its theory as a whole or by its statements, and what may follow."""
    options = [option["text"] for option in example["options"]]
    for theory in ([example["context"]], example["statements"]):
        yield [theory, [example["question"]], options, example["proof"]]


def _passage(text: str, own: str, parts: Sequence[Sequence[str]]) -> str:
    """Return the first passage of a text with the first of some parts and any that follow, in order; empty for none.

    A passage that is as often in the text of the problem itself, `own`, is not one of an example.
    """
    theory, *others = (_GAP.join(re.escape(_plain(each)) for each in part) for part in parts)
    follow = "".join(f"(?:{_GAP}{other})?" for other in others if other)
    found = re.search(theory + follow, text) if theory else None
    if found is None or len(re.findall(theory, text)) <= len(re.findall(theory, own)):
        return ""
    return found[0]


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for part in value.values():
                yield from _strings(part)
        case list() | tuple():
            for part in value:
                yield from _strings(part)
        case _:
            return


def prompt_faults(
    prompt: str,
    statements: Sequence[str],
    question: str,
    others: Sequence[str] = (),
    ordered: bool = False,
    examples: Sequence[Mapping[str, Any]] = (),
) -> list[PromptFault]:
    """Return the sentences that are not in a prompt exactly once and unchanged.

    Args:
        statements: the sentences of the theory and its background, as the text has them.
        question: the worded question.
        others: other parts of the prompt, such as options, which may repeat sentences.
        ordered: whether the sentences must be in the order of the theory.
        examples: the worked examples of the prompt.
    """
    if examples:
        prompt, left = without_examples(prompt, statements, examples)
        others = [*others, *left]
    found = _all_faults(prompt, statements, question, others)
    return found or (list(_moved(prompt, statements)) if ordered else [])


def _moved(prompt: str, statements: Sequence[str]) -> Iterator[PromptFault]:
    """Yield the first sentence that precedes an earlier one of the theory."""
    text, places = _plain(prompt), dict[str, list[int]]()
    for sentence in sorted({_plain(each) for each in statements}, key=lambda s: (-len(s), s)):
        places[sentence] = [found.start() for found in re.finditer(re.escape(sentence), text)]
        text = text.replace(sentence, _FOUND * len(sentence))
    before = -1
    for sentence in map(_plain, statements):
        at = next((place for place in places[sentence] if place > before), None)
        if at is None:
            yield PromptFault("moved", sentence)
            return
        before = at


def _all_faults(
    prompt: str, statements: Sequence[str], question: str, others: Sequence[str]
) -> list[PromptFault]:
    asked = [question] if question.strip() else []
    if len(set(statements)) == len(statements):
        counts, _ = _count(prompt, (*statements, *asked))
        if all(count == 1 for count in counts.values()):
            return []
    return list(_faults(prompt, statements, asked, others))


def _count(text: str, sentences: Iterable[str]) -> tuple[dict[str, int], str]:
    """Return how often each sentence is in a text outside longer ones, and the text without them."""
    found: dict[str, int] = {}
    for sentence in sorted(sentences, key=lambda each: (-len(each), each)):
        found[sentence] = text.count(sentence)
        text = text.replace(sentence, _FOUND)
    return found, text


def _faults(
    prompt: str, statements: Sequence[str], asked: Sequence[str], others: Sequence[str]
) -> Iterator[PromptFault]:
    text = _plain(prompt)
    wanted = Counter(map(_plain, (*statements, *asked)))
    found, _ = _count(text, wanted)
    _, rest = _count(text, [each for each, times in wanted.items() if found[each] == times])
    questions = [_plain(each) for each in asked]
    beside = [_plain(each) for each in others]
    for sentence, times in wanted.items():
        if found[sentence] < times:
            how = "changed" if _is_similar(sentence, rest) else "dropped"
            beside += [sentence] if how == "changed" else []
            yield PromptFault(how, sentence, sentence in questions)
    for sentence, times in wanted.items():
        if found[sentence] > times + sum(each.count(sentence) for each in beside):
            yield PromptFault("repeated", sentence, sentence in questions)


def _plain(text: str) -> str:
    """Return a text with single spaces, as lines of a document may be broken anywhere."""
    return " ".join(text.split())


def _is_similar(sentence: str, text: str) -> bool:
    """Return whether a text has most words of a sentence in a row, in whatever case."""
    wanted, words = _words(sentence), _words(text)
    length = len(wanted)
    enough = max(1, round(ALIKE * length))
    counts = Counter(wanted)
    windows = (words[at : at + length] for at in range(max(1, len(words) - length + 1)))
    return any((counts & Counter(window)).total() >= enough for window in windows)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
