"""Answers of any layout: what is written is read back, and no reply takes long to read."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.replies import Entry, Field, Layout, read_answer, write_answer

from ....pace import in_time
from .forms import (
    COLOURS,
    GRID,
    LANDS,
    MOVES,
    OBJECT,
    OBJECTS,
    ONE_GRID,
    PAIRED,
    SIDES,
    SLOTS,
    SQUARE,
)


def some(*fields: Field) -> st.SearchStrategy[tuple[str, ...]]:
    return st.tuples(*(st.sampled_from(field.known) for field in fields))


@st.composite
def answers(draw: Any) -> tuple[Layout, list[Entry]]:
    """Return a layout and entries that it can write."""
    layout = draw(st.sampled_from([PAIRED, MOVES, ONE_GRID, SQUARE, GRID, OBJECT, OBJECTS, SLOTS]))
    if layout is MOVES:
        steps = draw(st.integers(1, 4))
        moves = draw(st.lists(some(LANDS, LANDS), min_size=steps, max_size=steps))
        return layout, [(0, (*move, str(at + 1))) for at, move in enumerate(moves)]
    if layout is SLOTS:
        cents = draw(st.integers(0, 10**7))
        sides = draw(st.sets(st.sampled_from(SIDES.known)))
        own = ", ".join(each for each in SIDES.known if each in sides)
        text = f"${cents // 100}.{cents % 100:02d}".removesuffix(".00")
        return layout, [
            (0, (text,)),
            (1, (f"{{{own}}}",)),
            (2, (draw(st.sampled_from(COLOURS.known)),)),
        ]
    if layout.form == "grid":
        entries: list[Entry] = []
        for number, column, _ in layout.columns():
            part = layout.parts[number]
            for row in layout.rows().known:
                values = [""] * len(part.fields)
                values[part.row] = row
                values[part.cell] = draw(st.sampled_from(part.fields[part.cell].known))
                if part.column >= 0:
                    values[part.column] = column
                entries.append((number, tuple(values)))
        return layout, entries
    made = [
        st.tuples(st.just(number), some(*part.fields)) for number, part in enumerate(layout.parts)
    ]
    return layout, draw(st.lists(st.one_of(made), min_size=1, max_size=8, unique=True))


def styled(text: str, layout: Layout, style: str) -> str:
    match style:
        case "thought":
            return f"<think>maybe {text[:5]} …\n{text.upper()}</think>\n{text}"
        case "fence":
            return f"Let me think. First I look at the clues.\n\n```\n{text}\n```\n\nThat is all of it."
        case "cue":
            return f"I looked at every clue, one by one.\n\n**Final answer:**\n\n{text}\n\nDone, I think so."
        case "tag":
            return f"Some thoughts.\n<answer>\n{text}\n</answer>"
        case "case":
            return text.upper() if layout.form != "json" else text
        case "bullets" if layout.form in ("lines", "pairs"):
            return "\n".join(f"- **{line}**" for line in text.splitlines())
        case "numbers" if layout.form in ("lines", "pairs"):
            return "\n".join(f"{at}. {line}." for at, line in enumerate(text.splitlines(), 1))
        case "one line" if layout.form == "pairs" and layout is not SLOTS:
            return "; ".join(text.splitlines())
        case "pipes" if layout.form == "grid":
            return "\n".join(line.strip("| ") for line in text.splitlines())
        case "aligned" if layout.form == "grid":
            lines = [line for line in text.splitlines() if "---" not in line]
            return "\n".join("   ".join(line.strip("| ").split(" | ")) for line in lines)
        case "commas" if layout.form == "grid":
            lines = [line for line in text.splitlines() if "---" not in line]
            return "\n".join(line.strip("| ").replace(" | ", ", ") for line in lines)
        case "twice":
            return f"A first try:\n\n{text.splitlines()[0]}\n\nNo. This is what holds:\n\n{text}"
        case _:
            return text


STYLES = (
    "plain", "thought", "fence", "cue", "tag", "case", "bullets", "numbers", "one line", "pipes",
    "aligned", "commas", "twice",
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(answers(), st.sampled_from(STYLES))
def test_what_is_written_is_read_back(answer: tuple[Layout, list[Entry]], style: str) -> None:
    layout, entries = answer
    text = write_answer(layout, tuple(entries))
    found = read_answer(layout, styled(text, layout, style))
    assert not found.problem
    assert set(found.entries) == set(entries)


HOSTILE = {
    "pipes": "|" * 3_000_000,
    "rows of pipes": ("|" * 200 + "\n") * 20_000,
    "rules": "|---" * 500_000,
    "nesting": "[" * 2_000_000,
    "objects": '{"a":' * 400_000,
    "small objects": '{"Avania": "red"}, ' * 100_000,
    "unclosed": '{"Avania": "' * 100_000,
    "numbers": "9" * 2_000_000,
    "price": "price = $" + "9" * 1_000_000,
    "equals": "= " * 1_000_000,
    "pairs": "Avania = " * 300_000,
    "onto": ("avania onto " * 12 + "\n") * 20_000,
    "lines": "Avania = red\n" * 200_000,
    "fences": "```\n" * 500_000,
    "boxes": "\\boxed{" * 300_000,
    "tags": "<answer>" * 300_000,
    "thoughts": "<think>" * 300_000,
    "cues": "the answer is " * 150_000,
    "stars": "*" * 2_000_000,
    "backticks": "`" * 2_000_000,
    "blanks": " " * 3_000_000,
    "newlines": "\n" * 3_000_000,
    "marks": "\u0300" * 500_000,
    "quotes": '"' * 1_000_000,
    "backslashes": "{\\" * 500_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("layout", [PAIRED, MOVES, GRID, SQUARE, OBJECT, SLOTS])
def test_a_hostile_reply_is_read_quickly(name: str, layout: Layout) -> None:
    in_time(2, lambda: read_answer(layout, HOSTILE[name]))
