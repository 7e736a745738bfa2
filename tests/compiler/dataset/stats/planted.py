"""Made-up problems whose answers one thing in their text tells, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .records import record

NAMES = [f"{first}{last}" for first in ("Bo", "Da", "Fi", "Ke") for last in ("rim", "lan", "vo")]
THINGS = [f"{first}{last}" for first in ("gru", "pla", "tor", "wel") for last in ("mbit", "dok")]
ACTS = [
    f"{first}{last}" for first in ("zub", "flin", "mork", "tash", "quel") for last in ("at", "in")
]

Text = tuple[str, str]
"""A context and a question."""


def noise(draw: Random, count: int = 4) -> list[str]:
    """Draw facts that have nothing to do with anything."""
    return [
        f"{draw.choice(NAMES)} {draw.choice(ACTS)}s the {draw.choice(THINGS)}."
        for _ in range(count)
    ]


def planted(
    count: int, text: Callable[[Random, bool], Text], *, told: bool = True, seed: int = 1
) -> list[dict[str, Any]]:
    """Make problems with answers yes and no; where they are not told, the text is drawn for any answer."""
    draw = Random(seed)
    made = []
    for index in range(count):
        answer = draw.random() < 0.5
        context, question = text(draw, answer if told else draw.random() < 0.5)
        made.append(
            record(
                index,
                str(answer).lower(),
                answer="yes" if answer else "no",
                choices=["yes", "no"],
                context=context,
                question=question,
                prompt=f"{context}\n\n{question}",
                theory=[context, str(index // 2)],
                metrics={"depth": 1 + index % 2},
            )
        )
    return made


def asked(draw: Random) -> tuple[str, str, str]:
    return draw.choice(NAMES), draw.choice(ACTS), draw.choice(THINGS)


def by_form(draw: Random, answer: bool) -> Text:
    """Everything is asked of where the answer is no."""
    _, act, thing = asked(draw)
    who = "somebody" if answer else "everybody"
    return " ".join(noise(draw)), f"Is it so that {who} {act}s the {thing}?"


def by_word(draw: Random, answer: bool) -> Text:
    """Many words occur somewhat more often with one answer."""
    name, act, thing = asked(draw)
    kept = [
        place for place in range(40) if draw.random() < (0.6 if (place % 2 == 0) == answer else 0.4)
    ]
    lines = " ".join(f"Note {THINGS[place % 8]}{'aeiou'[place // 8]}n." for place in kept)
    return f"{lines} {' '.join(noise(draw))}", f"Is it so that {name} {act}s the {thing}?"


def by_place(draw: Random, answer: bool) -> Text:
    """Of the two sentences about somebody, the first one gives the answer."""
    name, other, third = draw.sample(NAMES, 3)
    said = [f"{name} is left of {other}.", f"{name} is right of {third}."]
    return " ".join(said if answer else said[::-1]), f"Is it {name}?"


def by_recurrence(draw: Random, answer: bool) -> Text:
    """Of the two sentences about somebody, the one that names somebody who is named again gives the answer."""
    name, other, third, far = draw.sample(NAMES, 4)
    said = [f"{name} is left of {other}.", f"{name} is right of {third}."]
    again = f"{other if answer else third} is left of {far}."
    return " ".join((*draw.sample(said, 2), again)), f"Is it {name}?"


def by_support(draw: Random, answer: bool) -> Text:
    """Of the two rules about the question, one has a condition that is stated, the other a rare one."""
    name, act, thing = asked(draw)
    first, second = draw.sample([each for each in ACTS if each != act], 2)
    other = draw.choice([each for each in THINGS if each != thing])
    stated, missing = f"{name} {first}s the {other}", f"{name} {second}s the {other}"
    good, bad = (stated, missing) if answer else (missing, stated)
    rules = [
        f"Rule r1: If {good}, then {name} {act}s the {thing}.",
        f"Rule r2: If {bad}, then {name} does not {act} the {thing}.",
    ]
    draw.shuffle(rules)
    question = f"Is the following statement right? {name} {act}s the {thing}."
    return " ".join([f"{stated}.", *rules]), question


def by_preference(draw: Random, answer: bool) -> Text:
    """The preferred rule wins."""
    name, act, thing = asked(draw)
    first, second = draw.sample([each for each in ACTS if each != act], 2)
    numbers = draw.sample(["r1", "r2"], 2)
    rules = sorted(
        (
            f"Rule {numbers[0]}: If somebody {first}s the {thing}, then {name} {act}s the {thing}.",
            f"Rule {numbers[1]}: If somebody {second}s the {thing}, then {name} does not {act} the {thing}.",
        )
    )
    one, two = numbers if answer else numbers[::-1]
    question = f"Is the following statement right? {name} {act}s the {thing}."
    return " ".join([*noise(draw), *rules, f"Rule {one} is preferred over rule {two}."]), question


def by_members(draw: Random, answer: bool) -> Text:
    """A set lacks a stated fact where the answer is no."""
    pairs = draw.sample([(act, name) for act in ACTS for name in NAMES], 6)
    facts = " ".join(f'It holds that {act}("{name}") is true.' for act, name in pairs)
    kept = pairs if answer else [*pairs[:-1], (draw.choice(ACTS), "Bolan")]
    members = ", ".join(sorted(f'{act}("{name}")' for act, name in kept))
    return facts, f"Is the following set of literals a model? {{{members}}}"


def by_order(draw: Random, answer: bool) -> Text:
    """A sentence has the names of the question in its order, or in the other one."""
    one, two = draw.sample(NAMES, 2)
    act = draw.choice(ACTS)
    told = (one, two) if answer else (two, one)
    lines = [*noise(draw), f"{told[0]} saw {told[1]}."]
    draw.shuffle(lines)
    return " ".join(lines), f"Is it so that {one} and {two} {act}?"


def by_two(draw: Random, answer: bool) -> Text:
    """The length of the text and that of the question tell together, and neither alone."""
    name, act, thing = asked(draw)
    long = draw.random() < 0.5
    sign = "" if long == answer else "at all "
    return " ".join(
        noise(draw, 7 if long else 4)
    ), f"Is it so that {name} {act}s the {thing} {sign}?"


def optional(
    count: int, told: Callable[[Random, list[int]], int], *, several: bool = False, seed: int = 5
) -> list[dict[str, Any]]:
    """Make problems with four options that have prices; `told` gives the place of the right one."""
    draw = Random(seed)
    made = []
    for index in range(count):
        prices = draw.sample(range(100, 1000), 4)
        place = told(draw, prices)
        right = sorted({place, (place + 1) % 4} if several else {place})
        options = [
            {
                "label": "ABCD"[at],
                "text": f"It costs ${price} in {draw.choice(NAMES)}.",
                "values": {},
            }
            for at, price in enumerate(prices)
        ]
        label = ",".join("ABCD"[at] for at in right)
        made.append(record(index, label, options=options, theory=[str(index)]))
    return made


def chosen(count: int, told: bool, seed: int = 7) -> list[dict[str, Any]]:
    """Make problems whose answer is one of three names; where it is told, the one that came late."""
    draw = Random(seed)
    made = []
    for index in range(count):
        names = draw.sample(NAMES, 3)
        right = draw.choice(names)
        late = right if told else draw.choice(names)
        lines = [f"{each} {draw.choice(ACTS)}s the {draw.choice(THINGS)}." for each in names]
        lines += [f"{each} came {'late' if each == late else 'early'}." for each in names]
        draw.shuffle(lines)
        made.append(
            record(
                index,
                right,
                choices=sorted(names),
                context=" ".join(lines),
                question="Who was it?",
                theory=[str(index)],
            )
        )
    return made
