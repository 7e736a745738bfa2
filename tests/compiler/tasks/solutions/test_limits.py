"""Replies by unknown authors are judged within 2 seconds of CPU time and 256 MB of memory, or score 0."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc import score
from rspc.compiler.tasks.solutions import process
from rspc.compiler.tasks.solutions.judged import SPENT

from ....pace import in_time

MEGABYTES = 256
SECONDS = 2.0
START = 1.0
"""Seconds of CPU time in which the process that judges starts."""

SIZE = 10_000_000

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="memory is measured as Linux reports it"
)

SPECS = Path(rspc.__file__).parent / "specs"

ASKED = {
    "pairs": "{ form pairs }",
    "lines": '{ form lines } "Which?" as "{{ A }} is {{ C }}"',
    "json": "{ form json }",
}

TRIP = """family trip
logic constraint
record trip {
  town: one of {rome: 0.5, oslo: 0.5}
  days: integer = 1..3
  cost: integer = 1..9
}
theory {
  town == rome or days > 2.
  days * cost < 20.
}
ask solution { town, days, cost } "Which trip?"
"""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Return a record of each form."""
    here = tmp_path_factory.mktemp("records")
    colouring = (SPECS / "classic/colouring.rspec").read_text("utf-8")
    texts = {
        form: f"{colouring[: colouring.index('ask ')]}ask solution {{ painted(A, C) }} {asked}\n"
        for form, asked in ASKED.items()
    }
    found: dict[str, dict[str, Any]] = {}
    for form, text in {**texts, "slots": TRIP}.items():
        path = here / f"{form}.rspec"
        path.write_text(text if '"Which' in text else text.rstrip() + ' "Which?"\n', "utf-8")
        found[form] = rspc.load(path).instance().record()
    found["grid"] = rspc.load(SPECS / "published/zebralogic.rspec").instance().record()
    return found


def pairs(number: int, line: str, between: str = "\n") -> str:
    return between.join(line.format(each) for each in range(number))


def hostile() -> Iterator[tuple[str, str]]:
    yield "letters", "x" * SIZE
    yield "words", "ab " * (SIZE // 3)
    yield "emoji", "\U0001f600" * (SIZE // 4)
    yield "ends of thoughts", "ab</think>" * (SIZE // 10)
    yield "thoughts", "<think>a" * (SIZE // 8)
    yield "answers", '{"answer": "Avania = red"} ' * (SIZE // 27)
    yield "deep object", '{"a":' * 200_000 + "1" + "}" * 200_000
    yield "deep object that is read", '{"a":' * 8_000 + "1" + "}" * 8_000
    yield "deep list", "[" * 24_000 + "]" * 24_000
    yield "deep answer", '{"answer": ' * 4_000 + "1" + "}" * 4_000
    yield "pairs", pairs(1_000_000, "land {} = red")
    yield "sentences", pairs(1_000_000, "land {} is red")
    yield "one pair", "avania = red\n" * 800_000
    yield "pairs in an object", "{" + pairs(1_000_000, '"{}": "red"', ",") + "}"
    yield "digits", "9" * SIZE
    yield "days", f"town = rome\ndays = {'9' * 199}\ncost = 1"
    yield "days of a million digits", f"town = rome\ndays = {'9' * 1_000_000}\ncost = 1"
    yield "exponent", "town = rome\ndays = 1e999999999\ncost = 1"
    yield "fraction", f"town = rome\ndays = 1/{'3' * 100}\ncost = 1"
    yield "number in an object", f'{{"answer": {"9" * 40_000}}}'
    yield "exponent in an object", '{"answer": {"avania": 1e400000}}'
    yield "columns", f"|{pairs(100_000, '{}', '|')}|\n|{'a|' * 100_000}"
    yield "columns that are read", f"|{'1|' * 20_000}\n" * 2
    yield "cells", ("|" + "1|" * 300 + "\n") * 20_000
    yield "ligatures", "\ufdfa" * 1_000_000
    yield "ligatures in pairs", "\ufdfa = red\n" * 100_000
    yield "accents", ("a" + "\u0300" * 40) * 100_000
    yield "dotted capitals", "\u0130 = red\n" * 100_000
    yield "turns", "\u202e" * SIZE
    yield "joiners", "avania\u200d = red\n" * 100_000
    yield "zeros", "\0" * SIZE
    yield "halves", "\ud800" * 1_000_000
    yield "boxes", "\\boxed{" * 7_000 + "}" * 7_000


HOSTILE = dict(hostile())


def peak() -> int:
    """Return the largest memory of this process since `forget_peak`, in bytes."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmHWM:")[1].split()[0]) << 10


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", "ascii")


LONG = 5_000_000
"""Replies of more characters are tried in two forms alone."""

CASES = [
    (form, name)
    for form in (*ASKED, "grid", "slots")
    for name, text in HOSTILE.items()
    if len(text) < LONG or form in ("pairs", "json")
]


@pytest.mark.parametrize(("form", "name"), CASES)
def test_a_hostile_reply_is_scored_in_little_memory(
    records: dict[str, dict[str, Any]], form: str, name: str
) -> None:
    score(records[form], records[form]["answer"])  # what is loaded once is not counted
    forget_peak()
    before = peak()
    found = in_time(SECONDS, lambda: score(records[form], HOSTILE[name]))
    assert peak() - before < MEGABYTES << 20
    assert found.value == 0
    assert found.reason


HARD = """family hard
logic asp
sort row = 1..{size}
pred row(row)
pred queen(row, row)
pred hole(row, row)
theory {{
  row(1..{size}).
  row(P) -> 1 {{ hole(P, H) : row(H), H < {size} }} 1.
  hole(P, H), hole(Q, H), P < Q, queen(1, 2) -> false.
  row(R) -> 1 {{ queen(R, C) : row(C) }} 1.
}}
ask solution {{ queen(R, C) }} "Which?"
"""
"""The pigeons of this program have no holes where the first queen stands in the second column."""


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("hard") / "hard.rspec"
    path.write_text(HARD.format(size=12), "utf-8")
    record: dict[str, Any] = rspc.load(path).instance().record()
    return record


def queens(column: int) -> str:
    return "\n".join(f"{row} = {column}" for row in range(1, 13))


def judge(record: dict[str, Any], reply: str) -> Any:
    """Return the score of a reply; AssertionError if this process and the one that judges take too much CPU time."""

    def run() -> Any:
        found = score(record, reply)
        process._JUDGE.close()
        return found

    process._JUDGE.close()
    return in_time(SECONDS + START, run)


def test_a_reply_that_makes_a_program_hard_is_judged_in_time(hard: dict[str, Any]) -> None:
    score(hard, queens(2))
    found = judge(hard, queens(2))
    assert (found.value, found.reason) == (0, SPENT)
    assert score(hard, queens(3)).value == 1


@pytest.mark.parametrize(
    "statements",
    [
        ("big(1..3000, 1..3000)",),
        ("big(1..100000000)",),
        ("n(0)", "n(X) -> n(X + 1)"),
        (
            "row(A), row(B), row(C), row(D), row(E), row(F), row(G), row(H), "
            "A + B + C + D + E + F + G + H > 1000 -> odd(A)",
        ),
    ],
)
def test_a_program_that_fills_the_memory_ends_in_a_score(
    hard: dict[str, Any], statements: tuple[str, ...]
) -> None:
    theory = [*hard["theory"], *(f"x{at}: {text}" for at, text in enumerate(statements))]
    forget_peak()
    before = peak()
    found = judge({**hard, "theory": theory}, queens(3))
    assert (found.value, found.reason) == (0, SPENT)
    assert peak() - before < MEGABYTES << 20
    assert score(hard, queens(3)).value == 1


PIGEONS = 14


def test_requirements_that_are_hard_are_judged_in_time(tmp_path: Path) -> None:
    holes = ", ".join(f"h{each}" for each in range(PIGEONS - 1))
    slots = "\n".join(f"  p{each}: hole" for each in range(PIGEONS))
    text = (
        f"family pigeons\nlogic constraint\nsort hole = {{{holes}}}\nrecord r {{\n{slots}\n}}\n"
        'theory {\n  p0 == h0 or p0 != h0.\n}\nask solution { p0 } { from (40 of r) } "Which?"\n'
    )
    path = tmp_path / "pigeons.rspec"
    path.write_text(text, "utf-8")
    record = rspc.load(path).instance().record()
    differ = [f"q{a}_{b}: p{a} != p{b}" for a in range(PIGEONS) for b in range(a)]
    hard = {**record, "theory": [*record["theory"], *differ]}
    score(record, "p0 = h1")
    forget_peak()
    before = peak()
    found = judge(hard, "p0 = h1")
    assert (found.value, found.reason) == (0, SPENT)
    assert peak() - before < MEGABYTES << 20
    assert score(record, "p0 = h1").value == 1


def test_the_other_process_gets_no_more_memory() -> None:
    """With the limit, a process that fills its memory ends with an error of Python, or is ended."""
    program = (
        "from rspc.compiler.tasks.solutions.process import _limit, MEMORY\n"
        "_limit(60)\n"
        "try:\n"
        "    filled = bytearray(MEMORY + (16 << 20))\n"
        "except MemoryError:\n"
        "    print('refused')\n"
        "_limit(None)\n"
        "print(len(bytearray(MEMORY + (16 << 20))) > MEMORY)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["refused", "True"]


def test_the_other_process_is_used_again_and_replaced(
    hard: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is quick is judged without it; with no time for that, one process judges one reply after the other."""
    process._JUDGE.close()
    assert score(hard, queens(3)).value == 1
    assert process._JUDGE._process is None

    def refuse(*args: object) -> None:
        return None

    monkeypatch.setattr(process, "_judge_here", refuse)
    monkeypatch.setattr(process, "MOST", 3)
    used = []
    for column in (3, 4, 5, 6):
        assert score(hard, queens(column)).value == 1
        assert process._JUDGE._process is not None
        used.append(process._JUDGE._process.pid)
    assert used[0] == used[1] == used[2] != used[3]
    process._JUDGE._process.kill()
    process._JUDGE._process.wait()
    assert score(hard, queens(7)).value == 1
    process._JUDGE.close()


def test_many_usual_replies_are_judged_in_one_process(records: dict[str, dict[str, Any]]) -> None:
    process._JUDGE.close()

    def run() -> None:
        for record in records.values():
            for _ in range(20):
                score(record, record["answer"])
                score(record, record["answer"][::-1])

    in_time(10, run)
    assert process._JUDGE._process is None
