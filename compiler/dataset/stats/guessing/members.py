"""Counts of a set of literals in a question, written in braces, compared with the text."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .asked import Page
from .clauses import Clause, content, tokens

_SET = re.compile(r"\{([^{}]*)\}")
_MEMBER = re.compile(r"(?:(-)\s*+)?([^\s(),]+)\s*+(?:\(([^()]*)\))?")


@dataclass(frozen=True)
class Member:
    """A literal: its sign, and the stems of its predicate and arguments."""

    negative: bool
    stems: tuple[str, ...]


def members(question: str, common: frozenset[str]) -> list[Member]:
    """Return the members of the set in a question; nothing if there is no set."""
    found = _SET.search(question)
    if not found:
        return []
    own = []
    for sign, name, arguments in _MEMBER.findall(found[1]):
        stems = tuple(content((*tokens(name), *tokens(arguments)), common))
        if stems:
            own.append(Member(sign == "-", stems))
    return own


def counts(page: Page, question: str) -> dict[str, float]:
    """Return the counts of the set that is asked about, always under the same names."""
    own = members(question, page.common)
    stated = {(each.negative, each.stems) for each in page.stated}
    asserted = {(member.negative, member.stems) for member in own}
    heads = Counter((head.negative, head.stems[0]) for head in page.heads)
    facts = Counter((each.negative, each.stems[0]) for each in page.stated if each.stems)
    predicates = Counter((member.negative, member.stems[0]) for member in own)
    derived = [member for member in own if (member.negative, member.stems) not in stated]
    constants = Counter(stem for member in own for stem in member.stems[1:])
    concluded = [(member.negative, member.stems[0]) for member in derived]
    clauses = {id(clause): _met(clause, own) for rule in page.rules for clause in rule.conditions}
    met = [
        rule
        for rule in page.rules
        if all(clauses[id(condition)] != condition.default for condition in rule.conditions)
    ]
    return {
        "members of the set": len(own),
        "negated members": sum(member.negative for member in own),
        "members that are stated": len(own) - len(derived),
        "stated facts that are no member": len(stated - asserted) if own else 0,
        "facts that a member denies": sum(
            (not negative, stems) in asserted for negative, stems in stated
        ),
        "members with a complement in the set": sum(
            (not member.negative, member.stems) in asserted for member in own
        ),
        "members that no rule concludes": sum(not heads[each] for each in concluded),
        "members that rules conclude negated alone": sum(
            not heads[sign, name] and bool(heads[not sign, name]) for sign, name in concluded
        ),
        "least conclusions for a member": min((heads[each] for each in concluded), default=0),
        "members of a predicate that occurs in facts": sum(bool(facts[each]) for each in concluded),
        "members not stated": len(derived),
        "negated members not stated": sum(member.negative for member in derived),
        "predicates of members": len(predicates),
        "most members of a predicate": max(predicates.values(), default=0),
        "constants of members": len(constants),
        "constants that one member has": sum(count == 1 for count in constants.values()),
        "constants of one member that the text lacks": sum(
            not page.occurrences[constant] for constant in constants
        ),
        "rules whose conditions members meet": len(met) if own else 0,
        "rules that members meet without a conclusion": sum(
            not any(_met(conclusion, own) for conclusion in rule.conclusions) for rule in met
        )
        if own
        else 0,
        "rules that members conclude without conditions": sum(
            any(_met(conclusion, own) for conclusion in rule.conclusions) for rule in page.rules
        )
        - sum(any(_met(conclusion, own) for conclusion in rule.conclusions) for rule in met)
        if own
        else 0,
    }


def _met(clause: Clause, own: Sequence[Member]) -> bool:
    """Return whether a member has the sign and the predicate of a clause, its first stem."""
    return any(
        member.negative == clause.negative and member.stems[0] == clause.stems[0] for member in own
    )
