"""Who-questions: the answers are all individuals for which the literal follows, each decided and certified."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import rspc
from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.compiler.api import check, load
from rspc.compiler.contract import Verdict
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir
from rspc.compiler.logics.defeasible import Defeasible
from rspc.compiler.solve import Answer, solve
from rspc.compiler.tasks.value import Value

GROWN = """family chasers
logic defeasible
use std.creatures
sort animal = animals
pred from verbs(animal, animal)
rule universal [2] = ~?p(X, ?a) => ~?q(X, ?b)
rule conjoined     = ~?p(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)
rule chained       = ~?p(?a, ?b) => ~?q(?b, ?c)
theory backward { depth 2  conflict 0.5  distractors 1 }
say ?p(?a, ?b) as "The {{ a }} {{ p | third }} the {{ b }}."
say -?p(?a, ?b) as "The {{ a }} does not {{ p }} the {{ b }}."
say ?p(?a, ?b) as "the {{ a }} {{ p | third }} the {{ b }}"
say -?p(?a, ?b) as "the {{ a }} does not {{ p }} the {{ b }}"
say ?p(X, ?b) as "something {{ p | third }} the {{ b }}"
say -?p(X, ?b) as "something does not {{ p }} the {{ b }}"
say ?h => ?q(X, ?b) as "If {{ h }}, then it {{ q | third }} the {{ b }}."
say ?h => -?q(X, ?b) as "If {{ h }}, then it does not {{ q }} the {{ b }}."
say ?h, ?g => ?q(X, ?b) as "If {{ h }} and {{ g }}, then it {{ q | third }} the {{ b }}."
say ?h, ?g => -?q(X, ?b) as "If {{ h }} and {{ g }}, then it does not {{ q }} the {{ b }}."
say ?g => ?h as "If {{ g }}, then {{ h }}."
document "std/rules.md.jinja"
"""

BIRDS = """family birds
logic defeasible
theory {
  f1: penguin(tweety).  f2: bird(polly).  f3: bird(none).  f4: weighs(polly, 3).
  r1: penguin(X) => bird(X).
  r2: bird(X) => flies(X).
  r3: penguin(X) => -flies(X).
  r3 > r2.
}
"""


def grown(tmp_path: Path, ask: str) -> rspc.Family:
    path = tmp_path / "chasers.rspec"
    path.write_text(f"{GROWN}ask value {ask}\n", "utf-8")
    return load(path)


def accepted(instance: Instance) -> bool:
    """Return whether the checker accepts the certificate of every individual, and they make the label."""
    assert isinstance(instance.query.goal, ir.Answers)
    evidence = instance.certificate["individuals"]
    asked = instance.query.goal.split(instance.theory)
    assert list(evidence) == list(asked)
    return all(
        Derivation()
        .check(
            asked[name][0],
            ir.Query(asked[name][1]),
            Verdict(own["label"], "derivation", own["certificate"]),
            {},
        )
        .accepted
        for name, own in evidence.items()
    )


def test_numbers_of_answers_are_balanced_and_every_individual_has_its_certificate(
    tmp_path: Path,
) -> None:
    family = grown(tmp_path, '(H) : ?p(H, ?y) { most 2 } "Who {{ p | third }} the {{ y }}?"')
    made = list(family.generate(9))
    assert Counter(each.metrics["answers"] for each in made) == {0: 3, 1: 3, 2: 3}
    for each in made:
        found = [n for n, own in each.certificate["individuals"].items() if own["label"] == "true"]
        assert len(found) == each.metrics["answers"]
        assert len(set(each.engines.values())) == 1
        assert each.question.startswith("Who ")
        assert each.question.endswith("?")
        assert Value().score(each.record(), each.answer).value == 1
    assert all(map(accepted, made[:3]))


def test_a_spoilt_certificate_is_refused(tmp_path: Path) -> None:
    made = grown(tmp_path, "H : ?p(H, ?y)").instance(0, 0)
    for own in made.certificate["individuals"].values():
        own["label"] = "unknown" if own["label"] == "true" else "true"
    assert not accepted(made)


def test_the_number_of_answers_cannot_be_read_off_the_size(tmp_path: Path) -> None:
    family = grown(tmp_path, "H : ~?p(?x, H) { most 1 }")
    sizes: dict[int, list[int]] = {0: [], 1: []}
    for each in family.generate(20):
        sizes[each.metrics["answers"]].append(each.metrics["statements"])
    assert min(sizes[0]) <= max(sizes[1])
    assert min(sizes[1]) <= max(sizes[0])


def test_a_question_without_a_text_has_a_blank(tmp_path: Path) -> None:
    made = grown(tmp_path, "H : applaud(?x, H)").instance(0, 1)
    (animal,) = [
        term.name
        for term in made.query.goal.literal.atom.arguments  # type: ignore[union-attr]
        if isinstance(term, ir.Const)
    ]
    assert made.question == f"Which names can stand for [blank]? The {animal} applauds the [blank]."


def test_a_predicate_with_a_constant_is_what_the_theory_is_about(tmp_path: Path) -> None:
    made = grown(tmp_path, 'H : applaud(H, otter) "Who applauds the otter?"').instance(0, 2)
    assert made.question == "Who applauds the otter?"
    assert "otter" in made.context


def solved(tmp_path: Path, text: str) -> Answer:
    path = tmp_path / "birds.rspec"
    path.write_text(text, "utf-8")
    return solve(path)


def test_a_problem_written_out_is_solved(tmp_path: Path) -> None:
    found = solved(tmp_path, f"{BIRDS}ask value H : flies(H)")
    assert found.label == "`none`,polly"
    assert list(found.certificate["individuals"]) == ["none", "polly", "tweety"]
    assert set(found.engines) == {"metaprogram", "fixpoint", "derivation"}
    assert solved(tmp_path, f"{BIRDS}ask value H : -bird(H)").label == "none"


def test_an_inconsistent_theory_has_no_answers(tmp_path: Path) -> None:
    text = BIRDS.replace("f2:", "s1: bird(X) -> -bird(X).  f2:")
    assert solved(tmp_path, f"{text}ask value H : flies(H)").label == "inconsistent"


@pytest.mark.parametrize(
    "ask",
    [
        "",
        "H",
        "H : flies(tweety)",
        "H : flies(X)",
        "H : flies(H) => bird(H)",
        "H : not flies(H)",
        'H : ?p(H) "Who {{ p }}"',
    ],
)
def test_a_question_that_is_none_is_refused(ask: str, tmp_path: Path) -> None:
    path = tmp_path / "birds.rspec"
    path.write_text(f"{BIRDS}ask value {ask}\n", "utf-8")
    assert [each.code for each in check(path)] == ["E0421"]


def test_a_text_may_only_name_the_holes(tmp_path: Path) -> None:
    path = tmp_path / "birds.rspec"
    path.write_text(f'{BIRDS}ask value H : weighs(H, ?w) "Who weighs {{{{ v }}}}?"\n', "utf-8")
    assert "E0503" in [each.code for each in check(path)]


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        (["dog", "sea lion"], "the sea lion and the dog", 1),
        (["dog", "sea lion"], "Dog, sea lion.", 1),
        (["dog", "sea lion"], "- sea lion\n- dog", 1),
        (["dog", "sea lion"], "dog", 0),
        (["dog", "sea lion"], "dog, lion", 0),
        (["dog"], "dog, sea lion", 0),
        (["dog"], "dog, unicorn", 0),
        (["dog"], "dogs", 0),
        (["dog"], "none", 0),
        ([], "none", 1),
        ([], "Nobody.", 1),
        ([], "", 0),
        ([], "dog", 0),
        ([], "none, dog", 0),
    ],
)
def test_an_answer_is_the_exact_set(right: list[str], said: str, value: float) -> None:
    record = {"answer": " and ".join(right) or "none", "choices": ["dog", "lion", "sea lion"]}
    assert Value().score(record, said).value == value


PLACES = (
    """
pool lands = {peru, chad, mali, laos, fiji, oman, iran, cuba}
sort land = lands
pred at(animal, land) functional
say at(?a, ?b) as "The {{ a }} is in {{ b }}."
say at(?a, ?b) as "the {{ a }} is in {{ b }}"
say at(X, ?b) as "something is in {{ b }}"
say ?h => at(X, ?b) as "If {{ h }}, then it is in {{ b }}."
say ?h, ?g => at(X, ?b) as "If {{ h }} and {{ g }}, then it is in {{ b }}."
say -at(?a, ?b) as "The {{ a }} is not in {{ b }}."
say -at(?a, ?b) as "the {{ a }} is not in {{ b }}"
say -at(X, ?b) as "something is not in {{ b }}"
say ?h => -at(X, ?b) as "If {{ h }}, then it is not in {{ b }}."
say ?h, ?g => -at(X, ?b) as "If {{ h }} and {{ g }}, then it is not in {{ b }}."
"""
    + 'ask value H : at(?t, H) { most MOST } "Where is the {{ t }}?"\n'
)


def located(tmp_path: Path, most: int) -> rspc.Family:
    path = tmp_path / "places.rspec"
    text = GROWN.replace("conflict 0.5", "conflict 1 { values 1 }")
    path.write_text(text + PLACES.replace("MOST", str(most)), "utf-8")
    return load(path)


def test_a_strategy_makes_conflicts_between_values(tmp_path: Path) -> None:
    family = located(tmp_path, 1)
    made = list(family.generate(4))
    assert Counter(each.metrics["answers"] for each in made) == {0: 2, 1: 2}
    for each in made:
        values = {
            str(rule.head.atom.arguments[-1])
            for rule in (labelled.statement for labelled in each.theory.statements)
            if isinstance(rule, ir.Rule)
            and isinstance(rule.head, ir.Literal)
            and rule.head.atom.predicate == "at"
        }
        assert each.metrics["values"] > 0
        assert len(values) > 1
        assert "is in" in each.context


def test_a_functional_predicate_has_one_value(tmp_path: Path) -> None:
    with pytest.raises(Exhausted) as caught:
        located(tmp_path, 2).instance(0, 0)
    assert list(caught.value.rejections) == ["`at` has one value: write `most 1`"]


def test_functional_predicates_need_defeaters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Defeasible, "accepts", Defeasible.accepts - {"defeaters"})
    path = tmp_path / "birds.rspec"
    lines = BIRDS.replace("theory {", "pool b = {polly}\npred flies(b) functional\ntheory {")
    path.write_text(f"{lines}ask value H : flies(H)\n", "utf-8")
    assert "E0312" in [each.code for each in check(path)]


DOGS = """family dogs
logic defeasible
pool dogs = {rex, fido}
pool lands = {canada, australia, peru}
sort dog = dogs
sort land = lands
pred barks(dog)
pred digs(dog)
pred at(dog, land) functional
theory {
  f1: barks(rex).
  f2: digs(rex).
  r1: barks(X) => at(X, canada).
  r2: digs(X) => at(X, australia).
  r1 > r2.
}
ask value H : at(rex, H)
"""


def test_a_proof_names_the_statements_that_were_written(tmp_path: Path) -> None:
    found = solved(tmp_path, DOGS)
    assert found.label == "canada"
    assert found.proof
    *_, last = found.proof
    assert (last["gives"], last["uses"], last["beats"]) == ("at(rex, canada)", ["f1", "r1"], ["r2"])
    assert last["text"].count("Against it speaks") == 1
    assert {id for step in found.proof for id in step["uses"]} <= {"f1", "f2", "r1", "r2"}
    assert solve(tmp_path / "birds.rspec", query="at(rex, peru)").label == "false"
    assert solved(tmp_path, DOGS.replace("r1 > r2.", "")).label == "none"


def test_the_proofs_of_all_answers_stand_one_after_the_other(tmp_path: Path) -> None:
    found = solved(tmp_path, f"{BIRDS}ask value H : bird(H)")
    assert found.label == "`none`,polly,tweety"
    assert found.proof
    assert [step["gives"] for step in found.proof] == ["bird(none)", "bird(polly)", "bird(tweety)"]
    for number, step in enumerate(found.proof, 1):
        assert all(each < number for each in step["from"])


INVENTED = """family invented
logic asp
style naming = {{p_style: 1}}
pool names = {{ann, bob, cat, dan}}
sort person = names
sort number = 1..20
pred tall(person, number)
pred kind(person, number)
fact tall = tall(?p, ?n)
theory {{ 3 of tall.  tall(X, N) -> kind(X, N + 1). }}
{ask}
"""


@pytest.mark.parametrize(
    "ask",
    [
        "ask value N : kind(?p, N)",
        "ask value P : kind(P, ?n) { least 1 }",
        "ask count P : kind(P, ?n)",
    ],
)
def test_a_question_about_an_invented_name(ask: str, tmp_path: Path) -> None:
    (tmp_path / "invented.rspec").write_text(INVENTED.format(ask=ask), "utf-8")
    for instance in rspc.load(tmp_path / "invented.rspec").generate(6):
        assert re.search(r"\bp\d\b", instance.question)
        assert "kind" not in instance.text


def test_a_theory_grown_for_another_statement_is_dropped(tmp_path: Path) -> None:
    text = (
        "family other\nlogic asp\nuse std.rule_graphs\ntheory graph { nodes { least 3  most 4 } }\n"
    )
    (tmp_path / "other.rspec").write_text(f"{text}ask value X : ?p(X)\n", "utf-8")
    family = rspc.load(tmp_path / "other.rspec")
    for instance in family.generate(3):
        goal = instance.query.goal
        assert isinstance(goal, ir.Answers)
        assert len(goal.literal.atom.arguments) == 1


def test_a_question_is_drawn_by_its_answers(tmp_path: Path) -> None:
    """Of nine guests eight have the same dish: either dish is asked for equally often."""
    guests = "abcdefghi"
    facts = "\n".join(f"  {'rare' if guest == 'a' else 'common'}({guest})." for guest in guests)
    path = tmp_path / "dinner.rspec"
    path.write_text(
        f"""family dinner
logic asp
sort guest = {{{", ".join(guests)}}}
sort dish = {{soup, fish}}
pred rare(guest)
pred common(guest)
pred eats(guest, dish)
theory {{
{facts}
  rare(X) -> eats(X, soup).
  common(X) -> eats(X, fish).
}}
ask value D: eats(?g, D) {{ most 1  least 1 }} "What does {{{{ g }}}} eat?"
""",
        "utf-8",
    )
    found = Counter(made.answer for made in load(path).generate(400))
    assert found.total() == 400
    assert abs(found["soup"] - 200) < 60  # 6 standard deviations
