"""What certificates about records show: which requirement each row violates, a record, or why there is none."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....compiler.contract import Description
from ....dsl.diagnostics import list_names


def describe_evaluation(certificate: Mapping[str, Any]) -> Sequence[Description]:
    """Return what a certificate of `evaluation` shows."""
    match certificate:
        case {"kind": "evaluation", "rows": rows}:
            return list(_rows(rows))
        case {"kind": "record", "record": record}:
            listed = ", ".join(f"{name} {value}" for name, value in record.items())
            return [Description(f"This record meets every requirement: {listed}.")]
        case {"kind": "refutation", "requirements": ids, "refutation": node}:
            return list(_refutation(ids, node))
        case _:
            return []


def _rows(rows: Mapping[str, Mapping[str, Any]]) -> Iterator[Description]:
    meeting = [name for name, row in rows.items() if row["satisfied"]]
    verb = "meets" if len(meeting) == 1 else "meet"
    if meeting:
        yield Description(f"{list_names(meeting)} {verb} every requirement.")
    else:
        yield Description("No row meets every requirement.")
    if values := [f"{name} {rows[name]['value']}" for name in meeting if "value" in rows[name]]:
        yield Description(f"Amounts, in the smallest unit: {', '.join(values)}.")
    if asked := [name for name in meeting if "meets" in rows[name]]:
        fitting = [name for name in asked if rows[name]["meets"]]
        if fitting:
            verb = "meets" if len(fitting) == 1 else "meet"
            yield Description(f"Of these, {list_names(fitting)} also {verb} what is asked.")
        else:
            yield Description("None of these meets what is asked.")
    violating: dict[str, list[str]] = {}
    for name, row in rows.items():
        if not row["satisfied"]:
            violating.setdefault(row["violated"], []).append(name)
    for id, names in violating.items():
        verb = "violates" if len(names) == 1 else "violate"
        yield Description(f"{list_names(names)} {verb} {id}:", (id,))


def _refutation(ids: Sequence[str], node: Any) -> Iterator[Description]:
    yield Description(f"No record meets {list_names(ids)} together:", quoted=tuple(ids))
    match node:
        case {"slot": slot, "cases": cases}:
            items = [
                f"{slot} {value}: {each} is violated"
                if isinstance(each, str)
                else f"{slot} {value}: one of them is violated, whatever {_others(_depth(each))}"
                for value, each in cases.items()
            ]
            yield Description("By cases:", items=tuple(items))


def _others(slots: int) -> str:
    return "the other slot is" if slots == 1 else f"the other {slots} slots are"


def _depth(node: Any) -> int:
    """Return over how many slots a refutation goes at most."""
    deepest, left = 0, [(node, 0)]
    while left:
        match left.pop():
            case {"cases": cases}, depth:
                left += [(each, depth + 1) for each in cases.values()]
            case _, depth:
                deepest = max(deepest, depth)
    return deepest
