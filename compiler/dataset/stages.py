"""What flows between the stages of one problem: its theory, its encodings for engines, and their answers."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from ..analysis.conflicts import write_out_conflicts
from ..api import Family
from ..certify.certify import Spent, encodings
from ..contract import EngineError
from ..instances import canonical_json
from ..ir import nodes as ir
from ..notation import show
from .verify.problem import ProblemReader, Unreadable
from .verify.remake import NotMade, remake


def stage_of(name: str, record: Mapping[str, Any], family: Family) -> dict[str, Any]:
    """Return a stage of a record's problem as plain values.

    Args:
        name: one of `STAGES`.

    Raises:
        SpecError: the record cannot be read or made again.
    """
    try:
        theory, query = _problem(record, family)
    except (Unreadable, NotMade) as error:
        raise SpecError([Diagnostic("E0805", f"`{record['id']}`: {error}")]) from None
    return STAGES[name](family, theory, query)


def page_of(stage: Mapping[str, Any]) -> str:
    """Return a stage as text: each part under its name."""
    return "\n\n".join(f"{name}\n\n{_text(value)}" for name, value in stage.items())


def _text(value: Any) -> str:
    match value:
        case str():
            return value.rstrip("\n")
        case list():
            return "\n".join(map(str, value))
        case _:
            return msgspec.json.format(msgspec.json.encode(value), indent=1).decode()


def _problem(record: Mapping[str, Any], family: Family) -> tuple[ir.Theory, ir.Query]:
    if family.naming is not None and family.signature.functional:
        instance = remake(record, family)
        return instance.theory, instance.query
    return ProblemReader(family).read(record, family.signature)


def _theory(family: Family, theory: ir.Theory, query: ir.Query) -> dict[str, Any]:
    return {"theory": _lines(theory), "question": show(query.goal), **_rows(query)}


def _rows(query: ir.Query) -> dict[str, Any]:
    return {"options": [show(row) for row in query.rows]} if query.rows else {}


def _lines(theory: ir.Theory) -> list[str]:
    return [f"{statement.id}: {show(statement.statement)}." for statement in theory.statements]


def _singles(
    family: Family, theory: ir.Theory, query: ir.Query
) -> Iterator[tuple[str, ir.Theory, ir.Query]]:
    """Yield the single questions that engines decide instead of a question: name, theory and question."""
    other = query.goal.behind(family.logic.accepts)
    parts = query.goal.split(theory) if other is None else None
    if parts is None:
        yield "", theory, query if other is None else ir.Query(other, query.rows)
    else:
        yield from ((name, own, ir.Query(part)) for name, (own, part) in parts.items())


def _rewritten_theory(family: Family, theory: ir.Theory, query: ir.Query) -> dict[str, Any]:
    stage: dict[str, Any] = {}
    for name, about, single in _singles(family, theory, query):
        own = f" {name}" if name else ""
        stage[f"question{own}"] = show(single.goal)
        stage[f"theory{own}"] = _lines(write_out_conflicts(about, single))
    return stage


def _encodings_of(family: Family, theory: ir.Theory, query: ir.Query) -> dict[str, Any]:
    return {name: each.text for name, each in encodings(family.engines, theory, query).items()}


def _verdict(family: Family, theory: ir.Theory, query: ir.Query) -> dict[str, Any]:
    stage: dict[str, Any] = {}
    for name, about, single in _singles(family, theory, query):
        problem = write_out_conflicts(about, single)
        for engine in family.engines.names:
            try:
                verdict = family.engines.decide(engine, problem, single)
            except (EngineError, Spent) as error:
                stage[f"{engine} {name}".rstrip()] = {"error": str(error)}
                continue
            certificate = msgspec.json.decode(canonical_json(verdict.certificate))
            stage[f"{engine} {name}".rstrip()] = {
                "label": verdict.label,
                "certificate": certificate,
            }
    return stage


STAGES: Mapping[str, Callable[[Family, ir.Theory, ir.Query], dict[str, Any]]] = {
    "theory": _theory,
    "rewritten": _rewritten_theory,
    "encoding": _encodings_of,
    "verdict": _verdict,
}
"""The stages of a problem, in order."""
