"""`rspc stats` from end to end."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from rspc.cli import progress, talk
from rspc.cli.app import app
from rspc.compiler.dataset.stats.layout.cells import Table, number

LOGIC = "constraint"


def rspc(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stats")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert rspc("new", "shop", "--logic", LOGIC).exit_code == 0
        assert rspc("compile", "shop.rspec", "-n", "40", "-o", "out").exit_code == 0
    return folder / "out"


def lines(dataset: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (dataset / "records.jsonl").read_text().splitlines()]


def lines_of(verdict: str) -> list[str]:
    """Return the lines of a verdict, those that were wrapped as one."""
    return verdict.replace("\n        ", " ").splitlines()


def test_the_tables(dataset: Path) -> None:
    shown = rspc("stats", dataset, "--by", "label", "--statistic", "max(words)")
    assert shown.exit_code == 0, shown.output
    head, verdict, labels = shown.stdout.split("\n\n")[:3]
    assert head == "40 instances of shop"
    assert [re.fullmatch(r"(ok|warn|-) +(\w+): .+", each)[2] for each in lines_of(verdict)] == [
        "balanced",
        "guessing",
        "repeats",
        "overlap",
        "reference",
    ]
    assert labels.startswith("Labels\n------\nlabel  count  share\n")
    assert max(map(len, shown.stdout.splitlines())) <= 80
    words = [each["metrics"]["words"] for each in lines(dataset)]
    assert f"max(words)  {max(words):>5}\n" in shown.stdout
    titles = [
        "Labels",
        "Metrics",
        "Sizes",
        "Independence of the label",
        "Guessing the answer without reasoning",
        "Labels by label",
        "Figures by label",
        "Statistics",
    ]
    places = [shown.stdout.index(f"\n\n{title}\n{'-' * len(title)}\n") for title in titles]
    assert places == sorted(places)
    assert "\x1b" not in shown.stdout


def test_how_far_it_is(dataset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    shown = rspc("stats", dataset, "--beside", dataset)
    assert "\n80 of 80 (" in shown.stderr
    shown = rspc("stats", dataset, "--beside", dataset / "records.jsonl")
    assert "\n80 (" in shown.stderr


def test_all_of_it_as_json(dataset: Path) -> None:
    given = rspc("stats", dataset, "--json", "--by", "slots", "--statistic", "mean(words)")
    found = json.loads(given.stdout)
    manifest = json.loads((dataset / "manifest.json").read_text())
    assert found["all"]["labels"]["counts"] == manifest["labels"]
    assert found["rejections"] == manifest["rejections"]
    assert sum(each["instances"] for each in found["groups"].values()) == 40
    words = [each["metrics"]["words"] for each in lines(dataset)]
    assert found["statistics"]["mean(words)"] == pytest.approx(sum(words) / 40)
    surface = found["surface"]
    assert surface["records"] == 40
    assert {each["family"] for each in surface["readers"]} == {"shop"}
    assert all(each["tested"] == 40 for each in surface["readers"])
    assert found["independence"]
    assert [each["ok"] for each in found["verdict"]][2:] == [True, None, None]
    assert len(found["examples"]) == 5
    known = {each["id"]: each for each in lines(dataset)}
    assert all(known[each["id"]]["prompt"] == each["prompt"] for each in found["examples"])


@pytest.mark.parametrize(("value", "code"), [("40", 0), ("41", 1)])
def test_a_reference_that_is_off_is_told_and_exits_with_1(
    value: str, code: int, dataset: Path, tmp_path: Path
) -> None:
    reference = tmp_path / "reference.csv"
    reference.write_text(f"statistic,value,tolerance\ncount(),{value},0\nshare(index < 10),1/4,0\n")
    shown = rspc("stats", dataset, "--reference", reference)
    assert shown.exit_code == code
    assert f"{value}          0  {'off' if code else 'ok'}" in shown.stdout
    line = (
        f"{'warn' if code else 'ok':<6}reference: {code} of 2 figures of the reference off, limit 0"
    )
    assert f"\n{line}\n" in shown.stdout
    assert ("1 of 2 are off" in shown.stdout) == bool(code)
    given = rspc("stats", dataset, "--reference", reference, "--json")
    assert given.exit_code == code
    found = json.loads(given.stdout)
    assert [each["ok"] for each in found["reference"]] == [not code, True]
    assert found["verdict"][4] == {
        "name": "reference",
        "ok": not code,
        "text": f"{code} of 2 figures of the reference off, limit 0",
        "value": code,
        "limit": 0,
    }


def test_the_help_tells_the_exit_code() -> None:
    assert "exit 1 on a difference" in " ".join(rspc("stats", "--help").stdout.split())


def test_a_fault_is_a_diagnostic(dataset: Path, tmp_path: Path) -> None:
    nothing = rspc("stats", tmp_path, "--json")
    assert nothing.exit_code == 1
    assert [each["code"] for each in json.loads(nothing.stdout)] == ["E0804"]
    unread = rspc("stats", dataset, "--reference", tmp_path / "nowhere.csv")
    assert unread.exit_code == 1
    assert "error[E0601]" in unread.stderr
    assert "Traceback" not in unread.output


def test_a_terminal_gets_lines_and_no_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    talk.draw(Table("Labels [bold]", ("label", "count"), (("[red]", "3"),), "a [note]"))
    shown = capsys.readouterr().out
    assert all(part in shown for part in ("Labels [bold]", "[red]", "a [note]", "┃ label"))


def test_a_page_of_html_needs_nothing_besides_itself(dataset: Path, tmp_path: Path) -> None:
    reference = tmp_path / "reference.csv"
    reference.write_text("statistic,value,tolerance,source\nmean(words),40,50%,<b>a & b</b>\n")
    page = tmp_path / "page.html"
    shown = rspc("stats", dataset, "--reference", reference, "--html", page)
    assert shown.exit_code == 0, shown.output
    assert shown.stderr == f"wrote {page}\n"
    text = page.read_text("utf-8")
    titles = re.findall(r"^(\S.*)\n-+$", shown.stdout, re.MULTILINE)
    assert [each for each in titles if f"<h2>{each}</h2>" not in text] == []
    assert re.findall(r"https?:|<script|<link|<img|\bsrc=|@import|url\(", text) == []
    assert "&lt;b&gt;a &amp; b&lt;/b&gt;" in text
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(drawings) > 5
    for each in drawings:
        ElementTree.fromstring(each)
    words = [each["metrics"]["words"] for each in lines(dataset)]
    assert number(sum(words) / 40) in text
    assert rspc("stats", dataset, "--html", tmp_path / "no" / "page.html").exit_code == 1


def test_what_datasets_share(dataset: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.jsonl"
    half.write_text("".join(f"{json.dumps(each)}\n" for each in lines(dataset)[:10]))
    found = json.loads(rspc("stats", dataset, "--beside", half, "--json").stdout)
    assert found["overlaps"][0] == {
        "form": "prompt",
        "first": "this dataset",
        "second": str(half),
        "shared": 10,
        "of_first": 40,
        "of_second": 10,
        "exact": True,
    }
    assert found["repeats"][0]["repeats"] == 0
    shown = rspc("stats", dataset, "--beside", half).stdout
    assert "\n\nOverlap\n-------\n" in shown
    assert "\n\nPlaces of right options\n" in shown


@pytest.mark.parametrize("columns", [20, 80, 120])
def test_tables_are_as_wide_as_the_terminal(
    columns: int, dataset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = rspc("stats", dataset).stdout
    widest = max(map(len, shown.splitlines()))
    assert widest <= max(columns, 80)
    assert (widest > 80) == (columns > 80)


def test_tables_of_values_are_cut_and_shown_whole_on_request(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert rspc("compile", "agatha", "-n", 12, "-o", out).exit_code == 0
    cut, whole = (
        rspc("stats", out, *more).stdout.partition("\nMetrics: how often\n")[2].partition("\n\n")[0]
        for more in ((), ("--all",))
    )
    rows = whole.splitlines()[3:]
    *shown, note = cut.splitlines()[3:]
    assert [row.split() for row in shown] == [row.split() for row in rows[:10]]
    assert note == f"({len(rows) - 10} more rows: `--all` shows them)"
    values = {str(each["metrics"]["words"]) for each in lines(out)}
    assert {row.split()[1] for row in rows if row.startswith("words ")} == values
