"""Reference files: what they say of a dataset, and every fault that one can have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as some

import rspc
from rspc.compiler.dataset.stats import references
from rspc.compiler.dataset.stats.expressions.statistics import ExpressionError, parse
from rspc.compiler.dataset.stats.stats import stats
from rspc.dsl.diagnostics import Diagnostic, SpecError

from .records import record, write

SHIPPED = sorted((Path(rspc.__file__).parent / "specs" / "references").glob("*.csv"))
HEADER = "statistic,value,tolerance"


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    made = [record(n, "ab"[n % 4 == 0], metrics={"words": 10 * n}) for n in range(20)]
    return write(tmp_path / "records.jsonl", made)


def faults(path: Path, text: str) -> tuple[Diagnostic, ...]:
    path.write_text(text)
    with pytest.raises(SpecError) as error:
        references.read(path)
    return error.value.diagnostics


@pytest.mark.parametrize(
    ("row", "ok"),
    [
        ("share(label = b),25%,0", True),
        ("share(label = b),1/4,0", True),
        ("share(label = b),0.27,2 points", True),
        ("share(label = b),0.27,1 point", False),
        ("mean(words),100,5%", True),
        ("mean(words),101,5", False),
        ("mean(words),101,6%", True),
        ("mean(words),90,5%", False),
        ("mean(words),94,or more", True),
        ("mean(words),96,or more", False),
        ("mean(words),96,or less", True),
        ("mean(words),94,or less", False),
        ("count(),20,0", True),
        ("count(),19,0.5", False),
        ('"quantile(words, 0.25)",47.5,0', True),
        ("min(words) - max(words),-190,0", True),
        ("min(words) - max(words),-180,10%", True),
    ],
)
def test_a_value_is_near_or_off(row: str, ok: bool, dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "ref.csv").write_text(f"{HEADER},source\n{row},somewhere\n")
    found = stats(dataset, reference=tmp_path / "ref.csv")
    (compared,) = found.reference
    assert (compared.ok, found.ok, compared.source) == (ok, ok, "somewhere")


def test_every_fault_is_told_at_its_place(tmp_path: Path) -> None:
    rows = ["share(a = ),x,1", "mean(b),1,a bit", '"ratio(a, )",,', "mean(a),1,2"]
    found = faults(tmp_path / "ref.csv", "\n".join([HEADER, *rows]))
    assert [(each.code, *each.span.source.place(each.span.start)) for each in found] == [
        ("E0617", 2, 11),
        ("E0618", 2, 13),
        ("E0618", 3, 11),
        ("E0617", 4, 11),
        ("E0618", 4, 14),
        ("E0618", 4, 15),
    ]
    assert all(each.help for each in found)


@pytest.mark.parametrize(
    "value", ["", "x", "1/0", "--1", "nan", "inf", "1e9", "1.2.3", "1 2", "٣", "9" * 99]
)
def test_a_bad_value(value: str, tmp_path: Path) -> None:
    (found,) = faults(tmp_path / "ref.csv", f"{HEADER}\nmean(a),{value},1\n")
    assert (found.code, found.span.text) == ("E0618", value)


@pytest.mark.parametrize("tolerance", ["", "x", "-1", "3 pt", "points", "or", "-5%", "1/0"])
def test_a_bad_tolerance(tolerance: str, tmp_path: Path) -> None:
    (found,) = faults(tmp_path / "ref.csv", f"{HEADER}\nmean(a),1,{tolerance}\n")
    assert (found.code, found.span.text) == ("E0618", tolerance)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["E0604"]),
        (f"{HEADER}\n", ["E0604"]),
        ("statistic,value\nmean(a),1\n", ["E0612"]),
        ("statistic,values,tolerence\nmean(a),1,1\n", ["E0612", "E0612"]),
        (f"{HEADER}\nratio(a, b),1,1\nmean(a),1,1\n", ["E0606"]),
        (f"{HEADER},value\nmean(a),1,1,1\n", ["E0613"]),
        (f'{HEADER}\n"mean(a),1,1\n', ["E0614"]),
    ],
)
def test_a_file_that_is_no_table_of_references(
    text: str, expected: list[str], tmp_path: Path
) -> None:
    assert [each.code for each in faults(tmp_path / "ref.csv", text)] == expected


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.csv", tmp_path):
        with pytest.raises(SpecError) as error:
            references.read(path)
        assert [each.code for each in error.value.diagnostics] == ["E0601"]
    (tmp_path / "latin.csv").write_bytes(b"statistic\n\xe9")
    with pytest.raises(SpecError) as error:
        references.read(tmp_path / "latin.csv")
    assert [each.code for each in error.value.diagnostics] == ["E0602"]


def test_faults_against_the_dataset_are_told_at_their_rows(dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "ref.csv").write_text(
        f"{HEADER}\nmean(wrods),1,1\nmean(words),1,1\nmean(label),1,1\n"
    )
    with pytest.raises(SpecError) as error:
        stats(dataset, reference=tmp_path / "ref.csv")
    found = [(each.code, each.span.text) for each in error.value.diagnostics]
    assert found == [("E0619", "mean(wrods)"), ("E0620", "mean(label)")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("mean", 4),
        ("mena(a)", 0),
        ("mean a", 5),
        ("mean()", 5),
        ("mean(a", 6),
        ("mean(a,b)", 6),
        ("mean(a) mean(b)", 8),
        ("mean(a) -", 9),
        ("ratio(a)", 7),
        ("share(a)", 7),
        ("share(a = )", 10),
        ("share(a === 3)", 10),
        ("share(a < b)", 10),
        ("share(a = b and)", 15),
        ("quantile(a)", 10),
        ("quantile(a, 50)", 12),
        ("count(a)", 6),
        ("mean(a where)", 12),
        ("mean(a) + mean(b)", 8),
        ("share(a = 3x)", 10),
        ("share(a = `b)", 10),
    ],
)
def test_a_malformed_statistic_is_told_where_it_goes_wrong(text: str, place: int) -> None:
    with pytest.raises(ExpressionError) as error:
        parse(text)
    assert error.value.start == place
    assert error.value.repair


@given(some.text(alphabet="ab()=<>`-,.19 shremanw"))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused = None
    try:
        assert parse(text)
    except ExpressionError as error:
        refused = error
    assert refused is None or 0 <= refused.start <= refused.end <= len(text)


def test_a_statistic_by_itself_is_refused(dataset: Path) -> None:
    with pytest.raises(SpecError) as error:
        stats(dataset, statistics=["mean(words"])
    assert [each.code for each in error.value.diagnostics] == ["E0617"]


def test_there_are_references_of_shipped_families() -> None:
    specs = {path.stem for path in SHIPPED[0].parents[1].rglob("*.rspec")}
    assert {path.stem for path in SHIPPED} <= specs


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_reference_speaks_of_its_family(path: Path, tmp_path: Path) -> None:
    (spec,) = path.parents[1].rglob(f"{path.stem}.rspec")
    family = rspc.load(spec)
    made = (json.loads(json.dumps(each.record())) for each in family.generate(60, seed=0))
    found = stats(write(tmp_path / "records.jsonl", list(made)), reference=path)
    assert len(found.reference) == len(references.read(path))
    sure = [each for each in found.reference if each.tolerance == "0"]
    assert sure
    assert all(each.ok for each in sure)
    assert all(each.source for each in found.reference)
