"""The page on names: its styles, relations, tables and limits are those of the compiler and of the standard library."""

from __future__ import annotations

import csv
from pathlib import Path

import rspc
from rspc.compiler.family.expressions.lexicon import COLUMNS
from rspc.compiler.family.names import STYLES
from rspc.compiler.sources.conceptnet import MAX_ROWS, UNTELLING

from .pages import ROOT, codes, lay_out, prose, rows, section

PAGE = "lexicon"
TEXT = " ".join(prose(PAGE).split())


def table(name: str) -> list[tuple[str, ...]]:
    with (ROOT / "stdlib" / "tables" / f"{name}.csv").open(encoding="ascii", newline="") as file:
        return [tuple(row) for row in csv.reader(file)][1:]


def test_the_styles_are_those_of_the_page() -> None:
    assert tuple(codes(row[0])[0] for row in rows(section(PAGE, "Names from a lexicon"))) == STYLES


def test_the_relations_are_those_of_the_page_and_their_examples_hold() -> None:
    relations = table("relations")
    told = rows(section(PAGE, "The words"))
    assert {codes(row[0])[0] for row in told} == {relation for _, relation, _ in relations}
    for named, example, _ in told:
        one, other = codes(example)
        (relation,) = codes(named)
        assert {(one, relation, other), (other, relation, one)} & set(relations), example


def test_the_arities_of_the_page_are_those_of_the_table() -> None:
    arities = {row[0]: row[2] for row in table("words")}
    assert [arities[word] for word in ("sleep", "eat", "give")] == ["1", "2", "2;3"]
    assert "`sleep` of one, `eat` of two, `give` of two or three" in TEXT


def test_the_columns_are_those_of_the_page() -> None:
    told = {
        codes(name)[0]: tuple(each for each in codes(columns) if each != ";")
        for name, columns in rows(section(PAGE, "A lexicon of your own"))
    }
    assert told == dict(COLUMNS)


def test_what_is_left_out_of_a_file_is_what_the_page_says() -> None:
    listed = TEXT.partition("are ignored: ")[2].partition(".")[0]
    assert set(codes(listed)) == UNTELLING
    assert f"at most {MAX_ROWS:,} assertions" in TEXT


def test_the_relations_of_the_examples_file_are_kept(tmp_path: Path) -> None:
    lay_out(PAGE, tmp_path)
    naming = rspc.load(tmp_path / "kennel.rspec").naming
    assert naming is not None
    assert naming.lexicon is not None
    assert naming.lexicon.relations == (("cat", "desires", "milk"), ("dog", "capable_of", "bark"))
