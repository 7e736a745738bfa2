"""`rspc solve`: what follows from problems that are written out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import talk
from .faults import answering

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
    """Decide problems: the label of each, its proof, and the engines that agree."""
    from ..compiler.solving import solve

    chosen: dict[str, Any] = dict(each.split("=", 1) for each in options or [] if "=" in each)
    answers = []
    for file in files:
        syntax = file.suffix.lstrip(".").lower() or "rspec"
        answer = solve(file, syntax, query, chosen)
        answers.append(answer)
        if not json:
            print(_page(file, answer))
    if json:
        talk.give([{"file": str(f), **_plain(a)} for f, a in zip(files, answers, strict=True)])


def _page(file: Path, answer: Answer) -> str:
    agreed = ", ".join(answer.engines)
    lines = [f"{file}: {answer.query}", f"  {answer.label}  ({agreed})"]
    for step in answer.proof:
        lines.append(f"  {step['text']}")
    return "\n".join(lines)


def _plain(answer: Answer) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in answer.__dataclass_fields__}
