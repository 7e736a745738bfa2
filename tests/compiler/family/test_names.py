"""Names of invented predicates and individuals."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import Family, check
from rspc.compiler.family.expressions.lexicon import Lexicon
from rspc.compiler.family.names import (
    STYLES,
    Names,
    Shape,
    name_individuals,
    name_predicates,
    names,
    rename,
    shape,
)
from rspc.compiler.ir import nodes as ir
from rspc.compiler.random.stream import Stream
from rspc.dsl.diagnostics import SpecError

SPEC = """family probe
logic defeasible
{more}
theory {{ p(a). p(X) -> q(X). }}
ask entailment q(a)
"""
WORDS = "use std.lexicon\n"

TINY = Lexicon(
    {
        "bird": frozenset({1}),
        "fly": frozenset({1}),
        "eat": frozenset({2}),
        "give": frozenset({3}),
        "stone": frozenset({1}),
        "worm": frozenset({1}),
    },
    (("bird", "capable_of", "fly"), ("bird", "capable_of", "eat"), ("worm", "is_a", "bird")),
    ("Ann", "Bob", "Fly"),
)


def spec(folder: Path, more: str) -> Path:
    path = folder / "probe.rspec"
    path.write_text(SPEC.format(more=more))
    return path


@cache
def lexicon() -> Lexicon:
    """Read the lexicon of the standard library as a family does."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        family = rspc.load(spec(Path(folder), f"{WORDS}style names = related"))
    assert family.naming is not None
    assert family.naming.lexicon is not None
    return family.naming.lexicon


def drawn(number: int) -> Shape:
    """Draw a graph of 8 to 30 predicates, in which each but the first stands in a rule with one to three before it."""
    stream = Stream("shape", number)
    size = stream.between(8, 30)
    arities = {f"p{i}": frozenset({stream.weighted([1, 4, 4, 2])}) for i in range(size)}
    joined = {
        (f"p{i}", f"p{stream.below(i)}"): None
        for i in range(1, size)
        for _ in range(stream.between(1, 3))
    }
    return Shape(arities, tuple(joined), tuple(f"c{i}" for i in range(stream.between(1, 9))))


def pairs(found: Shape, given: dict[str, str]) -> list[bool]:
    words = lexicon().joined
    return [given[other] in words.get(given[one], {}) for one, other in found.joined]


NUMBERS = range(40)


@pytest.mark.parametrize("style", STYLES)
def test_names_are_a_function_of_shape_style_and_stream(style: str) -> None:
    for number in NUMBERS:
        first, again, other = (
            names(drawn(number), style, lexicon(), Stream("names", key)) for key in (1, 1, 2)
        )
        assert first == again
        assert first != other


@pytest.mark.parametrize("style", STYLES)
def test_no_two_predicates_or_individuals_share_a_name(style: str) -> None:
    for number in NUMBERS:
        found = names(drawn(number), style, lexicon(), Stream("names", number))
        given = [*found.predicates.values(), *found.individuals.values()]
        assert len(set(given)) == len(given)
        assert list(found.predicates) == list(drawn(number).predicates)
        assert set(found.individuals.values()) <= set(lexicon().people)


def test_the_bare_style_numbers_from_zero_and_in_no_order() -> None:
    given = name_predicates(drawn(0), "p_style", None, Stream("names"))
    assert set(given.values()) == {f"p{number}" for number in range(len(given))}
    assert list(given.values()) != sorted(given.values(), key=lambda name: int(name[1:]))


def test_related_words_are_joined_by_a_relation_of_the_table() -> None:
    told = {frozenset((start, end)) for start, _, end in lexicon().relations}
    joined = total = alone = 0
    for number in NUMBERS:
        found = drawn(number)
        given = name_predicates(found, "related", lexicon(), Stream("names", number))
        truly = [frozenset((given[a], given[b])) in told for a, b in found.joined]
        assert truly == pairs(found, given)
        joined, total = joined + sum(truly), total + len(truly)
        touched = {p for pair, yes in zip(found.joined, truly, strict=True) if yes for p in pair}
        alone += len(set(found.predicates) - touched)
    assert joined > total / 2
    assert alone <= 5, "nearly every predicate is related to another one of its rules"


def test_related_words_are_of_many_relations() -> None:
    kinds: Counter[str] = Counter()
    for number in NUMBERS:
        found = drawn(number)
        given = name_predicates(found, "related", lexicon(), Stream("names", number))
        kinds.update(
            lexicon().joined[given[a]][given[b]]
            for a, b in found.joined
            if given[b] in lexicon().joined.get(given[a], {})
        )
    assert len(kinds) >= 8
    assert kinds.most_common(1)[0][1] < 0.7 * sum(kinds.values())


def test_random_words_are_not_related() -> None:
    for number in NUMBERS:
        found = drawn(number)
        given = name_predicates(found, "random", lexicon(), Stream("names", number))
        words = list(given.values())
        assert not [a for a in words if set(lexicon().joined.get(a, {})) & set(words)]


@pytest.mark.parametrize(("style", "share"), [("random", 1.0), ("related", 0.97)])
def test_words_suit_the_arities(style: str, share: float) -> None:
    suited = total = 0
    for number in NUMBERS:
        found = drawn(number)
        given = name_predicates(found, style, lexicon(), Stream("names", number))
        for name, arities in found.predicates.items():
            total += 1
            suited += lexicon().suits(given[name], arities)
    assert suited >= share * total


def test_a_star_is_named_around_its_middle() -> None:
    found = Shape(
        {"p0": frozenset({1}), "p1": frozenset({1}), "p2": frozenset({2})},
        (("p0", "p1"), ("p0", "p2")),
    )
    for number in range(20):
        given = name_predicates(found, "related", TINY, Stream(number))
        assert given["p0"] == "bird"
        assert given["p1"] in {"fly", "worm"}
        assert given["p2"] == "eat"


def test_where_relations_end_names_go_on() -> None:
    chain = Shape(
        {f"p{i}": frozenset({4}) for i in range(6)}, tuple((f"p{i}", f"p{i + 1}") for i in range(5))
    )
    given = name_predicates(chain, "related", TINY, Stream("chain"))
    assert set(given.values()) == set(TINY.arities)
    with pytest.raises(SpecError) as caught:
        name_predicates(
            Shape(dict.fromkeys("abcdefg", frozenset({1}))), "random", TINY, Stream("many")
        )
    assert caught.value.diagnostics[0].code == "E0403"


def test_people_are_no_words_and_may_run_out() -> None:
    assert set(name_individuals(("a", "b"), TINY.people, ["fly"], Stream("x")).values()) == {
        "Ann",
        "Bob",
    }
    with pytest.raises(SpecError):
        name_individuals(("a", "b", "c"), TINY.people, ["fly"], Stream("x"))


def test_an_unknown_style_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no style"):
        name_predicates(drawn(0), "plain", lexicon(), Stream("x"))
    with pytest.raises(ValueError, match="no lexicon"):
        name_predicates(drawn(0), "related", None, Stream("x"))


# ------------------------------------------------------------------------------------------------------- theories


def atom(name: str, *arguments: str) -> ir.Atom:
    terms = [ir.Var(each) if each.isupper() else ir.Const(each) for each in arguments]
    return ir.Atom(name, tuple(terms))


def literal(name: str, *arguments: str) -> ir.Literal:
    return ir.Literal(atom(name, *arguments))


THEORY = ir.Theory(
    "any",
    (
        ir.Labelled("f1", ir.Fact(literal("p1", "c1"))),
        ir.Labelled("f2", ir.Fact(ir.Literal(atom("p1", "c1", "c2"), negative=True))),
        ir.Labelled(
            "r1",
            ir.Rule(
                (
                    literal("p1", "X"),
                    ir.Literal(atom("p2", "X"), default=True),
                    ir.Not(
                        ir.Comparison(
                            "<",
                            ir.AggregateTerm(
                                "count", (ir.Element((ir.Var("Y"),), (literal("p3", "Y"),)),)
                            ),
                            ir.Quantity("integer", 2),
                        )
                    ),
                ),
                "->",
                ir.Choice((ir.Element((literal("p4", "X"),), (literal("p5", "X"),)),)),
            ),
        ),
        ir.Labelled("r2", ir.Rule((literal("p5", "X"), literal("p2", "X")), "->", ir.Truth(False))),
        ir.Labelled(
            "r3",
            ir.Rule((literal("p4", "X"),), "->", ir.Or((literal("p2", "X"), literal("p4", "X")))),
        ),
    ),
    ir.Signature((("p1", ("thing",)),), (), (("thing", ("c1", "c2")),), ("p1",)),
)


def test_the_shape_of_a_theory() -> None:
    found = shape(THEORY)
    assert found.predicates == {
        "p1": {1, 2},
        "p4": {1},
        "p5": {1},
        "p2": {1},
        "p3": {1},
    }
    assert found.individuals == ("c1", "c2")
    assert {frozenset(each) for each in found.joined} == {
        frozenset(each.split()) for each in ("p4 p1", "p4 p2", "p4 p3", "p4 p5", "p5 p2")
    }
    assert len(found.joined) == 5


def test_a_theory_is_renamed_everywhere_and_back() -> None:
    found = shape(THEORY)
    new = names(found, "related", lexicon(), Stream("theory"))
    changed = rename(THEORY, new)
    again = shape(changed)
    assert set(again.predicates) == set(new.predicates.values())
    assert again.individuals == tuple(new.individuals[each] for each in found.individuals)
    assert changed.signature.predicates == ((new.predicates["p1"], ("thing",)),)
    assert changed.signature.functional == (new.predicates["p1"],)
    assert changed.signature.values == (("thing", again.individuals),)
    back = Names(
        {new: old for old, new in new.predicates.items()},
        {new: old for old, new in new.individuals.items()},
    )
    assert rename(changed, back) == THEORY


def test_a_question_is_renamed_with_its_theory() -> None:
    question = ir.Query(ir.Entailed(ir.Fact(literal("p1", "c1", "other")), "brave"))
    given = Names({"p1": "bird"}, {"c1": "Ann"})
    assert rename(question, given) == ir.Query(
        ir.Entailed(
            ir.Fact(ir.Literal(ir.Atom("bird", (ir.Const("Ann"), ir.Const("other"))))), "brave"
        )
    )


# -------------------------------------------------------------------------------------------------------- families


def family(folder: Path, more: str) -> Family:
    return rspc.load(spec(folder, more))


def test_a_style_is_drawn_once_for_each_instance_in_exact_balance(tmp_path: Path) -> None:
    made = family(tmp_path, f"{WORDS}style naming = {{p_style: 1, related: 2, random: 1}}")
    found = Counter(made.instance(3, index).params["naming"] for index in range(12))
    assert found == {"p_style": 3, "related": 6, "random": 3}
    assert made.instance(0, 5, naming="random").params["naming"] == "random"
    naming = made.naming
    assert naming is not None
    given = naming.names(drawn(1), {"naming": "p_style"}, Stream("x"))
    assert "p0" in given.predicates.values()
    assert set(given.individuals.values()) <= set(lexicon().people)


def test_a_bare_style_needs_no_lexicon(tmp_path: Path) -> None:
    naming = family(tmp_path, "style naming = p_style").naming
    assert naming is not None
    given = naming.names(drawn(1), {"naming": "p_style"}, Stream("x"))
    assert given.individuals == {each: each for each in drawn(1).individuals}
    assert family(tmp_path, "").naming is None


def test_a_family_brings_its_own_words(tmp_path: Path) -> None:
    more = """table words(word, arity) = {(dog, "1"), (see, "1;2"), ("hot dog", 1)}
table relations(start, relation, end) = {(dog, can, see), (dog, is_a, animal)}
table people(name) = {"Ann", "Bob"}
style naming = {related: 1, random: 1}"""
    naming = family(tmp_path, more).naming
    assert naming is not None
    assert naming.lexicon == Lexicon(
        {"dog": frozenset({1}), "see": frozenset({1, 2}), "hot dog": frozenset({1})},
        (("dog", "can", "see"),),
        ("Ann", "Bob"),
    )


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (f"{WORDS}style naming = {{p_stile: 1, related: 1}}", "E0218"),
        ("style naming = 3", "E0218"),
        ("style naming = related", "E0201"),
        (f"{WORDS}style naming = related\nstyle again = random", "E0212"),
        (f"{WORDS}style words = related", "E0202"),
        (
            "use std.lexicon: relations, people\n"
            "table words(word, arity) = {(dog, 1), (see, 4)}\nstyle naming = related",
            "E0611",
        ),
        (
            "use std.lexicon: relations, people\n"
            "table words(word, size) = {(dog, 1), (see, 2)}\nstyle naming = related",
            "E0612",
        ),
    ],
)
def test_what_is_wrong_with_a_style_is_told(more: str, code: str, tmp_path: Path) -> None:
    assert [each.code for each in check(spec(tmp_path, more))] == [code]
