"""Counts of how a text mentions the statement in question: sentence by sentence, without chaining.

Facts, conclusions and conditions are compared by the stems of their content words. One clause covers
another if it has two thirds of its stems. Rules are for or against the statement, by the sign of their
conclusion.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .clauses import (
    NEGATIONS,
    Clause,
    Sentence,
    mask_content,
    question_statement,
    read,
    sentences,
    stem,
    tokens,
)

SIDES = ("for", "against")


@dataclass(frozen=True)
class Support:
    """What speaks of a condition elsewhere: facts and conclusions, of its sign and of the other one."""

    facts: int
    opposed_facts: int
    heads: int
    opposed_heads: int
    rarest: int
    """How often its rarest stem occurs in all."""

    @property
    def held(self) -> bool:
        return bool(self.facts or self.heads)


class Page:
    """A text divided into sentences, with the places of each stem."""

    def __init__(self, text: str, common: frozenset[str]) -> None:
        self.common = common
        self.sentences = [read(each, common) for each in sentences(text)]
        self.facts = [sentence for sentence in self.sentences if not sentence.is_rule]
        self.rules = [sentence for sentence in self.sentences if sentence.is_rule]
        self.stated = [clause for fact in self.facts for clause in (_whole(fact),)]
        self.heads = [clause for rule in self.rules for clause in rule.conclusions]
        self.occurrences = Counter(stem for sentence in self.sentences for stem in sentence.stems)
        self._facts, self._heads = _index(self.stated), _index(self.heads)

    def support(self, clause: Clause) -> Support:
        """Count what covers a clause among facts and conclusions."""
        facts = [self.stated[place] for place in _covering_clauses(clause.stems, self._facts)]
        heads = [self.heads[place] for place in _covering_clauses(clause.stems, self._heads)]
        same_facts = sum(fact.negative == clause.negative for fact in facts)
        same_heads = sum(head.negative == clause.negative for head in heads)
        return Support(
            same_facts,
            len(facts) - same_facts,
            same_heads,
            len(heads) - same_heads,
            min(self.occurrences[stem] for stem in clause.stems),
        )


def _whole(fact: Sentence) -> Clause:
    return Clause(fact.stems, fact.negations % 2 == 1)


def _index(clauses: Sequence[Clause]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, clause in enumerate(clauses):
        for each in set(clause.stems):
            places[each].append(place)
    return places


def _covering_clauses(stems: Sequence[str], index: Mapping[str, Sequence[int]]) -> list[int]:
    """Return the places of the clauses that have two thirds of some stems."""
    own = set(stems)
    shared = Counter(place for each in own for place in index.get(each, ()))
    return [place for place, count in shared.items() if 3 * count >= 2 * len(own)]


def covers(stems: Iterable[str], wanted: frozenset[str]) -> bool:
    """Return whether some stems have two thirds of those that are wanted."""
    return 3 * len(wanted.intersection(stems)) >= 2 * len(wanted) > 0


def counts(page: Page, question: str) -> dict[str, float]:
    """Return the counts of a text and its question, always under the same names."""
    statement = question_statement(question, page.common)
    wanted = frozenset(statement.stems)
    supports = {
        id(clause): page.support(clause) for rule in page.rules for clause in rule.conditions
    }
    found: dict[str, float] = {}
    found.update(_mentions(page, statement, wanted, question))
    sides = _sides(page, statement, wanted)
    for side in SIDES:
        found.update(_of_side(side, sides[side], page, supports, wanted))
    for name in (
        "rules",
        "rules that hold",
        "conditions",
        "conditions not held",
        "rare conditions",
        "words",
        "contradicted conditions",
    ):
        found[f"more {name} for it than against"] = (
            found[f"{name} for it"] - found[f"{name} against it"]
        )
    found.update(_preferences(page, sides, supports))
    found.update(_overall(page, supports))
    return found


def _mentions(
    page: Page, statement: Clause, wanted: frozenset[str], question: str
) -> dict[str, float]:
    """Count how the words of the statement occur as facts, conditions and conclusions."""
    own = tokens(question)
    frequencies = [page.occurrences[each] for each in wanted] or [0]
    subject = statement.stems[0] if statement.stems else ""
    predicate = statement.stems[-1] if statement.stems else ""
    stated = page.support(statement) if wanted else Support(0, 0, 0, 0, 0)
    conditions = [condition for rule in page.rules for condition in rule.conditions]
    about = [condition for condition in conditions if wanted and covers(condition.stems, wanted)]
    whole = (
        [place for place, each in enumerate(page.sentences) if wanted <= set(each.stems)]
        if wanted
        else []
    )
    at_subject = [clause for clause in page.stated if subject in clause.stems]
    by_predicate = [clause for clause in (*page.stated, *page.heads) if predicate in clause.stems]
    before = [condition for condition in conditions if predicate in condition.stems]
    same = statement.negative
    return {
        "negation in the question": float(same),
        "negations in the question": sum(each in NEGATIONS for each in own),
        "words of the question": len(own),
        "content words of the question": len(wanted),
        "least mentions of a word asked": min(frequencies),
        "most mentions of a word asked": max(frequencies),
        "mentions of the words asked": sum(frequencies),
        "words asked that the text lacks": sum(not frequency for frequency in frequencies),
        "mentions of the subject": page.occurrences[subject],
        "mentions of the predicate": page.occurrences[predicate],
        "facts that state it": stated.facts,
        "facts that deny it": stated.opposed_facts,
        "conclusions that state it": stated.heads,
        "conclusions that deny it": stated.opposed_heads,
        "conditions that state it": sum(clause.negative == same for clause in about),
        "conditions that deny it": sum(clause.negative != same for clause in about),
        "sentences with all words asked": len(whole),
        "negated sentences with all words asked": sum(
            page.sentences[place].negations % 2 for place in whole
        ),
        "place of the first sentence with all words asked": whole[0] / len(page.sentences)
        if whole
        else -1,
        "facts about the subject": len(at_subject),
        "negated facts about the subject": sum(clause.negative for clause in at_subject),
        "statements of the predicate with its sign": sum(
            clause.negative == same for clause in by_predicate
        ),
        "statements of the predicate with the other sign": sum(
            clause.negative != same for clause in by_predicate
        ),
        "conditions of the predicate with its sign": sum(
            clause.negative == same for clause in before
        ),
        "conditions of the predicate with the other sign": sum(
            clause.negative != same for clause in before
        ),
    }


def _sides(
    page: Page, statement: Clause, wanted: frozenset[str]
) -> dict[str, list[tuple[int, Sentence]]]:
    """Return the rules for and against the statement, with their places among the rules."""
    sides: dict[str, list[tuple[int, Sentence]]] = {side: [] for side in SIDES}
    for place, rule in enumerate(page.rules):
        for clause in rule.conclusions:
            if wanted and covers(wanted, frozenset(clause.stems)):
                side = SIDES[clause.negative != statement.negative]
                if (place, rule) not in sides[side]:
                    sides[side].append((place, rule))
    return sides


def _of_side(
    side: str,
    rules: Sequence[tuple[int, Sentence]],
    page: Page,
    supports: Mapping[int, Support],
    wanted: frozenset[str],
) -> dict[str, float]:
    """Count the conditions of the rules of one side, and what supports them."""
    conditions = [clause for _, rule in rules for clause in rule.conditions]
    plain = [
        (condition, supports[id(condition)]) for condition in conditions if not condition.default
    ]
    defaults = [supports[id(condition)] for condition in conditions if condition.default]
    found = {
        "rules": len(rules),
        "rules that hold": sum(_holds(rule, supports) for _, rule in rules),
        "conditions": len(conditions),
        "most conditions": max((len(rule.conditions) for _, rule in rules), default=0),
        "conditions not held": sum(not each.held for _, each in plain),
        "stated conditions": sum(bool(each.facts) for _, each in plain),
        "denied conditions": sum(bool(each.opposed_facts) for _, each in plain),
        "concluded conditions": sum(bool(each.heads) for _, each in plain),
        "contradicted conditions": sum(bool(each.opposed_heads) for _, each in plain),
        "conclusions for conditions": sum(each.heads for _, each in plain),
        "rare conditions": sum(each.rarest == 1 for _, each in plain),
        "least mentions of a condition": min((each.rarest for _, each in plain), default=0),
        "mentions of conditions": sum(each.rarest for _, each in plain),
        "negated conditions": sum(each.negative for each, _ in plain),
        "default conditions": len(defaults),
        "default conditions that fail": sum(default.held for default in defaults),
        "words": sum(len(rule.tokens) for _, rule in rules),
        "words asked in conditions": sum(
            len(wanted.intersection(condition.stems)) for condition in conditions
        ),
        "place of the first rule": rules[0][0] / len(page.rules) if rules else -1,
    }
    return {f"{name} {side} it": float(value) for name, value in found.items()}


def _holds(rule: Sentence, supports: Mapping[int, Support]) -> bool:
    """Return whether every condition of a rule is supported, at first sight."""
    return all(supports[id(condition)].held != condition.default for condition in rule.conditions)


def _preferences(
    page: Page,
    sides: Mapping[str, Sequence[tuple[int, Sentence]]],
    supports: Mapping[int, Support],
) -> dict[str, float]:
    """Count preferences: sentences that name two rules, of which the first one is preferred."""
    rules = {rule.name: rule for rule in page.rules if rule.name}
    named = {side: {rule.name for _, rule in sides[side]} - {""} for side in SIDES}
    ours = theirs = total = 0
    holding = dict.fromkeys(SIDES, 0)
    for fact in page.facts:
        pair = [word for word in fact.tokens if word in rules]
        if len(pair) != 2:
            continue
        total += 1
        for side, other in (SIDES, SIDES[::-1]):
            if pair[0] in named[side] and pair[1] in named[other]:
                ours += side == "for"
                theirs += side == "against"
                holding[side] += _holds(rules[pair[0]], supports)
    return {
        "preferences": total,
        "preferences for it": ours,
        "preferences against it": theirs,
        "preferred rules that hold for it": holding["for"],
        "preferred rules that hold against it": holding["against"],
    }


def _overall(page: Page, supports: Mapping[int, Support]) -> dict[str, float]:
    plain = [
        (clause, supports[id(clause)])
        for rule in page.rules
        for clause in rule.conditions
        if not clause.default
    ]
    return {
        "sentences": len(page.sentences),
        "words of the text": sum(len(sentence.tokens) for sentence in page.sentences),
        "facts": len(page.facts),
        "negated facts": sum(each.negative for each in page.stated),
        "rules": len(page.rules),
        "negated conclusions": sum(head.negative for head in page.heads),
        "conditions": len(plain),
        "negated conditions": sum(each.negative for each, _ in plain),
        "default conditions": sum(len(rule.conditions) for rule in page.rules) - len(plain),
        "rules that hold": sum(_holds(rule, supports) for rule in page.rules),
        "conditions not held": sum(not each.held for _, each in plain),
        "denied conditions": sum(bool(each.opposed_facts) for _, each in plain),
        "words that occur once": sum(count == 1 for count in page.occurrences.values()),
        "different content words": len(page.occurrences),
    }


def patterns(page: Page, question: str) -> Iterator[str]:
    """Yield the shapes of the sentences with the question's words, alone and with the form of the statement in
    question.
    """
    wanted = frozenset(question_statement(question, page.common).stems)
    parts = [each for each in sentences(question) if not each.rstrip().endswith("}")]
    form = mask_content(tokens(parts[-1] if parts else question), page.common)[:80]
    for sentence in page.sentences:
        shared = len(wanted.intersection(sentence.stems))
        if wanted and (shared == len(wanted) or (shared >= 2 and 3 * shared >= 2 * len(wanted))):
            shape = mask_content(sentence.tokens, page.common)[:80]
            yield f"said of it: {shape}"
            yield f"said of it: {shape}; asked: {form}"


MOST_WORDS = 4
"""About how many words of a question the places of their sentences are read."""


def places(page: Page, question: str) -> Iterator[str]:
    """Yield, for each word of the statement in question, the shapes of the first and the last sentence with it.

    Of every sentence with it, say also whether another of its words recurs elsewhere in the text.
    """
    wanted = tuple(dict.fromkeys(question_statement(question, page.common).stems))
    for number, word in enumerate(wanted[:MOST_WORDS], 1):
        about = [sentence for sentence in page.sentences if word in sentence.stems]
        shapes = [_mark(sentence, word, page.common) for sentence in about]
        if shapes:
            yield f"first said of word {number}: {shapes[0]}"
            yield f"last said of word {number}: {shapes[-1]}"
        for sentence, shape in zip(about, shapes, strict=True):
            others = set(sentence.stems).difference(wanted)
            recurs = any(page.occurrences[each] > 1 for each in others)
            beside = "a word that recurs" if recurs else "words that do not recur"
            yield f"said of word {number}, with {beside}: {shape}"


def _mark(sentence: Sentence, word: str, common: frozenset[str]) -> str:
    """Return the shape of a sentence in which a word becomes `X`."""
    return " ".join(
        "X" if stem(each) == word else mask_content((each,), common) for each in sentence.tokens
    )[:80]
