"""How a command ends when something goes wrong: its exit code, its words, and no traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rspc.cli.app import app
from rspc.compiler import api
from rspc.compiler.certify.certify import Disagreement
from rspc.compiler.contract import EngineError, Undecided
from rspc.compiler.instances.groups import Exhausted


def failing(monkeypatch: pytest.MonkeyPatch, fault: BaseException, *more: str) -> Result:
    def load(path: Path, **_: object) -> Any:
        raise fault

    monkeypatch.setattr(api, "load", load)
    return CliRunner().invoke(app, [*more, "compile", "any.rspec"])


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (
            Exhausted(17, {"too wide": 3, "no row": 150}),
            1,
            "error[E0401]: could not generate instance 17: all 153",
        ),
        (Disagreement("z says A, s says B"), 3, "error[E0812]: the engines disagree"),
        (EngineError("the solver crashed"), 4, "error[E0813]: the solver crashed"),
        (Undecided("out of budget"), 4, "error[E0813]: out of budget"),
        (MemoryError(), 4, "error[E0813]: memory ran out"),
        (PermissionError(13, "Permission denied", "x"), 1, "error[E0801]: `x`: Permission denied"),
        (
            ZeroDivisionError("by zero"),
            4,
            "error[E0814]: rspc itself failed: ZeroDivisionError: by zero",
        ),
        (RecursionError(), 4, "error[E0814]: rspc itself failed: RecursionError"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, BaseException) else None,
)
def test_every_fault_has_its_code_and_words(
    monkeypatch: pytest.MonkeyPatch, fault: BaseException, code: int, words: str
) -> None:
    ended = failing(monkeypatch, fault)
    assert ended.exit_code == code
    assert words in ended.stderr
    assert "Traceback" not in ended.output
    assert ended.stdout == ""


def test_causes_are_told_commonest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = failing(monkeypatch, Exhausted(17, {"too wide": 3, "no row": 150}))
    assert "no row (150), too wide (3)" in ended.stderr


@pytest.mark.parametrize(
    ("cause", "help"),
    [
        ("require statements < 3", "loosen the requirement"),
        ("a sentence reads another way", "words that tell them apart"),
        ("line 2 cannot be made wrong as the kind `rule` is", "leave this kind out of `kinds`"),
        ("the engine ran out of its budget", "make the theory smaller"),
        ("too few rows satisfy the requirement, or too few violate it", "more to draw from"),
    ],
)
def test_the_help_fits_the_commonest_cause(
    monkeypatch: pytest.MonkeyPatch, cause: str, help: str
) -> None:
    assert help in failing(monkeypatch, Exhausted(17, {"split": 3, cause: 150})).stderr


def test_a_disagreement_shows_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "z says A, s says B" in failing(monkeypatch, Disagreement("z says A, s says B")).stderr


def test_a_traceback_is_shown_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RSPC_DEBUG", raising=False)
    monkeypatch.setenv("RSPC_DEBUG", "")
    ended = failing(monkeypatch, ZeroDivisionError("by zero"), "--debug")
    assert ended.exit_code == 4
    assert "Traceback" in ended.stderr
