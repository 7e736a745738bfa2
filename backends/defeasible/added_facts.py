"""Do two theories have the same conclusions, and do they still have them after facts are added to both?

The meta-programs of both theories stand in one program, in which some facts are chosen for both of them. An answer set
in which a literal is a conclusion of one theory alone shows that they differ.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ...compiler.contract import Undecided
from ...compiler.ir import nodes as ir, with_sign
from .metarules import VARIANTS
from .reified import facts_of, literals_of, spell_literal

MOST_LITERALS = 20_000
"""How many literals facts and conclusions may be."""

CHOICE = """\
possible(L) :- candidate(_,M), side(S), own(S,M,L).
{ added(I) : candidate(I,_) }.
fact(added,L) :- added(I), candidate(I,M), own(_,M,L).
side(0). side(1).
own(S,pos(P,A),pos((S,P),A)) :- candidate(_,pos(P,A)), side(S).
own(S,neg(P,A),neg((S,P),A)) :- candidate(_,neg(P,A)), side(S).
concluded(S,I) :- candidate(I,M), own(S,M,L), defeasibly(L).
differ(S,I) :- concluded(S,I), not concluded(1-S,I).
differ :- differ(_,_).
:- not differ.
#show added/1.
#show differ/2.
"""

CONCLUSIONS = """\
concluded(I) :- candidate(I,L), defeasibly(L).
#show concluded/1.
"""


def comparison(
    one: ir.Theory,
    other: ir.Theory,
    variant: str,
    literals: Sequence[ir.Literal],
    names: Sequence[ir.Term],
) -> str:
    """Return the program of two theories: `added(I)` are the facts that make them differ, and `differ(S,I)` is what
    only one of them concludes, by its number, 0 or 1.

    Raises:
        EngineError: for a statement that is none of defeasible logic.
    """
    lines = [
        line for mark, own in enumerate((one, other)) for line in facts_of(own, names, str(mark))
    ]
    defined = "#defined asked/1. #defined constant/2."
    return "\n".join([*lines, *_candidates(literals), defined, *VARIANTS[variant], CHOICE])


def conclusions(
    theory: ir.Theory, variant: str, literals: Sequence[ir.Literal], names: Sequence[ir.Term]
) -> str:
    """Return the program of a theory: `concluded(I)` are the literals that follow, by their places."""
    lines = facts_of(theory, names, "")
    defined = "#defined asked/1."
    return "\n".join([*lines, *_candidates(literals), defined, *VARIANTS[variant], CONCLUSIONS])


def relevant_literals(theories: Sequence[ir.Theory], names: Sequence[ir.Term]) -> list[ir.Literal]:
    """Return the literals over some names that statements have, each with its negation.

    No other fact has an influence on what else a theory concludes.

    Raises:
        Undecided: there are too many.
    """
    found: dict[ir.Literal, None] = {}
    for literal in dict.fromkeys(each for theory in theories for each in literals_of(theory)):
        for instance in _instances(literal, names):
            for negative in (False, True):
                found[with_sign(instance, negative)] = None
        if len(found) > MOST_LITERALS:
            raise Undecided(f"there are more than {MOST_LITERALS} literals")
    return list(found)


def _instances(literal: ir.Literal, names: Sequence[ir.Term]) -> Iterator[ir.Literal]:
    terms = literal.atom.arguments
    # Each `_` is a variable of its own.
    keys = [(each, place if each == ir.Var("_") else -1) for place, each in enumerate(terms)]
    variables = list(dict.fromkeys(key for key in keys if isinstance(key[0], ir.Var)))
    if len(names) ** len(variables) > MOST_LITERALS:
        raise Undecided(f"there are more than {MOST_LITERALS} literals")
    for values in product(names, repeat=len(variables)):
        bound: Mapping[object, ir.Term] = dict(zip(variables, values, strict=True))
        arguments = tuple(bound.get(key, key[0]) for key in keys)
        yield ir.Literal(ir.Atom(literal.atom.predicate, arguments), literal.negative)


def _candidates(literals: Sequence[ir.Literal]) -> Iterator[str]:
    for place, literal in enumerate(literals):
        yield f"candidate({place},{spell_literal(literal)})."
