"""Verb phrases in singular and plural, affirmed and denied: `is made from`, `are not made from`.

Negation applies to the first verb. Forms of `be`, `have` before a past participle, and modal verbs are
followed by `not`; any other verb takes `do`. A verb in the past stays in the past.
"""

from collections.abc import Callable, Mapping

from . import morphology
from .irregular import PARTICIPLES

_BE = frozenset({"be", "am", "is", "are"})
_WAS = frozenset({"was", "were"})
_HAVE = frozenset({"have", "has"})
MODALS = frozenset(
    {"can", "could", "may", "might", "must", "shall", "should", "will", "would", "cannot"}
)


def wish(verb: str) -> str:
    """Return what one should do: `should be made from`."""
    return _conjugate(verb, "should ", "should have been", False)


def wish_not(verb: str) -> str:
    """Return what one should not do."""
    return _conjugate(verb, "should not ", "should not have been", True)


def of_one(verb: str) -> str:
    """Return what one does: `likes`, `is made from`, `was born in`."""
    first, rest = _divide_verb(verb)
    return "was" + rest if first in _WAS else morphology.third(morphology.base(verb))


def of_many(verb: str) -> str:
    """Return what several do: `like`, `are made from`, `were born in`."""
    first, rest = _divide_verb(verb)
    if first in _WAS:
        return "were" + rest
    return "are" + rest if first in _BE else morphology.base(verb)


def of_one_not(verb: str) -> str:
    """Return what one does not do: `does not like`, `is not made from`."""
    return _deny(verb, of_one, "does not ")


def of_many_not(verb: str) -> str:
    """Return what several do not do: `do not like`, `are not made from`."""
    return _deny(verb, of_many, "do not ")


CONJUGATIONS: Mapping[str, Callable[[str], str]] = {
    "of one": of_one,
    "of one, not": of_one_not,
    "of many": of_many,
    "of many, not": of_many_not,
    "wish": wish,
    "wish, not": wish_not,
}
"""The forms that the verb filters give a word, by the name that a plan has for them."""


def _divide_verb(verb: str) -> tuple[str, str]:
    """Return the first word, and the rest with the blank before it."""
    first, blank, rest = verb.partition(" ")
    return first, blank + rest


def _conjugate(verb: str, before: str, past: str, negative: bool) -> str:
    first, rest = _divide_verb(verb)
    if first in MODALS:
        return _deny(verb, of_one, "") if negative else verb
    if first in _WAS:
        return past + rest
    if morphology.is_past(first):
        verb = morphology.base_of_past(first)
        return f"{before}have {PARTICIPLES.get(verb, first)}{rest}"
    return before + morphology.base(verb)


def _deny(verb: str, form: Callable[[str], str], before: str) -> str:
    first, rest = _divide_verb(verb)
    if first == "cannot":
        return "can" + rest
    if first == "can":
        return "cannot" + rest
    perfect = first in {*_HAVE, "had"} and _is_participle(rest.split()[:1])
    if first in _BE | _WAS | MODALS or perfect:
        first, rest = _divide_verb(form(verb))
        return first + (
            rest.removeprefix(" not") if f"{rest} ".startswith(" not ") else f" not{rest}"
        )
    if morphology.is_past(first):
        return f"did not {morphology.base_of_past(first)}{rest}"
    return before + morphology.base(verb)


def _is_participle(words: list[str]) -> bool:
    return any(word in PARTICIPLES.values() or morphology.is_past(word) for word in words)
