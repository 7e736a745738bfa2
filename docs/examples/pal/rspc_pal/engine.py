"""The engine: what is possible and known after each announcement, as an answer set program with one answer set.

A case is a number whose bits are its atoms. `left(W, T)` says that case W is possible after T things were said, and
`sat(N, W, T)` that formula N is true in it then. Nothing in the program is chosen, so grounding alone decides.
"""

import time
from collections.abc import Iterator, Mapping
from typing import ClassVar

from rspc.plugin import UNDECIDED, Encoding, EngineError, Feature, Kind, Limits, Verdict, ir, show

from .logic import FEATURES, atoms, formula, operator

STEPS_A_RULE = 50
"""How many steps of the budget a rule of the ground program takes."""


class Worlds:
    """Cases that are left after each announcement, by clingo (Gebser, Kaminski, Kaufmann and Schaub, TPLP 2019)."""

    name: ClassVar[str] = "pal"
    decides: ClassVar[frozenset[Feature]] = FEATURES

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the program. Its answer set has `holds` if the question's formula is true in some case, and `fails`
        if it is false in some."""
        return Encoding(".lp", "\n".join(_Program(theory, query).lines) + "\n")

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return the label, with the first case in which the question's formula is true, and the first in which it
        is false. The label is `undecided` if the ground program would be too large.

        Raises:
            EngineError: for what is no formula of the logic.
        """
        import clingo

        begun = time.perf_counter()
        program = _Program(theory, query)
        size = len(program.lines) << len(program.atoms)
        if size * STEPS_A_RULE > limits.steps:
            reason = f"the ground program has up to {size:,} rules"
            return Verdict(UNDECIDED, self.name, {"kind": "budget", "reason": reason})
        control = clingo.Control([], logger=lambda *_: None)
        control.add("base", [], "\n".join(program.lines))
        control.ground([("base", [])])
        found: dict[str, list[int]] = {"holds": [], "fails": []}
        with control.solve(yield_=True) as handle:
            for model in handle:
                for symbol in model.symbols(atoms=True):
                    if symbol.name in found:
                        found[symbol.name].append(symbol.arguments[0].number)
        holds, fails = (program.case(each) for each in found.values())
        label = {
            (False, False): "unknown",
            (False, True): "true",
            (True, False): "false",
            (True, True): "inconsistent",
        }[holds is None, fails is None]
        certificate = {"kind": "cases", "holds": holds, "fails": fails}
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)


class _Program:
    """An answer set program in the making; equal formulas have one number."""

    def __init__(self, theory: ir.Theory, query: ir.Query) -> None:
        if not isinstance(query.goal, ir.Entailed):
            raise EngineError("a theory of announcements is asked whether a formula follows")
        try:
            asked = formula(query.goal.statement)
            self.atoms = atoms(theory, asked)
            kinds = {each.id: operator(each.statement) for each in theory.statements}
        except TypeError as error:
            raise EngineError(str(error)) from error
        said = [each for each in theory.statements if kinds[each.id] == "said"]
        private = [each for each in theory.statements if kinds[each.id] not in ("sees", "said")]
        self._views = dict[str, int]()
        for each in theory.statements:
            if kinds[each.id] == "sees":
                self._look(formula(each.statement))
        self._numbers: dict[tuple[ir.Formula, int], int] = {}
        self.lines = [f"% bit {bit}: {_comment(atom)}" for bit, atom in enumerate(self.atoms)]
        self.lines += [f"world(0..{(1 << len(self.atoms)) - 1}).", "left(W, 0) :- world(W)."]
        for place, each in enumerate(said):
            self.lines += ["", f"% {each.id}: {_comment(show(each.statement))}"]
            whole = formula(each.statement)
            assert isinstance(whole, ir.Modal)
            self.lines.append(f"left(W, {place + 1}) :- {self._at(whole.parts[0], place)}.")
        end = len(said)
        self.lines += ["", "% what the reader knows, and the question"]
        here = [self._at(formula(each.statement), end) for each in private]
        goal = self._at(asked, end)
        self.lines += [f"here(W) :- {', '.join([f'left(W, {end})', *here])}."]
        self.lines += [f"holds(W) :- here(W), {goal}.", f"fails(W) :- here(W), not {goal}."]
        self.lines += ["#show.", "#show holds : holds(W).", "#show fails : fails(W)."]

    def case(self, worlds: list[int]) -> list[str] | None:
        """Return the atoms of the first of some cases; None if there are none."""
        if not worlds:
            return None
        return [atom for bit, atom in enumerate(self.atoms) if min(worlds) >> bit & 1]

    def _look(self, sight: ir.Formula) -> None:
        """Add an atom to those that an agent sees."""
        match sight:
            case ir.Modal(terms=(agent,), parts=(ir.Literal(atom=atom, default=False),)):
                seen = 1 << self.atoms.index(show(atom))
                self._views[show(agent)] = self._views.get(show(agent), 0) | seen
            case _:
                raise EngineError(f"`{show(sight)}` is not about an atom")

    def _at(self, part: ir.Formula, time: int) -> str:
        """Return the literal that says that a formula is true in a case after some announcements."""
        if (part, time) not in self._numbers:
            number = self._numbers[part, time] = len(self._numbers) + 1
            for body in list(self._bodies(part, number, time)):
                self.lines.append(f"sat({number}, W, {time}) :- left(W, {time}){body}.")
        return f"sat({self._numbers[part, time]}, W, {time})"

    def _bodies(self, part: ir.Formula, number: int, time: int) -> Iterator[str]:
        """Yield the bodies of the rules of a formula, without the case that they are about."""
        match part:
            case ir.Truth(value=value):
                yield from [""] if value else []
            case ir.Literal(atom=atom, negative=False, default=default):
                bit = 1 << self.atoms.index(show(atom))
                yield f", W & {bit} {'=' if default else '!='} 0"
            case ir.Not(part=inner):
                yield f", not {self._at(inner, time)}"
            case ir.And(parts=parts):
                yield "".join(f", {self._at(each, time)}" for each in parts)
            case ir.Or(parts=parts):
                yield from [f", {self._at(each, time)}" for each in parts]
            case ir.Modal(operator="knows", parts=(inner,), terms=(agent,)):
                seen = self._views.get(show(agent), 0)
                doubted = f"left(W, {time}), not {self._at(inner, time)}"
                self.lines.append(f"doubt({number}, W & {seen}) :- {doubted}.")
                yield f", not doubt({number}, W & {seen})"
            case ir.Modal(operator="since", parts=(inner,), terms=(ir.Quantity(amount=first),)):
                if first <= time:
                    before = [f"not {self._at(inner, earlier)}" for earlier in range(first)]
                    yield "".join(f", {each}" for each in [self._at(inner, first), *before])
            case _:
                raise EngineError(f"`{show(part)}` is no formula about what is known")


def _comment(text: str) -> str:
    return text.replace("\n", " ")
