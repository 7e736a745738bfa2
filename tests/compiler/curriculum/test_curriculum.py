"""A curriculum follows its learner, and its log gives the same problems again."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import rspc
from rspc.compiler.curriculum.model import SuccessModel, logistic

GRID = [{"x": x, "y": y} for x in range(6) for y in range(5)]

LEARNERS: dict[str, Callable[[float], float]] = {
    "steady": lambda time: 3.5,
    "improves": lambda time: 2 + 4 * time,
    "forgets": lambda time: 5.5 - 3.5 * time,
    "improves, then forgets": lambda time: 3.5 + 2 * math.sin(math.pi * 2 * time),
}

PROBLEMS = 1200


class Simulated:
    """A noisy learner with guesses and slips, for whom two parameters interact."""

    def __init__(self, kind: str, seed: int) -> None:
        self.random = random.Random(f"{kind}/{seed}")
        self.skill = LEARNERS[kind]
        self.x = self.random.uniform(0.5, 0.9)
        self.y = self.random.uniform(0.4, 0.8)
        self.both = self.random.uniform(0.1, 0.25)

    def solves(self, setting: dict[str, int], time: float) -> bool:
        x, y = setting["x"], setting["y"]
        level = self.skill(time) - self.x * x - self.y * y - self.both * x * y
        rate = 0.02 + 0.96 * logistic(level + self.random.gauss(0, 0.5))
        return self.random.random() < rate


@pytest.fixture
def curriculum() -> rspc.Curriculum:
    return rspc.Curriculum("flat", {"options": [2, 3, 5], "pool": [20, 40]}, seed=4)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", LEARNERS)
def test_a_learner_is_kept_between_the_bounds(kind: str, seed: int) -> None:
    learner = Simulated(kind, seed)
    choose = chooser(SuccessModel(GRID), seed)
    solved = []
    for number in range(PROBLEMS):
        setting, update = choose(number)
        solved.append(learner.solves(GRID[setting], number / PROBLEMS))
        update(float(solved[-1]))
    windows = [sum(solved[start : start + 200]) / 200 for start in range(200, PROBLEMS, 200)]
    assert all(0.5 <= share <= 0.7 for share in windows), windows


def chooser(model: SuccessModel, seed: int) -> Callable[[int], tuple[int, Callable[[float], None]]]:
    """Return what chooses as a curriculum does, without making problems."""
    from rspc.compiler.curriculum.curriculum import choose

    def step(number: int) -> tuple[int, Callable[[float], None]]:
        setting = choose(model.rates(), 0.5, 0.7, seed, number)
        return setting, lambda success: model.update(setting, success, 1)

    return step


def test_a_setting_that_is_unlike_its_neighbours_is_learnt() -> None:
    settings = [{"kind": kind} for kind in ("a", "b", "c")] + [{"kind": "d"}]
    model = SuccessModel(settings)
    rates = [0.9, 0.2, 0.7, 0.4]
    draws = random.Random(0)
    estimates = []
    for number in range(2000):
        model.update(number % 4, float(draws.random() < rates[number % 4]), 1)
        estimates.append(model.rates())
    means = [sum(column) / 1000 for column in zip(*estimates[1000:], strict=True)]
    for found, rate in zip(means, rates, strict=True):
        assert abs(found - rate) < 0.05, means


def test_problems_are_instances_of_their_settings(curriculum: rspc.Curriculum) -> None:
    family = rspc.load("flat")
    seen: dict[str, int] = {}
    for number, problem in zip(range(12), curriculum, strict=False):
        params = {name: problem.record()["params"][name] for name in ("options", "pool")}
        index = seen.get(str(params), 0)
        seen[str(params)] = index + 1
        assert problem.record() == family.instance(4, index, **params).record()
        curriculum.report(problem, float(number % 3 > 0))


def test_success_leads_to_harder_settings() -> None:
    curriculum = rspc.Curriculum("flat", {"options": [2, 20]})
    first = curriculum.rates()
    for _ in range(3):
        curriculum.report(next(curriculum), 1.0, trials=8)
    assert all(after > before for before, after in zip(first, curriculum.rates(), strict=True))


def test_the_log_gives_the_same_problems_again(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    settings = {"options": [2, 3]}
    logged = rspc.Curriculum("flat", settings, seed=1, log=log)
    twin = rspc.Curriculum("flat", settings, seed=1)
    made = []
    for number in range(6):
        made.append(next(logged).record())
        assert next(twin).record() == made[-1]
        for each in (logged, twin):
            each.report(made[-1]["id"], number % 2)
    made += [problem.record() for problem in logged.take(2)]
    twin.take(2)
    assert [problem.record() for problem in rspc.replay(log)] == made
    with log.open("ab") as file:
        file.write(b'{"type":"choice","num')  # killed while it wrote
    again = rspc.Curriculum("flat", settings, seed=1, log=log)
    assert again.rates() == twin.rates()
    for each in (again, twin):
        each.report(made[-1]["id"], 1.0)
    assert next(again).record() == next(twin).record()
    assert again.rates() == twin.rates()
    assert len([*rspc.replay(log)]) == 9


def test_a_curriculum_goes_through_the_levels_by_default() -> None:
    curriculum = rspc.Curriculum("flat")
    assert [setting["options"] for setting in curriculum.settings] == [2, 3, 5, 8, 12]


def test_what_is_wrong_with_a_log_is_reported(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    rspc.Curriculum("flat", {"options": [2, 3]}, log=log).take(1)

    def refused(call: Callable[[], object]) -> str:
        with pytest.raises(rspc.SpecError) as caught:
            call()
        (diagnostic,) = caught.value.diagnostics
        assert diagnostic.code in ("E0868", "E0801")
        return diagnostic.message

    other = refused(lambda: rspc.Curriculum("flat", {"options": [2, 4]}, log=log))
    assert "another curriculum" in other
    assert "cannot be read" in refused(lambda: [*rspc.replay(tmp_path / "none")])
    assert "cannot be written" in refused(lambda: rspc.Curriculum("flat", log=tmp_path / "a/b"))
    head = log.read_bytes().splitlines(keepends=True)[0]
    for line in (b"{}\n", b'{"type":"outcome","number":0,"success":2,"trials":1}\n', b"\xff\n"):
        log.write_bytes(head + line)
        assert "line 2" in refused(lambda: [*rspc.replay(log)])
    told = json.loads(head)
    log.write_bytes(json.dumps({**told, "rspc": "0.0.1"}).encode() + b"\n")
    assert "rspc 0.0.1 wrote it" in refused(lambda: [*rspc.replay(log)])


def test_wrong_arguments_are_refused(curriculum: rspc.Curriculum) -> None:
    problem = next(curriculum)
    curriculum.report(problem, 1)
    for call, why in (
        (lambda: curriculum.report(problem, 1), "was reported before"),
        (lambda: curriculum.report("other", 1), "is not of this curriculum"),
        (lambda: curriculum.report(problem, 1.5), "from 0 to 1"),
        (lambda: rspc.Curriculum("flat", low=0.7, high=0.5), "low < high"),
        (lambda: rspc.Curriculum("flat", {"options": []}), "1 to 1000 settings"),
        (lambda: rspc.Curriculum("colouring"), "has no levels"),
    ):
        with pytest.raises(ValueError, match=why):
            call()
    with pytest.raises(rspc.SpecError):
        rspc.Curriculum("flat", {"option": [1]})
