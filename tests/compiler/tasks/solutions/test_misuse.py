"""Wrong uses of open answers, each with its diagnostic."""

from pathlib import Path

import pytest

from rspc.compiler.api import check

PROGRAM = """family tried
logic asp
theory {{
  land(1..3).
  land(A) -> 1 {{ painted(A, C) : C in {{red, blue}} }} 1.
}}
{ask}
"""


def codes(tmp_path: Path, ask: str) -> list[str]:
    path = tmp_path / "tried.rspec"
    path.write_text(PROGRAM.format(ask=ask), "utf-8")
    return [each.code for each in check(path)]


@pytest.mark.parametrize(
    "ask",
    [
        'ask computation as "{{ X }}"',
        'ask entailment painted(1, red) brave "Is it?" as "{{ X }}"',
        'ask value C: painted(1, C) "Which?" as "{{ C }}" "{{ D }}"',
    ],
)
def test_other_tasks_take_no_templates(tmp_path: Path, ask: str) -> None:
    assert "E0450" in codes(tmp_path, ask)
