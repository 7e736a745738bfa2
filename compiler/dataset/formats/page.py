"""Lays a record out as a page of plain text."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

WIDEST = 40
"""Characters of a table's cell beyond which it is cut."""

_SECTIONS = (("params", "Parameters"), ("metrics", "Metrics"), ("engines", "Engines"))


def page(record: Mapping[str, Any], whole: bool = False) -> str:
    """Return a problem's page: text, answer, theory, certificate, proof, parameters, metrics and engines.

    With `whole`, no cell of a table is cut, however wide that makes the table.
    """
    return "\n".join(_page(record, None if whole else WIDEST)).rstrip("\n")


def problem_page(record: Mapping[str, Any]) -> str:
    """Return the part of a problem's page that needs no logic: its text, its answer and the proof in words."""
    return "\n".join((*_problem(record), *_proof(record, WIDEST))).rstrip("\n")


def _page(record: Mapping[str, Any], widest: int | None) -> Iterator[str]:
    yield from _problem(record)
    if theory := record.get("theory"):
        yield from _with_title("Theory", map(str, theory))
    if query := record.get("query"):
        yield from _with_title("Query", [str(query)])
    yield from _proof(record, widest)
    if certificate := record.get("certificate"):
        yield from _with_title("Certificate", _value(certificate, widest))
    for key, title in _SECTIONS:
        if value := record.get(key):
            yield from _with_title(title, _value(value, widest))


def _problem(record: Mapping[str, Any]) -> Iterator[str]:
    yield from (str(record["id"]), "=" * len(str(record["id"])), "")
    yield from (_prompt_text(record).rstrip("\n"), "")
    answer, label = str(record.get("answer")), record.get("label")
    if "\n" in answer:
        yield from (f"Answer (label {label}):", "", *answer.splitlines(), "")
    else:
        yield from (f"Answer: {answer} (label {label})", "")


def _proof(record: Mapping[str, Any], widest: int | None) -> Iterator[str]:
    if proof := record.get("proof"):
        known = isinstance(proof, list) and all(_is_step(each) for each in proof)
        yield from _with_title("Proof", format_proof(proof) if known else _value(proof, widest))


def _is_step(step: Any) -> bool:
    """Return whether a value is a step of a proof as records have them; a file may hold another's records."""
    lists = ("uses", "from", "beats")
    return isinstance(step, dict) and (
        all(isinstance(step.get(each), list) for each in lists)
        and all(isinstance(step.get(each), str) for each in ("gives", "tag", "text"))
    )


def format_proof(proof: Sequence[Mapping[str, Any]], width: int = 96) -> Iterator[str]:
    """Lay out a proof: for each step its number, its subject, what it uses and beats, and its wrapped sentences."""
    margin = " " * (len(str(len(proof))) + 2)
    for number, step in enumerate(proof, 1):
        used = ", ".join([*step["uses"], *(f"step {value}" for value in step["from"])])
        beats = f"; beats {', '.join(step['beats'])}" if step["beats"] else ""
        told_by = f"  [{used}{beats}]" if used else ""
        yield f"{number}.".ljust(len(margin)) + f"{step['gives']}: {step['tag']}{told_by}"
        yield from textwrap.wrap(
            step["text"], width, initial_indent=margin, subsequent_indent=margin
        )


def _prompt_text(record: Mapping[str, Any]) -> str:
    if record.get("prompt"):
        return str(record["prompt"])
    return "\n\n".join(str(record[key]) for key in ("context", "question") if record.get(key))


def _with_title(title: str, lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    yield title
    yield "-" * len(title)
    yield from lines
    yield ""


def _value(value: Any, widest: int | None) -> Iterator[str]:
    """Lay a value out: rows of one shape as a table, other structures as indented lines."""
    match value:
        case {}:
            if rows := _rows(value):
                yield from table(rows, widest)
                return
            for key, part in value.items():
                if isinstance(part, dict | list) and part and not _short(part):
                    yield f"{key}:"
                    yield from (f"  {line}" for line in _value(part, widest))
                else:
                    yield f"{key}: {_cell(part)}"
        case [*parts]:
            if rows := _rows({str(number): part for number, part in enumerate(parts, 1)}):
                yield from table(rows, widest)
            else:
                yield from (_cell(part) for part in parts)
        case _:
            yield _cell(value)


def _rows(value: Mapping[str, Any]) -> list[list[str]]:
    """Return a header and a row for each part, where all parts are objects of one shape; else nothing."""
    parts = list(value.values())
    if not parts or not all(isinstance(part, dict) and part for part in parts):
        return []
    keys = list(parts[0])
    if any(list(part) != keys for part in parts):
        return []
    return [
        ["", *keys],
        *([name, *(_cell(part[key]) for key in keys)] for name, part in value.items()),
    ]


def table(rows: Sequence[Sequence[str]], widest: int | None = WIDEST) -> Iterator[str]:
    """Draw rows as columns of equal width; the first row is the header, and what is wider than `widest` is cut."""
    shown = [[cut(cell, widest) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in shown) for column in range(len(shown[0]))]
    for number, row in enumerate(shown):
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)


def cut(cell: str, widest: int | None) -> str:
    """Return a cell of at most this many characters, or of any length without a limit."""
    return cell if widest is None or len(cell) <= widest else f"{cell[: widest - 1]}…"


def fold(text: str) -> str:
    """Return a text on one line: its lines with slashes between them, and single blanks."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return " / ".join(line for line in lines if line)


def _cell(value: Any) -> str:
    match value:
        case None:
            return "-"
        case True:
            return "yes"
        case False:
            return "no"
        case str():
            return value
        case int() | float():
            return str(value)
        case [*parts] if _short(parts):
            return ", ".join(_cell(part) for part in parts)
        case _:
            return msgspec.json.encode(value).decode()


def _short(value: Any) -> bool:
    """Return whether a value is a list that one line shows best: of figures, or of a few words."""
    if not isinstance(value, list) or not value:
        return False
    plain = all(part is None or isinstance(part, str | int | float) for part in value)
    return plain and len(", ".join(map(str, value))) <= 2 * WIDEST
