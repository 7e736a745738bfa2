"""Proofs for readers: the steps that a checker tells, in a family's words and in symbols."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..contract import Claim, Said, Step, Verdict
from ..family.family import Family
from ..ir import nodes as ir
from ..notation.to_syntax import show
from ..text.english import morphology
from ..text.english.sentence_ends import without_stop
from ..text.phrasebook import Phrasebook
from .certify import explained

KNOWN = "what everybody knows"
"""How a statement is named that no sentence says."""


def proof(
    family: Family,
    theory: ir.Theory,
    query: ir.Query,
    verdict: Verdict,
    sentences: Mapping[str, str] | None,
    split: str = "",
    shown: Collection[str] | None = None,
    show: Callable[[ir.Node], str] = show,
) -> list[dict[str, Any]] | None:
    """Give a verdict's proof as plain values, premises first; None where its engine tells none.

    A step has `uses`, the ids of the facts and the rule that it applies; `from`, the numbers of the earlier steps that
    it needs; `beats`, the ids of the rules that its rule beats; `gives`, a literal; `tag`, what it shows of the
    literal; and `text`, all of this as sentences.

    Args:
        sentences: how statements are said, by id; one without a sentence is for the reader to know. None where
            statements are to be written in symbols.
        shown: the ids that readers see next to statements: no other is cited in `text`. None where they see all.
        show: how statements and literals are written in symbols.
    """
    steps = explained(family, theory, query, verdict)
    if steps is None:
        return None
    book = None if sentences is None else family.words.phrasebook
    if sentences is None:
        sentences = {each.id: show(each.statement) for each in theory.statements}
    voice = _Teller(theory, book, sentences, split, shown, show)
    return [
        {
            "uses": list(step.uses),
            "from": list(step.premises),
            "beats": list(step.beats),
            "gives": show(step.gives),
            "tag": step.tag,
            "text": voice.told(step),
        }
        for step in steps
    ]


class _Teller:
    """Words the sentences of steps; without a phrasebook literals are written in symbols."""

    def __init__(
        self,
        theory: ir.Theory,
        book: Phrasebook | None,
        sentences: Mapping[str, str],
        split: str,
        shown: Collection[str] | None,
        show: Callable[[ir.Node], str],
    ) -> None:
        self._facts = {
            each.statement.literal: sentences[each.id]
            for each in theory.statements
            if isinstance(each.statement, ir.Fact) and each.id in sentences
        }
        self._book = book
        self._sentences = sentences
        self._split = split
        self._shown = shown
        self._show = show
        self._quoted: set[str] = set()

    def told(self, step: Step) -> str:
        self._quoted.clear()
        return " ".join(map(self._sentence, step.said))

    def _sentence(self, said: Said) -> str:
        text = said.frame.format(*(self._part(each) for each in said.parts))
        begins = said.frame.startswith("{}") and not text.startswith(self._symbols(said.parts[0]))
        return morphology.capital(text) if begins else text

    def _part(self, part: Claim | ir.Labelled) -> str:
        if isinstance(part, ir.Literal):
            return self._clause(part)
        if isinstance(part, ir.Inclusion | ir.ConceptAssertion):
            return self._claim(part)
        sentence = without_stop(self._sentences.get(part.id, ""))
        if isinstance(part.statement, ir.Preference):
            return sentence or self._show(part.statement)
        if not sentence:
            return KNOWN
        rule = isinstance(part.statement, ir.Rule)
        if self._shown is not None and part.id not in self._shown:
            return f"the rule “{sentence}”" if rule else sentence
        if not rule:
            return f"{sentence} ({part.id})"
        if part.id in self._quoted:
            return f"rule {part.id}"
        self._quoted.add(part.id)
        return f"rule {part.id} ({sentence})"

    def _claim(self, claim: ir.Inclusion | ir.ConceptAssertion) -> str:
        """Say a statement about concepts as a part of a sentence; in symbols where there are no words."""
        told = None if self._book is None else self._book.say(claim, split=self._split)
        if told is None:
            return self._show(claim)
        match claim:
            case ir.ConceptAssertion(individual=ir.Const(name=name)) if told.lower().startswith(
                name.replace("_", " ").lower()
            ):
                return without_stop(told)
            case _:
                return without_stop(told[:1].lower() + told[1:])

    def _clause(self, literal: ir.Literal) -> str:
        """Say a literal as a part of a sentence, a fact as the text has it; in symbols where there are no words."""
        if self._book is None:
            return self._show(literal)
        words = self._book.clause(literal, split=self._split)
        told = self._facts.get(literal)
        if told is None or (words and without_stop(told) == morphology.capital(words)):
            return words or self._show(literal)
        lowered = without_stop(told[:1].lower() + told[1:])
        same = words is not None and words.split()[:1] == lowered.split()[:1]  # `the`, and no name
        return lowered if same else f"“{told}”"

    def _symbols(self, part: Claim | ir.Labelled) -> str:
        return self._show(part.statement if isinstance(part, ir.Labelled) else part)
