"""What the questions ask for, in words that fit the kind of the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import load

RECORD = """family asked
logic constraint
record trip {
  bags: integer = 1..9
  price: money = $20..$90
  discount: percent = 1%..40%
  wait: duration = 10m..3h
  start: time = 05:00 + 5m * (0..220)
  day: date = 2026-03-01..2026-11-30
}
theory { bags > 2. }
"""


@pytest.mark.parametrize(
    ("ask", "wanted"),
    [
        ("total bags sum", "Answer with the number alone, in digits."),
        ("total price sum", "Answer with the amount alone, such as $1,200."),
        ("total discount max", "Answer with the percentage alone, such as 30%."),
        ("total wait sum", "Answer with the duration alone, such as 2 hours and 30 minutes."),
        ("total start min", "Answer with the time alone, such as 17:30."),
        ("total day max", "Answer with the date alone, such as April 17, 2026."),
        ("count", "Answer with the number alone, in digits."),
    ],
)
def test_the_answer_is_asked_for_by_what_its_kind_is_called(
    tmp_path: Path, ask: str, wanted: str
) -> None:
    spec = tmp_path / "asked.rspec"
    spec.write_text(f"{RECORD}ask {ask} {{ options 3  from 20 of trip }}\n")
    assert load(spec).instance(0, 1).text.rstrip().endswith(wanted)
