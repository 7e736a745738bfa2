"""What a seed gives changes with the version of rspc alone.

`digests.json` holds the digests of the first records of every shipped family, the version that made them, and the
families whose records that version changed. After a change of records, raise the version, run
`pytest tests/golden --update-golden -n 0`, and name the families in `CHANGELOG.md`.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rspc

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "specs"
FILE = Path(__file__).parent / "digests.json"
EVERY = sorted(
    path.relative_to(SPECS).with_suffix("").as_posix() for path in SPECS.rglob("*.rspec")
)
RECORDS = 3


@cache
def digest(name: str) -> str:
    """Return the digest of a family's first records, without the version that they name."""
    family = rspc.load(SPECS / f"{name}.rspec")
    records = [{**each.record(), "rspc": ""} for each in family.generate(RECORDS)]
    return hashlib.blake2b(json.dumps(records).encode(), digest_size=12).hexdigest()


def compare(stored: dict[str, Any], digests: dict[str, str], version: str) -> str:
    """Return what is wrong with records of some digests under a version; the empty text where nothing is."""
    before = stored["digests"]
    changed = sorted(name for name in digests if before.get(name, digests[name]) != digests[name])
    if not changed:
        return ""
    listed = ", ".join(changed)
    if version == stored["version"]:
        return f"the records of {listed} are not those of {version}: raise the version"
    return f"{version} makes other records of {listed}: run with --update-golden"


def updated(stored: dict[str, Any], digests: dict[str, str], version: str) -> dict[str, Any]:
    """Return the file for a version. Raise AssertionError where records changed and the version did not."""
    before = stored["digests"]
    changed = sorted(name for name in digests if before.get(name, digests[name]) != digests[name])
    if version == stored["version"]:
        assert not changed, compare(stored, digests, version)
        changed = stored["changed"]
    return {"version": version, "changed": changed, "digests": digests}


def test_digests_are_updated(update: bool) -> None:
    """Run before the others of this file."""
    if update:
        stored = json.loads(FILE.read_text("utf-8"))
        new = updated(stored, {name: digest(name) for name in EVERY}, rspc.__version__)
        FILE.write_text(json.dumps(new, indent=1) + "\n", "utf-8")


@pytest.mark.parametrize("name", EVERY)
def test_records_change_with_the_version_alone(name: str) -> None:
    stored = json.loads(FILE.read_text("utf-8"))
    assert name in stored["digests"], "run with --update-golden"
    assert not compare(stored, {name: digest(name)}, rspc.__version__)


def test_the_changelog_names_the_families_that_changed() -> None:
    stored = json.loads(FILE.read_text("utf-8"))
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    version = re.escape(stored["version"])
    (section,) = re.findall(rf"^## {version}\b.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    missing = [name for name in stored["changed"] if f"`{Path(name).name}`" not in section]
    assert not missing


def test_a_change_without_a_new_version_is_refused() -> None:
    stored = {"version": "1.0", "changed": [], "digests": {"a": "1", "b": "2"}}
    assert compare(stored, {"a": "1", "b": "2", "new": "3"}, "1.0") == ""
    assert "of b are not those of 1.0" in compare(stored, {"a": "1", "b": "3"}, "1.0")
    assert "1.1 makes other records of b" in compare(stored, {"a": "1", "b": "3"}, "1.1")
    with pytest.raises(AssertionError, match="raise the version"):
        updated(stored, {"a": "1", "b": "3"}, "1.0")
    new = {"a": "1", "b": "3", "c": "4"}
    expected = {"version": "1.1", "changed": ["b"], "digests": new}
    assert updated(stored, new, "1.1") == expected
    assert updated(expected, new, "1.1") == expected
