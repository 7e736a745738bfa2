"""Chooses one problem of a dataset: the first that meets a condition, or one by chance."""

from pathlib import Path
from random import Random
from typing import Any

from ...dsl.diagnostics import Diagnostic, SpecError, list_names
from .filter import check_figures, read_condition
from .formats.read import problems
from .stats.account import figures
from .stats.expressions.conditions import figures_in, holds


def choose(
    dataset: Path, where: str | None = None, label: str | None = None, chance: Random | None = None
) -> dict[str, Any]:
    """Return the first record that meets a condition and has a label; with `chance`, any of these equally likely.

    Args:
        where: a condition such as `slots >= 4`, as `filter` takes it; `tokens` and `pass_rate` are not known here.
        chance: draws among the records, which are read once (Vitter 1985, algorithm R).

    Raises:
        SpecError: E0860 for a condition that is malformed, E0861 for an unknown figure, E0864 if no record fits; and
            what `problems` raises.
    """
    condition = None if where is None else read_condition(where)
    names = set() if condition is None else set(figures_in(condition))
    tells_labels = label is not None or not names.isdisjoint(("label", "answer"))
    seen: set[str] = set()
    labels: set[str] = set()
    found: dict[str, Any] | None = None
    fitting = 0
    for record in problems(dataset):
        known = {**figures(record), "characters": len(record["prompt"])} if names else {}
        seen.update(known)
        if tells_labels:
            labels.update((record["label"], record["answer"]))
        if condition is not None and not holds(condition, known):
            continue
        if label is not None and label not in (record["label"], record["answer"]):
            continue
        fitting += 1
        if chance is None:
            return record
        if not chance.randrange(fitting):
            found = record
    if found is None:
        check_figures(names, seen, where or "")
        raise SpecError(
            [
                Diagnostic(
                    "E0864",
                    f"no record of `{dataset}` is such a problem",
                    help=f"its labels and answers are {list_names(sorted(labels))}"
                    if tells_labels and label not in labels
                    else "see the labels and figures with `rspc stats`",
                )
            ]
        )
    return found
