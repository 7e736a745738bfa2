"""Names that begin with a capital, which is how variables are written: each place tells what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check

PEOPLE = """family people
logic defeasible
pool names = {anne, "Bob"}
sort person = names
pred kind(person)
pred good(person)
"""
BOOKS = """family books
logic constraint
record book { pages: integer = 80..900  subject: one of {history, poetry} }
"""
THEORY = "theory { kind(anne). }\n"
ASK = "ask entailment kind(anne)\n"
CAPITAL = "what begins with a capital is a variable: write"


def told(text: str, folder: Path) -> list[tuple[str, str]]:
    path = folder / "tried.rspec"
    path.write_text(text, "utf-8")
    return [(each.code, each.help) for each in check(path)]


@pytest.mark.parametrize(
    ("item", "code", "help"),
    [
        ("sort old = Names", "E0201", "did you mean `names`?"),
        ("sort old = 1 of Names", "E0201", "did you mean `names`?"),
        ("pred tall(Person)", "E0201", "did you mean `person`?"),
        ("pred tall(persn)", "E0201", "did you mean `person`?"),
        ("pred Tall(person)", "E0101", f"{CAPITAL} `tall`, or `` `Tall` ``"),
        ("pool Others = {cid}", "E0101", f"{CAPITAL} `others`, or `` `Others` ``"),
        ("choose c = {Red: 1}", "E0201", f"{CAPITAL} `red`, or `` `Red` ``"),
        ("param p: name in {Easy, hard} = hard", "E0201", f"{CAPITAL} `easy`, or `` `Easy` ``"),
        ("require STATEMENTS <= 9", "E0201", "did you mean `statements`?"),
        (
            "pool two = {Cid}",
            "E0605",
            'write it as a string, `"Cid"`, and in statements `` `Cid` ``',
        ),
    ],
)
def test_an_item_tells_how_the_name_is_written(
    item: str, code: str, help: str, tmp_path: Path
) -> None:
    assert told(f"{PEOPLE}{item}\n{THEORY}{ASK}", tmp_path) == [(code, help)]


@pytest.mark.parametrize(
    ("statement", "code", "help"),
    [
        ("kind(Anne).", "E0426", "a name is written `anne`, or in backquotes: `` `Anne` ``"),
        (
            "kind(anne) => good(Cid).",
            "E0426",
            "a name is written `cid`, or in backquotes: `` `Cid` ``",
        ),
        ('kind("Cid").', "E0313", "write a name of any spelling in backquotes: `` `Cid` ``"),
        ("kind(Anne) => good(Anne).", "W0324", "write the name as `anne`"),
        ("kind(anne) and good(X) => good(X).", "E0311", "join conditions by `,`"),
        (
            "r1: kind(X) => good(X). r2: kind(X) => -good(X). r1 < r2.",
            "E0311",
            "write `r2 > r1`, the stronger rule first",
        ),
        ("kind(Bob) => good(anne).", "W0324", "write the name as `` `Bob` ``"),
    ],
)
def test_a_statement_tells_how_the_name_is_written(
    statement: str, code: str, help: str, tmp_path: Path
) -> None:
    ((found, repair),) = told(f"{PEOPLE}theory {{ {statement} }}\n{ASK}", tmp_path)
    assert found == code
    assert repair.endswith(help)


@pytest.mark.parametrize(
    "statement", ["kind(`Bob`).", "kind(X) => good(X).", "kind(Person) => good(Person)."]
)
def test_names_and_variables_as_they_should_be_pass(statement: str, tmp_path: Path) -> None:
    assert told(f"{PEOPLE}theory {{ {statement} }}\n{ASK}", tmp_path) == []


@pytest.mark.parametrize(
    ("condition", "help"),
    [
        ("subject == History", "did you mean `history`?"),
        ("Pages > 90", "did you mean `pages`?"),
        ("subject == Travel", f"{CAPITAL} `travel`, or `` `Travel` ``"),
    ],
)
def test_a_condition_tells_how_the_value_is_written(
    condition: str, help: str, tmp_path: Path
) -> None:
    text = f"{BOOKS}theory {{ {condition}. }}\nask choice\n"
    assert told(text, tmp_path) == [("E0302", help)]


def test_a_value_of_a_slot_may_have_a_capital(tmp_path: Path) -> None:
    text = f"{BOOKS}theory {{ subject == `History`. }}\nask choice\n"
    wrong, right = (text.replace("history", each) for each in ("History", "`History`"))
    assert told(wrong, tmp_path)[0] == ("E0316", f"{CAPITAL} `` `History` ``")
    assert told(right, tmp_path) == []
