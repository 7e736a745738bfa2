"""What certificates of derivations and of concepts show: the statements that a proof uses, and that it needs them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....compiler.contract import Description
from ....dsl.diagnostics import count_noun, list_names


def describe_derivation(certificate: Mapping[str, Any]) -> Sequence[Description]:
    """Return what a certificate of steps with tags shows."""
    return list(_derivation(certificate)) if certificate.get("kind") == "derivation" else []


def _derivation(certificate: Mapping[str, Any]) -> Iterator[Description]:
    steps = certificate["steps"]
    for claim in certificate["claims"]:
        tag = claim["tag"]
        follows = claim["step"] is not None and not tag.startswith("not ")
        how = tag.removeprefix("not ")
        verb = f"follows {how}" if follows else f"does not follow {how}"
        yield Description(f"{claim['literal']} {verb}.")
    used = dict.fromkeys(_used(steps))
    if used:
        yield Description(f"The proof uses {list_names(used, len(used))}.")
    rivals = dict.fromkeys(
        each["rule"]
        for step in steps
        for each in (*step.get("attackers", ()), *step.get("failing", ()))
        if each["rule"] not in used
    )
    if rivals:
        does = "does" if len(rivals) == 1 else "do"
        loses = "loses" if len(rivals) == 1 else "lose"
        listed = list_names(rivals, len(rivals))
        yield Description(f"{listed} {does} not apply, or {loses} to other rules.")
    if certificate["closed"] is not None:
        closed = count_noun(len(certificate["closed"]), "conclusion")
        yield Description(
            f"A list of {closed}, closed under all rules, shows what does not follow."
        )


def _used(steps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the ids of the statements that steps apply."""
    for step in steps:
        for applied in (step, step.get("attacker") or {}):
            if applied.get("rule") is not None:
                yield applied["rule"]


def describe_justification(certificate: Mapping[str, Any]) -> Sequence[Description]:
    """Return what a certificate with a justification, or with two models, shows."""
    match certificate:
        case {"kind": "entailment", "justification": ids, "tableau": tableau}:
            return list(_justification(certificate, ids, tableau))
        case {"kind": "entailment", "models": {"with": holding, "without": lacking}}:
            first, second = _individuals(lacking), _individuals(holding)
            return [
                Description("Neither the statement nor its denial follows, as two models show."),
                Description(f"In a model of {first}, the statement is false."),
                Description(f"In a model of {second}, the statement is true."),
            ]
        case _:
            return []


def _justification(
    certificate: Mapping[str, Any], ids: Sequence[str], tableau: Sequence[Any]
) -> Iterator[Description]:
    consequence = {
        "true": "The statement follows from",
        "false": "The statement contradicts",
        "inconsistent": "There is no model of",
    }[certificate["label"]]
    shows = f"as a tableau of {count_noun(len(tableau), 'step')} shows"
    if ids:
        yield Description(f"{consequence} {list_names(ids)}, {shows}:", tuple(ids))
    else:
        always = "always holds" if certificate["label"] == "true" else "can never hold"
        yield Description(f"The statement {always}, whatever the theory says, {shows}.")
    if len(ids) > 1:
        yield Description("None of these can be left out, as a model shows for each.")
    if "model" in certificate:
        yield Description(
            f"The theory is consistent: it has a model of {_individuals(certificate['model'])}."
        )


def _individuals(model: Mapping[str, Any]) -> str:
    return count_noun(len(model["elements"]), "individual")
