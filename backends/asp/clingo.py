"""The answer set solver clingo: what follows from a program, whether a set is an answer set, and which are."""

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

import msgspec

from ...compiler.contract import (
    UNDECIDED,
    Deadline,
    Difference,
    Encoding,
    EngineError,
    Feature,
    Limits,
    Session,
    Undecided,
    Verdict,
)
from ...compiler.ir import costs, free_predicate, guard_statement, is_plain_fact, nodes as ir, walk
from ...compiler.kinds import Kind
from ...compiler.notation import read_literal, show
from .assumptions import SHORT, Grounded
from .budget import (
    PRICE,
    Counter,
    Spent,
    bindings,
    conflicts,
    faults,
    ground,
    search_models,
)
from .domains import RULES_A_BINDING, ground_rules
from .programs import Program, Spelling, program
from .strong_equivalence import BROKEN, counterexample

DECIDES: frozenset[Feature] = frozenset(
    {
        "facts",
        "rules",
        "constraints",
        "disjunction",
        "choice",
        "aggregates",
        "comparisons",
        "negation",
        "arithmetic",
        "functions",
        "default_negation",
        "strong_negation",
        "optimisation",
        "answer_sets",
    }
)

STEPS_A_RULE = 10
"""How many steps of the budget a ground rule takes: it is kept, and a conflict is forgotten."""

OVERFLOW = "Integer overflow"
"""What clingo says of a sum in a body whose weights are together beyond 32 bits."""

PLACE = re.compile(r"<block>:(\d+):[^ ]* (?:info|error|warning): (.*)", re.DOTALL)


class Clingo:
    """Answer set programming with clingo (Gebser, Kaminski, Kaufmann and Schaub, TPLP 2019)."""

    name: ClassVar[str] = "clingo"
    decides: ClassVar[frozenset[Feature]] = DECIDES

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the program; `clingo FILE`, with the options in its last comment, answers the query."""
        return Encoding(".lp", program(theory, query).text)

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return the label; `undecided` when the ground program or the search is larger than the budget's steps.

        `several` is the label if the question needs a unique answer set and there are more.

        Raises:
            EngineError: if this is not an answer set program, at the time limit, and when clingo fails.
        """
        begun = time.perf_counter()
        run = _Run(theory, query, limits)
        try:
            label, certificate = run.answer()
        except Spent as spent:
            label, certificate = UNDECIDED, {"kind": "budget", "reason": str(spent)}
        took = time.perf_counter() - begun
        return Verdict(label, self.name, certificate, took, tuple(run.remarks))

    def ground(self, theory: ir.Theory, kinds: Mapping[str, Kind], limits: Limits) -> Session:
        """Ground a program once, to solve it again and again.

        Raises:
            Undecided: the ground program is larger than the budget's steps.
            EngineError: as `decide`.
        """
        try:
            return _Run(theory, ir.Query(ir.AnswerSets(1)), limits).grounded()
        except Spent as spent:
            raise Undecided(str(spent)) from None

    def spared(
        self,
        theory: ir.Theory,
        sets: Mapping[str, Sequence[ir.Literal]],
        kinds: Mapping[str, Kind],
        limits: Limits,
    ) -> dict[str, str]:
        """Return for each statement's id whether its set is an answer set of the others; the program is grounded once.

        Raises:
            EngineError: as `decide`, and for a statement that is neither a fact nor a rule.
        """
        switches = dict(zip(sets, _switches(theory, len(sets)), strict=True))
        try:
            session = _Run(
                _with_switches(theory, switches), ir.Query(ir.AnswerSets(1)), limits
            ).grounded()
            places = {each: place for place, each in enumerate(session.atoms)}
            found: dict[str, str] = {}
            for id, literals in sets.items():
                wanted = {*literals, *(each for other, each in switches.items() if other != id)}
                held = {places[literal] for literal in wanted if literal in places}
                others = (place for place in places.values() if place not in held)
                there = len(held) == len(wanted) and session.answer_sets(held, others, 1)
                found[id] = "true" if there else "false"
        except (Spent, Undecided):
            return dict.fromkeys(sets, UNDECIDED)
        return found

    def difference(
        self, one: ir.Theory, other: ir.Theory, names: Sequence[ir.Term], limits: Limits
    ) -> Difference | None:
        """Return how two programs differ, unless they are strongly equivalent over the names.

        Raises:
            Undecided: out of budget.
            EngineError: as `decide`, and for programs that optimise or make terms.
        """
        for says, lacks in ((one, other), (other, one)):
            found = self._decided(
                counterexample(lacks, says, names), ir.Query(ir.AnswerSets(1)), limits
            )
            for literal in (read_literal(text) for own in found["sets"] for text in own):
                if literal.atom.predicate == BROKEN:
                    (place,) = literal.atom.arguments
                    assert isinstance(place, ir.Quantity)
                    return Difference(says is one, says.statements[place.amount].id)
        return None

    def consequences(
        self, theory: ir.Theory, names: Sequence[ir.Term], limits: Limits
    ) -> list[ir.Literal]:
        """Return the literals that are in all answer sets; none if there is no answer set.

        Raises:
            Undecided: out of budget.
            EngineError: as `decide`.
        """
        asked = ir.Entailed(ir.Fact(ir.Literal(ir.Atom(free_predicate(theory, "any")))), "cautious")
        found = self._decided(theory, ir.Query(asked), limits)
        return [read_literal(text) for text in found["consequences"] or ()]

    def _decided(self, theory: ir.Theory, query: ir.Query, limits: Limits) -> Mapping[str, Any]:
        verdict = self.decide(theory, query, {}, limits)
        if verdict.label == UNDECIDED:
            raise Undecided(str(verdict.certificate["reason"]))
        return verdict.certificate


def _switches(theory: ir.Theory, number: int) -> list[ir.Literal]:
    """Return literals whose predicates do not occur in the theory."""
    name = free_predicate(theory, "on")
    return [ir.Literal(ir.Atom(name, (ir.Quantity("integer", place),))) for place in range(number)]


def _with_switches(theory: ir.Theory, switches: Mapping[str, ir.Literal]) -> ir.Theory:
    """Return a theory in which literals, which may hold or not, switch some of its statements on."""
    statements: list[ir.Labelled] = []
    for labelled in theory.statements:
        statement: ir.Statement | None = labelled.statement
        if labelled.id in switches:
            statement = guard_statement(labelled.statement, switches[labelled.id])
        if statement is None:
            raise EngineError(f"`{labelled.id}` is neither a fact nor a rule")
        statements.append(ir.Labelled(labelled.id, statement))
    choice = ir.Choice(tuple(ir.Element((switch,)) for switch in switches.values()))
    own = ir.Labelled("", ir.Rule((), "->", choice))
    return msgspec.structs.replace(theory, statements=(*statements, own))


Symbols: TypeAlias = tuple[Any, ...]
"""Symbols of clingo."""


@dataclass(frozen=True)
class _Found:
    """Answer sets as clingo's symbols, the cost of the optimal ones by priority, and whether there are no others."""

    sets: tuple[Symbols, ...]
    cost: Mapping[int, int]
    complete: bool


class _Run:
    """Answers one query by clingo."""

    def __init__(self, theory: ir.Theory, query: ir.Query, limits: Limits) -> None:
        self.remarks: list[tuple[str, str]] = []
        self._theory = theory
        self._query = query
        self._limits = limits
        self._deadline = Deadline(limits.seconds)
        self._optimises = any(isinstance(e.statement, ir.Optimise) for e in theory.statements)

    def answer(self) -> tuple[str, dict[str, Any]]:
        """Return the label, and the evidence for it."""
        match self._query.goal:
            case ir.Entailed(statement=ir.Fact(literal=ir.Literal() as literal), mode=""):
                return self._unique(literal)
            case ir.Entailed(
                statement=ir.Fact(literal=ir.Literal() as literal),
                mode="cautious" | "brave" as mode,
            ):
                return self._consequence(literal, mode)
            case ir.Stable(literals=literals):
                return self._stable(literals)
            case ir.AnswerSets(most=most):
                return self._sets(most)
            case _:
                raise EngineError(
                    "the question must be about a literal, a set of literals or the answer sets"
                )

    def _unique(self, literal: ir.Literal) -> tuple[str, dict[str, Any]]:
        written = program(self._theory, self._query, commented=False)
        sought = _sought(literal, written.spelling)
        found = self._solve(written, 2, sought=sought)
        evidence = {"kind": "entailment", "mode": "", "answer_sets": len(found.sets)}
        if not found.sets:
            return "inconsistent", evidence
        if len(found.sets) > 1:
            return "several", evidence
        (held,) = found.sets
        if sought is None:
            return _label(literal, frozenset(_literals(held, written))), evidence
        own, other = sought
        return ("true" if own in held else "false" if other in held else "unknown"), evidence

    def _consequence(self, literal: ir.Literal, mode: str) -> tuple[str, dict[str, Any]]:
        written = program(self._theory, self._query, commented=False)
        found = self._solve(written, 0, f"--enum-mode={mode}")
        evidence: dict[str, Any] = {"kind": "entailment", "mode": mode, "consequences": None}
        if not found.sets:
            return "inconsistent", evidence
        held = _literals(found.sets[-1], written)
        evidence["consequences"] = _texts(held)
        return _label(literal, frozenset(held)), evidence

    def _stable(self, literals: Sequence[ir.Literal]) -> tuple[str, dict[str, Any]]:
        """Solve with the set as the only answer set; of a program that optimises, its cost must be the least."""
        found = self._solve(program(self._theory, self._query, commented=False), 1)
        held = bool(found.sets)
        if held and self._optimises:
            query = ir.Query(ir.AnswerSets(1))
            best = self._solve(program(self._theory, query, commented=False), 1)
            held = costs(self._theory, found.cost) == costs(self._theory, best.cost)
        evidence = {"kind": "stability", "set": _texts(literals), "accepted": held, "reason": None}
        return ("true" if held else "false"), evidence

    def _sets(self, most: int) -> tuple[str, dict[str, Any]]:
        written = program(self._theory, self._query, commented=False)
        found = self._solve(written, most + 1)
        asked = found.sets if most else ()
        sets = sorted(_texts(_literals(each, written)) for each in asked)
        complete = len(found.sets) <= most
        evidence = {
            "kind": "answer sets",
            "sets": sets if complete else sets[:most],
            "complete": complete,
            "cost": costs(self._theory, found.cost) if self._optimises and found.sets else None,
        }
        return (str(len(sets)) if complete else "more"), evidence

    # ------------------------------------------------------------------------------------------------- the engine

    def _solve(
        self, written: Program, most: int, *options: str, sought: Symbols | None = None
    ) -> _Found:
        """Return up to `most` answer sets, or all if it is 0; only the optimal ones if the program optimises.

        With symbols that are sought, an answer set holds no others.

        A search of a few conflicts runs in this thread; only a longer one has its own thread and can be
        stopped.
        """
        best = "--opt-mode=optN" if self._optimises else "--opt-mode=ignore"
        settings = (f"--models={most}", best, *options)
        try:
            return self._search(written, most, settings, sought)
        except EngineError as error:
            if OVERFLOW not in str(error):
                raise
            fault = EngineError("the weights of a sum add up to more than 32 bits")
            fault.statement = self._find_overflow()
            raise fault from None

    def _find_overflow(self) -> str:
        """Return the id of the statement whose sum is too large for clingo: one that fails without the others."""
        summed = [
            statement.id
            for statement in self._theory.statements
            if any(
                isinstance(e, ir.AggregateTerm) and "sum" in e.function
                for e in walk(statement.statement)
            )
        ]
        for id in summed[:-1]:
            others = {*summed} - {id}
            left = [
                statement for statement in self._theory.statements if statement.id not in others
            ]
            theory = msgspec.structs.replace(self._theory, statements=tuple(left))
            with suppress(Spent):
                try:
                    _Run(theory, ir.Query(ir.AnswerSets(1)), self._limits).alone()
                except EngineError as error:
                    if OVERFLOW in str(error):
                        return id
        return summed[-1] if summed else ""

    def alone(self) -> None:
        """Look for one answer set. Raises EngineError if clingo fails, Spent if it gives up."""
        with faults(self._limits.seconds) as messages:
            written = program(self._theory, self._query, commented=False)
            self._models(self._control(written, messages, SHORT, "--models=1"), 1, ())

    def _search(
        self, written: Program, most: int, settings: Sequence[str], sought: Symbols | None
    ) -> _Found:
        with faults(self._limits.seconds) as messages:
            first = max(1, min(SHORT, self._limits.steps // PRICE))
            control = self._control(written, messages, first, *settings)
            found = self._models(control, most, sought)
            limit = conflicts(self._limits.steps, control)
            if found is None and limit > first:
                control = self._control(written, messages, limit, *settings)
                found = self._models(control, most, sought, True)
        if found is None:
            raise Spent(f"the search took more than {limit:,} conflicts")
        return found

    def grounded(self) -> Grounded:
        """Ground the program, to be solved under assumptions; its objectives are ignored."""
        written = program(self._theory, self._query, commented=False)
        with faults(self._limits.seconds) as messages:
            control = self._control(written, messages, 0, "--opt-mode=ignore")
            return Grounded(written, control, self._limits)

    def _control(self, written: Program, messages: list[str], most: int, *options: str) -> Any:
        """Make a control with the ground program, whose search ends after `most` conflicts; 0 for no limit."""
        import clingo

        if most:
            options = (*options, f"--solve-limit={most}")
        options = (*options, "--warn=no-atom-undefined")  # which is reported before
        control = clingo.Control(options, logger=lambda _, message: messages.append(message))
        number = bindings(self._theory)
        most = max(1, self._limits.steps // STEPS_A_RULE)
        if number * RULES_A_BINDING > most < ground_rules(self._theory):
            control.register_observer(Counter(most, self._deadline))  # type: ignore[arg-type]
        control.add("base", [], written.text)
        ground(control, number, self._deadline, self._limits)
        self._remark(messages, written)
        return control

    def _models(
        self, control: Any, most: int, sought: Symbols | None, long: bool = False
    ) -> _Found | None:
        """Return what a search finds; None if it met its limit, though it found some before."""
        sets: list[Symbols] = []
        cost: dict[int, int] = {}
        with control.solve(yield_=True, async_=long) as handle:
            for model in search_models(handle, self._deadline) if long else handle:
                # without cost, nothing of what is optimised was left by grounding: every answer set is optimal
                if not self._optimises or model.optimality_proven or not model.cost:
                    if sought is None:
                        sets.append(tuple(model.symbols(atoms=True)))
                    else:
                        sets.append(tuple(filter(model.contains, sought)))
                    cost = dict(zip(model.priority, model.cost, strict=True))
            result = handle.get()
        if not result.exhausted and not 0 < most <= len(sets):
            return None
        return _Found(tuple(sets), cost, bool(result.exhausted))

    def _remark(self, messages: Sequence[str], written: Program) -> None:
        """Collect clingo's warnings about statements."""
        for message in messages:
            found = PLACE.match(message)
            id = written.lines.get(int(found[1])) if found else None
            if found and id:
                self.remarks.append((id, " ".join(found[2].split())))


def _sought(literal: ir.Literal, spelling: Spelling) -> Symbols | None:
    """Return a plain literal and its opposite as clingo's symbols; None for a literal with other terms."""
    from clingo import parse_term

    if not is_plain_fact(ir.Fact(literal)):
        return None
    both = literal, ir.Literal(literal.atom, not literal.negative)
    return tuple([parse_term(spelling.literal(each)) for each in both])


def _label(literal: ir.Literal, held: frozenset[ir.Literal]) -> str:
    opposite = ir.Literal(literal.atom, not literal.negative)
    if literal in held:
        return "true"
    return "false" if opposite in held else "unknown"


def _literals(symbols: Sequence[Any], written: Program) -> list[ir.Literal]:
    """Return the literals of an answer set; atoms that only the query needs are none of its."""
    return [written.spelling.read(symbol) for symbol in symbols]


def _texts(literals: Sequence[ir.Literal]) -> list[str]:
    return sorted(map(show, literals))
