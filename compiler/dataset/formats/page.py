"""Lays a record out as a page of plain text, in lines with roles that a terminal can colour."""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from ....dsl.diagnostics import list_names
from ....dsl.wrapping import bullet_width, has_layout, wrap_line, wrap_prose
from ..literal_lines import literal_lines
from .evidence import MOST_LITERALS, by_number, describe_certificate, describe_engines

WIDEST = 40
"""Characters of a table's cell beyond which it is cut."""

WIDTH = 80
"""Characters of a line to which text is wrapped."""

MARK, RIGHT = "> ", "[right]"
"""What begins and ends the right options of a prompt."""

_SECTIONS = (("params", "Parameters"), ("metrics", "Metrics"))

Role: TypeAlias = Literal["", "title", "heading", "right", "wrong", "quiet"]


class Line(NamedTuple):
    """A line of a page, and what it is: a title, a heading, a right answer, or nothing special."""

    text: str
    role: Role = ""


Say: TypeAlias = Callable[[str], str]
"""Returns the words for a literal; an empty text if there are none."""


def page(record: Mapping[str, Any], whole: bool = False, width: int = WIDTH) -> str:
    """Return a problem's page as text; see `page_lines`."""
    return "\n".join(line.text for line in page_lines(record, whole, width))


def page_lines(
    record: Mapping[str, Any],
    whole: bool = False,
    width: int = WIDTH,
    say: Say = lambda literal: "",
) -> Sequence[Line]:
    """Return a problem's page: text, answer, theory, proof and certificate in words, parameters, metrics and engines.

    With `whole`, the values of the certificate follow its words, and no cell of a table is cut. `say` says the
    literals of certificates.
    """
    return _trim(_page(record, None if whole else WIDEST, width, say, values=whole))


def problem_lines(record: Mapping[str, Any], width: int = WIDTH) -> Sequence[Line]:
    """Return the part of a problem's page that needs no logic: its text, its answer and the proof in words."""
    return _trim((*_problem(record, width), *_proof(record, WIDEST, width)))


def is_cut(record: Mapping[str, Any]) -> bool:
    """Return whether cells of tables on a record's page are cut."""
    return list(_page(record, WIDEST, WIDTH)) != list(_page(record, None, WIDTH))


def _trim(lines: Iterator[Line] | Sequence[Line]) -> Sequence[Line]:
    """Return lines without the empty ones at the end."""
    found = list(lines)
    while found and not found[-1].text:
        found.pop()
    return found


def _page(
    record: Mapping[str, Any],
    widest: int | None,
    width: int,
    say: Say = lambda literal: "",
    *,
    values: bool = False,
) -> Iterator[Line]:
    yield from _problem(record, width)
    if theory := record.get("theory"):
        lines = (line for each in _texts(theory) for line in _hang(each, width))
        yield from _with_title("Theory", lines)
    if query := record.get("query"):
        yield from _with_title("Query", _hang(str(query), width))
    yield from _proof(record, widest, width)
    if certificate := record.get("certificate"):
        described = list(_evidence(record, widest, width, say))
        yield from _with_title("Certificate", described or _value(certificate, widest))
        if described and values:
            yield from _with_title("Certificate in full", _value(certificate, widest))
    if engines := record.get("engines"):
        told = describe_engines(record)
        yield from _with_title(
            "Engines", wrap_line(told, width) if told else _value(engines, widest)
        )
    for key, title in _SECTIONS:
        if value := record.get(key):
            yield from _with_title(title, _value(value, widest))


def _texts(theory: Any) -> list[str]:
    return [str(each) for each in theory] if isinstance(theory, list | tuple) else [str(theory)]


def _hang(text: str, width: int, hanging: int = 4) -> Iterator[str]:
    """Yield a text as lines, each wrapped with a hanging indentation."""
    for line in text.split("\n"):
        yield from [line] if has_layout(line) else wrap_line(line, width, hanging)


def _evidence(record: Mapping[str, Any], widest: int | None, width: int, say: Say) -> Iterator[str]:
    """Yield what a certificate shows, in words; nothing if no checker describes it."""
    statements = dict(_split_id(each) for each in _texts(record.get("theory") or ()))
    statements |= _sentences(record)
    most = None if widest is None else MOST_LITERALS
    for each in describe_certificate(record, say, most):
        yield from wrap_line(each.text, width)
        for sentence, ids in _by_sentence(each.quoted, statements).items():
            yield from _indent(
                f"{list_names(sorted(ids, key=by_number), len(ids))}: {sentence}", width
            )
        for item in each.items:
            yield from _indent(f"* {item}", width, 2)
        for literals in each.literals:
            first, *others = literal_lines(literals, width - 4, most)
            yield from (f"  * {first}", *(f"    {line}" for line in others))


def _by_sentence(ids: Sequence[str], statements: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the ids of statements by the sentence that says them; several may share one."""
    sentences: dict[str, list[str]] = {}
    for id in ids:
        sentences.setdefault(statements.get(id, "-"), []).append(id)
    return sentences


def _sentences(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a record's prompt by the ids of their statements, without drawings of several of them."""
    prompt, spans = str(record.get("prompt")), record.get("spans")
    if not isinstance(spans, dict):
        return
    for id, places in spans.items():
        match places:
            case [[int(start), int(end)], *_] if 0 <= start < end <= len(prompt):
                part = prompt[start:end]
                is_drawing = "\n" in part and list(spans.values()).count(places) > 1
                if not is_drawing:
                    yield id, " ".join(part.split())


def _split_id(statement: str) -> tuple[str, str]:
    id, _, text = statement.partition(":")
    return id.strip(), text.strip()


def _indent(text: str, width: int, hanging: int = 4) -> Iterator[str]:
    yield from (f"  {line}" for line in _hang(text, width - 2, hanging))


def _problem(record: Mapping[str, Any], width: int) -> Iterator[Line]:
    yield from (Line(str(record["id"]), "title"), Line("=" * len(str(record["id"])), "title"))
    yield Line("")
    yield from _prompt(record, width)
    yield Line("")
    answer, label = str(record.get("answer")), str(record.get("label"))
    if "\n" in answer:
        yield from (Line(f"Answer (label {label}):", "right"), Line(""))
        yield from (Line(line, "right") for line in answer.splitlines())
    else:
        told = f"Answer: {answer}" if answer == label else f"Answer: {answer} (label {label})"
        yield from (Line(line, "right") for line in _hang(told, width))
    yield Line("")


def _prompt(record: Mapping[str, Any], width: int) -> Iterator[Line]:
    """Yield the prompt's lines, wrapped, with each right option marked: `> B. …  [right]`."""
    text = _prompt_text(record).rstrip("\n")
    lines = text.split("\n")
    marked = {_find_option(lines, *option) for option in _right_options(record)}
    start = 0
    for place in (*sorted(marked - {-1}), len(lines)):
        if place > start:
            yield from map(Line, wrap_prose("\n".join(lines[start:place]), width))
        if place < len(lines):
            marked_line = f"{MARK}{lines[place]} {RIGHT}"
            hanging = len(MARK) + bullet_width(lines[place])
            yield from (Line(line, "right") for line in wrap_line(marked_line, width, hanging))
        start = place + 1


def _right_options(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of each right option of a record."""
    options = record.get("options")
    if not isinstance(options, list):
        return
    right = {each.strip() for each in str(record.get("label")).split(",")}
    for option in options:
        match option:
            case {"label": str(label), "text": str(text)} if label in right and text.strip():
                yield label, text.strip().splitlines()[0]


def _find_option(lines: Sequence[str], label: str, text: str) -> int:
    """Return the place of the last line that shows an option, which has its label before its text; -1 if none does."""
    named = re.compile(rf"\W*(?:\w+ )?{re.escape(label)}\W*")
    for place in range(len(lines) - 1, -1, -1):
        head, found, _ = lines[place].partition(text)
        if found and named.fullmatch(head):
            return place
    return -1


def _proof(record: Mapping[str, Any], widest: int | None, width: int) -> Iterator[Line]:
    if proof := record.get("proof"):
        known = isinstance(proof, list) and all(_is_step(each) for each in proof)
        lines = format_proof(proof, width) if known else _value(proof, widest)
        yield from _with_title("Proof", lines)


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
        head = f"{number}.".ljust(len(margin)) + f"{step['gives']}: {step['tag']}{told_by}"
        yield from wrap_line(head, width, len(margin))
        yield from textwrap.wrap(
            step["text"], width, initial_indent=margin, subsequent_indent=margin
        )


def _prompt_text(record: Mapping[str, Any]) -> str:
    if record.get("prompt"):
        return str(record["prompt"])
    return "\n\n".join(str(record[key]) for key in ("context", "question") if record.get(key))


def _with_title(title: str, lines: Iterator[str] | Sequence[str]) -> Iterator[Line]:
    yield Line(title, "heading")
    yield Line("-" * len(title), "heading")
    yield from map(Line, lines)
    yield Line("")


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
