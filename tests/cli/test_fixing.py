"""`rspc check --fix`: files are repaired in place, and nothing else of them changes."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rspc.cli.app import app
from rspc.cli.faults import WRONG_INPUT
from rspc.cli.fixing import Files, repair, rewrite
from rspc.compiler.api import check
from rspc.dsl.diagnostics import Diagnostic, Edit
from rspc.dsl.source import Source, Span

SPECS = Path(__file__).parents[2] / "specs"
WRONG = """family shop
logic asp
pool rooms = {hall, cellar, attic, attic}
sort room = rooms
pred open(room)
pred closed(room)
theory {
  open(hall)
  closed(celar).
  openn(attic).
}
ask computaton { mots 3 }
"""
RIGHT = """family shop
logic asp
pool rooms = {hall, cellar, attic}
sort room = rooms
pred open(room)
pred closed(room)
theory {
  open(hall).
  closed(cellar).
  open(attic).
}
ask computation { most 3 }
"""
ALSO = "family also\nlogic nonsense\n"


def rspc(*arguments: object, given: bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop.rspec").write_text(WRONG)
    return tmp_path


def test_a_spec_is_repaired(folder: Path) -> None:
    offered = rspc("check", "shop.rspec").stderr
    assert "`rspc check --fix shop.rspec` can repair 6 faults" in offered
    run = rspc("check", "--fix", "shop.rspec")
    assert (folder / "shop.rspec").read_text() == RIGHT
    assert run.stdout == ""
    assert run.stderr == "fixed 5 errors and 1 warning in shop.rspec\nshop.rspec: fine\n"
    assert run.exit_code == 0
    again = rspc("check", "--fix", "shop.rspec")
    assert (again.exit_code, again.stderr) == (0, "shop.rspec: fine\n")


def test_no_repair_is_offered_that_is_not_made(folder: Path) -> None:
    """The right name of the knob reveals another error, so that as much is wrong with it."""
    text = "family f\nlogic defeasible\nsort pet = {rex}\npred wet(pet)\ntheory { wet(rex). }\n"
    (folder / "f.rspec").write_text(f"{text}ask entailment wet(rex) {{ lables {{true: yes}} }}\n")
    told = rspc("check", "f.rspec").stderr
    assert "did you mean `labels`?" in told
    assert "can repair" not in told
    assert "fixed" not in rspc("check", "--fix", "f.rspec").stderr


def test_what_remains_is_reported(folder: Path) -> None:
    (folder / "also.rspec").write_text(ALSO)
    run = rspc("check", "--fix", "shop.rspec", "also.rspec", "none.rspec", "--json")
    assert run.exit_code == 1
    assert [each["code"] for each in json.loads(run.stdout)][-1] == "E0120"
    assert (folder / "also.rspec").read_text() == ALSO
    assert (folder / "shop.rspec").read_text() == RIGHT


def test_the_difference_is_shown_and_nothing_is_written(folder: Path) -> None:
    run = rspc("check", "--diff", "shop.rspec")
    assert run.exit_code == 1
    assert (folder / "shop.rspec").read_text() == WRONG
    assert run.stderr == ""
    assert run.stdout.startswith("--- shop.rspec\n+++ shop.rspec\n@@ -1,12 +1,12 @@\n")
    changed = [line for line in run.stdout.splitlines()[3:] if line[0] in "+-"]
    assert changed == [
        "-pool rooms = {hall, cellar, attic, attic}",
        "+pool rooms = {hall, cellar, attic}",
        "-  open(hall)",
        "-  closed(celar).",
        "-  openn(attic).",
        "+  open(hall).",
        "+  closed(cellar).",
        "+  open(attic).",
        "-ask computaton { mots 3 }",
        "+ask computation { most 3 }",
    ]
    assert rspc("check", "--fix", "--diff", "shop.rspec").stdout == run.stdout
    assert (folder / "shop.rspec").read_text() == WRONG


def test_standard_input_goes_to_standard_output(folder: Path) -> None:
    run = rspc("check", "--fix", "-", given=WRONG.encode())
    assert (run.exit_code, run.stdout) == (0, RIGHT)
    assert "fixed 5 errors" in run.stderr
    same = rspc("check", "--fix", "-", given=ALSO.encode())
    assert (same.exit_code, same.stdout) == (1, ALSO)
    assert rspc("check", "--fix", "-", given=b"\xff").exit_code == 1


def test_a_misspelt_name_is_repaired_at_all_its_places(folder: Path) -> None:
    use = "  {0}({1}), closed(attic) -> closed(cellar).\n"
    uses = [use.format("{0}", room) for room in ("hall", "cellar", "attic") * 3]
    text = RIGHT.replace("{", "{{").replace("}", "}}").replace("  open(attic).\n", "".join(uses))
    (folder / "shop.rspec").write_text(text.format("opne"))
    run = rspc("check", "--fix", "shop.rspec")
    assert "fixed 1 error in shop.rspec" in run.stderr
    assert (folder / "shop.rspec").read_text() == text.format("open")


@pytest.mark.parametrize("arguments", [["--diff", "shop.rspec"], ["--fix", "-"]])
def test_two_things_cannot_both_be_on_standard_output(folder: Path, arguments: list[str]) -> None:
    assert rspc("check", "--json", *arguments, given=b"").exit_code == 2


def test_line_ends_mark_mode_and_links_are_kept(folder: Path) -> None:
    file = folder / "shop.rspec"
    file.write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode())
    file.chmod(0o640)
    (folder / "link.rspec").symlink_to("shop.rspec")
    run = rspc("check", "--fix", "link.rspec")
    assert run.exit_code == 0
    assert file.read_bytes() == b"\xef\xbb\xbf" + RIGHT.replace("\n", "\r\n").encode()
    assert (folder / "link.rspec").is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(folder)) == ["link.rspec", "shop.rspec"]


def test_line_ends_and_mark_of_standard_input_are_kept(folder: Path) -> None:
    for wrong, right in ((WRONG, RIGHT), (RIGHT, RIGHT), (ALSO, ALSO)):
        given, wanted = (
            b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for text in (wrong, right)
        )
        assert rspc("check", "--fix", "-", given=given).stdout_bytes == wanted


def test_hard_links_are_kept(folder: Path) -> None:
    (folder / "other.rspec").hardlink_to(folder / "shop.rspec")
    (folder / "shop.rspec").write_text(WRONG + "\n" * 99)
    assert rspc("check", "--fix", "shop.rspec").exit_code == 0
    assert (folder / "other.rspec").read_text() == RIGHT + "\n" * 99
    assert (folder / "other.rspec").samefile(folder / "shop.rspec")


def test_files_that_are_read_only_are_refused(folder: Path) -> None:
    module = folder / "own.rspec"
    module.write_text("sort place = {yard, gate}\n")
    module.chmod(0o444)
    text = WRONG.replace("pool", "use own\npool", 1)
    (folder / "shop.rspec").write_text(text)
    assert rspc("check", "--diff", "shop.rspec").stdout
    run = rspc("check", "--fix", "shop.rspec")
    assert (run.exit_code, run.stderr.count("[E0817]: `own.rspec`")) == (1, 1)
    assert (folder / "shop.rspec").read_text() == text
    module.chmod(0o644)
    module.write_text("module own\n" + module.read_text())
    (folder / "shop.rspec").chmod(0o444)
    assert "[E0817]: `shop.rspec`" in rspc("check", "--fix", "shop.rspec").stderr
    (folder / "shop.rspec").chmod(0o644)
    assert rspc("check", "--fix", "shop.rspec").exit_code == 0
    (folder / "shop.rspec").chmod(0o444)
    assert rspc("check", "--fix", "shop.rspec").exit_code == 0


def test_lines_end_as_those_before_them() -> None:
    assert rewrite(b"a\r\nb\nc", "a\nx\nb\nc") == b"a\r\nx\nb\nc"
    assert rewrite(b"a\r\nb\r\nc\r\n", "a\nb\nx\ny\nc\n") == b"a\r\nb\r\nx\r\ny\r\nc\r\n"
    assert rewrite(b"a\r\nb", "a\nb\n") == b"a\r\nb\r\n"
    assert rewrite(b"a", "b\n") == b"b\n"


def test_a_module_beside_the_spec_is_repaired_too(folder: Path) -> None:
    (folder / "parts").mkdir()
    module = folder / "parts" / "own.rspec"
    module.write_text("module own\npool outside = {yard, gate, gate}\nsort place == outside\n")
    (folder / "shop.rspec").write_text(WRONG.replace("pool", "use parts.own\npool", 1))
    run = rspc("check", "--fix", "shop.rspec")
    assert run.exit_code == 0, run.output
    assert module.read_text() == "module own\npool outside = {yard, gate}\nsort place = outside\n"
    assert "fixed 1 error and 1 warning in parts/own.rspec" in run.stderr


def test_a_module_without_its_header_gets_one(folder: Path) -> None:
    (folder / "own.rspec").write_text("sort place = {yard, gate}\n")
    (folder / "shop.rspec").write_text(RIGHT.replace("pool", "use own\npool", 1))
    assert rspc("check", "--fix", "shop.rspec").exit_code == 0
    assert (folder / "own.rspec").read_text() == "module own\nsort place = {yard, gate}\n"


def test_files_of_packages_are_refused(folder: Path) -> None:
    package = folder / "site-packages" / "other"
    package.mkdir(parents=True)
    (package / "shop.rspec").write_text(WRONG)
    (folder / "family.json").write_text("{}")
    library = Path(SPECS.parent, "stdlib", "rules.rspec")
    (folder / "loop.rspec").symlink_to("loop.rspec")
    assert "E0120" in rspc("check", "--fix", "loop.rspec").stderr
    for name in ("knights", package / "shop.rspec", library, "./family.json"):
        run = rspc("check", "--fix", name)
        assert run.exit_code == 1
        assert "E0817" in run.stderr
    assert (package / "shop.rspec").read_text() == WRONG


def test_a_file_that_cannot_be_written_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    run = rspc("check", "--fix", "shop.rspec")
    assert (run.exit_code, "E0801" in run.stderr) == (1, True)
    assert (folder / "shop.rspec").read_text() == WRONG


def test_a_file_that_changes_meanwhile_is_left_alone(folder: Path) -> None:
    files = Files(Path("shop.rspec"))
    assert files.may_change("shop.rspec")
    assert not files.may_change("../shop.rspec")
    (folder / "shop.rspec").write_text(ALSO)
    with pytest.raises(Exception, match="E0817"):
        files.write("shop.rspec", RIGHT)
    assert (folder / "shop.rspec").read_text() == ALSO


def diagnostic(text: str, code: str, *edits: tuple[int, int, str]) -> Diagnostic:
    source = Source("a", text)
    given = tuple(Edit(Span(source, start, end), new) for start, end, new in edits)
    return Diagnostic(code, text, given[0].span, edits=given)


def test_a_repair_that_makes_it_no_better_is_undone() -> None:
    def find(texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
        text = texts.get("a", "bad")
        return tuple(
            diagnostic(text, "E0101", (place, place + 1, "b")) for place in range(len(text))
        )

    assert repair(find({}), find, lambda _: True).texts == {}


def test_repairs_that_overlap_are_made_one_after_another() -> None:
    def find(texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
        text = texts.get("a", "xy")
        found = [diagnostic(text, "E0101", (0, 2, "zy"))] if text.startswith("x") else []
        if "y" in text:
            found.append(diagnostic(text, "E0102", (1, 2, "w")))
        return tuple(found)

    assert repair(find({}), find, lambda _: True).texts == {"a": "zw"}
    assert repair(find({}), find, lambda _: False).texts == {}


def test_many_repairs_take_few_checks() -> None:
    checked: list[str] = []

    def find(texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
        text = texts.get("a", "x" * 3000)
        checked.append(text)
        if "c" in text:
            return find({}) * 2
        return tuple(
            diagnostic(text, "E0101", (place, place + 1, "c" if place == harmful else "b"))
            for place, letter in enumerate(text)
            if letter == "x"
        )

    harmful = -1
    assert repair(find({}), find, lambda _: True).texts == {"a": "b" * 3000}
    assert len(checked) == 2
    checked.clear()
    harmful = 2999
    text = repair(find({}), find, lambda _: True).texts["a"]
    assert text.count("b") > 2500
    assert "c" not in text
    assert len([each for each in checked if each != "x" * 3000]) <= 10


# ----------------------------------------------------------------------------------------------------- damage

KEYWORD = re.compile(
    r"^(family|use|param|pool|sort|pred|record|rule|fact|test|say|theory|ask)\b", re.M
)
NAME = re.compile(r"\b[a-z][a-z_]{3,}\b")


def damage(text: str, kind: int, draw: random.Random) -> str:
    """Return a spec with one of seven kinds of damage."""

    def cut(places: list[tuple[int, int]], new: str = "") -> str:
        start, end = draw.choice(places or [(0, 0)])
        return text[:start] + new + text[end:]

    match kind:
        case 0:  # a letter of a keyword is missing
            start, end = draw.choice([each.span() for each in KEYWORD.finditer(text)])
            place = draw.randrange(start, end)
            return text[:place] + text[place + 1 :]
        case 1:  # a full stop
            return cut([each.span() for each in re.finditer(r"\.$", text, re.M)])
        case 2:  # a bracket
            return cut([each.span() for each in re.finditer(r"[()\[\]{}]", text)])
        case 3:  # letters of a name are exchanged
            start, _ = draw.choice([each.span() for each in NAME.finditer(text)])
            place = start + draw.randrange(3)
            return text[:place] + text[place + 1] + text[place] + text[place + 2 :]
        case 4:  # other quotation marks
            start, end = draw.choice([each.span() for each in re.finditer(r'"[^"\n]*"', text)])
            left, right = draw.choice(["“”", "''", "‘’", "«»"])
            return text[:start] + left + text[start + 1 : end - 1] + right + text[end:]
        case 5:  # a line is there twice
            lines = text.split("\n")
            place = draw.randrange(len(lines))
            return "\n".join([*lines[:place], lines[place], *lines[place:]])
        case _:  # the end of a line is missing
            lines = text.split("\n")
            place = draw.randrange(len(lines))
            lines[place] = lines[place][: draw.randrange(len(lines[place]) + 1)]
            return "\n".join(lines)


def count_errors(found: tuple[Diagnostic, ...]) -> int:
    return sum(each.severity == "error" for each in found)


def damage_and_repair(seed: int, folder: Path) -> None:
    draw = random.Random(f"damage {seed}")
    path = draw.choice(sorted(folder.rglob("*.rspec")))
    whole = path.read_text("utf-8")
    damaged = damage(whole, seed % 7, draw)
    path.write_text(damaged, "utf-8")
    try:
        before = check(path)
        files = Files(path)
        state = repair(
            before,
            lambda texts: check(path, overlays={Path(name): text for name, text in texts.items()}),
            files.may_change,
        )
        assert count_errors(state.found) <= count_errors(before)
        for name, text in state.texts.items():
            files.write(name, text)
        assert check(path) == state.found
        assert (path.read_text("utf-8") == damaged) == (str(path) not in state.texts)
    finally:
        path.write_text(whole, "utf-8")


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damage") / "specs"
    shutil.copytree(SPECS, folder)
    return folder


@pytest.mark.parametrize("seed", range(14))
def test_a_damaged_spec_is_never_made_worse(seed: int, shipped: Path) -> None:
    damage_and_repair(seed, shipped)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 480, 20))
def test_many_damaged_specs_are_never_made_worse(start: int, shipped: Path) -> None:
    for seed in range(start, start + 20):
        damage_and_repair(seed, shipped)


def test_full_stops_in_texts_are_added(folder: Path) -> None:
    spec = "family shop\nlogic asp\ntheory { open(hall). }\nask computation\n"
    said = 'say open(?a) as "The {{ a }} is open."\n'
    Path("shop.rspec").write_text(spec + said.replace('open."', 'open"'))
    seen = rspc("preview", "shop.rspec")
    assert seen.exit_code == 0
    assert "warning[W0524]" in seen.stderr
    assert "W0524" not in seen.stdout
    fixed = rspc("check", "--fix", "shop.rspec")
    assert "fixed 1 warning in shop.rspec" in fixed.output
    assert Path("shop.rspec").read_text() == spec + said
    assert rspc("preview", "shop.rspec").stderr == ""


def test_mistakes_that_hide_each_other_are_repaired_one_after_another(folder: Path) -> None:
    """The parser stops at the first sign: the next one is found when it is repaired."""
    wrong = (
        "family shop\nlogic asp\nchoose size = {a= 1, b= 2, c= 3, d= 4, e= 5}\npool x = {a, a}\n"
    )
    wrong += "theory { a(size). }\nask computation\n"
    Path("shop.rspec").write_text(wrong)
    found = json.loads(rspc("check", "--json", "shop.rspec").stdout)
    assert [each["line"] for each in found if each["code"] == "E0101"] == [3]
    assert (
        "fixed 5 errors and 1 warning in shop.rspec" in rspc("check", "--fix", "shop.rspec").output
    )
    right = re.sub("(?<=[a-e])=", ":", wrong).replace("{a, a}", "{a}")
    assert Path("shop.rspec").read_text() == right


def test_many_missing_full_stops_are_all_reported_and_repaired(folder: Path) -> None:
    lines = [f"  open({name})\n" for name in "abcdefghijklmnopqrst"]
    wrong = "family shop\nlogic asp\ntheory {\n" + "".join(lines) + "}\nask computation\n"
    Path("shop.rspec").write_text(wrong)
    found = json.loads(rspc("check", "--json", "shop.rspec").stdout)
    assert [(each["code"], each["line"]) for each in found] == [("E0108", 4 + n) for n in range(20)]
    assert "fixed 20 errors" in rspc("check", "--fix", "shop.rspec").output
    assert Path("shop.rspec").read_text() == wrong.replace(")\n", ").\n")


def test_a_mistake_that_stays_does_not_keep_others_from_repair(folder: Path) -> None:
    wrong = "family shop\nlogic asp\ntheory {\n  a(b)\n  c -> -> d\n  e(f).\n}\nask computation\n"
    Path("shop.rspec").write_text(wrong)
    fixed = rspc("check", "--fix", "shop.rspec")
    assert fixed.exit_code == WRONG_INPUT
    assert Path("shop.rspec").read_text() == wrong.replace("a(b)", "a(b).")
