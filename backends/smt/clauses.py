"""Propositional formulas in conjunctive normal form that grow, and the encoding of formulas after Tseitin."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from ...compiler.ir import nodes as ir
from .terms import unfit


@dataclass
class Clauses:
    """A formula in conjunctive normal form that grows: what its variables mean, and its clauses."""

    names: list[str] = field(default_factory=list)
    clauses: list[tuple[int, ...]] = field(default_factory=list)

    def variable(self, name: str) -> int:
        self.names.append(name)
        return len(self.names)

    def every(self, literals: list[int], name: str) -> int:
        """Return a variable that is true just if all of the literals are."""
        result = self.variable(name)
        self.clauses += [(-result, literal) for literal in literals]
        self.clauses.append((result, *(-literal for literal in literals)))
        return result

    def some(self, literals: list[int], name: str) -> int:
        """Return a variable that is true just if one of the literals is."""
        result = self.variable(name)
        self.clauses += [(result, -literal) for literal in literals]
        self.clauses.append((-result, *literals))
        return result

    @property
    def text(self) -> str:
        meanings = [f"c {number} = {name}" for number, name in enumerate(self.names, 1)]
        header = f"p cnf {len(self.names)} {len(self.clauses)}"
        lines = [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join([*meanings, header, *lines]) + "\n"


@dataclass
class Encoder(ABC):
    """Encodes formulas; the same formula twice is the same variable. `about` begins the names of variables."""

    clauses: Clauses
    about: str
    known: dict[ir.Node, int] = field(default_factory=dict)

    @abstractmethod
    def comparison(self, comparison: ir.Comparison) -> int:
        """Return the variable of a comparison."""

    def literal(self, formula: ir.Node) -> int:
        if isinstance(formula, ir.Not):
            return -self.literal(formula.part)
        if formula not in self.known:
            self.known[formula] = self._new(formula)
        return self.known[formula]

    def _new(self, formula: ir.Node) -> int:
        match formula:
            case ir.And(parts=parts):
                literals = [self.literal(part) for part in parts]
                return self.clauses.every(literals, f"{self.about}: {_gate('and', literals)}")
            case ir.Or(parts=parts):
                literals = [self.literal(part) for part in parts]
                return self.clauses.some(literals, f"{self.about}: {_gate('or', literals)}")
            case ir.Truth(value=value):
                return self.unit("true" if value else "false", value)
            case ir.Comparison():
                return self.comparison(formula)
            case _:
                raise unfit(formula)

    def unit(self, name: str, value: bool) -> int:
        """Return a variable with a known value."""
        variable = self.clauses.variable(f"{self.about}: {name}")
        self.clauses.clauses.append((variable if value else -variable,))
        return variable


def _gate(word: str, literals: list[int]) -> str:
    return f" {word} ".join(
        str(literal) if literal > 0 else f"not {-literal}" for literal in literals
    )
