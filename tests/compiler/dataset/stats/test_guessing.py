"""Readers that do not reason: they find what is planted in the text, and nothing where nothing is."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rspc.compiler.dataset.stats.guessing import gathering
from rspc.compiler.dataset.stats.guessing.boosting import LARGE
from rspc.compiler.dataset.stats.guessing.cases import Cases
from rspc.compiler.dataset.stats.guessing.gathering import Gathering, SelectionSampling, Surface
from rspc.compiler.dataset.stats.guessing.judging import Guess, interval, judge_guesses
from rspc.compiler.dataset.stats.guessing.masks import masks
from rspc.compiler.dataset.stats.guessing.members import members
from rspc.compiler.dataset.stats.guessing.readers import SMALL, guesses
from rspc.compiler.dataset.stats.guessing.reading import read_record
from rspc.compiler.dataset.stats.layout.tables import tables
from rspc.compiler.dataset.stats.stats import stats

from ....turns import by_turns
from . import planted
from .records import record, write

ALL = {each.name: each for each in (*SMALL, *LARGE)}
FORM, WORDS, TREE = (each.name for each in SMALL)
REGRESSION, NEIGHBOURS, BOOSTING = gathering.LARGE_NAMES


def surface(made: Iterable[dict[str, Any]], only: Any = ()) -> Surface:
    gathering = Gathering()
    for each in made:
        gathering.add(each)
    found = gathering.gathered().result(only)
    assert found is not None
    return found


def by_name(found: Surface) -> dict[str, Guess]:
    return {each.reader: each for each in found.readers}


# ---------------------------------------------------------------------------------------- what is planted


@pytest.mark.parametrize(
    ("text", "reader", "telling"),
    [
        (planted.by_form, FORM, "body"),
        (planted.by_word, WORDS, ""),
        (planted.by_word, REGRESSION, ""),
        (planted.by_place, WORDS, "first said of word 1: X is left of"),
        (planted.by_recurrence, WORDS, "with a word that recurs: X is left of"),
        (planted.by_recurrence, REGRESSION, "with a word that recurs: X is left of"),
        (planted.by_support, TREE, "conditions"),
        (planted.by_preference, TREE, "preferences"),
        (planted.by_members, TREE, "member"),
        (planted.by_order, NEIGHBOURS, ""),
        (planted.by_two, BOOSTING, "words of the"),
    ],
)
def test_what_is_planted_is_found(
    text: Callable[[Random, bool], planted.Text], reader: str, telling: str
) -> None:
    (found,) = surface(planted.planted(400, text), [ALL[reader]]).readers
    assert found.leaks
    assert found.accuracy > 0.7
    assert telling in " ".join(found.telling)


@pytest.mark.parametrize("text", [planted.by_form, planted.by_members])
def test_nothing_is_found_where_answers_do_not_depend_on_the_text(
    text: Callable[[Random, bool], planted.Text],
) -> None:
    found = surface(planted.planted(150, text, told=False))
    assert len(found.readers) == 6
    assert [each.reader for each in found.readers if each.leaks] == []


def cheapest(draw: Random, prices: list[int]) -> int:
    return prices.index(min(prices))


def any_of_them(draw: Random, prices: list[int]) -> int:
    return draw.randrange(4)


def test_the_cheapest_option_is_found() -> None:
    found = by_name(surface(planted.optional(200, cheapest)))
    assert found.keys() == {WORDS, TREE, REGRESSION, BOOSTING}
    assert (found[TREE].accuracy > 0.9, found[TREE].leaks) == (True, True)
    assert found[TREE].telling[0] == "rank by $, number 1 in it"
    assert found[BOOSTING].leaks
    sound = surface(planted.optional(200, any_of_them))
    assert [each.reader for each in sound.readers if each.leaks] == []


def test_of_several_right_options_any_is_a_hit() -> None:
    found = by_name(surface(planted.optional(300, any_of_them, several=True), SMALL))
    assert found[TREE].chance == pytest.approx(0.5, abs=0.06)
    assert not found[TREE].leaks
    assert by_name(surface(planted.optional(300, cheapest, several=True), SMALL))[TREE].leaks


def test_what_is_said_of_a_choice_tells() -> None:
    found = by_name(surface(planted.chosen(200, True), SMALL))
    assert found[TREE].accuracy == 1
    assert found[TREE].telling[0].startswith("said of it: X came")
    assert found[TREE].chance == pytest.approx(1 / 3)
    assert not any(each.leaks for each in surface(planted.chosen(200, False), SMALL).readers)


def test_no_theory_query_metric_or_parameter_is_read() -> None:
    draw = Random(4)
    made = planted.planted(200, planted.by_order, told=False)
    for each in made:
        told = each["label"]
        each |= {
            "query": told,
            "theory": [*each["theory"], told],
            "metrics": {"told": told},
            "params": {"told": told},
            "proof": [told] * draw.randint(1, 3),
        }
    assert not any(each.leaks for each in surface(made, SMALL).readers)


def test_answers_that_name_no_option_are_guessed_by_all_that_is_said() -> None:
    """Whether some option will do, say: here a word of theirs gives it away."""
    draw = Random(5)
    made = []
    for number in range(200):
        answer = draw.choice(("no", "yes"))
        look = "red" if answer == "yes" else "blue"
        texts = [f"It is {look} and costs ${draw.randint(20, 90)}." for _ in "AB"]
        options = [
            {"label": label, "text": text, "values": {}}
            for label, text in zip("AB", texts, strict=True)
        ]
        own = record(number, answer, options=options, context="Hats.", question="Will one do?")
        prompt = " ".join(("Hats.", "Will one do?", *texts))
        made.append(own | {"prompt": prompt, "label": {"no": "false", "yes": "true"}[answer]})
    (found,) = surface(made, [ALL[WORDS]]).readers
    assert found.leaks
    assert found.accuracy > 0.9
    assert found.chance < 0.6


# --------------------------------------------------------------------------------- chance and intervals


def cases(made: Iterable[dict[str, Any]]) -> Cases:
    read = [read_record(each) for each in made]
    found = Cases("f", masks(read, ("no", "yes")))
    for each in read:
        found.add(each)
    return found


@pytest.mark.parametrize("together", by_turns([1, 4]))
def test_intervals_hold_on_shuffled_answers(together: int) -> None:
    """Answers are shuffled over records, or over theories of four records that have one answer each."""
    own = cases(planted.planted(120, planted.by_support))
    own.theories = [str(place // together).encode() for place in range(120)]
    draw = Random(2)
    runs, above, leaking = 20, 0, 0
    for _ in range(runs):
        shuffled = [draw.randrange(2) for _ in range(120 // together)]
        own.classes = [shuffled[place // together] for place in range(120)]
        own.answers = [(("no", "yes")[each],) for each in own.classes]
        found = list(guesses(own, (*SMALL, *LARGE)))
        above += any(each.low > each.chance for each in found)
        leaking += any(each.leaks for each in found)
    assert above <= 0.1 * runs
    assert leaking <= 0.1 * runs


def test_an_interval_covers_a_share() -> None:
    draw = Random(6)
    within = 0
    for _ in range(1_000):
        hits = sum(draw.random() < 0.3 for _ in range(80))
        low, high = interval(hits / 80, 80, 0.05)
        within += low <= 0.3 <= high
    assert 930 <= within <= 970
    assert interval(1.0, 50, 0.05)[1] == pytest.approx(1.0)


def hit(hits: list[bool], theories: list[int], readers: int = 1, fair: float = 0.0) -> Guess:
    answers = [("yes",) if place % 2 else ("no",) for place in range(len(hits))]
    return judge_guesses(
        "f",
        "r",
        dict(enumerate(hits)),
        answers,
        [fair] * len(hits),
        theories,
        ["1"] * len(hits),
        readers,
        (),
    )


def test_chance_is_the_commonest_answer_or_a_fair_draw() -> None:
    assert hit([True, False] * 50, list(range(100))).chance == 0.5
    assert hit([True, False] * 50, list(range(100)), fair=0.75).chance == 0.75


def test_records_of_a_theory_that_share_a_fate_count_as_one() -> None:
    hits = [place // 10 % 3 != 0 for place in range(300)]
    apart, together = hit(hits, list(range(300))), hit(hits, [place // 10 for place in range(300)])
    assert apart.leaks
    assert not together.leaks
    assert together.high - together.low > 2.5 * (apart.high - apart.low)


def test_p_is_the_binomial_tail_times_the_number_of_readers() -> None:
    hits = [place < 65 for place in range(100)]
    one, many = hit(hits, list(range(100))), hit(hits, list(range(100)), readers=8)
    tail = sum(math.comb(100, each) for each in range(65, 101)) / 2**100
    assert one.p == pytest.approx(tail)
    assert many.p == pytest.approx(8 * tail)
    assert many.low < one.low


def test_a_gain_of_three_points_is_no_leak() -> None:
    hits = [place % 1000 < 525 for place in range(40_000)]
    found = hit(hits, list(range(40_000)))
    assert found.p < 0.001
    assert not found.leaks


# --------------------------------------------------------------------------------------- how it is tried


def test_theories_stay_in_one_part_and_parts_are_even() -> None:
    own = cases(planted.planted(103, planted.by_form))
    parts = own.folds()
    assert sorted(each for part in parts for each in part) == list(range(103))
    assert max(map(len, parts)) - min(map(len, parts)) <= 2
    found = Counter(theory for part in parts for theory in {own.theories[each] for each in part})
    assert set(found.values()) == {1}
    own.theories = [b"the same"] * 103
    assert all(own.folds())


def test_what_is_told_only_within_a_theory_is_not_found() -> None:
    made = planted.planted(240, planted.by_form, told=False)
    answers = Random(3).choices(["no", "yes"], k=30)
    for place, each in enumerate(made):
        theory = place // 8
        each["theory"] = [str(theory)]
        each["answer"] = answers[theory]
        each["prompt"] = f"Word{theory} is said. {each['prompt']}"
    assert not any(each.leaks for each in surface(made, SMALL).readers)


def test_depths_are_told_apart() -> None:
    made = planted.planted(300, planted.by_form)
    shallow = [each for each in made if each["metrics"]["depth"] == 1]
    for each in shallow:
        each["question"] = "Is it so?"
    found = by_name(surface(made, SMALL))[FORM]
    assert found.depths.keys() == {"1", "2"}
    assert found.depths["2"].accuracy == 1
    assert found.depths["1"].accuracy < 0.7
    assert found.depths["1"].tested == found.depths["2"].tested == 150


def test_as_many_records_are_drawn_as_wanted_each_as_likely() -> None:
    counts = Counter[int]()
    for seed in range(400):
        drawn = SelectionSampling(20, 5, f"{seed}")
        taken = [place for place in range(20) if drawn.takes()]
        assert len(taken) == 5
        counts.update(taken)
    assert all(60 <= counts[place] <= 140 for place in range(20))


def test_the_same_records_give_the_same_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "MOST_RECORDS", 150)
    made = planted.planted(170, planted.by_support)
    first = surface(made)
    assert first.records == 150
    assert first == surface(made)


def test_results_do_not_hang_on_the_number_of_threads_or_the_hash_seed(tmp_path: Path) -> None:
    path = write(tmp_path / "records.jsonl", planted.planted(60, planted.by_two))
    program = f"import rspc; print(rspc.stats({str(path)!r}).surface)"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"OMP_NUM_THREADS": number, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    }
    assert len(told) == 1
    assert "boosting" in told.pop()


def test_without_the_extra_the_table_says_what_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    found = stats(write(tmp_path / "records.jsonl", planted.planted(60, planted.by_form)))
    assert found.surface is not None
    assert [each.reader for each in found.surface.readers] == [FORM, WORDS, TREE]
    (table,) = (each for each in tables(found) if each.title.endswith("without reasoning"))
    assert "`boosting over counts`, which `pip install 'rspc[readers]'` installs" in table.note


def test_few_records_are_not_guessed(tmp_path: Path) -> None:
    assert stats(write(tmp_path / "one.jsonl", [record(0)])).surface is None
    alike = [record(place) for place in range(40)]
    assert stats(write(tmp_path / "alike.jsonl", alike)).surface is None


def test_texts_without_a_word_that_recurs_are_read() -> None:
    text = {"context": "", "question": "", "prompt": ""}
    made = [record(each, label="ab"[each % 2], **text) for each in range(60)]
    found = by_name(surface(made))
    assert found.keys() == ALL.keys()
    assert found[REGRESSION].telling == ()


@pytest.mark.parametrize("sign", ["²", "①", "٣", "9" * 500])
def test_signs_that_are_no_decimal_numbers_and_great_ones_are_read(
    sign: str, recwarn: pytest.WarningsRecorder
) -> None:
    guests = ["Anna", "Bob", "Carl", "Dora", "Eve"]
    made = []
    for each in range(60):
        names = [guests[(each + place) % 5] for place in range(3)]
        context = "".join(f"The guest {name} sits {sign} places on. " for name in names)
        options = [
            {"label": label, "text": f"{name}, {sign} places", "values": {}}
            for label, name in zip("ABC", names, strict=True)
        ]
        made.append(record(each, names[each % 3], context=context, choices=names))
        made.append(record(each, "ABC"[each % 3], family="g", context=context, options=options))
    assert {guess.family for guess in surface(made).readers} == {"f", "g"}
    assert not recwarn.list


def test_members_of_a_set_are_read_in_time_that_its_length_bounds() -> None:
    text = f"Is {{{' ' * 20_000}) p(a), - q (b, c), r}} one?"
    found = [(each.negative, each.stems) for each in members(text, frozenset({"a"}))]
    assert found == [(False, ("p",)), (True, ("q", "b", "c")), (False, ("r",))]


def test_each_family_has_its_readers() -> None:
    first = planted.planted(100, planted.by_form)
    second = [each | {"family": "g"} for each in planted.planted(100, planted.by_form, told=False)]
    found = surface([*first, *second], SMALL)
    assert {each.family for each in found.readers if each.leaks} == {"f"}
    assert {each.family for each in found.readers} == {"f", "g"}


def test_the_tables_name_families_and_depths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    first = planted.planted(80, planted.by_form)
    second = [each | {"family": "g"} for each in planted.planted(80, planted.by_form, told=False)]
    shown = {
        each.title: each
        for each in tables(stats(write(tmp_path / "records.jsonl", [*first, *second])))
    }
    guessed = shown["Guessing the answer without reasoning"]
    assert guessed.columns[:2] == ("family", "guess by")
    assert next((row[0], row[1]) for row in guessed.rows if "leaks" in row) == ("f", FORM)
    depths = shown["Guessing the answer, by depth"]
    assert [row[2] for row in depths.rows] == ["1", "2", "1", "2"]
    assert depths.rows[0][:4] == ("f", FORM, "1", "100.0%")


def test_answers_that_are_nearly_all_different_give_no_warning(
    recwarn: pytest.WarningsRecorder,
) -> None:
    own = [record(number, f"row {number % 60}", task="solution") for number in range(100)]
    found = surface(own)
    assert {each.reader for each in found.readers} >= {REGRESSION, BOOSTING}
    assert not recwarn.list
