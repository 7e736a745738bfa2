"""Closed questions with labels drawn first, and whether all statements can be true together."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.instances import Exhausted
from rspc.compiler.ir import nodes as ir

GUESTS = """family guests
"who is away"
logic {logic}
sort person = {{ann, bob, cid, dan}}
pred host(person)
pred away(person)
choose asked = 1 of person
fact known = host(?a) | -host(?a)
theory {{ {number} of known.  {rules} }}
{ask}
"""
RULES = {
    "asp": "host(X) -> away(X).  -host(X) -> -away(X).",
    "defeasible": "host(X) => away(X).  -host(X) => -away(X).",
}
THREE = "labels {true: yes, false: no, unknown: open}"

LOOKS = """family pets
"what may be so of a few pets"
logic alcq
concept from {fast, furry, hungry}
role from {chases, fears}
sort pet = {bella, coco, felix}
fact is [3] = ?x: ?c | ?x : not ?c
fact does = ?r(?x, ?y)
axiom all = ?c isa ?d | ?c isa not ?d | ?c isa only ?r ?d
theory { 3 of is. 2 of does. 4 of all. }
%s
"""

CHOICES = """family cooks
"who cooks"
logic asp
sort person = {ann, bob, cid, dan}
pred person(person)
pred cooks(person)
fact someone = person(?a)
clue both [3] = cooks(?a), cooks(?b) -> false
clue neither [2] = not cooks(?a), not cooks(?b) -> false
theory { each of someone. person(X) -> { cooks(X) }. 8..9 of clue. }
%s
"""


def load(folder: Path, text: str) -> rspc.Family:
    path = folder / "family.rspec"
    path.write_text(text, "utf-8")
    return rspc.load(path)


def guests(folder: Path, ask: str, logic: str = "asp", number: int = 3) -> rspc.Family:
    text = GUESTS.format(logic=logic, number=number, rules=RULES[logic], ask=ask)
    return load(folder, text)


def one_host(folder: Path, ask: str) -> rspc.Family:
    """Return the family with one fact about a host, and one about somebody who was seen."""
    text = GUESTS.format(logic="asp", number=1, rules=f"2 of met. {RULES['asp']}", ask=ask)
    return load(folder, text)


def of_facts(instance: rspc.Instance, name: str) -> str:
    """Decide the question of `GUESTS` from its facts, without an engine."""
    said = {
        each.statement.literal.negative
        for each in instance.theory.statements
        if isinstance(each.statement, ir.Fact)
        and each.statement.literal.atom.arguments == (ir.Const(name),)
    }
    return {(): "unknown", (False,): "true", (True,): "false"}[tuple(said)]


@pytest.mark.parametrize("logic", ["asp", "defeasible"])
@pytest.mark.parametrize("mode", ["", "cautious", "brave"])
def test_each_label_of_a_written_statement_is_drawn_equally_often(
    tmp_path: Path, logic: str, mode: str
) -> None:
    if mode and logic != "asp":
        pytest.skip("no modes")
    ask = f"ask entailment away(?asked) {mode} {{ {THREE}  balanced on }}"
    instances = list(guests(tmp_path, ask, logic).generate(30))
    assert Counter(each.label for each in instances) == {"true": 10, "false": 10, "unknown": 10}
    for each in instances:
        assert isinstance(each.query.goal, ir.Entailed)
        (name,) = each.query.goal.statement.literal.atom.arguments
        assert each.label == of_facts(each, name.name)


def test_what_is_kept_with_a_label_is_what_falls_to_it_without_balance(tmp_path: Path) -> None:
    """Given its label, a theory is as likely as without balance: nothing else decides what is dropped."""
    number = 1200
    free = guests(tmp_path, f"ask entailment away(ann) {{ {THREE} }}", number=2)
    fair = guests(tmp_path, f"ask entailment away(ann) {{ {THREE}  balanced on }}", number=2)

    def about_bob(family: rspc.Family) -> dict[str, float]:
        kept = [(each.label, of_facts(each, "bob")) for each in family.generate(number)]
        rows = Counter(label for label, _ in kept)
        both = Counter(kept)
        return {label: both[label, "true"] / rows[label] for label in rows}

    found, expected = about_bob(fair), about_bob(free)
    assert found.keys() == expected.keys() == {"true", "false", "unknown"}
    assert all(abs(found[label] - expected[label]) < 0.1 for label in found), (found, expected)


def test_balance_with_holes_needs_a_statement_with_the_drawn_label_alone(tmp_path: Path) -> None:
    """A theory with one fact about a host has statements of two labels only."""
    asked = f"pred seen(person)\nfact met = seen(?a)\nask entailment away(?a) {{ {THREE}"
    with pytest.raises(Exhausted):
        list(one_host(tmp_path, f"{asked} }}").generate(3))
    fair = list(one_host(tmp_path, f"{asked}  balanced on }}").generate(30))
    assert Counter(each.label for each in fair) == {"true": 10, "false": 10, "unknown": 10}
    free = list(one_host(tmp_path, f"{asked}  balanced off }}").generate(60))
    assert Counter(each.label for each in free)["unknown"] > 30


def test_values_that_allow_one_label_are_redrawn(tmp_path: Path) -> None:
    text = GUESTS.format(logic="asp", number=0, rules=RULES["asp"], ask="").replace(
        "0 of known.", "host(?asked)."
    )
    ask = "ask entailment away(ann) { labels {true: yes, unknown: no}  balanced on }"
    family = load(tmp_path, text + ask)
    instances = list(family.generate(20))
    assert Counter(each.label for each in instances) == {"true": 10, "unknown": 10}
    assert all(
        (each.record()["params"]["asked"] == "ann") == (each.label == "true") for each in instances
    )
    again = family.instance(index=7)
    assert again.record() == instances[7].record()


@pytest.mark.parametrize(
    ("ask", "labels"),
    [
        ("ask entailment away(ann) { labels {true: yes, false: no}  balanced on }", "`true`"),
        ("ask consistent { balanced on }", "`true`"),
    ],
)
def test_a_label_that_never_comes_out_is_reported(tmp_path: Path, ask: str, labels: str) -> None:
    text = GUESTS.format(logic="asp", number=2, rules=f"host(ann). {RULES['asp']}", ask=ask)
    path = tmp_path / "family.rspec"
    path.write_text(text.replace("host(?a) | -host(?a)", "host(?a)"), "utf-8")
    result = CliRunner().invoke(app, ["compile", str(path), "-n", "4", "-o", str(tmp_path / "o")])
    assert result.exit_code == 1
    assert "E0470" in result.stderr
    assert f"drafts the label was always {labels}" in result.stderr


def test_the_same_theory_is_not_tried_to_the_end(tmp_path: Path) -> None:
    text = GUESTS.format(logic="asp", number=0, rules="host(ann). host(X) -> away(X).", ask="")
    ask = "ask entailment away(ann) { labels {true: yes, unknown: no}  balanced on }"
    family = load(tmp_path, text.replace("0 of known.", "") + ask)
    with pytest.raises(Exhausted) as caught:
        list(family.generate(2))
    assert sum(caught.value.rejections.values()) == 100
    assert set(caught.value.labels) == {"true"}


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask entailment { balanced on }", "E0471"),
        ("ask entailment { balanced off }", "E0471"),
        ("ask entailment away(ann) { balanced maybe }", "E0415"),
        ("ask entailment away(ann) { balanced on  questions 3 }", "E0442"),
        ("ask consistent: away(ann)", "E0421"),
        ("ask consistent away(ann)", "E0421"),
        ("ask consistent { labels {true: yes} }", "E0411"),
        ("ask consistent { labels {true: yes, false: yes} }", "E0411"),
        ("ask consistent { labels {true: yes, unknown: no} }", "E0411"),
        ("ask consistent { balance on }", "E0412"),
    ],
)
def test_wrong_uses_have_their_codes(tmp_path: Path, ask: str, code: str) -> None:
    text = GUESTS.format(logic="asp", number=2, rules=RULES["asp"], ask=ask)
    path = tmp_path / "family.rspec"
    path.write_text(text, "utf-8")
    assert [each.code for each in check(path) if each.code[0] == "E"] == [code]


def test_a_theory_without_chance_cannot_be_balanced(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    for ask in (
        "entailment p(a) { labels {true: yes, unknown: no}  balanced on }",
        "consistent { balanced on }",
    ):
        text = f'family t\n"t"\nlogic asp\ntheory {{ p(a). p(X) -> q(X). }}\nask {ask}\n'
        path.write_text(text, "utf-8")
        assert [each.code for each in check(path)] == ["E0472"]
        path.write_text(text.replace("balanced on", "balanced off"), "utf-8")
        assert [each.code for each in check(path)] == []


def test_defeasible_theories_are_always_consistent(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    text = GUESTS.format(
        logic="defeasible", number=2, rules=RULES["defeasible"], ask="ask consistent"
    )
    path.write_text(text, "utf-8")
    (found,) = check(path)
    assert found.code == "E0473"
    assert "asp" in found.help
    assert "defeasible" not in found.help


def has_cooks(instance: rspc.Instance) -> bool:
    """Try all sets of cooks."""
    clues = [
        {(part.atom.arguments[0].name, not part.default) for part in each.statement.body}
        for each in instance.theory.statements
        if isinstance(each.statement, ir.Rule) and each.statement.head == ir.Truth(False)
    ]
    names = ("ann", "bob", "cid", "dan")
    sets = [dict(zip(names, values, strict=True)) for values in product((True, False), repeat=4)]
    return any(
        not any(all(chosen[name] == sign for name, sign in clue) for clue in clues)
        for chosen in sets
    )


def test_programs_with_and_without_answer_sets(tmp_path: Path) -> None:
    ask = 'ask consistent { labels {true: "can be", false: "cannot be"}  balanced on } "Can it be?"'
    family = load(tmp_path, CHOICES % ask)
    instances = list(family.generate(40))
    assert Counter(each.label for each in instances) == {"true": 20, "false": 20}
    for each in instances:
        assert (each.label == "true") == has_cooks(each)
        assert each.answer == {"true": "can be", "false": "cannot be"}[each.label]
        assert each.question == "Can it be?"
        assert rspc.score(each.record(), each.answer).value == 1
        assert (
            rspc.score(each.record(), "can be" if each.label == "false" else "cannot be").value == 0
        )


def satisfiable(instance: rspc.Instance, size: int = 3) -> bool:
    """Whether a model of up to three elements exists; the individuals are different, so it has exactly three."""
    pets, concepts, roles = (
        ("bella", "coco", "felix"),
        ("fast", "furry", "hungry"),
        ("chases", "fears"),
    )
    place = {name: number for number, name in enumerate(pets)}
    given = {role: set() for role in roles}
    for each in instance.theory.statements:
        match each.statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=role, arguments=(one, other)))):
                given[role].add((place[one.name], place[other.name]))

    def extension(concept: ir.Formula, types: tuple[dict[str, bool], ...]) -> set[int]:
        match concept:
            case ir.Named(name=name):
                return {each for each in range(size) if types[each][name]}
            case ir.Not(part=part):
                return set(range(size)) - extension(part, types)
            case ir.Restriction(kind="only", role=role, filler=filler):
                inside = extension(filler, types)
                return {
                    one
                    for one in range(size)
                    if all(other in inside for first, other in given[role] if first == one)
                }
        raise AssertionError(concept)

    def holds(statement: ir.Statement, types: tuple[dict[str, bool], ...]) -> bool:
        match statement:
            case ir.Inclusion(left=left, right=right):
                return extension(left, types) <= extension(right, types)
            case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                return place[name] in extension(concept, types)
        return True

    kinds = [
        dict(zip(concepts, values, strict=True)) for values in product((True, False), repeat=3)
    ]
    return any(
        all(holds(each.statement, types) for each in instance.theory.statements)
        for types in product(kinds, repeat=size)
    )


def test_bases_with_and_without_models(tmp_path: Path) -> None:
    """In these bases, no statement asks for successors: if there is a model, then one of the individuals alone."""
    family = load(tmp_path, LOOKS % "ask consistent { balanced on }")
    instances = list(family.generate(24))
    assert Counter(each.label for each in instances) == {"true": 12, "false": 12}
    for each in instances:
        assert (each.label == "true") == satisfiable(each)
        if each.label == "false":
            assert each.proof
            ids = each.certificate["justification"]
            assert ids
        else:
            assert each.certificate["model"]


STATED = """family stated
logic asp
sort item = {ball, cup}
pred red(item)
pred old(item)
theory { red(ball). old(cup). old(X) -> red(X). -red(%s). }
%s
say red(?a) as "The {{ a }} is red."
say -red(?a) as "The {{ a }} is not red."
say old(?a) as "The {{ a }} is old."
say old(X) -> red(X) as "What is old is red."
"""


@pytest.mark.parametrize("item", ["ball", "cup"])
def test_facts_can_contradict_each_other_if_this_is_asked(tmp_path: Path, item: str) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(STATED % (item, "ask consistent"), "utf-8")
    family = rspc.load(path)
    record = family.instance().record()
    assert (record["label"], record["answer"]) == ("false", "no")
    assert record["engines"] == {"clingo": "false", "stability": "false"}
    assert not rspc.verify(record, family).faults
    assert rspc.solve(path).label == "false"


@pytest.mark.parametrize(
    "asked",
    [
        "ask entailment red(cup)",
        'param more: bool = false "more"\nask consistent when more\n'
        "ask entailment red(cup) when not more",
        "ask computation",
        "ask consistently",
    ],
)
def test_other_questions_refuse_facts_that_contradict_each_other(
    tmp_path: Path, asked: str
) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(STATED % ("ball", asked), "utf-8")
    assert "E0427" in [each.code for each in check(path)]


@pytest.mark.parametrize("text", [CHOICES, LOOKS])
def test_corrupted_certificates_are_refused(tmp_path: Path, text: str) -> None:
    from rspc.compiler.contract import LIMITS, Verdict

    family = load(tmp_path, text % "ask consistent { balanced on }")
    instances = list(family.generate(4))
    (checker,) = family.engines.checkers.values()
    for one, other in combinations(instances, 2):
        goal = one.query.goal.behind(family.logic.accepts)
        own = dict(one.certificate)
        alien = dict(other.certificate)
        if own == alien:
            continue
        label = rspc_label(goal, own)
        good = Verdict(label, checker.name, own)
        assert checker.check(one.theory, ir.Query(goal), good, {}, LIMITS).accepted
        for bad in (
            Verdict(label, checker.name, alien),
            Verdict(rspc_label(goal, alien), checker.name, alien),
        ):
            assert not checker.check(one.theory, ir.Query(goal), bad, {}, LIMITS).accepted


def rspc_label(goal: ir.Goal, certificate: dict[str, object]) -> str:
    from rspc.compiler.analysis.read_off import certified_label

    return certified_label(goal, certificate)


def test_a_problem_written_out_is_solved() -> None:
    program = "family t\nlogic asp\ntheory {{ -> (a | b).  {} }}\nask consistent\n"
    assert rspc.solve(program.format("a -> false.")).label == "true"
    assert rspc.solve(program.format("a -> false.  b -> false.")).label == "false"
    base = "family t\nlogic alcq\ntheory {{ x : c.  c isa d.  {} }}\nask consistent\n"
    assert rspc.solve(base.format("")).label == "true"
    answer = rspc.solve(base.format("x : not d."))
    assert answer.label == "false"
    assert answer.query == "consistent"
    assert answer.proof


@pytest.mark.parametrize(
    ("logic", "requirement", "kept"),
    [
        ("asp", "answers == 1", "true"),
        ("asp", "not holds", "unknown"),
        ("defeasible", "answers == 1", "true"),
    ],
)
def test_an_answer_can_be_required(tmp_path: Path, logic: str, requirement: str, kept: str) -> None:
    ask = "ask entailment away(?asked) { labels {true: yes, unknown: no} }\n"
    family = guests(tmp_path, f"{ask}require {requirement}\nmeasure right = answers\n", logic)
    instances = list(family.generate(10))
    assert {each.label for each in instances} == {kept}
    assert {each.metrics["right"] for each in instances} == {int(kept == "true")}


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("none", 0),
        ("ann", 1),
        ("ann,bob", 2),
        ("`a,b`", 1),
        ("f(a,b),c", 2),
        ('"x,(",`)`', 2),
        ("`none`", 1),
    ],
)
def test_the_individuals_of_a_label_are_counted(label: str, number: int) -> None:
    goal = ir.Answers("X", ir.Literal(ir.Atom("p", (ir.Var("X"),))))
    assert goal.figures(label)["answers"] == number


FLATS = """family flats
"what a flat must be like"
logic constraint
record flat {
  colour: one of {white, yellow, green}
  rooms: integer = 1..5
  floor: integer = 0..9
  stops: %s
}
sort town = {rome, oslo}
clue one = rooms > 3 | rooms < 3 | colour != green | floor == 2
clue two [3] = rooms > 2 or colour == white | rooms < 4 or colour == yellow | floor > rooms or rooms == 3
clue other [3] = floor < rooms or colour == green | rooms < floor | rooms == 5 or floor < 2
theory %s
%s
"""


def flats(ask: str, theory: str = "{ 5 of clue. }", stops: str = "integer = 0..2") -> str:
    return FLATS % (stops, theory, ask)


def can_be(instance: rspc.Instance) -> bool:
    """Try all flats with few rooms and low floors, which are enough for the constants of `FLATS`."""
    from rspc.backends.checkers.records.semantics import holds

    formulas = [each.statement.formula for each in instance.theory.statements]
    cells = (
        {
            "colour": ir.Const(colour),
            "rooms": ir.Quantity("integer", rooms),
            "floor": ir.Quantity("integer", floor),
        }
        for colour in ("white", "yellow", "green")
        for rooms in range(-3, 9)
        for floor in range(-3, 9)
    )
    return any(all(holds(each, row, {}) for each in formulas) for row in cells)


def test_requirements_with_and_without_records(tmp_path: Path) -> None:
    text = flats("verify z3, sat, evaluation\nask consistent { balanced on }")
    instances = list(load(tmp_path, text).generate(40))
    assert Counter(each.label for each in instances) == {"true": 20, "false": 20}
    for each in instances:
        assert (each.label == "true") == can_be(each)
        assert each.question.startswith("Can there be a flat that meets every requirement?")
        assert "can be white, yellow, or green." in each.question or "colour" not in each.context
        assert len(each.engines) == 3


def test_requirements_that_a_strategy_adds_to_others(tmp_path: Path) -> None:
    text = flats(
        "test few(?n) on rooms: rooms < ?n where ?n = 1 of rooms\n"
        "test low(?n) on floor: floor < ?n where ?n = 1 of floor\n"
        "ask consistent { balanced on }",
        "product_of_sums { slots 2  minterms 2 } with { 3 of clue. }",
    )
    instances = list(load(tmp_path, text).generate(10))
    assert Counter(each.label for each in instances) == {"true": 5, "false": 5}
    assert all(len(each.theory.statements) > 3 for each in instances)


def test_lists_cannot_be_searched(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    path.write_text(flats("ask consistent", stops="list of town = 1..2 of town"), "utf-8")
    assert [each.code for each in check(path)] == ["E0474"]
    path.write_text(flats("ask consistent", stops="set of town = 1..2 of town"), "utf-8")
    assert [each.code for each in check(path)] == []


def test_requirements_are_solved_and_records_verified(tmp_path: Path) -> None:
    text = flats("ask consistent", "{ rooms > floor.  floor > 3.  rooms < 4. }")
    answer = rspc.solve(text)
    assert answer.label == "false"
    assert set(answer.encodings) == {"z3"}
    path = tmp_path / "family.rspec"
    path.write_text(flats("ask consistent { balanced on }"), "utf-8")
    out = str(tmp_path / "out")
    runner = CliRunner()
    assert runner.invoke(app, ["compile", str(path), "-n", "8", "-o", out]).exit_code == 0
    result = runner.invoke(app, ["verify", out, "--engine", "sat"])
    assert result.exit_code == 0, result.output


def test_the_requirement_that_removes_a_label_is_named(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    path.write_text(
        "family required\nlogic asp\nchoose k = 1..2\nsort n = 1..2\npred p(n)\ntheory { p(?k). }\n"
        "require k == 1\nworld closed\n"
        "ask entailment p(1) { labels {true: yes, false: no}  balanced on }\n",
        "utf-8",
    )
    result = CliRunner().invoke(app, ["compile", str(path), "-n", "4", "-o", str(tmp_path / "o")])
    assert "E0470" in result.stderr
    assert "that met `require k == 1`, the label was always `true`" in " ".join(
        result.stderr.split()
    )
