"""How well a proof agrees with a record's: by the rules that it uses, and by the conflicts that it settles.

Both are F1 scores, the harmonic mean of precision and recall (van Rijsbergen 1979), from 0 to 1; two proofs that use,
or settle, nothing agree. A proof is a list of steps as a record's `proof` has them; of each, `uses` and `beats` are
read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, TypeAlias

from ...dsl import syntax
from ...dsl.parser import parse_statement
from ...dsl.source import Source

Proof: TypeAlias = Sequence[Mapping[str, Any]]


def rule_f1(record: Mapping[str, Any], proof: Proof) -> float:
    """Compare the rules that two proofs use; facts are left out, and ids that the theory lacks count as wrong."""
    facts = frozenset(_facts(record["theory"]))
    return _f1(_used(record["proof"] or ()) - facts, _used(proof) - facts)


def conflict_f1(record: Mapping[str, Any], proof: Proof) -> float:
    """Compare the conflicts that two proofs settle, as pairs of the rule that wins and the rule that is beaten."""
    return _f1(_conflicts(record["proof"] or ()), _conflicts(proof))


def _facts(theory: Sequence[str]) -> list[str]:
    """Give the ids of the statements that are no rules."""
    found = []
    for text in theory:
        match parse_statement(Source("theory", text)):
            case syntax.Named(body=syntax.Implication() | syntax.Infix(operator="isa")):
                pass
            case syntax.Named(name=syntax.Name(text=id)):
                found.append(id)
    return found


def _used(proof: Proof) -> frozenset[str]:
    return frozenset(id for step in proof for id in step.get("uses", ()))


def _conflicts(proof: Proof) -> frozenset[tuple[str, str]]:
    """Give who beats whom: the last that a step uses is its rule."""
    return frozenset(
        (step["uses"][-1], loser)
        for step in proof
        if step.get("uses")
        for loser in step.get("beats", ())
    )


def _f1(right: Set[Any], given: Set[Any]) -> float:
    if not right and not given:
        return 1.0
    return 2 * len(right & given) / (len(right) + len(given))
