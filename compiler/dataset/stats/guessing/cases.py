"""The cases of a family: counts and terms of each record or alternative, and which answer is right; no text is kept."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from sys import intern
from zlib import crc32

from . import alternatives, asked, clauses, members
from .clauses import form, mask_content, stem, tokens
from .masks import Masks, all_terms, term_numbers
from .reading import Reading

FOLDS = 5
HASHED = 1 << 18


@dataclass
class Cases:
    """What readers learn from, a row for each record, or for each alternative of a record.

    Attributes:
        names: the names of the counts.
        counts: the counts of each row.
        terms: the terms of each row, by their numbers.
        near: digests of parts of the anonymised text, of each record.
        forms: the form of the question, of each record.
        classes: of each row the number of its label, -1 for a label that is not guessed; of alternatives 1 for a
            right one, else 0.
        starts: the first row of each record, and the number of rows.
        theories, depths, answers, fair: of each record, its group, its depth, its right answers, and the chance of a
            fair draw.
    """

    family: str
    masks: Masks
    names: list[str] = field(default_factory=list)
    counts: list[array[float]] = field(default_factory=list)
    terms: list[array[int]] = field(default_factory=list)
    near: list[array[int]] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    classes: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    theories: list[bytes] = field(default_factory=list)
    depths: list[str] = field(default_factory=list)
    answers: list[tuple[str, ...]] = field(default_factory=list)
    fair: list[float] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.theories)

    @property
    def labels(self) -> tuple[str, ...]:
        """The counts that readers compare."""
        return ("wrong", "right") if self.masks.alternatives else self.masks.labels

    def rows(self, records: Sequence[int]) -> list[int]:
        """Return the rows of some records."""
        return [
            row for record in records for row in range(self.starts[record], self.starts[record + 1])
        ]

    def add(self, reading: Reading, right: tuple[str, ...] = ()) -> None:
        """Count a record; one without alternatives is left out where these are read.

        Args:
            right: its right answers, if there can be others than its own.
        """
        page = asked.Page(reading.context, self.masks.common)
        if self.masks.alternatives:
            if len(reading.choices) < 2:
                return
            self._add_alternatives(reading, page)
        else:
            self._add_record(reading, page, right or (reading.answer,))
        self.starts.append(len(self.counts))
        self.theories.append(reading.theory)
        self.depths.append(reading.depth)

    def _add_alternatives(self, reading: Reading, page: asked.Page) -> None:
        masks = self.masks
        self.names = self.names or alternatives.names(masks.units, masks.shapes)
        counted = alternatives.rows(page, reading, masks.units, masks.shapes)
        words = alternatives.words(reading, page)
        for place, (row, terms) in enumerate(zip(counted, words, strict=True)):
            self.counts.append(array("f", row))
            self.terms.append(array("I", term_numbers(terms, masks.terms)))
            self.classes.append(int(place in reading.right))
        self.answers.append(tuple(reading.choices[place] for place in sorted(reading.right)))
        self.fair.append(len(reading.right) / len(reading.choices))

    def _add_record(self, reading: Reading, page: asked.Page, right: tuple[str, ...]) -> None:
        masks = self.masks
        found = asked.counts(page, reading.question) | members.counts(page, reading.question)
        own = set(tokens(reading.question))
        patterns = set(asked.patterns(page, reading.question))
        found |= {f"`{each}` in the question": float(each in own) for each in masks.forms}
        found |= {shape: float(shape in patterns) for shape in masks.shapes}
        found["words of the prompt"] = float(len(reading.prompt.split()))
        self.names = self.names or list(found)
        labels = masks.labels
        self.counts.append(array("f", found.values()))
        self.terms.append(array("I", term_numbers(all_terms(reading, page), masks.terms)))
        self.near.append(_near(reading, page))
        self.forms.append(intern(form(reading.question, masks.common)))
        self.classes.append(labels.index(reading.answer) if reading.answer in labels else -1)
        self.answers.append(right)
        drawn = reading.answer in reading.choices
        self.fair.append(1 / len(reading.choices) if drawn else 0.0)

    def folds(self) -> list[list[int]]:
        """Divide the records into five parts of about one size; those of a theory stay together.

        Where there are fewer theories than parts, records are divided one by one.
        """
        groups: dict[bytes, list[int]] = defaultdict(list)
        for place, theory in enumerate(self.theories):
            groups[theory].append(place)
        if len(groups) < FOLDS:
            groups = {str(place).encode(): [place] for place in range(len(self))}
        parts: list[list[int]] = [[] for _ in range(FOLDS)]
        for group in sorted(groups, key=lambda each: crc32(each)):
            min(parts, key=len).extend(groups[group])
        return [sorted(part) for part in parts]


def _near(reading: Reading, page: asked.Page) -> array[int]:
    """Return digests of the runs of three words of a text in which the question's words are numbered, others masked."""
    stems = dict.fromkeys(clauses.question_statement(reading.question, page.common).stems)
    order = {each: f"q{place}" for place, each in enumerate(stems)}
    found: set[int] = set()
    for sequence in (*(sentence.tokens for sentence in page.sentences), tokens(reading.question)):
        shown = ["."]
        for word in sequence:
            seen = order.get(stem(word)) or mask_content((word,), page.common)
            if seen != shown[-1]:
                shown.append(seen)
        if any(one in shown for one in order.values()) or len(shown) < 4:
            for place in range(len(shown) - 1):
                found.add(crc32(" ".join(shown[place : place + 3]).encode()) % HASHED)
    return array("I", sorted(found))
