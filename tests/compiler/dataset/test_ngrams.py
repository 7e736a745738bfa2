"""Runs of words that a dataset shares with a public set."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.dataset import ngrams
from rspc.compiler.dataset.ngrams import WORDS, Likeness, PublicSet, SharedRuns

NAMES = [f"w{number}" for number in range(30)]


def public(place: Path, texts: list[str]) -> PublicSet:
    file = place / "public.jsonl"
    file.write_text("".join(json.dumps({"a": [{"b": text}], "c": 3}) + "\n" for text in texts))
    return PublicSet(file)


def likeness(public: PublicSet, *prompts: str) -> Likeness:
    """Compare prompts, each counted by itself."""
    found = SharedRuns()
    for prompt in prompts:
        own = SharedRuns()
        own.add({"prompt": prompt}, public)
        found.merge(own)
    whole = SharedRuns()
    for prompt in prompts:
        whole.add({"prompt": prompt}, public)
    assert found.likeness(public) == whole.likeness(public)
    return found.likeness(public)


def test_a_prompt_is_touched_by_thirteen_words_in_a_row(tmp_path: Path) -> None:
    found = public(tmp_path, [" ".join(NAMES), "too short"])
    like = likeness(
        found,
        "New: " + " ".join(NAMES[5:18]) + ".",
        " ".join(NAMES[5:17]) + " new " + " ".join(NAMES[17:29]),
        ", ".join(NAMES[3:17]).upper(),
    )
    assert (like.problems, like.touched, like.share) == (3, 2, 1)
    assert like.commonest[0] == (" ".join(NAMES[4:17]), 1) or like.commonest[0][1] == 1


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=40), min_size=2, max_size=4))
def test_shared_runs_are_counted_as_sets_are(texts: list[list[str]]) -> None:
    def runs(words: list[str]) -> set[tuple[str, ...]]:
        return {tuple(words[at : at + WORDS]) for at in range(len(words) - WORDS + 1)}

    first, *others = texts
    if not runs(first):
        return
    with TemporaryDirectory() as place:
        found = public(Path(place), [" ".join(first)])
    every = set().union(*map(runs, others))
    like = likeness(found, *map(" ".join, others))
    assert (like.runs, like.shared) == (len(every), len(every & runs(first)))
    assert like.touched == sum(bool(runs(words) & runs(first)) for words in others)


def test_of_a_large_set_a_share_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ngrams, "MOST", 200)
    text = " ".join(f"x{number}" for number in range(1500))
    found = public(tmp_path, [text])
    like = likeness(found, text)
    assert like.share == 1 / 8
    assert like.runs == like.shared
    assert abs(like.runs - 1488) < 400


def test_the_command_reports_it(tmp_path: Path) -> None:
    out = tmp_path / "flat"
    runner = CliRunner()
    assert runner.invoke(app, ["compile", "flat", "-n", "4", "-o", str(out)]).exit_code == 0
    prompts = [record["prompt"] for record in rspc.records(out)]
    (tmp_path / "public.txt").write_text(prompts[0])
    line = ["stats", str(out), "--against", str(tmp_path / "public.txt")]
    shown = runner.invoke(app, line)
    assert shown.exit_code == 0
    assert "Against public sets" in shown.stdout
    (told,) = json.loads(runner.invoke(app, [*line, "--json"]).stdout)["against"]
    assert (told["problems"], told["touched"] >= 1) == (4, True)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.jsonl", b"{", "neither text nor JSON"),
        ("a.txt", b"\xff\xfe", "neither text nor JSON"),
        ("a.json", b"[1, 2]", "has no 13 words"),
        ("none.txt", None, "cannot be read"),
    ],
)
def test_a_set_that_cannot_be_read_is_refused(
    name: str, content: bytes | None, why: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(rspc.SpecError) as caught:
        PublicSet(tmp_path / name)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E0869"
    assert why in diagnostic.message
