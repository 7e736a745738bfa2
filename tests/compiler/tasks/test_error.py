"""Proofs with one wrong line: the line is wrong, all others are right, and neither place nor kind gives it away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

import rspc
from rspc.backends.alcq.backend import Alcq
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.contract import Limits
from rspc.compiler.ir import nodes as ir, symbols, walk
from rspc.compiler.notation import read_statement
from rspc.compiler.tasks.error.misreadings import alterations, converses

from ...backends.defeasible.oracle import Oracle

SPECS = Path(rspc.__file__).parent / "specs" / "errors"
FAMILIES = ("aspbench_error", "boardgame_error", "delta_error")


@cache
def made(name: str, number: int) -> tuple[rspc.Instance, ...]:
    return tuple(rspc.load(SPECS / f"{name}.rspec").generate(number, seed=3))


@pytest.mark.parametrize("name", FAMILIES)
def test_a_dataset_is_verified_and_gold_scores_one(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(
        app, ["compile", str(SPECS / f"{name}.rspec"), "-n", "6", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["verify", str(out)]).exit_code == 0
    for record in rspc.records(out):
        assert rspc.score(record, record["answer"]).value == 1
        wrong = record["metrics"]["line"] % record["reply"]["lines"] + 1
        assert rspc.score(record, f"Line {wrong} is wrong.").value == 0
        assert (
            rspc.score(record, f"The line that does not follow is line {record['answer']}.").value
            == 1
        )
        assert rspc.score(record, record["prompt"]).value == 0
        assert rspc.score(record, "1, 2").value == 0


KINDS = {
    "aspbench_error": ("fact", "rule", "converse"),
    "boardgame_error": ("fact", "rule", "converse", "preference"),
    "delta_error": ("rule", "converse"),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_every_line_is_wrong_equally_often_in_every_way(name: str) -> None:
    found = Counter((each.answer, each.metrics["kind"]) for each in made(name, 24))
    lines = "123" if name == "delta_error" else "1234"
    cells = [(line, kind) for line in lines for kind in KINDS[name]]
    assert found.keys() == set(cells)
    assert max(found.values()) - min(found.values()) <= 1


def test_a_fact_is_misread_only_where_every_line_names_one() -> None:
    seen = 0
    for instance in made("aspbench_error", 24):
        record = instance.record()
        numbered = [read_statement(text, {}) for text in record["theory"]]
        named = [
            any(isinstance(numbered[each - 1].statement, ir.Fact) for each in sentences)
            for _, sentences, _ in lines_of(record)
        ]
        if record["metrics"]["kind"] == "fact":
            seen += 1
            assert all(named)
    assert seen == 8


# --------------------------------------------------------------------------------------------------- the replies


def with_answer(answer: str) -> dict[str, Any]:
    return next(
        record
        for each in made("boardgame_error", 24)
        if (record := each.record())["answer"] == answer
    )


REPLIES = {
    "Line 1 is justified. Line 2 is not justified.": "2",
    "Line 1 holds but line 2 does not hold.": "2",
    "Line 1 checks out, but line 2 fails.": "2",
    "Line 1 does follow.\nLine 3 does follow.\nSo line 2 is not valid.": "2",
    "Line 2 isn't valid.": "2",
    "Line 2 cannot be derived.": "2",
    "Line 2 does not logically follow.": "2",
    "1: valid\n2: not valid\n3: valid": "2",
    "1. follows\n2. does not follow\n3. follows\n4. follows": "2",
    "Line 1 follows, line 2 does not, line 3 does.": "2",
    "Line 2 is good. The wrong one is 1.": "1",
    "Line 2 is not wrong. Line 1 is wrong.": "1",
    "Line 2 does follow.": "",
    "Line 2 holds.": "",
    "Line 2 is sound.": "",
    "No problem with line 2": "",
    "Line 1 and line 2 do not follow.": "",
}


@pytest.mark.parametrize("reply", REPLIES)
def test_a_reply_may_say_which_line_is_wrong_or_right(reply: str) -> None:
    right = {line for line in "123" if rspc.score(with_answer(line), reply).value == 1}
    assert right == set(REPLIES[reply])


# ----------------------------------------------------------------------------------------------------- the lines


def lines_of(record: dict[str, Any]) -> list[tuple[str, list[int], list[int]]]:
    """Return the lines of the proof in a prompt, with the numbers of sentences and of lines in their brackets."""
    found = []
    for text, named in re.findall(r"^\d+\. (.*) \[(.*)\]$", record["prompt"], re.MULTILINE):
        sentences, _, lines = named.partition("line")
        found.append((text, *([int(n) for n in re.findall(r"\d+", s)] for s in (sentences, lines))))
    return found


def test_the_engine_finds_the_line_that_does_not_follow() -> None:
    family, engine = rspc.load(SPECS / "delta_error.rspec"), Alcq()
    for instance in made("delta_error", 24):
        record = instance.record()
        stated = {each.id: each for each in (read_statement(t, CONCEPTS) for t in record["theory"])}
        numbered, given, faults = list(stated.values()), list[ir.Labelled](), []
        for n, (text, sentences, lines) in enumerate(lines_of(record), 1):
            (claim,) = family.words.under(record["params"]).phrasebook.read(text)
            named = (*(numbered[each - 1] for each in sentences), *(given[n - 1] for n in lines))
            theory = ir.Theory("alcq", named)
            query = ir.Query(ir.Entailed(claim))
            if engine.decide(theory, query, {}, Limits()).label != "true":
                faults.append(str(n))
            given.append(ir.Labelled(f"line{n}", claim))
        assert faults == [record["answer"]]


CONCEPTS = frozenset({"concepts"})


@pytest.mark.parametrize("name", FAMILIES)
def test_every_line_names_a_statement_with_a_twin(name: str) -> None:
    for instance in made(name, 16):
        record = instance.record()
        if record["metrics"]["kind"] not in ("fact", "rule", "converse"):
            continue
        accepts = rspc.load(SPECS / f"{name}.rspec").logic.accepts
        numbered = [read_statement(text, accepts) for text in record["theory"]]
        words = Counter(frozenset(symbols([each.statement])) for each in numbered)
        for _, sentences, _ in lines_of(record):
            own = [frozenset(symbols([numbered[each - 1].statement])) for each in sentences]
            assert any(words[each] > 1 for each in own), record["prompt"]


def test_a_line_that_ignores_a_preference_is_not_proved_and_the_others_are_given_it() -> None:
    family = rspc.load(SPECS / "boardgame_error.rspec")
    found = 0
    for instance in made("boardgame_error", 24):
        record = instance.record()
        if record["metrics"]["kind"] != "preference":
            continue
        found += 1
        claims = []
        for text, _, _ in lines_of(record):
            (claim,) = family.words.phrasebook.read(text)
            assert isinstance(claim, ir.Fact)
            claims.append(claim)
        wrong = int(record["answer"]) - 1

        def proved(theory: ir.Theory, claims: Sequence[ir.Fact]) -> list[bool]:
            return [Oracle(theory, ir.Query(ir.Entailed(e))).label == "true" for e in claims]

        theory = instance.theory
        assert proved(theory, claims[: wrong + 1]) == [*([True] * wrong), False]
        known = (*theory.statements, ir.Labelled("known", claims[wrong]))
        assert all(proved(replace(theory, statements=known), claims))
        below: dict[object, set[object]] = {}
        for each in theory.statements:
            if isinstance(each.statement, ir.Preference):
                below.setdefault(each.statement.stronger, set()).add(each.statement.weaker)
        TopologicalSorter(below).prepare()  # a cycle would be refused
        ranked = set().union(*below.values())
        numbered = [
            each.id for each in theory.statements if each.id in record["reply"]["sentences"]
        ]
        for _, sentences, _ in lines_of(record):
            assert ranked & {numbered[each - 1] for each in sentences}
    assert found > 2


def negations(node: ir.Node) -> int:
    return sum(
        isinstance(each, ir.Not) or (isinstance(each, ir.Literal) and bool(each.negative))
        for each in walk(node)
    )


def test_misread_statements_have_the_same_words() -> None:
    seen = Counter[str]()
    for name in FAMILIES:
        accepts = rspc.load(SPECS / f"{name}.rspec").logic.accepts
        for instance in made(name, 8):
            for text in instance.record()["theory"]:
                own = read_statement(text, accepts).statement
                for other in (*converses(own), *alterations(own, lambda predicate: ())):
                    assert other != own
                    assert set(symbols([other])) == set(symbols([own]))
                    assert (negations(other) - negations(own)) % 2 == 0
                    seen[type(own).__name__] += 1
    assert {"Fact", "Rule", "Inclusion", "ConceptAssertion"} <= seen.keys()


# -------------------------------------------------------------------------------------------------------- mistakes


WRONG = {
    "ask error { lines 1 }": "E0411",
    "ask error { kinds {} }": "E0411",
    "ask error { kinds {typo} }": "E0411",
    "ask error { kinds {rule, rule} }": "E0411",
    "ask error { kinds {rule, preference} }": "E0411",
    "ask error { line 3 }": "E0412",
}


@pytest.mark.parametrize("ask", WRONG)
def test_wrong_questions_are_reported(ask: str, tmp_path: Path) -> None:
    text = f"family f\nlogic asp\nsort x = {{a, b}}\npred p(x)\ntheory {{ p(a). }}\n{ask}\n"
    (tmp_path / "f.rspec").write_text(text, "utf-8")
    assert WRONG[ask] in {each.code for each in check(tmp_path / "f.rspec")}


def test_a_misspelt_kind_has_its_repair(tmp_path: Path) -> None:
    text = "family f\nlogic asp\nsort x = {a, b}\npred p(x)\ntheory { p(a). }\n"
    (tmp_path / "f.rspec").write_text(f"{text}ask error {{ kinds {{rules}} }}\n", "utf-8")
    (found,) = (each for each in check(tmp_path / "f.rspec") if each.code == "E0411")
    assert found.help == "did you mean `rule`?"
    assert [edit.text for edit in found.edits] == ["rule"]
