"""Families that ask for formalisations: gold, other ways to write it, lists of consequences, and wrong questions."""

from __future__ import annotations

import json
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path
from random import Random
from typing import Any

import clingo
import pytest
from typer.testing import CliRunner

import rspc
from rspc.backends.asp.lp.format import Lp
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.contract import LIMITS
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation import read_statement, show
from rspc.compiler.tasks.formalisation.comparing import facts_that_follow
from rspc.compiler.tasks.formalisation.judging import _gold
from rspc.compiler.tasks.formalisation.vocabulary import names

from .judged import record, same

SPECS = Path(rspc.__file__).parent / "specs" / "formalisations"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))
FORMATS = {
    "aspbench_formalisation": "lp",
    "boardgame_formalisation": "dfl",
    "delta_formalisation": "owl",
    "outing_formalisation": "smt2",
}


@cache
def records(name: str, number: int = 6, **settings: str) -> tuple[dict[str, Any], ...]:
    family = rspc.load(SPECS / f"{name}.rspec")
    return tuple(each.record() for each in family.generate(number, seed=3, **settings))


def value(gold: dict[str, Any], reply: str) -> float:
    return float(rspc.score(gold, reply).value)


@pytest.mark.parametrize("name", FAMILIES)
def test_gold_scores_one_and_a_dataset_is_verified(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(
        app, ["compile", str(SPECS / f"{name}.rspec"), "-n", "4", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["verify", str(out)]).exit_code == 0
    for each in rspc.records(out):
        assert value(each, f"```\n{each['answer']}\n```") == 1


@pytest.mark.parametrize("name", FAMILIES)
def test_other_ways_to_write_a_theory_count(name: str) -> None:
    for gold in records(name):
        answer = gold["answer"]
        lines = answer.splitlines()
        for reply in (
            answer,
            f"Let me think.\n\n```text\nwrong ->\n```\n\nNow:\n```\n{answer}\n```\nThat is all.",
            f"<think>```\nfoo(bar)\n```</think>\n{answer}",
            f"<answer>\n{answer}\n</answer>",
            json.dumps({"answer": answer}),
            f"\\boxed{{\n{answer}\n}}",
            f"{answer}\n\nDone.",
            "\n".join(f"{line}  // so" for line in lines),
            "\n".join(f"- {line}" for line in lines),
            "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1)),
            "\n".join(f"{line}." for line in lines),
            "```\n# the facts\n\n" + "\n\n".join(reversed(lines)) + "\n```",
            "```\n" + "\n".join(gold["theory"]) + "\n```"
            if not gold["reply"]["hidden"]
            else answer,
        ):
            assert value(gold, reply) == 1, (reply, rspc.score(gold, reply).reason)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_list_of_what_follows_is_refused(name: str) -> None:
    for gold in records(name):
        plain = json.dumps([gold["reply"]["options"], gold["reply"]["kinds"]]).encode()
        engines, _, theory = _gold(gold["logic"], tuple(gold["theory"]), plain)
        listed = facts_that_follow(engines, theory, names(theory), lambda: LIMITS)
        text = "\n".join(show(each.statement) for each in listed.statements)
        found = rspc.score(gold, f"```\n{text}\n```")
        assert found.value == 0
        assert "cannot be read" not in found.reason, found.reason


LISTS = {
    "asp": (["q(a)", "q(b)", "q(X), not p(X) -> r(X)"], ["q(a)", "q(b)", "r(a)", "r(b)"]),
    "defeasible": (["f: q(a)", "r: q(X) => r(X)"], ["q(a)", "r(a)"]),
    "alcq": (["a : c", "c isa d", "r(a, b)"], ["a : c", "a : d", "r(a, b)"]),
}


@pytest.mark.parametrize("logic", LISTS)
def test_a_list_of_what_follows_is_refused_where_it_is_known(logic: str) -> None:
    theory, listed = LISTS[logic]
    gold = record(logic, theory)
    assert same(gold, [text.split(": ")[-1] if logic == "defeasible" else text for text in theory])
    assert not same(gold, listed)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_statement_less_is_refused_with_its_sentence(name: str) -> None:
    for gold in records(name)[:3]:
        lines = gold["answer"].splitlines()
        refused = 0
        for place in range(len(lines)):
            found = rspc.score(
                gold, "```\n" + "\n".join(lines[:place] + lines[place + 1 :]) + "\n```"
            )
            refused += found.value == 0
            assert found.value or found.reason
        assert refused, "some statements count"


@pytest.mark.parametrize("name", FORMATS)
def test_theories_can_be_written_in_other_formats(name: str) -> None:
    for gold in records(name, 6, notation=FORMATS[name]):
        assert value(gold, f"```\n{gold['answer']}\n```") == 1
        assert value(gold, gold["answer"]) == 1
        lines = gold["answer"].splitlines()
        apart = "\n\n".join(lines)
        assert value(gold, f"Here it is.\n\n{apart}") == 1
        assert value(gold, f"<answer>\n{apart}\n</answer>") == 1
        assert value(gold, json.dumps({"answer": apart})) == 1
        assert value(gold, lines[0]) == 0
        assert value(gold, f"```\n{gold['answer']}\nfoo bar\n```") == 0


def test_reasons_say_what_differs() -> None:
    gold = records("boardgame_formalisation")[0]
    answer = gold["answer"]
    for reply, reason in (
        ("", "there is no theory in symbols"),
        ("```\n```", "there is no theory in symbols"),
        ("```\np(\n```", "`p(` cannot be read: "),
        (f"```\n{answer}\nunheard(it)\n```", "`unheard/1` is none of the names to use"),
        ("```\n" + "p(a)\n" * 9_000 + "```", "the theory has more than 20,000 characters"),
        ("```\n" + "p\n" * 600 + "```", "the theory has more than 500 statements"),
        ("```\nr1: p => q\nr1: q => p\n```", "two statements are named `r1`"),
    ):
        found = rspc.score(gold, reply)
        assert found.value == 0
        assert found.reason.startswith(reason), found.reason


def test_a_theory_may_not_be_a_list_of_its_consequences(tmp_path: Path) -> None:
    path = tmp_path / "listed.rspec"
    path.write_text(
        "family listed\nlogic asp\ntheory {\n  q(a).\n  r: q(a) -> p(a).\n}\nask formalisation\n",
        "utf-8",
    )
    with pytest.raises(Exhausted, match="what follows from the theory says all that it says"):
        rspc.load(path).instance()


def test_a_written_theory_without_a_question_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "written.rspec"
    path.write_text(
        "family written\nlogic defeasible\ntheory {\n  s(a).\n  r1: s(Z) => q(Z).\n}\nask formalisation\n",
        "utf-8",
    )
    gold = rspc.load(path).instance().record()
    assert value(gold, "```\ns(X) => q(X)\ns(a)\n```") == 1


def test_a_statement_may_have_the_name_of_one_that_readers_do_not_see() -> None:
    gold = records("guest_list_formalisation")[0]
    (first, *others) = gold["answer"].splitlines()
    assert value(gold, "\n".join(["```", f"k1: {first}", *others, "```"])) == 1


WRONG = {
    "ask formalisation p(a)": "E0421",
    "ask formalisation { notation 3 }": "E0415",
    "ask formalisation { weight 1 }": "E0412",
    "ask formalisation { notation owl }": "E0411",
    "ask formalisation { notation lpp }": "E0411",
}


@pytest.mark.parametrize("ask", WRONG)
def test_wrong_questions_are_reported(ask: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rspec"
    path.write_text(f"family wrong\nlogic asp\ntheory {{\n  q(a).\n}}\n{ask}\n", "utf-8")
    assert WRONG[ask] in [each.code for each in check(path)]


# ----------------------------------------------------------------------------------- strong equivalence by contexts


RULES = (
    "q(X) -> p(X)",
    "not q(X), n(X) -> p(X)",
    "count { X : q(X) } > 1 -> p(a)",
    "count { X : q(X) } < 2 -> p(a)",
    "not count { X : q(X) } > 1 -> p(a)",
    "sum { 1, a : q(a); 2, b : not q(b) } >= 2 -> q(a)",
    "n(X) -> 1 { q(X); p(X) } 1",
    "-> { q(X) : n(X) } 1",
    "-> { q(X) : p(X) }",
    "p(X), q(X) -> false",
    "-> (p(a) | q(b))",
    "p(b) -> q(b)",
)
ATOMS = ("p(a)", "q(a)", "q(b)")


@cache
def answer_sets(program: tuple[str, ...], context: tuple[str, ...]) -> frozenset[frozenset[str]]:
    statements = [read_statement(f"s: {each}") for each in program]
    theory = ir.Theory("asp", tuple(statements))
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], Lp().write_reply(theory) + " ".join(context))
    control.ground([("base", [])])
    found: set[frozenset[str]] = set()
    control.solve(on_model=lambda model: found.add(frozenset(map(str, model.symbols(atoms=True)))))
    return frozenset(found)


def contexts() -> list[tuple[str, ...]]:
    """Return all sets of up to two facts and rules with one condition.

    Sets of such rules tell any two programs apart that are not strongly equivalent: Lifschitz, Pearce, Valverde (ACM
    TOCL 2001). Two of them suffice for these.
    """
    unary = [f"{each}." for each in ATOMS]
    unary += [f"{one} :- {other}." for one, other in product(ATOMS, ATOMS) if one != other]
    return list(chain.from_iterable(combinations(unary, n) for n in range(3)))


def test_programs_mean_the_same_if_they_have_the_same_answer_sets_in_all_contexts() -> None:
    both = ("n(a)", "n(b)", "p(c) -> p(b)")
    seen = {True: 0, False: 0}
    for seed in range(24):
        random = Random(seed)
        one = tuple(random.sample(RULES, random.randint(1, 2)))
        other = tuple(random.sample(RULES, random.randint(1, 2)))
        if seed % 3 == 0:
            other = (*one, "q(a), p(b) -> p(b)")
        gold = record("asp", [*one, *both, *(f"{each} -> {each}" for each in ATOMS)])
        right = all(
            answer_sets((*one, *both), each) == answer_sets((*other, *both), each)
            for each in contexts()
        )
        seen[right] += 1
        assert same(gold, [*other, *both]) is right, (one, other)
    assert min(seen.values()) > 3, seen
