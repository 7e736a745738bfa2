"""Says in words which engines decided a record's label, and what its certificate shows.

A file may hold anything, so whatever has not the form that it should have is left to be shown as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from ....dsl.diagnostics import count_noun, list_names
from ...contract import Describer, Description, plugins
from ...ir import Goal

NEEDED = "needed"
"""The part of a certificate with an answer set that there would be without each statement."""

SETS = "sets"
"""The part of a certificate with sets of literals, each of which meets all statements."""

DERIVATION = "derivation"
"""The part of a certificate with the steps to what is asked."""

MOST_SETS, MOST_LITERALS = 4, 40
"""How many sets are shown, and how many literals of one predicate."""


def describe_engines(record: Mapping[str, Any]) -> str:
    """Return a sentence about the engines and their labels; empty if the record names none."""
    labels = record.get("engines")
    if not isinstance(labels, dict) or not labels:
        return ""
    if not all(isinstance(each, str) for each in labels.values()):
        return ""
    names = list(labels)
    if len(set(labels.values())) > 1:
        told = "; ".join(f"{name}: {label}" for name, label in labels.items())
        return f"The engines differ. {told}."
    label = labels[names[0]]
    if len(names) == 1:
        return f"{names[0]} decides the label: {label}"
    return f"{list_names(names)} agree on the label: {label}"


def describe_certificate(
    record: Mapping[str, Any],
    say: Callable[[str], str] = lambda literal: "",
    most: int | None = MOST_LITERALS,
) -> list[Description]:
    """Return what a record's certificate shows, in the words of the checker that gave it.

    Several questions that were decided at once are grouped by their labels. The list is empty if no installed
    checker can describe the certificate.

    Args:
        say: returns the words for a literal of a set; an empty text if there are none.
        most: how many literals of one predicate are shown; None for all.
    """
    certificate = record.get("certificate")
    if not isinstance(certificate, dict):
        return []
    described = list(_describe_cases(certificate))
    described = described or _describe_alone(certificate, record.get("engines"))
    if described:
        described += _describe_sets(record, certificate, say, most)
    needed = certificate.get(NEEDED)
    if described and isinstance(needed, dict) and needed:
        statements = list_names(sorted(needed, key=by_number), len(needed))
        subject = f"None of {statements} can" if len(needed) > 1 else f"{statements} cannot"
        described.append(
            Description(f"{subject} be left out: without it there is another answer set.")
        )
    return described


def _describe_cases(certificate: Mapping[str, Any]) -> Iterator[Description]:
    """Describe a certificate with one for each of several questions, by the goal that consists of them."""
    kind = certificate.get("kind") or None
    goal = next((each for each in get_args(Goal) if each.evidence[0] == kind), None)
    if goal is None or not isinstance(cases := certificate.get(goal.evidence[1]), dict):
        return
    if not all(isinstance(each, dict) and "label" in each for each in cases.values()):
        return
    by_label: dict[str, list[str]] = {}
    for name, each in cases.items():
        by_label.setdefault(str(each["label"]), []).append(str(name))
    ordered = sorted(by_label.items(), key=lambda item: len(item[1]))
    yield Description(
        f"{count_noun(len(cases), 'question')} decided, each by itself: {goal.decided}.",
        items=tuple(
            f"label {label}: {list_names(sorted(names, key=by_number))}" for label, names in ordered
        ),
    )


# --------------------------------------------------------------------------------------------------- sets of literals


def _describe_sets(
    record: Mapping[str, Any],
    certificate: Mapping[str, Any],
    say: Callable[[str], str],
    most: int | None,
) -> Iterator[Description]:
    """Describe sets of literals by what is chosen or asked in them, or else by what is more than the facts.

    If there is a derivation of the answer, not many literals are shown with it.
    """
    theory, sets = record.get("theory"), certificate.get(SETS)
    is_derived = bool(certificate.get(DERIVATION))
    if not (
        isinstance(theory, list)
        and isinstance(sets, list)
        and all(isinstance(each, str) for each in theory)
        and all(isinstance(each, list) and _are_texts(each) for each in sets)
    ):
        return
    statements = [each.partition(":")[2].strip() for each in theory]
    chosen = {name for each in statements for name in _choices(each)}
    wanted = chosen | set(_predicates(str(record.get("query")))) if chosen else set()
    facts = {each for each in statements if "->" not in each}
    ranges = {_predicate(each) for each in facts if ".." in each}
    for number, literals in enumerate(sets[:MOST_SETS], 1):
        shown = [
            each
            for each in literals
            if (_predicate(each) in wanted if wanted else _predicate(each) not in ranges)
            and each not in facts
        ]
        if not wanted and most is not None and len(shown) > most and is_derived:
            yield Description(f"Beyond the facts, it has {count_noun(len(shown), 'literal')} …")
        elif shown:
            what = "Of what is chosen or asked for" if wanted else "Beyond the facts"
            subject = "it" if len(sets) == 1 else f"set {number}"
            words, symbols = _literals(shown, say, most)
            yield Description(f"{what}, {subject} has:", items=words, literals=symbols)


def _are_texts(values: Sequence[Any]) -> bool:
    return all(isinstance(each, str) for each in values)


def _literals(
    literals: Sequence[str], say: Callable[[str], str], most: int | None
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the sentences of predicates whose literals have some, and the literals of the others by predicate.

    Predicates beside each other that have one literal each share a group.
    """
    predicates: dict[str, list[str]] = {}
    for each in literals:
        predicates.setdefault(_predicate(each), []).append(each)
    sentences: list[str] = []
    groups: list[list[str]] = []
    alone: list[str] | None = None
    for group in predicates.values():
        words = [say(each) for each in group[:most]]
        if all(words):
            sentences += words if len(words) == len(group) else [*words, "…"]
        elif len(group) > 1:
            groups.append(group)
            alone = None
        elif alone is None:
            groups.append(alone := list(group))
        else:
            alone += group
    return tuple(sentences), tuple(map(tuple, groups))


_NAME = r"-?(?:`[^`]+`|[a-z]\w*)"
_CHOICE = re.compile(r"(?:^|-> )(?:[0-9A-Z]\S* )?\{ (.*) \}")


def _predicate(literal: str) -> str:
    found = re.match(_NAME, literal)
    return found[0] if found else literal


def _predicates(text: str) -> list[str]:
    return re.findall(rf"{_NAME}(?=\()", text)


def _choices(statement: str) -> Iterator[str]:
    """Yield the predicates among whose literals a statement has some chosen."""
    found = _CHOICE.search(statement)
    for each in found[1].split("; ") if found else ():
        if name := re.match(_NAME, each):
            yield name[0]


def by_number(name: str) -> tuple[int, str]:
    """Return what sorts the ids `r2` and `r10` by their numbers."""
    return len(name), name


def _describe_alone(certificate: Any, engines: Any) -> list[Description]:
    """Return what the last engine of a record that describes certificates says of this one."""
    names = list(engines) if isinstance(engines, dict) else []
    for name in reversed(names):
        for group in (plugins.CHECKERS, plugins.BACKENDS):
            try:
                engine = plugins.make(group, name) if name in plugins.names(group) else None
                found = list(engine.describe(certificate)) if isinstance(engine, Describer) else []
            except Exception:
                # The file may be anybody's, and so may the engine: the values are shown instead.
                continue
            if found and all(isinstance(each, Description) for each in found):
                return found
    return []
