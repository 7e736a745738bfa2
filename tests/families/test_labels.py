"""Every rule of a prompt has a number, in order, and whatever is cited stands in the same problem.

`RSPC_AUDIT=1000` looks at so many records of each family.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from rspc.compiler.api import Family, load
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir

SPECS = Path(__file__).parents[2] / "specs"
N = int(os.environ.get("RSPC_AUDIT", "30"))
FAMILIES = [
    ("boardgame", {}),
    ("boardgame", {"prompt": "few_shot"}),
    ("boardgame", {"conflict": 0}),
    ("boardgame_binary", {}),
    ("boardgame_binary", {"prompt": "few_shot"}),
    ("policies", {}),
    ("policies", {"prompt": "few_shot"}),
    ("everyday/club", {}),
]
SETTINGS = pytest.mark.parametrize(
    ("name", "settings"), FAMILIES, ids=["-".join([n, *map(str, s.values())]) for n, s in FAMILIES]
)

INTRODUCED = re.compile(r"^Rule (\w+): (.+)\.$")
CITED = re.compile(r"\b[Rr]ule (r\w*)(?: \(([^()]+(?:\([^()]*\)[^()]*)*)\))?")
OTHER_LABEL = re.compile(r"\((?:[a-z]\d+)\)|\brule [^r\s]\d+")


@cache
def family(name: str) -> Family:
    return load(SPECS / f"{name}.rspec")


def made(name: str, settings: dict[str, object]) -> tuple[Instance, ...]:
    return generated(name, *settings.items())


@cache
def generated(name: str, *settings: tuple[str, object]) -> tuple[Instance, ...]:
    return tuple(family(name).generate(N, seed=11, **dict(settings)))


def problems(text: str) -> list[list[str]]:
    """Return the lines of each problem that a prompt shows."""
    parts = re.split(r"^Problem \d+.*$", text, flags=re.MULTILINE)
    return [part.splitlines() for part in (parts[1:] or parts)]


@SETTINGS
def test_rules_are_numbered_in_the_order_of_the_prompt(
    name: str, settings: dict[str, object]
) -> None:
    for instance in made(name, settings):
        for lines in problems(instance.text):
            numbers = [found[1] for found in map(INTRODUCED.match, lines) if found]
            assert numbers == [f"r{number}" for number in range(1, len(numbers) + 1)]
            assert numbers


@SETTINGS
def test_what_is_cited_is_shown_in_the_same_problem(name: str, settings: dict[str, object]) -> None:
    """Preferences and proofs name rules of their own problem, and quote them as they stand there."""
    cited = 0
    for instance in made(name, settings):
        for lines in problems(instance.text):
            shown = dict(found.groups() for found in map(INTRODUCED.match, lines) if found)
            others = [line for line in lines if not INTRODUCED.match(line)]
            cited += cites(others, shown)
    assert cited or settings == {"conflict": 0}


def cites(lines: list[str], shown: dict[str, str]) -> int:
    count = 0
    for line in lines:
        assert not OTHER_LABEL.search(line), line
        for label, quoted in CITED.findall(line):
            count += 1
            assert label in shown, line
            assert not quoted or quoted == shown[label], line
    return count


@SETTINGS
def test_the_record_has_the_numbers_of_its_prompt(name: str, settings: dict[str, object]) -> None:
    """Theory, certificate and proof name a rule as the prompt does; what is hidden has no such number."""
    for instance in made(name, settings):
        shown = dict(f.groups() for f in map(INTRODUCED.match, problems(instance.text)[-1]) if f)
        rules = {
            each.id: each
            for each in instance.theory.statements
            if isinstance(each.statement, ir.Rule)
        }
        visible = {id: instance.sentences[id] for id in rules if id in instance.sentences}
        assert {id: f"{text}." for id, text in shown.items()} == visible
        hidden = [id for id in rules if id not in visible]
        assert all(re.fullmatch(r"k\d+", id) for id in hidden)
        proof = [each["text"] for each in instance.proof or ()]
        cites(proof, shown)
        assert {id for each in instance.proof or () for id in each["beats"]} <= shown.keys()
        steps = instance.certificate["steps"]
        known = {each.id for each in instance.theory.statements}
        assert {each["rule"].partition(".")[0] for each in steps if "rule" in each} <= known


def test_a_proof_names_no_statement_by_an_id_that_the_prompt_does_not_show() -> None:
    """In a logic that introduces no rule by name, sentences are quoted without their ids."""
    for instance in made("charter", {}):
        for step in instance.proof or ():
            assert not OTHER_LABEL.search(step["text"]), step["text"]
            assert step["uses"] or "model" in step["text"] or step["from"]


SPEC = """family staff
logic defeasible
sort person = {ann, bob, cid, dan, eve, fay}
pool deeds = {bakes, cooks, digs, draws, fishes, hunts, knits, paints, reads, sews, sings, writes}
pred from deeds(person)
pred old(person)
pred rich(person)
rule one = ~?p(X) => ~?q(X)
theory backward { depth 2  conflict 1  distractors 1 } with {
  old(X) => -rich(X).
  house: old(X) => rich(X).
  house > r1.
}
ask entailment
"""


def test_what_a_strategy_draws_is_numbered_after_what_is_written_out(tmp_path: Path) -> None:
    path = tmp_path / "staff.rspec"
    path.write_text(SPEC, "utf-8")
    for instance in load(path).generate(9, seed=3):
        rules = [s.id for s in instance.theory.statements if isinstance(s.statement, ir.Rule)]
        assert rules == ["r1", "house", *(f"r{number}" for number in range(2, len(rules)))]
        assert re.findall(r"Rule (\w+): ", instance.text) == rules
