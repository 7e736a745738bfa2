"""`rspc solve`: what follows from problems that are written out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import talk
from .faults import WRONG_INPUT, answering

if TYPE_CHECKING:
    from ..compiler.solving import Answer


@answering
def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Problems written out.")],
    query: Annotated[
        str | None, typer.Option(help="Ask this statement, in the place of the file's own.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the logic."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Give the answers as JSON.")] = False,
) -> None:
    """Decide problems: the label of each question, its proof, and the engines that agree."""
    from ..compiler.solving import answers
    from ..dsl.diagnostics import Report, SpecError

    chosen = _options(options or [])
    found: list[dict[str, Any]] = []
    wrong = False
    for file in files:
        report = Report()
        syntax = file.suffix.lstrip(".").lower() or "rspec"
        try:
            solved = answers(file, syntax, query, chosen, report)
        except SpecError as error:
            talk.show(error.diagnostics)
            wrong = True
            continue
        talk.show(report)
        for answer in solved:
            if json:
                found.append({"file": str(file), **_plain(answer)})
            else:
                print(_page(file, answer))
    if json:
        talk.give(found)
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def _options(settings: list[str]) -> dict[str, str]:
    """Read `NAME=VALUE`; SpecError for what is no setting."""
    from ..dsl.diagnostics import Diagnostic, SpecError

    for each in settings:
        if "=" not in each:
            message = f"`{each}` sets nothing"
            raise SpecError([Diagnostic("E0418", message, help="write `--set name=value`")])
    return dict(each.split("=", 1) for each in settings)


def _page(file: Path, answer: Answer) -> str:
    from ..compiler.emit.page import told

    agreed = ", ".join(answer.engines)
    lines = [f"{file}: {answer.query}", f"{answer.label} ({agreed})", *told(answer.proof or ())]
    return "\n".join(lines) + "\n"


def _plain(answer: Answer) -> dict[str, Any]:
    return {
        "label": answer.label,
        "query": answer.query,
        "theory": answer.theory,
        "proof": answer.proof,
        "certificate": answer.certificate,
        "engines": answer.engines,
        "encodings": answer.encodings,
    }
