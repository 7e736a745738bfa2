"""Rules drawn for a goal: a production whose head is the goal, its holes filled, and the body that the goal needs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...family import (
    KNOWLEDGE,
    Condition,
    Env,
    Grammar,
    KeptWords,
    Knowledge,
    NoValue,
    Option,
    Rewriting,
    asks,
    fits,
    usable_in,
)
from ...ir import BindingError, fill, nodes as ir
from ...notation import show


@dataclass(frozen=True)
class Instance:
    """A rule, and its body for one goal: literals without variables, and conditions on background knowledge."""

    rule: ir.Rule
    body: tuple[ir.Literal | Condition, ...]


class NothingToKnow(NoValue):
    """No item of knowledge is left to ask about an individual."""


class Fresh:
    """Draws predicates, individuals and conditions; no individual is drawn twice.

    A reader who learns an individual's age knows the truth of every condition on it. So two items
    with a common topic never mention the same individual, nor different ones if one of the
    conditions is on a variable.

    Args:
        rare: predicates that are not drawn again while others fit: two literals of one could
            contradict each other.
    """

    def __init__(
        self, grammar: Grammar, env: Env, negation: float, rare: Collection[str] = ()
    ) -> None:
        self.grammar = grammar
        self.env = env
        self.negation = negation
        self.rare = frozenset(rare)
        self._drawn: set[str] = set()
        self._used: set[str] = set()
        self._told: set[tuple[str, ir.Term]] = set()

    def literal(self, negative: bool) -> ir.Literal:
        """Draw a literal about new individuals."""
        predicate = self.predicate((), None, ())
        sorts = self.grammar.places(predicate)
        return ir.Literal(ir.Atom(predicate, tuple(map(self.individual, sorts))), negative)

    def literals(self, templates: Sequence[ir.Literal], negative: bool) -> tuple[ir.Literal, ...]:
        """Fill literals: holes alike in all of them, variables with new individuals in each.

        Args:
            negative: the sign of literals whose sign is a hole.
        """
        terms = [term for literal in templates for term in literal.atom.arguments]
        self._used |= {term.name for term in terms if isinstance(term, ir.Const)}
        filling = _Filling({}, {}, self)
        found = []
        for template in templates:
            if isinstance(template.negative, ir.Hole):
                filling.holes[template.negative.name] = ir.Sign(negative)
            filled = filling.literal(template)
            filling.variables.clear()
            found.append(filling.instance(filled))
        return tuple(found)

    def other_value(self, literal: ir.Literal) -> ir.Literal:
        """Return a literal with a new individual for its last argument."""
        atom = literal.atom
        value = self.individual(self.grammar.places(atom.predicate)[-1])
        return ir.Literal(ir.Atom(atom.predicate, (*atom.arguments[:-1], value)), literal.negative)

    def sign(self) -> ir.Sign:
        return ir.Sign(self.env.stream.chance(self.negation))

    def predicate(
        self,
        sorts: Sequence[str | None],
        arity: int | None,
        taken: Sequence[str],
        among: Collection[str] | None = None,
    ) -> str:
        """Draw a predicate with this many arguments, of these sorts where they are known; one of some, if given."""
        known = self.grammar.fitting(sorts, arity)
        fitting = [name for name in known if name not in taken]
        if among is not None:
            fitting = [name for name in fitting if name in among]
        if not fitting:
            raise NoValue("no unused predicate fits")
        fitting = [name for name in fitting if name not in self._drawn] or fitting
        return self.note(self.env.stream.pick(fitting))

    def note(self, predicate: str) -> str:
        """Record that the theory uses a predicate, and return it."""
        if predicate in self.rare:
            self._drawn.add(predicate)
        return predicate

    def individual(self, sort: str, among: Collection[str] | None = None) -> ir.Const:
        """Draw an individual of a sort that was not drawn before; one of some, if given."""
        members = self.grammar.sorts.get(sort, ())
        fitting = [member for member in members if member not in self._used]
        if among is not None:
            fitting = [member for member in fitting if member in among]
        if not fitting:
            raise NoValue(f"all values of `{sort}` are used")
        name = self.env.stream.pick(fitting)
        self._used.add(name)
        return ir.Const(name)

    def known(self, sort: str) -> list[ir.Const]:
        """Return the individuals of a sort that were drawn, in the sort's order."""
        members = self.grammar.sorts.get(sort, ())
        return [ir.Const(member) for member in members if member in self._used]

    def condition(
        self, term: ir.Term, about: ir.Term, sort: str, knowledge: Sequence[Knowledge]
    ) -> Condition:
        """Draw a condition on a term that holds of an individual.

        Args:
            sort: the sort of the individual, and of the others that an item mentions.

        Raises:
            NothingToKnow: no knowledge item is left.
        """
        whole = isinstance(term, ir.Var)
        usable = [
            each
            for each in knowledge
            if each.usable(self.env) and self._is_untold(each, about, whole)
        ]
        if not usable:
            raise NothingToKnow("no knowledge item is left")
        item = self.env.stream.pick(usable)
        everybody = (about, *(self.individual(sort) for _ in item.parameters[1:]))
        named = (_ANYTHING,) if whole else everybody
        self._told |= {(topic, each) for topic in item.topics for each in named}
        return item.condition(term, everybody, self.env)

    def _is_untold(self, item: Knowledge, about: ir.Term, whole: bool) -> bool:
        """Return whether nothing is known about an individual on an item's topics yet."""
        if whole:
            # Facts about a second individual could make a condition true of it.
            return len(item.parameters) == 1 and not item.topics & {each for each, _ in self._told}
        return not any(
            (topic, term) in self._told for topic in item.topics for term in (about, _ANYTHING)
        )


_ANYTHING = ir.Var("_")


def instances(
    grammar: Grammar,
    knowledge: Sequence[Knowledge],
    goal: ir.Literal,
    fresh: Fresh,
    informed: bool,
) -> Instance:
    """Draw a rule whose head is the goal, by the weights of productions and their alternatives.

    Args:
        informed: whether the body requires background knowledge; it does not if no production does,
            or if no item is left.

    Raises:
        NoValue: no production's head fits the goal, or words or individuals ran out.
    """
    fitting = [
        (production, option, bound)
        for production in grammar.of_kind("rule")
        if usable_in(production, fresh.env)
        for option in production.options
        if (bound := _match_head(option.template, goal)) is not None
        and _is_well_sorted(option.template, goal, grammar)
        and (not option.kept or _has_kept_words(bound, grammar.kept(option.kept)))
    ]
    asking = [each for each in fitting if asks(each[1].template) and knowledge]
    plain = [each for each in fitting if not asks(each[1].template)]
    usable = (asking if informed else plain) or plain
    if not usable:
        raise NoValue("no rule has a head that fits the goal", f"goal: {show(goal)}")
    weights = [_weight(production, option, fresh.env) for production, option, _ in usable]
    _, option, bound = usable[fresh.env.stream.weighted(weights)]
    try:
        kept = grammar.kept(option.kept)
        return _fill_template(option.template, goal, bound, knowledge, fresh, kept)
    except BindingError:
        raise NoValue("a hole of a rule has a value that does not fit all of its places") from None
    except NothingToKnow:
        return instances(grammar, knowledge, goal, fresh, False)


def _weight(production: Rewriting, option: Option, env: Env) -> float:
    weight = 1.0
    for each in (production.weight, option.weight):
        weight *= 1.0 if each is None else float(each.draw(env))
    return weight


@dataclass(frozen=True)
class _Bound:
    """The values of a template's holes and variables."""

    holes: Mapping[str, Any]
    variables: Mapping[str, ir.Term]


def unfit(template: ir.Node) -> str:
    """Return why no rule that a goal needs is ever made from a template; empty if one can be."""
    match template:
        case ir.Rule(arrow="~>"):
            return "a defeater derives nothing"
        case ir.Rule(body=body):
            return next(filter(None, map(_unfit_part, body)), "")
        case _:
            return ""


def _unfit_part(part: ir.Node) -> str:
    if isinstance(part, ir.Expand) and part.production != KNOWLEDGE:
        return f"strategy `backward` does not expand `<{part.production}>` in a rule"
    return ""


def _match_head(template: ir.Node, goal: ir.Literal) -> _Bound | None:
    """Match a rule's head against a goal without variables; None if they differ."""
    match template:
        case ir.Rule(
            arrow="->" | "=>", head=ir.Literal(atom=atom, negative=negative, default=False)
        ):
            pass
        case _:
            return None
    if len(atom.arguments) != len(goal.atom.arguments):
        return None
    holes: dict[str, Any] = {}
    variables: dict[str, ir.Term] = {}
    if isinstance(atom.predicate, ir.Hole):
        holes[atom.predicate.name] = goal.atom.predicate
    elif atom.predicate != goal.atom.predicate:
        return None
    if isinstance(negative, ir.Hole):
        holes[negative.name] = ir.Sign(bool(goal.negative))
    elif negative != goal.negative:
        return None
    for mine, given in zip(atom.arguments, goal.atom.arguments, strict=True):
        match mine:
            case ir.Hole(name=name):
                if holes.setdefault(name, given) != given:
                    return None
            case ir.Var(name=name):
                if variables.setdefault(name, given) != given:
                    return None
            case _ if mine != given:
                return None
    return _Bound(holes, variables)


def _has_kept_words(bound: _Bound, kept: KeptWords) -> bool:
    """Return whether the holes that a goal binds have words that they are kept to."""
    return all(fits(hole, value, kept) for hole, value in bound.holes.items())


def _is_well_sorted(template: ir.Node, goal: ir.Literal, grammar: Grammar) -> bool:
    """Return whether a rule for a goal has no variable or hole in places of two sorts."""
    literals = _named_literals(template)
    if not literals:
        return True
    assert isinstance(template, ir.Rule)
    assert isinstance(template.head, ir.Literal)
    found: dict[tuple[type, str], str] = {}
    for literal, predicate in (
        (template.head, goal.atom.predicate),
        *((each, each.atom.predicate) for each in literals),
    ):
        sorts = grammar.places(predicate)
        for term, sort in zip(literal.atom.arguments, sorts, strict=False):
            if isinstance(term, ir.Var | ir.Hole):
                if found.setdefault((type(term), term.name), sort) != sort:
                    return False
    return True


@lru_cache(maxsize=256)
def _named_literals(template: ir.Node) -> tuple[ir.Literal, ...]:
    """Return the literals of a rule's body whose predicates are given."""
    body = template.body if isinstance(template, ir.Rule) else ()
    return tuple(
        condition
        for condition in body
        if isinstance(condition, ir.Literal) and isinstance(condition.atom.predicate, str)
    )


def _fill_template(
    template: ir.Node,
    goal: ir.Literal,
    bound: _Bound,
    knowledge: Sequence[Knowledge],
    fresh: Fresh,
    kept: KeptWords,
) -> Instance:
    """Fill the holes that the head leaves open: draw predicates and signs, and use new individuals."""
    assert isinstance(template, ir.Rule)
    filling = _Filling(dict(bound.holes), dict(bound.variables), fresh, kept)
    filling.note(template.head, goal)
    body: list[ir.BodyPart] = []
    parts: list[ir.Literal | Condition] = []
    for part in template.body:
        if isinstance(part, ir.Expand):
            condition = filling.condition(part, knowledge)
            body.append(condition.literal)
            parts.append(condition)
        elif isinstance(part, ir.Literal):
            made = filling.literal(part)
            body.append(made)
            parts.append(filling.instance(made))
        else:
            raise NoValue("a condition of a rule cannot be derived")
    head = fill(template.head, filling.holes)
    return Instance(ir.Rule(tuple(body), template.arrow, head), tuple(parts))  # type: ignore[arg-type]


@dataclass
class _Filling:
    """A template's holes and variables while they are filled, and their sorts."""

    holes: dict[str, Any]
    variables: dict[str, ir.Term]
    fresh: Fresh
    kept: KeptWords = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sorts: dict[str, str] = {}
        self.taken: list[str] = []

    def note(self, template: Any, literal: ir.Literal) -> None:
        """Record the sorts that a literal assigns to the variables and holes of its template."""
        sorts = self.fresh.grammar.places(literal.atom.predicate)
        self.taken.append(str(literal.atom.predicate))
        for term, sort in zip(template.atom.arguments, sorts, strict=False):
            if isinstance(term, ir.Var | ir.Hole):
                self.sorts.setdefault(term.name, sort)

    def literal(self, part: ir.Literal) -> ir.Literal:
        """Fill a literal of the body; variables are kept."""
        atom = part.atom
        if isinstance(part.negative, ir.Hole) and part.negative.name not in self.holes:
            self.holes[part.negative.name] = self.fresh.sign()
        if isinstance(atom.predicate, ir.Hole) and atom.predicate.name not in self.holes:
            wanted = [
                self.sorts.get(term.name) if isinstance(term, ir.Var | ir.Hole) else None
                for term in atom.arguments
            ]
            among = self.kept.get(atom.predicate.name)
            drawn = self.fresh.predicate(wanted, len(wanted), self.taken, among)
            self.holes[atom.predicate.name] = drawn
        predicate = atom.predicate
        if isinstance(predicate, ir.Hole):
            predicate = str(self.holes[predicate.name])
        self.fresh.note(predicate)
        sorts = self.fresh.grammar.places(predicate)
        self.note(part, ir.Literal(ir.Atom(predicate, atom.arguments)))
        for place, term in enumerate(atom.arguments):
            if isinstance(term, ir.Hole) and term.name not in self.holes:
                sort = sorts[place] if place < len(sorts) else ""
                self.holes[term.name] = self.fresh.individual(sort, self.kept.get(term.name))
        made: ir.Literal = fill(part, self.holes)  # type: ignore[assignment]
        return made

    def instance(self, literal: ir.Literal) -> ir.Literal:
        """Return a literal of the body for the goal: variables that the head does not bind get new individuals."""
        return ir.Literal(
            ir.Atom(literal.atom.predicate, tuple(map(self._term, literal.atom.arguments))),
            literal.negative,
        )

    def _term(self, term: ir.Term) -> ir.Term:
        if not isinstance(term, ir.Var):
            return term
        if term.name not in self.variables:
            self.variables[term.name] = self.fresh.individual(self.sorts.get(term.name, ""))
        return self.variables[term.name]

    def condition(self, place: ir.Expand, knowledge: Sequence[Knowledge]) -> Condition:
        """Draw the condition on a reader's knowledge that replaces an expansion.

        Raises:
            NoValue: it is the expansion of a production.
        """
        if why := _unfit_part(place):
            raise NoValue(why)
        (argument,) = place.arguments
        sort = self.sorts.get(argument.name, "") if isinstance(argument, ir.Hole | ir.Var) else ""
        if isinstance(argument, ir.Hole) and argument.name not in self.holes:
            among = self.kept.get(argument.name)
            self.holes[argument.name] = self.fresh.individual(sort, among)
        term: ir.Term = fill(argument, self.holes)  # type: ignore[assignment]
        return self.fresh.condition(term, self._term(term), sort, knowledge)
