"""Keys: what a scorer needs of a record, as one string, for every shipped family."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rspc
from rspc.compiler.contract import plugins
from rspc.compiler.replies import FORMS

SPECS = Path(rspc.__file__).parent / "specs"
FAMILIES = sorted(
    path.relative_to(SPECS).with_suffix("").as_posix() for path in SPECS.rglob("*.rspec")
)
GARBAGE = (
    "",
    "purple elephants",
    "Perhaps yes, perhaps no.",
    "A, B, C, D or E",
    "{p(a), q(b)}",
    "7",
)


@cache
def record(name: str) -> dict[str, Any]:
    return rspc.load(SPECS / f"{name}.rspec").instance(seed=0, index=0).record()


def row(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as the tables of other packages have it: structures are strings of JSON."""
    return {
        name: value if isinstance(value, str | int) else json.dumps(value)
        for name, value in record.items()
    }


@pytest.mark.parametrize("name", FAMILIES)
def test_a_key_scores_as_its_record(name: str) -> None:
    own = record(name)
    keys = [
        rspc.key(own),
        rspc.key(own, proof=True),
        rspc.key(row(own)),
        rspc.key(own, form="boxed"),
    ]
    right = own["answer"]
    replies = [right, f"Let me see. The answer is {right}.", own["prompt"], *GARBAGE]
    replies += [form.write(right) for form in FORMS.values()]
    expected = [rspc.score(own, reply) for reply in replies]
    assert expected[0].value == expected[-1].value == 1
    for key in keys:
        assert [rspc.score(key, reply) for reply in replies] == expected


@pytest.mark.parametrize("name", FAMILIES)
def test_garbage_scores_nothing(name: str) -> None:
    own = record(name)
    for reply in GARBAGE[:3]:
        if reply != own["answer"]:
            assert rspc.score(rspc.key(own), reply).value == 0


@pytest.mark.parametrize("name", FAMILIES)
def test_a_key_has_only_what_its_task_reads(name: str) -> None:
    own = record(name)
    found = json.loads(rspc.key(own))
    reads = plugins.load(plugins.TASKS, own["task"]).reads
    named = {path.partition(".")[0] for path in reads}
    assert set(found) == {"id", "task", "prompt", "question", "answer"} | named
    assert len(rspc.key(own)) < len(msgspec.json.encode(own))


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("", "a key cannot be read"),
        ("no", "a key cannot be read"),
        ("[1]", "a key cannot be read"),
        ("{}", "it names no task"),
        ('{"task": "value", "form": "loud"}', "there is no form `loud` of answers"),
        ('{"task": "valeu"}', "not installed: `valeu`"),
        ("[" * 100_000, "a key cannot be read"),
    ],
)
def test_a_bad_key_is_reported(key: str, why: str) -> None:
    with pytest.raises(rspc.SpecError) as caught:
        rspc.score(key, "yes")
    (found,) = caught.value.diagnostics
    assert found.code == "E0805"
    assert why in found.message
    assert found.help
