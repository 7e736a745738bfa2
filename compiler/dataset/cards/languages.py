"""The languages of a dataset's prompts: what a manifest states of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...family import Family
from ...language import ENGLISH

LANGUAGES = "languages"


def stated_languages(families: Iterable[Family]) -> dict[str, list[str]]:
    """Return the entry of a manifest for the languages of families; none if all are in English."""
    codes = list(dict.fromkeys(family.words.language.code for family in families))
    return {} if codes in ([], [ENGLISH]) else {LANGUAGES: codes}


def language_codes(manifest: Mapping[str, Any]) -> list[str]:
    """Return the codes of the languages of a dataset."""
    return list(manifest.get(LANGUAGES) or [ENGLISH])
