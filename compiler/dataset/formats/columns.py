"""The columns of a table of records: one for each field of a record, the same for all families.

Each is `text`, an `integer` (of 64 bits) or a structure as `json`. A row of such a table contains only
strings and integers, and the record can be restored from it. The parameters and metrics of a record are
structures. If a table can have more columns, each parameter and metric also has its own column, such as
`params.depth`, which can contain a `number`, a `truth`, or nothing.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ....version import __version__
from ...view import Record

TEXT: Final = "text"
INTEGER: Final = "integer"
NUMBER: Final = "number"
TRUTH: Final = "truth"
JSON: Final = "json"

FIELDS: Final[Mapping[str, str]] = {
    "id": TEXT,
    "family": TEXT,
    "family_hash": TEXT,
    "theory_hash": TEXT,
    "params_hash": TEXT,
    "rspc": TEXT,
    "canary": TEXT,
    "seed": INTEGER,
    "index": INTEGER,
    "split": TEXT,
    "attempt": INTEGER,
    "shape": TEXT,
    "canonical": TEXT,
    "logic": TEXT,
    "task": TEXT,
    "params": JSON,
    "prompt": TEXT,
    "context": TEXT,
    "context_hash": TEXT,
    "discourse": JSON,
    "question": TEXT,
    "options": JSON,
    "choices": JSON,
    "reply": JSON,
    "answer": TEXT,
    "label": TEXT,
    "theory": JSON,
    "spans": JSON,
    "query": TEXT,
    "proof": JSON,
    "certificate": JSON,
    "engines": JSON,
    "metrics": JSON,
}
"""What a record's fields hold, in their order."""

_RAW = msgspec.json.Decoder(dict[str, msgspec.Raw])

ABSENT: Final = frozenset({"canary", "shape", "context_hash", "reply", "discourse", "spans"})
"""Fields that some records lack; in a row they are empty then."""

LATER: Final = frozenset({"spans"})
"""Fields that the records of older versions do not have; nor have their tables such columns."""

OPENED: Final = ("params", "metrics")
"""The fields whose members have columns of their own."""

_AMOUNTS: Final = {INTEGER, NUMBER}
_WIDEST: Final = 1 << 63


def fields_of(manifest: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the fields of a dataset: without those that the version of rspc that made it did not know."""
    own = manifest.get("columns")
    if manifest.get("rspc") == __version__ or not isinstance(own, Mapping):
        return FIELDS
    return {name: kind for name, kind in FIELDS.items() if name in own or name not in LATER}


def table(members: Mapping[str, str], fields: Mapping[str, str] = FIELDS) -> dict[str, str]:
    """Return the columns of a table, with those of the given parameters and metrics after their fields."""
    found: dict[str, str] = {}
    for name, kind in fields.items():
        found[name] = kind
        if name in OPENED:
            found |= {each: of for each, of in members.items() if each.startswith(f"{name}.")}
    return found


def note_members(members: dict[str, str], record: Mapping[str, Any]) -> None:
    """Add what the parameters and metrics of a record hold to the columns of such members."""
    for name in OPENED:
        held = record.get(name)
        if isinstance(held, Mapping):
            named = {f"{name}.{member}": value for member, value in held.items()}
            merge_columns(
                members, {e: _kind(value) for e, value in named.items() if value is not None}
            )


def merge_columns(members: dict[str, str], others: Mapping[str, str]) -> None:
    """Add the members of other records; new ones are inserted after the one they follow there."""
    last = ""
    for name, kind in others.items():
        known = members.get(name)
        if known is None:
            _insert(members, name, kind, last)
        elif known != kind:
            members[name] = NUMBER if {known, kind} == _AMOUNTS else JSON
        last = name


def _insert(columns: dict[str, str], name: str, kind: str, after: str) -> None:
    order = list(columns.items())
    order.insert(list(columns).index(after) + 1 if after else 0, (name, kind))
    columns.clear()
    columns.update(order)


def _kind(value: Any) -> str:
    match value:
        case bool():
            return TRUTH
        case int():
            return INTEGER if -_WIDEST <= value < _WIDEST else JSON
        case float():
            return NUMBER
        case str():
            return TEXT
        case _:
            return JSON


def row(line: bytes, fields: Mapping[str, str] = FIELDS) -> dict[str, str | int]:
    """Return the row of a record, from its line of JSON: texts and integers, and everything else as JSON.

    Raises:
        msgspec.MsgspecError: the line holds no record.
    """
    record = _RAW.decode(line)
    return {name: _cell(record.get(name), kind) for name, kind in fields.items()}


def _cell(raw: msgspec.Raw | None, kind: str) -> str | int:
    if raw is None:
        return ""
    if kind == JSON:
        return bytes(raw).decode()
    if kind == TEXT:
        return msgspec.json.decode(raw, type=str)
    return msgspec.json.decode(raw, type=int)


def record(row: Mapping[str, Any]) -> Record:
    """Return the record of a row: with structures instead of JSON strings, and only the columns of fields.

    Args:
        row: a row of a dataset in any format, as `datasets.load_dataset` or a reader of Parquet gives it;
            or a record, which is returned unchanged. Missing fields remain missing.

    Raises:
        SpecError: E0805 if the string of a structure is not JSON.
    """
    found = Record()
    for name, kind in FIELDS.items():
        if name not in row or (name in ABSENT and not row[name]):
            continue
        value = row[name]
        found[name] = _structure(name, value) if kind == JSON and isinstance(value, str) else value
    return found


def _structure(name: str, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise SpecError(
            [
                Diagnostic(
                    "E0805",
                    f"column `{name}` of the row is not valid JSON: {error}",
                    help="pass a row of the dataset, unchanged",
                )
            ]
        ) from None
