"""Datasets whose settings differ in wording alone: the same problems, told in several ways."""

from array import array
from collections.abc import Mapping
from hashlib import blake2b
from itertools import islice
from typing import Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from .formats.read import problems
from .runs import Plan

SAME = ("theory", "query", "label", "certificate", "attempt")
"""The fields that records of one problem share, whatever its wording."""


def check_settings(plan: Plan) -> None:
    """Refuse a run whose settings differ in more than wording, or that has one setting alone.

    Raises:
        SpecError: E0432.
    """
    family = plan.family
    defaults = {name: each.default for name, each in family.parameters.items()}
    values = [{**defaults, **setting.params} for setting in plan.settings]
    varied = [name for name in values[0] if any(each[name] != values[0][name] for each in values)]
    if not varied:
        help = "vary a parameter: `--register formal,colloquial` or `--sweep NAME=A,B`"
        raise SpecError([Diagnostic("E0432", "there is only one setting to compare", help=help)])
    other = [name for name in varied if name not in family.wording]
    if other:
        raise SpecError(
            [
                Diagnostic(
                    "E0432",
                    f"theories depend on {', '.join(f'`{name}`' for name in other)}",
                    help="vary parameters that only wording uses, or leave out `--same-theory`",
                )
            ]
        )


def check_problems(plan: Plan) -> int:
    """Return how many problems a finished run has, each in all of its settings.

    Raises:
        SpecError: E0432 if a problem is another one in some setting, because a draft was dropped for its words; or if
            the folder has fewer problems than the run made.
    """
    digests = map(_digest, problems(plan.out))
    for split, count in plan.counts.items():
        first = array("Q", islice(digests, count))
        for setting in plan.settings[1:]:
            for index, digest in enumerate(first):
                found = next(digests, None)
                if found is None:
                    raise SpecError([_too_few(plan)])
                if found != digest:
                    raise SpecError([_differs(split, index, setting.label)])
        if len(first) < count:
            raise SpecError([_too_few(plan)])
    return sum(plan.counts.values())


def _digest(record: Mapping[str, Any]) -> int:
    encoded = msgspec.json.encode([record[name] for name in SAME], order="sorted")
    return int.from_bytes(blake2b(encoded, digest_size=8).digest())


def _too_few(plan: Plan) -> Diagnostic:
    made = sum(plan.counts.values()) * len(plan.settings)
    return Diagnostic(
        "E0432",
        f"`{plan.out}` has fewer problems than the {made} that the run made",
        help="compile into an empty folder again, and change no file in it",
    )


def _differs(split: str, index: int, label: str) -> Diagnostic:
    told = f" of split `{split}`" if split else ""
    return Diagnostic(
        "E0432",
        f"problem {index}{told} is another one with `{label}`",
        help="a draft was dropped for its words in one setting: `--explain-drops` shows it; repair the phrase",
    )
