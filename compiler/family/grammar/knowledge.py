"""What a reader must know: facts that are shown, a condition that they support, and the bridge between them.

`knowledge NAME(?x, ?y, …) of TOPIC, … { let … fact … test … }` draws values, states facts about individuals and a
condition on the first of them in words. The bridge is a strict rule from the facts to the condition: the solver sees
it, the text does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Report, did_you_mean
from ....dsl.parsing.places import name_span
from ...ir import fill, holes, nodes as ir
from ...kinds import BOOLEAN, NOTHING, Kind, Row, Type
from ...text import Phrase
from ..expressions import Env, Expressions, Names, NoValue, Typed

KNOWLEDGE = "knowledge"
"""What a rule's body expands to ask for one of the items: `<knowledge(?a)>`."""

UNKNOWN = "unknown"
"""The wording after `else`, for facts that leave open whether the condition holds."""

TRIES = 300
"""How often values are drawn before a condition is given up that none of them decides as it should be."""

ROWS = 1000
"""How often a row is drawn before it is given up that one with the given values comes up."""


@dataclass(frozen=True)
class Support:
    """Facts to show, and rules by which they support a condition or its negation; without rules it stays open."""

    facts: tuple[ir.Literal, ...]
    bridges: tuple[ir.Rule, ...]


@dataclass(frozen=True)
class Condition:
    """A condition in a rule's body, its support for one individual, and the support of its negation, if known."""

    literal: ir.Literal
    true: Support
    false: Support | None


@dataclass(frozen=True)
class Test:
    """A condition with holes, and how values decide it.

    Attributes:
        fails: when it is ruled out; None for whenever it does not hold.
        refutes: whether its negation follows then; else nothing does.
    """

    literal: ir.Literal
    holds: Typed
    fails: Typed | None = None
    refutes: bool = True

    def decided(self, env: Env, truth: bool) -> bool:
        """Return whether the values make the condition true, or rule it out."""
        holds = bool(self.holds.draw(env))
        if truth or holds:
            return truth and holds
        return self.fails is None or bool(self.fails.draw(env))


@dataclass(frozen=True)
class Knowledge:
    """A checked `knowledge` item.

    Attributes:
        parameters: the names of the individuals in facts and conditions; a condition is on the first.
        topics: its subjects: the names it mentions, and the predicates of its facts.
        lets: names and how their values are drawn, in order.
        kinds: the kinds of the names in facts and conditions.
        facts: the facts, with holes for the individuals and for the names.
        tests: the conditions, with the same holes, and when each holds.
        phrases: the wording of both.
    """

    name: str
    parameters: tuple[str, ...]
    topics: frozenset[str]
    lets: tuple[tuple[tuple[str, ...], Typed], ...]
    kinds: Mapping[str, Kind]
    facts: tuple[ir.Literal, ...]
    tests: tuple[Test, ...]
    phrases: tuple[Phrase, ...]
    split: str

    def usable(self, env: Env) -> bool:
        """Return whether the item belongs to the current split."""
        return self.split in ("", env.split)

    def condition(self, term: ir.Term, about: Sequence[ir.Term], env: Env) -> Condition:
        """Draw a condition on a term of a rule that is true of the first individual.

        Args:
            about: the individuals, one for each parameter of the item.

        Raises:
            NoValue: none of the draws made a condition true.
        """
        test = env.stream.pick(self.tests)
        values = self._decide(test, True, {}, env)
        if values is None:
            raise NoValue(f"in every draw of knowledge `{self.name}`, the condition was false")
        people = dict(zip(self.parameters, about, strict=True))
        said = _fill_template(
            test.literal, {**people, **self._terms(values), self.parameters[0]: term}
        )
        asked = {name: values[name] for name in holes(test.literal) if name in values}
        true = self._draw(values, people, test, True)
        others = self._decide(test, False, asked, env)
        false = None if others is None else self._draw(others, people, test, False)
        return Condition(said, true, false)

    def _decide(
        self, test: Test, truth: bool, fixed: Mapping[str, Any], env: Env
    ) -> dict[str, Any] | None:
        """Draw values with which a condition is true, or false, with some values given; None if no draw succeeds."""
        agreeing: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
        for _ in range(TRIES):
            values = self._values(env, fixed, agreeing)
            if values is None:
                return None
            if test.decided(_within(env, values), truth):
                return values
        return None

    def _terms(self, values: Mapping[str, Any]) -> dict[str, ir.Term]:
        return {name: kind.term(values[name]) for name, kind in self.kinds.items()}

    def _draw(
        self, values: Mapping[str, Any], people: Mapping[str, ir.Term], test: Test, truth: bool
    ) -> Support:
        here = {**self._terms(values), **people}
        facts = tuple(_fill_template(fact, here) for fact in self.facts)
        head = ir.Literal(_fill_template(test.literal, here).atom, not truth)
        bridged = truth or test.refutes
        return Support(facts, (ir.Rule(facts, "->", head),) if bridged else ())

    def _values(
        self,
        env: Env,
        fixed: Mapping[str, Any],
        agreeing: dict[tuple[str, ...], list[tuple[Any, ...]]],
    ) -> dict[str, Any] | None:
        """Draw the values one after another; None if a row with the given values does not come up.

        Args:
            agreeing: the rows that agree with the given values, by the names they are bound to, once they were sought.
        """
        inner = Env(env.stream, dict(env.values), env.taken, env.split)
        for names, value in self.lets:
            if all(name in fixed for name in names):
                drawn = tuple(fixed[name] for name in names)
            else:
                row = _row(names, value, fixed, inner, agreeing)
                if row is None:
                    return None
                drawn = row
            inner.values.update(zip(names, drawn, strict=True))
        found = {name: inner.values[name] for names, _ in self.lets for name in names}
        for name in self.kinds:
            if isinstance(found[name], float):
                if found[name] != int(found[name]):
                    raise NoValue(f"`{name}` of knowledge `{self.name}` is not a whole value")
                found[name] = int(found[name])
        return found


def _row(
    names: tuple[str, ...],
    value: Typed,
    fixed: Mapping[str, Any],
    env: Env,
    agreeing: dict[tuple[str, ...], list[tuple[Any, ...]]],
) -> tuple[Any, ...] | None:
    """Draw the values of names that are bound together, such as agree with those that are given."""

    def agrees(row: tuple[Any, ...]) -> bool:
        return all(fixed.get(name, one) == one for name, one in zip(names, row, strict=True))

    def of(drawn: Any) -> tuple[Any, ...]:
        return tuple(drawn) if len(names) > 1 else (drawn,)

    if value.members is not None and any(name in fixed for name in names):
        if names not in agreeing:
            agreeing[names] = list(filter(agrees, map(of, value.members(env))))
        return env.stream.pick(agreeing[names]) if agreeing[names] else None
    for _ in range(ROWS):
        row = of(value.draw(env))
        if agrees(row):
            return row
    return None


def _within(env: Env, values: Mapping[str, Any]) -> Env:
    return Env(env.stream, {**env.values, **values}, env.taken, env.split)


def _fill_template(template: ir.Literal, terms: Mapping[str, ir.Term]) -> ir.Literal:
    filled: ir.Literal = fill(template, terms)  # type: ignore[assignment]
    return filled


def build_knowledge(item: syntax.Knowledge, names: Names, report: Report) -> Knowledge | None:
    """Check a `knowledge` item; None, with a report, if it cannot be used."""
    before = len(report.errors)
    people = item.parameters
    if not people or len(set(people)) < len(people):
        report.add(
            "E0306",
            "a `knowledge` item must have one or several different individuals",
            name_span(item.span, item.name),
            help=f"write `knowledge {item.name}(?x) {{ … }}`",
        )
        people = people or ("x",)
    lets, types = _lets(item, names, report)
    expressions = Expressions(names.with_types(types), report)
    kinds = {name: type for name, type in types.items() if isinstance(type, Kind)}
    facts = tuple(_fact(each.statement, people, kinds, report) for each in item.facts)
    tests = tuple(
        _test(f"{item.name}_{number}", test, people, kinds, expressions)
        for number, test in enumerate(item.tests, 1)
    )
    for missing in [word for word, found in (("fact", facts), ("test", tests)) if not found]:
        report.add(
            "E0424",
            f"knowledge `{item.name}` has no `{missing}`",
            name_span(item.span, item.name),
            help="give it a fact, and the wording of a condition that it supports",
        )
    said: list[tuple[ir.Node, syntax.Shown | syntax.Bridged]] = [
        *((ir.Fact(fact), shown) for fact, shown in zip(facts, item.facts, strict=True)),
        *((test.literal, each) for test, each in zip(tests, item.tests, strict=True)),
    ]
    phrases = [
        Phrase(node, phrase.text, "", kinds, phrase.split or item.split, phrase.span, item.name)
        for node, worded in said
        for phrase in worded.phrases
    ]
    if len(report.errors) > before:
        return None
    topics = frozenset({*item.topics, *(str(fact.atom.predicate) for fact in facts)})
    spoken = {
        name for literal in (*facts, *(test.literal for test in tests)) for name in holes(literal)
    }
    shown_kinds = {name: kind for name, kind in kinds.items() if name in spoken}
    return Knowledge(
        item.name, people, topics, lets, shown_kinds, facts, tests, tuple(phrases), item.split
    )


def _test(
    predicate: str,
    test: syntax.Bridged,
    people: Sequence[str],
    kinds: Mapping[str, Kind],
    expressions: Expressions,
) -> Test:
    literal = _condition(predicate, test, people, kinds, expressions.report)
    holds = expressions.typed(test.holds, BOOLEAN)
    match test.fails:
        case None:
            return Test(literal, holds)
        case syntax.Name(text=text) if text == UNKNOWN:
            return Test(literal, holds, refutes=False)
        case fails:
            return Test(literal, holds, expressions.typed(fails, BOOLEAN))


def _condition(
    predicate: str,
    test: syntax.Bridged,
    people: Sequence[str],
    kinds: Mapping[str, Kind],
    report: Report,
) -> ir.Literal:
    """Return the literal of a condition: of the individuals and names that its texts say."""
    said: set[str] = set()
    for phrase in test.phrases:
        found = _names_said(phrase.text)
        said.update(people if found is None else found)
    first = people[0]
    if first not in said:
        report.add(
            "E0424",
            f"the condition does not say `{{{{ {first} }}}}`",
            test.span,
            help=f'write `test "the {{{{ {first} }}}} …"`',
        )
    names = [name for name in (*people[1:], *kinds) if name in said]
    return ir.Literal(ir.Atom(predicate, tuple(map(ir.Hole, (first, *names)))))


@lru_cache(maxsize=1024)
def _names_said(text: str) -> frozenset[str] | None:
    """Return the names in a template; None if it has an error, which the phrasebook reports."""
    from jinja2 import Environment, TemplateError, nodes

    try:
        return frozenset(each.name for each in Environment().parse(text).find_all(nodes.Name))
    except TemplateError:
        return None


def _lets(
    item: syntax.Knowledge, names: Names, report: Report
) -> tuple[tuple[tuple[tuple[str, ...], Typed], ...], dict[str, Type]]:
    found: list[tuple[tuple[str, ...], Typed]] = []
    types: dict[str, Type] = {}
    for binding in item.lets:
        value = Expressions(names.with_types(types), report).typed(binding.value)
        columns: Sequence[Type] = (value.type,)
        if value.type is NOTHING:
            columns = (NOTHING,) * len(binding.names)
        elif len(binding.names) > 1:
            columns = value.type.columns if isinstance(value.type, Row) else ()
        if len(columns) != len(binding.names):
            report.add(
                "E0306",
                f"{len(binding.names)} names are bound to a tuple of {len(columns)} values",
                binding.span,
            )
            columns = (NOTHING,) * len(binding.names)
        for place, name in enumerate(binding.names):
            if name in types or name in binding.names[:place]:
                report.add(
                    "E0202",
                    f"`{name}` is bound twice in `let`",
                    binding.span,
                    help="give each value a name of its own",
                )
        types |= dict(zip(binding.names, columns, strict=True))
        found.append((binding.names, value))
    return tuple(found), types


def _fact(
    statement: syntax.Statement, people: Sequence[str], kinds: Mapping[str, Kind], report: Report
) -> ir.Literal:
    """Read a fact whose arguments are individuals and names of `let`."""
    match statement:
        case syntax.Call(function=syntax.Name(text=predicate), arguments=arguments):
            terms = tuple(_argument(argument, people, kinds, report) for argument in arguments)
            if not any(ir.Hole(person) in terms for person in people):
                report.add(
                    "E0424",
                    f"the fact does not mention `?{people[0]}`",
                    statement.span,
                    help=f"write `{predicate}(?{people[0]}, …)`",
                )
            return ir.Literal(ir.Atom(predicate, terms))
        case _:
            report.add(
                "E0311",
                "this fact is not an atom",
                statement.span,
                help="write an atom such as `age(?x, days)`",
            )
            return ir.Literal(ir.Atom("false"))


def _argument(
    node: syntax.Expr, people: Sequence[str], kinds: Mapping[str, Kind], report: Report
) -> ir.Term:
    match node:
        case syntax.Hole(text=text) if text in people:
            return ir.Hole(text)
        case syntax.Name(text=text) if text in kinds:
            return ir.Hole(text)
        case _:
            known = [*(f"?{person}" for person in people), *kinds]
            report.add(
                "E0201",
                "an argument must be an individual or a name bound by `let`",
                node.span,
                help=did_you_mean(node.span.text, known) or f"there are {', '.join(known)}",
            )
            return ir.Const("error")
