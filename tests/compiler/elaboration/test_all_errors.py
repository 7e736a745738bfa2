"""All errors of a spec in one run: each where it stands, and nothing that only follows from another.

`RSPC_AUDIT=100` puts every two faults beside each other.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from rspc.compiler.api import check
from rspc.dsl.diagnostics import Diagnostic, render
from rspc.dsl.reserved import ITEM_WORDS

from ...turns import by_turns

OTHERS = int(os.environ.get("RSPC_AUDIT", "5"))
"""How many other faults each fault is put beside."""

PROGRAM = """family shop
"who may enter which room of a shop"
logic asp
use std.air: airports
param guests: int in 2..6 = 3 "how many guests there are"
param few: int in 1..9 = 4 "how many rules there are"
param tone: name in {plain, short} = plain "how the prompt is laid out"
preset Small { guests 2  few 2 }
level 1 { guests 3 }
choose noisy = {true: 1, false: 3}
pool names = {amir, beth, carlos, dana, emil, farah}
pool rooms = {hall, cellar, attic, office}
table floors(name, floor) = {(hall, 0), (cellar, 1), (attic, 2), (office, 3)}
choose top = (1..3) + 1
sort guest = guests of names
sort room = rooms
pred knows(guest, room)
pred enters(guest, room)
pred owns(guest, room)
fact known = [2] knows(?a, ?b) | owns(?a, ?b)
rule entry = knows(X, ?b) -> enters(X, ?b) | owns(X, ?b) -> enters(X, ?b)
theory {
  3 of known.
  few of entry.
  knows(amir, hall).
  knows(X, hall), not owns(X, attic) -> owns(X, cellar).
}
background { owns(X, hall) -> enters(X, hall). } say "Owners of the hall may enter it."
world closed: owns say "Nothing else is owned."
require answer_sets in 1..6
measure share = statements / top
ask computation { most 3 } "Which are the answer sets?"
say knows(?a, ?b) as "{{ a | capital }} knows the {{ b }}."
say owns(?a, ?b) as "{{ a | capital }} owns the {{ b }}."
document "std/page.md.jinja" when tone == plain
document "std/rules.md.jinja"
verify clingo, stability
"""

PROGRAM_FAULTS = [
    ("family shop\n", "famly shop\n", "E0107"),
    ("logic asp", "logic aspp", "E0213"),
    ("use std.air: airports", "use std.air: airportz", "E0201"),
    ("guests: int in 2..6 = 3", "guests: int in 2..6 = 9", "E0416"),
    ("few: int in 1..9", "few: int in 1..$9", "E0301"),
    ("tone: name in", "tone: nam in", "E0316"),
    ("preset Small { guests 2", "preset Small { guest 2", "E0418"),
    ("level 1 { guests 3", "level 3 { guests 3", "E0443"),
    ("choose noisy = {true: 1, false: 3}", "choose noisy = {true: 1, false: maybe}", "E0201"),
    ("emil, farah}", "emil farah}", "E0101"),
    ("pool rooms = {hall", "pool rooms = {hall, Xyz", "E0605"),
    ("(attic, 2)", "(attic, 2, 3)", "E0606"),
    ("choose top = (1..3) + 1", "choose top = (1..3) + bottom", "E0201"),
    ("sort room = rooms", "sort room = roms", "E0201"),
    ("pred owns(guest, room)", "pred owns(guest, rom)", "E0201"),
    ("fact known = [2] knows(?a, ?b)", "fact known = [2] knows(?a)", "E0306"),
    ("rule entry = knows(X, ?b)", "rule entry = know(X, ?b)", "E0205"),
    ("3 of known.", "3 of knwn.", "E0201"),
    ("knows(amir, hall).", "knows(amir, hal).", "E0313"),
    ("not owns(X, attic) ->", "not owns(X, attic) =>", "E0312"),
    ("may enter it.", "may enter it", "E0463"),
    ("closed: owns say", "shut: owns say", "E0466"),
    ("require answer_sets in", "require answer_set in", "E0201"),
    ("measure share = statements", "measure share = statement", "E0201"),
    ("{ most 3 }", "{ most 0 }", "E0411"),
    ("say knows(?a, ?b) as", "say knows(?a, ?b)", "E0101"),
    ("{{ a | capital }} owns", "{{ c | capital }} owns", "E0503"),
    ("when tone == plain", "when tone == 3", "E0303"),
    ('document "std/rules', 'document "std/roles', "E0601"),
    ("verify clingo, stability", "verify clingo, stabilty", "E0213"),
]

REQUIREMENT = """family homes
"someone says what a flat must be like"
logic constraint
param slots: int in 1..3 = 2 "how many properties count"
param options: int in 2..9 = 4 "how many flats are shown"
preset Hard { slots 3 }
pool towns = {oslo, rome, paris}
sort town = towns
table fares(town, fare) = {(oslo, 3), (rome, 5), (paris, 4)}
record flat {
  place: town
  rent: money = $600..$2400
  rooms: integer = 1..5
  fare: integer = fares[place]
}
test cheap(?v) on rent: rent <= ?v where ?v = round(1 of rent, $50)
  say "the rent {{ be }} at most {{ v }}" else "the rent {{ be }} above {{ v }}"
test big(?n) on rooms: rooms >= ?n where ?n = 1 of rooms
test near(?n) on fare: fare <= ?n where ?n = 1 of fare
theory product_of_sums { slots slots  minterms 2 }
require sums >= 2
measure load = literals / sums
ask choice { options options  correct 1  from 40 of flat  same {place} }
say flat as "A flat in {{ place }} with {{ rooms }} rooms for {{ rent }}."
verify z3, evaluation
"""

REQUIREMENT_FAULTS = [
    ("logic constraint", "logic constraints", "E0213"),
    ("slots: int in 1..3 = 2", "slots: int in 3..1 = 2", "E0404"),
    ("options: int in 2..9", "options int in 2..9", "E0101"),
    ("preset Hard { slots 3 }", "preset Hard { slots 7 }", "E0416"),
    ("pool towns = {oslo, rome", "pool towns = {oslo, Xyz", "E0605"),
    ("(rome, 5)", "(rome 5)", "E0101"),
    ("rent: money = $600..$2400", "rent: money = 600..2400", "E0301"),
    ("rooms: integer", "rooms: integers", "E0316"),
    ("fares[place]", "fare[place]", "E0201"),
    ("round(1 of rent, $50)", "round(1 of rent, 50)", "E0304"),
    ("test big(?n) on rooms", "test big(?n) on room", "E0201"),
    ("fare <= ?n where", "fare <= $3 where", "E0305"),
    ("theory product_of_sums", "theory product_of_sum", "E0213"),
    ("minterms 2", "minterms 99", "E0411"),
    ("require sums >= 2", "require sums >= oslo", "E0201"),
    ("measure load = literals / sums", "measure load = literal / sums", "E0201"),
    ("ask choice", "ask choise", "E0213"),
    ("same {place}", "same {places}", "E0201"),
    ("{{ rooms }} rooms", "{{ room }} rooms", "E0503"),
    ("{{ be }} at most {{ v }}", "{{ be }} at most {{ w }}", "E0503"),
    ("verify z3, evaluation", "verify z3, evaluations", "E0213"),
]

REASONING = """family crew
"who helps whom on a ship"
logic defeasible { variant blocking }
param depth: int in 1..3 = 2 "how many rules deep the proof goes"
choose conflict = {0: 1, 0.5: 1}
pool people = {baker, cook, judge, mason, nurse, tailor} split { train 0.5  test 0.5 }
sort person = people
pool deeds = {call, greet, help, visit}
pred from deeds(person, person)
rule chained = ~?p(?a, ?b) => ~?q(?b, ?c)
rule turned [2] = ~?p(?a, ?b) => ~?q(?b, ?a) when depth > 1
theory backward {
  depth depth
  negation { body 0.3 }
  conflict conflict
  distractors 1
}
require rules <= 9
measure part = rules / statements
ask entailment { labels {true: yes, false: no, unknown: open} }
say ?p(?a, ?b) as "The {{ a }} {{ p | third }} the {{ b }}."
say ?p(?a, ?b) as "the {{ a }} {{ p | third }} the {{ b }}" split train
verify metaprogram, fixpoint
"""

REASONING_FAULTS = [
    ("{ variant blocking }", "{ varyant blocking }", "E0412"),
    ("depth: int in 1..3", "depth: int in 1..3.5", "E0301"),
    ("choose conflict = {0: 1", "choose conflict = {0 1", "E0101"),
    ("split { train 0.5  test 0.5 }", "split { train 0.5  test 0.9 }", "E0402"),
    ("sort person = people", "sort person = persons", "E0201"),
    ("pred from deeds(", "pred from deed(", "E0201"),
    ("=> ~?q(?b, ?c)", "=> ~?q(?b, ?c", "E0105"),
    ("when depth > 1", "when depht > 1", "E0201"),
    ("negation { body 0.3 }", "negation { bodies 0.3 }", "E0412"),
    ("distractors 1", "distractors 99", "E0411"),
    ("require rules <= 9", "require rule <= 9", "E0201"),
    ("measure part = rules", "measure rules = rules", "E0202"),
    ("labels {true: yes, false: no", "labels {true: yes, falls: no", "E0411"),
    ('"The {{ a }}', '"The {{ a }', "E0501"),
    ("split train", "split trian", "E0423"),
    ("verify metaprogram, fixpoint", "verify metaprogram", "E0701"),
]

BASES = {
    "program": (PROGRAM, PROGRAM_FAULTS),
    "requirement": (REQUIREMENT, REQUIREMENT_FAULTS),
    "reasoning": (REASONING, REASONING_FAULTS),
}
FAULTS = [(base, fault) for base, (_, faults) in BASES.items() for fault in faults]


HIDDEN = {
    "sort room = rooms": ["knows(amir, hall)."],
    "slots: int in 1..3 = 2": ["preset Hard { slots 3 }"],
}
"""What cannot be judged where another part is wrong: a member of a sort, a value of a range."""


def damaged(text: str, faults: Sequence[tuple[str, str, str]]) -> str:
    for right, wrong, _ in faults:
        assert text.count(right) == 1, right
        text = text.replace(right, wrong)
    return text


def errors(text: str, folder: Path) -> list[Diagnostic]:
    path = folder / "main.rspec"
    path.write_text(text)
    return [each for each in check(path) if each.severity == "error"]


def codes(found: Sequence[Diagnostic]) -> list[str]:
    return sorted(each.code for each in found)


@pytest.mark.parametrize("base", BASES)
def test_the_families_that_are_damaged_are_right(base: str, tmp_path: Path) -> None:
    assert errors(BASES[base][0], tmp_path) == []


@pytest.mark.parametrize(("base", "fault"), FAULTS, ids=lambda each: str(each)[:40])
def test_a_fault_is_one_error(base: str, fault: tuple[str, str, str], tmp_path: Path) -> None:
    found = errors(damaged(BASES[base][0], [fault]), tmp_path)
    assert codes(found) == [fault[2]], "\n".join(map(render, found))


@pytest.mark.parametrize(("base", "fault"), by_turns(FAULTS), ids=lambda each: str(each)[:40])
def test_of_two_faults_both_are_reported(
    base: str, fault: tuple[str, str, str], tmp_path: Path
) -> None:
    text, faults = BASES[base]
    places = {each: text[: text.index(each[0])].count("\n") for each in faults}
    hidden = HIDDEN.get(fault[0], ())
    place = faults.index(fault)
    for other in [*faults, *faults][place + 1 : place + 1 + min(OTHERS, len(faults) - 1)]:
        if places[fault] != places[other] and other[0] not in hidden:
            found = errors(damaged(text, [fault, other]), tmp_path)
            expected = sorted([fault[2], other[2]])
            assert codes(found) == expected, "\n".join([str(other), *map(render, found)])


@pytest.mark.parametrize("base", BASES)
def test_all_faults_together_are_reported(base: str, tmp_path: Path) -> None:
    text, faults = BASES[base]
    lines: dict[int, tuple[str, str, str]] = {}
    for each in faults:
        if each[0] not in itertools.chain.from_iterable(HIDDEN.values()):
            lines.setdefault(text[: text.index(each[0])].count("\n"), each)
    found = errors(damaged(text, list(lines.values())), tmp_path)
    assert codes(found) == sorted(code for _, _, code in lines.values())


def test_each_kind_of_item_is_damaged() -> None:
    damaged_lines = {
        text[: text.index(right)].count("\n")
        for text, faults in BASES.values()
        for right, _, _ in faults
    }
    assert damaged_lines
    words = {line.split()[0] for text, _ in BASES.values() for line in text.splitlines() if line}
    elsewhere = {
        "module",
        "style",
        "knowledge",
        "syntax",
        "axiom",
        "clue",
        "query",
        "role",
        "concept",
        "grid",
        "gather",
        "discourse",
    }
    assert words & ITEM_WORDS == ITEM_WORDS - elsewhere
