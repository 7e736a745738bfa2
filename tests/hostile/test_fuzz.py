"""Damaged specs and datasets, drawn by a seed: each is read, or refused in words."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import check
from rspc.compiler.dataset.dedup import dedup
from rspc.compiler.dataset.formats import read
from rspc.compiler.dataset.formats.page import page
from rspc.compiler.dataset.stats.stats import stats
from rspc.dsl.diagnostics import SpecError

from .datasets import dataset

CASES = Path(__file__).parents[1] / "cases"
SPECS = sorted(each for each in (CASES / "good").rglob("*.rspec") if each.stat().st_size < 1500)
FEW, MANY = 150, 10_000
SEED = int(os.environ.get("RSPC_SEED", "0"))
SHARES = 25
"""Into so many tests the many are cut, for as many processes."""

ODD = (
    *(
        b"\0",
        b"\xff",
        b"\xed\xa0\x80",
        b"\xe2\x80\xae",
        b"\x1b[2J",
        b"\r",
        b"\xc2\x9b",
        b"\xef\xbb\xbf",
    ),
    *(
        b"{",
        b"}",
        b"(",
        b")",
        b'"',
        b"`",
        b"[",
        b"]",
        b"\\",
        b"\n\n",
        b"9" * 40,
        b"-",
        b"1e999",
        b"null",
    ),
    *(b"?", b"..", b" of ", b"not ", b"<e>", b"$", b"%", b"{{", b"{%", b"{# ", b'"a":', b"~", b"|"),
)


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Cut, doubled, moved, overwritten: one to six wounds."""
    found = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(found) + 1)
        size = min(chance.choice((1, 1, 2, 5, 20, 200)), len(found) - at)
        match chance.randrange(6):
            case 0:
                del found[at : at + size]
            case 1:
                found[at:at] = found[at : at + size] * chance.choice((1, 2, 30))
            case 2:
                found[at:at] = chance.choice(ODD)
            case 3:
                found[at : at + size] = bytes(chance.randrange(256) for _ in range(size))
            case 4:
                part = found[at : at + size]
                del found[at : at + size]
                place = chance.randrange(len(found) + 1)
                found[place:place] = part
            case _:
                found[at : at + 1] = bytes([found[at] ^ 1 << chance.randrange(8)]) if size else b""
    return bytes(found)


def fuzz_specs(start: int, stop: int, folder: Path) -> None:
    for number in range(start, stop):
        chance = random.Random(f"spec {SEED} {number}")
        source = chance.choice(SPECS)
        path = folder / "x.rspec"
        path.write_bytes(damaged(source.read_bytes(), chance))
        try:
            found = check(path)
        except SpecError as error:
            found = error.diagnostics
        assert all(each.code and each.message for each in found), (number, source)


@cache
def family() -> rspc.Family:
    return rspc.load(dataset() / "family.json")


def verified(folder: Path) -> None:
    rspc.verify(folder, family())


def shown(folder: Path) -> None:
    page(read.find(folder))


def measured(folder: Path) -> None:
    stats(folder)


def reduced(folder: Path) -> None:
    dedup(folder, folder.with_name("other"), force=True)


def scored(folder: Path) -> None:
    for record in rspc.records(folder):
        with contextlib.suppress(KeyError):  # of a field that a task reads and the record lacks
            rspc.score(record, str(record.get("answer")))


USES: tuple[Callable[[Path], None], ...] = (verified, verified, shown, measured, reduced, scored)


def fuzz_datasets(start: int, stop: int, folder: Path) -> None:
    for number in range(start, stop):
        chance = random.Random(f"dataset {SEED} {number}")
        copy = folder / "set"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(dataset(), copy)
        places = [each for each in sorted(copy.rglob("*")) if each.is_file()]
        weights = [6 if each.suffix in (".jsonl", ".json") else 1 for each in places]
        (path,) = chance.choices(places, weights)
        path.write_bytes(damaged(path.read_bytes(), chance))
        with contextlib.suppress(SpecError):
            chance.choice(USES)(copy)


@pytest.mark.parametrize("share", range(3))
def test_damaged_specs(share: int, tmp_path: Path) -> None:
    fuzz_specs(share * FEW // 3, (share + 1) * FEW // 3, tmp_path)


@pytest.mark.parametrize("share", range(3))
def test_damaged_datasets(share: int, tmp_path: Path) -> None:
    fuzz_datasets(share * FEW // 3, (share + 1) * FEW // 3, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("share", range(SHARES))
def test_many_damaged_specs(share: int, tmp_path: Path) -> None:
    fuzz_specs(share * MANY // SHARES, (share + 1) * MANY // SHARES, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("share", range(SHARES))
def test_many_damaged_datasets(share: int, tmp_path: Path) -> None:
    fuzz_datasets(share * MANY // SHARES, (share + 1) * MANY // SHARES, tmp_path)


def test_damage_hangs_on_the_seed_alone() -> None:
    content = json.dumps({"a": [1, 2, 3]}).encode() * 9
    made = [damaged(content, random.Random("x")) for _ in range(2)]
    assert made[0] == made[1] != content
