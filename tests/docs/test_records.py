"""The page on records: its kinds, functions and tasks are those of the compiler, and what it tells of them holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import Family
from rspc.compiler.contract import plugins
from rspc.compiler.family.records.types import KINDS
from rspc.compiler.kinds import SCALARS
from rspc.compiler.notation import formulas

from .pages import codes, home, prose, read, rows, section

PAGE = "records"
SHELF = """family shelf
logic constraint
pool shops = {corner, market}
sort shop = shops
record book {
  pages: integer = 80..900
  price: money = $4..$20
  off: percent = 0%..30%
  sold: list of shop = 0..2 of shops
  cover: one of {hard, soft}
  double: integer = 2 * pages
}
test long(?n) on pages: pages > ?n where ?n = 1 of pages
test cheap(?v) on price: price < ?v where ?v = 1 of price
theory product_of_sums { slots 2 }
ask choice { options 3  from 12 of book }
"""


def test_every_kind_is_written_and_said_as_the_page_says() -> None:
    table = {
        codes(kind)[0]: (written, said)
        for kind, written, said, _ in rows(section(PAGE, "Slots and their kinds"))
    }
    for scalar in SCALARS:
        written, said = table.pop(scalar.label)
        kind = scalar()
        assert "; ".join(kind.words(kind.read(code)) for code in codes(written)) == said
    assert [each.partition(" of ")[0] for each in table] == ["one", "set", "list"]
    assert set(KINDS) - {scalar.label for scalar in SCALARS} == {"int"}
    assert "`int`" in section(PAGE, "Slots and their kinds")


def test_every_function_of_formulas_is_on_the_page() -> None:
    named = re.findall(r"`(\w+)\(", section(PAGE, "What a formula means"))
    assert sorted(named) == sorted([*formulas.FUNCTIONS, "within", "meets"])


def test_every_task_is_on_the_page_or_on_those_of_rules_and_programs() -> None:
    table = rows(section(PAGE, "Tasks"))
    over_rows = {codes(row[0])[0].split()[0] for row in table}
    over_rules = set(plugins.names(plugins.TASKS)) - over_rows
    assert over_rows < set(plugins.names(plugins.TASKS))
    pages = "".join(
        map(read, ("rules", "programs", "proofs", "errors", "repairs", "formalisations"))
    )
    assert all(f"`ask {name}" in pages for name in over_rules)


def test_a_complement_that_is_none_is_refused_as_the_page_says(tmp_path: Path) -> None:
    text = " ".join(section(PAGE, "Tests and their complements").split())
    (wrong,) = re.findall(r"write the complement `([^`]+)`", text)
    (values,) = re.findall(r"refuse it \(E0702\) with `([^`]+)`", text)
    path = tmp_path / "books.rspec"
    path.write_text(
        f"{home().text}test t(?v) on price: price < ?v else {wrong} where ?v = 1 of price\n",
        "utf-8",
    )
    with pytest.raises(rspc.SpecError) as caught:
        rspc.load(path).prove()
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E0702"
    assert diagnostic.message.endswith(f"neither holds for {values}")


def test_a_theory_and_a_question_as_the_page_writes_them(tmp_path: Path) -> None:
    text = prose(PAGE)
    (theory,) = [code for code in codes(text) if code.startswith("theory {")]
    (best,) = [code for code in codes(text) if code.startswith("best (")]
    path = tmp_path / "books.rspec"
    kept = re.sub(r"^(theory|ask) .*\n", "", home().text, flags=re.MULTILINE)
    path.write_text(f"{kept}{theory}\nask {best} {{ from 40 of book }}\n", "utf-8")
    family = rspc.load(path)
    assert [len(each.theory.statements) for each in family.generate(3)] == [2, 2, 2]


def given(folder: Path, lines: list[str]) -> Family:
    (folder / "shelf.rspec").write_text(SHELF, "utf-8")
    (folder / "mine.csv").write_text("\n".join(lines) + "\n", "utf-8")
    return rspc.load(folder / "shelf.rspec", rows={"book": folder / "mine.csv"})


def test_cells_are_read_as_the_page_says(tmp_path: Path) -> None:
    lines = ["pages,price,off,sold,cover,shelf"]
    lines += [f'"1,{n}00",{n}.50,{n},kiosk; corner,hard,x' for n in range(1, 7)]
    lines += [f"{n}0,${n},{n}%,,soft,x" for n in range(2, 9)]
    family = given(tmp_path, lines)
    assert [each.code for each in family.warnings] == ["W0612"]
    record = family.record
    assert record is not None
    assert record.rows is not None
    first, last = record.rows[0], record.rows[-1]
    assert first == {
        "pages": 1100,
        "price": 150,
        "off": 100,
        "sold": ("kiosk", "corner"),
        "cover": "hard",
        "double": 2200,
    }
    assert last["sold"] == ()
    assert family.instance().options


def test_a_value_that_is_not_listed_is_a_bad_cell(tmp_path: Path) -> None:
    with pytest.raises(rspc.SpecError) as caught:
        given(tmp_path, ["pages,price,off,sold,cover", "100,$4,5%,,leather"])
    assert [each.code for each in caught.value.diagnostics] == ["E0611"]
    assert "line 2, column `cover`" in caught.value.diagnostics[0].message
