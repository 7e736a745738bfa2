"""Reading an answer where a reply can say instead that there is none."""

import re
from functools import lru_cache

from .disowning import is_disowned, is_unsure, is_withdrawn
from .layout import Layout
from .reading import MARKUP, NO_ANSWER, read_answer, spoken, unmarked
from .settling import DOUBTFUL, OR_WORDS, SEVERAL, WITHDRAWN, Reading, last_line

_WORD = re.compile(r"\w+")
_QUESTION = re.compile(r"[^\w\n]*\?")


def read_answer_or_none(layout: Layout, none: str, text: str) -> Reading | None:
    """Return the answer of a reply; None if it says with a sentence that there is no answer.

    Args:
        none: the sentence; empty if there must be an answer.
    """
    if not none:
        return read_answer(layout, text)
    said = spoken(text)
    if _words(said) == _words(none):
        return None
    places = list(_sentence(none).finditer(said))
    if not places:
        return read_answer(layout, text)
    before, after = said[: places[-1].start()], said[places[-1].end() :]
    line = last_line(MARKUP.sub(" ", before))
    if _WORD.search(after) and read_answer(layout, after).problem != NO_ANSWER:
        if OR_WORDS.match(_first_line(after)) or not _WORD.search(_before_answer(layout, after)):
            return Reading(problem=SEVERAL)
        return read_answer(layout, after)
    if OR_WORDS.match(line) or read_answer(layout, line).problem != NO_ANSWER:
        return Reading(problem=SEVERAL)
    if is_unsure(line) or _QUESTION.match(after):
        return Reading(problem=DOUBTFUL)
    if is_disowned(line) or is_withdrawn(MARKUP.sub(" ", after)):
        return Reading(problem=WITHDRAWN)
    return None


def _words(text: str) -> list[str]:
    """Return the words of a text, without markup around them."""
    return _WORD.findall(MARKUP.sub(" ", text).casefold())


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines() if _WORD.search(line)), "")


def _before_answer(layout: Layout, text: str) -> str:
    """Return the lines of a text before the first that belongs to an answer."""
    found: list[str] = []
    for line in unmarked(text).splitlines():
        if read_answer(layout, line).problem != NO_ANSWER:
            break
        found.append(line)
    return "\n".join(found)


@lru_cache(maxsize=64)
def _sentence(text: str) -> re.Pattern[str]:
    """Return a pattern for a sentence that stands alone, perhaps after a word such as `so`."""
    words = r"\W{1,3}".join(map(re.escape, _WORD.findall(text)))
    lead = r"(?:^|(?<=[\n.!?:>{\"*]))[^\S\n]*[*_`\"'({]{0,3}(?:(?:so|thus|hence|therefore)\b,? )?"
    return re.compile(rf"{lead}{words}\b(?=[^\w\n]*(?:$|\n|[.!?]|</))", re.I | re.MULTILINE)
