"""The rules of the meta-programs: the proof theory of each variant of defeasible logic, as answer set programs.

A literal is `pos(predicate,arguments)` or `neg(predicate,arguments)`. A theory gives `fact(id,literal)`,
`strict_rule(id,binding,head)`, `defeasible_rule(id,binding,head)`, `defeater(id,binding,head)`,
`body(id,binding,literal)`, `superior(id,id)` and `asked(literal)`. All programs are stratified, so they
have exactly one answer set.

Sources, whose conditions stand in `docs/defeasible.md`: Antoniou, Billington, Governatori, Maher, Representation
results for defeasible logic (ACM TOCL 2001); Billington, Antoniou, Governatori, Maher, An inclusion theorem for
defeasible logics (ACM TOCL 2010); Maher, Tachmazidis, Antoniou, Wade, Cheng, Rethinking defeasible reasoning: a
scalable approach (TPLP 2020). Programs of this kind were first given by Antoniou, Billington, Governatori and Maher,
A flexible framework for defeasible logics (AAAI 2000).
"""

from collections.abc import Mapping

COMMON = """\
#defined fact/2. #defined strict_rule/3. #defined defeasible_rule/3. #defined defeater/3.
#defined body/3. #defined superior/2. #defined constant/1.

% What can be derived at all: instances with another body are left out, for they are refuted in every variant.
possible(L) :- fact(_,L).
possible(L) :- strict_rule(_,_,L).
possible(L) :- defeasible_rule(_,_,L).

supports(R,B,L) :- strict_rule(R,B,L).
supports(R,B,L) :- defeasible_rule(R,B,L).
attacks(R,B,C,L) :- supports(R,B,L), complement(C,L).
attacks(R,B,C,L) :- defeater(R,B,L), complement(C,L).

sign(L) :- possible(L).
sign(L) :- body(_,_,L).
sign(L) :- defeater(_,_,L).
sign(L) :- asked(L).
% Which rules for a literal L beat a rule S against it. (What has no such rule is told apart by a fact: a condition over
% nothing would make the grounding quadratic.)
beats(R,B,S,L) :- attacks(S,_,L,_), superior(R,S), supports(R,B,L).
beatable(S,L) :- beats(_,_,S,L).

complement(pos(P,A),neg(P,A)) :- sign(pos(P,A)).
complement(pos(P,A),neg(P,A)) :- sign(neg(P,A)).
complement(neg(P,A),pos(P,A)) :- complement(pos(P,A),neg(P,A)).
literal(L) :- complement(L,_).

% Definite conclusions, from facts and strict rules.
definitely(L) :- fact(_,L).
definitely(L) :- strict_rule(R,B,L), definitely(A) : body(R,B,A).
"""

NOT_DEFINITELY = """\
% A literal is refuted definitely when it is no fact and each strict rule for it has a refuted body.
given(L) :- fact(_,L).
fails_definitely(R,B) :- strict_rule(R,B,_), body(R,B,A), not_definitely(A).
not_definitely(L) :- literal(L), not given(L), fails_definitely(R,B) : strict_rule(R,B,L).
"""

DEFEASIBLY = """\
% Defeasible conclusions. Defeaters are applicable too, though they prove nothing.
defeasibly(L) :- definitely(L).
applicable(R,B) :- attacks(R,B,_,_), defeasibly(A) : body(R,B,A).
"""

NOT_DEFEASIBLY = """\
discarded(R,B) :- body(R,B,A), not_defeasibly(A).
not_defeasibly(L) :- not_definitely(L), complement(L,C), definitely(C).
"""

PROPAGATING_ATTACK = """\
% Ambiguity propagation: a rule attacks when its body is supported, though it may not be provable.
attacking(R,B) :- attacks(R,B,_,_), supported(A) : body(R,B,A).
repelled(R,B) :- body(R,B,A), not_supported(A).
% Which rules against a literal L beat a rule R for it.
stronger(S,D,R,L) :- supports(R,_,L), superior(S,R), attacks(S,D,L,_).
exposed(R,L) :- stronger(_,_,R,L).
supported(L) :- definitely(L).
supporting(R,B) :- supports(R,B,_), supported(A) : body(R,B,A).
supported(L) :- supports(R,B,L), supporting(R,B), safe(R,L).
safe(R,L) :- supports(R,_,L), not exposed(R,L).
safe(R,L) :- exposed(R,L), discarded(S,D) : stronger(S,D,R,L).
unsupporting(R,B) :- supports(R,B,_), repelled(R,B).
unsupporting(R,B) :- supports(R,B,L), stronger(S,D,R,L), applicable(S,D).
not_supported(L) :- not_definitely(L), unsupporting(R,B) : supports(R,B,L).
"""

TEAM = """\
% Team defeat: each attacker is repelled, or beaten by some applicable rule.
countered(S,D) :- repelled(S,D), attacks(S,D,_,_).
countered(S,D) :- attacks(S,D,L,_), beats(R,B,S,L), applicable(R,B).
defeasibly(L) :- supports(R,B,L), applicable(R,B), complement(L,C), not_definitely(C);
  countered(S,D) : attacks(S,D,L,_).
not_defeasibly(L) :- not_definitely(L), discarded(R,B) : supports(R,B,L).
not_defeasibly(L) :- not_definitely(L), attacks(S,D,L,_), attacking(S,D), unbeaten(S,L).
unbeaten(S,L) :- attacks(S,_,L,_), not beatable(S,L).
unbeaten(S,L) :- beatable(S,L), discarded(R,B) : beats(R,B,S,L).
"""

INDIVIDUAL = """\
% Individual defeat: one rule beats every attacker that is not repelled.
rival(S,D,R,L) :- supports(R,_,L), attacks(S,D,L,_), not superior(R,S).
opposed(R,L) :- rival(_,_,R,L).
defeasibly(L) :- supports(R,B,L), applicable(R,B), complement(L,C), not_definitely(C), winning(R,L).
winning(R,L) :- supports(R,_,L), not opposed(R,L).
winning(R,L) :- opposed(R,L), repelled(S,D) : rival(S,D,R,L).
lost(R,B) :- supports(R,B,_), discarded(R,B).
lost(R,B) :- supports(R,B,L), rival(S,D,R,L), attacking(S,D).
not_defeasibly(L) :- not_definitely(L), lost(R,B) : supports(R,B,L).
"""

PARALLEL = """\
% The closure: what the rules could give if no rule were beaten, strict conclusions apart.
closure(L) :- definitely(L).
closure(L) :- supports(R,B,L), closure(A) : body(R,B,A); complement(L,C), not definitely(C).

% Team defeat, where an attacker is repelled when some literal of its body is not in the closure.
countered(S,D) :- attacks(S,D,_,_), body(S,D,A), not closure(A).
countered(S,D) :- attacks(S,D,L,_), beats(R,B,S,L), applicable(R,B).
defeasibly(L) :- supports(R,B,L), applicable(R,B), complement(L,C), not definitely(C);
  countered(S,D) : attacks(S,D,L,_).
"""

ANSWER = """\
% The answer.
answer(inconsistent) :- definitely(L), complement(L,C), definitely(C).
answer(inconsistent) :- asked(L), complement(L,C), defeasibly(L), defeasibly(C).
answer(true) :- asked(L), defeasibly(L), not answer(inconsistent).
answer(false) :- asked(L), complement(L,C), defeasibly(C), not answer(inconsistent).
answer(unknown) :- not answer(true), not answer(false), not answer(inconsistent).

#show answer/1.
#show definitely/1.
#show defeasibly/1.
"""

ANSWERS = """\
% The answers of theories with a number each, where a predicate's name is a pair of the number and itself.
#defined constant/2.
asked(L) :- asked(_,L).
answer(N,inconsistent) :- definitely(pos((N,P),A)), definitely(neg((N,P),A)).
answer(N,inconsistent) :- asked(N,L), complement(L,C), defeasibly(L), defeasibly(C).
answer(N,true) :- asked(N,L), defeasibly(L), not answer(N,inconsistent).
answer(N,false) :- asked(N,L), complement(L,C), defeasibly(C), not answer(N,inconsistent).
answer(N,unknown) :- asked(N,_), not answer(N,true), not answer(N,false), not answer(N,inconsistent).

#show answer/2.
"""

SHOW_REFUTED = "#show not_definitely/1.\n#show not_defeasibly/1.\n"
SHOW_SUPPORTED = "#show supported/1.\n#show not_supported/1.\n"


def _blocking_rules(defeat: str) -> str:
    """Return the rules of defeat under ambiguity blocking: there a rule attacks just as it supports."""
    return defeat.replace("attacking(", "applicable(").replace("repelled(", "discarded(")


_CONSTRUCTIVE = (COMMON, NOT_DEFINITELY, DEFEASIBLY, NOT_DEFEASIBLY)

VARIANTS: Mapping[str, tuple[str, ...]] = {
    "blocking": (*_CONSTRUCTIVE, _blocking_rules(TEAM)),
    "blocking_individual": (*_CONSTRUCTIVE, _blocking_rules(INDIVIDUAL)),
    "propagating": (*_CONSTRUCTIVE, PROPAGATING_ATTACK, TEAM),
    "propagating_individual": (*_CONSTRUCTIVE, PROPAGATING_ATTACK, INDIVIDUAL),
    "parallel": (COMMON, DEFEASIBLY, PARALLEL),
}
"""The rules of each variant, in the order in which they are written out."""

SHOWN: Mapping[str, tuple[str, ...]] = {
    "blocking": (SHOW_REFUTED,),
    "blocking_individual": (SHOW_REFUTED,),
    "propagating": (SHOW_REFUTED, SHOW_SUPPORTED),
    "propagating_individual": (SHOW_REFUTED, SHOW_SUPPORTED),
    "parallel": ("#show closure/1.\n",),
}
"""What of each variant's conclusions is shown, besides the answer and what is proved."""
