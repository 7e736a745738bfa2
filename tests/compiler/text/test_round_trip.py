"""Whatever the phrasebook says is read back as exactly what was said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Integer, Kind, List, Money, OneOf, Set, Time
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.templates.phrase import GIVEN, WISH, Phrase

MODEST = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

AIRPORTS = ("jfk", "lax", "new_orleans", "ord")
CLASSES = ("economy", "business", "first_class")
EXTRAS = ("wifi", "meal", "lounge")
ORDER = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])


def amounts(kind: str, most: int) -> st.SearchStrategy[ir.Term]:
    return st.integers(0, most).map(lambda amount: ir.Quantity(kind, amount))


def symbols(values: tuple[str, ...]) -> st.SearchStrategy[ir.Term]:
    return st.sampled_from(values).map(ir.Const)


def sets(values: tuple[str, ...]) -> st.SearchStrategy[ir.Term]:
    return st.sets(st.sampled_from(values)).map(
        lambda some: ir.SetOf(tuple(ir.Const(each) for each in values if each in some))
    )


def some_of(values: tuple[str, ...]) -> st.SearchStrategy[ir.Term]:
    return sets(values).filter(lambda found: found != ir.SetOf(()))


def slots(*names: str) -> st.SearchStrategy[ir.Term]:
    return st.sampled_from(names).map(ir.Slot)


def operations(operator: str, *operands: st.SearchStrategy[ir.Term]) -> st.SearchStrategy[ir.Term]:
    return st.tuples(*operands).map(lambda some: ir.Operation(operator, some))


money = st.recursive(
    slots("price", "tax") | amounts("money", 2_000_000),
    lambda inner: (
        operations("+", inner, inner)
        | operations("-", inner, inner)
        | operations("*", inner, amounts("integer", 9))
    ),
    max_leaves=4,
)
times = slots("departure", "arrival_time") | amounts("time", 1439)
durations = (
    amounts("duration", 5000)
    | operations("sum", slots("waits"))
    | operations("max", slots("waits"))
    | operations("min", slots("waits"))
    | operations("first", slots("waits"))
)
whole = slots("layovers") | amounts("integer", 3000) | operations("len", slots("stops", "extras"))
percents = slots("emissions") | st.integers(-5000, 5000).map(lambda x: ir.Quantity("percent", x))
stops = slots("stops") | st.lists(symbols(AIRPORTS), max_size=4).map(
    lambda some: ir.ListOf(tuple(some))
)


def compared(operator: Any, left: Any, right: Any) -> st.SearchStrategy[ir.Formula]:
    return st.builds(ir.Comparison, operator, left, right)


EQUAL = st.sampled_from(["==", "!="])
comparisons = (
    compared(ORDER, money, money)
    | compared(ORDER, times, times)
    | compared(ORDER, durations, durations)
    | compared(ORDER, whole, whole)
    | compared(ORDER, percents, percents)
    | compared(EQUAL, slots("class"), symbols(CLASSES))
    | compared(st.just("in"), slots("class"), sets(CLASSES))
    | compared(EQUAL, operations("last", slots("stops")), symbols(AIRPORTS))
    | compared(EQUAL, slots("stops"), stops)
    | compared(EQUAL, slots("extras"), sets(EXTRAS))
    | compared(st.sampled_from(["within", "meets"]), slots("stops"), sets(AIRPORTS))
    | compared(st.sampled_from(["within", "meets"]), slots("extras"), sets(EXTRAS))
    | compared(st.sampled_from(["within", "meets"]), some_of(EXTRAS), slots("extras"))
    | compared(st.sampled_from(["within", "meets"]), some_of(AIRPORTS), slots("stops"))
    | compared(st.just("in"), symbols(EXTRAS), slots("extras"))
    | compared(st.just("in"), symbols(AIRPORTS), slots("stops"))
    | st.tuples(slots("price"), amounts("money", 900), amounts("money", 900)).map(
        lambda t: ir.And((ir.Comparison(">=", t[0], t[1]), ir.Comparison("<=", t[0], t[2])))
    )
)
literals = comparisons | comparisons.map(ir.Not)


def junctions(inner: st.SearchStrategy[ir.Formula]) -> st.SearchStrategy[ir.Formula]:
    parts = st.lists(inner, min_size=2, max_size=4).map(tuple)
    return parts.map(ir.Or) | parts.map(ir.And) | inner.map(ir.Not)


formulas = st.recursive(literals | st.booleans().map(ir.Truth), junctions, max_leaves=6)
sums = st.lists(literals, min_size=1, max_size=5).map(
    lambda some: some[0] if len(some) == 1 else ir.Or(tuple(some))
)


class Drawn:
    """Picks among phrases as the property test says."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def below(self, n: int) -> int:
        return self._data.draw(st.integers(0, n - 1))


def round_trip(book: Phrasebook, formula: ir.Formula, data: st.DataObject) -> None:
    statement = ir.Requirement(formula)
    said = book.say(statement, Drawn(data))
    assert said is not None
    assert said[0] == said[0].upper()
    assert said.endswith(".")
    assert book.read(said) == (statement,)


@MODEST
@given(formula=sums, data=st.data())
def test_sums_round_trip(book: Phrasebook, formula: ir.Formula, data: st.DataObject) -> None:
    round_trip(book, formula, data)


@MODEST
@given(formula=formulas, data=st.data())
def test_any_formula_round_trips(
    book: Phrasebook, formula: ir.Formula, data: st.DataObject
) -> None:
    round_trip(book, formula, data)


@MODEST
@given(formula=formulas, data=st.data(), mood=st.sampled_from([WISH, GIVEN]))
def test_any_clause_round_trips(
    book: Phrasebook, formula: ir.Formula, data: st.DataObject, mood: str
) -> None:
    said = book.clause(formula, mood, Drawn(data))
    assert said is not None
    assert book.read_clause(said, mood) == (formula,)


@MODEST
@given(formula=sums, data=st.data())
def test_compiled_fields_say_what_jinja_says(
    book: Phrasebook, formula: ir.Formula, data: st.DataObject
) -> None:
    voice = book.voice()
    for mood in (WISH, GIVEN):
        for entry, binding, _ in book.fits(formula, mood):
            assert entry.render(binding, voice, mood) == entry.by_jinja(binding, voice, mood)


# ---------------------------------------------------------------------------- a vocabulary of one's own


def of(slot: str, operator: str, hole: str = "v") -> ir.Comparison:
    return ir.Comparison(operator, ir.Slot(slot), ir.Hole(hole))


@pytest.fixture(scope="session")
def own(standard: list[Phrase], kinds: dict[str, Kind]) -> Phrasebook:
    cheap, known = of("price", "<"), ir.Comparison("==", ir.Slot("class"), ir.Hole("v"))
    early = of("departure", "<")
    unlike = ir.Comparison("!=", ir.Slot("class"), ir.Hole("v"))
    through = ir.Comparison("within", ir.Slot("stops"), ir.Hole("s"))
    many = of("layovers", ">")
    airports = kinds["stops"]
    assert isinstance(airports, List)
    assert isinstance(airports.element, OneOf)
    rows: list[tuple[ir.Node, str, str, dict[str, Kind]]] = [
        (cheap, "", "the price {{ be }} less than {{ v }}", {"v": Money()}),
        (ir.Not(cheap), "", "the price {{ be_not }} less than {{ v }}", {"v": Money()}),
        (known, "", "the ticket {{ be }} {{ v }} class", {"v": kinds["class"]}),
        (unlike, "", "the ticket {{ be_not }} {{ v }} class", {"v": kinds["class"]}),
        (early, WISH, "I want to leave before {{ v }}", {"v": Time()}),
        (early, GIVEN, "I leave before {{ v }}", {"v": Time()}),
        (ir.Not(early), "", 'I {{ "leave" | verb_plain_not }} before {{ v }}', {"v": Time()}),
        (through, "", "every stop {{ be }} in {{ s }}", {"s": Set(airports.element)}),
        (ir.Not(through), "", "some stop {{ be }} outside {{ s }}", {"s": Set(airports.element)}),
        (many, "", "the trip {{ have }} more than {{ v | number }} stops", {"v": Integer()}),
        (ir.Not(many), "", "the trip {{ have_not }} more than {{ v | number }} stops", {}),
    ]
    phrases = [Phrase(pattern, text, mood, some) for pattern, mood, text, some in rows]
    parts = ir.Or((ir.Hole("first"), ir.Hole("rest", rest=True)))
    phrases.append(Phrase(parts, "Unless {{ first | negated | given }}, {{ rest | either }}."))
    made = Phrasebook([phrases, standard], [(known, unlike)], kinds=kinds)
    assert made.diagnostics == ()
    return made


ours = st.one_of(
    compared(st.just("<"), slots("price"), amounts("money", 10**6)),
    compared(st.just("<"), slots("departure"), amounts("time", 1439)),
    compared(st.just("within"), slots("stops"), sets(AIRPORTS)),
    compared(st.just(">"), slots("layovers"), amounts("integer", 200)),
)
our_literals = (
    ours | ours.map(ir.Not) | compared(EQUAL, slots("class"), symbols(CLASSES)) | literals
)


@MODEST
@given(
    formula=st.lists(our_literals, min_size=1, max_size=4).map(
        lambda some: some[0] if len(some) == 1 else ir.Or(tuple(some))
    ),
    data=st.data(),
)
def test_own_vocabulary_round_trips(
    own: Phrasebook, formula: ir.Formula, data: st.DataObject
) -> None:
    round_trip(own, formula, data)


def test_own_words_are_used(own: Phrasebook) -> None:
    early = ir.Comparison("<", ir.Slot("departure"), ir.Quantity("time", 1050))
    cheap = ir.Comparison("<", ir.Slot("price"), ir.Quantity("money", 50000))
    first = ir.Comparison("==", ir.Slot("class"), ir.Const("first_class"))
    other = ir.Comparison("!=", ir.Slot("class"), ir.Const("first_class"))
    said = own.say(ir.Requirement(ir.Or((early, ir.Not(cheap), first))))
    assert said == (
        "Unless I should not leave before 17:30, the price should not be less than $500 or the ticket should be "
        "first class class."
    ).replace("I should not leave", "I do not leave")
    assert own.say(ir.Requirement(ir.Or((other, early)))) == (
        "Unless the ticket is first class class, I want to leave before 17:30."
    )
