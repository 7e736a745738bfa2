"""The small part of Markdown that hovering and completion use, as HTML in which every text is escaped."""

import re

from ....compiler.view import safe

_FENCE = re.compile(r"^```(\w*)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`|\*\*([^*\n]+)\*\*")


def as_html(text: str) -> str:
    """Return a text with headings, lists, rules, code and bold letters as HTML; all else is plain text."""
    drawn = []
    done = 0
    for found in _FENCE.finditer(text):
        drawn += [_prose(text[done : found.start()]), f"<pre>{safe(found[2])}</pre>"]
        done = found.end()
    return "".join([*drawn, _prose(text[done:])])


def _prose(text: str) -> str:
    return "".join(
        _block(block.strip("\n")) for block in re.split(r"\n\s*\n", text) if block.strip()
    )


def _block(text: str) -> str:
    if re.fullmatch(r"-{3,}", text.strip()):
        return "<hr>"
    if heading := re.fullmatch(r"#+ (.*)", text):
        return f"<p><b>{_inline(heading[1])}</b></p>"
    lines = text.split("\n")
    if all(line.startswith(("- ", "  ")) for line in lines):
        items = re.split(r"\n(?=- )", text)
        drawn = "".join(f"<li>{_inline(' '.join(item[2:].split()))}</li>" for item in items)
        return f"<ul>{drawn}</ul>"
    return f"<p>{_inline(text)}</p>"


def _inline(text: str) -> str:
    drawn = []
    done = 0
    for found in _INLINE.finditer(text):
        drawn.append(safe(text[done : found.start()]))
        code, bold = found.groups()
        drawn.append(f"<code>{safe(code)}</code>" if code is not None else f"<b>{safe(bold)}</b>")
        done = found.end()
    return "".join([*drawn, safe(text[done:])])
