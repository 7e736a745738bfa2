"""Rewards for reinforcement learning, with the signatures of TRL, verl and OpenRLHF. None of them is imported."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ...replies import PLAIN, conflict_f1, has_proof, in_form, proof_steps, rule_f1
from ..formats import record
from .key import PROOF, keyed
from .score import score

_SPECIAL = re.compile(r"(?:<[|｜][^<>|｜]{1,40}[|｜]>|</?s>|<(?:eos|pad|end_of_turn)>|\s)+\Z")
"""The special tokens of chat templates at the end of a text."""


@dataclass(frozen=True)
class Reward:
    """A reward from 0 to 1 for a reply: for its answer, its form and its proof.

    The answer counts for what the other parts leave. A reply has the form if it gives exactly one answer in the form
    that the prompt asks for; if the prompt asks for none, if it commits to an answer at all. The proof counts only with
    the right answer: it is the mean of the F1 of the rules that it uses and of the conflicts that it settles. If a
    record has no proof to compare with, its answer counts in place of the proof.

    Attributes:
        form: the weight of the form.
        proof: the weight of the proof; keys must have been made with `proof=True`.
    """

    form: float = 0.0
    proof: float = 0.0

    def __post_init__(self) -> None:
        if not (self.form >= 0 and self.proof >= 0 and self.form + self.proof <= 1):
            raise ValueError("the weights of form and proof are 0 or more, and together at most 1")

    def __call__(self, key: str | Mapping[str, Any], reply: str) -> float:
        """Return the reward of a reply to the record of a key, or to a row of a dataset.

        Raises:
            KeyError, SpecError, PluginError: as `rspc.score` does; SpecError (E0805) also if the key has no proof.
        """
        own = keyed(key) if isinstance(key, str) else record(key)
        found = score(own, reply)
        value = found.value * (1 - self.form - self.proof)
        if self.form:
            name = own.get("form", PLAIN)
            shaped = found if name == PLAIN else score(own, in_form(reply, name) or "")
            value += self.form * bool(shaped.answer)
        if self.proof:
            value += self.proof * found.value * _agreement(own, reply)
        return value

    def trl(
        self,
        prompts: Sequence[Any] = (),
        completions: Sequence[Any] = (),
        key: Sequence[str] | None = None,
        **columns: Any,
    ) -> list[float]:
        """Return the rewards of completions, as the trainers of TRL call it.

        Args:
            completions: texts, or lists of messages, of which the last is the reply.
            key: the column of keys. If the dataset has none, its columns must be those of a record.
        """
        rows: Sequence[Any] = _rows(columns, len(completions)) if key is None else key
        pairs = zip(rows, completions, strict=True)
        return [self(row, _content(completion)) for row, completion in pairs]

    def compute_score(
        self,
        data_source: Any,
        solution_str: str,
        ground_truth: str | Mapping[str, Any],
        extra_info: Any = None,
        **others: Any,
    ) -> float:
        """Return the reward of one reply, as the reward managers of verl call it; `ground_truth` is the key."""
        return self(ground_truth, _SPECIAL.sub("", solution_str))

    def openrlhf(
        self, queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], **others: Any
    ) -> dict[str, Any]:
        """Return `rewards`, and `scores` of the answers alone, as lists; OpenRLHF wants them as tensors.

        Args:
            queries: prompts with the replies to them.
            labels: the keys.
        """
        replies = [
            _SPECIAL.sub("", query.rpartition(prompt)[2] if prompt else query)
            for query, prompt in zip(queries, prompts, strict=True)
        ]
        pairs = list(zip(labels, replies, strict=True))
        return {
            "rewards": [self(label, reply) for label, reply in pairs],
            "scores": [score(label, reply).value for label, reply in pairs],
            "extra_logs": {},
        }


def _agreement(own: Mapping[str, Any], reply: str) -> float:
    """Return how well the proof in a reply agrees with a record's; 1 if the record has none."""
    if any(name not in own for name in PROOF):
        raise SpecError(
            [
                Diagnostic(
                    "E0805",
                    f"the key of record `{own.get('id', '')}` has no proof",
                    help="make keys with `rspc.key(record, proof=True)` or `rspc export --proof`",
                )
            ]
        )
    if not has_proof(own):
        return 1.0
    steps = proof_steps(own, reply)
    if not any("beats" in step and step["beats"] for step in own["proof"]):
        return rule_f1(own, steps)
    return (rule_f1(own, steps) + conflict_f1(own, steps)) / 2


def _rows(columns: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    """Return the rows of a batch from its columns."""
    if "task" not in columns:
        raise SpecError(
            [
                Diagnostic(
                    "E0805",
                    "the dataset has no column `key`",
                    help="write it with `rspc export`, or train on a dataset that `rspc compile` wrote",
                )
            ]
        )
    whole = {
        name: values
        for name, values in columns.items()
        if isinstance(values, Sequence) and not isinstance(values, str) and len(values) == count
    }
    return [{name: values[place] for name, values in whole.items()} for place in range(count)]


def _content(completion: Any) -> str:
    """Return the text of a completion: itself, or that of its last message."""
    if isinstance(completion, str):
        return completion
    held = completion[-1]["content"] if completion else ""
    if held is None or isinstance(held, str):
        return held or ""
    return "".join(part.get("text", "") for part in held)
