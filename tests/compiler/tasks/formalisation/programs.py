"""Small ground programs, and whether two of them have the same models of here-and-there, by trying all pairs.

A pair (H, T) is a model if T satisfies the program, and H its reduct by T: Ferraris, Answer sets for propositional
theories (LPNMR 2005).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, combinations
from random import Random

LITERALS = ("p", "-p", "q(a)", "q(b)")

Pair = tuple[frozenset[str], frozenset[str]]


@dataclass(frozen=True)
class Rule:
    """`choice` heads have bounds, 0 and a large number for none; a head without literals is false."""

    body: tuple[tuple[str, str], ...]
    head: tuple[str, ...]
    choice: bool = False
    low: int = 0
    high: int = 9

    def __str__(self) -> str:
        body = ", ".join(f"{sign} {literal}".strip() for sign, literal in self.body)
        if self.choice:
            low = f"{self.low} " if self.low else ""
            high = f" {self.high}" if self.high < 9 else ""
            return f"{body} -> {low}{{ {'; '.join(self.head)} }}{high}".strip()
        head = " | ".join(self.head) or "false"
        return f"{body} -> {f'({head})' if len(self.head) > 1 else head}".strip()


Program = tuple[Rule, ...]


def drawn_rule(random: Random) -> Rule:
    body = tuple(
        (random.choice(("", "", "not", "not not")), literal)
        for literal in random.sample(LITERALS, random.choice((0, 1, 1, 2, 2)))
    )
    kind = random.random()
    if kind < 0.25:
        head = tuple(random.sample(LITERALS, random.choice((1, 2, 3))))
        low = random.choice((0, 0, 1))
        return Rule(body, head, True, low, random.choice((9, 9, max(low, 1))))
    size = random.choice((1, 1, 1, 2) if body else (1, 1, 2))
    if body and random.random() < 0.15:
        size = 0
    return Rule(body, tuple(random.sample(LITERALS, size)))


def drawn_program(random: Random) -> Program:
    return tuple(drawn_rule(random) for _ in range(random.randint(1, 4)))


def altered(program: Program, random: Random) -> Program:
    """Return a program that is like another, and perhaps means the same."""
    rules = list(program)
    place = random.randrange(len(rules))
    rule = rules[place]
    match random.randrange(9):
        case 0:
            rules.append(replace(rule, body=(*rule.body, (random.choice(("", "not")), "p"))))
        case 1 if rule.body:
            rules[place] = replace(rule, body=rule.body[1:])
        case 2 if len(rules) > 1:
            del rules[place]
        case 3 if rule.body:
            (_, literal), *others = rule.body
            rules[place] = replace(rule, body=((random.choice(("", "not")), literal), *others))
        case 4 if len(rule.head) > 1 and not rule.choice:
            # A disjunction becomes rules with `not`, one for each of its literals.
            rules[place : place + 1] = [
                Rule((*rule.body, *(("not", each) for each in rule.head if each != one)), (one,))
                for one in rule.head
            ]
        case 5 if len(rule.head) == 1 and not rule.choice:
            rules[place] = Rule((*rule.body, ("not", rule.head[0])), ())
        case 6 if rule.choice and not rule.low and rule.high > len(rule.head):
            rules[place : place + 1] = [
                Rule((*rule.body, ("not not", each)), (each,)) for each in rule.head
            ]
        case 7:
            rules[place] = replace(rule, body=rule.body[::-1], head=rule.head[::-1])
            random.shuffle(rules)
        case _:
            rules.append(drawn_rule(random))
    return tuple(rules)


def models(program: Program) -> set[Pair]:
    """Return all models of here-and-there over the literals."""
    return {
        (here, there)
        for there in _subsets(LITERALS)
        if not {"p", "-p"} <= there
        for here in _subsets(sorted(there))
        if all(_satisfied(rule, here, there) for rule in program)
    }


def _subsets(literals: tuple[str, ...] | list[str]) -> list[frozenset[str]]:
    sizes = range(len(literals) + 1)
    return [
        frozenset(each) for each in chain.from_iterable(combinations(literals, n) for n in sizes)
    ]


def _satisfied(rule: Rule, here: frozenset[str], there: frozenset[str]) -> bool:
    signs = {"": None, "not": False, "not not": True}
    kept = all(signs[sign] is None or (each in there) is signs[sign] for sign, each in rule.body)
    positive = [each for sign, each in rule.body if not sign]
    if not kept:
        return True
    for world in (here, there):
        if all(each in world for each in positive):
            if rule.choice and world is there:
                if not rule.low <= len(there.intersection(rule.head)) <= rule.high:
                    return False
            elif rule.choice:
                if any(each in there and each not in here for each in rule.head):
                    return False
            elif not any(each in world for each in rule.head):
                return False
    return True
