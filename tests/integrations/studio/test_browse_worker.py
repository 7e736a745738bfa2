"""What the process of the page of a dataset answers: records as HTML, scores, exports, and diagnostics."""

from __future__ import annotations

import json
import random
import shlex
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.dataset.formats.page import page
from rspc.compiler.dataset.formats.read import problem_lines
from rspc.integrations.studio.browse import drawing, exporting, judging, reply_drawing, schema
from rspc.integrations.studio.browse.building import build
from rspc.integrations.studio.browse.describing import record_html
from rspc.integrations.studio.browse.index import OUTCOMES, Chosen, Index, Verdict
from rspc.integrations.studio.browse.messages import (
    Build,
    Describe,
    Drawn,
    Export,
    Fault,
    Judge,
    Judgement,
    Score,
    Statistics,
)
from rspc.integrations.studio.browse.plot_drawing import section_html
from rspc.integrations.studio.browse.state import Facet, Filters, View
from rspc.integrations.studio.browse.statistics import sections
from rspc.integrations.studio.browse.worker import answer

from .conftest import run

HOSTILE = "</b><script>alert(1)</script><img src=x onerror=alert(1)>\"'\u202e"


class Tags(HTMLParser):
    """Collects the elements and attributes of HTML, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(html: str) -> Tags:
    found = Tags()
    found.feed(html)
    found.close()
    return found


def is_safe(html: str) -> bool:
    """Return whether HTML has only harmless elements and attributes, and no character that turns text around."""
    found = parsed(html)
    harmful = {"script", "img", "iframe", "object", "a", "form", "link", "style"}
    return (
        not found.tags & harmful
        and not any(name.startswith("on") for name in found.attributes)
        and "\u202e" not in html
    )


@pytest.fixture
def record(made: Path) -> dict[str, Any]:
    return dict(next(rspc.records(made)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "scratch"
    found.mkdir()
    return found


@pytest.fixture
def models(made: Path, tmp_path: Path) -> tuple[Path, Path]:
    """The replies of two models: one is right, but for two records; the other guesses."""
    chance = random.Random(1)
    known = list(rspc.records(made))
    paths = tmp_path / "good.jsonl", tmp_path / "poor.jsonl"
    good = [{"id": each["id"], "text": f"It is {each['answer']}."} for each in known[2:]]
    poor = [
        {"id": each["id"], "text": chance.choice(["yes", "no", "who knows?"])} for each in known
    ]
    for path, rows in zip(paths, (good, poor), strict=True):
        path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return paths


def indexed(made: Path, folder: Path) -> str:
    """Make the index of a dataset; return its place."""
    database = folder / "index.db"
    schema.create(database).close()
    build(made, database)
    return str(database)


def opened(made: Path, folder: Path) -> Index:
    return Index(Path(indexed(made, folder)))


def test_a_record_is_shown_with_all_that_rspc_show_says(record: dict[str, Any]) -> None:
    html = record_html(record)
    text = " ".join(parsed(html).text.split())
    for line in page(record, width=100_000).splitlines()[2:]:
        words = line.replace("○", "").removeprefix("> ").removesuffix(" [right]")
        if set(words) - set("-= ") and ":" not in words:
            assert " ".join(words.split()) in text
    for part in ("Theory", "Certificate", "Parameters", "Metrics"):
        assert f"<h3>{part}</h3>" in html
    assert is_safe(html)


def test_texts_of_records_are_escaped(record: dict[str, Any]) -> None:
    own = json.loads(json.dumps(record))
    for name in ("id", "prompt", "answer", "label", "query", "family", "task", "logic", "split"):
        own[name] = HOSTILE
    own["theory"], own["engines"], own["certificate"] = [HOSTILE], {HOSTILE: HOSTILE}, {HOSTILE: 1}
    own["params"], own["metrics"] = {HOSTILE: HOSTILE}, {HOSTILE: [HOSTILE]}
    own["options"] = [{"label": HOSTILE, "text": HOSTILE, "values": {}}]
    step = {"gives": HOSTILE, "tag": HOSTILE, "text": HOSTILE, "uses": [], "from": [], "beats": []}
    for proof in ([step], HOSTILE, [HOSTILE], None, {HOSTILE: 1}):
        told = answer(Describe({**own, "proof": proof}))
        assert told.faults == ()
        assert is_safe(told.html)
        assert "alert(1)" in parsed(told.html).text
    own["options"], own["choices"] = None, [HOSTILE]
    assert is_safe(answer(Describe(own)).html)


def test_all_else_on_the_page_is_escaped(made: Path, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "hostile.jsonl"
    lines = []
    for place, each in enumerate(rspc.records(made)):
        own = json.loads(json.dumps(each))
        own["id"] = f"{HOSTILE}{place}"
        own["label"] = own["answer"] = f"{HOSTILE}{place % 2}"
        own["params"] = {HOSTILE: place % 2, f"{HOSTILE}2": HOSTILE + str(place % 3)}
        lines.append(json.dumps(own))
    file.write_text("\n".join(lines))
    index = opened(file, folder)
    count = index.choose(Chosen())
    columns = index.columns()
    names = ["label", "answer", *(name for name in columns.places if "script" in name)]
    view = View(columns=names, count=count, number=1)
    filters = Filters().toggled("label", HOSTILE).toggled(HOSTILE, 1.0)
    filters = filters.with_outcome(0, "right").sorted_by(names[-1])
    view.facets = [Facet(HOSTILE, ((HOSTILE, 2), (1.0, 3)))]
    drawn = (
        drawing.table(index.rows(0, 99, names), view, filters, columns, ()),
        drawing.chips(filters, [HOSTILE]),
        drawing.facets(view, filters),
        drawing.outcomes(filters, [HOSTILE], {0: {HOSTILE: 3}}),
        drawing.column_choice(columns, view),
        drawing.form(sorted(columns.names())),
        drawing.faults([Fault(HOSTILE, HOSTILE, HOSTILE)], 2),
        drawing.drawn_table(Drawn(HOSTILE, (HOSTILE,), ((HOSTILE,),), (HOSTILE,))),
        reply_drawing.reply_html(
            {"answer": HOSTILE}, HOSTILE, Verdict(0.0, HOSTILE, HOSTILE, 2, HOSTILE)
        ),
        reply_drawing.crossed([HOSTILE, HOSTILE], (0, 1), (1, 2, 3, 4)),
        reply_drawing.crossed([HOSTILE] * 3, (2, 0), (1, 2, 3, 4)),
    )
    plots = [section_html(number, each) for number, each in enumerate(sections(index))]
    index.close()
    for html in drawn:
        assert is_safe(html), html
        assert "alert(1)" in html
    assert all(map(is_safe, plots))
    assert "alert(1)" in "".join(plots)


def test_a_reply_is_scored_as_rspc_score_does(record: dict[str, Any]) -> None:
    for text in (record["answer"], "yes", "no", "It depends.", "", "x" * 100_000):
        found, own = answer(Score(record, text)), rspc.score(record, text)
        assert (found.value, found.answer, found.reason) == (own.value, own.answer, own.reason)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"task": "none"}, "E0805"),
        ({"theory": 3}, None),
        ({"answer": 3}, None),
        ({"reply": 3}, None),
    ],
)
def test_scoring_with_a_damaged_record_is_a_diagnostic_at_most(
    record: dict[str, Any], change: dict[str, Any], code: str | None
) -> None:
    found = answer(Score({**record, **change}, "yes"))
    assert code is None or [each.code for each in found.faults] == [code]
    assert all(each.code.startswith("E08") for each in found.faults)


def test_verdicts_are_those_of_rspc_score(
    made: Path, models: tuple[Path, Path], folder: Path, tmp_path: Path
) -> None:
    database = indexed(made, folder)
    found = answer(Judge(str(made), database, tuple(map(str, models)), str(folder), ("people",)))
    assert isinstance(found, Judgement)
    assert found.faults == ()
    assert found.models == ("good", "poor")
    titles = [each.title for each in found.tables]
    assert {"Scores", "Differences", "Differences by parameter"} <= set(titles)
    assert [each.code for each in found.remarks] == ["W0833"]
    out = tmp_path / "verdicts.jsonl"
    run("score", str(made), *map(str, models), "-o", str(out))
    expected = [json.loads(line) for line in out.read_text().splitlines()]
    index = Index(Path(database))
    for place in range(2):
        index.attach(place, judging.verdicts_of(folder, place))
    own: dict[str, list[tuple[Any, ...]]] = {}
    for each in expected:
        own.setdefault(each["model"], []).append((each["value"], each["answer"], each["reason"]))
    ids = [each["id"] for each in rspc.records(made)]
    for place, name in enumerate(found.models):
        for number in range(1, len(ids) + 1):
            verdict = index.verdict(place, number)
            assert verdict is not None
            assert (verdict.value, verdict.answer, verdict.reason) == own[name][number - 1]
    check_outcomes(index, own["good"], own["poor"])
    assert judging.count(folder) == len(ids)
    index.detach()
    assert index.choose(Chosen()) == len(ids)
    index.close()


def check_outcomes(index: Index, good: list[tuple[Any, ...]], poor: list[tuple[Any, ...]]) -> None:
    """Check the filters by outcome, the counts of two models together, and those of reasons."""
    right = [each[0] == 1 for each in poor]
    assert index.choose(Chosen(outcomes=((1, "right"),))) == sum(right)
    assert index.choose(Chosen(outcomes=((1, "wrong"),))) == len(right) - sum(right)
    assert index.choose(Chosen(outcomes=((0, "no reply"),))) == 2
    counts = [index.choose(Chosen(outcomes=((1, name),))) for name in OUTCOMES]
    assert counts[1] == counts[2] + counts[3] + counts[4]
    only = index.choose(Chosen(outcomes=((0, "right"), (1, "wrong"))))
    total = index.choose(Chosen(order="1:value"))
    both, first, second, neither = index.together(0, 1)
    assert (both + first + second + neither, first) == (total, only)
    assert second == sum(b[0] == 1 != a[0] for a, b in zip(good, poor, strict=True))
    values = [row.cells[0] for row in index.rows(0, 99, ["1:value"])]
    assert values == sorted(values)
    reasons = index.reasons(1)
    assert sum(reasons.values()) == len(right) - sum(right)
    why, count = next(iter(reasons.items()))
    assert index.choose(Chosen(reason=(1, why))) == count


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (("none.jsonl",), "E0830"),
        (("family.json",), "E0831"),
        ((), None),
        (("good.jsonl", "good.jsonl"), "E0838"),
        (("strange.jsonl",), "E0832"),
    ],
)
def test_replies_that_cannot_be_read_are_a_diagnostic(
    made: Path, models: tuple[Path, Path], folder: Path, files: tuple[str, ...], code: str | None
) -> None:
    home = models[0].parent
    (home / "family.json").write_text("[1, 2]\n{}\n")
    (home / "strange.jsonl").write_text('{"id": "x", "text": "y"}\n')
    replies = tuple(str(home / each) for each in files)
    found = answer(Judge(str(made), indexed(made, folder), replies, str(folder)))
    codes = {each.code for each in found.faults}
    assert codes == {code} if code else codes


def test_an_export_is_what_rspc_filter_writes(made: Path, folder: Path, tmp_path: Path) -> None:
    index = opened(made, folder)
    from rspc.integrations.studio.browse import conditions

    chosen = Chosen((conditions.read("people = 2 and not label = true", index.columns()),))
    count = index.choose(chosen)
    numbers = tuple(index.numbers())
    out, other = tmp_path / "out", tmp_path / "other"
    database = str(folder / "index.db")
    found = answer(Export(str(made), database, str(out), numbers, exporting.words(chosen)))
    assert (found.kept, found.faults) == (count, ())
    line = shlex.split(exporting.command(made, chosen, str(other)))
    assert line[:2] == ["rspc", "filter"]
    run(*line[1:])
    assert list(rspc.records(out)) == list(rspc.records(other))
    run("stats", str(out))
    told = json.loads((out / "manifest.json").read_text())
    assert told["reduced"]["by"] == "people = 2 and not label = true"
    again = answer(Export(str(made), database, str(out), numbers[:1], "all"))
    assert again.faults[0].code.startswith("E08")
    index.close()


def test_nothing_is_exported_where_there_are_no_records(made: Path, tmp_path: Path) -> None:
    found = answer(Export(str(made), "", str(tmp_path / "out"), (), "all"))
    assert [each.code for each in found.faults] == ["E0864"]
    assert not (tmp_path / "out").exists()


def test_no_command_stands_for_a_text_or_for_outcomes(made: Path) -> None:
    assert exporting.command(made, Chosen(), "out") == ""
    for chosen in (Chosen(text="x"), Chosen(outcomes=((0, "right"),)), Chosen(reason=(0, "x"))):
        assert exporting.command(made, chosen, "out") == ""
        assert exporting.words(chosen) != "all"
    assert exporting.words(Chosen()) == "all"


def test_the_first_step_that_fails_is_marked_in_the_reply() -> None:
    reason = "line 2: it is not a statement in symbols"
    assert reply_drawing.failing_step(reason) == 2
    assert reply_drawing.failing_step("there is no numbered line") is None
    text = "2. draft\n1. a [1]\n2. b [2]\n3. c [1; 2]"
    html = reply_drawing.text_html(text, 2)
    assert html.count("<mark") == 1
    assert '<mark title="the first step that fails">2. b [2]' in html
    assert "<mark" not in reply_drawing.text_html(text, 7)
    assert "<mark" not in reply_drawing.text_html(text, None)


def test_what_cannot_be_read_is_a_diagnostic(made: Path, folder: Path, tmp_path: Path) -> None:
    none = tmp_path / "none"
    assert answer(Statistics(str(none), indexed(none, folder))).faults[0].code == "E0804"
    assert answer(Describe({})).faults[0].code == "E0805"
    assert answer(Build(str(made), str(folder / "none" / "index.db"))).faults != ()


def test_statistics_are_those_of_rspc_stats(made: Path, folder: Path) -> None:
    found = answer(Statistics(str(made), indexed(made, folder)))
    result = CliRunner().invoke(app, ["stats", str(made)])
    assert found.verdict
    for _, name, _ in found.verdict:
        assert name in result.output
    assert any(each.title == "Labels" for each in found.tables)


@pytest.fixture
def damaged(made: Path, tmp_path: Path) -> Path:
    """A dataset with lines that cannot be read between those that can."""
    whole = [line.rstrip() for _, line in problem_lines(made)]
    file = tmp_path / "damaged.jsonl"
    bad = [b"\xff\xfe\x00", b'{"id": "cut', b"[1]"]
    file.write_bytes(b"\n".join([bad[0], *whole[:5], bad[1], *whole[5:], bad[2]]) + b"\n")
    return file


def test_records_that_can_be_read_are_scored(
    damaged: Path, made: Path, models: tuple[Path, Path], folder: Path, tmp_path: Path
) -> None:
    replies = tuple(map(str, models))
    assert CliRunner().invoke(app, ["score", str(damaged), *replies]).exit_code != 0
    found = answer(Judge(str(damaged), indexed(damaged, folder), replies, str(folder)))
    other = tmp_path / "other"
    other.mkdir()
    whole = answer(Judge(str(made), indexed(made, other), replies, str(other)))
    assert isinstance(found, Judgement)
    assert (found.faults, found.skipped, whole.skipped) == ((), 3, 0)
    assert found.tables == whole.tables
    index = Index(folder / "index.db")
    index.attach(0, judging.verdicts_of(folder, 0))
    own = [index.verdict(0, number) for number in range(1, 5)]
    index.close()
    assert [each and each.value for each in own] == [0, 0, 1, 1]


def test_records_that_can_be_read_are_exported_and_counted(
    damaged: Path, made: Path, folder: Path, tmp_path: Path
) -> None:
    database, out = indexed(damaged, folder), tmp_path / "out"
    assert CliRunner().invoke(app, ["stats", str(damaged)]).exit_code != 0
    found = answer(Export(str(damaged), database, str(out), (2, 6), "all"))
    assert found.faults == ()
    assert (found.kept, found.skipped) == (2, 3)
    ids = [each["id"] for each in rspc.records(made)]
    assert {each["id"] for each in rspc.records(out)} == {ids[1], ids[5]}
    told = json.loads((out / "manifest.json").read_text())["reduced"]
    assert (told["dropped"], told["unreadable"]) == (len(ids) - 2, 3)
    summary = answer(Statistics(str(damaged), database))
    assert (summary.faults, summary.skipped) == ((), 3)
    assert summary.verdict
    assert sorted(each.name for each in folder.iterdir() if each.is_dir()) == []


def test_a_dataset_that_changes_is_not_scored_any_more(
    damaged: Path, models: tuple[Path, Path], folder: Path
) -> None:
    database = indexed(damaged, folder)
    damaged.write_bytes(damaged.read_bytes() + b"\n")
    found = answer(Judge(str(damaged), database, (str(models[0]),), str(folder)))
    assert [each.code for each in found.faults] == ["E0805"]
    assert "has changed" in found.faults[0].message


LOGS = Path(__file__).parents[2] / "compiler" / "dataset" / "score" / "logs"


def test_records_that_cannot_be_scored_are_left_out(
    made: Path, models: tuple[Path, Path], folder: Path, tmp_path: Path
) -> None:
    known = [json.loads(line) for _, line in problem_lines(made)]
    known[1]["task"] = "none"
    file = tmp_path / "odd.jsonl"
    file.write_text("\n".join(map(json.dumps, known)) + "\n")
    replies = tuple(map(str, models))
    assert "error[E0805]" in CliRunner().invoke(app, ["score", str(file), *replies]).output
    found = answer(Judge(str(file), indexed(file, folder), replies, str(folder)))
    assert isinstance(found, Judgement)
    assert (found.faults, found.skipped, found.unscored) == ((), 0, 1)
    assert [each.code for each in found.remarks if each.code != "W0833"] == ["E0805"]
    index = Index(folder / "index.db")
    index.attach(0, judging.verdicts_of(folder, 0))
    own = [index.verdict(0, number) for number in range(1, 5)]
    index.close()
    assert [each and each.value for each in own] == [0, None, 1, 1]


def test_replies_of_every_format_are_scored(folder: Path, tmp_path: Path) -> None:
    records = LOGS / "records.jsonl"
    known = list(rspc.records(records))
    table = tmp_path / "said.csv"
    rows = (f'{each["id"]},"{each["answer"]}"' for each in known)
    table.write_text("\n".join(["key,said", *rows]))
    database = indexed(records, folder)
    logs = [LOGS / "shop.json", LOGS / "samples_rspc_shop_train.jsonl"]
    if find_spec("zstandard"):
        logs.append(LOGS / "shop.eval")
    found = answer(Judge(str(records), database, tuple(map(str, logs)), str(folder)))
    assert found.faults == ()
    assert len(found.models) == len(logs)
    assert found.tables[0].title == "Scores"
    other = tmp_path / "other"
    other.mkdir()
    names = ("id=key", "reply=said")
    asked = Judge(str(records), database, (str(table),), str(other), (), names)
    found = answer(asked)
    assert found.faults == ()
    index = Index(Path(database))
    index.attach(0, judging.verdicts_of(other, 0))
    values = [index.verdict(0, number) for number in range(1, len(known) + 1)]
    index.close()
    assert [each and each.value for each in values] == [1.0] * len(known)
    wrong = answer(Judge(str(records), database, (str(table),), str(other), (), ("id",)))
    assert {each.code for each in wrong.faults} == {"E0836"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"id": "a", "text": "b"}\n', "pasted.jsonl"),
        ('{\n  "version": 2,\n', "pasted.json"),
        ("id,reply\na,b\n", "pasted.csv"),
        ("id\treply\na\t\ud800\n", "pasted.csv"),
    ],
)
def test_a_pasted_file_gets_a_suffix(tmp_path: Path, text: str, name: str) -> None:
    found = judging.keep_pasted(tmp_path, text)
    assert found.name == name
    assert found.read_text("utf-8") == text.replace("\ud800", "?")
