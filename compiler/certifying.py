"""Labels and their evidence: every engine of the family decides, and all must agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import plugins
from .contract import (
    UNDECIDED,
    Backend,
    Checker,
    Encoding,
    EngineError,
    Limits,
    Posed,
    Rejected,
    Verdict,
)
from .family import Family
from .ir import nodes as ir
from .ir.raising import show

LIMITS = Limits()


class Disagreement(Exception):
    """Two engines gave different labels: a fault to report, never to count."""


class Checked:
    """A checker as an engine: what it derives is the certificate that it would accept."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.name = checker.name

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Any], limits: Limits
    ) -> Verdict:
        return self.checker.derive(theory, query, kinds)


def engines(family: Family) -> list[tuple[str, Any]]:
    """Give the family's engines, each loaded once, in the order of its `verify`."""
    if "engines" not in family.memo:
        backends = plugins.names("rspc.backends")
        family.memo["engines"] = [
            (name, _loaded(name, name in backends)) for name in family.engines
        ]
    found: list[tuple[str, Any]] = family.memo["engines"]
    return found


def encodings(family: Family, theory: ir.Theory, query: ir.Query) -> dict[str, Encoding]:
    """Give a problem in the format of every backend of the family."""
    return {
        name: engine.encode(theory, query, family.kinds)
        for name, engine in engines(family)
        if not isinstance(engine, Checked)
    }


def _loaded(name: str, backend: bool) -> Backend | Checked:
    if backend:
        loaded: Backend = plugins.make("rspc.backends", name)
        return loaded
    return Checked(plugins.make("rspc.checkers", name))


def certify(family: Family, posed: Posed) -> tuple[Verdict, dict[str, str]] | Rejected:
    """Have every engine decide the label, and give the verdict whose certificate the record carries: a checker's.

    Raises:
        Disagreement: an engine's label is not the one that the task made.
    """
    labels: dict[str, str] = {}
    certified: Verdict | None = None
    for name, engine in engines(family):
        verdict: Verdict = engine.decide(posed.theory, posed.query, family.kinds, LIMITS)
        if verdict.label == UNDECIDED:
            return Rejected(f"{name} ran out of its budget")
        labels[name] = verdict.label
        if certified is None or isinstance(engine, Checked):
            certified = verdict
    if any(label != posed.expected for label in labels.values()):
        raise Disagreement(_report(posed, labels))
    if certified is None:
        raise EngineError("the family names no engine")
    return certified, labels


def _report(posed: Posed, labels: Mapping[str, str]) -> str:
    lines = [f"the question was made for the label {posed.expected}"]
    lines += [f"{name} answers {label}" for name, label in labels.items()]
    lines += [show(each) for each in posed.theory.statements]
    lines += [show(posed.query.goal), *(show(row) for row in posed.query.rows)]
    return "\n".join(lines)
