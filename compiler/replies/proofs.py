"""How well a proof agrees with a record's: by the rules that it uses, and by the conflicts that it settles.

Both are F1 scores, the harmonic mean of precision and recall (van Rijsbergen 1979), from 0 to 1; two proofs that use,
or settle, nothing agree. A proof is a list of steps as a record's `proof` has them; of each, `uses` and `beats` are
read. A proof in words is read for the ids that it names.
"""

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any, TypeAlias

from ...dsl import syntax
from ...dsl.parsing.parser import parse_statement
from ...dsl.source import Source
from ..text import end_of

Proof: TypeAlias = Sequence[Mapping[str, Any]]


_WINS = (
    r"(?:>|(?:is |are )?preferred (?:over|to)|beats|overrides|defeats|outranks"
    r"|(?:wins|takes precedence) (?:over|against)|is stronger than|is an? exception (?:to|from))"
)


def has_proof(record: Mapping[str, Any]) -> bool:
    """Return whether a record has a proof to compare with; that of `unknown` explains why neither side follows."""
    proof: Proof = record["proof"] or ()
    return any(each.get("uses") for each in proof[-1:])


def proof_steps(record: Mapping[str, Any], text: str) -> Proof:
    """Return the steps of a proof in words: it uses the statements that it names by their ids.

    `r1 beats r2` and `rule r1 is preferred over rule r2` settle a conflict; rules named in this way, or
    after `against`, do not count as used. Of a long text, only the end is read, as of a reply.
    """
    text = end_of(text)
    either = "|".join(re.escape(id) for id in sorted(_ids(record["theory"]), key=len, reverse=True))
    named = rf"(?<![\w-])({either})(?![\w-])"
    called = rf"(?:\brules? )?{named}"
    settled = re.compile(rf"{called} {_WINS} (?:the )?{called}", re.I)
    against = re.compile(rf"\bagainst (?:\w+ ){{0,3}}{called}", re.I)
    pairs = [{"uses": [hit[1]], "beats": [hit[2]]} for hit in settled.finditer(text)]
    uses = re.findall(named, against.sub(" ", settled.sub(" ", text)))
    return [{"uses": uses, "beats": []}, *pairs]


def rule_f1(record: Mapping[str, Any], proof: Proof) -> float:
    """Compare the rules that two proofs use; ids that the theory lacks count as wrong.

    Facts are left out, and background knowledge: rules that the record's own proof uses and no step names
    in its words.
    """
    own: Proof = record["proof"] or ()
    words = " ".join(each.get("text", "") for each in own)
    named = _used_ids(own).intersection(re.findall(r"\w+(?:-\w+)*", words))
    unsaid = _used_ids(own) - named if named else frozenset()
    left_out = unsaid.union(_facts(record["theory"]))
    return _f1(_used_ids(own) - left_out, _used_ids(proof) - left_out)


def conflict_f1(record: Mapping[str, Any], proof: Proof) -> float:
    """Compare the conflicts that two proofs settle, as pairs of the rule that wins and the rule that is beaten."""
    return _f1(_conflicts(record["proof"] or ()), _conflicts(proof))


def _ids(theory: Sequence[str]) -> list[str]:
    return [text.partition(":")[0] for text in theory]


def _facts(theory: Sequence[str]) -> list[str]:
    """Return the ids of the statements that are not rules."""
    found = []
    for text in theory:
        match parse_statement(Source("theory", text)):
            case syntax.Named(body=syntax.Implication() | syntax.Infix(operator="isa")):
                pass
            case syntax.Named(name=syntax.Name(text=id)):
                found.append(id)
    return found


def _used_ids(proof: Proof) -> frozenset[str]:
    return frozenset(id for step in proof for id in step.get("uses", ()))


def _conflicts(proof: Proof) -> frozenset[tuple[str, str]]:
    """Return who beats whom: the last that a step uses is its rule."""
    return frozenset(
        (step["uses"][-1], loser)
        for step in proof
        if step.get("uses")
        for loser in step.get("beats", ())
    )


def _f1(right: Set[Any], given: Set[Any]) -> float:
    if not right and not given:
        return 1.0
    return 2 * len(right & given) / (len(right) + len(given))
