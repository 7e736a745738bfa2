"""Where a field can end: the table finds the same places as trying each."""

import re

from hypothesis import given, strategies as st

from rspc.compiler.text.reading.endings import Endings, ends, separates

WORDS = st.sampled_from(["owl", "owls", "black owl", "black", "Zoe", "7", "a-b", "a", ", b", "_"])
AFTER = st.sampled_from([" ", ", ", " the ", ".", "-"])


@given(
    st.lists(WORDS),
    st.lists(WORDS, min_size=1).map(" ".join),
    AFTER,
    st.integers(0, 8),
    st.sampled_from([None, "[A-Z_]", "[0-9]+"]),
)
def test_a_table_of_texts_finds_all_places_where_one_of_them_ends(
    texts: list[str], text: str, after: str, start: int, others: str | None
) -> None:
    text += after
    start = min(start, len(text))
    pattern = None if others is None else re.compile(others)
    found = Endings(texts, after, pattern).of(text, start)
    known = [end for end in ends(text, start, after) if text[start:end] in texts]
    if pattern is not None and pattern.match(text, start):
        assert list(found) == list(ends(text, start, after))
    else:
        assert list(found) == known


def test_a_text_that_may_continue_a_word_needs_another_way() -> None:
    assert separates(" the ")
    assert separates(".")
    assert not separates("s ")
    assert not separates("")
    assert not separates("_")
