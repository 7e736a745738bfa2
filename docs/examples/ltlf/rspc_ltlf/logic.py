"""The logic: what its statements are, what they mean, and who decides them.

A trace is a sequence of `steps` states; a state is a set of atoms. A formula is true or false at each step of a trace:

    p(a)            the atom is in the state
    next(f)         there is a next step, and f is true at it
    weak_next(f)    there is no next step, or f is true at it
    eventually(f)   f is true at this step or a later one
    always(f)       f is true at this step and all later ones
    until(f, g)     g is true at this step or a later one, and f at all steps from this one to before that
    release(f, g)   g is true at this step and all later ones, up to the first at which f is, if there is one

A trace satisfies a theory if every statement is true at its first step. A statement follows if all traces that satisfy
the theory satisfy it; its opposite follows if none does.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from rspc.plugin import Feature, Knobs, Operator, children, ir

OPERATORS: Mapping[str, Operator] = {
    "next": Operator(),
    "weak_next": Operator(),
    "eventually": Operator(),
    "always": Operator(),
    "until": Operator(formulas=2),
    "release": Operator(formulas=2),
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
    """How long traces are."""

    steps: Annotated[int, Meta(ge=1, le=20, description="how many steps every trace has")] = 5


class Ltlf:
    """A theory is formulas that are true at the first step of a trace of known length."""

    name: ClassVar[str] = "ltlf"
    accepts: ClassVar[frozenset[Feature]] = FEATURES
    operators: ClassVar[Mapping[str, Operator]] = OPERATORS
    options: ClassVar[type[Knobs]] = Options
    phrasebook: ClassVar[str] = "ltlf.phrases"
    establishes: ClassVar[str] = "ltlf"
    confirms: ClassVar[tuple[str, ...]] = ("progression",)
    explores: ClassVar[str] = "ltlf"
    monotonic: ClassVar[bool] = True
    introduces: ClassVar[str] = "{text}"
    figures: ClassVar[Mapping[str, str]] = {
        "operators": "how many operators its statements have",
        "nesting": "how many stand inside one another at most",
    }
    marks: ClassVar[Mapping[str, str]] = {}

    def readings(self, options: Options) -> Mapping[str, Options]:
        """Give traces that are one step longer: labels that change hang on where a trace ends."""
        longer = options.steps + 1
        return {f"steps {longer}": Options(longer)} if longer <= 20 else {}

    def classify(self, theory: ir.Theory) -> Mapping[str, Any]:
        """Count the operators of a theory, and how deep they nest."""
        counts = [_operators(statement.statement) for statement in theory.statements]
        return {
            "operators": sum(number for number, _ in counts),
            "nesting": max((depth for _, depth in counts), default=0),
        }


def _operators(node: ir.Node) -> tuple[int, int]:
    """Give the number of operators in a node, and the greatest number of them inside one another."""
    inner = [_operators(child) for child in children(node)]
    own = isinstance(node, ir.Modal)
    number, depth = sum(n for n, _ in inner), max((d for _, d in inner), default=0)
    return number + own, depth + own
