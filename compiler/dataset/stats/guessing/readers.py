"""The readers that need no other package: by the form of the question, by words, and by a small tree over counts."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .cases import Cases
from .judging import Guess, judge_guesses
from .tree import Tree

SHOWN = 3
"""How many telling features are named."""

Scores: TypeAlias = Sequence[Sequence[float]]
Told: TypeAlias = dict[str, float]


@dataclass(frozen=True)
class Fitted:
    """A trained reader: `score` returns scores of labels for each row; `told` lists the most important features."""

    score: Callable[[Sequence[int]], Scores]
    told: Told


@dataclass(frozen=True)
class Reader:
    """A way to guess. `fit` learns from the rows of some records.

    Attributes:
        whole: whether it reads records, and not alternatives.
        most: how many records it is given at most.
    """

    name: str
    fit: Callable[[Cases, Sequence[int]], Fitted]
    whole: bool = False
    most: int = 20_000


def by_form(cases: Cases, rows: Sequence[int]) -> Fitted:
    """Guess the commonest answer to questions of the same form."""
    every: Counter[int] = Counter(cases.classes[row] for row in rows)
    forms: dict[str, Counter[int]] = defaultdict(Counter)
    for row in rows:
        forms[cases.forms[row]][cases.classes[row]] += 1
    labels = range(len(cases.labels))

    def score(tried: Sequence[int]) -> Scores:
        # Of forms not seen the commonest answer of all.
        seen = (forms.get(cases.forms[row], every) for row in tried)
        return [[own[label] + every[label] / (2 * len(rows)) for label in labels] for own in seen]

    return Fitted(
        score,
        (
            {
                f"`{form}`": max(
                    own[label] - own.total() * every[label] / len(rows) for label in labels
                )
                for form, own in forms.items()
            }
        ),
    )


def by_words(cases: Cases, rows: Sequence[int]) -> Fitted:
    """Weigh words and pairs of words by how much likelier each is with a label (naive Bayes over their presence)."""
    labels = range(len(cases.labels))
    totals = Counter(cases.classes[row] for row in rows)
    seen: Counter[int] = Counter()
    among: list[Counter[int]] = [Counter() for _ in labels]
    for row in rows:
        among[cases.classes[row]].update(cases.terms[row])
    for counter in among:
        seen.update(counter)
    weights: dict[int, tuple[float, ...]] = {}
    told: dict[int, float] = {}
    for term, count in seen.items():
        if count < 3:
            continue
        shares = [(among[label][term] + 1) / (totals[label] + 2) for label in labels]
        weights[term] = tuple(math.log(share) for share in shares)
        expected = [count * totals[label] / len(rows) for label in labels]
        told[term] = sum(
            (among[label][term] - expected[label]) ** 2 / expected[label]
            for label in labels
            if expected[label]
        )
    base = [math.log((totals[label] + 1) / len(rows)) for label in labels]
    centre = {term: sum(own) / len(own) for term, own in weights.items()}

    def score(tried: Sequence[int]) -> Scores:
        found = []
        for row in tried:
            sums = list(base)
            for term in cases.terms[row]:
                if own := weights.get(term):
                    for label in labels:
                        sums[label] += own[label] - centre[term]
            found.append(sums)
        return found

    names = list(cases.masks.terms)
    best = sorted(told, key=lambda term: (-told[term], term))[: 3 * SHOWN]
    return Fitted(score, {f"`{names[term]}`": told[term] for term in best})


def by_tree(cases: Cases, rows: Sequence[int]) -> Fitted:
    """Guess by a decision tree of at most twelve leaves over all counts."""
    tree = Tree(cases.counts, cases.classes, rows, len(cases.labels))
    return Fitted(
        lambda tried: [tree.shares(cases.counts[row]) for row in tried],
        {cases.names[column]: float(gain) for column, gain in tree.gains.items()},
    )


SMALL = (
    Reader("the form of the question", by_form, whole=True),
    Reader("words and pairs", by_words),
    Reader("a small tree of counts", by_tree),
)


def guesses(cases: Cases, readers: Sequence[Reader]) -> Iterator[Guess]:
    """Yield what each reader guesses, learning in turn from four fifths of the records."""
    own = [each for each in readers if not (each.whole and cases.masks.alternatives)]
    parts = cases.folds()
    for reader in own:
        hits: dict[int, bool] = {}
        told: Counter[str] = Counter()
        step = max(1, -(-len(cases) // reader.most))
        for place, tried in enumerate(parts):
            learnt = [each for other in parts[:place] + parts[place + 1 :] for each in other]
            rows = [row for row in cases.rows(sorted(learnt)[::step]) if cases.classes[row] >= 0]
            if len({cases.classes[row] for row in rows}) < 2:
                continue
            fitted = reader.fit(cases, rows)
            told.update(fitted.told)
            hits.update(_hits(cases, fitted, tried[::step]))
        if hits:
            telling = sorted(told, key=lambda name: (-told[name], name))[:SHOWN]
            yield judge_guesses(
                cases.family,
                reader.name,
                hits,
                cases.answers,
                cases.fair,
                cases.theories,
                cases.depths,
                len(own),
                tuple(telling),
            )


def _hits(cases: Cases, fitted: Fitted, records: Sequence[int]) -> Iterator[tuple[int, bool]]:
    """Yield of each record whether the label with the best score, or the best alternative, is right."""
    scores = iter(fitted.score(cases.rows(records)))
    for record in records:
        first, end = cases.starts[record], cases.starts[record + 1]
        own = [next(scores) for _ in range(first, end)]
        if cases.masks.alternatives:
            best = max(
                range(end - first), key=lambda place: (own[place][1] - own[place][0], -place)
            )
            yield record, cases.classes[first + best] == 1
        else:
            (labels,) = own
            best = max(range(len(labels)), key=lambda place: (labels[place], -place))
            yield record, cases.labels[best] in cases.answers[record]
