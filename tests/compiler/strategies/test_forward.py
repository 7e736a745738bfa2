"""Bases of concepts that grow: what stands in them, what is asked, and that several questions share one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.api import Family, check, load
from rspc.compiler.certify.exploration import open_base
from rspc.compiler.family.draft import Rejected, Sought
from rspc.compiler.family.expressions.typed import Env, NoValue
from rspc.compiler.family.grammar.expansion import draw_statement
from rspc.compiler.instances.instance import Instance
from rspc.compiler.instances.sentences import with_wording
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import children, walk
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.bases.candidates import Candidates
from rspc.compiler.strategies.bases.concepts import (
    complement,
    connectives,
    flatten,
    quantifiers,
    sides,
)
from rspc.compiler.strategies.bases.contrasts import contrasts, room
from rspc.compiler.strategies.bases.grounds import ground
from rspc.compiler.strategies.bases.growth import Growth
from rspc.compiler.strategies.bases.looks import Text, apart, literals, opposite, pattern
from rspc.compiler.strategies.bases.questions import chosen
from rspc.compiler.strategies.forward import BUDGET, DRAWN

SPECS = Path(__file__).parents[3] / "specs"
DEPTH = 2
CELLS = 3 * (DEPTH + 1)


@cache
def family(name: str) -> Family:
    return load(SPECS / f"{name}.rspec")


@cache
def grown(name: str, level: int = 0) -> list[Instance]:
    params = {"level": level} if name == "delta" else {"facts": 5, "articles": 5}
    return list(family(name).generate(3 * CELLS, seed=3, depth=DEPTH, **params))


def bases() -> Iterator[tuple[Instance, int]]:
    for level in (0, 3):
        for each in grown("delta", level)[::CELLS]:
            yield each, level


def test_labels_are_certified_and_depths_are_smallest_justifications() -> None:
    for each in (*grown("delta"), *grown("delta", 3), *grown("charter")):
        statements = [one.statement for one in each.theory.statements]
        assert set(each.engines.values()) == {each.label}
        asked = each.query.goal.statement
        depth = each.metrics.get("justification")
        if each.label == "unknown":
            assert depth is None
        elif depth:
            assert len(each.certificate["justification"]) == depth
            assert asked not in statements
        else:
            assert (asked if each.label == "true" else _denied(asked)) in statements


def _denied(asked: ir.ConceptAssertion) -> ir.ConceptAssertion:
    return ir.ConceptAssertion(asked.individual, complement(asked.concept))


@pytest.mark.parametrize("name", ["delta", "charter"])
def test_a_base_is_asked_about_once_with_each_label_at_each_depth(name: str) -> None:
    for context, members in groupby(grown(name), lambda each: each.context):
        group = list(members)
        kinds = [(each.label, each.metrics.get("justification")) for each in group]
        assert len({each.question for each in group}) == len(group) == CELLS, context
        settled = {(label, depth) for label in ("true", "false") for depth in range(DEPTH + 1)}
        assert settled == set(kinds) - {("unknown", None)}
        assert kinds.count(("unknown", None)) == DEPTH + 1
        assert len({each.record()["context_hash"] for each in group}) == 1
    assert len({each.record()["context_hash"] for each in grown(name)}) == 3


def test_an_index_gives_its_record_whatever_was_made_before() -> None:
    alone = load(SPECS / "delta.rspec").instance(seed=3, index=CELLS + 4, depth=DEPTH, level=0)
    assert alone.record() == grown("delta")[CELLS + 4].record()


def test_left_sides_have_appeared() -> None:
    for each, _ in bases():
        statements = [one.statement for one in each.theory.statements]
        for statement in statements:
            if isinstance(statement, ir.Inclusion) and _named(statement.left):
                others = [sides(other)[-1] for other in statements if sides(other)]
                known = {*others, *(p for o in others if isinstance(o, ir.And) for p in o.parts)}
                assert statement.left in known


def test_an_axiom_does_not_start_from_a_part_of_its_conclusion() -> None:
    growth, _ = contrasted("delta", 0, [1, 1], 8)
    quiet, rich, shy = (ir.Named(name) for name in ("quiet", "rich", "shy"))
    growth.appeared = {quiet: None}
    for right in (ir.And((quiet, shy)), ir.Or((ir.Not(quiet), shy)), ir.Or((shy, quiet))):
        assert growth.link(ir.Inclusion(rich, right)) is None
    for right in (ir.And((rich, shy)), ir.Or((ir.Not(rich), shy)), ir.Named("shy")):
        assert growth.link(ir.Inclusion(rich, right)) == ir.Inclusion(quiet, right)


def _named(concept: ir.Formula) -> bool:
    return any(isinstance(each, ir.Named) for each in walk(concept))


LEVELS = [
    {(0, 0)},
    {(0, 0), (0, 1), (1, 0), (1, 1)},
    {(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (1, 2), (2, 1)},
    {(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (1, 2), (2, 1)}
    | {(0, 3), (3, 0), (1, 3), (3, 1), (2, 3), (3, 2)},
]
"""How many connectives the two sides of an axiom have, by level, in the publication (see `specs/delta.rspec`)."""


@pytest.mark.parametrize("level", range(4))
def test_axioms_of_a_level_have_the_shapes_that_were_published(level: int) -> None:
    values = {"level": level, "depth": 3, "vocabulary": "neighbours"}
    env = Env(Stream("axioms", level), values, {}, "")
    grammar = family("delta").undivided.narrowed(env)
    axioms = [flatten(draw_statement(grammar, "axiom", env)) for _ in range(300)]
    assert {tuple(map(connectives, sides(each))) for each in axioms} == LEVELS[level]
    whole = [side for each in axioms for side in sides(each)]
    assert max(map(quantifiers, whole)) == level + 1
    assert max(map(nested, whole)) == min(level + 1, 2)
    assert max(map(names, axioms)) <= 7


def nested(concept: ir.Node) -> int:
    inner = (nested(each) for each in children(concept))
    return max(inner, default=0) + isinstance(concept, ir.Restriction)


def names(statement: ir.Node) -> int:
    return len({each.name for each in walk(statement) if isinstance(each, ir.Named)})


def test_what_is_drawn_of_a_level_keeps_to_it() -> None:
    for each, level in bases():
        for statement in each.theory.statements:
            for side in sides(statement.statement):
                assert connectives(side) <= level
                assert quantifiers(side) <= level + 1


def test_a_base_is_about_one_vocabulary() -> None:
    drawn = [family("delta").instance(seed=3, index=n * 3, depth=0) for n in range(4)]
    assert {each.params["vocabulary"] for each in drawn} == {"neighbours", "machines"}
    for each in drawn:
        people = each.params["vocabulary"] == "neighbours"
        concepts = {one.name for one in walk(each.theory) if isinstance(one, ir.Named)}
        kind = family("delta").undivided.words["concept"]
        assert all((name in kind[:14]) is people for name in concepts)
        told = each.context.replace("wo things are true of", "")
        assert "thing" not in told or not people


def test_every_sentence_reads_back_to_its_own_statement_alone() -> None:
    for each in (*(one for one, _ in bases()), grown("charter")[0]):
        book = with_wording(each.family, each.params).words.phrasebook
        for labelled in each.theory.statements:
            sentence = each.sentences[labelled.id]
            assert book.read(sentence) == (labelled.statement,), sentence


def test_junctions_of_one_kind_are_one() -> None:
    a, b, c = map(ir.Named, "abc")
    assert flatten(ir.And((a, ir.And((b, a, c))))) == ir.And((a, b, c))
    assert flatten(ir.Or((a, ir.Or((a, a))))) == a
    assert flatten(ir.And((a, ir.Or((b, c))))) == ir.And((a, ir.Or((b, c))))


HEAD = """family tried
logic alcq
pool looks = {big, red, wet}
pool doings = {likes, sees}
concept from looks
role from doings
sort pet = {rex, coco}
fact is = ?x : ?c
axiom all = ?c isa not ?d | ?c isa max {2, 3} ?r ?d
theory forward { facts 2  axioms 2 }
"""


@pytest.mark.parametrize(
    ("ask", "codes"),
    [
        ("ask entailment", []),
        ("ask entailment { questions 3 }", []),
        ("ask entailment { depth 1  questions 2 }", []),
        ("ask entailment { depth 1  questions 4 }", ["E0411"]),
        ("ask entailment rex : big { questions 3 }", ["E0442"]),
        ("ask entailment rex : min {1, 2} likes big", ["E0421"]),
    ],
)
def test_knobs_ask_for_what_can_be_found(ask: str, codes: list[str], tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(f"{HEAD}{ask}\n", "utf-8")
    assert [each.code for each in check(path)] == codes


def test_all_questions_of_a_base_in_one_record(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    # What is false at depth 1 contradicts one statement without denying it literally. `rex : big` is contradicted by
    # its denial alone, so one base of HEAD in a hundred has such a question. `likes(rex, coco)` is contradicted by
    # `rex : not some likes thing`, so most bases with roles have one.
    head = HEAD.replace("?x : ?c", "?x : ?c | ?r(?x, ?y)").replace("facts 2", "facts 4")
    path.write_text(head + "ask entailment { depth 1  together on }\n", "utf-8")
    made = rspc.load(path).instance()
    record = made.record()
    evidence = record["certificate"]["questions"]
    labels = [each["label"] for each in evidence.values()]
    assert sorted(labels) == ["false"] * 2 + ["true"] * 2 + ["unknown"] * 2
    assert record["label"] == ",".join(labels)
    assert record["answer"] == ", ".join(labels)
    assert record["question"].count("\n") == 6
    task = made.family.asks[0].task
    assert task.score(record, f"I say: {record['answer']}.").value == 1
    swapped = ", ".join(["true" if each == "false" else each for each in labels])
    assert task.score(record, swapped).value == pytest.approx(4 / 6)
    assert task.score(record, "true").value == 0


def test_other_strategies_grow_a_theory_for_one_question(tmp_path: Path) -> None:
    text = (SPECS / "boardgame.rspec").read_text("utf-8")
    path = tmp_path / "tried.rspec"
    path.write_text(text.replace("ask entailment {", "ask entailment { questions 3 "), "utf-8")
    for document in SPECS.glob("boardgame*.jinja"):
        (tmp_path / document.name).write_text(document.read_text("utf-8"), "utf-8")
    assert [each.code for each in check(path)] == ["E0442"]


def test_what_is_written_out_stands_first(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    core = "theory forward { facts 2  axioms 2 } with { sees(rex, coco).  sees(coco, rex). }"
    path.write_text(HEAD.replace("theory forward { facts 2  axioms 2 }", core) + "ask entailment\n")
    made: dict[str, Any] = rspc.load(path).instance().record()
    assert made["theory"][:2] == ["f1: sees(rex, coco)", "f2: sees(coco, rex)"]
    assert len(made["theory"]) == 6


def test_what_contradicts_itself_is_not_asked_about(tmp_path: Path) -> None:
    # All would like some that are not red, and these would be red.
    left, right = "not red or only likes red or kind", "red and some likes not red and kind"
    itself = f"{left} isa {right}"
    stated = ["anne : not red", f"anne : {left}", f"bob : {right}"]
    source = "\n".join(
        [
            "family alone",
            '"what contradicts itself"',
            "logic alcq",
            "theory {",
            *(f"  s{number}: {each}." for number, each in enumerate(stated)),
            "}",
            f"ask entailment {itself}",
        ]
    )
    path = tmp_path / "alone.rspec"
    path.write_text(source + "\n", encoding="utf-8")
    alone, theory = load(path).asks[0].goal.statement, load(path).instance().theory
    base = open_base(load(path).engines, theory)
    assert base.excluded(alone) is not None
    assert base.take(alone) == "trivial"
    statements = [each.statement for each in theory.statements]
    candidates = Candidates(base, statements, Stream("candidates"))
    candidates.of["false"] = [each for each in candidates.of["false"] if each.statement == alone]
    for depth in (None, 0, 1):
        found = chosen(candidates, [Sought("false", depth)], Stream("questions"))
        assert isinstance(found, Rejected)


@pytest.mark.parametrize("name", ["delta", "charter"])
def test_questions_of_a_depth_have_one_pattern_whatever_their_labels(name: str) -> None:
    for _, members in groupby(grown(name), lambda each: each.context):
        patterns: dict[tuple[str, int], list[str]] = {}
        for each in members:
            kind = each.label, each.metrics.get("among", 0)
            patterns.setdefault(kind, []).append(pattern(each.query.goal.statement.concept))
        for depth in range(1, DEPTH + 1):
            (own,) = set(patterns["true", depth])
            assert patterns["false", depth] == [own]
            assert set(patterns["unknown", depth]) == {own}


def test_deeper_questions_differ_in_the_individual_alone() -> None:
    asked: dict[tuple[str, int], list[Instance]] = {}
    for each in (*grown("delta"), *grown("delta", 3), *grown("charter")):
        if each.metrics.get("among", 0) > 1:
            asked.setdefault((each.context, each.metrics["among"]), []).append(each)
    assert len(asked) == 9
    for members in asked.values():
        goals = [each.query.goal.statement for each in members]
        assert {each.label for each in members} == {"true", "false", "unknown"}
        assert len({each.concept for each in goals}) == 1
        assert len({each.individual for each in goals}) == len(goals)


def contrasted(name: str, seed: int, depths: list[int], axioms: int) -> tuple[Growth, Any]:
    own = family(name)
    values = {"level": 1, "depth": 2, "vocabulary": "machines"}
    env = Env(Stream("contrasts", seed), values, {}, "")
    theory = ir.Theory(own.logic.name, (), own.signature, own.options)
    base = open_base(own.engines, theory, BUDGET)
    growth = Growth(base, own.undivided.narrowed(env), env, (), True)
    drawn = [flatten(draw_statement(growth.grammar, "fact", env)) for _ in range(DRAWN)]
    growth.draw("fact", 4, 10)
    try:
        ground(growth, drawn, 7)
        growth.draw("fact", 7, 10)
        growth.draw("axiom", axioms - room(depths, axioms), 10, True)
        return growth, contrasts(growth, depths, axioms)
    except NoValue:
        return growth, []


@cache
def many(name: str) -> list[dict[str, tuple[int, ...]]]:
    """How the text speaks of whom a question of depth 2 is about, by its label."""
    seen = []
    for seed in range(70):
        growth, found = contrasted(name, seed, [2], 5)
        if found and found[0].holds(growth.base):
            text = Text(growth.statements, 3)
            asked = found[0].asked
            seen.append({e: text.profile(asked[e].individual.name) for e in sorted(asked)})
    return seen


@pytest.mark.parametrize("name", ["delta", "charter"])
@pytest.mark.parametrize("labels", [("true", "false"), ("true", "unknown"), ("false", "unknown")])
def test_the_text_speaks_of_whom_is_asked_about_alike(name: str, labels: tuple[str, str]) -> None:
    one, other = labels
    assert len(many(name)) > 40
    for place in range(6):
        apart = [each[one][place] - each[other][place] for each in many(name)]
        assert abs(sum(apart)) <= 3.5 * sum(each**2 for each in apart) ** 0.5, place


@pytest.mark.parametrize("name", ["delta", "charter"])
def test_an_axiom_leads_on_from_what_is_stated_of_each(name: str) -> None:
    assert all(each[-1] > 0 for seen in many(name) for each in seen.values())


def test_contrasts_lie_as_deep_as_they_say() -> None:
    met = 0
    for seed in range(30):
        growth, found = contrasted("charter", seed, [2, 3, 4], 9)
        assert [each.depth for each in found] in ([], [2, 3, 4])
        for each in found:
            met += each.holds(growth.base)
        deepest = [each.asked for each in found[-1:] if each.holds(growth.base)]
        for asked in deepest:
            assert growth.base.depth(asked["true"], True) == 4
            assert growth.base.depth(asked["false"], False) == 4
            assert growth.base.follows(asked["unknown"]) is None
    assert met > 30, met


def test_contrasts_need_axioms() -> None:
    assert room([2, 3], 5) == 5
    assert room([2, 3], 9) == 6
    assert len(contrasted("charter", 1, [2, 3], 5)[1]) == 2
    with pytest.raises(NoValue, match="need 5 axioms"):
        room([2, 3], 4)


def test_two_individuals_have_questions_alike_in_form(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    head = HEAD.replace("?x : ?c", "?x : ?c | ?r(?x, ?y)").replace(
        "isa not ?d", "isa not ?d | ?c isa ?d"
    )
    path.write_text(
        head.replace("facts 2  axioms 2", "facts 3  axioms 4") + "ask entailment { depth 2 }\n",
        "utf-8",
    )
    made = [rspc.load(path).instance(index=index) for index in range(9)]
    assert {each.metrics.get("justification") for each in made} == {None, 0, 1, 2}


def test_looks_tell_conclusions_from_their_opposites() -> None:
    kind, calm, likes = ir.Named("kind"), ir.Named("calm"), "likes"
    anne, bob = ir.Const("anne"), ir.Const("bob")
    text = Text(
        [
            ir.ConceptAssertion(anne, calm),
            ir.ConceptAssertion(bob, ir.Not(calm)),
            ir.Inclusion(calm, kind),
            ir.Inclusion(ir.Not(calm), ir.Not(kind)),
        ],
        3,
    )
    true, false = (text.look(ir.ConceptAssertion(each, kind)) for each in (anne, bob))
    assert true == false
    carol = text.look(ir.ConceptAssertion(ir.Const("carol"), kind))
    assert carol.pattern == true.pattern
    assert apart(carol.counts, true.counts) > 0
    some = ir.Restriction("some", None, likes, kind)
    none = ir.Restriction("only", None, likes, ir.Not(kind))
    assert [opposite(each) for each in literals(some)] == list(literals(none))
    assert literals(ir.Not(some)) == literals(none)


def test_the_published_construction_draws_no_contrasts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("contrasts are drawn")

    monkeypatch.setattr("rspc.compiler.strategies.forward.contrasts", refuse)
    drawn = load(SPECS / "delta.rspec")
    made = list(drawn.generate(CELLS, seed=3, depth=DEPTH, construction="published"))
    assert {each.label for each in made} == {"true", "false", "unknown"}
    with pytest.raises(AssertionError, match="contrasts are drawn"):
        drawn.instance(seed=3, depth=DEPTH)


def test_questions_of_a_depth_have_every_label_equally_often() -> None:
    made = family("delta").generate(CELLS, seed=3, depth=DEPTH)
    cells = Counter((each.metrics["among"], each.label) for each in made)
    assert len(cells) == CELLS
    assert set(cells.values()) == {1}
