"""Questions that share a theory: all of a family's are asked about each, whatever is made before."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.api import Family, check
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.verify.dataset import verify
from rspc.compiler.family import Draft, Scene

from ..conftest import BOOKS

PEOPLE = """
sort person = {ann, bob, cid, dan, eve, fay}
pred host(person)
pred guest(person)
pred away(person)
"""
FAMILIES = {
    "asp": f"""family shared_asp
logic asp
param counted: bool = true
{PEOPLE}
fact one = host(?a) | guest(?a)
theory {{
  3 of fact.
  host(X), not guest(X) -> away(X).
}} shared
ask entailment away(?a) {{ labels {{true: yes, unknown: open}} }} "Is {{{{ a | written }}}} away?"
ask value H : away(H) {{ most 4 }} "Who is away?"
ask count H : host(H) "How many hosts are there?" when counted
""",
    "defeasible": """family shared_defeasible
logic defeasible
param depth: int in 1..3 = 2
pool people = {
  baker, barber, butcher, carpenter, cobbler, dentist, doctor, farmer, gardener, judge, mason,
  miller, nurse, painter, plumber, potter, saddler, singer, tailor, teacher
}
sort person = people
pred from {"call", "greet", "help", "thank", "trust", "visit"}(person, person)
rule universal = ~?p(X, ?a) => ~?q(X, ?b)
rule chained = ~?p(?a, ?b) => ~?q(?b, ?c)
theory backward { depth depth  conflict 0.5 } shared
ask entailment ?p(?a, ?b) { labels {true: yes, unknown: open} }
ask entailment
""",
    "constraint": f"""family shared_constraint
logic constraint
{BOOKS}
theory product_of_sums {{ slots slots  minterms 2 }} shared
ask exists book: price < $12 {{ options 6  from 40 of book }}
ask choice {{ options 5  correct 1  from 40 of book  sets 2 }}
ask count {{ options 6  from 40 of book }}
""",
    "alcq": """family shared_alcq
logic alcq
concept from {"big", "old", "round", "red"}
role from {"likes", "sees"}
sort pet = {rex, coco}
fact is = ?x : ?c | ?x : not ?c | ?r(?x, ?y)
axiom all = ?c isa not ?d | ?c isa ?d
theory forward { facts 5  axioms 3 } shared
ask entailment { labels {true: yes, unknown: open}  questions 2 }
ask entailment ?x : ?c { labels {true: yes, unknown: open} }
""",
}
NAMES = pytest.mark.parametrize("name", FAMILIES)


@pytest.fixture(scope="session")
def families(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Family]:
    folder = tmp_path_factory.mktemp("shared")
    found = {}
    for name, text in FAMILIES.items():
        path = folder / f"{name}.rspec"
        path.write_text(text, "utf-8")
        found[name] = rspc.load(path)
    return found


def _records(family: Family, count: int, split: str = "") -> list[dict[str, Any]]:
    return [made.record() for made in family.generate(count, split=split)]


@NAMES
@pytest.mark.parametrize("split", ["", "test"])
def test_all_questions_are_asked_about_each_theory(
    name: str, split: str, families: dict[str, Family]
) -> None:
    family = families[name]
    block = family.together()
    records = _records(family, 5 * block, split)
    asked = [made["task"] for made in records[:block]]
    assert Counter(asked) == Counter(
        ask.task.name for ask in family.asks for _ in range(2 if _is_double(ask) else 1)
    )
    groups = [records[start : start + block] for start in range(0, len(records), block)]
    for group in groups:
        for field in ("context", "context_hash", "theory", "split"):
            assert all(record[field] == group[0][field] for record in group)
        assert [record["task"] for record in group] == asked
        problems = {(r["task"], r["query"], str(r["options"])) for r in group}
        assert len(problems) == block
    assert len({group[0]["context_hash"] for group in groups}) > 1
    assert len({record["id"] for record in records}) == len(records)


def _is_double(ask: Any) -> bool:
    return bool({"sets", "questions"} & set(ask.knobs.values))


@NAMES
def test_an_index_alone_gives_the_same_record(name: str, families: dict[str, Family]) -> None:
    family = families[name]
    records = _records(family, 12)
    for index in (10, 5, 0, 7):
        alone = replace(family)  # a maker of its own, which has made nothing
        assert alone.instance(index=index).record() == records[index]


@NAMES
def test_runs_in_other_batches_give_the_same_bytes_and_verify(
    name: str, families: dict[str, Family], tmp_path: Path
) -> None:
    from ..dataset.conftest import plan

    family = families[name]
    whole = run(plan(family, tmp_path / "whole", n=14))
    cut = run(plan(family, tmp_path / "cut", n=14, shard=5))
    assert whole.count == cut.count == 14
    read = [
        b"".join(each.read_bytes() for each in sorted((tmp_path / name).glob("records*.jsonl")))
        for name in ("whole", "cut")
    ]
    assert read[0] == read[1]
    assert not verify(tmp_path / "cut").faults


@NAMES
def test_answers_of_each_question_are_balanced(name: str, families: dict[str, Family]) -> None:
    family = families[name]
    block = family.together()
    records = _records(family, 12 * block)
    for place in range(block):
        labels = Counter(record["label"] for record in records[place::block])
        task = records[place]["task"]
        if task == "entailment" and name != "alcq":
            assert len(set(labels.values())) == 1, labels
    if name == "alcq":
        labels = Counter(r["label"] for r in records if r["index"] % block < 2)
        assert labels["true"] == labels["unknown"]


def test_a_question_with_a_false_guard_is_left_out(families: dict[str, Family]) -> None:
    family = families["asp"]
    assert (family.together(), family.together(counted=False)) == (3, 2)
    made = [each.record() for each in family.generate(4, counted=False)]
    assert [record["task"] for record in made] == ["entailment", "value"] * 2
    assert made[0]["context_hash"] == made[1]["context_hash"] != made[2]["context_hash"]


def test_a_draft_serves_every_answer_of_the_question_that_determines_it(
    families: dict[str, Family], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the others can be asked is tried for each theory that the first question might have used."""
    family = families["defeasible"]
    written, grown = family.asks
    seen: list[set[Any]] = []
    known, posed = type(grown.task).pose, written.task

    def pose(self: Any, scene: Scene, draft: Draft, *more: Any) -> Any:
        if self is posed and more[0] == scene.asked and not draft.goals:
            seen[-1].add(draft.theory)
        return known(self, scene, draft, *more)

    monkeypatch.setattr(type(grown.task), "pose", pose)
    for index in (0, 2, 4):
        seen.append(set())
        replace(family).instance(index=index)
        assert len(seen[-1]) >= 3


REFUSED = {
    "E0490": [
        "ask entailment\nask value H : help(?a, H) { most 1 }",
        "ask entailment\nask entailment { labels {true: yes, false: no} }",
        "ask value H : help(?a, H) { most 1 }\nask value H : call(?a, H) { most 1 }",
    ],
    "W0492": ["ask entailment", 'ask entailment "Is it so that {{ goal }}?"'],
}


@pytest.mark.parametrize(
    ("code", "asks"), [(code, asks) for code, each in REFUSED.items() for asks in each]
)
def test_questions_that_cannot_share_a_theory_are_refused(
    code: str, asks: str, tmp_path: Path
) -> None:
    head, _, _ = FAMILIES["defeasible"].partition("ask ")
    path = tmp_path / "tried.rspec"
    path.write_text(f"{head}{asks}\n", "utf-8")
    assert [each.code for each in check(path)] == [code]


@pytest.mark.parametrize(
    "other",
    [
        "ask count { options 6  from 30 of book }",
        "ask count { options 6 }",
        "ask count { options 6  from 40 of book  same {cover} }",
    ],
)
def test_questions_about_other_rows_are_refused(other: str, tmp_path: Path) -> None:
    head, _, _ = FAMILIES["constraint"].partition("ask ")
    asks = f"ask choice {{ options 5  from 40 of book }}\n{other}\n"
    path = tmp_path / "tried.rspec"
    path.write_text(f"{head}{asks}", "utf-8")
    assert [each.code for each in check(path)] == ["E0491"]


def test_a_guard_keeps_two_questions_apart(tmp_path: Path) -> None:
    head, _, _ = FAMILIES["defeasible"].partition("ask ")
    path = tmp_path / "tried.rspec"
    asks = "ask entailment when depth > 1\nask value H : help(?a, H) { most 1 } when depth == 3\n"
    path.write_text(f"{head}{asks}ask entailment ?p(?a, ?b)\n", "utf-8")
    family = rspc.load(path)
    assert family.together() == 2
    with pytest.raises(rspc.SpecError) as caught:
        family.together(depth=3)
    assert [each.code for each in caught.value.diagnostics] == ["E0490"]
    path.write_text(f"{head}preset P {{ depth 3 }}\n{asks}", "utf-8")
    assert [each.code for each in check(path)] == ["E0490"]
