"""Where a reply states its theory: in the last block of code, in an answer of JSON or in tags, or in its last lines."""

import json
import re
from contextlib import suppress

from msgspec import Struct

from ...text import (
    boxed_answers,
    json_answers,
    strip_reasoning,
    strip_strikethrough,
    tagged_answers,
)

LONGEST = 20_000
"""How many characters of a theory are read."""

_BLOCK = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```", re.DOTALL | re.MULTILINE)
_ANNOUNCED = re.compile(r"^[^\n]{0,60}?\b(?:answer|theory)(?: is:?|:)[ \t]+(?=\S)", re.M | re.I)
"""Words that announce a theory on its first line."""

_OPEN = re.compile(r"^[ \t]*```[^\n`]*\n", re.MULTILINE)


class Stated(Struct, frozen=True):
    """The part of a reply that states a theory; `whole` if it is nothing else."""

    text: str
    whole: bool


def read_reply(text: str) -> Stated:
    """Return the part of a reply that states a theory: the last one."""
    spoken = strip_strikethrough(strip_reasoning(text))
    for answers in (json_answers(spoken), tagged_answers(spoken), boxed_answers(spoken)):
        for answer in answers[-1:]:
            spoken = _unlisted(answer)
    blocks = _BLOCK.findall(spoken)
    if blocks:
        return Stated(blocks[-1], True)
    begun = list(_OPEN.finditer(spoken))
    if begun:
        return Stated(spoken[begun[-1].end() :], True)
    return Stated(_ANNOUNCED.sub("\n", spoken), False)


def _unlisted(answer: str) -> str:
    """Return the lines of a list in JSON; any other text as it is."""
    with suppress(ValueError, RecursionError):
        found = json.loads(answer)
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            return "\n".join(found)
    return answer
