"""The edits of errors of meaning: each repairs a family that is right otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check
from rspc.dsl.diagnostics import Diagnostic
from rspc.dsl.edits import apply_edits

PROGRAM = """family main
logic asp
pool names = {amir, beth, `New York`} split { train 0.5  test 0.5 }
sort guest = names
sort share = 1..9
param few: int in 1..9 = 4
preset Small { few 2 }
pred knows(guest, guest)
pred gives(guest, share)
rule entry = knows(X, ?a) -> knows(?a, X)
theory {
  few of entry.
  knows(amir, beth).
  gives(beth, 3).
}
say knows(?one, ?other) as "{{ one | capital }} knows {{ other }}."
ask computation { most 3 }
verify clingo, stability
"""
BOOKS = """family main
logic constraint
param slots: int in 1..3 = 2
record book {
  pages: integer = 80..900
  cover: one of {hard, soft}
  price: money = round($4 + pages * $0.02, $1)
}
test cheap(?v) on price: price < ?v
  where ?v = round(1 of price, $1)
theory product_of_sums { slots slots  minterms 2 }
ask choice { options 5  correct 1  from 40 of book }
"""


def errors(path: Path) -> list[Diagnostic]:
    return [each for each in check(path) if each.severity == "error" or each.edits]


def is_repaired(text: str, old: str, new: str, code: str, folder: Path, after: str | None) -> None:
    """Put a fault into a family, apply the edits of its only diagnostic, and compare."""
    assert text.count(old) == 1
    path = folder / "main.rspec"
    path.write_text(text)
    assert errors(path) == []
    path.write_text(text.replace(old, new))
    found = [each for each in errors(path) if each.code == code]
    assert found, errors(path)
    edits = [edit for each in found for edit in each.edits]
    assert apply_edits(text.replace(old, new), edits) == text.replace(old, after or old)
    path.write_text(text.replace(old, after or old))
    assert errors(path) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "after"),
    [
        ("family main\n", "", "E0210", None),
        ("logic asp", "logic aps", "E0213", None),
        ("ask computation", "ask computaton", "E0213", None),
        ("clingo, stability", "clingo, stabilty", "E0213", None),
        ("most 3", "mots 3", "E0412", None),
        ("most 3", "most 3  most 3", "E0413", None),
        ("sort guest = names", "sort guest = nams", "E0201", None),
        ("pred knows(guest, guest)", "pred knows(guset, guest)", "E0201", None),
        ("few of entry", "few of entri", "E0201", None),
        ("knows(amir, beth)", "knwos(amir, beth)", "E0205", None),
        ("knows(amir, beth)", "knows(amir, beht)", "E0313", None),
        ("knows(amir, beth)", 'knows(amir, "beth")', "E0313", "knows(amir, `beth`)"),
        ("gives(beth, 3)", "gives(beth, 3%)", "E0313", None),
        ("gives(beth, 3)", "gives(beth, few)", "E0313", "gives(beth, ?few)"),
        ("knows(X, ?a) -> knows(?a, X)", "knows(X, ?a) -> knwos(?a, X)", "E0205", None),
        ("{amir, beth, `New York`}", "{amir, beth, `New York`, beth}", "W0601", None),
        ("{amir, beth, `New York`}", "{amir, beth, Ann}", "E0605", '{amir, beth, "Ann"}'),
        ("param few: int in 1..9", "param few: int in 9..1", "E0404", None),
        ("param few: int in", "param few: itn in", "E0316", "param few: int in"),
        ("preset Small { few 2 }", "preset Small { fwe 2 }", "E0418", None),
        (
            "preset Small { few 2 }",
            "preset `S{few}` { few {1: 2, 3: 4} }",
            "E0302",
            "preset `S{few}` { few {1, 3} }",
        ),
        ("| capital", "| captal", "E0506", None),
        ("{{ other }}", "{{ othr }}", "E0503", None),
        (
            "3).\n",
            "3).\n  each ?g in guest: a: gives(?g, 2).\n",
            "E0481",
            "3).\n  each ?g in guest: gives(?g, 2).\n",
        ),
        ("sort share", "use std.lexcon\nsort share", "E0206", "use std.lexicon\nsort share"),
    ],
)
def test_an_error_in_a_program(
    old: str, new: str, code: str, after: str | None, tmp_path: Path
) -> None:
    is_repaired(PROGRAM, old, new, code, tmp_path, after)


@pytest.mark.parametrize(
    ("old", "new", "code", "after"),
    [
        ("pages: integer", "pages: interger", "E0316", None),
        ("80..900", "900..80", "E0404", None),
        ("80..900", "80-900", "W0326", None),
        ("{hard, soft}", "{hard, soft, hard}", "E0202", None),
        ("on price:", "on pirce:", "E0201", None),
        ("price < ?v", "pirce < ?v", "E0201", None),
        ("price < ?v", "price < ?v and pages > 100", "E0422", "price < ?v and pages > 100"),
        ("from 40 of book", "from 40 of boook", "E0201", None),
        ("theory product_of_sums", "theory product_of_sum", "E0213", None),
        ("slots slots", "slots slot", "E0201", None),
    ],
)
def test_an_error_in_a_record(
    old: str, new: str, code: str, after: str | None, tmp_path: Path
) -> None:
    if code == "E0422":
        path = tmp_path / "main.rspec"
        path.write_text(BOOKS.replace(old, new))
        (found,) = [each for each in errors(path) if each.code == code]
        assert "on price, pages: price" in apply_edits(BOOKS.replace(old, new), found.edits)
        return
    is_repaired(BOOKS, old, new, code, tmp_path, after)


def test_a_module_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "people.rspec").write_text("module people\nsort person = {ann, bob}\n")
    text = PROGRAM.replace("sort share", "use people\nsort share")
    is_repaired(text, "use people", "use poeple", "E0206", tmp_path, None)


def test_other_texts_take_the_place_of_files(tmp_path: Path) -> None:
    path = tmp_path / "main.rspec"
    path.write_text("family main\n")
    module = tmp_path / "people.rspec"
    texts = {path: PROGRAM.replace("sort share", "use people\nsort share")}
    assert [each.code for each in check(path, overlays=texts)] == ["E0206"]
    texts[module] = "module people\nsort person = {ann, bob}\n"
    assert check(path, overlays=texts) == ()
