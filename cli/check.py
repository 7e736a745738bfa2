"""`rspc check`: everything wrong with specs, short of proofs or with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import talk
from .compile import row_files
from .faults import WRONG_INPUT, with_exit_codes
from .standard_input import STDIN, STDIN_NAME, standard_input, standard_input_bytes

if TYPE_CHECKING:
    from ..dsl.diagnostics import Diagnostic
    from .fixing import Files, Repaired


@with_exit_codes
def command(
    specs: Annotated[
        list[str],
        typer.Argument(
            metavar="SPEC…",
            help="Spec files, names of installed families, or `-` for standard input.",
        ),
    ],
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Also prove that each test and its complement are opposites."),
    ] = False,
    rows: Annotated[
        list[str] | None,
        typer.Option(metavar="RECORD=FILE", help="Also check the rows of a record in this file."),
    ] = None,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Make the repairs that are certain, in the specs and the modules in their folders; "
            "for `-`, print the repaired text.",
        ),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what `--fix` would change, and write nothing.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print the diagnostics as a JSON list.")
    ] = False,
) -> None:
    """Check specs: report every error and warning, and repair what is certain with `--fix`."""
    if json and (diff or (fix and STDIN in specs)):
        both = "`--diff`" if diff else "the fixed text of `-`"
        raise typer.BadParameter(f"{both} and `--json` both write to standard output")
    found: list[Diagnostic] = []
    wrong = False
    for spec in specs:
        if fix or diff:
            before, here = _fix(spec, prove, row_files(rows or []), write=not diff)
            unfixed = diff and _has_error(before)
        else:
            here, unfixed = _faults(spec, prove, row_files(rows or [])), False
        found += here
        wrong |= unfixed
        if not json:
            talk.show(here, elsewhere="`--json`")
            if not (fix or diff):
                _offer_repairs(spec, here, row_files(rows or []))
            if not unfixed and not _has_error(here):
                shown = STDIN_NAME if spec == STDIN else spec
                talk.say(f"{shown}: {'proved' if prove else 'fine'}")
    if json:
        talk.show(found, as_json=True)
    if wrong or _has_error(found):
        raise typer.Exit(WRONG_INPUT)


def _offer_repairs(spec: str, found: tuple[Diagnostic, ...], rows: dict[str, Path]) -> None:
    """Say how many diagnostics `--fix` would repair in a file: it makes no repair that leaves as much wrong."""
    from ..dsl.diagnostics import SpecError, count_noun
    from . import fixing

    if spec == STDIN or not Path(spec).is_file() or not any(each.edits for each in found):
        return
    try:
        files = fixing.Files(fixing.place_of(spec))
        state = _repair(files, found, rows)
    except SpecError:  # it is not the user's own
        return
    if repairable := sum(state.fixed.values()):
        talk.say(f"`rspc check --fix {spec}` can repair {count_noun(repairable, 'fault')}\n")


def _repair(files: Files, found: tuple[Diagnostic, ...], rows: dict[str, Path]) -> Repaired:
    """Return what repairs make of a spec; no file is written."""
    from ..compiler.api import check
    from . import fixing

    return fixing.repair(
        found,
        lambda texts: check(files.given, rows=rows, overlays=_overlays(texts)),
        files.may_change,
    )


def _has_error(found: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in found)


def _fix(
    spec: str, prove: bool, rows: dict[str, Path], *, write: bool
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Repair a spec and the modules in its folder; return what was wrong before, and what remains.

    Show the differences instead of writing them if `write` is false.
    """
    from ..compiler.api import check
    from ..dsl.diagnostics import SpecError
    from . import fixing

    try:
        given, content = standard_input_bytes() if spec == STDIN else (fixing.place_of(spec), b"")
        before = check(given, rows=rows)
        files = fixing.Files(given, content)
        state = _repair(files, before, rows)
        if write:
            files.refuse_read_only(state.texts)
        for name in sorted(state.texts):
            if write:
                files.write(name, state.texts[name])
                talk.say(fixing.account(name, state.fixed))
            else:
                for line in fixing.unified_diff(name, files.text(name), state.texts[name]):
                    talk.put(line)
        if write and spec == STDIN and not state.texts:
            files.write(STDIN_NAME, files.text(STDIN_NAME))
        remaining = (
            check(given, rows=rows, prove=True, overlays=_overlays(state.texts))
            if prove
            else state.found
        )
    except SpecError as error:
        return error.diagnostics, error.diagnostics
    return before, remaining


def _faults(spec: str, prove: bool, rows: dict[str, Path]) -> tuple[Diagnostic, ...]:
    from ..compiler.api import check
    from ..dsl.diagnostics import SpecError

    try:
        return check(standard_input() if spec == STDIN else spec, rows=rows, prove=prove)
    except SpecError as error:
        return error.diagnostics


def _overlays(texts: Mapping[str, str]) -> dict[Path, str]:
    return {Path(name): text for name, text in texts.items()}
