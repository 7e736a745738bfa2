"""Proofs for readers: the steps of a checker's explanation, in a family's words and in symbols."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ..analysis.conflicts import origins, write_out_conflicts
from ..analysis.read_off import certified_label
from ..contract import Claim, Explainer, Part, Said, Step, Verdict
from ..contract.engine_set import Engines
from ..family import Family
from ..ir import Single, nodes as ir
from ..language import Language
from ..notation import show
from ..text import Phrasebook, capital, without_stop

SINCE = "since"
"""The kind of list that the literals of a body make."""


def proof(
    family: Family,
    theory: ir.Theory,
    query: ir.Query,
    verdict: Verdict,
    sentences: Mapping[str, str] | None,
    split: str = "",
    shown: Collection[str] | None = None,
    show: Callable[[ir.Node], str] = show,
    groups: Mapping[str, str] | None = None,
) -> list[dict[str, Any]] | None:
    """Return a verdict's proof as plain values, premises first; None if its engine has none.

    A step has `uses`, the ids of the facts and the rule that it applies; `from`, the numbers of the earlier
    steps that it needs; `beats`, the ids of the rules that its rule beats; `gives`, a literal; `tag`, what
    it shows of the literal; and `text`, all of this as sentences.

    Args:
        sentences: the sentences of statements, by id; one without a sentence is background knowledge. None
            to write statements in symbols.
        shown: the ids that readers see next to statements; `text` cites no others. None if they see all.
        show: writes statements and literals in symbols.
        groups: the sentences that say several statements together, by the ids of these.
    """
    steps = steps_of(family.engines, theory, query, verdict)
    if steps is None:
        return None
    book = None if sentences is None else family.words.phrasebook
    if sentences is None:
        sentences = {statement.id: show(statement.statement) for statement in theory.statements}
    language = family.words.language
    voice = _Teller(theory, book, language, sentences, split, shown, show, groups or {})
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


def steps_of(
    engines: Engines, theory: ir.Theory, query: ir.Query, verdict: Verdict
) -> Sequence[Step] | None:
    """Return the steps of a verdict as its checker explains them, premises first; None if it explains none.

    Of a question for individuals, those of every answer; of several questions, those of each.
    """
    goal = query.goal
    other = goal.behind(engines.logic.accepts)
    if other is not None:
        label = certified_label(other, verdict.certificate)
        if label != "inconsistent":  # a model, or answer sets
            return None
        query, verdict = ir.Query(other), replace(verdict, label=label)
    parts = query.goal.split(theory)
    if parts is not None:
        return _steps_of_parts(engines, goal, parts, verdict)
    if verdict.engine not in engines.names:
        return None
    checker = engines[verdict.engine]
    if not isinstance(checker, Explainer):
        return None
    known = origins(theory, query)
    steps = checker.explain(write_out_conflicts(theory, query), query, verdict)
    return [_with_sources(step, known) for step in steps]


def _steps_of_parts(
    engines: Engines,
    goal: ir.Goal,
    parts: Mapping[str, Single],
    verdict: Verdict,
) -> Sequence[Step] | None:
    found: list[Step] = []
    evidence = verdict.certificate[goal.evidence[1]]
    labels = {name: each["label"] for name, each in evidence.items()}
    for name in goal.explained(labels):
        theory, part = parts[name]
        own = Verdict(labels[name], verdict.engine, evidence[name]["certificate"])
        steps = steps_of(engines, theory, ir.Query(part), own)
        if steps is None:
            return None
        before = len(found)
        for step in steps:
            premises = tuple(before + number for number in step.premises)
            found.append(replace(step, premises=premises))
    return found


def _with_sources(step: Step, origins: Mapping[str, ir.Labelled]) -> Step:
    """Describe a step with the original statements in place of the compiled ones."""

    def named(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(origins[id].id for id in ids))

    def part(each: Part) -> Part:
        match each:
            case ir.Labelled():
                return origins[each.id]
            case Said(parts=Mapping() as parts):
                return replace(each, parts={name: part(one) for name, one in parts.items()})
            case Said(parts=parts):
                return replace(each, parts=tuple(map(part, parts)))
            case _:
                return each

    said = tuple(each for one in _once(step.said, origins) if isinstance(each := part(one), Said))
    return replace(step, uses=named(step.uses), beats=named(step.beats), said=said)


def _once(said: Sequence[Said], origins: Mapping[str, ir.Labelled]) -> Iterator[Said]:
    """Leave out the sentence of a second statement with the same origin, and the preferences after it."""
    spoken: dict[str, str] = {}
    again = False
    for each in said:
        parts = each.parts.values() if isinstance(each.parts, Mapping) else each.parts
        named = [part for part in parts if isinstance(part, ir.Labelled)]
        if named and not isinstance(named[0].statement, ir.Preference):
            id = named[0].id
            again = spoken.setdefault(origins[id].id, id) != id
        if not again:
            yield each


class _Teller:
    """Words the sentences of steps; without a phrasebook literals are written in symbols."""

    def __init__(
        self,
        theory: ir.Theory,
        book: Phrasebook | None,
        language: Language,
        sentences: Mapping[str, str],
        split: str,
        shown: Collection[str] | None,
        show: Callable[[ir.Node], str],
        groups: Mapping[str, str],
    ) -> None:
        self._facts = {
            statement.statement.literal: sentences[statement.id]
            for statement in theory.statements
            if isinstance(statement.statement, ir.Fact) and statement.id in sentences
        }
        self._statements = {statement.id: statement for statement in theory.statements}
        self._book = book
        self._language = language
        self._groups = groups
        self._sentences = sentences
        self._split = split
        self._shown = shown
        self._show = show
        self._quoted: set[str] = set()

    def told(self, step: Step) -> str:
        self._quoted.clear()
        return " ".join(map(self._sentence, step.said))

    def _sentence(self, said: Said) -> str:
        """Return a sentence; its first letter is a capital, unless symbols are there."""
        text, first = self._fill(said)
        symbols = isinstance(first, Claim | ir.Labelled) and text.startswith(self._symbols(first))
        return text if first is None or symbols else capital(text)

    def _fill(self, said: Said) -> tuple[str, Part | None]:
        """Return a frame with its parts, and the part that it begins with if it begins with one."""
        if not isinstance(said.parts, Mapping):
            begins = said.frame.startswith("{") and bool(said.parts)
            text = said.frame.format(*map(self._part, said.parts))
            return text, said.parts[0] if begins else None
        holes = self._language.holes(said.frame)
        values = {name: self._part(said.parts[name]) for name in holes}
        begins = self._language.text(said.frame).startswith("{")
        first = said.parts[holes[0]] if begins else None
        return self._language.say(said.frame, **values), first

    def _part(self, part: Part) -> str:
        match part:
            case Said():
                return self._fill(part)[0]
            case tuple():
                return self._language.join(map(self._clause, part), SINCE)
            case str() | int():
                return str(part)
            case ir.Literal():
                return self._clause(part)
            case ir.Labelled():
                return self._statement(part)
            case _:
                return self._claim(part)

    def _statement(self, part: ir.Labelled) -> str:
        """Return how a statement is referred to: quoted, with its id if readers see it."""
        said = self._language.say
        if isinstance(part.statement, ir.Preference):
            return self._preference(part, part.statement)
        if part.id in self._groups:
            return self._quote(part.id)
        sentence = without_stop(self._sentences.get(part.id, ""))
        if not sentence:
            return said("known")
        rule = isinstance(part.statement, ir.Rule)
        if self._shown is not None and part.id not in self._shown:
            return said("rule quoted", sentence=sentence) if rule else sentence
        if not rule:
            return said("fact quoted", sentence=sentence, id=part.id)
        if part.id in self._quoted:
            return said("named rule", id=part.id)
        self._quoted.add(part.id)
        return said("named rule quoted", id=part.id, sentence=sentence)

    def _preference(self, part: ir.Labelled, preference: ir.Preference) -> str:
        """Return what says a preference, as a sentence without its stop.

        A sentence that says a group with its weaker rule was quoted for this rule, so it is not quoted again.
        """
        stronger, weaker = str(preference.stronger), str(preference.weaker)
        group = self._groups.get(part.id)
        beside = [group is not None and self._groups.get(id) == group for id in (stronger, weaker)]
        if all(beside):
            return self._language.text("preferred in sentence")
        if group is not None and not any(beside):
            return self._quote(part.id)
        sentence = "" if group else without_stop(self._sentences.get(part.id, ""))
        if sentence:
            return sentence
        rule = self._language.say("preferred", rule=self._statement(self._statements[stronger]))
        return capital(rule)

    def _quote(self, id: str) -> str:
        """Return the sentence that says the group of a statement, in quotes."""
        return self._language.say("quoted", sentence=without_stop(self._groups[id]))

    def _claim(self, claim: ir.Inclusion | ir.ConceptAssertion | ir.Requirement) -> str:
        """Return a statement about concepts, or a formula, as a part of a sentence; in symbols if it has no words."""
        if isinstance(claim, ir.Requirement) and self._book is not None:
            words = self._book.clause(claim.formula, split=self._split)
            return words or self._show(claim)
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
        """Return a literal as a part of a sentence, a fact as in the text; in symbols if it has no words."""
        if self._book is None:
            return self._show(literal)
        words = self._book.clause(literal, split=self._split)
        told = self._facts.get(literal)
        if told is None or (words and without_stop(told) == capital(words)):
            return words or self._show(literal)
        plain = without_stop(told)
        lowered = plain[:1].lower() + plain[1:]
        own = words.split() if words is not None else []
        if own[:1] == lowered.split()[:1]:  # `the`, and no name
            return lowered
        if plain.split()[0] in own:  # a name, which has a capital within sentences too
            return plain
        return self._language.say("quoted", sentence=plain)

    def _symbols(self, part: Claim | ir.Labelled) -> str:
        return self._show(part.statement if isinstance(part, ir.Labelled) else part)
