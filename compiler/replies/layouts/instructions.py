"""What a prompt says of the form of an open answer: exactly the form in which it is written."""

from ...kinds import UNBOUNDED
from ...language import Language
from .grid import empty_grid
from .layout import GRID, JSON, Field, Layout, Part
from .objects import shape

MOST_LISTED = 40
"""Longer lists of words are not written out."""


def describe_layout(layout: Layout, language: Language, listed: bool = False) -> str:
    """Return the answer instruction of a layout.

    Args:
        language: the language of the prompt.
        listed: whether possible values are listed, because the problem may not name them.
    """
    if layout.form == GRID:
        return f"{language.text('answer table')}\n\n{empty_grid(layout)}"
    if layout.form == JSON:
        text = language.say("answer object", form=shape(layout))
        return text + _where(layout, language, listed)
    lines = "\n".join(_skeleton(part) for part in layout.parts)
    if layout.whole and len(layout.parts) > 1:
        text = language.text("answer filled lines")
    elif layout.order >= 0:
        step = layout.parts[0].fields[layout.order].name
        text = language.say("answer lines in order", step=step)
    else:
        text = language.text("answer lines")
    return f"{text}\n\n{lines}{_where(layout, language, listed)}"


def _skeleton(part: Part) -> str:
    names = placeholders(part)
    text = part.pieces[0]
    for place, piece in zip(part.places, part.pieces[1:], strict=True):
        text += f"<{names[place]}>{piece}"
    return text


def placeholders(part: Part) -> list[str]:
    """Return the names of the fields of a part, numbered where several are the same."""
    names = [field.name for field in part.fields]
    return [
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def _where(layout: Layout, language: Language, listed: bool) -> str:
    """Return the lines that say what the fields stand for."""
    if not listed:
        return ""
    fields = {
        name: field
        for part in layout.parts
        for name, field in zip(placeholders(part), part.fields, strict=True)
    }
    lines = [
        language.say("field", field=name, values=_possible(field, language))
        for name, field in fields.items()
    ]
    return "\n\n" + "\n".join(lines)


def _possible(field: Field, language: Language) -> str:
    if field.kind:
        kind = UNBOUNDED[field.kind].spoken(language)
        example = kind.words(kind.read(kind.example))
        return language.say("such as", kind=language.text(f"one {kind.name}"), example=example)
    key, conjunction = ("some of", "and") if field.many else ("one of", "or")
    words = language.join(field.words, conjunction)
    if len(field.words) > MOST_LISTED:
        words = ", ".join([*field.words[:MOST_LISTED], "…"])
    return language.say(key, values=words)
