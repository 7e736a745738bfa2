"""What is counted of records: labels and answers, parameters, sizes and metrics."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ...text import NEXT
from .counting import Figure, Names

Record: TypeAlias = Mapping[str, Any]

FIELDS = ("label", "answer", "family", "logic", "task", "split", "seed", "index")
"""The fields of a record that are figures by themselves."""

SHARES = (
    ("conflicts", "steps"),
    ("type1", "conflicts"),
    ("type2", "conflicts"),
    ("values", "conflicts"),
)
"""The metrics that are parts of another one: part and whole."""


def sizes(record: Record) -> dict[str, int]:
    """Return the figures that are not metrics: words of the prompt, its longest sentence and the question, steps
    of the proof.
    """
    proof = record.get("proof")
    sentences = NEXT.split(record["context"])
    return {
        "prompt_words": len(record["prompt"].split()),
        "longest_sentence": max(len(sentence.split()) for sentence in sentences),
        "question_words": len(record["question"].split()),
        **({"proof_steps": len(proof)} if isinstance(proof, list) else {}),
    }


def figures(record: Record) -> dict[str, Any]:
    """Return all that is known of a record, by name.

    A metric hides a parameter of its name, as in a spec; `params.NAME` and `metrics.NAME` name both.
    """
    params, metrics = record["params"], record["metrics"]
    return {
        **{name: record[name] for name in FIELDS},
        **sizes(record),
        **params,
        **metrics,
        **{f"params.{name}": value for name, value in params.items()},
        **{f"metrics.{name}": value for name, value in metrics.items()},
    }


class Account:
    """The counts of some records, in bounded memory. `offered` are the answers that every problem lets choose from."""

    def __init__(self) -> None:
        self.offered: frozenset[str] = frozenset()
        self.instances = 0
        self.labels = Names()
        self.answers = Names()
        self.params: dict[str, Figure] = {}
        self.sizes: dict[str, Figure] = {}
        self.metrics: dict[str, Figure] = {}

    def add(self, record: Record) -> None:
        choices = frozenset(record.get("choices") or ())
        self.offered = self.offered & choices if self.instances else choices
        self.instances += 1
        self.labels.add(record["label"])
        self.answers.add(record["answer"])
        _see(self.params, record["params"])
        _see(self.sizes, sizes(record))
        _see(self.metrics, record["metrics"])

    def merge(self, other: "Account") -> None:
        """Count the records that another one counted after this."""
        if other.instances:
            self.offered = self.offered & other.offered if self.instances else other.offered
        self.instances += other.instances
        self.labels.merge(other.labels)
        self.answers.merge(other.answers)
        for own, more in (
            (self.params, other.params),
            (self.sizes, other.sizes),
            (self.metrics, other.metrics),
        ):
            for name, figure in more.items():
                own.setdefault(name, Figure()).merge(figure)

    def factors(self) -> Iterator[tuple[str, Figure]]:
        """Yield the figures that a label may depend on: each parameter, size and metric, by a name that is its own."""
        for name, figure in self.params.items():
            yield f"params.{name}", figure
        yield from self.sizes.items()
        for name, figure in self.metrics.items():
            yield f"metrics.{name}", figure

    def shares(self) -> dict[str, float]:
        """Return what share of a metric's sum another one is, where both are known and the sum is not 0."""
        found = {}
        for part, whole in SHARES:
            if part in self.metrics and whole in self.metrics:
                below = self.metrics[whole].numbers.total
                if below:
                    share = self.metrics[part].numbers.total / below
                    found[f"ratio({part}, {whole})"] = share
        return found


def _see(known: dict[str, Figure], values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if name not in known:
            known[name] = Figure()
        known[name].add(value)
