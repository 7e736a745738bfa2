"""Decides problems over records by Z3, on the script that is emitted without its comments, and proves complements."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from ...compiler.contract import (
    UNDECIDED,
    Counterexample,
    Encoding,
    EngineError,
    Feature,
    Label,
    LimitReached,
    Limits,
    Undecided,
    Verdict,
)
from ...compiler.ir import nodes as ir
from ...compiler.kinds import Kind, Value, smt_symbol
from ..checkers.records.semantics import holds
from . import models
from .smtlib import Script, complement_script, constants, script
from .terms import DECIDES, formulas, slots_in

REFRESH = 500
"""How many scripts one context runs. It keeps every symbol that it ever met, so it is thrown away in time."""

CHECK = "(check-sat)\n"
OPTION = "(set-option"


class Session:
    """A Z3 context that reads scripts as the `z3` command does."""

    def __init__(self) -> None:
        self._context: Any = None
        self._runs = 0
        self._limits: Limits | None = None

    def answer(self, script: Script, limits: Limits) -> list[models.Expression] | str | None:
        """Run a script under a budget: the values it asks for, None for `unsat`, or the label `undecided`.

        A spent step budget is `undecided`; the limit of wall time, and all else that went wrong, is an EngineError.
        """
        head, found, tail = script.text.partition(CHECK)
        assert found, "a script checks satisfiability once"
        with _hold_interrupts():
            values = self._warm(head, tail, script, limits)
        return values or self._answer_cold(head, tail, script, limits)

    def _warm(
        self, head: str, tail: str, script: Script, limits: Limits
    ) -> list[models.Expression] | None:
        """Run a script on the solver of the scripts before it, which takes half the time.

        Only values found within a hundredth of the budget count, so that no answer depends on what was run before.
        """
        if self._context is None or self._runs >= REFRESH or self._limits != limits:
            self._renew()
            self._limits = limits
            options = [line for line in head.splitlines() if line.startswith(OPTION)]
            options += _budget(limits.steps // 100, limits.seconds)
            self._run("\n".join(options))
        self._runs += 1
        body = "".join(f"{line}\n" for line in head.splitlines() if not line.startswith(OPTION))
        answer = self._run(f"(push)\n{body}{CHECK}").strip()
        values = None
        if answer == "sat" and script.asked:
            values = models.values(self._run(f"{tail}(pop)\n"), len(script.asked))
        else:
            self._run("(pop)")
        return values

    def _answer_cold(
        self, head: str, tail: str, script: Script, limits: Limits
    ) -> list[models.Expression] | str | None:
        """Run a script in a context of its own, as the stock command would."""
        self._renew()
        self._runs = REFRESH  # the next question begins again
        budget = "\n".join(_budget(limits.steps, limits.seconds))
        match self._run(f"{budget}\n{head}{CHECK}").strip():
            case "sat":
                return models.values(self._run(tail), len(script.asked)) if script.asked else []
            case "unsat":
                return None
            case "unknown":
                return self._why(limits)
            case other:
                raise EngineError(f"z3 answered: {other[:2000]}")

    def _why(self, limits: Limits) -> str:
        reason = self._reason()
        if "timeout" in reason:
            raise LimitReached(f"z3 reached the time limit of {limits.seconds:g} seconds")
        if "canceled" in reason or "resource" in reason:
            return UNDECIDED
        raise EngineError(f"z3 gave no answer: {reason}")

    def _reason(self) -> str:
        """Return why Z3 has no answer.

        Raises:
            KeyboardInterrupt: it took Ctrl-C for itself, as it does while it searches.
        """
        reason = self._run("(get-info :reason-unknown)\n").strip()
        if "keyboard" in reason:
            self._context = None
            raise KeyboardInterrupt
        return reason

    def _renew(self) -> None:
        import z3

        self._context = None  # the old one is freed before the new one takes its memory
        self._context, self._runs = z3.Context(), 0

    def _run(self, text: str) -> str:
        import z3

        try:
            printed: str = z3.z3core.Z3_eval_smtlib2_string(self._context.ref(), text)
        except z3.Z3Exception as error:
            self._context = None
            detail = error.args[0] if error.args else ""
            if isinstance(detail, bytes):
                detail = detail.decode("utf-8", "replace")
            raise EngineError(f"z3 refused the script: {detail}") from None
        if any(line.startswith("(error ") for line in printed.splitlines()):
            self._context = None
            raise EngineError(f"z3 refused the script: {printed}")
        return printed


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Block Ctrl-C, if the system can: the solver, which is quick, would consume the signal without reporting it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


WAITING = 4
"""Z3 knows wall time alone, which passes faster than it works on a busy machine: it is given so many times more."""


def _budget(steps: int, seconds: float) -> list[str]:
    """Return the options that limit every check to a number of Z3's resource units and a wall time."""
    wall = max(1, int(WAITING * seconds * 1000))
    return [f"(set-option :rlimit {steps})", f"(set-option :timeout {wall})"]


_SESSION = Session()


class Z3:
    """The SMT solver Z3: every row's truth value is a consequence of the emitted script."""

    name: ClassVar[str] = "z3"
    decides: ClassVar[frozenset[Feature]] = DECIDES

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the SMT-LIB 2 script; `z3 FILE` prints the answer."""
        return Encoding(".smt2", script(theory, query, kinds).text)

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return the label and each row's truth; `undecided` out of the budget of Z3's resource units."""
        begun = time.perf_counter()
        problem = script(theory, query, kinds, commented=False)
        found = _SESSION.answer(problem, limits)
        if isinstance(found, str):
            return Verdict(found, self.name, {}, time.perf_counter() - begun)
        if isinstance(query.goal, ir.Consistent):
            label = "false" if found is None else "true"
            certificate: dict[str, Any] = {
                "kind": "record",
                "record": _record(theory, kinds, found),
            }
            return Verdict(label, self.name, certificate, time.perf_counter() - begun)
        if found is None:
            raise EngineError("z3 found the definitions of a script contradictory")
        said = dict(zip(problem.asked, found, strict=True))
        rows = {row.id: models.truth(said[smt_symbol(f"{row.id} satisfies")]) for row in query.rows}
        certificate = {"kind": "rows", "satisfied": rows}
        label = _label(query, said)
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)

    def complementary(
        self,
        formula: ir.Formula,
        complement: ir.Formula,
        slots: Mapping[str, Kind],
        holes: Mapping[str, Kind],
        limits: Limits,
    ) -> Counterexample | None:
        """Prove that exactly one of two formulas is true for all values, or return values for which that fails."""
        found = _SESSION.answer(complement_script(formula, complement, slots, holes), limits)
        if found is None:
            return None
        if isinstance(found, str):
            raise Undecided("z3 ran out of its budget in a proof of complements")
        modest = _SESSION.answer(complement_script(formula, complement, slots, holes, True), limits)
        return _counterexample(
            formula, complement, slots, holes, modest if isinstance(modest, list) else found
        )


def _record(
    theory: ir.Theory, kinds: Mapping[str, Kind], found: list[models.Expression] | None
) -> dict[str, str] | None:
    """Read the slots of the record that was found; None if there is none."""
    if found is None:
        return None
    values: dict[str, str] = {}
    position = 0
    for name in slots_in(*(formula for _, formula in formulas(theory))):
        size = len(models.probes(kinds[name], smt_symbol(name)))
        value = models.read_probes(kinds[name], found[position : position + size])
        values[name] = kinds[name].show(value)
        position += size
    return values


def _label(query: ir.Query, said: Mapping[str, models.Expression]) -> Label:
    def rows(what: str) -> list[str]:
        return [row.id for row in query.rows if models.truth(said[smt_symbol(f"{row.id} {what}")])]

    match query.goal:
        case ir.Exists():
            return "true" if models.truth(said["answer"]) else "false"
        case ir.Best():
            best = rows("best")
            if models.whole(said["tied"]) != len(best) or (said["answer"] == "none") != (not best):
                raise EngineError("z3 contradicts itself about the best row")
            return ",".join(best) or "none"
        case ir.Total(function=function):
            empty = models.whole(said["rows"]) == 0
            amount = models.whole(said["answer"])
            return "none" if empty and function in ("min", "max") else str(amount)
        case _:
            return ",".join(rows("satisfies")) or "none"


def _counterexample(
    formula: ir.Formula,
    complement: ir.Formula,
    slots: Mapping[str, Kind],
    holes: Mapping[str, Kind],
    found: list[models.Expression],
) -> Counterexample:
    """Read values back, and evaluate both formulas on them before anything is reported."""
    places = constants(formula, complement, slots, holes)
    position = 1
    values: dict[str, Value] = {}
    for name, kind in places.items():
        size = len(models.probes(kind, name))
        values[name] = models.read_probes(kind, found[position : position + size])
        position += size
    cells = {name: kind.term(values[name]) for name, kind in places.items()}
    truths = holds(formula, cells, places), holds(complement, cells, places)
    shown = tuple((name, kind.show(values[name])) for name, kind in places.items())
    if truths[0] != truths[1] or truths[0] != models.truth(found[0]):
        raise EngineError(f"z3 gave a wrong counterexample: {shown}")
    return Counterexample(shown, truths[0])
