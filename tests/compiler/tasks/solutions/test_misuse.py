"""Wrong uses of open answers, each with its diagnostic."""

from pathlib import Path

import pytest

from rspc.compiler.api import check

PROGRAM = """family tried
logic asp
param way: name in {{pairs, grid}} = pairs
pool lands = {{"north", "south"}}
sort land = lands
sort colour = {{red, blue}}
pred land(land)
pred colour(colour)
pred painted(land, colour)
fact some_land = land(?a)
fact some_colour = colour(?c)
theory {{
  each of some_land.
  each of some_colour.
  land(A) -> 1 {{ painted(A, C) : colour(C) }} 1.
}}
{ask}
"""


ROWS = """family tried
logic constraint
record trip {{
  town: one of {{rome: 1, oslo: 1}}
  days: integer = 1..9
  stops: list of integer = 2 of {{1, 2, 3}}
}}
theory {{
  days > 2.
}}
{ask}
"""

OTHER = """family tried
logic defeasible {{ variant blocking }}
theory {{
  bird(tweety).
}}
{ask}
"""


def codes(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "tried.rspec"
    path.write_text(text, "utf-8")
    return [each.code for each in check(path) if each.code.startswith("E")]


@pytest.mark.parametrize(
    "ask",
    [
        'ask computation as "{{ X }}"',
        'ask entailment painted(north, red) brave "Is it?" as "{{ X }}"',
        'ask value C: painted(north, C) "Which?" as "{{ C }}" "{{ D }}"',
    ],
)
def test_other_tasks_take_no_templates(tmp_path: Path, ask: str) -> None:
    assert "E0450" in codes(tmp_path, PROGRAM.format(ask=ask))


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask solution", "E0451"),
        ("ask solution {}", "E0451"),
        ("ask solution painted(A, C)", "E0451"),
        ("ask solution { painted(A, C) : land(A) }", "E0451"),
        ("ask solution { not painted(A, C) }", "E0451"),
        ("ask solution { painted(north, red) }", "E0451"),
        ("ask solution { painted(A, _) }", "E0451"),
        ("ask solution { painted(A, ?c) }", "E0451"),
        ("ask solution { paintd(A, C) }", "E0205"),
        ('ask solution { painted(A, C) } "Which?" as "{{ A }}"', "E0452"),
        ('ask solution { painted(A, C) } "Which?" as "{{ A }}{{ C }}"', "E0452"),
        ('ask solution { painted(A, C) } "Which?" as "{{ A }} is {{ D }}, {{ C }}"', "E0452"),
        ('ask solution { painted(A, C) } "Which?" as "{{ A | capital }} is {{ C }}"', "E0452"),
        (
            'ask solution { land(A), colour(C) } "Which?" as "it is {{ A }}" "it is {{ C }}"',
            "E0452",
        ),
        ("ask solution { land(A) }", "E0453"),
        ("ask solution { land(A), colour(C) }", "E0453"),
        ("ask solution { land(A) } { form grid }", "E0453"),
        ("ask solution { land(A), painted(B, C) } { form grid }", "E0453"),
        ("ask solution { painted(A, C) } { form lines }", "E0454"),
        ('ask solution { painted(A, C) } { form grid } "Which?" as "land"', "E0454"),
        ('ask solution { painted(A, C) } { form json } "Which?" as "a" "b"', "E0454"),
        ("ask solution { painted(A, C) } { order T }", "E0457"),
        ("ask solution { painted(A, C) } { form grid  rows X }", "E0457"),
        ("ask solution { painted(A, C) } { order red }", "E0415"),
        ("ask solution { painted(A, C) } { form table }", "E0411"),
        ("ask solution { painted(A, C) } { lines 3 }", "E0412"),
    ],
)
def test_misuse_in_programs(tmp_path: Path, ask: str, code: str) -> None:
    assert code in codes(tmp_path, PROGRAM.format(ask=ask))


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask solution { towns }", "E0201"),
        ("ask solution { 3 }", "E0451"),
        ("ask solution { town, town }", "E0451"),
        ("ask solution { stops }", "E0455"),
        ("ask solution { town, stops }", "E0455"),
        ("ask solution { town } { form grid }", "E0453"),
        ("ask solution { town, days } { order T }", "E0457"),
        ('ask solution { town, days } "Which?" as "to {{ town }}"', "E0454"),
        ('ask solution { town, days } { form pairs } "Which?" as "a"', "E0454"),
        ('ask solution { town } "Which?" as "to {{ city }}"', "E0452"),
        ('ask solution { town } { from (20 of flight) } "Which?"', "E0201"),
        ('ask solution { town } { same {place} } "Which?"', "E0201"),
    ],
)
def test_misuse_in_records(tmp_path: Path, ask: str, code: str) -> None:
    assert code in codes(tmp_path, ROWS.format(ask=ask))


def test_a_predicate_of_no_statement_is_refused(tmp_path: Path) -> None:
    text = "family tried\nlogic asp\ntheory {\n  p(1..3) .\n}\nask solution { q(X, Y) }\n"
    assert codes(tmp_path, text) == ["E0205"]


@pytest.mark.parametrize(
    "ask",
    [
        "ask solution { bird(X) }",
        'ask solution { bird(X) } { form lines } "Which?" as "{{ X }}"',
        "ask solution",
    ],
)
def test_a_logic_without_solutions_is_refused(tmp_path: Path, ask: str) -> None:
    assert "E0456" in codes(tmp_path, OTHER.format(ask=ask))


@pytest.mark.parametrize(
    "ask",
    [
        "ask solution { painted(A, C) }",
        "ask solution { painted(A, C) } { form way }",
        'ask solution { painted(A, C) } { form grid } "Which?" as "land" "colour"',
        'ask solution { painted(A, C) } { form lines  order A } "Which?" as "{{ C }}"',
        'ask solution { land(A), painted(B, C) } "Which?" as "{{ A }}" "{{ B }} is {{ C }}"',
        "ask solution { painted(A, C) } { form json  most 5 }",
        "require solutions == 1\nask solution { painted(A, C) }",
    ],
)
def test_right_uses_have_no_errors(tmp_path: Path, ask: str) -> None:
    assert codes(tmp_path, PROGRAM.format(ask=ask)) == []
