"""Backgrounds: their statements are part of every theory, and one sentence says them, or readers know them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family, load_bundle
from rspc.compiler.dataset.verify.verifier import Verifier
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation import show
from rspc.compiler.solve import solve
from rspc.dsl.diagnostics import SpecError

from .conftest import Specs

KIN = """
param n: int in 2..4 = 3
pool names = {"anna", "ben", "cleo", "dora"}
pool jobs = {"baker", "smith", "nurse", "pilot"}
sort person = names
sort job = 2 of jobs
sort house = 1..n
pred parent(person, person)
pred ancestor(person, person)
pred open(job)
pred on(house)
fact link = parent(?a, ?b)
fact jobs_open = open(?j)
fact street = on(?h)
fact tie = parent(?a, ?b)
say parent(?a, ?b) as "{{ a | capital }} is a parent of {{ b }}."
say ancestor(?a, ?b) as "{{ a | capital }} is an ancestor of {{ b }}."
ask value X : ancestor(?a, X) "Of whom is {{ a }} an ancestor?"
"""
CORE = "theory { 4 of link. }\n"
ANCESTORS = "parent(X, Y) -> ancestor(X, Y).  parent(X, Y), ancestor(Y, Z) -> ancestor(X, Z)."


def kin(specs: Specs, *items: str, core: str = CORE) -> Family:
    return specs.load("\n".join((KIN, *items, core)), "asp")


def records(family: Family, n: int = 6, **more: Any) -> list[dict[str, Any]]:
    return [each.record() for each in family.generate(n, **more)]


def test_readers_know_what_nothing_says(specs: Specs) -> None:
    family = kin(specs, f"background {{ {ANCESTORS} }} known")
    family.prove()
    for instance in family.generate(6):
        record = instance.record()
        assert record["theory"][:2] == [
            "k1: parent(X, Y) -> ancestor(X, Y)",
            "k2: parent(X, Y), ancestor(Y, Z) -> ancestor(X, Z)",
        ]
        assert [each.partition(":")[0] for each in record["theory"][2:]] == ["f1", "f2", "f3", "f4"]
        assert record["context"].count(".") == 4
        assert all(
            "ancestor(X,Y)" in each.text.replace(" ", "") for each in instance.encodings().values()
        )
        assert any("ancestor" in literal for literal in record["certificate"]["sets"][0])


def test_one_sentence_says_a_group_before_all_others(specs: Specs) -> None:
    words = "Your parents and their ancestors are your ancestors."
    family = kin(specs, f'background {{ {ANCESTORS} }} say "{words}"')
    family.prove()
    for record in records(family):
        assert record["context"].startswith(f"{words} ")
        assert record["prompt"].count(words) == 1


def test_a_sentence_mentions_values_lists_and_sorts(specs: Specs) -> None:
    family = kin(
        specs,
        f"background {{ {ANCESTORS} }} known",
        """background { each of jobs_open. } say "The {{ jobs_open | all('the') }} are hired." """,
        'background { each of street. } say "Houses {{ house | all }} are on the street."'
        ' "There are {{ house | all }}." split test',
        'background { parent(?one, ?other). } say "{{ one | capital }} raised {{ other }}."',
        core="theory { 2 of link. }\n",
    )
    family.prove()
    for record in records(family, n=8, **{"split": "train"}):
        theory = record["theory"]
        jobs = [
            each[len("open(") : -1]
            for one in theory
            if (each := one.partition(": ")[2])[:5] == "open("
        ]
        assert f"The {jobs[0]} and the {jobs[1]} are hired." in record["context"]
        assert "Houses 1, 2, and 3 are on the street." in record["context"]
        (raised,) = [
            each
            for each in theory
            if each.startswith("k") and ": parent(" in each and "X" not in each
        ]
        one, other = raised.partition("(")[2][:-1].split(", ")
        assert f"{one.capitalize()} raised {other}." in record["context"]
    assert all(
        "There are 1, 2, and 3." in each["context"] for each in records(family, split="test")
    )


INDEXED = """
pool things = {"cup", "hat", "key", "map"}
sort gift = things
pred has(person, gift)
pred day(day)
sort day = 1..9
fact given = has(?p, ?t)
"""


def test_a_sentence_mentions_the_lists_of_indexed_lines(specs: Specs) -> None:
    family = kin(
        specs,
        INDEXED,
        f"background {{ {ANCESTORS} }} known",
        'background { each ?d in 1..n: day(?d + 1). } say "There are {{ n }} days."',
        "background { each (?p, ?t) in matching(person, gift): has(?p, ?t). }"
        ' say "{{ p | capital | all }} have the {{ t | all }}, one each and in this order."',
        core="theory { 3 of link. }",
    )
    family.prove()
    for record in records(family):
        has = [
            each[each.index("(") + 1 : -1].split(", ")
            for each in record["theory"]
            if ": has(" in each
        ]
        people, things = zip(*has, strict=True)
        names = [each.capitalize() for each in people]
        said = f"{', '.join(names[:-1])}, and {names[-1]} have the {', '.join(things[:-1])}, and {things[-1]}"
        assert said in record["context"]
        days = [each.partition(": ")[2] for each in record["theory"] if ": day(" in each]
        assert days == ["day(2)", "day(3)", "day(4)"]
        assert "There are 3 days." in record["context"]


def test_a_sentence_that_leaves_out_a_matching(specs: Specs) -> None:
    item = 'background { each (?p, ?t) in matching(person, gift): has(?p, ?t). } say "All have one thing."'
    assert set(specs.codes("\n".join((KIN, INDEXED, item, CORE)), "asp")) == {"E0509"}


def test_words_alone_change_neither_theories_nor_questions(specs: Specs) -> None:
    known = kin(specs, f"background {{ {ANCESTORS} }} known")
    said = kin(
        specs, f'background {{ {ANCESTORS} }} say "Parents and their ancestors are ancestors."'
    )
    other = kin(specs, "background { parent(X, Y) -> ancestor(X, Y). } known")
    assert known.theory_hash == said.theory_hash != other.theory_hash
    assert known.hash != said.hash
    for one, two in zip(records(known), records(said), strict=True):
        assert [one[name] for name in ("theory", "query", "label")] == [
            two[name] for name in ("theory", "query", "label")
        ]
        assert one["context"] != two["context"]


def test_a_group_under_a_condition(specs: Specs) -> None:
    family = kin(
        specs,
        f"background {{ {ANCESTORS} }} known",
        'background { on(?n). } say "House {{ n }} is on the street." when n > 2',
    )
    assert all("House 3" in each["context"] for each in records(family))
    few = [each.record() for each in family.instances(range(4), 0, "", "", n=2)]
    assert all("street" not in each["prompt"] and len(each["theory"]) == 6 for each in few)


def test_records_are_made_again_and_from_their_bundle(specs: Specs) -> None:
    family = kin(
        specs,
        f'background {{ {ANCESTORS} }} say "Parents and their ancestors are ancestors."',
        'background { each of jobs_open. } say "Open are {{ jobs_open | all }}."',
    )
    again = load_bundle(json.loads(json.dumps(family.bundle())))
    verifier = Verifier(again)
    for record in records(family):
        assert verifier.verify(record) is not None
    assert not verifier.findings.counts
    assert records(again) == records(family)


def test_a_module_brings_its_background(specs: Specs) -> None:
    module = (
        'module ties\npool names = {"anna", "ben", "cleo", "dora"}\nsort person = names\n'
        "pred parent(person, person)\npred ancestor(person, person)\n"
        f"background {{ {ANCESTORS} }} known\n"
        'say parent(?a, ?b) as "{{ a | capital }} is a parent of {{ b }}."\n'
    )
    body = (
        "fact link = parent(?a, ?b)\ntheory { 4 of link. }\n"
        'ask value X : ancestor(?a, X) "Of whom is {{ a }} an ancestor?"\n'
    )
    family = specs.load(f"use ties\n{body}", "asp", ties=module)
    assert all(len(each["theory"]) == 6 for each in records(family))


# --------------------------------------------------------------------------------------------------- other logics

DEFEASIBLE = """
pool birds = {"tweety", "woody", "polly"}
sort bird = birds
pred penguin(bird)
pred bird_of(bird)
pred flies(bird)
say penguin(?x) as "{{ x | capital }} is a penguin."
say bird_of(?x) as "{{ x | capital }} is a bird."
say flies(?x) as "{{ x | capital }} flies."
say -flies(?x) as "{{ x | capital }} does not fly."
say penguin(X) => -flies(X) as "Penguins usually do not fly."
"""


@pytest.mark.parametrize(
    ("saying", "cited"),
    [
        ("known", "By what everybody knows"),
        (
            'say "All penguins are birds, and birds usually fly."',
            "By “All penguins are birds, and birds",
        ),
    ],
)
def test_proofs_cite_a_background(specs: Specs, saying: str, cited: str) -> None:
    family = specs.load(
        f"{DEFEASIBLE}background {{ penguin(X) -> bird_of(X).  bird_of(X) => flies(X). }} {saying}\n"
        "theory { penguin(tweety).  own: penguin(X) => -flies(X).  bird_of(woody). }\nask entailment flies(woody)\n",
        "defeasible",
    )
    family.prove()
    record = family.instance(0).record()
    assert record["label"] == "true"
    assert "Rule k" not in record["context"]
    assert "k2" not in record["prompt"]
    assert "Rule own: Penguins usually do not fly." in record["context"]
    assert any(cited in each["text"] for each in record["proof"])


def test_a_background_in_a_logic_of_records(specs: Specs) -> None:
    family = specs.books(
        'background { pages < 1000.  price > $1. } say "No book has 1,000 pages or more, or costs $1 or less."\n'
    )
    for record in records(family):
        assert record["theory"][0] == "k1: pages < 1000"
        assert record["context"].startswith("No book has 1,000 pages or more")


def test_a_background_in_a_logic_of_concepts(specs: Specs) -> None:
    family = specs.load(
        'concept from {"young", "kind", "tall"}\nrole from {"likes"}\n'
        'pool names = {"anna", "ben"}\nsort person = names\n'
        'background { young isa kind. } say "The young are kind."\n'
        "theory { anna : young. }\nask entailment anna : kind\n",
        "alcq",
    )
    (record,) = records(family, 1)
    assert record["theory"][0] == "k1: young isa kind"
    assert record["label"] == "true"
    assert record["context"].startswith("The young are kind. ")


def test_invented_names_are_in_the_sentences_of_single_statements(specs: Specs) -> None:
    family = specs.load(
        f"{KIN[: KIN.index('ask')]}style naming = {{p_style: 1}}\n"
        f'background {{ {ANCESTORS} }} say "Parents of ancestors are ancestors."\n'
        'background { each of jobs_open. } say "Open are {{ jobs_open | all }}."\n'
        f"{CORE}ask computation\n",
        "asp",
    )
    for record in records(family, 3):
        assert "Parents" not in record["context"]
        assert "Open" not in record["context"]
        assert "(X, Z)" in record["context"]
        assert not any("parent" in each for each in record["theory"])


def test_a_question_in_symbols_lists_the_background(specs: Specs) -> None:
    family = specs.load(
        f'{KIN[: KIN.index("ask")]}background {{ {ANCESTORS} }} say "Parents of ancestors are ancestors."\n'
        f"{CORE}ask computation\n",
        "asp",
    )
    record = family.instance(0).record()
    assert "parent(X, Y), ancestor(Y, Z) -> ancestor(X, Z)." in record["question"]
    assert record["prompt"].count("Parents of ancestors are ancestors.") == 1


def test_a_problem_that_is_solved(specs: Specs, tmp_path: Path) -> None:
    path = specs.write(
        "main.rspec",
        f"family main\nlogic asp\nparam n: int in 1..3 = 2\nbackground {{ {ANCESTORS} }} known\n"
        "theory { parent(a, b) when n > 2.  parent(b, c).  parent(c, d) when n == 2. }\n",
    )
    assert solve(path, query="ancestor(b, d)").label == "true"
    assert solve(path, query="ancestor(a, b)").label != "true"


# --------------------------------------------------------------------------------------------------- wrong uses


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ("background { } known", "E0460"),
        ('background { 2 of link. } say "There are ties."', "E0461"),
        ('background { 2 of fact. } say "There are ties."', "E0461"),
        ('background { parent(anna, ben) when n > 2. } say "There are ties."', "E0461"),
        ('background { parent(?a, ben).  parent(?a, cleo). } say "There is {{ a }}."', "E0462"),
        (f'background {{ {ANCESTORS} }} say "ancestors are ancestors"', "E0463"),
        ('background { on(?n). } say "There is a house."', "E0509"),
        ('background { each of jobs_open. } say "Some jobs are open."', "E0509"),
        ('background { each of street. } say "Some houses are there."', "E0509"),
        ('background { on(?n). } say "There is {{ m }}."', "E0503"),
        ("background { parent(anna, X) -> other(X). } known", "E0205"),
        ("background { p => q. } known", "E0312"),
        ("background { each (?u, ?v) in tree(person): parent(?u, ?v). } known", "E0464"),
        ("background { 2 of link. } known", "E0464"),
        ("background { parent(?u, ?v). } known", "E0464"),
        ('background { parent(?u, ?v). } say "{{ u | length }} {{ v | length }}."', "E0534"),
        (
            'background { parent(?u, ?v). } say "{% if false %}{{ u }} {{ v }}{% endif %}No."',
            "E0534",
        ),
        ("background { parent(anna, ben). }", "E0101"),
        ("background parent(anna, ben). known", "E0101"),
        ('background { parent(anna, ben). } known say "Yes."', "E0101"),
        ("background { parent(anna, ben). } known when depth > 2", "E0201"),
        ('background { parent(anna, ben). } say "Yes." split dev', "E0423"),
    ],
)
def test_wrong_uses(specs: Specs, items: str, code: str) -> None:
    codes = specs.codes("\n".join((KIN, items, CORE)), "asp")
    assert code in codes, codes


def test_words_that_are_those_of_another_group(specs: Specs) -> None:
    family = kin(
        specs,
        'background { parent(X, Y) -> ancestor(X, Y). } say "It is as usual."',
        'background { parent(X, Y), ancestor(Y, Z) -> ancestor(X, Z). } say "It is as usual."',
    )
    with pytest.raises(SpecError) as caught:
        family.prove()
    assert {each.code for each in caught.value.diagnostics} == {"E0510"}


def test_words_that_are_those_of_a_statement(specs: Specs) -> None:
    family = kin(specs, 'background { parent(anna, ben). } say "Anna is a parent of ben."')
    with pytest.raises(SpecError) as caught:
        family.prove()
    assert {each.code for each in caught.value.diagnostics} == {"E0510"}


def test_a_group_is_shown_with_what_fills_it() -> None:
    group = ir.Group("background { on(?n). }", (ir.Filled("n", (ir.Quantity("integer", 3),)),))
    assert show(group) == "background { on(?n). }; n = 3"


def test_a_refused_line_is_the_only_error(specs: Specs) -> None:
    background = 'background { n of link. } say "The parents are {{ link | all }}."'
    errors = specs.refused("\n".join((KIN, background, CORE)), "asp")
    assert [each.code for each in errors] == ["E0461"]
