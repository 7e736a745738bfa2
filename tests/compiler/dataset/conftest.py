"""A family that draws numbers, so that runs can be tested without a language or an engine."""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from rspc.compiler.contract import Encoding
from rspc.compiler.dataset.runs.plan import Plan
from rspc.compiler.dataset.runs.sweep import Setting
from rspc.compiler.language import english
from rspc.dsl.diagnostics import Diagnostic, SpecError

ONE = (Setting("", {}),)


@dataclass(frozen=True)
class Drawn:
    id: str
    index: int
    text: str
    label: str
    answer: str
    params: Mapping[str, Any]
    rejections: Mapping[str, int]
    drops: Mapping[str, int] = field(default_factory=dict)
    task: str = "odd"

    def record(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "family": "numbers",
            "family_hash": "abc123",
            "params_hash": "0",
            "rspc": "0",
            "seed": 0,
            "index": self.index,
            "split": "",
            "logic": "counting",
            "task": "odd",
            "params": dict(self.params),
            "prompt": self.text,
            "context": "",
            "question": self.text,
            "options": None,
            "answer": self.answer,
            "label": self.label,
            "theory": ["s1: a number"],
            "query": "odd",
            "certificate": {},
            "engines": {"engine": self.label},
            "metrics": {},
        }

    def encodings(self) -> dict[str, Encoding]:
        return {"engine": Encoding(".smt2", f"; {self.id}")}


@dataclass
class Numbers:
    """A stand-in for a family; `fail` maps an index to what is raised there; `shared` is how many share a theory."""

    name: str = "numbers"
    hash: str = "abc123"
    description: str = "a number is odd or even"
    engines: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(names=("counting",)))
    words: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(language=english()))
    fail: dict[int, BaseException] = field(default_factory=dict)
    shared: int = 1

    def together(self, **params: Any) -> int:
        return self.shared

    def settings(self, pairs: Mapping[str, str], preset: str = "") -> dict[str, Any]:
        for name in pairs:
            if name != "depth":
                raise SpecError([Diagnostic("E0999", f"no parameter `{name}`")])
        return {name: int(value) for name, value in pairs.items()}

    def bundle(self) -> dict[str, Any]:
        return {"name": self.name, "hash": self.hash}

    def instance(self, seed: int = 0, index: int = 0, split: str = "", **params: Any) -> Drawn:
        if index in self.fail:
            raise self.fail[index]
        key = f"{self.hash}-{seed}-{split}-{params}-{index}"
        drawn = hashlib.blake2b(key.encode(), digest_size=4).digest()[0]
        label = "true" if drawn % 2 else "false"
        return Drawn(
            id=f"{self.name}-s{seed}-{split}-{params.get('depth', 0)}-{index:06}",
            index=index,
            text=f"Is {drawn} odd?",
            label=label,
            answer=label,
            params=params,
            rejections={"too small": 1} if drawn < 100 else {},
        )

    def instances(self, indices: range, **given: Any) -> Iterator[Drawn]:
        return (self.instance(index=index, **given) for index in indices)


@pytest.fixture
def numbers() -> Numbers:
    return Numbers()


def plan(family: Any, out: Path, n: int = 5, split: str = "", **more: Any) -> Plan:
    return Plan(**{"family": family, "counts": {split: n}, "out": out, "settings": ONE, **more})


def codes(error: pytest.ExceptionInfo[SpecError]) -> list[str]:
    return [each.code for each in error.value.diagnostics]


def lines(out: Path) -> list[dict[str, Any]]:
    files = sorted(out.glob("records*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


class GivenUp(Exception):
    """What Ray raises where a task was lost."""


REFERENCES = count()


class Ray(ModuleType):
    """A stand-in for the package `ray`: tasks are done here, each as soon as somebody waits for it, the last first.

    Everything that would travel is packed and unpacked. `calls` counts what was done, by task.
    """

    def __init__(self) -> None:
        super().__init__("ray")
        self.__spec__ = ModuleSpec("ray", None)
        self.exceptions = SimpleNamespace(RayError=GivenUp)
        self.calls: list[Any] = []
        self.begun = 0
        self.lost = False
        self._held: dict[str, bytes] = {}

    def init(self, **given: Any) -> None:
        self.begun += 1

    def shutdown(self) -> None:
        self.begun -= 1

    def put(self, value: Any) -> str:
        name = f"reference {next(REFERENCES)}"
        self._held[name] = pickle.dumps(value)
        return name

    def get(self, name: str) -> Any:
        if self.lost and name not in self._shared:
            raise GivenUp("a node is gone")
        return pickle.loads(self._held[name])

    def remote(self, **given: Any) -> Callable[[Callable[..., Any]], Any]:
        def start(function: Callable[..., Any]) -> Any:
            def call(shared: list[str], task: Any) -> str:
                self._shared = shared
                self.calls.append(task)
                sent = pickle.loads(pickle.dumps(task))
                return self.put((function, shared, sent))

            return SimpleNamespace(remote=call)

        return start

    def wait(
        self, names: list[str], num_returns: int, timeout: float | None
    ) -> tuple[list[str], list[str]]:
        if timeout is not None:
            return [], names
        *others, last = names
        if not self.lost:
            function, shared, task = pickle.loads(self._held[last])
            self._held[last] = pickle.dumps(function(shared, task))
        return [last], others


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    """Put a stand-in in Ray's place."""
    found = Ray()
    monkeypatch.setitem(sys.modules, "ray", found)
    return found
