"""A user's own rows in place of the sampled ones, and what is said when they are broken."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rspc.cli.app import app
from rspc.compiler.api import load

SPEC = Path(__file__).parents[2] / "specs" / "flight.rspec"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    """Flights as a user's table would hold them, thirty on each of two routes."""
    family = load(SPEC)
    found: list[dict[str, str]] = []
    for index in range(12):
        for option in family.instance(3, index).options:
            row = dict(option.values)
            row["origin"], row["destination"] = (
                ("Lima", "`New York`") if index % 2 else ("Rome", "Miami")
            )
            found.append(row)
    return found


def write(path: Path, rows: list[dict[str, str]], columns: list[str] | None = None) -> Path:
    names = columns or list(rows[0])
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows({name: row[name].strip("`") for name in names} for row in rows)
    return path


def command(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in words])


def test_questions_are_made_of_the_users_rows(tmp_path: Path, rows: list[dict[str, str]]) -> None:
    file = write(tmp_path / "mine.csv", rows)
    family = load(SPEC, rows={"flight": file})
    mine = {tuple(value.strip("`") for value in row.values()) for row in rows}
    for index in range(5):
        instance = family.instance(1, index, slots=2)
        shown = {tuple(v.strip("`") for v in o.values.values()) for o in instance.options}
        assert shown <= mine


def test_a_column_that_follows_from_others_may_be_missing(
    tmp_path: Path, rows: list[dict[str, str]]
) -> None:
    names = [name for name in rows[0] if name != "total_layover"]
    family = load(SPEC, rows={"flight": write(tmp_path / "mine.csv", rows, names)})
    assert family.record is not None
    assert family.record.rows is not None
    assert [
        family.kinds["total_layover"].show(row["total_layover"]) for row in family.record.rows
    ] == [row["total_layover"] for row in rows]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text.replace("business", "buisness", 1), "class"),
        (lambda text: text.replace("price", "prise", 1), "price"),
        (lambda text: text.split("\n")[0] + "\n", "no rows"),
        (lambda text: "", "empty"),
    ],
    ids=["a bad cell", "a missing column", "a header alone", "an empty file"],
)
def test_broken_rows_are_reported_where_they_break(
    spoil: object,
    told: str,
    tmp_path: Path,
    rows: list[dict[str, str]],
) -> None:
    assert callable(spoil)
    file = write(tmp_path / "mine.csv", rows)
    file.write_text(spoil(file.read_text(encoding="utf-8")), encoding="utf-8")
    done = command("compile", SPEC, "-n", "2", "-o", tmp_path / "out", "--rows", f"flight={file}")
    assert done.exit_code == 1
    assert "error[E06" in done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_rows_for_a_record_that_is_not_there(tmp_path: Path, rows: list[dict[str, str]]) -> None:
    file = write(tmp_path / "mine.csv", rows)
    done = command("check", SPEC, "--rows", f"fligth={file}")
    assert done.exit_code == 1
    assert "did you mean `flight`?" in done.stderr
    assert command("check", SPEC, "--rows", "flight").exit_code == 2
