"""The shipped families of rules do what they promise: balance, proofs as deep as asked, exact words, one label."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.compiler.analysis.conflicts import write_out_conflicts
from rspc.compiler.api import Family, load
from rspc.compiler.contract import Verdict
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import raise_statement
from rspc.compiler.solve import solve
from rspc.compiler.tasks.perturbations import KINDS
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

SPECS = Path(__file__).parents[2] / "specs"
WORDS = {"true": "proved", "false": "disproved", "unknown": "unknown"}
ENGINES = ("metaprogram", "fixpoint", "derivation")
N = 90
QUESTIONS = (
    r"Consider the claim that (.+)\. Is it proved, is it disproved because its opposite follows, "
    r"or is it unknown\?",
    r"(?:One of the players|A colleague) claims that (.+)\. Does that follow \(proved\), "
    r"does its opposite \(disproved\), or neither \(unknown\)\?",
    r"Look at the claim that (.+)\. By (?:the rules of the game|these rules), is it proved, "
    r"disproved because its opposite is proved, or unknown\?",
)


FAMILIES = ["boardgame", "policies"]


@cache
def family(name: str = "boardgame") -> Family:
    return load(SPECS / f"{name}.rspec")


@cache
def made(name: str = "boardgame") -> tuple[Instance, ...]:
    return tuple(family(name).generate(N, seed=7))


def hidden(instance: Instance) -> list[ir.Labelled]:
    return [each for each in instance.theory.statements if each.id not in instance.sentences]


@pytest.mark.parametrize("name", FAMILIES)
def test_labels_come_equally_often(name: str) -> None:
    assert Counter(each.label for each in made(name)) == dict.fromkeys(WORDS, N // 3)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_engine_gives_the_label_and_the_answer_is_its_word(name: str) -> None:
    for instance in made(name):
        assert instance.engines == dict.fromkeys(ENGINES, instance.label)
        assert instance.answer == WORDS[instance.label]
        assert instance.choices == tuple(WORDS.values())


@pytest.mark.parametrize("name", FAMILIES)
def test_every_sentence_but_hidden_ones_reads_back_to_its_own_statement_alone(name: str) -> None:
    book = family(name).words.phrasebook
    for instance in made(name):
        for labelled in instance.theory.statements:
            if labelled.id in instance.sentences:
                sentence = instance.sentences[labelled.id]
                assert book.read(sentence) == (labelled.statement,), sentence
        assert book.read(instance.question) == (asked(instance),)
        assert book.read(claim(instance.question)) == (asked(instance),)


def claim(question: str) -> str:
    """Return what is asked about as a sentence of its own."""
    (found,) = filter(None, (re.fullmatch(each, question) for each in QUESTIONS))
    return f"{found[1][0].upper()}{found[1][1:]}."


def asked(instance: Instance) -> ir.Statement:
    goal = instance.query.goal
    assert isinstance(goal, ir.Entailed)
    return goal.statement


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_hidden_is_strict_and_follows_from_facts_that_are_shown(name: str) -> None:
    bridges = [(instance, each) for instance in made(name) for each in hidden(instance)]
    assert bridges
    for instance, bridge in bridges:
        assert isinstance(bridge.statement, ir.Rule)
        assert bridge.statement.arrow == "->"
        shown = [
            each.statement.literal
            for each in instance.theory.statements
            if each.id in instance.sentences and isinstance(each.statement, ir.Fact)
        ]
        assert [part for part in bridge.statement.body if part not in shown] == []
    for instance in made(name):
        stated = instance.metrics["knowledge"]
        assert len(hidden(instance)) <= stated


@pytest.mark.parametrize("name", FAMILIES)
def test_the_figures_are_those_of_the_theory(name: str) -> None:
    for instance in made(name):
        shown = [e for e in instance.theory.statements if e.id in instance.sentences]
        counted = Counter(type(each.statement) for each in shown)
        metrics = instance.metrics
        assert metrics["facts"] == counted[ir.Fact]
        assert metrics["rules"] == counted[ir.Rule]
        assert metrics["conflicts"] == metrics["type1"] + metrics["type2"] == counted[ir.Preference]
        assert metrics["statements"] == len(instance.theory.statements)


def test_in_the_publications_construction_only_a_change_makes_a_goal_unknown() -> None:
    published = list(family().generate(30, seed=7, preset="Published"))
    kinds = Counter(each.metrics.get("unknown_by") for each in published)
    assert kinds.pop(None) == 20
    assert set(kinds) <= set(KINDS)
    assert all("unknown_by" not in each.metrics for each in made())


@pytest.mark.parametrize("name", [*FAMILIES, "boardgame_binary"])
def test_both_sides_of_a_question_have_rules_and_no_fact_answers_it(name: str) -> None:
    functional = family(name).signature.functional
    for instance in made(name) if name in FAMILIES else family(name).generate(30, seed=7):
        shown = [e.statement for e in instance.theory.statements if e.id in instance.sentences]
        about = asked(instance)
        assert isinstance(about, ir.Fact)
        assert isinstance(about.literal, ir.Literal)
        if about.literal.atom.predicate in functional:
            continue
        heads = [
            each.head.negative == about.literal.negative
            for each in shown
            if isinstance(each, ir.Rule) and speaks_of(each.head, about.literal.atom)
        ]
        assert set(heads) == {True, False}
        facts = {each.literal for each in shown if isinstance(each, ir.Fact)}
        assert about.literal not in facts
        assert opposite(about) not in facts


@pytest.mark.parametrize("name", FAMILIES)
def test_a_certificate_is_accepted_and_a_changed_one_is_not(name: str) -> None:
    checker = Derivation()
    for instance in made(name)[:12]:
        verdict = Verdict(instance.label, "derivation", instance.certificate)
        theory, query = write_out_conflicts(instance.theory, instance.query), instance.query
        kinds = instance.family.kinds
        assert checker.check(theory, query, verdict, kinds).accepted
        wrong = "false" if instance.label == "true" else "true"
        changed = Verdict(wrong, "derivation", instance.certificate)
        assert not checker.check(theory, query, changed, kinds).accepted


def test_the_record_alone_is_enough_to_decide_it_again(tmp_path: Path) -> None:
    for instance in made()[:12]:
        record = json.loads(json.dumps(instance.record()))
        for labelled, text in zip(instance.theory.statements, record["theory"], strict=True):
            assert parse_statement(Source("", text)) == raise_statement(labelled)
        statements = "".join(f"  {each}.\n" for each in record["theory"])
        path = tmp_path / "again.rspec"
        path.write_text(f"family again\nlogic {record['logic']}\ntheory {{\n{statements}}}\n")
        query = record["query"].removeprefix("entailed: ")
        assert solve(path, query=query).label == record["label"]


@pytest.mark.parametrize("preset", ["Plain", "Exceptions", "Handbook"])
@pytest.mark.parametrize("split", ["train", "test"])
def test_policies_have_words_and_labels_in_every_split(preset: str, split: str) -> None:
    instances = list(family("policies").generate(12, seed=7, split=split, preset=preset))
    assert Counter(each.label for each in instances) == dict.fromkeys(WORDS, 4)
    metrics = [each.metrics for each in instances]
    assert any(each["conflicts"] for each in metrics) is (preset != "Plain")
    assert any(each["type2"] for each in metrics) is (preset != "Plain")


def test_policies_have_predicates_of_one_to_three_arguments_and_strict_rules() -> None:
    statements = [each.statement for one in made("policies") for each in one.theory.statements]
    facts = [each.literal for each in statements if isinstance(each, ir.Fact)]
    known = family("policies").undivided.predicates
    drawn = [each.atom for each in facts if isinstance(each, ir.Literal)]
    arities = {len(each.arguments) for each in drawn if each.predicate in known}
    assert arities == {1, 2, 3}
    arrows = Counter(each.arrow for each in statements if isinstance(each, ir.Rule))
    assert arrows["->"] > 0
    for atom in drawn:
        sorts = known.get(str(atom.predicate))
        if sorts is not None:
            members = [family("policies").undivided.sorts[sort] for sort in sorts]
            pairs = zip(atom.arguments, members, strict=True)
            assert all(isinstance(one, ir.Const) and one.name in all for one, all in pairs)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_proof_without_conflicts_is_as_deep_as_asked(depth: int) -> None:
    settings = {"depth": depth, "conflict": 0, "knowledge": 0, "distractors": 0}
    for instance in family().generate(6, seed=7, **settings):
        if instance.label != "unknown":
            assert height(instance) == depth


def height(instance: Instance) -> int:
    """Return how many rules stand above one another in the proof of the answer."""
    heights: list[int] = []
    rules = {each.id for each in instance.theory.statements if isinstance(each.statement, ir.Rule)}
    steps = instance.certificate["steps"]
    for step in steps:
        below = max((heights[number - 1] for number in step.get("uses", ())), default=0)
        heights.append(below + (step.get("rule") in rules))
    (claim,) = instance.certificate["claims"]
    return heights[claim["step"] - 1]


@pytest.mark.parametrize("preset", ["NoConflict", "HighConflict"])
def test_a_binary_question_is_decided_and_always_in_dispute(preset: str) -> None:
    binary = load(SPECS / "boardgame_binary.rspec")
    instances = list(binary.generate(12, seed=7, preset=preset))
    assert Counter(each.label for each in instances) == {"true": 6, "false": 6}
    for instance in instances:
        goal = asked(instance)
        assert isinstance(goal, ir.Fact)
        signs = {
            rule.head.negative
            for rule in (each.statement for each in instance.theory.statements)
            if isinstance(rule, ir.Rule) and speaks_of(rule.head, goal.literal.atom)
        }
        assert signs == {True, False}


def speaks_of(head: ir.Node, atom: ir.Atom) -> bool:
    """Return whether a head is of the atom, or would be with its variables filled."""
    return (
        isinstance(head, ir.Literal)
        and head.atom.predicate == atom.predicate
        and all(
            isinstance(mine, ir.Var) or mine == given
            for mine, given in zip(head.atom.arguments, atom.arguments, strict=True)
        )
    )


def test_presets_are_called_as_the_published_variations_are() -> None:
    named = {name: dict(values) for name, values in family().presets.items() if not name.isdigit()}
    assert named == {
        "Published": {"construction": "published"},
        "NoConflict": {"conflict": 0},
        "LowConflict": {"conflict": 0.2},
        "MediumConflict": {"conflict": 0.5},
        "HighConflict": {"conflict": 0.8},
        "LowType1": {"type1": 0.2},
        "MediumType1": {"type1": 0.5},
        "HighType1": {"type1": 0.8},
        "KnowledgeLight": {"knowledge": 0.2},
        "KnowledgeMedium": {"knowledge": 0.5},
        "KnowledgeHeavy": {"knowledge": 0.8},
        "NoDistractors": {"distractors": 0},
        "SomeDistractors": {"distractors": 1},
        "ManyDistractors": {"distractors": 2},
    }
    assert family().presets == load(SPECS / "boardgame_binary.rspec").presets


@cache
def shown(name: str) -> tuple[Instance, ...]:
    return tuple(family(name).generate(6, seed=7, prompt="few_shot"))


PROBLEM = re.compile(r"^Problem (\d+)(?:\.|, which is for you to answer\.)$", re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("boardgame", {"proved", "disproved", "unknown"}),
        ("boardgame_binary", {"proved", "disproved"}),
        ("policies", {"proved", "disproved", "unknown"}),
    ],
)
def test_a_few_shot_prompt_shows_a_problem_of_each_answer(name: str, words: set[str]) -> None:
    for instance in shown(name):
        _, *rest = PROBLEM.split(instance.text)
        texts = rest[1::2]
        assert rest[::2] == [str(n + 1) for n in range(len(words) + 1)]
        *worked, last = texts
        assert {text.rstrip().rpartition("Answer: ")[2] for text in worked} == words
        assert "Answer: " not in last
        assert last.strip().startswith(instance.statements[0])


def test_what_is_shown_is_solved_as_it_says_and_shares_no_theory_with_what_is_asked() -> None:
    """The statements of each worked problem are read from the prompt, and the proof says what it should."""
    book = family("policies").words.phrasebook
    for instance in shown("policies"):
        asked_of = {each.statement for each in instance.theory.statements}
        for text in PROBLEM.split(instance.text)[2:-2:2]:
            said, _, proof = text.strip().partition("\n\n")
            ends = r"(?<=\.) (?=[A-Z])"
            lines = [
                sentence.partition(": ")[2] or sentence
                for line in said.splitlines()
                for sentence in re.split(ends, line)
            ]
            read = [book.read(line) for line in lines]
            assert all(len(each) == 1 for each in read)
            assert {each for (each,) in read} != asked_of
            question, _, steps = proof.partition("\n\n")
            (goal,) = book.read(claim(question))
            *told, answer = steps.splitlines()
            conclusion = {
                "Answer: proved": goal,
                "Answer: disproved": ir.Fact(opposite(goal)),
            }.get(answer)
            assert told
            if conclusion is not None:
                sentence = book.say(conclusion)
                assert sentence is not None
                assert sentence.removesuffix(".").removeprefix("The ") in told[-1]


def opposite(goal: ir.Node) -> ir.Literal:
    assert isinstance(goal, ir.Fact)
    assert isinstance(goal.literal, ir.Literal)
    return ir.Literal(goal.literal.atom, not goal.literal.negative)


def test_what_is_shown_depends_on_the_index_and_nothing_made_before() -> None:
    alone = load(SPECS / "policies.rspec").instance(7, 4, prompt="few_shot")
    assert alone.record() == shown("policies")[4].record()
    problems = {PROBLEM.split(each.text)[2] for each in shown("policies")}
    assert len(problems) == len(shown("policies"))
    test = family("policies").instance(7, 0, split="test", prompt="few_shot")
    undivided = family("policies").undivided
    own = (word.replace("_", " ") for word in undivided.foreign(("sort", "roles"), "train"))
    text = re.sub("|".join(sorted(own, key=len, reverse=True)), "", test.text)
    words = undivided.foreign(("sort", "roles"), "test")
    assert not any(re.search(rf"\bthe {word.replace('_', ' ')}\b", text) for word in words)
