"""An instance, and the record written of it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ...version import __version__
from ..analysis.canonical_form import canonical
from ..certify.certify import encodings
from ..contract import Encoding, is_ordered
from ..family import Family
from ..ir import nodes as ir
from ..notation import show
from ..view import Record, View
from .canaries import canary
from .prompts import Arrangement


@dataclass(frozen=True)
class Option:
    """A row as it is shown."""

    label: str
    text: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class Instance:
    """A labelled, worded, certified problem.

    `text` is the whole prompt. `sentences` are keyed by statement; `statements` are those of the
    text, some of them introduced by names, and `plain` the same without asides and corrections;
    `arrangement` is how they are arranged, if the family says so. `background` has the groups that one
    sentence says. `attempt` counts the drafts that were dropped before
    this one: `rejections` by cause, and `drops` has the first attempt of each. `shared` says
    whether others have the same context. `spans` says where `text` says each statement, by its id.
    `reply` is what judging an open answer needs.
    """

    family: Family
    id: str
    seed: int
    index: int
    split: str
    params: Mapping[str, Any]
    params_hash: str
    attempt: int
    task: str
    theory: ir.Theory
    query: ir.Query
    label: str
    answer: str
    sentences: Mapping[str, str]
    statements: tuple[str, ...]
    context: str
    question: str
    options: tuple[Option, ...]
    choices: tuple[str, ...]
    text: str
    spans: Mapping[str, list[list[int]]]
    proof: Sequence[Mapping[str, Any]] | None
    certificate: Mapping[str, Any]
    engines: Mapping[str, str]
    metrics: Mapping[str, Any]
    rejections: Mapping[str, int] = field(default_factory=dict)
    drops: Mapping[str, int] = field(default_factory=dict)
    shape: str = ""
    shared: bool = False
    background: tuple[ir.Stated, ...] = ()
    reply: Mapping[str, Any] | None = None
    arrangement: Arrangement | None = None
    plain: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        """Return the problem as HTML, which a notebook shows."""
        options = tuple((option.label, option.text) for option in self.options)
        return View(self.id, self.text, options, self.choices, self.answer, self.label).html()

    def record(self) -> Record:
        """Return the instance as plain values, keys in a fixed order."""
        theory = [show(statement) for statement in self.theory.statements]
        made = {
            "id": self.id,
            "family": self.family.name,
            "family_hash": self.family.hash,
            "theory_hash": self.family.theory_hash,
            "params_hash": self.params_hash,
            "rspc": __version__,
            "canary": canary(self.family.hash, self.seed),
            "seed": self.seed,
            "index": self.index,
            "split": self.split,
            "attempt": self.attempt,
            **({"shape": self.shape} if self.shape else {}),
            "canonical": self._canonical(theory),
            "logic": self.theory.logic,
            "task": self.task,
            "params": dict(self.params),
            "prompt": self.text,
            "context": self.context,
            **({"context_hash": context_hash(self.context)} if self.shared else {}),
            **({} if self.arrangement is None else {"discourse": self.arrangement.record()}),
            "question": self.question,
            "options": [
                {"label": option.label, "text": option.text, "values": dict(option.values)}
                for option in self.options
            ]
            or None,
            "choices": list(self.choices) or None,
            **({} if self.reply is None else {"reply": _plain(self.reply)}),
            "answer": self.answer,
            "label": self.label,
            "theory": theory,
            **({"spans": dict(self.spans)} if self.spans else {}),
            "query": show(self.query.goal),
            "proof": None if self.proof is None else [dict(each) for each in self.proof],
            "certificate": _plain(self.certificate),
            "engines": dict(self.engines),
            "metrics": dict(self.metrics),
        }
        return Record(made)

    def _canonical(self, theory: Sequence[str]) -> str:
        rows = [", ".join(option.values.values()) for option in self.options]
        hidden = {statement.id for statement in self.theory.statements} - self.sentences.keys()
        logic = self.family.logic
        ordered = is_ordered(logic)
        return canonical(self.theory, theory, self.query, rows, hidden, logic.accepts, ordered)

    def encodings(self) -> dict[str, Encoding]:
        """Return the problem in the format of every backend of the family."""
        return encodings(self.family.engines, self.theory, self.query)


def _plain(values: Mapping[str, Any]) -> Any:
    return msgspec.json.decode(canonical_json(values))


def canonical_json(certificate: Mapping[str, Any]) -> bytes:
    """Return a certificate as JSON, with all object keys in alphabetical order.

    So no order is arbitrary.
    """
    return msgspec.json.encode(certificate, order="sorted")


def context_hash(context: str) -> str:
    """Return a hash that exactly the records of one context share."""
    return hashlib.blake2b(context.encode(), digest_size=8).hexdigest()


def worked_example(instance: Instance) -> dict[str, Any]:
    """Return a problem with its answer and why: a proof, or for each option the first statement that it violates."""
    sentences = instance.sentences
    rows: Mapping[str, Any] = instance.certificate.get("rows", {})
    return {
        "context": instance.context,
        "statements": list(instance.statements),
        "question": instance.question,
        "answer": instance.answer,
        "proof": [each["text"] for each in instance.proof or ()],
        "options": [
            {
                "label": option.label,
                "text": option.text,
                "holds": rows.get(option.label, {}).get("satisfied", False),
                "because": sentences.get(rows.get(option.label, {}).get("violated") or "", ""),
            }
            for option in instance.options
        ],
    }
