"""Whatever is altered in a record is found: a field of each shipped family, at random places."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from rspc.backends.smt.sat import Sat
from rspc.compiler.api import load
from rspc.compiler.dataset.verify.dataset import verify
from rspc.compiler.dataset.verify.verifier import Verifier
from rspc.dsl.diagnostics import SpecError

from ....turns import by_turns

SPECS = Path(__file__).parents[4] / "specs"
FAMILIES = sorted(SPECS.rglob("*.rspec"))
FIELDS = (
    *(
        "theory",
        "label",
        "certificate",
        "prompt",
        "options",
        "metrics",
        "params",
        "id",
        "query",
        "answer",
    ),
    *(
        "context",
        "question",
        "proof",
        "engines",
        "canonical",
        "index",
        "seed",
        "split",
        "params_hash",
    ),
    *("family", "family_hash", "logic", "task", "choices", "shape", "rspc", "spans"),
)
TURNS = int(os.environ.get("RSPC_AUDIT", "0"))
"""How many alterations of each family are tried; 0 for a few."""

SIGNS = 'abzXY019 .,-()`"_é'

Record = dict[str, Any]
Place = tuple[Any, ...]


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    yield at
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, part in parts:
        yield from places(part, (*at, key))


def altered(value: Any, chance: random.Random) -> Any:
    """Return another value: a byte of a text more, less or other, a number near by, members lost, doubled or moved."""
    match value:
        case bool():
            return chance.choice([not value, int(value), None])
        case str():
            at, sign = chance.randrange(len(value) + 1), chance.choice(SIGNS)
            rest = value[at + chance.randrange(2) :]
            return value[:at] + chance.choice(["", sign]) + rest
        case int() | float():
            return chance.choice([value + 1, value - 1, value * 10 + 1, float(value), str(value)])
        case list() if value:
            at = chance.randrange(len(value))
            return chance.choice([value[:at] + value[at + 1 :], [*value, value[at]]])
        case dict() if value:
            at = chance.choice(list(value))
            rest = {key: part for key, part in value.items() if key != at}
            return chance.choice([rest, {**rest, at: value[at]}])
        case _:
            return chance.choice([0, "x", False, ["x"]])


def corrupted(record: Record, field: str, chance: random.Random) -> tuple[Place, Record]:
    """Return a record with one thing in a field altered, and the place."""
    while True:
        copy = json.loads(json.dumps(record))
        at = chance.choice(list(places(copy[field], (field,))))
        home = copy
        for key in at[:-1]:
            home = home[key]
        home[at[-1]] = altered(home[at[-1]], chance)
        if json.dumps(copy) != json.dumps(record):
            return at, copy


@pytest.mark.parametrize("spec", by_turns(FAMILIES), ids=lambda spec: spec.stem)
def test_no_altered_byte_escapes(spec: Path) -> None:
    family = load(spec)
    number = FAMILIES.index(spec)
    classic = spec.parent != SPECS
    record = json.loads(json.dumps(family.instance(0, 0).record()))
    assert classic or verify(record, family).ok
    chance = random.Random(number)
    for turn in range(TURNS or (1 if classic else 5)):
        field = FIELDS[(number * 5 + turn) % len(FIELDS)]
        if field not in record:
            continue
        at, copy = corrupted(record, field, chance)
        report = verify(copy, family)
        found = {*report.counts, *(each.code for each in report.warnings)}
        expected = {"E0846", "E0805"} if field == "rspc" else found - {"E0846"}
        assert found & expected, f"{at}: {record[at[0]]!r} became {copy[at[0]]!r}"


ANSWERED = (
    *(
        "flat",
        "cheapest_flight",
        "flight_exists",
        "flight_count",
        "boardgame",
        "aspbench_verification",
    ),
    *(
        "aspbench_computation",
        "everyday/kinship",
        "everyday/trains",
        "everyday/tax",
        "classic/knapsack",
    ),
    "classic/agatha",
)
"""Families of all tasks."""


@pytest.mark.parametrize("name", ANSWERED)
def test_answers_of_another_version_are_those_of_their_labels(name: str) -> None:
    family = load(SPECS / f"{name}.rspec")
    record = json.loads(json.dumps(family.instance(0, 1).record()))
    record["rspc"] = "9.9"
    assert verify(record, family).counts == {"E0846": 1}
    assert verify(record, family, other_version=True).ok
    others = (*(record["choices"] or ()), "A", "B", "5")
    other = next(each for each in others if each != record["answer"])
    (fault,) = verify({**record, "answer": other}, family, other_version=True).faults
    assert (fault.code, fault.field) == ("E0841", "answer")
    doubled = {**record, "theory": [*record["theory"], record["theory"][-1]]}
    assert verify(doubled, family).counts["E0842"] == 1


@pytest.mark.parametrize("name", ["flight", "boardgame", "aspbench", "delta"])
def test_members_of_a_certificate_have_one_order(name: str) -> None:
    family = load(SPECS / f"{name}.rspec")
    record = json.loads(json.dumps(family.instance(0, 3).record()))
    assert verify(record, family).ok
    turned = dict(reversed(record["certificate"].items()))
    assert turned == record["certificate"]
    faults = verify({**record, "certificate": turned}, family).faults
    assert ("E0841", "certificate") in {(each.code, each.field) for each in faults}


def test_totals_are_answered_in_the_words_of_their_kind(tmp_path: Path) -> None:
    path = tmp_path / "fares.rspec"
    text = (SPECS / "flight_count.rspec").read_text("utf-8")
    start = text.index("# Those that leave later")
    path.write_text(f"{text[:start]}ask total price sum {{ from 40 of flight }}\n", "utf-8")
    family = load(path)
    record = {**json.loads(json.dumps(family.instance(0, 1).record())), "rspc": "9.9"}
    assert record["answer"].startswith("$")
    assert verify(record, family, other_version=True).ok
    other = {**record, "answer": record["answer"].removeprefix("$")}
    assert not verify(other, family, other_version=True).ok


def test_several_questions_in_one_record_are_verified_one_by_one(tmp_path: Path) -> None:
    text = (SPECS / "delta.rspec").read_text("utf-8")
    path = tmp_path / "delta.rspec"
    path.write_text(text.replace("questions (3 * (depth + 1))", "together on"), "utf-8")
    for document in SPECS.glob("delta*.jinja"):
        (tmp_path / document.name).write_text(document.read_text("utf-8"), "utf-8")
    family = load(path)
    record = json.loads(json.dumps(family.instance(0, 0, depth=0).record()))
    assert verify(record, family).ok
    questions = record["certificate"]["questions"]
    questions["1"], questions["2"] = questions["2"], questions["1"]
    assert verify(record, family).counts["E0841"] == 1


def test_a_verdict_is_confirmed_by_the_engine_that_is_asked() -> None:
    family = load(SPECS / "flat.rspec")
    record = json.loads(json.dumps(family.instance(0, 1).record()))
    assert verify(record, family, ["z3", "sat"]).ok
    record["label"] = "A" if record["label"] != "A" else "B"
    assert verify(record, family, ["sat"]).counts["E0843"] == 1
    for engine, code, repair in (
        ("satt", "E0213", "did you mean `sat`?"),
        ("sat,z3", "E0213", "name each engine separately, as in `--engine sat --engine z3`"),
        ("fixpoint", "E0701", "its engines are z3, evaluation"),
    ):
        with pytest.raises(SpecError) as error:
            verify(record, family, [engine])
        assert [(each.code, each.help) for each in error.value.diagnostics] == [(code, repair)]


def test_an_engine_that_this_machine_cannot_run_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    family = load(SPECS / "flat.rspec")
    monkeypatch.setattr(Sat, "lacks", staticmethod(lambda: "there is no solver"), raising=False)
    with pytest.raises(SpecError) as error:
        verify(family.instance(0, 1).record(), family, ["sat"])
    (fault,) = error.value.diagnostics
    assert (fault.code, fault.message) == (
        "E0705",
        "the engine `sat` cannot be used: there is no solver",
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("prompt", "\ud800"),
        ("index", "\ud800"),
        ("certificate", {1: {}}),
        ("certificate", {"kind": object()}),
        ("metrics", reduce(lambda inner, _: {"words": inner}, range(9_000), {})),
        ("seed", -1),
        ("rspc", ""),
        ("rspc", "an older one"),
    ],
)
def test_what_no_run_writes_is_a_fault(field: str, value: Any) -> None:
    family = load(SPECS / "flat.rspec")
    record = {**family.instance(0, 1).record(), field: value}
    assert [each.code for each in verify(record, family).faults] == ["E0805"]


def test_a_record_needs_its_family() -> None:
    with pytest.raises(SpecError) as error:
        verify({"id": "x"})
    assert error.value.diagnostics[0].code == "E0848"


def test_an_unreadable_statement_is_named() -> None:
    family = load(SPECS / "flat.rspec")
    record = json.loads(json.dumps(family.instance(0, 1).record()))
    record["theory"][0] += " and"
    fault = verify(record, family).faults[0]
    assert (fault.code, fault.field) == ("E0842", "theory.0")


def test_another_line_of_the_same_record_is_found() -> None:
    family = load(SPECS / "flat.rspec")
    record = json.loads(json.dumps(family.instance(0, 1).record()))
    verifier = Verifier(family)
    verifier.verify(record, json.dumps(record, ensure_ascii=False).encode() + b"\n")
    assert verifier.findings.report().counts == {"E0840": 1}


@pytest.mark.parametrize(
    ("id", "spans", "message"),
    [
        ("s9", [[0, 4]], "no statement `s9`"),
        ("s1", [], "no place"),
        ("s1", [[0, 100_000]], "not places"),
        ("s1", [[-1, 4]], "not places"),
        ("s1", [[4, 4]], "not places"),
        ("s1", [[8, 4]], "not places"),
        ("s1", [[8, 12], [0, 4]], "not places"),
    ],
)
def test_the_spans_of_a_record_of_any_version_are_places_in_its_prompt(
    id: str, spans: list[list[int]], message: str
) -> None:
    family = load(SPECS / "flight.rspec")
    record = json.loads(json.dumps(family.instance(index=0).record()))
    old = {**record, "rspc": "0.1.0"}
    assert "E0842" not in verify(old, family).counts
    found = verify({**old, "spans": {**record["spans"], id: spans}}, family)
    (fault,) = [each for each in found.faults if each.code == "E0842"]
    assert fault.field == f"spans.{id}"
    assert message in fault.message


@pytest.mark.parametrize("spans", [0, [[0, 4]], {"s1": [0, 4]}, {"s1": [[0]]}, {"s1": [[0, "4"]]}])
def test_spans_of_another_type_are_no_spans(spans: Any) -> None:
    family = load(SPECS / "flight.rspec")
    record = json.loads(json.dumps(family.instance(index=0).record()))
    (fault,) = verify({**record, "spans": spans}, family).faults
    assert (fault.code, fault.field[:5]) == ("E0805", "spans")


def test_a_record_of_an_older_version_has_no_spans() -> None:
    family = load(SPECS / "flight.rspec")
    record = json.loads(json.dumps(family.instance(index=0).record()))
    del record["spans"]
    assert verify({**record, "rspc": "0.1.0"}, family).counts == {"E0846": 1}
    (fault,) = verify(record, family).faults
    assert fault.code == "E0840"
