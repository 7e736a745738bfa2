"""Proofs: gold is right, each altered line is judged as references say, and hostile replies score nothing in time."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import rspc
from rspc.backends.alcq.backend import Alcq
from rspc.backends.checkers.asp.stability import Stability
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.contract import Claimed, Limits
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation import read_statement
from rspc.compiler.tasks.proof.lines import Line, read_claim, read_lines

from ...backends.defeasible.oracle import Lit, Oracle, no
from ...pace import in_time

SPECS = Path(rspc.__file__).parent / "specs" / "proofs"
FAMILIES = sorted(path.stem for path in SPECS.glob("*_proof.rspec"))


@cache
def records(name: str, number: int = 12) -> tuple[dict[str, Any], ...]:
    family = rspc.load(SPECS / f"{name}.rspec")
    return tuple(each.record() for each in family.generate(number, seed=3))


def value(record: dict[str, Any], reply: str) -> float:
    return float(rspc.score(record, reply).value)


def written(lines: list[Line]) -> str:
    return "\n".join(
        f"{number}. {line.gives} [{', '.join(map(str, line.sentences))}; {', '.join(map(str, line.lines))}]"
        for number, line in enumerate(lines, 1)
    )


# ----------------------------------------------------------------------------------------------------- right proofs


@pytest.mark.parametrize("name", FAMILIES)
def test_gold_scores_one_and_a_dataset_is_verified(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(
        app, ["compile", str(SPECS / f"{name}.rspec"), "-n", "6", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["verify", str(out)]).exit_code == 0
    for record in rspc.records(out):
        assert value(record, record["answer"]) == 1


@pytest.mark.parametrize("name", FAMILIES)
def test_other_ways_to_write_a_proof_count(name: str) -> None:
    for record in records(name)[:4]:
        lines = read_lines(record["answer"])
        again = [line.gives for line in lines]
        longer = [*lines[:-1], *lines[:-1], lines[-1]]
        for reply in (
            record["answer"].replace("`", ""),
            f"Let me think.\n\n{record['answer']}\n\nThis proves it.",
            f"```\n{record['answer']}\n```",
            re.sub(r"(?m)^(\d+)\. (.*?) \[", r"**Line \1:** \2 [", record["answer"]),
            record["answer"].replace("[", "[from sentences ").replace(";", "; lines"),
            record["answer"].replace(";", ", line").replace("[, line", "[line"),
            f"<think>\n1. nothing [1]\n</think>\n{record['answer']}",
            written(longer) if len(lines) > 1 else record["answer"],
        ):
            assert value(record, reply) == 1, (reply, rspc.score(record, reply).reason)
        assert len(again) == record["metrics"]["lines"]


# ----------------------------------------------------------------------------------------------------- alterations


def altered(lines: list[Line], sentences: int, chance: random.Random) -> list[Line]:
    """Return a proof with one random change."""
    found = list(lines)
    place = chance.randrange(len(found))
    line = found[place]
    match chance.randrange(6):
        case 0:
            named = list(line.sentences)
            if named:
                named.pop(chance.randrange(len(named)))
            found[place] = msgspec.structs.replace(line, sentences=tuple(named))
        case 1:
            named = tuple(chance.randint(1, sentences) for _ in line.sentences)
            found[place] = msgspec.structs.replace(line, sentences=tuple(dict.fromkeys(named)))
        case 2:
            found[place] = msgspec.structs.replace(line, lines=line.lines[:-1])
        case 3:
            gives = line.gives[1:] if line.gives.startswith("-") else f"-{line.gives}"
            found[place] = msgspec.structs.replace(line, gives=gives)
        case 4:
            other = chance.choice(found)
            found[place] = msgspec.structs.replace(line, gives=other.gives)
        case 5:
            number = chance.randint(1, len(found) + 1)
            found[place] = msgspec.structs.replace(line, lines=(number,))
    return found


def reference(record: dict[str, Any], lines: list[Line], follows: Any) -> float:
    """Return the score of a proof by the definition of the score; `follows` judges one line."""
    if lines[-1].gives != record["reply"]["asked"]:
        return 0.0
    numbered = record["reply"]["numbered"]
    shown: dict[int, str] = {}
    for number, line in enumerate(lines, 1):
        fits = all(1 <= each <= len(numbered) for each in line.sentences)
        fits = fits and all(each in shown for each in line.lines)
        fits = fits and len(line.sentences) + len(line.lines) <= record["reply"]["cited"]
        cited = {numbered[each - 1] for each in line.sentences} if fits else set()
        if fits and follows(line.gives, cited, {shown[each] for each in line.lines}):
            shown[number] = line.gives
    needed, todo = set(), [len(lines)]
    while todo:
        number = todo.pop()
        if number not in needed:
            needed.add(number)
            todo += [each for each in lines[number - 1].lines if 0 < each < number]
    order = sorted(needed)
    most = record["reply"]["most"]
    named = {each for number in order for each in lines[number - 1].sentences}
    if most is not None and len(named) > most:
        return 0.0
    wrong = [number for number in order if number not in shown]
    if not wrong:
        return 1.0
    said = {text.partition(":")[2].strip(" .") for text in record["theory"]}
    own = [
        number
        for number in order
        if lines[number - 1].sentences
        and lines[number - 1].gives not in said
        and lines[number - 1].gives not in [line.gives for line in lines[: number - 1]]
    ]
    gold = record["metrics"]["lines"]
    done = min(sum(number < wrong[0] for number in own), gold - 1)
    total = max(gold, len({*own, *(number for number in order if number >= wrong[0])}))
    return round(done / total * record["reply"]["weight"], 6)


Parsed = tuple[str, list[str], list[str], str]


def rules(record: dict[str, Any]) -> list[Parsed]:
    """Return the statements of a program of literals: id, positive body, negated body, head."""
    found = []
    for text in record["theory"]:
        id, _, rest = text.rstrip(".").partition(": ")
        body, arrow, head = rest.rpartition(" -> ")
        parts = re.findall(r"(?:not )?-?\w+(?:\([^)]*\))?", body) if arrow else []
        plain = [part for part in parts if not part.startswith("not ")]
        negated = [part.removeprefix("not ") for part in parts if part.startswith("not ")]
        found.append((id.strip(), plain, negated, head))
    return found


def match(pattern: str, text: str, binding: dict[str, str]) -> dict[str, str] | None:
    mine, theirs = (re.findall(r"-|\w+", each) for each in (pattern, text))
    if len(mine) != len(theirs):
        return None
    for own, other in zip(mine, theirs, strict=True):
        if own[0].isupper():
            if binding.get(own, other) != other:
                return None
            binding = {**binding, own: other}
        elif own != other:
            return None
    return binding


def joined(
    patterns: list[str], texts: set[str], binding: dict[str, str]
) -> Iterator[dict[str, str]]:
    if not patterns:
        yield binding
        return
    for text in texts:
        found = match(patterns[0], text, binding)
        if found is not None:
            yield from joined(patterns[1:], texts, found)


def filled(pattern: str, binding: dict[str, str]) -> str:
    return re.sub(r"\w+", lambda hit: binding.get(hit[0], hit[0]), pattern)


def test_altered_proofs_of_programs_are_judged_as_a_reference_does() -> None:
    chance, values = random.Random(1), []
    for record in records("aspbench_proof", 25):
        program, model = rules(record), set(record["certificate"]["sets"][0])
        lines = read_lines(record["answer"])

        def follows(
            gives: str,
            named: set[str],
            earlier: set[str],
            program: list[Parsed] = program,
            model: set[str] = model,
        ) -> bool:
            facts = {
                head
                for id, plain, negated, head in program
                if id in named and not (plain or negated)
            }
            known = facts | earlier
            if gives in known:
                return True
            for id, plain, negated, head in program:
                start = match(head, gives, {}) if id in named else None
                if start is None:
                    continue
                for binding in joined(plain, known, start):
                    if not any(
                        any(match(filled(each, binding), atom, {}) is not None for atom in model)
                        for each in negated
                    ):
                        return True
            return False

        for _ in range(20):
            changed = altered(lines, len(record["reply"]["numbered"]), chance)
            expected = reference(record, changed, follows)
            score = rspc.score(record, written(changed))
            assert score.value == expected, (written(changed), score, record["theory"])
            values.append(expected)
    assert len(values) == 500
    assert 50 < sum(each == 1 for each in values) < 400
    assert any(0 < each < 1 for each in values)


def lit(text: str) -> Lit | None:
    statement = read_statement(text).statement
    if not isinstance(statement, ir.Fact) or not isinstance(statement.literal, ir.Literal):
        return None
    literal = statement.literal
    return (bool(literal.negative), str(literal.atom.predicate), literal.atom.arguments)


def test_altered_proofs_of_rules_are_judged_as_the_definitions_say() -> None:
    chance, values = random.Random(2), []
    for record in records("boardgame_proof", 25):
        stated = {
            id.strip(): rest for id, _, rest in (text.partition(": ") for text in record["theory"])
        }
        statements = tuple(read_statement(text, {"preferences"}) for text in record["theory"])
        theory = ir.Theory("defeasible", statements, ir.Signature(), ())
        asked = read_statement(record["reply"]["asked"]).statement
        oracle = Oracle(theory, ir.Query(ir.Entailed(asked)))
        lines = read_lines(record["answer"])

        def follows(
            gives: str,
            named: set[str],
            earlier: set[str],
            oracle: Oracle = oracle,
            stated: dict[str, str] = stated,
        ) -> bool:
            goal = lit(gives)
            assert goal is not None
            rules_of = {rule.id for rule in oracle.R}
            facts = {
                lit(stated[id].rstrip(".")) for id in named - rules_of if ">" not in stated[id]
            }
            known = facts | set(map(lit, earlier))
            if goal in known:
                return True
            applied = [
                r for r in oracle.R if r.head == goal and r.arrow != "~>" and r.body <= known
            ]
            if not any(r.id in named for r in applied) or ("-D", no(goal)) not in oracle.P:
                return False
            return all(
                any(("-d", each) in oracle.P for each in attacker.body)
                or any((r.id, attacker.id) in oracle.sup for r in applied)
                for attacker in oracle.R
                if attacker.head == no(goal)
            )

        for _ in range(20):
            changed = altered(lines, len(record["reply"]["numbered"]), chance)
            expected = reference(record, changed, follows)
            score = rspc.score(record, written(changed))
            assert score.value == expected, (written(changed), score, record["theory"])
            values.append(expected)
    assert len(values) == 500
    assert 50 < sum(each == 1 for each in values) < 400


def test_altered_proofs_by_concepts_are_judged_as_another_engine_does() -> None:
    chance, values, engine = random.Random(3), list[float](), Alcq()
    for record in records("delta_proof", 25):
        stated = {each.id: each for each in (read_claims(text) for text in record["theory"])}
        lines = read_lines(record["answer"])

        def follows(
            gives: str,
            named: set[str],
            earlier: set[str],
            stated: dict[str, ir.Labelled] = stated,
        ) -> bool:
            asked = read_claim(gives, CONCEPTS)
            if asked is None:
                return False
            shown = [
                ir.Labelled(f"e{n}", claim)
                for n, each in enumerate(sorted(earlier))
                if (claim := read_claim(each, CONCEPTS)) is not None
            ]
            theory = ir.Theory("alcq", (*(stated[id] for id in sorted(named)), *shown))
            return engine.decide(theory, ir.Query(ir.Entailed(asked)), {}, Limits()).label == "true"

        for _ in range(20):
            changed = [
                msgspec.structs.replace(
                    each, gives=re.sub("^-(.* : )(.*)", r"\1not (\2)", each.gives)
                )
                for each in altered(lines, len(record["reply"]["numbered"]), chance)
            ]
            expected = reference(record, changed, follows)
            score = rspc.score(record, written(changed))
            assert score.value == expected, (written(changed), score, record["theory"])
            values.append(expected)
    assert len(values) == 500
    assert 50 < sum(each == 1 for each in values) < 400


CONCEPTS = frozenset({"concepts"})


def read_claims(text: str) -> ir.Labelled:
    return read_statement(text, CONCEPTS)


# --------------------------------------------------------------------------------------------------------- replies


def test_the_first_line_that_does_not_follow_is_named() -> None:
    record = next(each for each in records("aspbench_proof") if each["metrics"]["lines"] > 2)
    lines = read_lines(record["answer"])
    lines[1] = msgspec.structs.replace(lines[1], sentences=())
    score = rspc.score(record, written(lines))
    assert score.reason.startswith("line 2: ")
    assert score.value == round(1 / len(lines) * 0.5, 6)


@pytest.mark.parametrize("name", FAMILIES)
def test_lines_without_reasoning_are_worth_nothing(name: str) -> None:
    for record in records(name)[:5]:
        asked = record["reply"]["asked"]
        stated = [text.partition(":")[2].strip(" .") for text in record["theory"]]
        number, fact = next(
            (number, text) for number, text in enumerate(stated, 1) if value_of_fact(text)
        )
        chain = [f"1. {fact} [{number}]", *(f"{n}. {fact} [; {n - 1}]" for n in range(2, 190))]
        assert value(record, "\n".join([*chain, f"190. {asked} [; 189]"])) == 0
        every = "\n".join(f"{n}. {text} [{n}]" for n, text in enumerate(stated, 1))
        cited = ", ".join(str(n) for n in range(1, min(6, len(stated)) + 1))
        assert value(record, f"{every}\n{len(stated) + 1}. {asked} [; {cited}]") == 0


def value_of_fact(text: str) -> bool:
    return "->" not in text and "=>" not in text and " isa " not in text and ">" not in text


HOSTILE = {
    "nothing": "",
    "lines that never end": "\n".join(f"{n}. p [1]" for n in range(1, 1_000_001)),
    "a long line": "1. " + "p" * 1_000_000 + " [1]",
    "deep": "1. " + "(" * 500 + " [1]",
    "many numbers": "1. p [" + ", ".join(map(str, range(100_000))) + "]",
    "a program without end": "1. p(X) :- p(X+1) [1]",
    "itself": "1. {asked} [; 1]",
    "a later line": "1. {asked} [; 2]\n2. {asked} [; 1]",
    "sentences that are not there": "1. {asked} [999]",
    "every sentence": "1. {asked} [{every}]",
    "something else": "1. {other} [1]",
    "no sentence": "1. {asked} []",
}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", [*HOSTILE, "the prompt"])
def test_hostile_replies_score_nothing_in_time(family: str, name: str) -> None:
    record = records(family)[0]
    numbered = record["reply"]["numbered"]
    every = ", ".join(str(n) for n in range(1, len(numbered) + 1))
    other = record["theory"][0].split(": ", 1)[1].rstrip(".")
    text = HOSTILE.get(name, record["prompt"])
    for mark, word in (("asked", record["reply"]["asked"]), ("every", every), ("other", other)):
        text = text.replace(f"{{{mark}}}", word)
    score = in_time(2, lambda: rspc.score(record, text))
    assert score.value == 0, score
    assert score.reason


WRONG = {
    "ask proof { weight 2 }": "E0411",
    "ask proof { cited 0 }": "E0411",
    "ask proof { least 3  most 2 }": "E0411",
    "ask proof { length 3 }": "E0412",
}


@pytest.mark.parametrize("ask", WRONG)
def test_wrong_questions_are_reported(ask: str, tmp_path: Path) -> None:
    text = f"family f\nlogic asp\nsort x = {{a, b}}\npred p(x)\ntheory {{ p(a). }}\n{ask}\n"
    (tmp_path / "f.rspec").write_text(text, "utf-8")
    assert WRONG[ask] in {each.code for each in check(tmp_path / "f.rspec")}


# --------------------------------------------------------------------------------------------------- single cases


def record_of(
    tmp_path: Path, logic: str, theory: str, asked: str, more: str = ""
) -> dict[str, Any]:
    (tmp_path / "f.rspec").write_text(
        f"family f\nlogic {logic}{more}\nsort x = {{a, b}}\npred p(x)\npred q(x)\npred s(x)\n"
        f"theory {{\n{theory}\n}}\nask proof {asked} {{ weight 0.5 }}\n",
        "utf-8",
    )
    return rspc.load(tmp_path / "f.rspec").instance().record()


def test_what_is_definite_follows_defeasibly_too(tmp_path: Path) -> None:
    theory = "p(a).\np(X) -> q(X).\np(X) => -q(X).\nq(X) => s(X)."
    record = record_of(tmp_path, "defeasible", theory, "s(a)")
    assert value(record, "1. q(a) [1, 2]\n2. s(a) [4; 1]") == 1
    assert value(record, "1. q(a) [1, 3]\n2. s(a) [4; 1]") == 0


@pytest.mark.parametrize("variant", ["blocking_individual", "propagating_individual"])
def test_the_rule_that_is_named_must_win_alone(variant: str, tmp_path: Path) -> None:
    theory = "p(a).\nr1: p(X) => q(X).\nr2: p(X) => q(X), s(X).\nr3: p(X) => -q(X).\nr2 > r3."
    theory = theory.replace("q(X), s(X)", "q(X)").replace("r2: p(X)", "r2: p(X), p(X)")
    record = record_of(tmp_path, "defeasible", theory, "q(a)", f" {{ variant {variant} }}")
    assert value(record, "1. q(a) [1, 3]") == 1
    assert value(record, "1. q(a) [1, 2]") == 0


def test_what_an_aggregate_counts_must_be_named() -> None:
    texts = ["f1: p(a)", "f2: p(b)", "r1: count { X : p(X) } >= 2 -> q(a)"]
    theory = ir.Theory("asp", tuple(map(read_statement, texts)), ir.Signature(), ())
    query = ir.Query(ir.Entailed(read_statement("q(a)").statement))
    checker = Stability()
    verdict = checker.derive(theory, query, {})
    goal = query.goal.statement  # type: ignore[union-attr]
    steps = [Claimed(goal, ("f1", "f2", "r1")), Claimed(goal, ("f1", "r1"))]  # type: ignore[arg-type]
    whole, part = checker.replay(theory, query, verdict, steps, Limits())
    assert not whole
    assert part == "r1 counts or adds what it does not name"


def test_sentences_and_lines_are_told_apart() -> None:
    for named in ("2; 1", "sentence 2, line 1", "line 1; 2", "line 1, sentence 2", "2 and step 1"):
        (_, line) = read_lines(f"1. p(a) [1]\n2. q(a) [{named}]")
        assert (line.sentences, line.lines) == ((2,), (1,)), named
    long = "1. p(a) [1]\n2. " + "p" * 700 + " [1]\n3. q(a) [2; 1]"
    assert [line.gives for line in read_lines(long)] == ["p(a)", "", "q(a)"]
