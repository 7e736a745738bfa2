"""Places in a text, as people and as editors count them."""

from hypothesis import given, strategies as st

from rspc.dsl.source import Source

TEXTS = st.text(st.sampled_from("aé日😀\n \r"), max_size=30)


@given(TEXTS, st.data())
def test_places_of_editors_are_units_of_utf16(text: str, chosen: st.DataObject) -> None:
    source = Source("", text)
    offset = chosen.draw(st.integers(0, len(text)))
    row, column = source.place_utf16(offset)
    before = text[:offset].split("\n")
    assert (row, column) == (len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)


@given(TEXTS, st.data())
def test_an_offset_is_found_again_by_its_place(text: str, chosen: st.DataObject) -> None:
    text = text.replace("\r", "")
    source = Source("", text)
    offset = chosen.draw(st.integers(0, len(text)))
    assert source.offset_utf16(*source.place_utf16(offset)) == offset


def test_places_outside_a_text_are_its_edges() -> None:
    source = Source("", "ab\n😀c\n")
    assert source.offset_utf16(0, 99) == 2
    assert source.offset_utf16(1, 1) == 3  # within the first character
    assert source.offset_utf16(1, 2) == 4
    assert source.offset_utf16(9, 0) == len(source.text)
    assert source.offset_utf16(-1, 1) == 1
