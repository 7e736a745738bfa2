"""Problems in the formats of others, solved."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import rspc
from rspc.compiler.contract import plugins

from .solved import CASES, FORMAT, LOGIC, faults, problem

DFL = ">> penguin(tweety)\nr1: penguin(X) -> bird(X)\nr2: bird(X) => flies(X)\n"


def test_a_file_of_another_format_is_solved() -> None:
    answer = rspc.solve(CASES / "tweety.dfl", syntax=FORMAT, query="flies(tweety)")
    assert answer.label == "false"


def test_a_text_of_another_format_is_solved() -> None:
    assert rspc.solve(DFL, syntax=FORMAT, query="flies(tweety)").label == "true"


def test_another_format_asks_nothing() -> None:
    (found,) = faults(DFL, syntax=FORMAT)
    assert (found.code, "rspc solve FILE --query" in found.help) == ("E0425", True)


def test_a_problem_is_answered_in_the_notation_of_its_format() -> None:
    text = ">> Penguin\nr1: Penguin -> Bird\nr2: Bird => Flies\nr3: Penguin => -Flies\nr3 > r2\n"
    answer = rspc.solve(text, syntax=FORMAT, query="~Flies")
    assert (answer.query, answer.label) == ("-Flies", "true")
    assert answer.theory == (
        *("f1: >> Penguin", "r1: Penguin -> Bird", "r2: Bird => Flies"),
        *("r3: Penguin => -Flies", "r3 > r2"),
    )
    (step,) = answer.proof or ()
    assert step["gives"] == "-Flies"
    assert step["text"] == (
        "By rule r3 (Penguin => -Flies), -Flies, since Penguin. Against it speaks rule r2 (Bird => Flies). r3 > r2."
    )
    assert answer.certificate["asked"] == "-`Flies`"


def test_a_format_without_a_notation_is_answered_in_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, make = plugins.load(plugins.FORMATS, FORMAT), plugins.make
    parts = ("name", "suffix", "logic", "read", "settings", "write")
    bare = type("Bare", (), {part: vars(whole)[part] for part in parts})
    made = {plugins.FORMATS: lambda _: bare()}
    monkeypatch.setattr(
        plugins, "make", lambda group, name: made.get(group, partial(make, group))(name)
    )
    answer = rspc.solve(">> Penguin\n", syntax=FORMAT, query="-`Penguin`")
    assert (answer.query, answer.theory, answer.label) == (
        "-`Penguin`",
        ("f1 : `Penguin`",),
        "false",
    )
    (found,) = faults(">> Penguin\n", syntax=FORMAT, query="-Penguin")
    assert found.code.startswith("E")


def test_a_format_that_nobody_reads_is_told() -> None:
    (found,) = faults("p.", syntax="dlf")
    assert (found.code, found.help) == ("E0217", "did you mean `dfl`?")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert [each.code for each in faults(tmp_path / "no.dfl", syntax=FORMAT)] == ["E0120"]


def test_a_fault_of_a_file_is_told_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.dfl"
    path.write_text(f"{DFL}r3: bird(X => eats(X)\nr9 > r1\n")
    (found,) = faults(path, syntax=FORMAT, query="flies(tweety)")
    assert (found.code, found.span.source.name) == ("E0101", str(path))
    assert found.span.source.place(found.span.start)[0] == 4


def test_a_theory_is_read_from_a_file_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "birds.dfl").write_text(DFL)
    spec = tmp_path / "t.rspec"
    spec.write_text(problem('theory from "birds.dfl"', "ask entailment flies(tweety)"))
    assert rspc.solve(spec).label == "true"
    assert "birds.dfl" in rspc.load(spec).bundle()["files"]
    (tmp_path / "birds.dfl").write_text(f"{DFL}r3 > r2\n")
    (found,) = faults(spec)
    assert (found.code, found.span.text) == ("E0429", "r3 > r2")
    assert found.span.source.name == str(tmp_path / "birds.dfl")


def test_a_theory_is_embedded_and_its_faults_stand_in_the_spec() -> None:
    text = problem(f'{FORMAT} """\n{DFL}"""', "ask entailment flies(tweety)")
    assert rspc.solve(text).label == "true"
    (found,) = faults(text.replace("flies(X)", "flies(X, Y)"))
    assert (found.code, found.span.text) == ("E0426", "r2: bird(X) => flies(X, Y)")
    assert found.span.source.place(found.span.start) == (6, 1)


@pytest.mark.parametrize(
    ("theory", "help"),
    [
        ('theory from "t.df"', "did you mean"),
        ('theory from "t"', "those that are read: "),
        ('spindle """p."""', "those that are read: "),
    ],
)
def test_a_syntax_that_nobody_reads_is_told(theory: str, help: str) -> None:
    found = next(each for each in faults(problem(theory)) if each.code == "E0217")
    assert help in found.help or FORMAT in found.help


def test_a_theory_of_another_logic_is_told() -> None:
    other = next(each for each in plugins.names(plugins.LOGICS) if each != LOGIC)
    text = f'family t\nlogic {other}\ntheory from "t.dfl"\n'
    found = next(each for each in faults(text) if each.code == "E0217")
    assert found.help == f"write `logic {LOGIC}`"


def test_a_theory_lies_beside_its_spec(tmp_path: Path) -> None:
    spec = tmp_path / "t.rspec"
    spec.write_text(problem('theory from "../birds.dfl"'))
    assert "E0208" in [each.code for each in faults(spec)]
    spec.write_text(problem('theory from "birds.dfl"'))
    assert "E0601" in [each.code for each in faults(spec)]
    (tmp_path / "birds.dfl").mkdir()
    (found,) = (each for each in faults(spec) if each.code == "E0601")
    assert (found.message, found.help) == (
        f"`{tmp_path / 'birds.dfl'}` is a folder",
        "name a file in it",
    )
    assert found.span.text == 'theory from "birds.dfl"'
