"""Other words for the same problems: wording has no bearing on theories, questions, labels and proofs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family, load, load_bundle
from rspc.dsl import syntax
from rspc.dsl.parsing.parser import parse
from rspc.dsl.printing.printer import print_spec
from rspc.dsl.source import Source

from ..turns import by_turns

SPECS = Path(__file__).parents[2] / "specs"
EVERY = sorted(
    path.relative_to(SPECS).with_suffix("").as_posix() for path in SPECS.rglob("*.rspec")
)

WORDED = {
    "id",
    "family_hash",
    "canary",
    "prompt",
    "context",
    "context_hash",
    "question",
    "answer",
    "choices",
    "spans",
}
"""The fields that say a problem in words, or name the whole text of its family."""

WORDED_METRICS = {"words", "query_words", "query_not"}


def reworded(family: Family) -> Family:
    """Return a family with another wording of all that it says: phrases, documents, questions, labels, descriptions."""
    bundle = family.bundle()
    files = {key: _reworded_file(key, text) for key, text in bundle["files"].items()}
    return load_bundle({**bundle, "files": files})


def _reworded_file(key: str, text: str) -> str:
    if key.endswith(".jinja"):
        return f"A problem.\n\n{text}\n\nTake your time.\n"
    if not key.endswith(".rspec"):
        return text
    spec, faults = parse(Source(key, text))
    assert not faults
    return print_spec(syntax.Spec(tuple(_reworded_item(item) for item in spec.items)))


def _reworded_item(item: syntax.Item) -> syntax.Item:
    match item:
        case syntax.Header() | syntax.Param():
            return replace(item, description=f"{item.description} (said otherwise)")
        case syntax.Say(phrases=phrases):
            return replace(item, phrases=_reworded_phrases(phrases))
        case syntax.Record(fields=fields):
            named = [f"{field.say or field.name.replace('_', ' ')} of it" for field in fields]
            return replace(
                item,
                fields=tuple(replace(f, say=say) for f, say in zip(fields, named, strict=True)),
            )
        case syntax.Knowledge(facts=facts, tests=tests):
            return replace(
                item,
                facts=tuple(replace(f, phrases=_reworded_phrases(f.phrases)) for f in facts),
                tests=tests,
            )
        case syntax.Test(say=say, condition=condition):
            return replace(item, say=_reworded_test(say), condition=_reworded_test(condition))
        case syntax.Ask(text=text, knobs=knobs):
            return replace(item, text=text and f"Now: {text}", knobs=_reworded_labels(knobs))
        case _:
            return item


def _reworded_phrases(phrases: tuple[syntax.Phrase, ...]) -> tuple[syntax.Phrase, ...]:
    return tuple(
        replace(each, text=f"{each.text[:-1]} indeed.") if each.text.endswith(".") else each
        for each in phrases
    )


def _reworded_test(wording: syntax.Wording | None) -> syntax.Wording | None:
    if wording is None:
        return None
    texts = wording.positive, wording.negative
    return replace(
        wording,
        positive=texts[0] and f"{texts[0]} indeed",
        negative=texts[1] and f"{texts[1]} indeed",
    )


def _reworded_labels(knobs: syntax.Knobs | None) -> syntax.Knobs | None:
    if knobs is None:
        return None
    return replace(knobs, knobs=tuple(_reworded_knob(knob) for knob in knobs.knobs))


def _reworded_knob(knob: syntax.Knob) -> syntax.Knob:
    match knob:
        case syntax.Knob(name="labels", value=syntax.Braces(groups=groups)):
            value = replace(
                knob.value, groups=tuple(tuple(map(_reworded_entry, each)) for each in groups)
            )
            return replace(knob, value=value)
        case _:
            return knob


def _reworded_entry(entry: syntax.Entry) -> syntax.Entry:
    assert isinstance(entry.value, syntax.Name | syntax.Text | syntax.Word)
    return replace(entry, value=syntax.Text(f"surely {entry.value.text}"))


def without_words(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a record says that is not wording."""
    kept = {name: value for name, value in record.items() if name not in WORDED}
    metrics = {n: v for n, v in record["metrics"].items() if n not in WORDED_METRICS}
    values = [(each["label"], each["values"]) for each in record["options"] or ()]
    steps = [{n: v for n, v in step.items() if n != "text"} for step in record["proof"] or ()]
    reply = {n: v for n, v in (record.get("reply") or {}).items() if n in ("kinds", "slots")}
    return {**kept, "metrics": metrics, "options": values, "proof": steps, "reply": reply}


@cache
def family(name: str) -> Family:
    return load(SPECS / f"{name}.rspec")


@pytest.mark.parametrize("name", by_turns(EVERY))
def test_other_words_change_nothing_else(name: str) -> None:
    other = reworded(family(name))
    assert other.hash != family(name).hash
    assert other.theory_hash == family(name).theory_hash
    pairs = [
        (family(name).instance(3, index).record(), other.instance(3, index).record())
        for index in range(2)
    ]
    paired = [(mine, its) for mine, its in pairs if mine["attempt"] == its["attempt"]]
    assert paired
    for mine, its in paired:
        assert mine["prompt"] != its["prompt"]
        assert without_words(mine) == without_words(its)
