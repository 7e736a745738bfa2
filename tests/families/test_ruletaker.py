"""RuleTaker: an oracle reads the English, and finds each label and the exact number of steps by itself."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import rspc

SPEC = Path(rspc.__file__).parent / "specs" / "published" / "ruletaker.rspec"
PRESETS = ["D0", "D1", "D2", "D3", "D5", "OpenD0", "OpenD1", "OpenD3"]
DEEPEST = 12
CLOSED = (
    "Anything that is neither stated nor implied by the rules is false, so the same with “not” is true, "
    "in the rules as well as in the question. ",
    "Whatever is not stated and cannot be derived with the rules is false, and its opposite, with “not”, "
    "is true. This goes for the rules as well as for the question. ",
    "What you cannot find here or derive with the rules is false, and saying “not” of it is right, "
    "be it in a rule or in the question. ",
)
BASES = {
    form: base
    for base, *forms in (
        ("chase", "chases", "chased"),
        ("eat", "eats", "eaten"),
        ("like", "likes", "liked"),
        ("need", "needs", "needed"),
        ("see", "sees", "seen"),
        ("visit", "visits", "visited"),
    )
    for form in (base, *forms)
}
"""The base form of each form of a verb."""
ANIMAL = r"(the \w+)"
WORD = r"(?!neither|without|not\b)[a-z]+"
NOUNS = r"(?:people|person|animals|animal)"
SHAPES = (
    r"If (?P<if>.+), then (?P<then>.+)",
    r"(?:Anyone|Everyone|People|All people|Every person) who (?P<if>.+)",
    r"(?:Any animal|Every animal|Animals|All animals) that (?P<if>.+)",
    r"(?:A person|An animal) (?P<then>.+) if (?:they|it) (?P<if>.+)",
    rf"All (?P<noun>{WORD}(?:, {WORD})?) {NOUNS} (?:who|that) (?P<if>.+)",
    rf"(?:All )?(?P<noun>{WORD}(?:, {WORD})?) {NOUNS} (?P<then>.+)",
)
"""Shapes of rules; where `then` is missing, it is the end of `if`."""

Said: TypeAlias = tuple[str, str, str]
"""What is said of whom, and the object of a verb, if there is one."""


class Reader:
    """The facts and rules of a text, read with regular expressions."""

    def __init__(self, context: str, closed: bool) -> None:
        self.closed = closed
        self.facts: dict[Said, bool] = {}
        self.rules: list[tuple[list[tuple[Said, bool]], tuple[Said, bool]]] = []
        assert context.startswith(CLOSED) is closed
        for sentence in re.findall(r"[^.]+\.", context.removeprefix(CLOSED)):
            rule = re.fullmatch(r"\s*If (.+), then (.+)\.", sentence)
            if rule is None:
                said, holds = self.read(sentence.strip())
                self.facts[said] = holds
            else:
                parts = [self.read(f"{each}.") for each in rule[1].split(" and ")]
                self.rules.append((parts, self.read(f"{rule[2]}.")))
        self.known: dict[tuple[Said, bool, bool, int], bool] = {}

    @staticmethod
    def read(sentence: str) -> tuple[Said, bool]:
        """Return what a sentence or clause says, and whether it affirms it."""
        who = r"(?P<who>[A-Z]\w+|[Tt]he \w+|someone|they)"
        found = re.fullmatch(rf"{who} (?:is|are) (?P<no>not )?(?P<what>\w+)\.", sentence)
        if found is None:
            verb = r"(?P<no>does not |do not )?(?P<what>\w+)"
            found = re.fullmatch(rf"{who} {verb} (?P<whom>[A-Z]\w+|the \w+)\.", sentence)
        assert found is not None, sentence
        parts = found.groupdict()
        name = parts["who"]
        name = "X" if name in ("someone", "they") else name[0].upper() + name[1:]
        whom = parts.get("whom") or ""
        what = parts["what"]
        if whom and not parts["no"] and parts["who"] != "they":
            what = what.removesuffix("s")
        return (what, name, whom[:1].upper() + whom[1:]), not parts["no"]

    def instances(self, said: Said, holds: bool) -> list[list[tuple[Said, bool]]]:
        """Return the conditions of each rule that concludes something, about the one it is concluded of."""
        return [
            [((what, who.replace("X", said[1]), whom), own) for (what, who, whom), own in parts]
            for parts, ((what, who, whom), concluded) in self.rules
            if concluded == holds and what == said[0] and whom == said[2] and who in ("X", said[1])
        ]

    def shown(self, said: Said, holds: bool, steps: int) -> bool:
        """Return whether something follows in at most this many steps."""
        if self.closed and not holds:
            return self.refuted(said, True, steps)
        if self.facts.get(said) is holds:
            return True
        return steps > 0 and self._recall(said, holds, True, steps)

    def refuted(self, said: Said, holds: bool, steps: int) -> bool:
        """Return whether at most this many steps show that something does not follow."""
        if self.closed and not holds:
            return self.shown(said, True, steps)
        if self.facts.get(said) is holds:
            return False
        return not self.instances(said, holds) or (
            steps > 0 and self._recall(said, holds, False, steps)
        )

    def _recall(self, said: Said, holds: bool, shown: bool, steps: int) -> bool:
        key = (said, holds, shown, steps)
        if key not in self.known:
            rules = self.instances(said, holds)
            if shown:
                found = any(all(self.shown(*part, steps - 1) for part in own) for own in rules)
            else:
                found = all(any(self.refuted(*part, steps - 1) for part in own) for own in rules)
            self.known[key] = found
        return self.known[key]

    def answer(self, said: Said, holds: bool) -> tuple[str, int]:
        """Return the label of a question and the least number of steps that decide it."""
        for steps in range(DEEPEST):
            if self.shown(said, holds, steps):
                return "true", steps
            if self.shown(said, not holds, steps):
                return "false", steps
            if not self.closed and all(self.refuted(said, each, steps) for each in (True, False)):
                return "unknown", steps
        raise AssertionError(said)


@cache
def _family() -> rspc.Family:
    return rspc.load(SPEC)


@cache
def _records(preset: str) -> list[dict[str, Any]]:
    family = _family()
    number = 4 * family.together(preset=preset)
    return [made.record() for made in family.generate(number, seed=5, preset=preset)]


def _depth(record: dict[str, Any]) -> int:
    return int(record["metrics"]["justification"])


@pytest.mark.parametrize("preset", PRESETS)
def test_the_english_has_the_label_and_the_depth_of_each_record(preset: str) -> None:
    for record in _records(preset):
        reader = Reader(record["context"], record["params"]["closed"])
        statement = record["question"].split("? ", 1)[1]
        assert reader.answer(*reader.read(statement)) == (record["label"], _depth(record))


@pytest.mark.parametrize("preset", PRESETS)
def test_each_theory_has_every_label_at_every_depth(preset: str) -> None:
    depth = int(preset[-1])
    labels = ["true", "false", "unknown"][: 3 if "Open" in preset else 2]
    groups: dict[str, list[dict[str, Any]]] = {}
    for record in _records(preset):
        groups.setdefault(record["context_hash"], []).append(record)
    for group in groups.values():
        asked = Counter((_depth(record), record["label"]) for record in group)
        assert asked == {(at, label): 1 for at in range(depth + 1) for label in labels}
        assert len({record["query"] for record in group}) == len(group)


@pytest.mark.parametrize("preset", PRESETS)
def test_questions_of_one_depth_say_the_same_of_others(preset: str) -> None:
    """So neither a question nor the rules that conclude what it says are those of one label."""
    groups: dict[tuple[str, int], set[str]] = {}
    for record in _records(preset):
        form = re.sub(r"\(.*", "", record["query"])
        groups.setdefault((record["context_hash"], _depth(record)), set()).add(form)
    assert all(len(forms) == 1 for forms in groups.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_takes_more_steps_than_the_preset_says(preset: str) -> None:
    for record in _records(preset):
        assert record["metrics"]["deepest"] <= int(preset[-1])
        assert record["certificate"]


def test_repeats_are_rare() -> None:
    texts = [record["canonical"] for preset in PRESETS[1:] for record in _records(preset)]
    assert len(set(texts)) >= 0.98 * len(texts)


QUICK = {"OpenD2": (23, 27, 29), "OpenD3": (21, 27), "OpenD5": (29,)}
"""Seeds whose first theories are made quickly: 69 questions."""
MANY = {"OpenD2": range(40, 60), "OpenD3": range(40, 55), "OpenD5": range(40, 48)}
"""Seeds of 504 questions more."""


def _proved(context: str) -> set[tuple[Said, bool]]:
    """Return every fact and negated fact that a text proves: its rules, applied until nothing is new.

    A condition with `not` holds only if the negated fact is stated or proved, as in the open world of ProofWriter.
    """
    found, rules = set[tuple[Said, bool]](), list[list[tuple[Said, bool]]]()
    for sentence in re.findall(r"[^.]+\.", context):
        if (rule := re.fullmatch(r"\s*If (.+), then (.+)\.", sentence)) is None:
            found.add(Reader.read(sentence.strip()))
        else:
            rules.append([Reader.read(f"{part}.") for part in (rule[2], *rule[1].split(" and "))])
    spoken = [*found, *(part for rule in rules for part in rule)]
    names = {name for (_, who, whom), _ in spoken for name in (who, whom)} - {"", "X"}
    while True:
        applied = [[_about(part, name) for part in rule] for rule in rules for name in names]
        new = {then for then, *conditions in applied if found.issuperset(conditions)} - found
        if not new:
            return found
        found |= new


def _about(part: tuple[Said, bool], name: str) -> tuple[Said, bool]:
    (what, who, whom), holds = part
    return (what, who.replace("X", name), whom), holds


@pytest.mark.parametrize(
    ("preset", "seed"),
    [
        *((preset, seed) for preset, seeds in QUICK.items() for seed in seeds),
        *(
            pytest.param(preset, seed, marks=pytest.mark.long)
            for preset, seeds in MANY.items()
            for seed in seeds
        ),
    ],
)
def test_an_open_world_has_what_its_text_proves(preset: str, seed: int) -> None:
    family = _family()
    for made in family.generate(family.together(preset=preset), seed=seed, preset=preset):
        record = made.record()
        proved = _proved(record["context"])
        assert not any((said, not holds) in proved for said, holds in proved)
        said, holds = Reader.read(record["question"].split("? ", 1)[1])
        opposite = "false" if (said, not holds) in proved else "unknown"
        assert record["label"] == ("true" if (said, holds) in proved else opposite)
