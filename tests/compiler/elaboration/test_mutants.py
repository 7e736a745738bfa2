"""Shipped specs with one token deleted, doubled or replaced: each is read or refused, and nothing fails."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from rspc.compiler.api import check
from rspc.dsl.diagnostics import render

from ...turns import by_turns

SPECS = Path(__file__).parents[3] / "specs"
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|`[^`]*`|[\w?]+|\s+|->|=>|\.\.|.', re.DOTALL)
INSTEAD = (
    *('"x"', "Xyz", "?x", "`a b`", "{", "}", "(", ")", "..", "=", "==", "not", "{a, b}", "true"),
    *("0", "-1", "3.5", "30%", "$5", "1e9", "2024-01-01", "07:30", "2h", "9" * 20),
    '"{{ x.items }}"',
)
INTERNAL = re.compile(r"NoneType|builtin_|Traceback|KeyError|ValueError|TypeError|\bsign \d")


def mutant(text: str, draw: random.Random) -> str:
    tokens = TOKEN.findall(text)
    places = [place for place, token in enumerate(tokens) if not token.isspace()]
    place, other = draw.choice(places), draw.choice(places)
    match draw.randrange(5):
        case 0:
            tokens[place] = ""
        case 1:
            tokens[place] = f"{tokens[place]} {tokens[place]}"
        case 2:
            tokens[place] = draw.choice(INSTEAD)
        case 3:
            tokens[place] = tokens[other]
        case _:
            tokens[place], tokens[other] = tokens[other], tokens[place]
    return "".join(tokens)


@pytest.mark.parametrize("seed", by_turns(range(8)))
def test_a_mutant_of_a_shipped_spec_is_checked_or_refused(seed: int, tmp_path: Path) -> None:
    shutil.copytree(SPECS, tmp_path / "specs")
    draw = random.Random(seed)
    paths = sorted((tmp_path / "specs").rglob("*.rspec"))
    for _ in range(25):
        path = draw.choice(paths)
        text = path.read_text("utf-8")
        path.write_text(mutant(text, draw), "utf-8")
        for each in check(path):
            assert not INTERNAL.search(render(each)), render(each)
        path.write_text(text, "utf-8")
