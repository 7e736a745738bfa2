"""Instances: pure, balanced, certified; what is dropped and counted, and what stops a run."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

import rspc
from rspc.backends.checkers.records.semantics import holds
from rspc.compiler.api import Family
from rspc.compiler.certify.certify import Disagreement
from rspc.compiler.contract import UNDECIDED, Encoding, Verdict, plugins
from rspc.compiler.family.chosen import chosen_values
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir

ROWS = "options 5  from 40 of book"


def bytes_of(instance: Instance) -> bytes:
    return msgspec.json.encode(instance.record())


# -------------------------------------------------------------------------------------------------------- purity


def test_an_instance_depends_on_its_index_alone(books: Family) -> None:
    alone = bytes_of(books.instance(7, 23))
    *_, last = islice(books.generate(24, seed=7), 24)
    assert bytes_of(last) == alone
    assert bytes_of(books.instance(7, 22)) != alone
    assert bytes_of(books.instance(8, 23)) != alone


def test_an_instance_does_not_depend_on_the_order_in_which_sets_are_made(specs: Any) -> None:
    found = specs.books(ask=f"ask choice {{ {ROWS}  correct 1  sets 3 }}\n")
    forward = [bytes_of(each) for each in found.generate(9)]
    assert [bytes_of(found.instance(0, index)) for index in (8, 0, 7, 3)] == [
        forward[index] for index in (8, 0, 7, 3)
    ]


def test_the_hash_seed_of_the_process_changes_nothing(specs: Any, books: Family) -> None:
    path = books.library.folder
    assert path is not None
    code = (
        "import sys, hashlib, msgspec; from rspc.compiler.api import load; "
        "f = load(sys.argv[1]); "
        "print(hashlib.sha256(b''.join(msgspec.json.encode(f.instance(5, i).record()) "
        "for i in range(3))).hexdigest())"
    )
    root = str(Path(rspc.__file__).parent.parent) if rspc.__file__ else ""
    found = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (root, env.get("PYTHONPATH"))))
        command = [sys.executable, "-c", code, str(path / "main.rspec")]
        run = subprocess.run(
            command, env=env, capture_output=True, text=True, check=True, timeout=120
        )
        found.add(run.stdout.strip())
    here = b"".join(bytes_of(books.instance(5, index)) for index in range(3))
    assert found == {hashlib.sha256(here).hexdigest()}


def test_an_index_starts_at_nought(books: Family) -> None:
    with pytest.raises(ValueError, match="must be 0 or more"):
        books.instance(0, -1)


# ------------------------------------------------------------------------------------------------------- balance


def test_places_of_right_answers_are_balanced_in_every_block(books: Family) -> None:
    labels = [each.label for each in books.generate(30, seed=1)]
    for start in range(0, 30, 5):
        assert sorted(labels[start : start + 5]) == ["A", "B", "C", "D", "E"]


def test_several_right_answers_are_balanced_over_their_places(specs: Any) -> None:
    found = specs.books(ask="ask choice { options 4  correct 2  from 40 of book }\n")
    labels = Counter(each.label for each in found.generate(12))
    assert labels == dict.fromkeys(("A,B", "A,C", "A,D", "B,C", "B,D", "C,D"), 2)


def test_instances_of_a_set_share_a_theory_and_differ_in_their_options(specs: Any) -> None:
    found = specs.books(ask=f"ask choice {{ {ROWS}  correct 1  sets 3 }}\n")
    made = list(found.generate(6))
    assert [made[0].theory == each.theory for each in made] == [True] * 3 + [False] * 3
    assert len({str(each.options) for each in made}) == 6
    assert len({each.id for each in made}) == 6


def test_the_sets_cannot_depend_on_what_is_drawn_for_each(specs: Any) -> None:
    text = "choose n = {2: 1, 3: 1}\n"
    found = specs.books(extra=text, ask=f"ask choice {{ {ROWS}  correct 1  sets n }}\n")
    with pytest.raises(rspc.dsl.diagnostics.SpecError, match="E0411"):
        found.instance(0, 0)


def test_several_questions_are_asked_equally_often(specs: Any) -> None:
    asks = f"ask choice {{ {ROWS}  correct 1 }}\nask count {{ {ROWS} }}\n"
    found = specs.books(ask=asks)
    made = list(found.generate(12))
    for start in range(0, 12, 2):
        assert {each.task for each in made[start : start + 2]} == {"choice", "count"}


# ----------------------------------------------------------------------------------------- drops, faults and ends


def test_what_cannot_be_met_ends_with_an_account(specs: Any) -> None:
    found = specs.books(extra="require sums > 60\n")
    with pytest.raises(Exhausted) as caught:
        found.instance(0, 3)
    assert caught.value.index == 3
    assert caught.value.rejections["require sums > 60"] > 100
    assert sum(caught.value.rejections.values()) == found.attempts


def test_what_a_requirement_drops_is_counted(specs: Any) -> None:
    found = specs.books(extra="require sums == 2\n")
    made = list(found.generate(10))
    assert {each.metrics["sums"] for each in made} == {2}
    assert not {reason for each in made for reason in each.rejections} - {
        "require sums == 2",
        "too few rows satisfy every sum",
        "no row satisfies every sum",
        "a sum excludes no row of its own",
        "a literal of a sum adds nothing to the others",
        "too few rows satisfy the requirement, or too few violate it",
        "the product of sums of these minterms is too simple",
        "no test of `cover` splits the rows",
        "two statements have the same words",
    }


def test_measures_are_recorded(specs: Any) -> None:
    found = specs.books(extra="measure twice = 2 * sums + 2\n")
    made = found.instance(0, 0)
    assert made.metrics["twice"] == 2 * made.metrics["sums"] + 2


class _Fake:
    """A backend that says what it is told to say."""

    name: ClassVar[str] = "fake"
    decides: ClassVar[frozenset[str]] = plugins.load(plugins.LOGICS, "constraint").accepts
    says: ClassVar[Callable[[str], str]]

    def encode(self, *_: Any) -> Encoding:
        return Encoding(".txt", "")

    def decide(self, theory: ir.Theory, query: ir.Query, kinds: Any, limits: Any) -> Verdict:
        right = plugins.load(plugins.CHECKERS, "evaluation")().derive(theory, query, kinds).label
        return Verdict(type(self).says(right), self.name, {"kind": "fake"})


class _Crowd(_Fake):
    """One that decides many problems at once; of each alone it says what it is told to say."""

    name: ClassVar[str] = "crowd"
    asked: ClassVar[list[int]]
    denies: ClassVar[set[int]]

    def labels(self, problems: Any, kinds: Any, limits: Any) -> list[str]:
        first = sum(self.asked)
        self.asked.append(len(problems))
        checker = plugins.load(plugins.CHECKERS, "evaluation")()
        right = [checker.derive(*each, kinds).label for each in problems]
        return ["?" if first + at in self.denies else label for at, label in enumerate(right)]


class _Throng(_Crowd):
    name: ClassVar[str] = "throng"


@pytest.fixture
def crowd(fake: type[_Fake], monkeypatch: pytest.MonkeyPatch) -> type[_Crowd]:
    monkeypatch.setattr(_Crowd, "asked", [], raising=False)
    monkeypatch.setattr(_Crowd, "denies", set(), raising=False)
    return _Crowd


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[_Fake]:
    names, load = plugins.names, plugins.load
    mine = {(plugins.BACKENDS, each.name): each for each in (_Fake, _Crowd, _Throng)}
    monkeypatch.setattr(
        plugins, "names", lambda group: (*names(group), *(n for g, n in mine if g == group))
    )
    monkeypatch.setattr(
        plugins, "load", lambda group, name: mine.get((group, name)) or load(group, name)
    )
    return _Fake


def test_engines_that_disagree_stop_the_run_with_the_problem(
    specs: Any, fake: type[_Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        fake, "says", staticmethod(lambda right: "B" if right == "A" else "A"), raising=False
    )
    found = specs.books(extra="verify fake, evaluation\n")
    with pytest.raises(Disagreement) as caught:
        found.instance(0, 0)
    told = str(caught.value)
    assert "fake answers" in told
    assert "evaluation answers" in told
    assert "s1: " in told


def test_what_an_engine_leaves_undecided_is_dropped_and_counted(
    specs: Any, fake: type[_Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([UNDECIDED, UNDECIDED])
    monkeypatch.setattr(
        fake, "says", staticmethod(lambda right: next(answers, right)), raising=False
    )
    found = specs.books(extra="verify fake, evaluation\n")
    made = found.instance(0, 0)
    assert made.rejections["fake ran out of its budget"] == 2
    assert made.engines == {"fake": made.label, "evaluation": made.label}


def _unasked(_: str) -> str:
    raise AssertionError("asked alone")


@pytest.mark.parametrize(("sets", "asked"), [(1, [16, 16, 8]), (3, [18, 15, 9])])
def test_an_engine_that_decides_in_bulk_is_asked_for_many_instances_at_once(
    specs: Any,
    crowd: type[_Crowd],
    monkeypatch: pytest.MonkeyPatch,
    sets: int,
    asked: list[int],
) -> None:
    ask = f"ask choice {{ {ROWS}  correct 1  sets {sets} }}\n"
    found = specs.books(ask=ask, extra="verify crowd, evaluation\n")
    monkeypatch.setattr(crowd, "says", staticmethod(_unasked), raising=False)
    made = [bytes_of(each) for each in found.generate(40)]
    assert crowd.asked == asked
    monkeypatch.setattr(crowd, "says", staticmethod(str), raising=False)
    assert made == [bytes_of(found.instance(0, index)) for index in range(40)]


def test_what_is_not_borne_out_in_bulk_is_made_alone(
    specs: Any, crowd: type[_Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        crowd, "says", staticmethod(lambda right: told.append(right) or right), raising=False
    )
    crowd.denies = {20}
    found = specs.books(extra="verify crowd, evaluation\n")
    made = [each.label for each in found.generate(40)]
    assert crowd.asked == [16, 16, 8]
    assert told == made[16:32]


def test_a_disagreement_in_bulk_is_told_of_the_instance_that_has_it(
    specs: Any, crowd: type[_Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter("..?")
    monkeypatch.setattr(
        crowd,
        "says",
        staticmethod(lambda right: "?" if next(answers) == "?" else right),
        raising=False,
    )
    crowd.denies = {2}
    made = specs.books(extra="verify crowd, evaluation\n").generate(40)
    assert [next(made).index, next(made).index] == [0, 1]
    with pytest.raises(Disagreement, match=r"crowd answers \?"):
        next(made)


def test_an_engine_that_decides_in_bulk_decides_alone_where_there_is_no_other(
    specs: Any, crowd: type[_Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Fake, "says", staticmethod(str), raising=False)
    for verified in ("crowd, throng", "crowd, fake"):
        found = specs.books(extra=f"verify {verified}\n")
        for index, made in enumerate(found.generate(3)):
            assert set(made.engines.values()) == {made.label}
            assert bytes_of(made) == bytes_of(found.instance(0, index))
    assert not crowd.asked


def test_a_signal_leaves_nothing_behind_that_is_not_borne_out(
    specs: Any, crowd: type[_Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> list[str]:
        raise KeyboardInterrupt

    told: list[str] = []
    monkeypatch.setattr(
        crowd, "says", staticmethod(lambda right: told.append(right) or right), raising=False
    )
    monkeypatch.setattr(crowd, "labels", interrupted)
    found = specs.books(extra="verify crowd, evaluation\n")
    with pytest.raises(KeyboardInterrupt):
        next(found.generate(16))
    assert found.instance(0, 15).label == told[-1]


def test_what_an_engine_leaves_undecided_is_counted_alike_in_bulk(
    specs: Any, crowd: type[_Crowd], fake: type[_Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine that is asked first says why a draft is dropped, though in bulk another is asked before."""
    spent = iter([UNDECIDED] * 2)
    monkeypatch.setattr(fake, "says", staticmethod(lambda right: next(spent, right)), raising=False)
    monkeypatch.setattr(crowd, "says", staticmethod(str), raising=False)
    found = specs.books(extra="verify crowd, fake, evaluation\n")
    made = next(found.generate(1))
    assert made.rejections["fake ran out of its budget"] == 1


# ------------------------------------------------------------------------------------------------ written theories


def test_statements_written_out_stand_beside_those_that_are_grown(specs: Any) -> None:
    theory = (
        "theory product_of_sums { slots 2  minterms 2 } with { pages > 200.  s2: price < $20. }\n"
    )
    found = specs.books(theory=theory)
    for made in found.generate(6):
        ids = [each.id for each in made.theory.statements]
        assert len(ids) == len(set(ids))
        assert ids[:2] == ["s1", "s2"]
        assert set(made.engines.values()) == {made.label}


# --------------------------------------------------------------------------------------- tasks by brute force


def satisfying(instance: Instance) -> list[tuple[str, Mapping[str, ir.Term]]]:
    """Read the options of a record anew, and give those that meet every statement."""
    kinds = instance.family.kinds
    found = []
    for option in instance.record()["options"]:
        cells = {n: kind.term(kind.read(option["values"][n])) for n, kind in kinds.items()}
        formulas = [each.statement.formula for each in instance.theory.statements]
        if all(holds(formula, cells, kinds) for formula in formulas):
            found.append((option["label"], cells))
    return found


def amount(cells: Mapping[str, ir.Term], slot: str) -> int:
    value = cells[slot]
    assert isinstance(value, ir.Quantity)
    return value.amount


def choice(instance: Instance) -> str:
    return ",".join(label for label, _ in satisfying(instance))


def exists(instance: Instance) -> str:
    hard = [1 for _, cells in satisfying(instance) if cells["cover"] == ir.Const("hard")]
    return "true" if hard else "false"


def best(instance: Instance) -> str:
    right = satisfying(instance)
    least = min(amount(cells, "price") for _, cells in right)
    return ",".join(label for label, cells in right if amount(cells, "price") == least)


def count(instance: Instance) -> str:
    return str(sum(amount(cells, "pages") > 300 for _, cells in satisfying(instance)))


def total(instance: Instance) -> str:
    return str(sum(amount(cells, "price") for _, cells in satisfying(instance)))


def greatest(instance: Instance) -> str:
    return str(max(amount(cells, "pages") for _, cells in satisfying(instance)))


TASKS: list[tuple[str, Callable[[Instance], str], int]] = [
    ("choice", choice, 5),
    ("exists book: cover == hard", exists, 6),
    ("best price min", best, 5),
    ("count book: pages > 300", count, 5),
    ("count", lambda instance: str(len(satisfying(instance))), 5),
    ("total price sum", total, 4),
    ("total pages max", greatest, 4),
]


@pytest.mark.parametrize(("ask", "answer", "block"), TASKS, ids=[each[0] for each in TASKS])
def test_labels_are_what_a_reading_of_the_record_gives(
    specs: Any, ask: str, answer: Callable[[Instance], str], block: int
) -> None:
    found = specs.books(ask=f"ask {ask} {{ {ROWS} }}\n")
    made = list(found.generate(2 * block, seed=3))
    for each in made:
        assert each.label == answer(each)
        assert set(each.engines.values()) == {each.label}
        task, record = found.asks[0].task, each.record()
        assert task.score(record, each.answer).value == 1.0
        assert task.score(record, "").value == 0.0
        assert each.sentences
        assert all(sentence in each.text for sentence in each.sentences.values())
    if ask in ("choice", "exists book: cover == hard", "best price min"):
        labels = Counter(each.label for each in made)
        assert set(labels.values()) == {len(made) // len(labels)}


def test_chosen_values_are_the_same_for_a_group(books: Family) -> None:
    assert (
        chosen_values(books, {}, ("k",), 3) == chosen_values(books, {}, ("k",), 3) == {"slots": 2}
    )
