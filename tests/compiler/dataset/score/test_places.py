"""The places of lines in a file, and each record and reply read once while they are scored."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.dataset.formats import read
from rspc.compiler.dataset.score import places
from rspc.compiler.dataset.score.places import Places
from rspc.compiler.dataset.score.predictions import MOST_SHOWN, Prediction, Predictions
from rspc.compiler.dataset.score.scores import scores

from ..stats.records import record, write


@settings(deadline=None)
@given(st.lists(st.text(max_size=2)), st.lists(st.text(max_size=2)), st.sampled_from([1, 4, 64]))
def test_places_are_those_of_a_dictionary(ids: list[str], asked: list[str], buckets: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "BUCKETS", buckets)
        noted = Places()
        known: dict[str, list[int]] = {}
        for place, id in enumerate(ids):
            noted.add(id, place)
            known.setdefault(id, []).append(place)
        assert noted.ids == len(known)
        assert all(noted.use(id) == known.get(id, []) for id in asked)
        unused = [own[0] for id, own in known.items() if id not in asked]
        several = [own[0] for id, own in known.items() if id in asked and len(own) > 1]
        assert sorted(noted.unused()) == unused
        assert sorted(noted.doubled()) == several


def predicted(path: Path, lines: list[tuple[str, str]]) -> Path:
    path.write_text("".join(json.dumps({"id": id, "text": text}) + "\n" for id, text in lines))
    return path


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcdefghijklmnopqrst"), st.sampled_from(["x", "yé"]))))
def test_predictions_come_in_the_order_of_their_file(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[str, str]]
) -> None:
    path = predicted(tmp_path_factory.mktemp("given") / "p.jsonl", lines)
    asked = "abcde"
    with Predictions(path) as own:
        for id in asked:
            texts = dict.fromkeys(text for each, text in lines if each == id)
            assert own.of(id) == [Prediction(id, text) for text in texts]
        counts = Counter(id for id, _ in lines)
        several = [id for id in counts if id in asked and counts[id] > 1]
        others = [id for id in counts if id not in asked]
        assert own.count == len(counts)
        for found, ids in ((own.doubled(), several), (own.unused(), others)):
            assert (found.count, found.first) == (len(ids), ids[:MOST_SHOWN])


def choices(count: int) -> list[dict[str, Any]]:
    return [
        record(index, "true", task="entailment", choices=["true", "false"], theory=[f"a{index}."])
        for index in range(count)
    ]


def test_each_record_and_each_reply_is_read_once_by_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = choices(60)
    path = write(tmp_path / "records.jsonl", made)
    ids = [each["id"] for each in made]
    given = predicted(
        tmp_path / "p.jsonl", [(id, "true") for id in random.Random(1).sample(ids, 60)]
    )
    records: list[str] = []
    replies: list[str] = []
    known, own = read.problems, Predictions._read

    def counting_reader(dataset: Path) -> Any:
        for each in known(dataset):
            records.append(each["id"])
            yield each

    def counting_replies(self: Predictions, place: int) -> Prediction:
        found = own(self, place)
        replies.append(found.id)
        return found

    monkeypatch.setattr(read, "problems", counting_reader)
    monkeypatch.setattr(Predictions, "_read", counting_replies)
    found = scores(path, given)
    assert found.accuracy.right == 60
    assert records == replies == ids


def test_a_reply_takes_a_few_bytes(tmp_path: Path) -> None:
    ids = [f"a family of problems with a long name-{each}" for each in range(20_000)]
    path = predicted(tmp_path / "p.jsonl", [(id, "x" * 100) for id in ids])
    few = predicted(tmp_path / "few.jsonl", [(id, "x" * 100) for id in ids[:1_000]])

    def peak(path: Path) -> int:
        tracemalloc.start()
        try:
            with Predictions(path):
                return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(path) - peak(few) < 60 * 19_000
