"""Turns whatever a command raises into words on stderr and an exit code; no traceback unless it is asked for."""

from __future__ import annotations

import functools
import io
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ParamSpec

import typer

from ..compiler.stopping import heed
from . import talk

if TYPE_CHECKING:
    from ..compiler.instances import Exhausted
    from ..dsl.diagnostics import Diagnostic

WRONG_INPUT = 1
DISAGREEMENT = 3
FAULT = 4
INTERRUPTED = 130

P = ParamSpec("P")


def with_exit_codes(command: Callable[P, None]) -> Callable[P, None]:
    """Wrap a command so that each way it can end has its exit code: 0, 1, 3, 4 or 130 (2, wrong usage, is Typer's)."""

    @functools.wraps(command)
    def answered(*args: P.args, **kwargs: P.kwargs) -> None:
        as_json = bool(kwargs.get("json", False))
        every = bool(kwargs.get("explain_drops", False))
        try:
            heed()
            command(*args, **kwargs)
            sys.stdout.flush()
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except KeyboardInterrupt:
            talk.say("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except Exception as fault:
            heed()  # what failed may be an import that a signal interrupted
            if isinstance(fault, OSError) and fault.filename is None:
                raise typer.Exit(report_write_error(fault)) from None
            code, diagnostics = judge(fault, every)
            elsewhere = "`--json`" if "json" in kwargs else ""
            talk.show(diagnostics, as_json=as_json, elsewhere=elsewhere)
            if code != WRONG_INPUT and talk.is_debugging():
                traceback.print_exception(fault)
            raise typer.Exit(code) from None

    return answered


def report_write_error(fault: OSError) -> int:
    """Return the exit code if output cannot be written, and report it, unless the reader has closed the pipe.

    An error without a file name concerns a standard stream, because errors of a run's files carry their names.
    """
    _divert()
    if isinstance(fault, BrokenPipeError):
        return 0
    _, diagnostics = judge(fault)
    talk.show(diagnostics)
    return WRONG_INPUT


def final_exit_code(code: str | int | None) -> str | int | None:
    """Return a command's exit code once all that it printed is written, else that of the failure to write it."""
    try:
        sys.stdout.flush()
    except OSError as fault:
        return report_write_error(fault) or code
    return code


def _divert() -> None:
    """Let what stdout still holds go nowhere, or the interpreter would complain when it closes the stream."""
    with suppress(io.UnsupportedOperation):  # a stream in memory has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def judge(fault: Exception, every: bool = False) -> tuple[int, tuple[Diagnostic, ...]]:
    """Return the exit code of an error, and its diagnostics; with `every`, of a draft for each cause."""
    from ..dsl.diagnostics import Diagnostic, SpecError

    if isinstance(fault, SpecError):
        return WRONG_INPUT, fault.diagnostics
    from ..compiler.certify.certify import Disagreement
    from ..compiler.contract import EngineError, Undecided
    from ..compiler.instances import Exhausted

    match fault:
        case Exhausted():
            return WRONG_INPUT, (_describe_exhaustion(fault, every),)
        case Disagreement():
            return DISAGREEMENT, (
                Diagnostic(
                    "E0812",
                    "the engines disagree on a label",
                    label=str(fault),
                    help="please report this with the text above: one of the engines, or rspc, is wrong",
                ),
            )
        case MemoryError():
            return FAULT, (Diagnostic("E0813", "memory ran out", help=_LESS),)
        case EngineError() | Undecided() | TimeoutError():
            return FAULT, (Diagnostic("E0813", _first(fault), help=_TRACE),)
        case OSError():
            place = f"`{fault.filename}`" if fault.filename else "the output cannot be written"
            return WRONG_INPUT, (
                Diagnostic("E0801", f"{place}: {fault.strerror or fault}", help=_ROOM),
            )
        case _:
            return FAULT, (
                Diagnostic(
                    "E0814",
                    f"rspc itself failed: {type(fault).__name__}: {_first(fault)}",
                    help=f"this should never happen: please report it; {_TRACE}",
                ),
            )


_LESS = "ask for less, or for fewer `--workers`, or allow the process more memory"

_ROOM = "name a place that exists, that you may write to, and that has room"

_TRACE = "`rspc --debug …` shows where it happened"


def _first(fault: Exception) -> str:
    return str(fault) or type(fault).__name__


def _describe_exhaustion(fault: Exhausted, every: bool) -> Diagnostic:
    from ..compiler.instances import OF_WORDS
    from ..compiler.tasks.only_answer_set import NO_ANSWER_SET, SEVERAL_ANSWER_SETS
    from ..dsl.diagnostics import Diagnostic, Note

    attempts = sum(fault.rejections.values())
    account = talk.list_counts(fault.rejections)
    if 2 * sum(fault.labels.values()) > attempts:
        return _describe_labels(fault, attempts, account)
    told = (*OF_WORDS, NO_ANSWER_SET, SEVERAL_ANSWER_SETS)
    shown = [cause for cause in fault.rejections if every or cause in told]
    drops = [drop for cause in shown if (drop := fault.explain(cause)) is not None]
    notes = [
        Note(fault.span, f"{drop.cause}: {'; '.join(drop.lines() if every else drop.details)}")
        for drop in drops
    ]
    return Diagnostic(
        "E0401",
        f"could not generate instance {fault.index}: all {attempts} attempts were rejected",
        fault.span,
        label=f"reasons: {account}" if account else "",
        notes=tuple(notes),
        help=_remedy(fault.rejections, fault.matched),
    )


def _describe_labels(fault: Exhausted, attempts: int, account: str) -> Diagnostic:
    """Describe an instance that could not be made because drafts have other labels than the one that was drawn."""
    from ..dsl.diagnostics import Diagnostic

    labels = [f"`{label}`" for label in fault.labels]
    which = f"always {labels[0]}" if len(labels) == 1 else f"one of {', '.join(labels)}"
    required = [cause for cause in fault.rejections if cause.startswith("require ")]
    drafts = f"in {attempts} drafts"
    if required:
        met = " and ".join(f"`{cause}`" for cause in required)
        drafts = f"in the {sum(fault.labels.values())} drafts (of {attempts}) that met {met},"
    return Diagnostic(
        "E0470",
        f"could not generate instance {fault.index}: {drafts} the label was {which}",
        fault.span,
        label=f"reasons: {account}",
        help="draw more of what decides the label, so that each label of the question comes out; "
        "or name only labels that do, and remove `balanced on`",
    )


def _remedy(rejections: Mapping[str, int], matched: bool) -> str:
    """Propose what to change, by the cause that dropped most attempts."""
    from ..compiler.tasks.only_answer_set import NO_ANSWER_SET, SEVERAL_ANSWER_SETS

    cause = max(rejections, key=lambda each: rejections[each], default="")
    if cause.startswith("require "):
        return "loosen the requirement that dropped most, or widen the ranges that it is drawn from"
    if cause == NO_ANSWER_SET:
        return "draw fewer statements, or only some that the constraints allow together"
    if cause == SEVERAL_ANSWER_SETS:
        return "state more, so that one answer set is left; or ask with `cautious` or `brave`"
    if "cannot be made wrong" in cause:
        return "leave this kind out of `kinds`, or ask for fewer `lines`"
    if "budget" in cause:
        return "make the theory smaller: an engine gives up within its budget"
    if "sentence" in cause or "words" in cause:
        return "give the statements words that tell them apart, by `say … as …`"
    if matched:
        return (
            "give what dropped most more to draw from, such as names, words or rules; or write `matched off`, "
            "which needs fewer, and whose answers may be guessed"
        )
    return "give what dropped most more to draw from, such as rows, names or statements, or ask for less"
