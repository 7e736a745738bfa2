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
    "Whatever is neither stated nor follows from the rules is false. In the rules and in the question, “not” "
    "therefore means only that something does not follow. ",
    "If something is not stated and cannot be derived with the rules, it is false. This goes for the rules "
    "as well as for the question. ",
    "Take as false whatever is neither stated here nor follows from the rules. “Not”, in a rule or in the "
    "question, says no more than that. ",
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
SHAPES = (
    r"if (?P<if>.+), then (?P<then>.+)",
    r"(?:a person|an animal) (?P<then>(?!who|that).+) if (?:they|it) (?P<if>.+)",
    r"(?:anyone|everyone|people|all people|every person) who (?P<all>.+)",
    r"(?:any animal|every animal|animals|all animals) that (?P<all>.+)",
    r"all (?P<if>[a-z]+(?:, [a-z]+)?) (?:people who|animals that) (?P<all>.+)",
    r"(?:all )?(?P<if>[a-z]+(?:, [a-z]+)?) (?:people|animals) (?P<then>(?!who|that).+)",
)
"""Shapes of rules; `all` is conditions and then the conclusion."""
CONCLUSION = re.compile(r"(?:is|are) (?:not )?[a-z]+|(?:does not |do not )?[a-z]+ the [a-z]+")
FILLERS = {"is", "are", "a", "an", "someone", "animal", "person", "they", "it"} | {
    *("and", "or", "nor", "but", "though", "does", "do", "being")
}
NEGATIONS = ("not", "neither", "without")
TOGETHER = r"(?P<who>The \w+|[A-Z]\w+) (?P<be>is (?:not )?)?(?P<parts>.+ (?:and|or) .+)\."
"""Several facts about one individual: traits after `is` or, with `or` between them, `is not`; or deeds."""

Said: TypeAlias = tuple[str, str, str]
"""What is said of whom, and the object of a verb, if there is one."""


Literal: TypeAlias = tuple[Said, bool]


def literals(text: str) -> list[Literal] | None:
    """Return what is said of someone, in clauses and adjectives; None if the text does not end with a literal."""
    found, words, negated, after = list[Literal](), text.replace(",", "").split(), False, False
    if words[-1] in (*FILLERS, *NEGATIONS):
        return None
    while words:
        word = words.pop(0)
        if word in NEGATIONS:
            negated, after = True, word != "not"
        elif word in FILLERS:
            after = after and word != "but"
            negated = negated and (after or word != "but")
        else:
            whom = ""
            if word in BASES:
                if len(words) < 2 or words.pop(0) != "the":
                    return None
                word, whom = BASES[word], f"The {words.pop(0)}"
            found.append(((word, "X", whom), not negated))
            negated = negated and after
    return found or None


def read_rule(sentence: str) -> tuple[list[Literal], Literal] | None:
    """Return the conditions and the conclusion of a rule; None for a fact."""
    text = sentence[0].lower() + sentence[1:].removesuffix(".")
    found = next(filter(None, (re.fullmatch(shape, text) for shape in SHAPES)), None)
    if found is None:
        return None
    parts = found.groupdict()
    first = (literals(parts["if"]) or []) if parts.get("if") else []
    if "all" not in parts:
        (then,) = literals(parts["then"]) or []
        assert first, sentence
        return first, then
    words = parts["all"].split()
    ((rest, then),) = (
        (rest, then)
        for cut in range(1, len(words))
        if CONCLUSION.fullmatch(" ".join(words[cut:]))
        for rest in [literals(" ".join(words[:cut]))]
        for then in literals(" ".join(words[cut:])) or []
        if rest
    )
    return first + rest, then


def members(text: str, word: str) -> list[str]:
    """Return the members of a list, which is `a and b` or `a, b, and c`, with `and` or another word."""
    rest, comma, last = text.rpartition(f", {word} ")
    found = [*rest.split(", "), last] if comma else text.split(f" {word} ")
    assert len(found) > 2 if comma else len(found) == 2, text
    return found


class Reader:
    """The facts and rules of a text, read with regular expressions."""

    def __init__(self, context: str, closed: bool) -> None:
        self.closed = closed
        self.facts: dict[Said, bool] = {}
        self.rules: list[tuple[list[tuple[Said, bool]], tuple[Said, bool]]] = []
        assert context.startswith(CLOSED) is closed
        for opening in CLOSED:
            context = context.removeprefix(opening)
        for sentence in re.findall(r"[^.]+\.", context):
            rule = read_rule(sentence.strip())
            if rule is None:
                for said, holds in self.told(sentence.strip()):
                    assert said not in self.facts, sentence
                    self.facts[said] = holds
            else:
                self.rules.append(rule)
        self.known: dict[tuple[Said, bool, bool, int], bool] = {}

    @staticmethod
    def told(sentence: str) -> list[tuple[Said, bool]]:
        """Return the facts of a sentence, which may have several; `is not` goes for all of its parts."""
        found = re.fullmatch(TOGETHER, sentence)
        if found is None:
            return [Reader.read(sentence)]
        start = f"{found['who']} {found['be'] or ''}"
        word = "or" if "not" in start else "and"
        return [Reader.read(f"{start}{part}.") for part in members(found["parts"], word)]

    @staticmethod
    def read(sentence: str) -> tuple[Said, bool]:
        """Return what a sentence or clause says, and whether it affirms it."""
        who, whom = r"(?P<who>[A-Z]\w+|The \w+)", r"(?P<whom>[A-Z]\w+|[Tt]he \w+)"
        by = rf"{whom} is (?P<no>not )?(?P<what>\w+) by (?P<who>the \w+)\."
        for shape in (
            by,
            rf"{who} is(?P<no> not|n't)? (?P<what>\w+)\.",
            rf"{who} (?P<no>does not |doesn't )?(?P<what>\w+) {whom}\.",
        ):
            if found := re.fullmatch(shape, sentence):
                break
        assert found is not None, sentence
        parts = found.groupdict()
        whom = parts.get("whom") or ""
        what = BASES[parts["what"]] if whom else parts["what"]
        return (what, parts["who"][:1].upper() + parts["who"][1:], whom[:1].upper() + whom[1:]), (
            not parts["no"]
        )

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
        if (rule := read_rule(sentence.strip())) is None:
            found.update(Reader.told(sentence.strip()))
        else:
            rules.append([rule[1], *rule[0]])
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
