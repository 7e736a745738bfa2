"""What hides, turns or colours text is spelled out; all else stays."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given, strategies as some

from rspc.dsl.visible import visible, visible_json


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("a\x9b2J\x7f\r", "a\\x9b2J\\x7f\\r"),
        ("\U000e0041\u2028\ufeff", "\\U000e0041\\u2028\\ufeff"),
        ("plain\n\ttext, ünï, 漢字, می\u200cخواهم, 👩\u200d🔬", None),
    ],
)
def test_what_is_not_seen_is_spelled(text: str, shown: str | None) -> None:
    assert visible(text) == (text if shown is None else shown)


@given(some.text())
def test_nothing_unseen_is_left(text: str) -> None:
    left = {unicodedata.category(each) for each in visible(text) if each not in "\n\t\u200c\u200d"}
    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert visible(visible(text)) == visible(text)


@given(
    some.recursive(
        some.text(), lambda each: some.lists(each) | some.dictionaries(some.text(), each)
    )
)
def test_json_stays_the_same_document(value: object) -> None:
    text = visible_json(json.dumps(value, ensure_ascii=False, indent=2))
    assert json.loads(text) == value
    assert visible(text) == text
