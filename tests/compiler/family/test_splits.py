"""What belongs to one split stays in it: words that are drawn, changes, names, questions, and what measures them."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.api import load
from rspc.compiler.dataset.formats import folder
from rspc.compiler.dataset.stats.layout.tables import tables
from rspc.compiler.dataset.stats.page.report import html
from rspc.compiler.dataset.stats.stats import stats
from rspc.compiler.dataset.verify.problem import ProblemReader
from rspc.compiler.family.expressions.typed import Env
from rspc.compiler.family.foreign_words import Stray, Strays
from rspc.compiler.family.grammar.expansion import draw_statement
from rspc.compiler.family.grammar.grammar import Listed, words_with_lists
from rspc.compiler.instances.growth import open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.random.stream import Stream
from rspc.dsl.diagnostics import SpecError

SPECS = Path(rspc.__file__).parent / "specs"
SPLITS = ("train", "test")

WARD = """
family ward
"patients, by usual rules"
logic defeasible
param depth: int in 1..3 = 2 "steps"
pool names = {
  anna, ben, clara, david, emma, felix, grace, henry, iris, jonas, karl, lena, mia, nils, olga, paul,
  quinn, rosa, sven, tina, uma, vera, walt, xena
} split { train 0.6  validation 0.2  test 0.2 }
pool conditions = {
  feverish, pale, dizzy, pregnant, elderly, urgent, stable, infectious, sedated, insured, rested, deaf
} split { train 0.5  test 0.5 }
sort patient = names
pred from conditions(patient)
rule general [2] = ~?p(X) => ~?q(X)
rule two = ~?p(X), ~?q(X) => ~?r(X)
theory backward { depth depth  conflict 0.6  distractors 1  matched off  negation { body 0.3 } }
ask entailment { labels {true: yes, false: no, unknown: "cannot tell"} }
"""


def made(tmp_path: Path, text: str) -> rspc.Family:
    path = tmp_path / "made.rspec"
    path.write_text(text, "utf-8")
    return load(path)


@cache
def shipped(name: str) -> rspc.Family:
    return load(SPECS / f"{name}.rspec")


def strays(family: rspc.Family, record: dict[str, Any]) -> tuple[Stray, ...]:
    return Strays(family).find(record, lambda: ProblemReader(family).read(record, family.signature))


def grammar(family: rspc.Family, split: str, seed: int = 0, **values: Any) -> Any:
    return open_scene(family, values, Stream("words", seed), split).grammar


DIVIDED = (
    "boardgame",
    "boardgame_binary",
    "errors/boardgame_error",
    "everyday/groups",
    "formalisations/boardgame_formalisation",
    "formalisations/guest_list_formalisation",
    "policies",
    "proofs/boardgame_proof",
    "published/satbench",
    "published/web_of_lies",
    "repairs/boardgame_addition",
    "repairs/boardgame_repair",
    "repairs/groups_repair",
    "repairs/guest_list_repair",
)
"""The shipped families in which a split has words of its own."""


# ----------------------------------------------------------------------------------------------- nothing leaks


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("name", DIVIDED)
def test_no_record_of_a_shipped_family_holds_a_word_of_another_split(name: str, split: str) -> None:
    family = shipped(name)
    records = [each.record() for each in family.generate(16, seed=3, split=split)]
    assert len({each["answer"] for each in records}) > 1
    assert [found for each in records for found in strays(family, each)] == []


def test_the_shipped_families_with_divided_words() -> None:
    paths = sorted(SPECS.rglob("*.rspec"))
    found = [str(each.relative_to(SPECS).with_suffix("")) for each in paths if load(each).lists]
    assert found == [*DIVIDED]


@pytest.mark.parametrize("split", ["train", "validation", "test"])
def test_no_record_of_ones_own_family_holds_a_word_of_another_split(
    tmp_path: Path, split: str
) -> None:
    family = made(tmp_path, WARD)
    records = [each.record() for each in family.generate(45, seed=1, split=split)]
    assert Counter(each["label"] for each in records) == {"true": 15, "false": 15, "unknown": 15}
    assert [found for each in records for found in strays(family, each)] == []
    # The text has the same words as the symbols.
    others = family.undivided.foreign(("sort", "patient"), split)
    assert others
    assert [w for each in records for w in others if w.capitalize() in each["prompt"]] == []


def test_worked_problems_in_a_prompt_are_in_words_of_the_split() -> None:
    family = shipped("boardgame")
    others = family.undivided.foreign(("sort", "animal"), "test")
    for instance in family.generate(6, split="test", prompt="few_shot"):
        assert [word for word in others if f" {word} " in instance.text] == []


# ------------------------------------------------------------------------------------------------- what is drawn

DRAWN = """
family drawn
logic defeasible
pool names = {anna, ben, clara, david, emma, felix, grace, henry, iris, jonas}
  split { train 0.5  test 0.5 }
pool others = {karl, lena}
pool everybody = names | others
pool verbs = {"like", "know", "see", "help", "trust", "call", "meet", "greet"} split { train 0.5  test 0.5 }
sort person = 3 of everybody
sort pupil = names
pred from 2 of verbs(person, person)
pred seldom(person) split test
pred often(person) split train
pred always(person)
sort ghost = {casper, banquo} split test
rule one = ~?p(X, Y) => ~?q(X, Y)
theory { 4 of rule.  always(karl). }
ask entailment always(karl)
"""


def test_words_of_which_some_are_drawn_are_drawn_of_the_split(tmp_path: Path) -> None:
    family = made(tmp_path, DRAWN)
    verbs = {split: set[str]() for split in SPLITS}
    people = {split: set[str]() for split in SPLITS}
    for split in SPLITS:
        for seed in range(60):
            own = grammar(family, split, seed)
            roles = {name for name, sorts in own.predicates.items() if len(sorts) == 2}
            assert len(roles) == 2
            assert len(own.sorts["person"]) == 3
            verbs[split] |= roles
            people[split] |= set(own.sorts["person"])
    assert verbs["train"].isdisjoint(verbs["test"])
    assert len(verbs["train"] | verbs["test"]) == 8
    assert people["train"] & people["test"] == {"karl", "lena"}
    assert len(people["train"] | people["test"]) == 12


def test_a_pool_that_joins_divided_pools_is_divided_as_they_are(tmp_path: Path) -> None:
    family = made(tmp_path, DRAWN)
    own = {split: set(grammar(family, split).sorts["everybody"]) for split in ("", *SPLITS)}
    assert own["train"] & own["test"] == {"karl", "lena"}
    assert own["train"] | own["test"] == own[""]


def test_vocabulary_and_sorts_that_are_kept_for_a_split_are_in_no_other_one(
    tmp_path: Path,
) -> None:
    family = made(tmp_path, DRAWN)
    single = {
        split: {
            name for name, sorts in grammar(family, split).predicates.items() if len(sorts) == 1
        }
        for split in ("", "train", "validation", "test")
    }
    assert single["train"] == {"often", "always"}
    assert single["test"] == {"seldom", "always"}
    assert single["validation"] == single[""] == {"always"}
    assert grammar(family, "test").sorts["ghost"] == ("casper", "banquo")
    assert grammar(family, "train").sorts["ghost"] == ()


CONCEPTS = """
family kinds
logic alcq
pool nouns = {cat, dog, owl, fox, hen, cow, pig, bee} split { train 0.5  test 0.5 }
pool verbs = {feeds, chases, heals, paints} split { train 0.5  test 0.5 }
concept from nouns
role from verbs
axiom plain = ?a isa some ?r ?b
theory { 3 of axiom. }
ask entailment ?a() isa ?b() { labels {true: true, unknown: open} }
"""


def test_concepts_and_roles_are_those_of_the_split(tmp_path: Path) -> None:
    family = made(tmp_path, CONCEPTS)
    for kind, size in (("concept", 8), ("role", 4)):
        parts = [set(grammar(family, split).words[kind]) for split in SPLITS]
        assert parts[0].isdisjoint(parts[1])
        assert len(parts[0] | parts[1]) == size
    env = Env(Stream("axioms"), {}, {}, "test")
    others = [family.undivided.foreign((kind, ""), "test") for kind in ("concept", "role")]
    for _ in range(40):
        statement = draw_statement(grammar(family, "test"), "axiom", env)
        words = dict(words_with_lists(statement, grammar(family, "test")))
        assert words
        assert words.keys().isdisjoint(others[0] | others[1])


NAMED = """
family shop
logic defeasible
pool people = {anna, ben, clara, david} split { train 0.5  test 0.5 }
pool verbs = {calls, greets, thanks, helps} split { train 0.5  test 0.5 }
sort person = people
pred from verbs(person, person)
pred late(person)
rule listed = late(X) => calls(X, ?a) | late(X) => greets(X, ?a) | late(X) => thanks(X, ?a)
  | late(X) => helps(X, ?a)
rule certain = calls(X, Y), greets(X, Y), thanks(X, Y), helps(X, Y) => late(X)
theory { late(anna). late(ben). 1 of certain.  2 of listed. }
ask entailment late(ben)
"""


@pytest.mark.parametrize("split", SPLITS)
def test_alternatives_that_name_words_of_other_splits_are_left_out(
    tmp_path: Path, split: str
) -> None:
    family = made(tmp_path, NAMED)
    own = grammar(family, split)
    heads = {option.template.head.atom.predicate for option in own.productions["listed"].options}
    assert heads == {name for name, sorts in own.predicates.items() if len(sorts) == 2}
    assert len(heads) == 2
    # A production that has no other alternatives says what its author wants said.
    assert len(own.productions["certain"].options) == 1


def test_what_is_written_out_belongs_to_every_split(tmp_path: Path) -> None:
    family = made(tmp_path, NAMED)
    for split in SPLITS:
        for record in [each.record() for each in family.generate(3, split=split)]:
            held = " ".join(record["theory"])
            assert all(name in held for name in ("anna", "ben", "greets", "helps"))
            assert strays(family, record) == ()


WORDS = [f"word{number:03}" for number in range(120)]

LEXICON = f"""
family invented
logic asp
table words(word, arity) = {{{", ".join(f'({word}, "1;2")' for word in WORDS)}}}
  split {{ train 0.5  test 0.5 }}
"""
LEXICON += """
table relations(start, relation, end) = {(word000, is_a, word001), (word002, is_a, word003)}
table people(name) = {
  (anna), (ben), (clara), (david), (emma), (felix), (grace), (henry), (iris), (jonas), (karl), (lena),
  (mia), (nils), (olga), (paul), (quinn), (rosa), (sven), (tina)
} split { train 0.5  test 0.5 }
style naming = {random: 1}
theory graph { nodes { least 3  most 3 } }
ask verification
"""


def test_invented_names_are_words_of_the_split(tmp_path: Path) -> None:
    family = made(tmp_path, LEXICON)
    assert family.naming is not None
    parts = family.naming.parts
    assert set(parts) == set(SPLITS)
    assert parts["train"].arities.keys().isdisjoint(parts["test"].arities)
    assert set(parts["train"].people).isdisjoint(parts["test"].people)
    for split in SPLITS:
        for instance in family.generate(4, split=split):
            record = instance.record()
            held = {name for name in WORDS if any(name in text for text in record["theory"])}
            assert held
            assert held <= parts[split].arities.keys()
            assert strays(family, record) == ()
            other = {"train": "test", "test": "train"}[split]
            assert {each.word for each in strays(family, {**record, "split": other})} >= held


# --------------------------------------------------------------------------------------------------- measuring


def leaking(family: rspc.Family, split: str) -> Iterable[tuple[str, dict[str, Any], Listed]]:
    """Yield records with one word of another split each, in a fact's argument, as a predicate, in the question."""
    record = next(iter(family.generate(1, seed=1, split=split))).record()
    person = sorted(family.undivided.foreign(("sort", "patient"), split))[0]
    state = sorted(family.undivided.foreign(("pred", ""), split))[0]
    fact = copy.deepcopy(record)
    fact["theory"] = [
        *fact["theory"],
        f"f99: {record['query'].split()[-1].split('(')[0]}({person})",
    ]
    fact["theory"][-1] = fact["theory"][-1].replace(": -", ": ")
    yield f"theory.{len(record['theory'])}", fact, ("sort", person)
    rule = copy.deepcopy(record)
    rule["theory"] = [*rule["theory"], f"r99: {state}(X) => -{state}(X)"]
    yield f"theory.{len(record['theory'])}", rule, ("pred", state)
    asked = copy.deepcopy(record)
    asked["query"] = f"entailed: {state}({person})"
    yield "query", asked, ("query", state)


@pytest.mark.parametrize("split", SPLITS)
def test_a_word_of_another_split_is_found_wherever_it_stands(tmp_path: Path, split: str) -> None:
    family = made(tmp_path, WARD)
    for field, record, (_, word) in leaking(family, split):
        found = strays(family, record)
        assert Stray(field, word) in found
        assert {each.field for each in found} == {field}
        assert strays(family, {**record, "split": ""}) == ()


def test_verify_reports_a_word_of_another_split(tmp_path: Path) -> None:
    family = made(tmp_path, WARD)
    for field, record, (_, word) in leaking(family, "test"):
        report = rspc.verify(record, family)
        told = [each for each in report.faults if each.code == "E0851"]
        assert told
        assert {each.field for each in told} == {field}
        assert any(f"`{word}` belongs to another split than `test`" in e.message for e in told)


def test_statistics_count_words_of_other_splits_by_label(tmp_path: Path) -> None:
    family = made(tmp_path, WARD)
    records = [each.record() for each in family.generate(12, seed=1, split="test")]
    unknown = [each for each in records if each["label"] == "unknown"]
    word = sorted(family.undivided.foreign(("pred", ""), "test"))[0]
    for each in unknown[:3]:
        each["theory"] = [*each["theory"], f"r99: {word}(X) => -{word}(X)"]
    out = tmp_path / "out"
    out.mkdir()
    (out / folder.FAMILY).write_text(json.dumps(family.bundle()))
    (out / "records.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    found = stats(out).foreign
    assert found is not None
    assert found.counts == {"false": 0, "true": 0, "unknown": 3}
    assert found.records == {"false": 4, "true": 4, "unknown": 4}
    assert found.shares["unknown"] == 0.75
    assert found.words == {word: 3}
    assert found.unread == 0
    (table,) = [each for each in tables(stats(out)) if each.title == "Words of other splits"]
    assert table.rows[-1] == ("unknown", "4", "3", "75.0%")
    assert f"`{word}` in 3" in table.note
    assert "Words of other splits" in html(stats(out))


def test_statistics_say_where_words_were_not_looked_at(tmp_path: Path) -> None:
    family = made(tmp_path, WARD)
    records = [each.record() for each in family.generate(4, seed=1, split="test")]
    (tmp_path / "alone").mkdir()
    path = tmp_path / "alone" / "records.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    found = stats(path).foreign
    assert found is not None
    assert (found.counts, found.unread) == ({}, 4)
    assert "no `family.json`" in found.reason
    other = {**records[0], "family_hash": "0" * 32}
    (path.parent / folder.FAMILY).write_text(json.dumps(family.bundle()))
    path.write_text("".join(json.dumps(each) + "\n" for each in (records[1], other)))
    found = stats(path).foreign
    assert found is not None
    assert sum(found.records.values()) == found.unread == 1
    assert "another family" in found.reason


def test_statistics_have_no_such_table_where_nothing_is_divided() -> None:
    family = shipped("flight")
    assert family.lists == ()
    assert not Strays(family).divided
    constants = [ir.Const("x")]
    assert not [w for each in constants for w in family.undivided.strange(each, "train")]


@pytest.mark.parametrize("split", [None, 3, ["train"], b"train"])
def test_a_split_that_is_no_name_is_refused(split: Any) -> None:
    family = load("agatha")
    for make in (family.instance, lambda **more: next(family.generate(1, **more))):
        with pytest.raises(SpecError) as raised:
            make(split=split)
        (found,) = raised.value.diagnostics
        assert found.code == "E0423"
        assert found.message == f"the split must be a name, not `{split!r}`"
