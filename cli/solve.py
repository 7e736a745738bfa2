"""`rspc solve`: what follows from problems that are written out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import talk
from .faults import WRONG_INPUT, with_exit_codes

if TYPE_CHECKING:
    from ..compiler.solve import Answer


@with_exit_codes
def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Problem files.")],
    query: Annotated[
        str | None,
        typer.Option(help="Ask this question instead of the file's own."),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the logic."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the answers as JSON.")] = False,
) -> None:
    """Decide problems and print each label with its proof."""
    from ..compiler.solve import answers
    from ..dsl.diagnostics import Report, SpecError

    chosen = _options(options or [])
    found: list[dict[str, Any]] = []
    wrong = False
    for file in files:
        report = Report()
        syntax = file.suffix.lstrip(".").lower() or "rspec"
        try:
            for answer in answers(file, syntax, query, chosen, report):
                if json:
                    found.append({"file": str(file), **_plain(answer)})
                else:
                    talk.put(_page(file, answer))
        except SpecError as error:
            talk.show(error.diagnostics)
            wrong = True
            continue
        talk.show(report)
    if json:
        talk.give(found)
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def _options(settings: list[str]) -> dict[str, str]:
    """Read `NAME=VALUE`; SpecError if it is not a setting."""
    from ..dsl.diagnostics import Diagnostic, SpecError

    for setting in settings:
        if "=" not in setting:
            raise SpecError(
                [Diagnostic("E0418", f"`{setting}` has no `=`", help="write `--set name=value`")]
            )
    return dict(setting.split("=", 1) for setting in settings)


def _page(file: Path, answer: Answer) -> str:
    from ..compiler.dataset.formats.page import format_proof
    from ..compiler.notation import refusal

    agreed = ", ".join(answer.engines)
    if answer.solutions is not None:
        return "\n".join([f"{file}: {answer.query}", *_solutions(answer, agreed)]) + "\n"
    if answer.answer_sets is not None:
        return "\n".join([f"{file}: {answer.query}", *_sets(answer, agreed)]) + "\n"
    label = f"{answer.label} ({agreed})" if agreed else str(answer.label)
    why = [refusal(answer.certificate)] if answer.certificate.get("reason") else []
    if answer.label == "inconsistent" and (core := answer.certificate.get("justification")):
        why.append(f"everything follows, because these cannot all be true: {', '.join(core)}")
    return (
        "\n".join([f"{file}: {answer.query}", label, *why, *format_proof(answer.proof or ())])
        + "\n"
    )


def _solutions(answer: Answer, agreed: str) -> Iterator[str]:
    """Lay solutions out, each below its number."""
    solutions = answer.solutions or ()
    number = f"{len(solutions)} solution{'' if len(solutions) == 1 else 's'}"
    if not answer.complete:
        number = f"more than {number}; of them these"
    yield f"{number} ({agreed})"
    for place, text in enumerate(solutions, 1):
        yield f"{place}."
        yield text


def _sets(answer: Answer, agreed: str) -> Iterator[str]:
    """Lay answer sets out, each on a line of its own."""
    sets = answer.answer_sets or ()
    optimal = "optimal " if answer.cost is not None else ""
    number = f"{len(sets)} {optimal}answer set{'' if len(sets) == 1 else 's'}"
    if not answer.complete:
        number = f"more than {number}; of them these"
    yield f"{number} ({agreed})"
    if answer.cost:
        yield f"cost: {', '.join(map(str, answer.cost))}"
    for place, literals in enumerate(sets, 1):
        yield f"{place}. {{{', '.join(literals)}}}"


def _plain(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = {
        "label": answer.label,
        "query": answer.query,
        "theory": answer.theory,
        "proof": answer.proof,
        "certificate": answer.certificate,
        "engines": answer.engines,
        "encodings": answer.encodings,
    }
    if answer.solutions is not None:
        found["solutions"] = answer.solutions
    if answer.answer_sets is not None:
        sets = {"answer_sets": answer.answer_sets, "complete": answer.complete}
        found |= {**sets, "cost": answer.cost}
    return found
