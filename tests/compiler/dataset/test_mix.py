"""`rspc mix`: several families and settings in one dataset, in random order, that verifies."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.dataset.runs.mixture import divide, interleave, read_mixture
from rspc.compiler.dataset.runs.progress import Progress

MIX = """
count = { train = 20, test = 6 }
seed = 3

[[part]]
family = "menu"
weight = 2
set = { options = 3 }

[[part]]
family = "knights"
count = { train = 5, test = 1 }
set = { size = 3 }

[[part]]
family = "flat"
sweep = { options = "2..3" }
"""


def mixed(place: Path, text: str = MIX, **settings: int) -> Path:
    (place / "mix.toml").write_text(text)
    rspc.mix(place / "mix.toml", place / "out", **settings)
    return place / "out"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mixed(tmp_path_factory.mktemp("mix"))


def refused(code: str, place: Path, text: str) -> str:
    (place / "mix.toml").write_text(text)
    with pytest.raises(rspc.SpecError) as caught:
        rspc.mix(place / "mix.toml", place / "never")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert not (place / "never").exists()
    return f"{diagnostic.message}; {diagnostic.help}"


def setting(record: dict[str, Any]) -> dict[str, int]:
    return {key: record["params"][key] for key in ("size", "options") if key in record["params"]}


def test_quotas_are_met_and_weights_share_the_rest(dataset: Path) -> None:
    train, test = (
        Counter(
            (record["family"], *setting(record).values()) for record in rspc.records(dataset, split)
        )
        for split in ("train", "test")
    )
    assert train == {("menu", 3): 10, ("knights", 3): 5, ("flat", 2): 3, ("flat", 3): 2}
    assert test == {("menu", 3): 3, ("knights", 3): 1, ("flat", 2): 1, ("flat", 3): 1}


def test_every_record_is_the_one_that_its_family_makes(dataset: Path) -> None:
    families = {name: rspc.load(name) for name in ("menu", "knights", "flat")}
    for record in rspc.records(dataset):
        family = families[record["family"]]
        own = family.instance(3, record["index"], record["split"], **setting(record))
        assert own.record() == record
    assert rspc.verify(dataset).ok
    assert rspc.verify(dataset, workers=2).ok


def test_any_number_of_workers_and_any_interruption_give_the_same_bytes(
    dataset: Path, tmp_path: Path
) -> None:
    (tmp_path / "mix.toml").write_text(MIX)

    def stop(seen: Progress) -> None:
        if seen.done == 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rspc.mix(tmp_path / "mix.toml", tmp_path / "out", progress=stop)
    assert [each.name for each in (tmp_path / "out").iterdir()] == [".partial"]
    made = 0

    def count(seen: Progress) -> None:
        nonlocal made
        made = max(made, seen.made)

    rspc.mix(tmp_path / "mix.toml", tmp_path / "out", workers=2, progress=count)
    assert made < 15
    names = {path.relative_to(dataset) for path in dataset.rglob("*") if path.is_file()}
    for name in names - {Path("manifest.json"), Path("README.md")}:
        assert (tmp_path / "out" / name).read_bytes() == (dataset / name).read_bytes()
    assert {
        p.relative_to(tmp_path / "out") for p in (tmp_path / "out").rglob("*") if p.is_file()
    } == names


def test_a_mixture_that_was_changed_is_found(dataset: Path, tmp_path: Path) -> None:
    whole = (dataset / "records-train.jsonl").read_bytes().splitlines(keepends=True)
    families = [json.loads(line)["family"] for line in whole]
    here = next(at for at in range(len(families)) if families[at] != families[at + 1])
    for name, lines in (
        ("swapped", [*whole[:here], whole[here + 1], whole[here], *whole[here + 2 :]]),
        ("short", whole[:-1]),
        ("doubled", [*whole, whole[-1]]),
    ):
        out = tmp_path / name
        out.mkdir()
        for path in dataset.rglob("*"):
            if path.is_file():
                target = out / path.relative_to(dataset)
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(path.read_bytes())
        (out / "records-train.jsonl").write_bytes(b"".join(lines))
        faults = {(fault.code, fault.field) for fault in rspc.verify(out).faults}
        wanted = {
            "swapped": ("E0845", "id"),
            "short": ("E0844", "count"),
            "doubled": ("E0845", "index"),
        }
        assert wanted[name] in faults, faults
    manifest = json.loads((dataset / "manifest.json").read_text())
    manifest["mixture"][0]["counts"]["train"] += 1
    (tmp_path / "swapped/records-train.jsonl").write_bytes(b"".join(whole))
    (tmp_path / "swapped/manifest.json").write_text(json.dumps(manifest))
    faults = rspc.verify(tmp_path / "swapped").faults
    assert [(fault.code, fault.field) for fault in faults] == [("E0844", "mixture")]


def test_a_part_of_a_mixture_verifies(dataset: Path, tmp_path: Path) -> None:
    rspc.filter(dataset, "size = 3 or options = 2", tmp_path / "out")
    assert rspc.verify(tmp_path / "out").ok
    assert {record["family"] for record in rspc.records(tmp_path / "out")} == {"knights", "flat"}


def test_a_mixture_is_no_family(dataset: Path) -> None:
    with pytest.raises(rspc.SpecError, match="the families of a mixture"):
        rspc.load(dataset / "family.json")


def test_one_family_can_be_mixed_with_itself(tmp_path: Path) -> None:
    text = 'count = 9\n[[part]]\nfamily = "flat"\nsweep = { options = ["3", 4] }\n'
    out = mixed(tmp_path, text)
    options = Counter(record["params"]["options"] for record in rspc.records(out))
    assert options == {3: 5, 4: 4}
    assert rspc.verify(out).ok


def test_a_folder_of_another_mixture_is_kept(dataset: Path) -> None:
    (dataset.parent / "other.toml").write_text(MIX.replace("seed = 3", "seed = 4"))
    result = CliRunner().invoke(
        app, ["mix", str(dataset.parent / "other.toml"), "-o", str(dataset)]
    )
    assert (result.exit_code, "E0803" in result.stderr) == (1, True)


def test_the_command_reports_what_it_mixed(tmp_path: Path) -> None:
    (tmp_path / "mix.toml").write_text('count = 3\n[[part]]\nfamily = "flat"\n')
    line = ["mix", str(tmp_path / "mix.toml"), "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(app, line)
    assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'out'}\n")
    assert "3 problems: 3 of flat" in result.stderr
    again = CliRunner().invoke(app, [*line, "--json", "--force"])
    assert json.loads(again.stdout)["families"] == {"flat": 3}


def test_what_cannot_be_mixed_is_reported_with_its_part(tmp_path: Path) -> None:
    part = '[[part]]\nfamily = "flat"\n'
    assert "line 1" in refused("E0865", tmp_path, "count = \n" + part)
    assert "missing required field `part`" in refused("E0865", tmp_path, "count = 3\n")
    assert "`weight`" in refused("E0865", tmp_path, f"count = 3\n{part}weight = -1\n")
    assert "unknown field `wieght`" in refused("E0865", tmp_path, f"count = 3\n{part}wieght = 1\n")
    both = f"count = 3\n{part}weight = 1\ncount = 2\n"
    assert "both `count` and `weight`" in refused("E0865", tmp_path, both)
    types = f"count = 3\n{part}set = {{ options = [1] }}\n"
    assert "`set`: expected true or false or an integer" in refused("E0865", tmp_path, types)
    for weight in ("nan", "inf", "0"):
        refused("E0865", tmp_path, f"count = 3\n{part}weight = {weight}\n")
    assert "number of problems to share" in refused("E0866", tmp_path, part)
    assert "4 problems, and the mixture 3" in refused(
        "E0866", tmp_path, f"count = 3\n{part}count = 4\n"
    )
    assert "no part has problems" in refused("E0866", tmp_path, f"{part}count = 0\n")
    assert "in part 1 already" in refused("E0867", tmp_path, f"count = 3\n{part}{part}")
    splits = f"count = {{ train = 3 }}\n{part}count = {{ tset = 3 }}\n"
    assert "no split `tset`" in refused("E0865", tmp_path, splits)
    assert "no split `blue`" in refused("E0423", tmp_path, f"count = {{ blue = 3 }}\n{part}")
    assert "did you mean `flat`" in refused(
        "E0623", tmp_path, 'count = 3\n[[part]]\nfamily = "fla"\n'
    )
    assert "`siz`" in refused("E0418", tmp_path, f"count = 3\n{part}set = {{ siz = 3 }}\n")


def test_a_path_is_relative_to_the_mixture(tmp_path: Path) -> None:
    (tmp_path / "mix.toml").write_text('count = 1\n[[part]]\nfamily = "sub/own.rspec"\n')
    with pytest.raises(rspc.SpecError) as caught:
        read_mixture(tmp_path / "mix.toml")
    assert str(tmp_path / "sub/own.rspec") in caught.value.diagnostics[0].message


@given(st.integers(0, 10**6), st.lists(st.floats(0.001, 1000), min_size=1, max_size=9))
def test_shares_add_up_and_are_off_by_less_than_one(number: int, weights: list[float]) -> None:
    shares = divide(number, weights)
    assert sum(shares) == number
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share - number * weight / sum(weights)) < 1 + 1e-6


def test_each_order_is_equally_likely() -> None:
    orders = Counter(tuple(interleave(seed, "", [2, 1, 1])) for seed in range(6000))
    assert set(orders) == set(permutations([0, 0, 1, 2]))
    expected = 6000 / len(orders)
    assert (
        sum((n - expected) ** 2 / expected for n in orders.values()) < 31.3
    )  # 0.001 of 11 degrees
