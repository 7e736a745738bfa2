"""The card of a dataset whose names are markup."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rspc.compiler.dataset.cards.card import card
from rspc.dsl.visible import visible

HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(2)>",
    "]]> & &amp; `code` | [link](javascript:alert(3)) | *bold*",
    "a\x00b\x1b[31m\u202eright to left\u200f",
    "end\n```\n<script>alert(4)</script>\n",
    "# title\n\n<iframe>",
)


def manifest(text: str) -> dict[str, Any]:
    return {
        "rspc": text,
        "family": text,
        "description": text,
        "license": text,
        "family_hash": text,
        "seed": 0,
        "count": 2,
        "digest": text,
        "labels": {text: 1, "b": 1},
        "splits": {text: {"count": 2, "labels": {text: 1, "b": 1}}},
        "settings": [{"label": text, "params": {text: text}}],
    }


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_is_markup_of_the_card(text: str) -> None:
    written = card(manifest(text), [], {})
    head, body = written.split("---\n", 2)[1:]
    outside = re.sub(r"^```.*?^```$", "", body, flags=re.MULTILINE | re.DOTALL)
    outside = re.sub(r"`[^`\n]*`", "", outside)
    assert re.findall(r"<\w|</", outside) == []
    assert body.count("\n```") == card(manifest("plain"), [], {}).split("---\n", 2)[2].count(
        "\n```"
    )
    for piece in (head, body):
        assert visible(piece) == piece, "nothing invisible is left"
