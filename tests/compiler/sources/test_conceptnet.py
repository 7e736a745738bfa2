"""Relations between words from files of ConceptNet."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import check
from rspc.compiler.sources import conceptnet
from rspc.compiler.sources.conceptnet import Wanted, read_assertions
from rspc.dsl.diagnostics import Report
from rspc.dsl.source import NOWHERE

SPEC = """family probe
logic defeasible
use std.lexicon: words, people, blocked
table relations(start, relation, end) = {source}
style naming = {{related: 1, random: 1}}
theory {{ p(a). p(X) -> q(X). }}
ask entailment q(a)
"""


def line(relation: str, start: str, end: str, weight: object = 1.0) -> str:
    told = json.dumps({"dataset": "/d/x", "weight": weight, "sources": []})
    return f"/a/[/r/{relation}/,{start},{end}/]\t/r/{relation}\t{start}\t{end}\t{told}"


LINES = (
    line("IsA", "/c/en/dog", "/c/en/animal/n", 2.0),
    line("CapableOf", "/c/en/dog/n/wn/animal", "/c/en/bark", 1.0),
    line("IsA", "/c/en/dog", "/c/en/animal", 1.5),
    line("CapableOf", "/c/en/dog", "/c/en/run_fast"),
    line("IsA", "/c/de/hund", "/c/de/tier"),
    line("Antonym", "/c/en/hot", "/c/de/kalt"),
    line("RelatedTo", "/c/en/dog", "/c/en/cat", 9.0),
    line("IsA", "/c/en/cat", "/c/en/animal", 0.5),
    line("IsA", "/c/en/dog", "/c/en/mongrel", 3.0),
    line("IsA", "/c/en/dog", "/c/en/dog"),
    line("dbpedia/genre", "/c/en/opera", "/c/en/music"),
    line("HasPrerequisite", "/c/en/eat", "/c/en/buy"),
    line("ExternalURL", "/c/en/dog", "http://example.org/dog"),
)
KEPT = [
    ("dog", "capable_of", "bark"),
    ("dog", "is_a", "animal"),
    ("eat", "has_prerequisite", "buy"),
    ("opera", "genre", "music"),
]
ENGLISH = Wanted("en", 1.0, frozenset({"mongrel"}))


def read(content: bytes, wanted: Wanted = ENGLISH) -> tuple[list[tuple[str, str, str]], Report]:
    report = Report()
    return read_assertions(io.BytesIO(content), "x.csv", wanted, NOWHERE, report), report


def text(*lines: str) -> bytes:
    return "".join(f"{each}\n" for each in lines).encode()


def test_assertions_are_kept_by_language_weight_and_words() -> None:
    found, report = read(text(*LINES))
    assert found == KEPT
    assert not list(report)
    assert read(text(*reversed(LINES)))[0] == KEPT


def test_each_condition_can_be_lifted() -> None:
    assert ("cat", "is_a", "animal") in read(text(*LINES), Wanted("en"))[0]
    assert ("dog", "is_a", "mongrel") in read(text(*LINES), Wanted("en", 1.0))[0]
    assert read(text(*LINES), Wanted("de"))[0] == [("hund", "is_a", "tier")]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("x\ty", "2 cells"),
        ("/a\tIsA\t/c/en/a\t/c/en/b\t{}", "not a relation"),
        ("/a\t/r/IsA\tdog\t/c/en/b\t{}", "no concepts"),
        ("/a\t/r/IsA\t/c/en/dog\t/c/en/pup\t{", "no JSON"),
        ("/a\t/r/IsA\t/c/en/dog\t/c/en/pup\t[1]", "no number as `weight`"),
        (line("IsA", "/c/en/dog", "/c/en/pup", "much"), "no number as `weight`"),
        (line("IsA", "/c/en/dog", "/c/en/pup", True), "no number as `weight`"),
        (line("IsA", "/c/en/dog", "/c/en/pup", float("nan")), "no number as `weight`"),
        ("[" * 100_000, "1 cells"),
        ("/a\t/r/IsA\t/c/en/dog\t/c/en/pup\t" + "[" * 100_000, "no JSON"),
    ],
)
def test_a_bad_line_is_told_by_its_number(bad: str, why: str) -> None:
    found, report = read(text(*LINES, bad, LINES[0]))
    (told,) = report
    assert told.code == "E0622"
    assert f"line {len(LINES) + 1} of `x.csv`" in told.message
    assert why in told.message
    assert found == KEPT


def test_bytes_that_are_no_text_are_told() -> None:
    _, report = read(text(line("IsA", "/c/en/dog", "/c/en/pup")).replace(b"pup", b"p\xffp"))
    assert [each.message for each in report] == [
        "line 1 of `x.csv` is not an assertion: it is not UTF-8 text"
    ]


def test_few_bad_lines_are_told_and_the_rest_counted() -> None:
    _, report = read(text(*["x"] * 50))
    told = [each.message for each in report]
    assert len(told) == 21
    assert told[-1] == "30 more lines of `x.csv` are not assertions; the last is 50"


def test_lines_are_read_one_by_one_and_long_ones_never_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conceptnet, "MAX_LINE", 1000)

    class Lines(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size == 1000
            return super().readline(size)

        def read(self, size: int | None = -1, /) -> bytes:
            raise AssertionError("the file is not read whole")

    report = Report()
    content = text(LINES[0], "x" * 5000, LINES[1])
    found = read_assertions(Lines(content), "x.csv", ENGLISH, NOWHERE, report)
    assert found == KEPT[:2][::1]
    assert [each.message for each in report] == [
        "line 2 of `x.csv` is not an assertion: it is longer than 1,000 bytes"
    ]


def test_no_more_is_kept_than_can_be_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conceptnet, "MAX_ROWS", 2)
    found, report = read(text(*LINES))
    assert found == []
    assert [each.code for each in report] == ["E0603"]


# ------------------------------------------------------------------------------------------------------ in a spec


def spec(folder: Path, source: str) -> Path:
    path = folder / "probe.rspec"
    path.write_text(SPEC.format(source=source))
    return path


@pytest.mark.parametrize("packed", [False, True])
def test_a_family_takes_its_relations_from_a_file_and_carries_them(
    packed: bool, tmp_path: Path
) -> None:
    name = "net.csv.gz" if packed else "net.csv"
    content = text(*LINES)
    (tmp_path / name).write_bytes(gzip.compress(content) if packed else content)
    family = rspc.load(spec(tmp_path, f'assertions("{name}", en, 1, blocked)'))
    assert family.naming is not None
    assert family.naming.lexicon is not None
    words = set(family.naming.lexicon.arities)
    assert family.naming.lexicon.relations == tuple(
        row for row in KEPT if {row[0], row[2]} <= words
    )
    bundle = family.bundle()
    assert name not in bundle["files"]
    (tmp_path / "family.json").write_text(json.dumps(bundle))
    (tmp_path / name).unlink()
    again = rspc.load(tmp_path / "family.json")
    assert again.hash == family.hash
    assert again.naming == family.naming


def test_what_is_kept_and_nothing_else_is_the_family(tmp_path: Path) -> None:
    hashes = []
    for lines in (LINES, LINES[::-1], LINES[1:]):
        (tmp_path / "net.csv").write_bytes(text(*lines))
        hashes.append(rspc.load(spec(tmp_path, 'assertions("net.csv", en, 1, blocked)')).hash)
    (tmp_path / "net.csv").write_bytes(text(*LINES[1:2]))
    hashes.append(rspc.load(spec(tmp_path, 'assertions("net.csv", en, 1, blocked)')).hash)
    assert hashes[0] == hashes[1] == hashes[2] != hashes[3]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ('assertions("none.csv", en)', "E0601"),
        ('assertions("../net.csv", en)', "E0208"),
        ('assertions("net.csv")', "E0605"),
        ('assertions("net.csv", en, much)', "E0605"),
        ('assertions("net.csv", en, 1, nothing)', "E0201"),
        ('assertions("net.csv", en, 1, blocked, 5)', "E0605"),
        ('assertions("net.csv", fr)', "E0604"),
        ('assertions("cut.csv.gz", en)', "E0622"),
        ('assertions("folder", en)', "E0601"),
    ],
)
def test_what_is_wrong_is_told(source: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "net.csv").write_bytes(text(*LINES))
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(text(*LINES))[:-9])
    (tmp_path / "folder").mkdir()
    assert [each.code for each in check(spec(tmp_path, source))] == [code]


def test_assertions_have_three_columns(tmp_path: Path) -> None:
    (tmp_path / "net.csv").write_bytes(text(*LINES))
    path = spec(tmp_path, 'assertions("net.csv", en)')
    path.write_text(path.read_text().replace("(start, relation, end)", "(start, end)"))
    assert "E0606" in [each.code for each in check(path)]
