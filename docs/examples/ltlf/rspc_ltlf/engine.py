"""The engine: a theory as an answer set program whose answer sets are the traces that satisfy it.

Each formula has a number, and `sat(N, T)` says that formula N is true at step T. The rules for an operator are its
expansion law: `eventually(f)` is true where f is, or where `eventually(f)` is true at the next step.
"""

import time
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from rspc.plugin import UNDECIDED, Encoding, EngineError, Feature, Kind, Limits, Verdict, ir, show

from .logic import FEATURES


class Traces:
    """Traces of bounded length by clingo (Gebser, Kaminski, Kaufmann and Schaub, TPLP 2019)."""

    name: ClassVar[str] = "ltlf"
    decides: ClassVar[frozenset[Feature]] = FEATURES

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Give the program. `clingo --enum-mode=cautious FILE` shows `asked` if what is asked follows, `denied` if
        its opposite does."""
        program = _Program(_steps(theory))
        for statement in theory.statements:
            program.require(statement.id, _formula(statement.statement))
        program.ask(_asked(query))
        return Encoding(".lp", "\n".join(program.lines) + "\n")

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Give the label, with a trace on which what is asked holds and one on which it fails, where there are such.

        The label is `undecided` after `limits.steps` conflicts.

        Raises:
            EngineError: for what is no formula of the logic, and at the limit of wall time.
        """
        begun = time.perf_counter()
        text = self.encode(theory, query, kinds).text
        try:
            holds, fails = _witnesses(text, limits)
        except _Spent as spent:
            return Verdict(UNDECIDED, self.name, {"kind": "budget", "reason": str(spent)})
        certificate = {
            "kind": "traces",
            "holds": None if holds is None else _trace(holds, _steps(theory)),
            "fails": None if fails is None else _trace(fails, _steps(theory)),
        }
        took = time.perf_counter() - begun
        return Verdict(_label(holds, fails), self.name, certificate, took)


def _label(holds: object, fails: object) -> str:
    if holds is None:
        return "inconsistent" if fails is None else "false"
    return "true" if fails is None else "unknown"


def _steps(theory: ir.Theory) -> int:
    return int(dict(theory.options)["steps"])


def _asked(query: ir.Query) -> ir.Formula:
    match query.goal:
        case ir.Entailed(statement=statement, mode=""):
            return _formula(statement)
        case _:
            raise EngineError("a theory of traces is asked whether a formula follows")


def _formula(statement: ir.Statement) -> ir.Formula:
    match statement:
        case ir.Fact(literal=literal):
            return literal
        case ir.Requirement(formula=formula):
            return formula
        case _:
            raise EngineError(f"`{show(statement)}` is no formula over traces")


# --------------------------------------------------------------------------------------------------- the program


class _Program:
    """An answer set program in the making; equal formulas have one number."""

    def __init__(self, steps: int) -> None:
        self.lines = [
            f"% The answer sets are the traces of {steps} steps that satisfy the statements.",
            f"step(0..{steps - 1}).",
        ]
        self._last = steps - 1
        self._numbers: dict[ir.Formula, int] = {}
        self._atoms: set[str] = set()

    def require(self, id: str, formula: ir.Formula) -> None:
        """Keep the traces on which a formula is true at the first step."""
        self.lines += ["", f"% {id}: {_comment(formula)}"]
        self.lines.append(f":- not sat({self._number(formula)}, 0).")

    def ask(self, formula: ir.Formula) -> None:
        """Define `asked` and `denied`."""
        self.lines += ["", f"% asked: {_comment(formula)}"]
        self.lines += [f"asked :- sat({self._number(formula)}, 0).", "denied :- not asked."]
        self.lines += ["#show asked/0.", "#show denied/0."]

    def _number(self, formula: ir.Formula) -> int:
        if formula not in self._numbers:
            self._numbers[formula] = len(self._numbers) + 1
            rules = list(self._rules(formula))
            self.lines += [f"{self._at(formula)} :- {body}, step(T)." for body in rules]
        return self._numbers[formula]

    def _rules(self, formula: ir.Formula) -> Iterator[str]:
        """Give the bodies of a formula's rules."""
        match formula:
            case ir.Truth(value=value):
                yield from ["0 = 0"] if value else []
            case ir.Literal(atom=atom, negative=False, default=default):
                yield f"{'not ' if default else ''}holds({self._atom(atom)}, T)"
            case ir.Not(part=part):
                yield f"not {self._at(part)}"
            case ir.And(parts=parts):
                yield ", ".join(map(self._at, parts))
            case ir.Or(parts=parts):
                yield from map(self._at, parts)
            case ir.Modal(operator="next", parts=(part,)):
                yield self._at(part, "T+1")
            case ir.Modal(operator="weak_next", parts=(part,)):
                yield f"T = {self._last}"
                yield self._at(part, "T+1")
            case ir.Modal(operator="eventually", parts=(part,)):
                yield self._at(part)
                yield self._at(formula, "T+1")
            case ir.Modal(operator="always", parts=(part,)):
                yield f"{self._at(part)}, T = {self._last}"
                yield f"{self._at(part)}, {self._at(formula, 'T+1')}"
            case ir.Modal(operator="until", parts=(before, then)):
                yield self._at(then)
                yield f"{self._at(before)}, {self._at(formula, 'T+1')}"
            case ir.Modal(operator="release", parts=(until, part)):
                yield f"{self._at(part)}, T = {self._last}"
                yield f"{self._at(part)}, {self._at(until)}"
                yield f"{self._at(part)}, {self._at(formula, 'T+1')}"
            case _:
                raise EngineError(f"`{show(formula)}` is no formula over traces")

    def _at(self, formula: ir.Formula, step: str = "T") -> str:
        return f"sat({self._number(formula)}, {step})"

    def _atom(self, atom: ir.Atom) -> str:
        """Give an atom as a string of clingo; it may be in a state or not."""
        text = show(atom).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        if text not in self._atoms:
            self._atoms.add(text)
            self.lines.append(f'{{ holds("{text}", T) }} :- step(T).')
        return f'"{text}"'


def _comment(formula: ir.Formula) -> str:
    return show(formula).replace("\n", " ")


# ---------------------------------------------------------------------------------------------------- the engine


class _Spent(Exception):
    """The budget is spent; says on what."""


def _witnesses(text: str, limits: Limits) -> tuple[Any, Any]:
    """Give the atoms of an answer set with `asked`, and of one with `denied`; None where there is none."""
    import clingo

    end = time.monotonic() + limits.seconds
    control = clingo.Control([f"--solve-limit={max(1, limits.steps)}"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    for wanted in ("asked", "denied"):
        with control.solve([(clingo.Function(wanted), True)], yield_=True, async_=True) as handle:
            handle.resume()
            if not handle.wait(max(0.0, end - time.monotonic())):
                handle.cancel()
                raise EngineError(f"clingo reached the time limit of {limits.seconds:g} seconds")
            model = handle.model()
            found.append(None if model is None else list(model.symbols(atoms=True)))
            if model is None and not handle.get().exhausted:
                raise _Spent(f"the search took more than {limits.steps} conflicts")
    return found[0], found[1]


def _trace(symbols: Any, steps: int) -> list[list[str]]:
    """Give the atoms of each step, as text."""
    states: list[list[str]] = [[] for _ in range(steps)]
    for symbol in symbols:
        if symbol.name == "holds":
            atom, step = symbol.arguments
            states[step.number].append(atom.string)
    return [sorted(state) for state in states]
