"""What a reader must know: facts that are shown, a condition that they bear out, and the bridge between them.

`knowledge NAME(?x) { let … fact … test … }` draws values, states facts about an individual and a condition in words.
The bridge is a strict rule from the facts to the condition: the solver sees it, the text does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..dsl import syntax
from ..dsl.diagnostics import Report, did_you_mean
from .ir import nodes as ir
from .ir.fill import fill
from .kinds import Kind
from .text.phrase import Phrase
from .typed import BOOLEAN, NOTHING, Env, Names, NoValue, Row, Type, Typed
from .values import Expressions

KNOWLEDGE = "knowledge"
"""What a rule's body expands to ask for one of the items: `<knowledge(?a)>`."""

TRIES = 40
"""How often values are drawn before an item is given up for which no condition holds."""


@dataclass(frozen=True)
class Drawn:
    """What is shown, and the rules that bear out the condition from it."""

    facts: tuple[ir.Literal, ...]
    bridges: tuple[ir.Rule, ...]


@dataclass(frozen=True)
class Condition:
    """A condition in a rule's body, what bears it out for one individual, and what rules it out, if anything does."""

    literal: ir.Literal
    true: Drawn
    false: Drawn | None


@dataclass(frozen=True)
class Knowledge:
    """A `knowledge` item as it was checked.

    Attributes:
        hole: the name of the individual in facts and conditions.
        lets: names and how their values are drawn, in order.
        kinds: the kinds of those names that facts and conditions speak of.
        facts: the facts, with holes for the individual and for the names.
        tests: the conditions, with the same holes, and when each holds.
        phrases: how both are said.
    """

    name: str
    hole: str
    lets: tuple[tuple[tuple[str, ...], Typed], ...]
    kinds: Mapping[str, Kind]
    facts: tuple[ir.Literal, ...]
    tests: tuple[tuple[ir.Literal, Typed], ...]
    phrases: tuple[Phrase, ...]
    split: str

    def usable(self, env: Env) -> bool:
        """Tell whether the item belongs to the split at hand."""
        return self.split in ("", env.split)

    def condition(self, term: ir.Term, about: ir.Term, env: Env) -> Condition:
        """Draw a condition on a term of a rule that holds of an individual.

        Raises NoValue where none of the draws made a condition true.
        """
        for _ in range(TRIES):
            values = self._values(env)
            test, holds = env.stream.pick(self.tests)
            if not holds.draw(_within(env, values)):
                continue
            asked = {name: values[name] for name in values if ir.Hole(name) in test.atom.arguments}
            said = _filled(test, {**self._terms(values), self.hole: term})
            true = self._drawn(values, about, test, False)
            false = None
            for _ in range(TRIES):
                others = {**self._values(env), **asked}
                if not holds.draw(_within(env, others)):
                    false = self._drawn(others, about, test, True)
                    break
            return Condition(said, true, false)
        raise NoValue(f"no draw of knowledge `{self.name}` made a condition true")

    def _terms(self, values: Mapping[str, Any]) -> dict[str, ir.Term]:
        return {name: kind.term(values[name]) for name, kind in self.kinds.items()}

    def _drawn(
        self, values: Mapping[str, Any], about: ir.Term, test: ir.Literal, negative: bool
    ) -> Drawn:
        here = {**self._terms(values), self.hole: about}
        facts = tuple(_filled(fact, here) for fact in self.facts)
        head = ir.Literal(_filled(test, here).atom, negative)
        return Drawn(facts, (ir.Rule(facts, "->", head),))

    def _values(self, env: Env) -> dict[str, Any]:
        inner = Env(env.stream, dict(env.values), env.taken, env.split)
        for names, value in self.lets:
            drawn = value.draw(inner)
            if len(names) == 1:
                drawn = (drawn,)
            inner.values.update(zip(names, drawn, strict=True))
        found: dict[str, Any] = {}
        for name in self.kinds:
            one = inner.values[name]
            if isinstance(one, float):
                if one != int(one):
                    raise NoValue(f"`{name}` of knowledge `{self.name}` is no whole value")
                one = int(one)
            found[name] = one
        return found


def _within(env: Env, values: Mapping[str, Any]) -> Env:
    return Env(env.stream, {**env.values, **values}, env.taken, env.split)


def _filled(template: ir.Literal, terms: Mapping[str, ir.Term]) -> ir.Literal:
    filled: ir.Literal = fill(template, terms)  # type: ignore[assignment]
    return filled


def build_knowledge(item: syntax.Knowledge, names: Names, report: Report) -> Knowledge | None:
    """Check a `knowledge` item; None, with a report, where it cannot be used."""
    before = len(report.errors)
    hole = item.parameters[0] if item.parameters else ""
    if len(item.parameters) != 1:
        help = f"write `knowledge {item.name}(?x) {{ … }}`"
        report.add("E0306", "a `knowledge` item speaks of one individual", item.span, help=help)
    lets, types = _lets(item, names, report)
    expressions = Expressions(names.with_types(types), report)
    kinds = {name: type for name, type in types.items() if isinstance(type, Kind)}
    facts = tuple(_fact(each.statement, hole, kinds, report) for each in item.facts)
    tests = tuple(
        (
            _condition(f"{item.name}_{number}", test, hole, kinds, report),
            expressions.typed(test.holds, BOOLEAN),
        )
        for number, test in enumerate(item.tests, 1)
    )
    for missing in [word for word, found in (("fact", facts), ("test", tests)) if not found]:
        help = "show a fact, and word a condition that it bears out"
        report.add("E0424", f"knowledge `{item.name}` has no `{missing}`", item.span, help=help)
    phrases = [
        Phrase(ir.Fact(fact), shown.say, "", kinds, item.split, shown.span, item.name)
        for fact, shown in zip(facts, item.facts, strict=True)
        if shown.say
    ]
    phrases += [
        Phrase(literal, each.say, "", kinds, item.split, each.span, item.name)
        for (literal, _), each in zip(tests, item.tests, strict=True)
    ]
    if len(report.errors) > before:
        return None
    return Knowledge(item.name, hole, lets, kinds, facts, tests, tuple(phrases), item.split)


def _condition(
    predicate: str,
    test: syntax.Bridged,
    hole: str,
    kinds: Mapping[str, Kind],
    report: Report,
) -> ir.Literal:
    """Give the literal of a condition: of the individual and of every name that its text says."""
    from jinja2 import Environment, TemplateError, meta

    try:
        said = meta.find_undeclared_variables(Environment().parse(test.say))
    except TemplateError:
        said = {hole}  # the phrasebook says what is wrong with the text
    if hole not in said:
        message = f"the condition does not say `{{{{ {hole} }}}}`"
        help = f'write `test "the {{{{ {hole} }}}} …"`'
        report.add("E0424", message, test.span, help=help)
    names = [name for name in kinds if name in said]
    return ir.Literal(ir.Atom(predicate, tuple(map(ir.Hole, (hole, *names)))))


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
            message = f"{len(binding.names)} names are bound to what has {len(columns)} values"
            report.add("E0306", message, binding.span)
            columns = (NOTHING,) * len(binding.names)
        types |= dict(zip(binding.names, columns, strict=True))
        found.append((binding.names, value))
    return tuple(found), types


def _fact(
    statement: syntax.Statement, hole: str, kinds: Mapping[str, Kind], report: Report
) -> ir.Literal:
    """Read a fact whose arguments are the individual, names of `let`, and constants."""
    match statement:
        case syntax.Call(function=syntax.Name(text=predicate), arguments=arguments):
            terms = tuple(_argument(each, hole, kinds, report) for each in arguments)
            if ir.Hole(hole) not in terms:
                message = f"the fact does not speak of `?{hole}`"
                report.add(
                    "E0424", message, statement.span, help=f"write `{predicate}(?{hole}, …)`"
                )
            return ir.Literal(ir.Atom(predicate, terms))
        case _:
            message = "what a reader is shown is an atom such as `age(?x, days)`"
            report.add("E0311", message, statement.span)
            return ir.Literal(ir.Atom("false"))


def _argument(node: syntax.Expr, hole: str, kinds: Mapping[str, Kind], report: Report) -> ir.Term:
    match node:
        case syntax.Hole(text=text) if text == hole:
            return ir.Hole(hole)
        case syntax.Name(text=text) if text in kinds:
            return ir.Hole(text)
        case _:
            known = [f"?{hole}", *kinds]
            help = did_you_mean(node.span.text, known) or f"there are {', '.join(known)}"
            message = "an argument is the individual or a name bound by `let`"
            report.add("E0201", message, node.span, help=help)
            return ir.Const("error")
