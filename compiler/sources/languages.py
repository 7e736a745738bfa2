"""The language of a program: the texts of its modules in place of the English ones."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias

from ...dsl import syntax
from ...dsl.diagnostics import Report, did_you_mean
from ..language import (
    ENDINGS,
    EXAMPLE,
    NUMBER,
    Language,
    english,
    holes_of,
    is_list_of,
    written_texts,
)
from .modules import Module, Program

CODE = "language"
MOST_LISTED = 6
MEMBERS = re.compile(r"\{\{\s*a\s*\}\}[^{}]+\{\{\s*b\s*\}\}")
"""A text of two members of a list, with something between them."""


Forms: TypeAlias = Mapping[str, Mapping[str, str]]
"""Forms of words: by the name of the form, and then by the word."""


def read_language(program: Program, forms: Forms, report: Report) -> Language:
    """Return the language that a program speaks: English where no module has other texts."""
    written = dict(_written_texts(program))
    own = {
        key: item for key, (item, module) in written.items() if _check(key, item, module, report)
    }
    _check_complete({key: item for key, (item, _) in written.items()}, report)
    if not own and not forms:
        return english()
    texts = {key: item.phrases[0].text for key, item in own.items()}
    return _language(
        tuple(sorted(texts.items())),
        tuple((name, tuple(words.items())) for name, words in forms.items()),
    )


@cache
def _language(
    texts: tuple[tuple[str, str], ...], forms: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
) -> Language:
    """Return one language for the same texts: templates are compiled once for each."""
    return Language(
        {**english().texts, **dict(texts)}, {name: dict(words) for name, words in forms}
    )


def _written_texts(program: Program) -> Iterator[tuple[str, tuple[syntax.Say, Module]]]:
    """Yield the texts of a program by key, those of modules that are used before those that use them."""
    for item, module in program.items():
        for key, say in written_texts((item,)):
            yield key, (say, module)


def _check(key: str, item: syntax.Say, module: Module, report: Report) -> bool:
    """Return whether an item can be the text of a key; report what is wrong with it."""
    known = english().texts
    if key not in known:
        report.add(
            "E0543",
            f"there is no text `{key}`",
            item.pattern.span,
            help=did_you_mean(key, known) or "`std.languages.en` has all keys",
        )
        return False
    if what := _misuse(key, item, module):
        report.add("E0545", f"the text `{key}` {what[0]}", item.phrases[0].span, help=what[1])
        return False
    return True


def _misuse(key: str, item: syntax.Say, module: Module) -> tuple[str, str] | None:
    """Return what is wrong with the text of a key, and its repair."""
    first = item.phrases[0]
    if len(item.phrases) > 1 or first.split or item.asked:
        return "has more than one wording", "write one text, without `split` and without `asked`"
    if not module.always:
        return "is used under a condition", "use the module without a condition"
    wanted, found = holes_of(english().texts[key]), holes_of(first.text)
    if missing := sorted(wanted - found):
        return f"lacks the hole `{missing[0]}`", f"write `{{{{ {missing[0]} }}}}` where it belongs"
    if spare := sorted(found - wanted):
        has = ", ".join(f"`{name}`" for name in sorted(wanted)) or "none"
        return f"has no hole `{spare[0]}`", f"its holes: {has}"
    return _malformed(key, first.text)


def _malformed(key: str, text: str) -> tuple[str, str] | None:
    """Return what is wrong with a text of a special form, and its repair."""
    if key == CODE and not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", text):
        return "is not the code of a language", "write a code such as `de` or `pt-BR`"
    if key == EXAMPLE and not re.fullmatch(NUMBER, text):
        return (
            "is not the number 1234.50",
            "write it as in `1,234.50`, with two different signs of the language",
        )
    length, words = is_list_of(key), text.split()
    if length and len(words) != length:
        return f"has {len(words)} of {length} words", "separate them by spaces"
    twice = next((word for word in words if length and words.count(word) > 1), None)
    if twice is not None and key != ENDINGS:
        return f"has `{twice}` twice", "write another word for each"
    if key.startswith("list ") and not MEMBERS.fullmatch(text):
        return (
            "has no text between two members, or one before or after them",
            "write only what is between them, as in `{{ a }}, {{ b }}`",
        )
    return None


def _check_complete(own: Mapping[str, syntax.Say], report: Report) -> None:
    """Report the texts that a language lacks: a prompt is not in two languages."""
    missing = [key for key in english().texts if key not in own]
    if CODE not in own or not missing or own[CODE].phrases[0].text == english().code:
        return
    listed = ", ".join(f"`{key}`" for key in missing[:MOST_LISTED])
    more = f" and {len(missing) - MOST_LISTED} more" if len(missing) > MOST_LISTED else ""
    report.add(
        "E0544",
        f"language `{own[CODE].phrases[0].text}` lacks {len(missing)} of {len(english().texts)} texts",
        own[CODE].span,
        help=f"add {listed}{more}, as in `std.languages.en`",
    )
