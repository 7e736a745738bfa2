"""Offsets and positions, against what Python's codecs say about the length of texts."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rspc.integrations.language_server.positions import offset, point, with_plain_ends

ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
TEXTS = st.text(st.sampled_from("ab\n é€😀\u2028\x0c"), max_size=30)


def expected(text: str, place: int, encoding: str) -> tuple[int, int]:
    codec, width = ENCODINGS[encoding]
    before = text[:place].split("\n")
    return len(before) - 1, len(before[-1].encode(codec)) // width


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, place=st.integers(0, 30))
def test_a_position_counts_units_of_the_encoding(encoding: str, text: str, place: int) -> None:
    place = min(place, len(text))
    found = point(text, place, encoding)
    assert found == expected(text, place, encoding)
    assert offset(text, found, encoding) == place


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("place", [(-1, 0), (0, -5), (0, 99), (1, 99), (99, 0), (2, 10**9)])
def test_a_position_outside_the_text_becomes_one_inside(
    encoding: str, place: tuple[int, int]
) -> None:
    text = "ab 😀\ncd\n"
    found = offset(text, place, encoding)
    assert 0 <= found <= len(text)
    line = min(max(place[0], 0), 2)
    assert text.count("\n", 0, found) == line


def test_a_position_inside_a_character_is_before_it() -> None:
    assert offset("😀x", (0, 1), "utf-16") == 0
    assert offset("😀x", (0, 3), "utf-8") == 0
    assert offset("😀x", (0, 2), "utf-16") == 1


def test_all_line_ends_become_one() -> None:
    assert with_plain_ends("a\r\nb\rc\n") == "a\nb\nc\n"


def test_halves_of_characters_are_replaced() -> None:
    assert with_plain_ends("a\ud800b") == "a\N{REPLACEMENT CHARACTER}b"
