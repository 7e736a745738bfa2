"""`rspc score` of several models, its tables of results, and its page."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rspc.cli import talk
from rspc.cli.app import app
from rspc.compiler.dataset.score.comparing import comparison
from rspc.compiler.dataset.stats.layout.cells import Table

from ..compiler.dataset.stats.records import record, write

LOGS = Path(__file__).parent.parent / "compiler" / "dataset" / "score" / "logs"


def rspc(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Return 24 problems; the first 12 have a theory each, the others share theories in pairs."""
    made = [
        record(
            index,
            "true",
            task="entailment",
            choices=["true", "false"],
            theory=[f"a{min(index, 12 + (index - 12) // 2)}."],
            params={"slots": 2 + index % 2},
        )
        for index in range(24)
    ]
    return write(tmp_path / "records.jsonl", made)


def answered(path: Path, right: set[int], count: int = 24, wrong: str = "false") -> Path:
    texts = ["true" if index in right else wrong for index in range(count)]
    lines = [json.dumps({"id": f"f-{index}", "text": text}) for index, text in enumerate(texts)]
    path.write_text("\n".join(lines))
    return path


def test_two_models_are_compared(dataset: Path, tmp_path: Path) -> None:
    large = answered(tmp_path / "large.jsonl", set(range(20)))
    small = answered(tmp_path / "small.jsonl", {*range(8, 20), 22, 23})
    shown = rspc("score", dataset, large, small, "--by", "slots")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert (
        shown.stdout
        == (
            "large: 20 of 24 right\n"
            "small: 14 of 24 right\n"
            "\n"
            "Scores\n"
            "------\n"
            "model  right  of  accuracy  95% interval\n"
            "-----  -----  --  --------  --------------\n"
            "large  20     24  83.3%     55.7% to 95.2%\n"
            "small  14     24  58.3%     35.4% to 78.1%\n"
            "(intervals are wider where replies to problems that share a theory are alike)\n"
            "\n"
            "Differences\n"
            "-----------\n"
            "first  second  only first  only second  both  neither  difference  95% "
            "interval     p       test\n"
            "-----  ------  ----------  -----------  ----  -------  ----------  "
            "---------------  ------  ---------------------------\n"
            "large  small   8           2            12    2        +25.0%      -7.7% "
            "to +52.2%  0.1484  sign flips by theory, exact\n"
        )
        + shown.stdout[shown.stdout.index("\nScores by parameter") :]
    )
    assert re.search(r"slots +2 +large +small +4 +1 +6 +1 ", shown.stdout)


def test_json_has_scores_verdicts_and_comparisons(dataset: Path, tmp_path: Path) -> None:
    first = answered(tmp_path / "a.jsonl", set(range(12)), count=12)
    second = answered(tmp_path / "b.jsonl", set(range(4)), count=12)
    third = answered(tmp_path / "c.jsonl", set(range(24)))
    found = json.loads(rspc("score", dataset, first, second, third, "--json").stdout)
    assert [*found["models"]] == ["a", "b", "c"]
    assert [len(each["verdicts"]) for each in found["models"].values()] == [24] * 3
    assert found["models"]["a"]["missing"] == 12
    pairs = [(each["first"], each["second"]) for each in found["comparisons"]]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "c")]
    whole = found["comparisons"][0]["all"]
    assert whole["first_only"] == 8
    assert whole["p"] == pytest.approx(2 / 2**8)
    ordered = sorted(each["all"]["p"] for each in found["comparisons"])
    assert min(each["adjusted"] for each in found["comparisons"]) == 3 * ordered[0]
    shown = rspc("score", dataset, first, second, third)
    assert "12 of 24 records have no prediction in `" in shown.stderr
    assert "adjusted p" in shown.stdout


def test_a_theory_for_each_problem_is_mcnemars_test(dataset: Path, tmp_path: Path) -> None:
    lines = dataset.read_text().splitlines(True)[:12]
    (tmp_path / "few.jsonl").write_text("".join(lines))
    first = answered(tmp_path / "a.jsonl", set(range(12)), count=12)
    second = answered(tmp_path / "b.jsonl", {0, 1}, count=12)
    shown = rspc("score", tmp_path / "few.jsonl", first, second).stdout
    assert "0.001953  McNemar, exact" in shown


def test_models_that_cannot_be_compared(
    dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answered(tmp_path / "a.jsonl", {1})
    assert "error[E0838]" in rspc("score", dataset, first, first).stderr
    (tmp_path / "link.jsonl").symlink_to(first)
    assert "error[E0838]" in rspc("score", dataset, first, tmp_path / "link.jsonl").stderr
    stranger = tmp_path / "b.jsonl"
    stranger.write_text('{"id": "x", "text": ""}')
    assert (
        f"error[E0832]: the one prediction of `{stranger}`"
        in rspc("score", dataset, first, stranger).stderr
    )
    assert "error[E0830]" in rspc("score", dataset, first, tmp_path / "none").stderr
    assert "error[E0810]" in rspc("score", dataset, first, "--format", "xml").stderr
    assert "error[E0836]" in rspc("score", dataset, first, "--columns", "id").stderr
    assert rspc("score", dataset).exit_code == 2
    monkeypatch.setattr(comparison, "MOST_MODELS", 1)
    assert "error[E0838]" in rspc("score", dataset, first, stranger).stderr


def test_models_of_one_file_name_are_named_by_more(dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    paths = [tmp_path / "a.jsonl", tmp_path / "a.ndjson", tmp_path / "x" / "a.jsonl"]
    for path in paths:
        answered(path, {1})
    found = json.loads(rspc("score", dataset, *paths[:2], "--json").stdout)
    assert [*found["models"]] == ["a.jsonl", "a.ndjson"]
    found = json.loads(rspc("score", dataset, *paths, "--json").stdout)
    assert [*found["models"]] == [str(each) for each in paths]


def test_names_of_models_stand_on_one_line(
    dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answered(tmp_path / "a\nb\x1b[31m.jsonl", {1})
    second = answered(tmp_path / "c.jsonl", {2})
    shown = rspc("score", dataset, first, second).stdout
    assert shown.startswith("a / b\\x1b[31m: 1 of 24 right\nc: 1 of 24 right\n")
    assert "\na / b\\x1b[31m  c " in shown
    assert "\nb" not in shown
    table = Table("Labels", ("la\nbel", "count"), (("first\nsecond", "3"),))
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", stream)
    talk.draw(table)
    assert "first / second" in stream.getvalue()
    assert "la / bel" in stream.getvalue()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode")
@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet", "html"])
def test_the_name_of_a_model_need_not_be_unicode(
    dataset: Path, tmp_path: Path, suffix: str
) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    first = answered(Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xff.jsonl")), {1})
    second, out = answered(tmp_path / "b.jsonl", {2}), tmp_path / f"o.{suffix}"
    option = "--html" if suffix == "html" else "--out"
    written = rspc("score", dataset, first, second, option, out)
    assert written.exit_code == 0, written.output
    assert b"a\\udcff" in out.read_bytes().replace(b"\\\\", b"\\")


def test_csv_has_no_control_characters(dataset: Path, tmp_path: Path) -> None:
    first = answered(tmp_path / "a\x1b[31m\u202e.jsonl", {1})
    second, out = answered(tmp_path / "b.jsonl", {2}), tmp_path / "v.csv"
    assert rspc("score", dataset, first, second, "-o", out).exit_code == 0
    with out.open(newline="", encoding="utf-8") as file:
        names = {row["model"] for row in csv.DictReader(file)}
    assert names == {"a\\x1b[31m\\u202e", "b"}


def test_results_are_written_as_csv_and_parquet(dataset: Path, tmp_path: Path) -> None:
    first, second = answered(tmp_path / "a.jsonl", {1}), answered(tmp_path / "b.jsonl", {2})
    assert rspc("score", dataset, first, "-o", tmp_path / "v.csv").exit_code == 0
    with (tmp_path / "v.csv").open(newline="") as file:
        rows = [*csv.DictReader(file)]
    assert [*rows[0]] == ["id", "value", "answer", "right", "reason", "replies"]
    assert rows[0]["reason"] == "the right answer is true"
    assert [row["value"] for row in rows] == ["0.0", "1.0", *["0.0"] * 22]
    assert rspc("score", dataset, first, second, "-o", tmp_path / "v.jsonl").exit_code == 0
    lines = [json.loads(line) for line in (tmp_path / "v.jsonl").read_text().splitlines()]
    assert [each["model"] for each in lines] == ["a", "b"] * 24
    assert [(each["id"], each["value"]) for each in lines[2:4]] == [("f-1", 1.0), ("f-1", 0.0)]
    refused = rspc(
        "filter",
        dataset,
        "--where",
        "pass_rate < 1",
        "-o",
        tmp_path / "f",
        "--verdicts",
        tmp_path / "v.jsonl",
    )
    assert "error[E0862]" in refused.stderr
    assert "several models" in refused.stderr
    parquet = pytest.importorskip("pyarrow.parquet")
    assert rspc("score", dataset, first, second, "-o", tmp_path / "v.parquet").exit_code == 0
    assert parquet.read_table(tmp_path / "v.parquet").to_pylist() == lines


HOSTILE = "</pre><script>alert(1)</script><img src=//x onerror=alert(2)>\u202e{{ 7*7 }}\x1b[31m"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, Any]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_a_page_shows_hostile_text_and_loads_nothing(tmp_path: Path) -> None:
    made = [
        record(
            index,
            "true",
            task="entailment",
            choices=["true", HOSTILE],
            theory=[f"a{index}."],
            prompt=HOSTILE,
            params={HOSTILE: f"{HOSTILE}{index % 2}"},
        )
        for index in range(30)
    ]
    dataset = write(tmp_path / "records.jsonl", made)
    first = answered(tmp_path / "<b>a&.jsonl", set(range(30)), 30)
    second = answered(tmp_path / "b.jsonl", set(), 30, wrong=HOSTILE)
    page = tmp_path / "page.html"
    shown = rspc("score", dataset, first, second, "--html", page)
    assert shown.exit_code == 0, shown.output
    text = page.read_text("utf-8")
    parser = Tags()
    parser.feed(text)
    assert not {tag for tag, _ in parser.tags} & {"script", "img", "link", "iframe", "b\u202e"}
    assert not [own for _, own in parser.tags if own.keys() & {"src", "href", "onerror"}]
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "{{ 7*7 }}" in text
    assert "&lt;script&gt;alert(1)" in text
    assert "&lt;b&gt;a&amp;" in text
    assert "prefers-color-scheme: dark" in text
    assert "default-src 'none'" in text
    assert text.count("<details>") == 20
    assert "Problems on which models differ" in text


def end_of_axis(page: str) -> str:
    return re.findall(r'<line class="axis" x1="([\d.]+)"', page)[4]


def test_a_page_of_one_model_has_intervals_reasons_and_problems(
    dataset: Path, tmp_path: Path
) -> None:
    path, page = answered(tmp_path / "a.jsonl", set(range(20))), tmp_path / "page.html"
    shown = rspc("score", dataset, path, "--html", page)
    assert shown.stderr == f"wrote {page}\n"
    text = page.read_text()
    assert "Problems that are not solved" in text
    assert text.count("<details>") == 4
    assert re.findall(r">(\d+%)</text>", text)[:5] == ["0%", "25%", "50%", "75%", "100%"]
    (x,) = re.findall(r'<circle class="own" cx="([\d.]+)"', text.partition("By ")[0])
    assert abs(float(x) / float(end_of_axis(text)) - 20 / 24) < 0.01
    for words in (
        "83.3% of 24",
        "right replies: point and 95% interval",
        "Not right: a, entailment",
        "another answer",
        "Scores by parameter",
        "slots",
    ):
        assert words in text
    again = page.read_bytes()
    rspc("score", dataset, path, "--html", page)
    assert page.read_bytes() == again
    assert "error[E0801]" in rspc("score", dataset, path, "--html", path).stderr
    assert "error[E0801]" in rspc("score", dataset, path, "--html", tmp_path / "no" / "x").stderr


def test_logs_of_harnesses_are_compared_from_end_to_end() -> None:
    pytest.importorskip("zstandard")
    given = LOGS / "records.jsonl", LOGS / "samples_rspc_shop_train.jsonl", LOGS / "shop.eval"
    found = json.loads(rspc("score", *given, "--json").stdout)
    assert [*found["models"]] == ["logs", "mockllm/model"]
    (pair,) = found["comparisons"]
    assert pair["all"]["test"] == "sign flips, exact"
    assert pair["all"]["difference"] == 0.25
