"""Markup around the words of a reply is left out; signs of arithmetic are not markup."""

import pytest

from rspc.compiler.text import plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**5**", "5"),
        ("*5*", "5"),
        ("***5***", "5"),
        ("5**", "5"),
        ("**$150**", "$150"),
        ("**price:** $150", "price: $150"),
        ("price:**5**", "price:5"),
        ("**3**, **4**", "3, 4"),
        ("**House 3:****5**", "House 3:5"),
        ("un**believ**able", "unbelievable"),
        ("**\n5\n**", "\n5\n"),
        ("***", ""),
    ],
)
def test_stars_around_words_are_left_out(text: str, words: str) -> None:
    assert plain(text) == words


@pytest.mark.parametrize("text", ["2*3", "2**3", "10**2", "$1**50", "2***3", "2 * 3", "2 ** 3"])
def test_stars_between_digits_are_kept(text: str) -> None:
    assert plain(text) == text
    assert plain(f"**{text}**") == text
