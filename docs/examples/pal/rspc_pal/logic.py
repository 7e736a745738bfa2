"""The logic: what its statements are, what they mean, and who decides them.

A case is a set of atoms. At first every case is possible, and all agents know what each of them sees. Three kinds of
statements make a theory:

    sees(a, p)    everybody knows that a sees whether the atom p is so
    said(f)       f is said aloud: from then on, only the cases are possible in which it was true
    f             f is true after everything was said, and only the reader learns it

What is said is heard by all, one after the other in the order of the theory. After some of it was said, a formula is
true or false in each case that is possible then:

    p(a)          the atom is in the case
    knows(a, f)   f is true in all possible cases that look the same to a: they agree in what a sees
    since(n, f)   f is true after n things were said, and was not before

A statement follows if it is true in all cases that are possible in the end and agree with what the reader knows.
It is excluded if it is true in none of them. What is said can make false what was true before (`nobody knows` is the
usual example), so consequences are lost when statements are added, and their order counts.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from rspc.plugin import Feature, Knobs, Label, Operator, ir, show, walk

OPERATORS: Mapping[str, Operator] = {
    "sees": Operator(terms=("agent",)),
    "knows": Operator(terms=("agent",)),
    "said": Operator(),
    "since": Operator(terms=("number",)),
}

FEATURES: frozenset[Feature] = frozenset(
    {
        "facts",
        "requirements",
        "conjunction",
        "disjunction",
        "negation",
        "default_negation",  # `not` before an atom, which is plain negation in a formula
        *OPERATORS,
    }
)


class Options(Knobs, frozen=True):
    """The logic has no options."""


class Pal:
    """A theory is who sees what, what is said aloud, in this order, and what only the reader knows."""

    name: ClassVar[str] = "pal"
    accepts: ClassVar[frozenset[Feature]] = FEATURES
    operators: ClassVar[Mapping[str, Operator]] = OPERATORS
    options: ClassVar[type[Knobs]] = Options
    phrasebook: ClassVar[str] = "pal.phrases"
    establishes: ClassVar[str] = "pal"
    confirms: ClassVar[tuple[str, ...]] = ("views",)
    explores: ClassVar[str] = "pal"
    monotonic: ClassVar[bool] = False
    ordered: ClassVar[bool] = True
    introduces: ClassVar[str] = "{text}"
    figures: ClassVar[Mapping[str, str]] = {
        "said": "how many things are said aloud",
        "knowing": "how often what is said is about what somebody knows",
    }
    marks: ClassVar[Mapping[str, str]] = {}

    def meanings(self, goal: ir.Entailed) -> Mapping[Label, str]:
        """Return what the labels mean: a reader looks at the end, after everything was said."""
        return {
            "true": "if it is so in the end",
            "false": "if it is not",
            "unknown": "if one cannot tell",
        }

    def readings(self, options: Knobs) -> Mapping[str, Knobs]:
        return {}

    def classify(self, theory: ir.Theory) -> Mapping[str, Any]:
        """Count what is said, and how often it is about knowledge."""
        said = [each for each in theory.statements if operator(each.statement) == "said"]
        nodes = [node for each in said for node in walk(each.statement)]
        knowing = [
            each for each in nodes if isinstance(each, ir.Modal) and each.operator == "knows"
        ]
        return {"said": len(said), "knowing": len(knowing)}


def formula(statement: ir.Statement) -> ir.Formula:
    """Return the formula of a statement; TypeError for what is none."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return literal
        case ir.Requirement(formula=whole):
            return whole
        case _:
            raise TypeError(f"`{show(statement)}` is no formula about what is known")


def operator(statement: ir.Statement) -> str:
    """Return the operator of a whole statement; empty if it has none."""
    whole = formula(statement)
    return whole.operator if isinstance(whole, ir.Modal) else ""


def atoms(theory: ir.Theory, asked: ir.Formula) -> list[str]:
    """Return the atoms of a theory and a question as text, in alphabetical order."""
    nodes = (node for part in (*theory.statements, asked) for node in walk(part))
    return sorted({show(node) for node in nodes if isinstance(node, ir.Atom)})
