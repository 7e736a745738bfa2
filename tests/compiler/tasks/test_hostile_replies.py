"""Whatever a reply to a judged task is, it is judged within two seconds and a quarter of a gigabyte."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.tasks.solutions import process

from ...pace import in_time

SPECS = Path(rspc.__file__).parent / "specs"
FAMILIES = {
    path.stem: path
    for folder in ("repairs", "proofs", "errors", "formalisations")
    for path in sorted((SPECS / folder).glob("*.rspec"))
} | {"sudoku": SPECS / "classic" / "sudoku.rspec"}

SECONDS = 2.0
START = 1.0
"""Seconds of CPU time in which the process that judges starts."""

MEGABYTES = 256


@cache
def record(family: str) -> dict[str, Any]:
    """Return a record whose answer is not 1, which many replies have in them by chance."""
    made = rspc.load(FAMILIES[family]).generate(9, seed=1)
    return next(found for each in made if (found := each.record())["answer"] != "1")


def statements(found: Mapping[str, Any]) -> list[str]:
    return [text.split(":", 1)[1].strip() for text in found["theory"]]


def proof(steps: list[str], cited: str) -> str:
    return "\n".join(f"{n}. {step} [{cited}]" for n, step in enumerate(steps, 1))


LONG_JOIN = ", ".join(f"zz(A{n}, B{n})" for n in range(12))
NAMES = ", ".join(f"A{n}" for n in range(12))

HOSTILE = {
    "nothing": "",
    "a long line": "p" * 1_000_000,
    "a long line of an answer": "The answer is: " + "p(" * 300_000 + ")" * 300_000,
    "a million steps": "\n".join(f"{n}. p [777]" for n in range(1, 1_000_001)),
    "a million statements": "```\n" + "p(a)\n" * 1_000_000 + "```",
    "an endless program": "```\np(0)\np(X) -> p(X + 1)\n```",
    "an endless program of clingo": "```\np(0). p(X+1) :- p(X).\n```",
    "a long join": f"```\nzz(a, b)\n{LONG_JOIN} -> zz({NAMES})\n```",
    "deep": "```\n" + "(" * 9_000 + "p" + ")" * 9_000 + "\n```",
    "deep negation": "```\na : " + "not " * 9_000 + "p\n```",
    "numbers": "1. p [" + ", ".join(map(str, range(100_000))) + "]",
    "a number": "9" * 1_000_000,
    "zeros": "\0" * 1_000_000,
}


def replies(found: Mapping[str, Any]) -> dict[str, str]:
    every = statements(found)
    return {
        **HOSTILE,
        "the prompt": found["prompt"],
        "every statement as a proof": proof(every, ", ".join(map(str, range(1, len(every) + 1)))),
        "something else": f"1. {every[0]} [1]\n```\n{every[0]}\n```",
        "every number": ", ".join(map(str, range(1, 2 * len(every) + 2))),
    }


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_replies_score_nothing_in_time(family: str) -> None:
    found = record(family)
    assert rspc.score(found, found["answer"]).value == 1
    for name, reply in replies(found).items():
        process._JUDGE.close()
        memory = peak()
        score = in_time(SECONDS + START, partial(judge, found, reply))
        assert score.value == 0, (name, score)
        assert score.reason, name
        assert peak() - memory < MEGABYTES << 20, name


def judge(found: dict[str, Any], reply: str) -> rspc.Score:
    """Return the score of a reply, and end the process that judged it, so that its time counts."""
    score = rspc.score(found, reply)
    process._JUDGE.close()
    return score


def peak() -> int:
    """Return the largest memory of this process, in bytes."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmHWM:")[1].split()[0]) << 10
