"""The compiler's outputs for a family that uses every kind of slot, byte for byte.

A change here changes what a seed gives: users who pinned a version notice. `pytest tests/golden --update-golden`
writes the files anew; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rspc.compiler.api import Family, load

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def garden() -> Family:
    return load(HERE / "garden.rspec")


def same(name: str, content: str, update: bool) -> None:
    file = HERE / name
    if update:
        file.write_text(content, encoding="utf-8")
    assert content == file.read_text(encoding="utf-8")


def test_the_tests_are_proved(garden: Family) -> None:
    garden.prove()


@pytest.mark.parametrize("index", range(4))
def test_prompts_and_encodings(garden: Family, index: int, update: bool) -> None:
    instance = garden.instance(seed=5, index=index)
    same(f"garden-{index}.txt", f"{instance.text}\n{instance.answer}\n", update)
    for name, encoding in instance.encodings().items():
        same(f"garden-{index}.{name}{encoding.suffix}", encoding.text, update)


def test_records(garden: Family, update: bool) -> None:
    records = [garden.instance(seed=5, index=index).record() for index in range(6)]
    lines = [msgspec.json.encode(each).decode() for each in records]
    same("garden.jsonl", "\n".join(lines) + "\n", update)
