"""Solutions of programs: parts of answer sets. Posing them, and judging replies."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ...analysis.conflicts import write_out_conflicts
from ...certify.exploration import explore
from ...contract import UNDECIDED, EngineError, Grounder, Score, Undecided, plugins
from ...contract.engine_set import Engines
from ...family import Family, Rejected, Scene
from ...ir import free_predicate, guard_statement, nodes as ir, sums
from ...notation import read_literal, read_statement, show
from ...replies import Entry, Field
from ..only_answer_set import no_answer_set
from .asking import variables_of
from .judged import SPENT, Budget, first_violated, violation

MOST_LISTED = 100
"""Sorts with more numbers are not listed in a record: any whole number is read."""


def entry_of(literals: Sequence[ir.Literal], literal: ir.Literal) -> Entry | None:
    """Return the entry of a literal; None if it is an instance of none of the shown literals."""
    for number, shown in enumerate(literals):
        values = instance_values(shown, literal)
        if values is not None:
            return number, tuple(map(show, values))
    return None


def instance_values(shown: ir.Literal, literal: ir.Literal) -> tuple[ir.Term, ...] | None:
    """Return the values of the variables of a shown literal that make it another; None if there are none."""
    if (shown.negative, shown.atom.predicate) != (literal.negative, literal.atom.predicate):
        return None
    mine, theirs = shown.atom.arguments, literal.atom.arguments
    if len(mine) != len(theirs):
        return None
    bound: dict[str, ir.Term] = {}
    for own, other in zip(mine, theirs, strict=True):
        if isinstance(own, ir.Var):
            if bound.setdefault(own.name, other) != other:
                return None
        elif own != other:
            return None
    return tuple(bound[name] for name in variables_of(shown))


def literal_of(literals: Sequence[ir.Literal], entry: Entry) -> ir.Literal:
    """Return the literal of an entry."""
    number, values = entry
    shown = literals[number]
    bound = dict(zip(variables_of(shown), map(_term, values), strict=True))
    terms = tuple(
        bound[term.name] if isinstance(term, ir.Var) else term for term in shown.atom.arguments
    )
    return ir.Literal(ir.Atom(shown.atom.predicate, terms), shown.negative)


@lru_cache(maxsize=4096)
def _term(text: str) -> ir.Term:
    return read_literal(f"value({text})").atom.arguments[0]


# ------------------------------------------------------------------------------------------------------- posing


def field_of(
    scene: Scene, theory: ir.Theory, atoms: Sequence[ir.Literal], shown: ir.Literal, variable: str
) -> Field:
    """Return the field of a variable: the members of its sort, or what the program has in its place."""
    place = shown.atom.arguments.index(ir.Var(variable))
    sorts = dict(theory.signature.predicates).get(str(shown.atom.predicate), ())
    sort = sorts[place] if place < len(sorts) else ""
    name = (sort or variable).replace("_", " ")
    if sort in scene.grammar.numbers or sort in scene.grammar.sorts:
        terms: Sequence[ir.Term] = scene.grammar.members(sort)
    else:
        name = name if sort else variable.lower()
        terms = sorted(
            {
                values[variables_of(shown).index(variable)]
                for values in (instance_values(shown, each) for each in atoms)
                if values is not None
            },
            key=_rank,
        )
    numbers = all(isinstance(term, ir.Quantity) for term in terms)
    if terms and numbers and len(terms) > MOST_LISTED:
        return Field(name, kind="integer")
    words = tuple(_word(scene.family, term) for term in terms)
    values = tuple(map(show, terms))
    return Field(name, words, () if words == values else values)


def _rank(term: ir.Term) -> tuple[int, str]:
    return (term.amount, "") if isinstance(term, ir.Quantity) else (0, show(term))


def _word(family: Family, term: ir.Term) -> str:
    return family.words.phrasebook.value(term) or show(term)


def solution_of(
    engines: Engines, theory: ir.Theory
) -> tuple[tuple[ir.Literal, ...], bool] | Rejected:
    """Return the answer set of the certificate, and whether it is the only one."""
    query = ir.Query(ir.AnswerSets(1))
    verdict = explore(engines, theory, query)
    if verdict.label not in (UNDECIDED, "0") and not verdict.certificate["complete"]:
        full = write_out_conflicts(theory, query)
        verdict = engines.decide(engines.carrier, full, query)
    if verdict.label == UNDECIDED:
        return Rejected("the engine's budget ran out before an answer set was found", spent=True)
    sets = verdict.certificate["sets"]
    if not sets:
        return no_answer_set(engines, theory)
    return tuple(map(read_literal, sets[0])), bool(verdict.certificate["complete"])


def count_solutions(
    engines: Engines,
    theory: ir.Theory,
    shown: Sequence[ir.Literal],
    first: Sequence[ir.Literal],
    most: int,
) -> int | Rejected:
    """Return how many different parts of answer sets are shown, or `most` if there are more."""
    number = 0
    for part in shown_parts(engines, theory, shown, first):
        if isinstance(part, Rejected):
            return part
        number += 1
        if number == most:
            break
    return number


def shown_parts(
    engines: Engines,
    theory: ir.Theory,
    shown: Sequence[ir.Literal],
    first: Sequence[ir.Literal],
) -> Iterator[tuple[ir.Literal, ...] | Rejected]:
    """Yield the different parts of answer sets that are shown, of optimal ones where the program optimises.

    Args:
        first: the answer set whose part comes first.
    """
    query = ir.Query(ir.AnswerSets(1))
    own, cost = theory, None
    literals: Sequence[ir.Literal] = first
    if any(isinstance(each.statement, ir.Optimise) for each in theory.statements):
        cost = explore(engines, theory, query).certificate.get("cost")
    while True:
        part = tuple(each for each in literals if entry_of(shown, each) is not None)
        yield part
        own = replace(own, statements=(*own.statements, ir.Labelled("", exclude(shown, part))))
        verdict = explore(engines, own, query)
        if verdict.label == UNDECIDED:
            yield Rejected("the engine's budget ran out before solutions were counted", spent=True)
            return
        sets = verdict.certificate["sets"]
        if not sets or (cost is not None and verdict.certificate["cost"] != cost):
            return
        literals = tuple(map(read_literal, sets[0]))


def exclude(shown: Sequence[ir.Literal], part: Sequence[ir.Literal]) -> ir.Rule:
    """Return the constraint that not exactly these instances of the shown literals hold."""
    return ir.Rule((*part, _number_of(shown, "==", len(part))), "->", ir.Truth(False))


def _number_of(shown: Sequence[ir.Literal], operator: str, number: int) -> ir.Comparison:
    """Return the condition on how many instances of the shown literals hold."""
    elements = tuple(_counted(literal) for literal in shown)
    count = ir.AggregateTerm("count", elements)
    return ir.Comparison(operator, count, ir.Quantity("integer", number))


def _counted(literal: ir.Literal, condition: Sequence[ir.BodyPart] = ()) -> ir.Element:
    """Return the element of a count that counts each instance of a literal once, whatever else it is one of."""
    sign = "-" if literal.negative else ""
    called = ir.String(f"{sign}{literal.atom.predicate}")
    return ir.Element((called, *literal.atom.arguments), (*condition, literal))


# ------------------------------------------------------------------------------------------------------ judging


def judge_program(
    record: Mapping[str, Any], entries: Sequence[Entry], text: str, budget: Budget
) -> Score:
    """Return whether the entries are exactly what some answer set shows, an optimal one where the program optimises.

    Raises:
        Undecided, EngineError: the budget is too small.
    """
    shown = tuple(map(read_literal, record["reply"]["shown"]))
    given = frozenset(literal_of(shown, entry) for entry in entries)
    gold = tuple(map(read_literal, record["certificate"]["sets"][0]))
    right = frozenset(each for each in gold if entry_of(shown, each) is not None)
    if given == right:
        return Score(1.0, answer=text)
    theory = _theory(record["logic"], tuple(record["theory"]), tuple(record["reply"]["functional"]))
    found = first_violation(theory, shown, given, budget)
    if found is not None:
        return violation(record, found or None, text)
    cost = record["certificate"].get("cost")
    if cost is None:
        if record["label"] == "1":
            return Score(0.0, "there is only one solution, and it is another", text)
        return Score(1.0, answer=text)
    own = _cost(theory, shown, given, budget)
    if own == list(cost):
        return Score(1.0, answer=text)
    had, best = (", ".join(map(str, sums(theory, each))) for each in (own, cost))
    return Score(0.0, f"not optimal: the answer reaches {had}, and {best} is possible", text)


@lru_cache(maxsize=16)
def _theory(logic: str, texts: tuple[str, ...], functional: tuple[str, ...]) -> ir.Theory:
    statements = tuple(map(read_statement, texts))
    theory = ir.Theory(logic, statements, ir.Signature(functional=functional))
    return write_out_conflicts(theory, ir.Query(ir.AnswerSets(1)))


def _engine(theory: ir.Theory) -> Any:
    logic = plugins.load(plugins.LOGICS, theory.logic)
    return plugins.make(plugins.BACKENDS, logic.explores)


def first_violation(
    theory: ir.Theory,
    shown: Sequence[ir.Literal],
    given: frozenset[ir.Literal],
    budget: Budget,
) -> str | None:
    """Return the id of the first requirement that an answer violates, an empty text if it is impossible without any.

    None if it violates none: some answer set shows exactly it.
    """
    relaxed, switches = relax(theory)
    engine = _engine(theory)
    if not isinstance(engine, Grounder):
        raise EngineError("the engine gives no answer sets under assumptions")
    session = engine.ground(relaxed, {}, budget.next())
    places = {literal: place for place, literal in enumerate(session.atoms)}
    if any(literal not in places for literal in given):
        return ""
    true = [places[literal] for literal in given]
    false = [
        place
        for literal, place in places.items()
        if literal not in given and entry_of(shown, literal) is not None
    ]
    own = [places.get(switch) for _, switch in switches]

    def possible(number: int) -> bool:
        budget.next()
        on = [place for place in own[:number] if place is not None]
        off = [place for place in own[number:] if place is not None]
        return bool(session.count([*true, *on], [*false, *off], 1))

    if possible(len(own)):
        return None
    return first_violated([id for id, _ in switches], possible) or ""


def relax(theory: ir.Theory) -> tuple[ir.Theory, list[tuple[str, ir.Literal]]]:
    """Return a program whose constraints, and the bounds of whose choices, apply only if their switches hold.

    Also the switches, each with the id of its statement, in the order of the theory.
    """
    name = free_predicate(theory, "required")
    statements: list[ir.Labelled] = []
    switches: list[tuple[str, ir.Literal]] = []

    def require(id: str, rule: ir.Statement) -> None:
        switch = ir.Literal(ir.Atom(name, (ir.Quantity("integer", len(switches)),)))
        guarded = guard_statement(rule, switch)
        assert guarded is not None
        statements.append(ir.Labelled(f"{id} required {len(switches)}", guarded))
        switches.append((id, switch))

    for each in theory.statements:
        match each.statement:
            case ir.Rule(head=ir.Truth(value=False)) as rule:
                require(each.id, rule)
            case ir.Rule(body=body, head=ir.Choice(elements=elements) as choice) as rule:
                free = replace(rule, head=ir.Choice(elements))
                statements.append(ir.Labelled(each.id, free))
                for operator, bound in (("<", choice.lower), (">", choice.upper)):
                    if bound is not None:
                        test = ir.Comparison(operator, _count(elements), bound)
                        require(each.id, ir.Rule((*body, test), "->", ir.Truth(False)))
            case ir.Optimise():
                pass
            case _:
                statements.append(each)
    if switches:
        own = ir.Choice(tuple(ir.Element((switch,)) for _, switch in switches))
        statements.append(ir.Labelled("switches", ir.Rule((), "->", own)))
    return replace(theory, statements=tuple(statements)), switches


def _count(elements: Sequence[ir.Element]) -> ir.AggregateTerm:
    """Return the number of atoms that a choice makes true."""
    made: list[ir.Element] = []
    for element in elements:
        (literal,) = element.terms
        assert isinstance(literal, ir.Literal)
        made.append(_counted(literal, element.condition))
    return ir.AggregateTerm("count", tuple(made))


def _cost(
    theory: ir.Theory,
    shown: Sequence[ir.Literal],
    given: frozenset[ir.Literal],
    budget: Budget,
) -> list[int]:
    """Return the least cost of the answer sets that show exactly an answer."""
    fixed = [ir.Rule((replace(literal, default=True),), "->", ir.Truth(False)) for literal in given]
    fixed.append(ir.Rule((_number_of(shown, "!=", len(given)),), "->", ir.Truth(False)))
    statements = (*theory.statements, *(ir.Labelled("", each) for each in fixed))
    own = replace(theory, statements=statements)
    verdict = _engine(theory).decide(own, ir.Query(ir.AnswerSets(1)), {}, budget.next())
    if verdict.label == UNDECIDED:
        raise Undecided(SPENT)
    cost = verdict.certificate.get("cost")
    if cost is None:
        raise EngineError("an answer that is judged to be possible is that of no answer set")
    return list(cost)
