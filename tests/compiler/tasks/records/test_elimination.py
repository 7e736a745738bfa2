"""Why each wrong option is wrong: every true reason counts, and no other."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check

SPEC = Path(rspc.__file__).parent / "specs" / "proofs" / "flight_elimination.rspec"

SEATS = """family seats
logic constraint
record seat {
  row: integer = 1..20
  price: integer = 1..20
}
test near(?a) on row: row <= ?a
  where ?a = 1 of row
  say "it should be in row {{ a }} or before" else "it should be behind row {{ a }}"
  if "it is in row {{ a }} or before" else "it is behind row {{ a }}"
test cheap(?a) on price: price <= ?a
  where ?a = 1 of price
  say "it should cost {{ a }} or less" else "it should cost more than {{ a }}"
  if "it costs {{ a }} or less" else "it costs more than {{ a }}"
theory {
  row <= 12.
  price <= 9.
  row > 2 or price > 3.
}
ask elimination { options 4  from 60 of seat  matched off  KNOBS }
"""


@cache
def seats(folder: Path, knobs: str = "") -> rspc.Family:
    path = folder / "seats.rspec"
    path.write_text(SEATS.replace("KNOBS", knobs), "utf-8")
    return rspc.load(path)


def value(record: dict[str, Any], reply: str) -> float:
    return float(rspc.score(record, reply).value)


def violations(option: dict[str, Any]) -> list[int]:
    """Return the numbers of the sentences of `seats` that an option violates."""
    row, price = (int(str(option["values"][name])) for name in ("row", "price"))
    met = [row <= 12, price <= 9, row > 2 or price > 3]
    return [number for number, each in enumerate(met, 1) if not each]


def test_every_true_reason_counts_and_no_other(tmp_path: Path) -> None:
    family = seats(tmp_path)
    several = 0
    for instance in family.generate(12, seed=1):
        record = instance.record()
        reasons = {each["label"]: violations(each) for each in record["options"]}
        wrong = [name for name, numbers in reasons.items() if numbers]
        assert {*reasons} - {*wrong} == {record["label"]}
        assert record["metrics"]["reasons"] == sum(map(len, reasons.values()))
        several += any(len(numbers) > 1 for numbers in reasons.values())
        for named in product((1, 2, 3), repeat=len(wrong)):
            reply = "\n".join(
                f"{name} [{number}]" for name, number in zip(wrong, named, strict=True)
            )
            right = all(n in reasons[name] for name, n in zip(wrong, named, strict=True))
            assert value(record, reply) == right, reply
        assert value(record, record["answer"]) == 1
        assert value(record, record["answer"].rpartition("\n")[0]) == 0
        assert value(record, f"{record['answer']}\n{record['label']} [1]") == 0
    assert several


def test_a_dataset_is_verified_and_other_ways_to_write_count(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(app, ["compile", str(SPEC), "-n", "6", "-o", str(out)])
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["verify", str(out)]).exit_code == 0
    for record in rspc.records(out):
        answer = record["answer"]
        for reply in (
            answer,
            f"Here:\n\n```\n{answer}\n```\n",
            answer.replace(" [", " violates sentence [").lower(),
            "\n".join(f"- **{line}**" for line in answer.splitlines()),
            "\n".join(f"Option {line}." for line in answer.splitlines()),
            answer.replace("[", "(").replace("]", ")"),
            "\n".join(reversed(answer.splitlines())),
            f"<think>A [9]</think>{answer}",
            re.sub(r"\d", "9", answer) + f"\nNo, wait:\n{answer}",
            f"{answer}\n\nFinal answer:\n{answer}",
            re.sub(r"\d", "9", answer) + f"\n<answer>{answer}</answer>",
            f"\\boxed{{{answer}}}",
            "\n".join(f"{n}. {line}" for n, line in enumerate(answer.splitlines(), 1)),
            answer.replace("\n", "; "),
        ):
            assert value(record, reply) == 1, reply
        assert value(record, answer.replace(" [", " does not violate [")) == 0


def test_reasons_and_weights(tmp_path: Path) -> None:
    record = seats(tmp_path, "weight 0.5").instance(seed=2).record()
    lines = record["answer"].splitlines()
    right, total = record["label"], len(lines)
    name, number = lines[0][0], int(lines[0][3])
    own = record["reply"]["violated"][name]
    other = next(each for each in range(1, 5) if each not in own)
    for reply, share, reason in (
        ("", 0, "no line has an option, and in brackets the number of a sentence"),
        ("nothing [1]", 0, "no line has an option, and in brackets the number of a sentence"),
        (f"{right} [1]\n{lines[0]}", 0, f"option {right} is right"),
        (f"{name} []", 0, f"the line of option {name} has no number"),
        (f"{name} [{other}]", 0, f"option {name} does not violate sentence {other}"),
        (f"{name} [{number}, {other}]", 0, f"option {name} does not violate sentence {other}"),
        (lines[0], 1, f"option {lines[1][0]} is wrong, and has no line"),
    ):
        found = rspc.score(record, reply)
        assert found.reason == reason
        assert found.value == pytest.approx(share / total / 2, abs=1e-5)


WRONG = {
    "ask elimination p(a)": "E0421",
    "ask elimination { weight 2 }": "E0411",
    "ask elimination { from 60 of chair }": "E0201",
}


@pytest.mark.parametrize("ask", WRONG)
def test_wrong_questions_are_reported(ask: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rspec"
    path.write_text(SEATS[: SEATS.index("ask")] + ask + "\n", "utf-8")
    assert WRONG[ask] in [each.code for each in check(path)]
