"""One program in clingo, grounded once and solved again and again under other assumptions."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from ...compiler.contract import Deadline, Limits, Undecided
from ...compiler.ir import nodes as ir
from .budget import conflicts, faults, search_models
from .programs import Program

Taken = TypeVar("Taken")

SHORT = 1000
"""So many conflicts of a search take well under a second: it is done at once, without a thread that can be stopped."""


def _key(symbol: Any) -> Any:
    """Return what distinguishes symbols: clingo keeps each once, by a number, and comparing two takes calls of it."""
    return getattr(symbol, "_rep", symbol)


class Grounded:
    """A session with clingo (Kaminski et al., "Multi-shot ASP solving with clingo", TPLP 2019)."""

    def __init__(self, written: Program, control: Any, limits: Limits) -> None:
        """Take a program that is grounded in a control."""
        self._written = written
        self._control = control
        self._limits = limits
        known = [
            symbolic_atom
            for symbolic_atom in control.symbolic_atoms
            if not symbolic_atom.is_external
        ]
        self._symbols = [value.symbol for value in known]
        self._literals = [value.literal for value in known]
        self._negated = [-literal for literal in self._literals]
        self._settings = control.configuration.solve
        self._solver = control.configuration.solver
        self._set: dict[str, int | str] = {}
        self._places = {_key(symbol): place for place, symbol in enumerate(self._symbols)}

    @cached_property
    def atoms(self) -> Sequence[ir.Literal]:
        return [self._written.spelling.read(symbol) for symbol in self._symbols]

    def answer_sets(
        self, true: Iterable[int], false: Iterable[int], most: int
    ) -> list[frozenset[int]]:
        return self._run(true, false, most, "auto", self._places_of)

    def count(self, true: Iterable[int], false: Iterable[int], most: int) -> int:
        return len(self._run(true, false, most, "auto", lambda model: None))

    def possible(self, true: Iterable[int], false: Iterable[int]) -> frozenset[int]:
        """Return what is possible, by answer sets that are as large as the search finds them: so few are needed."""
        solver = self._solver
        usual = solver.sign_def, solver.sign_fix
        solver.sign_def, solver.sign_fix = "pos", "yes"
        try:
            found = self._run(true, false, 0, "brave", self._places_of, last=True)
        finally:
            solver.sign_def, solver.sign_fix = usual
        return found[0] if found else frozenset()

    def _places_of(self, model: Any) -> frozenset[int]:
        places = self._places
        return frozenset([places[key] for key in map(_key, model.symbols(atoms=True))])

    def _configure(self, **settings: int | str) -> None:
        """Change those settings of the search that are not as they are to be: each takes a call of the engine."""
        for name, value in settings.items():
            if self._set.get(name) != value:
                setattr(self._settings, name, value)
                self._set[name] = value

    def _run(
        self,
        true: Iterable[int],
        false: Iterable[int],
        most: int,
        mode: str,
        read: Callable[[Any], Taken],
        last: bool = False,
    ) -> list[Taken]:
        """Return what is read of each model, or of the last one alone."""
        assumed = [*map(self._literals.__getitem__, true), *map(self._negated.__getitem__, false)]
        limit = conflicts(self._limits.steps, self._control)
        if limit > SHORT:
            self._configure(models=most, enum_mode=mode, solve_limit=SHORT)
            with self._control.solve(assumptions=assumed, yield_=True) as handle:
                found = [read(model) for model in handle if not last]
                result = handle.get()
                final = handle.last() if last else None
                found += [read(final)] if final else []
            if result.exhausted or 0 < most <= len(found):
                return found
        self._configure(models=most, enum_mode=mode, solve_limit=limit)
        deadline = Deadline(self._limits.seconds)
        with (
            faults(self._limits.seconds),
            self._control.solve(assumptions=assumed, yield_=True, async_=True) as handle,
        ):
            found = [read(model) for model in search_models(handle, deadline)]
            result = handle.get()
        if not result.exhausted and not 0 < most <= len(found):
            raise Undecided(f"the search took more than {limit:,} conflicts")
        return found[-1:] if last else found
