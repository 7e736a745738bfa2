"""Equivalent theories are accepted and others refused, as references say that share no code with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, product
from random import Random

import pytest

from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import OneOf
from rspc.compiler.notation import read_statement
from rspc.compiler.tasks.formalisation import Formalisation

from ....backends.alcq.bases import interpretations
from ....backends.defeasible.oracle import Lit, Oracle
from .judged import record, same
from .programs import altered, drawn_program, models

Pairs = Iterator[tuple[bool, bool, str]]
"""Whether a reply is accepted, whether it should be, and the two theories."""

WANTED = 300


def check(pairs: Pairs, wanted: int) -> None:
    """Check pairs of theories until there are so many with the same meaning, and as many without."""
    seen = {True: 0, False: 0}
    for accepted, right, text in pairs:
        assert accepted is right, text
        seen[right] += 1
        if min(seen.values()) >= wanted:
            return
    raise AssertionError(f"only {seen} pairs")


def numbers(*, often: int) -> list[object]:
    return [often, pytest.param(WANTED, marks=pytest.mark.long)]


# --------------------------------------------------------------------------------------------------------- programs


def programs() -> Pairs:
    for seed in range(100_000):
        random = Random(seed)
        one = drawn_program(random)
        other = altered(one, random)
        texts = [[str(rule) for rule in each] for each in (one, other)]
        if not all(any(part in text for text in texts[0]) for part in _mentioned(texts[1])):
            continue
        names = ["n(a)", "n(b)"]  # so that both are about all of them
        gold = record("asp", [*texts[0], *names])
        yield same(gold, [*texts[1], *names]), models(one) == models(other), f"{texts}"


def _mentioned(texts: list[str]) -> list[str]:
    return [part for part in ("p", "q(") if any(part in text for text in texts)]


@pytest.mark.parametrize("number", numbers(often=60))
def test_programs(number: int) -> None:
    check(programs(), number)


VACUOUS: tuple[tuple[list[str], list[str]], ...] = (
    # What the reply lacks is about a number, or an individual, that nothing else names.
    (["p(a)", "-> { q(1) }", "p(X), X != b -> r(X)"], ["p(a)", "-> { q(1) }", "p(X) -> r(X)"]),
    (
        ["p(1)", "-> { p(5) }", "p(X), X > 3 -> q(X)"],
        ["p(1)", "-> { p(5) }", "p(X), X > 1 -> q(X)"],
    ),
    (["p(1)", "p(2)"], ["p(1)", "p(2)", "-> { p(3) }"]),
    (["p(1)", "p(2)"], ["-> (p(1) | p(3))", "p(2)"]),
    (["s", "not t -> u", "p(X), not q(X) -> r(X)"], ["s", "not t -> u"]),
    (["p(a, a)", "p(X, Y) -> q(X, Y)"], ["p(a, a)", "p(X, X) -> q(X, X)"]),
)


@pytest.mark.parametrize(("theory", "reply"), VACUOUS)
def test_programs_are_compared_over_enough_names(theory: list[str], reply: list[str]) -> None:
    gold = record("asp", theory)
    assert same(gold, theory)
    assert not same(gold, reply)


def test_intervals_stand_for_their_members() -> None:
    gold = record("asp", ["p(1)", "q(2)", "-> { p(1..2) }", "-> 1 { q(1..2) } 1"])
    assert same(gold, ["p(1)", "q(2)", "-> { p(1); p(2) }", "-> 1 { q(1); q(2) } 1"])
    assert not same(gold, ["p(1)", "q(2)", "-> { p(1) }", "-> 1 { q(1); q(2) } 1"])


INCOMPARABLE = (
    "p(a), N == count { X : p(X) } -> q(N)",
    "p(X), Y == X + 1 -> q(Y)",
    "p(f(X)) -> q(X)",
    "p(X) -> q(X + 1)",
    "minimize { 1, X : p(X) }",
)


@pytest.mark.parametrize("text", INCOMPARABLE)
def test_what_may_leave_the_names_is_not_compared(text: str) -> None:
    gold = record("asp", ["p(a)", "p(X) -> q(X)"])
    found = Formalisation().score(gold, f"```\np(a)\n{text}\n```")
    assert found.value == 0
    assert found.reason.startswith(("the theory cannot be compared", "`f` is none")), found.reason


def test_rules_without_names_count_in_defeasible_theories() -> None:
    gold = record("defeasible", ["f: s", "r1: p(X) => q(X)"])
    assert same(gold, ["s", "p(X) => q(X)"])
    assert not same(gold, ["s"])
    assert not same(gold, ["s", "q(X) => p(X)"])


@pytest.mark.parametrize(
    ("logic", "statement"),
    [("alcq", "X : c"), ("alcq", "-a : c"), ("defeasible", "?a"), ("asp", "?a"), ("asp", "p(?a)")],
)
def test_what_is_no_statement_is_refused_at_once(logic: str, statement: str) -> None:
    gold = record(logic, {"alcq": ["a : c"]}.get(logic, ["p(a)"]))
    found = Formalisation().score(gold, f"```\n{statement}\n```")
    assert found.value == 0
    assert "too hard" not in found.reason


# ----------------------------------------------------------------------------------------------- defeasible theories

ATOMS = ("p", "q", "r")


def drawn_theory(random: Random) -> list[str]:
    literals = [*ATOMS, *(f"-{each}" for each in ATOMS)]
    found = [f"f{n}: {each}" for n, each in enumerate(random.sample(ATOMS, random.randint(0, 1)))]
    rules = random.randint(2, 4)
    for n in range(rules):
        body = random.sample(literals, random.choice((0, 1, 1)))
        arrow = random.choice(("=>", "=>", "=>", "->", "~>"))
        found.append(
            f"r{n}: {''.join(body)} {arrow} {random.choice(literals)}".replace(":  ", ": ")
        )
    if random.random() < 0.7:
        one, other = random.sample(range(rules), 2)
        found.append(f"r{one} > r{other}")
    return found


def altered_theory(texts: list[str], random: Random) -> list[str]:
    found = list(texts)
    place = random.randrange(len(found))
    text = found[place]
    match random.randrange(8):
        case 0:
            found.append(text.replace("r", "s", 1) if text.startswith("r") else text)
        case 1:
            del found[place]
        case 2 if "=>" in text:
            found[place] = text.replace("=>", random.choice(("->", "~>")))
        case 3 if " > " in text:
            found[place] = " > ".join(reversed(text.split(" > ")))
        case 4 if text[-2:-1] != "-":
            found[place] = f"{text[:-1]}-{text[-1]}" if ">" in text and " > " not in text else text
        case 5:
            head = random.choice(ATOMS)
            found.append(f"extra: {head} => {head}")
        case 6:
            found.append("extra: -p, p => q")
        case _:
            random.shuffle(found)
    labels = {each.split(":")[0] for each in found if ": " in each}
    kept = [each for each in found if " > " not in each or set(each.split(" > ")) <= labels]
    return [each.replace("extra: ", "") for each in kept]


@cache
def _conclusions(texts: tuple[str, ...], added: tuple[str, ...]) -> frozenset[Lit]:
    given = [*texts, *added]
    labelled = tuple(read_statement(each, {"preferences"}) for each in given)
    ids = (f"x{n}" for n in range(100))
    named = tuple(ir.Labelled(each.id or next(ids), each.statement) for each in labelled)
    asked = ir.Query(ir.Entailed(ir.Fact(ir.Literal(ir.Atom("p")))))
    found = Oracle(ir.Theory("defeasible", named), asked)
    return frozenset(each for tag, each in found.P if tag == "+d")


def same_conclusions(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    literals = [*ATOMS, *(f"-{each}" for each in ATOMS)]
    added = chain.from_iterable(combinations(literals, n) for n in range(len(literals) + 1))
    return all(_conclusions(one, each) == _conclusions(other, each) for each in added)


def defeasible_theories() -> Pairs:
    for seed in range(100_000):
        random = Random(seed)
        one = drawn_theory(random)
        other = altered_theory(one, random)
        spoken = " ".join(text.split(": ")[1] for text in one if ": " in text)
        if not all(atom in spoken for atom in ATOMS):
            continue  # a name that is new is refused
        right = same_conclusions(tuple(one), tuple(other))
        yield same(record("defeasible", one, variant="blocking"), other), right, f"{one} {other}"


@pytest.mark.parametrize("number", numbers(often=40))
def test_defeasible_theories(number: int) -> None:
    check(defeasible_theories(), number)


def test_any_number_of_facts_is_added() -> None:
    gold = record("defeasible", ["f: s", "r: p, q, r => t"])
    assert not same(gold, ["s"])
    assert same(gold, ["p, r, q => t", "s"])
    rules = ["f: s", "r1: a, b => q", "r2: c, d => -q", "r1 > r2"]
    gold = record("defeasible", rules)
    assert same(gold, rules)
    assert not same(gold, rules[:-1])


# ------------------------------------------------------------------------------------------------- knowledge bases


def drawn_concept(random: Random, depth: int = 1) -> str:
    kind = random.random()
    if kind < 0.4 or not depth:
        return random.choice(("c", "d", "not c", "not d"))
    inner = drawn_concept(random, depth - 1)
    if kind < 0.7:
        form = random.choice(("some r", "only r", "min 2 r", "max 1 r", "max 0 r", "min 1 r"))
        return f"{form} ({inner})"
    return f"({inner} {random.choice(('and', 'or'))} {drawn_concept(random, depth - 1)})"


def drawn_statement(random: Random) -> str:
    kind = random.random()
    if kind < 0.2:
        return random.choice(("r(a, b)", "r(b, a)", "r(a, a)"))
    if kind < 0.5:
        return f"{random.choice('ab')} : {drawn_concept(random)}"
    return f"{drawn_concept(random)} isa {drawn_concept(random)}"


REWRITINGS: tuple[tuple[str, str], ...] = (
    ("some r", "min 1 r"),
    ("min 1 r", "some r"),
    ("max 0 r", "not some r"),
    ("max 1 r", "not min 2 r"),
    ("min 2 r", "not max 1 r"),
    ("only r (not ", "not some r ("),
    ("not some r (", "only r (not "),
)


def rewritten(text: str, random: Random) -> str:
    """Return a statement with the same meaning, or, if nothing fits, the same."""
    ways = [pair for pair in REWRITINGS if pair[0] in text and f"not {pair[0]}" not in text]
    if " isa " in text and random.random() < 0.5:
        left, right = text.split(" isa ")
        return random.choice(
            (f"not ({right}) isa not ({left})", f"thing isa (not ({left}) or {right})")
        )
    if ways:
        old, new = random.choice(ways)
        return text.replace(old, new, 1)
    return text.replace(" : ", " : not (not (") + "))" if " : " in text else text


def altered_base(texts: list[str], random: Random) -> tuple[list[str], bool]:
    """Return a base that is like another, and whether it means the same by the way it was made."""
    found = list(texts)
    place = random.randrange(len(found))
    text = found[place]
    if random.random() < 0.5:
        found = [rewritten(each, random) if random.random() < 0.8 else each for each in found]
        random.shuffle(found)
        return [*found, *random.sample(found, 1)], True
    match random.randrange(5):
        case 0 if " isa " in text:
            found[place] = " isa ".join(reversed(text.split(" isa ")))
        case 1 if "some" in text:
            found[place] = text.replace("some", "only", 1)
        case 2 if "min" in text:
            found[place] = text.replace("min", "max", 1)
        case 3 if " and " in text:
            found[place] = text.replace(" and ", " or ", 1)
        case _:
            found[place] = drawn_statement(random)
    return found, False


def holds(concept: ir.Formula, x: int, world: dict[str, dict[str, list[object]]]) -> bool:
    match concept:
        case ir.Truth(value=value):
            return value
        case ir.Named(name=name):
            return x in world["concepts"].get(str(name), ())
        case ir.Not(part=part):
            return not holds(part, x, world)
        case ir.And(parts=parts):
            return all(holds(part, x, world) for part in parts)
        case ir.Or(parts=parts):
            return any(holds(part, x, world) for part in parts)
        case ir.Restriction(kind=kind, bound=bound, filler=filler):
            others = {b for a, b in world["roles"]["r"] if a == x}  # type: ignore[misc]
            number = sum(holds(filler, each, world) for each in others)
            amount = bound.amount if isinstance(bound, ir.Quantity) else 0
            return {
                "some": number > 0,
                "only": number == len(others),
                "min": number >= amount,
                "max": number <= amount,
            }[kind]
    raise AssertionError(concept)


def satisfied(statement: ir.Statement, world: dict[str, dict[str, list[object]]]) -> bool:
    named = world["individuals"]
    match statement:
        case ir.Fact(literal=ir.Literal(atom=ir.Atom(arguments=(ir.Const(one), ir.Const(other))))):
            return [named[one], named[other]] in world["roles"]["r"]
        case ir.ConceptAssertion(individual=ir.Const(name), concept=concept):
            return holds(concept, named[name], world)  # type: ignore[arg-type]
        case ir.Inclusion(left=left, right=right):
            return all(
                holds(right, x, world)  # type: ignore[arg-type]
                for x in world["elements"]
                if holds(left, x, world)  # type: ignore[arg-type]
            )
    raise AssertionError(statement)


@cache
def _worlds() -> list[dict[str, dict[str, list[object]]]]:
    found = [
        each
        for size in (2, 3)
        for each in interpretations(("c", "d"), ("r",), ("a", "b"), size)
        if each["individuals"] == {"a": 0, "b": 1}
    ]
    return Random(1).sample(found, 4_000)  # type: ignore[return-value]


def bases() -> Pairs:
    both = ["a : (c or not c)", "b : (d or not d)", "r(a, b)"]  # so that all names are known
    for seed in range(100_000):
        random = Random(seed)
        one = [drawn_statement(random) for _ in range(random.randint(1, 3))]
        other, made_equal = altered_base(one, random)
        given = [[_read(text) for text in [*each, *both]] for each in (one, other)]
        apart = any(
            len({all(satisfied(s, w) for s in each) for each in given}) > 1 for w in _worlds()
        )
        assert not (made_equal and apart), (one, other)
        if apart or made_equal:  # else it is not known
            gold = record("alcq", [*one, *both], unique_names=True)
            yield same(gold, [*other, *both]), made_equal, f"{one} {other}"


def _read(text: str) -> ir.Statement:
    return read_statement(f"s: {text}", {"concepts"}).statement


@pytest.mark.parametrize("number", numbers(often=40))
def test_knowledge_bases(number: int) -> None:
    check(bases(), number)


# ---------------------------------------------------------------------------------------------------- requirements

KINDS = {
    "colour": OneOf("colour", ("red", "blue", "green")),
    "shape": OneOf("shape", ("ball", "cube")),
}


def drawn_formula(random: Random, depth: int = 2) -> str:
    kind = random.random()
    if kind < 0.4 or not depth:
        tests = ("colour == red", "colour != blue", "colour in {red, green}", "shape == ball")
        return random.choice(tests)
    if kind < 0.55:
        return f"not ({drawn_formula(random, depth - 1)})"
    joined = random.choice(("and", "or"))
    return f"({drawn_formula(random, depth - 1)} {joined} {drawn_formula(random, depth - 1)})"


@pytest.mark.parametrize("number", numbers(often=60))
def test_requirements(number: int) -> None:
    check(requirements(), number)


def requirements() -> Pairs:
    for seed in range(100_000):
        random = Random(seed)
        one = [drawn_formula(random) for _ in range(random.randint(1, 3))]
        other = list(one)
        place = random.randrange(len(other))
        match random.randrange(5):
            case 0:
                other[place] = f"not (not ({other[place]}))"
            case 1:
                other[place] = other[place].replace(" and ", " or ", 1)
            case 2:
                other[place] = other[place].replace(
                    "colour == red", "not (colour in {blue, green})"
                )
            case 3:
                other[place] = drawn_formula(random)
            case _:
                other = [" and ".join(f"({each})" for each in other)]
        every = "(colour == red or colour != red) and (shape == ball or shape != ball)"
        gold = record("constraint", [*one, every], KINDS)
        yield same(gold, [*other, every]), values(one) == values(other), f"{one} {other}"


def values(texts: list[str]) -> set[tuple[str, str]]:
    return {
        (colour, shape)
        for colour, shape in product(("red", "blue", "green"), ("ball", "cube"))
        if all(
            eval(  # the tests are Python once their values are in quotes
                _python(text), {"__builtins__": {}}, {"colour": colour, "shape": shape}
            )
            for text in texts
        )
    }


def _python(text: str) -> str:
    for word in ("red", "blue", "green", "ball", "cube"):
        text = text.replace(word, f"'{word}'")
    return text
