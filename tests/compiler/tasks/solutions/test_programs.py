"""Solutions of programs: what is accepted, and which requirement a wrong answer violates, against brute force."""

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc import score
from rspc.compiler.instances import Exhausted

COLOURS = ("red", "blue", "green")

MAP = """family tried
logic asp
sort land = 1..{size}
sort colour = {{red, blue, green}}
pred land(land)
pred colour(colour)
pred painted(land, colour)
say land(1..?n) as "There are lands from 1 to {{{{ n }}}}."
say colour(?c) as "One of the colours is {{{{ c }}}}."
say land(A) -> 1 {{ painted(A, C) : colour(C) }} 1 as "Each land has one colour."
say painted(?a, X), painted(?b, X) -> false as "Lands {{{{ a }}}} and {{{{ b }}}} differ."
say not painted(?a, ?c) -> false as "Land {{{{ a }}}} is {{{{ c }}}}."
say painted(?a, ?c) -> false as "Land {{{{ a }}}} is not {{{{ c }}}}."
say minimize {{ 1, A : painted(A, ?c) }} as "As few lands as possible should be {{{{ c }}}}."
theory {{
  land(1..{size}).
  colour(red).
  colour(blue).
  colour(green).
  land(A) -> 1 {{ painted(A, C) : colour(C) }} 1.
{lines}
}}
ask solution {{ painted(A, C) }} {{ most 100 }} "Which colours?" as "land {{{{ A }}}} = {{{{ C }}}}"
"""


class Problem:
    """A map with its statements as Python, in order: each has its line, its sentence, and what it forbids."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.size = draw.randint(2, 4)
        self.lines: list[str] = []
        self.rules: list[tuple[str, Any]] = []
        lands = range(1, self.size + 1)
        self.rules.append(("Each land has one colour.", lambda given: all(
            sum((land, colour) in given for colour in COLOURS) == 1 for land in lands)))  # fmt: skip
        for _ in range(draw.randint(1, 5)):
            one, other = draw.sample(list(lands), 2)
            colour = draw.choice(COLOURS)
            match draw.randint(0, 2):
                case 0:
                    self._add(
                        f"painted({one}, X), painted({other}, X) -> false",
                        f"Lands {one} and {other} differ.",
                        lambda given, a=one, b=other: (
                            not any((a, c) in given and (b, c) in given for c in COLOURS)
                        ),
                    )
                case 1:
                    self._add(
                        f"not painted({one}, {colour}) -> false",
                        f"Land {one} is {colour}.",
                        lambda given, a=one, c=colour: (a, c) in given,
                    )
                case _:
                    self._add(
                        f"painted({one}, {colour}) -> false",
                        f"Land {one} is not {colour}.",
                        lambda given, a=one, c=colour: (a, c) not in given,
                    )
        self.few = draw.choice([*COLOURS, None])
        if self.few:
            self.lines.append(f"  minimize {{ 1, A : painted(A, {self.few}) }}.")

    def _add(self, line: str, sentence: str, holds: Any) -> None:
        if f"  {line}." not in self.lines:
            self.lines.append(f"  {line}.")
            self.rules.append((sentence, holds))

    def solutions(self) -> list[frozenset[tuple[int, str]]]:
        """Return the best of the assignments that meet every rule."""
        lands = range(1, self.size + 1)
        every = (
            frozenset(zip(lands, colours, strict=True))
            for colours in product(COLOURS, repeat=self.size)
        )
        found = [given for given in every if all(holds(given) for _, holds in self.rules)]
        least = min((self.cost(given) for given in found), default=0)
        return [given for given in found if self.cost(given) == least]

    def cost(self, given: frozenset[tuple[int, str]]) -> int:
        return sum(colour == self.few for _, colour in given)

    def violated(self, given: frozenset[tuple[int, str]]) -> str | None:
        return next((sentence for sentence, holds in self.rules if not holds(given)), None)

    def load(self, path: Path) -> Any:
        file = path / "tried.rspec"
        file.write_text(MAP.format(size=self.size, lines="\n".join(self.lines)), "utf-8")
        return rspc.load(file)


def replies(problem: Problem, draw: random.Random) -> Iterator[frozenset[tuple[int, str]]]:
    yield from problem.solutions()
    lands = list(range(1, problem.size + 1))
    for _ in range(12):
        given = {(land, draw.choice(COLOURS)) for land in lands}
        if draw.random() < 0.2:
            given.discard(draw.choice(sorted(given)))
        if draw.random() < 0.2:
            given.add((draw.choice(lands), draw.choice(COLOURS)))
        if given:
            yield frozenset(given)


@pytest.mark.parametrize("seed", range(40))
def test_exactly_the_solutions_are_accepted(seed: int, tmp_path: Path) -> None:
    problem = Problem(seed)
    right = problem.solutions()
    family = problem.load(tmp_path)
    if not right:
        with pytest.raises(Exhausted):
            family.instance()
        return
    record = family.instance().record()
    assert record["metrics"]["solutions"] == len(right)
    assert record["label"] == ("1" if len(right) == 1 else "more")
    assert score(record, record["answer"]).value == 1
    for given in replies(problem, random.Random(seed)):
        text = "\n".join(f"Land {land}: {colour}" for land, colour in sorted(given))
        found = score(rspc.key(record), text.replace(":", " ="))
        assert found.value == (given in right), (text, found)
        broken = problem.violated(given)
        if broken is not None:
            assert found.reason == f"violated: {broken}", text
        elif given not in right:
            assert found.reason == (
                f"not optimal: the answer reaches {problem.cost(given)}, "
                f"and {problem.cost(right[0])} is possible"
            )


@pytest.mark.parametrize("seed", range(6))
def test_clingo_itself_finds_the_solutions(seed: int, tmp_path: Path) -> None:
    problem = Problem(seed)
    if not problem.solutions():
        return
    instance = problem.load(tmp_path).instance()
    (encoding,) = instance.encodings().values()
    path = tmp_path / "problem.lp"
    path.write_text(encoding.text, "utf-8")
    command = [sys.executable, "-m", "clingo", str(path), "0", "--opt-mode=optN", "--quiet=1"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    sets = {line for line in told.splitlines() if line.startswith("land(")}
    found = {
        frozenset(
            (land, colour)
            for land, colour in product(range(1, problem.size + 1), COLOURS)
            if f"painted({land},{colour})" in line.split()
        )
        for line in sets
    }
    assert found == set(problem.solutions())


PLAN = """family plan
logic asp
sort block = {a, b, c}
sort place = {a, b, c, table}
sort step = 1..2
sort moment = 0..2
pred block(block)
pred step(step)
pred move(block, place, step)
pred on(block, place, moment)
theory {
  block(a).
  block(b).
  block(c).
  step(1..2).
  on(a, table, 0).
  on(b, a, 0).
  on(c, table, 0).
  step(T) -> 1 { move(B, P, T) : block(B), block(P), B != P; move(B, table, T) : block(B) } 1.
  move(B, P, T) -> on(B, P, T).
  on(B, P, T - 1), step(T), count { Q : move(B, Q, T) } == 0 -> on(B, P, T).
  move(B, P, T), on(C, B, T - 1) -> false.
  move(B, P, T), on(C, P, T - 1), block(P) -> false.
  move(B, P, T), on(B, P, T - 1) -> false.
  not on(a, c, 2) -> false.
}
ask solution { move(B, P, T) } { form lines  order T } "Give a plan." as "{{ B }} onto {{ P }}"
"""


def test_a_plan_is_lines_in_order(tmp_path: Path) -> None:
    path = tmp_path / "plan.rspec"
    path.write_text(PLAN, "utf-8")
    record = rspc.load(path).instance().record()
    assert record["metrics"]["solutions"] == 1
    for first in ("table", "c"):
        reply = f"1. Move b first.\n\nb onto {first}\na onto c"
        assert score(record, reply).value == (first == "table"), reply
    assert score(record, "b onto c\na onto c").value == 0
    assert score(record, "a onto c\nb onto table").value == 0
    assert score(record, "b onto table\na onto c\nc onto table").reason == (
        "there are more than 2 lines"
    )


def test_names_of_predicates_that_are_invented_do_not_matter(tmp_path: Path) -> None:
    specs = Path(rspc.__file__).parent / "specs"
    text = (specs / "classic/colouring.rspec").read_text("utf-8")
    asked = 'ask solution { painted(A, C) } "Which colours?" as "{{ A }} is {{ C }}"'
    path = tmp_path / "colouring.rspec"
    path.write_text(text[: text.index("ask ")] + asked, "utf-8")
    instance = rspc.load(path).instance(naming="p_style")
    record = instance.record()
    assert "painted" not in record["query"]
    assert score(record, record["answer"].upper()).value == 1
