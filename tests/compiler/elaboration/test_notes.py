"""Notes on kinds: what a question adds where its problem speaks of such amounts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import Family, load
from rspc.dsl.diagnostics import SpecError

NOTE = "Times of day are compared by the clock alone, whatever the day."
TRAINS = """family trains
logic constraint
record train {{
  number: integer = 1..900
  leaves: time = 05:00 + 5m * (0..220)
  takes: duration = 1h..30h
  arrives: time = leaves + takes
}}
test late(?t) on arrives: arrives > ?t where ?t = floor(1 of arrives, 01:00)
test slow(?v) on takes: takes > ?v where ?v = round(1 of takes, 1h)
test high(?n) on number: number > ?n where ?n = round(1 of number, 50)
theory product_of_sums {{ slots 2 }}
ask choice {{ options 4  from 40 of train }} "Which train will do?"
{more}
"""


def trains(folder: Path, more: str = "", **files: str) -> Family:
    for name, text in files.items():
        (folder / f"{name}.rspec").write_text(text, "utf-8")
    path = folder / "trains.rspec"
    path.write_text(TRAINS.format(more=more), "utf-8")
    return load(path)


def questions(family: Family, **more: str) -> dict[bool, set[str]]:
    """Return the questions of problems that speak of a time of day, and of those that do not."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for instance in family.generate(30, seed=1, **more):
        speaks = any("arrives" in each for each in instance.record()["theory"])
        found[speaks].add(instance.question)
        assert instance.question in instance.text
    return found


def test_a_new_family_with_times_of_day_says_how_they_compare(tmp_path: Path) -> None:
    found = questions(trains(tmp_path))
    assert found == {True: {f"Which train will do? {NOTE}"}, False: {"Which train will do?"}}


def test_the_condition_of_a_question_speaks_too(tmp_path: Path) -> None:
    asked = 'ask count train: leaves < 12:00 { from 40 of train } "How many leave before 12:00?"'
    path = tmp_path / "trains.rspec"
    lines = [line for line in TRAINS.format(more=asked).splitlines() if "ask choice" not in line]
    path.write_text("\n".join(lines), "utf-8")
    assert {each.question for each in load(path).generate(9)} == {
        f"How many leave before 12:00? {NOTE}"
    }


def test_a_worked_problem_has_its_own_notes(tmp_path: Path) -> None:
    family = trains(tmp_path, 'document "std/page_one_pair.md.jinja"')
    shown, *rest = family.instance().text.split("Now solve this problem.")
    assert "Which train will do?" in shown
    for text in (shown, *rest):
        context, _, after = text.partition("Which train will do?")
        assert after.startswith(f" {NOTE}") is ("arrives" in context)


def test_words_of_ones_own_take_the_place_of_the_standard_ones(tmp_path: Path) -> None:
    own = 'say time as "Only the clock counts." "The clock alone counts." split test\n'
    family = trains(tmp_path, own + 'say integer as "Numbers are whole."')
    for split, clock in (("train", "Only the clock counts."), ("test", "The clock alone counts.")):
        found = set().union(*questions(family, split=split).values())
        assert found <= {
            f"Which train will do?{note}{number}"
            for note in ("", f" {clock}")
            for number in ("", " Numbers are whole.")
        }
        assert any(clock in each for each in found)


def test_a_note_of_a_module_counts_where_the_module_is_used(tmp_path: Path) -> None:
    module = 'module clocks\n"how times compare"\nsay time as "Only the clock counts."\n'
    more = "param strict: int in 0..1 = 1\nuse clocks when strict == 1"
    family = trains(tmp_path, more, clocks=module)
    for strict, note in ((1, "Only the clock counts."), (0, NOTE)):
        instances = family.generate(30, seed=1, strict=strict)
        assert {each.question for each in instances} == {
            f"Which train will do?{said}" for said in ("", f" {note}")
        }


def test_a_note_has_no_holes(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        trains(tmp_path, 'say time as "The clock shows {{ t }}."')
    assert [each.code for each in caught.value.diagnostics] == ["E0503"]


def test_a_note_on_a_slot_is_said_where_a_statement_speaks_of_the_slot(tmp_path: Path) -> None:
    more = 'say takes as "Stops count."\nsay number as "Stops count."\nsay leaves as "Never."'
    for instance in trains(tmp_path, more).generate(30, seed=1):
        theory = " ".join(instance.record()["theory"])
        speaks = "takes" in theory or "number" in theory
        assert instance.question.count("Stops count.") == speaks
        assert "Never." not in instance.question


def test_a_note_on_a_slot_is_not_asked(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        trains(tmp_path, 'say takes asked as "How long?"')
    assert "a slot" in caught.value.diagnostics[0].message
