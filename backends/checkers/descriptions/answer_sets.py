"""What certificates about answer sets show: which sets there are, what is in them, and what founds it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....compiler.contract import Description
from ....compiler.notation import refusal
from ....dsl.diagnostics import count_noun, list_names


def describe_answer_sets(certificate: Mapping[str, Any]) -> Sequence[Description]:
    """Return what a certificate of answer sets shows."""
    match certificate:
        case {"kind": "answer sets"}:
            return list(_all_sets(certificate))
        case {"kind": "stability", "accepted": True, "set": literals}:
            number = count_noun(len(literals), "literal")
            return [Description(f"The set in question, of {number}, is an answer set.")]
        case {"kind": "stability"}:
            return [_refused(certificate)]
        case {"kind": "entailment", "mode": ""}:
            return list(_only_set(certificate))
        case {"kind": "entailment"}:
            return list(_some_sets(certificate))
        case _:
            return []


def _refused(certificate: Mapping[str, Any]) -> Description:
    told = f"The set in question is not an answer set, since {refusal(certificate)}."
    match certificate["reason"]:
        case {"violated": str(id)}:
            return Description(told, quoted=(id,))
        case _:
            return Description(told)


def _all_sets(certificate: Mapping[str, Any]) -> Iterator[Description]:
    sets, cost = certificate["sets"], certificate["cost"]
    noun = "answer set" if cost is None else "best answer set"
    match len(sets):
        case 0:
            yield Description("There is no answer set.")
        case 1 if certificate["complete"]:
            number = count_noun(len(sets[0]), "literal")
            yield Description(f"There is exactly one {noun}, of {number}.")
        case number if certificate["complete"]:
            yield Description(f"There are exactly {number} {noun}s.")
        case number:
            several = (
                f"are more than {number} {noun}s" if number > 1 else f"is more than one {noun}"
            )
            yield Description(f"There {several}.")
    if cost:
        shown = ", then ".join(map(str, cost))
        sums = " What is maximised counts as a negative cost." if min(cost) < 0 else ""
        yield Description(f"Its cost is {shown}: no answer set costs less.{sums}")


def _only_set(certificate: Mapping[str, Any]) -> Iterator[Description]:
    sets, asked = certificate["sets"], certificate["asked"]
    if not sets:
        yield Description("There is no answer set.")
        return
    if not certificate["complete"]:
        yield Description("There is more than one answer set.")
        return
    number = count_noun(len(sets[0]), "literal")
    yield Description(f"There is exactly one answer set, of {number}. {_place(asked, sets[0])}")
    yield from _derivation(certificate)


def _some_sets(certificate: Mapping[str, Any]) -> Iterator[Description]:
    asked = certificate["asked"]
    for each in certificate["excluded"]:
        literal = each["literal"]
        if each["has"]:
            yield Description(f"No answer set has {literal}.")
        else:
            yield Description(f"Every answer set has {literal}.")
    for literals in certificate["sets"]:
        size = count_noun(len(literals), "literal")
        yield Description(f"There is an answer set of {size}. {_place(asked, literals)}")
    if not certificate["sets"]:
        yield Description("There is no answer set.")
    yield from _derivation(certificate)


def _place(asked: str, literals: Sequence[str]) -> str:
    other = asked[1:] if asked.startswith("-") else f"-{asked}"
    if asked in literals:
        return f"It contains {asked}."
    if other in literals:
        return f"It contains {other}, the opposite of {asked}."
    return f"It contains neither {asked} nor {other}."


def _derivation(certificate: Mapping[str, Any]) -> Iterator[Description]:
    derivation = certificate["derivation"]
    if not derivation:
        return
    ids = dict.fromkeys(id for _, id in derivation if id is not None)
    steps = count_noun(len(derivation), "step")
    items = (
        f"{literal}, by {id}" if id is not None else str(literal) for literal, id in derivation
    )
    founded = f"{derivation[-1][0]} is founded on {list_names(ids)}, in {steps}:"
    yield Description(founded, quoted=tuple(ids), items=tuple(items))
