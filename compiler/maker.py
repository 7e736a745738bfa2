"""Making the instances of a family: decided problems become pages, with worked problems if they show any."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ..dsl.diagnostics import Diagnostic, SpecError
from ..dsl.source import Span
from .certify.certify import Disagreement
from .certify.deferred import DeferredChecks
from .certify.proof_text import proof
from .contract import is_ordered
from .family import Env, Family
from .instances import (
    Drop,
    Exhausted,
    Groups,
    Instance,
    Kept,
    Known,
    Memory,
    Option,
    Passage,
    Setting,
    all_metrics,
    family_measures,
    figures,
    group_sentences,
    introduce_rules,
    join_passages,
    number_sentences,
    own_sentences,
    plain_params,
    preamble,
    prompt_faults,
    prompt_spans,
    question_notes,
    shown_beside,
    shown_examples,
    shown_ids,
    with_wording,
    worked_example,
)
from .pipeline import attempt
from .random.stream import Stream

BLOCKS = 5
"""How often worked problems are drawn that are not to be about the theory of the instance that shows them."""

TOGETHER = 16
"""The problems of this many instances are given to an engine at once, if that is faster."""


class ProblemMismatch(Exception):
    """What is made is another problem than the one whose verdict is known."""


class Maker:
    """Makes the instances of a family. It remembers the last group and worked example, for speed alone."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self._groups: Memory = {}
        self._examples: Memory = {}
        self._shown: tuple[Any, dict[str, Any]] = (None, {})

    def make(
        self,
        given: Mapping[str, Any],
        seed: int,
        split: str,
        index: int,
        known: Known | None = None,
        deferred: DeferredChecks | None = None,
    ) -> Instance:
        """Make the instance at an index, with as many attempts as the family allows.

        A known verdict replaces the engines; the sentences were read back when it was found. With
        `deferred`, some engines still have to confirm the label.

        Raises:
            Exhausted: every attempt was dropped.
            Disagreement: engines gave different labels.
            ProblemMismatch: the instance is another problem than the known one.
            SpecError: a value could not be drawn as the spec says.
        """
        if index < 0:
            raise ValueError(f"the index must be 0 or more, not {index}")
        setting = Setting(self.family, given, seed, split, known, deferred)
        try:
            return self._instance(setting, Groups(setting, attempt, self._groups).at(index), index)
        except Exhausted as error:
            span, matched = self.family.growth.span, _is_matched(self.family)
            raise Exhausted(
                index, error.rejections, span, error.explain, matched, error.labels
            ) from None
        except Disagreement as error:
            part = f", split {split}" if split else ""
            at = f"family {self.family.name}, seed {seed}{part}, index {index}"
            raise Disagreement(f"{at}\n{error}") from None

    def batch(self, given: Mapping[str, Any]) -> int:
        """Return how many instances in a row are made with the least work: some may share a theory.

        Raises SpecError as `make` does.
        """
        return Setting(self.family, given).batch

    def explain(
        self, given: Mapping[str, Any], seed: int, split: str, index: int, number: int
    ) -> Drop | None:
        """Return the draft that was dropped at an attempt at an instance; None if it was kept."""
        setting = Setting(self.family, given, seed, split)
        asked, own = setting.ask_at(index)
        return Groups(setting, attempt).explain(asked, own // setting.members(asked), number)

    def make_each(
        self, given: Mapping[str, Any], seed: int, split: str, indices: range
    ) -> Iterator[Instance]:
        """Make the instances at some indices, in order: each as `make` does, whatever else is made.

        Raises what `make` does, once the instances before are returned.
        """
        for start in range(0, len(indices), TOGETHER):
            several = indices[start : start + TOGETHER]
            yield from self._together(given, seed, split, several) or (
                self.make(given, seed, split, index) for index in several
            )

    def _together(
        self, given: Mapping[str, Any], seed: int, split: str, indices: range
    ) -> list[Instance]:
        """Make instances that engines confirm in bulk; none if they are quicker alone, or one must be made alone."""
        if not self.family.engines.bulk:
            return []
        deferred = DeferredChecks(self.family.engines)
        confirmed = False
        try:
            made = [self.make(given, seed, split, index, deferred=deferred) for index in indices]
            confirmed = deferred.confirm_all()
        except Exception:  # it is raised again when the instance is made alone
            made = []
        finally:  # also when a signal comes
            if not confirmed:
                self._groups.clear()
        return made if confirmed else []

    def _instance(self, setting: Setting, kept: Kept, index: int, prompt: bool = True) -> Instance:
        """Word what was kept, as the instance at an index; without its page if `prompt` is off."""
        family, posed, scene = self.family, kept.posed, kept.scene
        verdict = kept.verdict
        if setting.known is not None:
            if (setting.known.theory.statements, setting.known.query) != (
                posed.theory.statements,
                posed.query,
            ):
                raise ProblemMismatch
            certificate = {**setting.known.verdict.certificate, **verdict.certificate}
            verdict = msgspec.structs.replace(verdict, certificate=certificate)
        options = tuple(
            Option(
                row.id,
                family.words.row(values, kept.style, setting.split),
                {name: kind.show(values[name]) for name, kind in family.kinds.items()},
            )
            for row, values in zip(posed.query.rows, posed.rows, strict=True)
        )
        introduced = introduce_rules(family, posed.theory, kept.sentences)
        shown = dict(zip(kept.sentences, introduced, strict=True))
        numbered = number_sentences(posed, shown, family.words.language)
        sentences = list(numbered.values())
        arranged = kept.arrangement if prompt else None
        passages = [
            Passage(text, key, kept.sentences.get(key, ""))
            for key, text in (
                numbered.items()
                if arranged is None
                else zip(arranged.keys, arranged.passages, strict=True)
            )
        ]
        statements = [passage.text for passage in passages]
        context = join_passages(statements)
        apart = own_sentences(scene.family, posed, setting.split, kept.sentences)
        spoken = {**kept.sentences, **apart}
        together = group_sentences(posed.background, kept.sentences)
        groups = {id: sentence for id, sentence in together.items() if id not in apart}
        if kept.asked.phrase is None:
            question = kept.asked.text or posed.question
        else:
            question = kept.scene.words(posed.query.goal) or posed.question
        question = (
            preamble(posed, kept.sentences, setting.family.words.language)
            + question
            + question_notes(scene.family, posed, setting.split)
        )
        text, spans = (
            self._prompt(setting, kept, passages, sentences, question, options, index)
            if prompt
            else ("", {})
        )
        found = figures(kept.draft, posed)
        metrics = {
            **all_metrics(kept.draft, posed),
            **family_measures(family, scene.values, found),
            "words": len(context.split()),
            **({} if arranged is None else arranged.figures()),
        }
        return Instance(
            family=family,
            id=_id(setting, index),
            seed=setting.seed,
            index=index,
            split=setting.split,
            params=plain_params(family, setting.given, scene.values),
            params_hash=setting.params_hash,
            attempt=kept.attempt,
            task=kept.asked.task.name,
            shape=kept.draft.shape,
            shared=setting.shared or setting.members(kept.asked) > 1,
            theory=posed.theory,
            query=posed.query,
            label=posed.expected,
            answer=posed.answer or posed.expected,
            sentences={**spoken, **groups},
            statements=tuple(statements),
            context=context,
            arrangement=arranged,
            plain=tuple(sentences),
            question=question,
            options=options,
            choices=posed.choices,
            text=text,
            spans=spans,
            proof=proof(
                with_wording(family, scene.values),
                posed.theory,
                posed.query,
                verdict,
                spoken,
                setting.split,
                shown_ids(family, posed.theory, kept.sentences),
                groups=groups,
            ),
            certificate=verdict.certificate,
            engines=kept.engines,
            metrics=metrics,
            reply=None if posed.reply is None else {**posed.reply, "sentences": dict(spoken)},
            rejections=kept.rejections,
            background=posed.background,
            drops=kept.drops,
        )

    def _prompt(
        self,
        setting: Setting,
        kept: Kept,
        passages: list[Passage],
        sentences: list[str],
        question: str,
        options: tuple[Option, ...],
        index: int,
    ) -> tuple[str, dict[str, list[list[int]]]]:
        """Return the text of a prompt, and where it says each statement."""
        scene = kept.scene
        statements = [passage.text for passage in passages]
        page = self.family.words.page(Env(Stream("page"), dict(scene.values)))
        first = kept.arrangement is not None and kept.arrangement.question_first
        if first and "question_first" not in page.shows:
            raise SpecError([_late_question(self.family.words.texts.span(page.name))])
        values: dict[str, Any] = {
            "context": join_passages(statements),
            "question": question,
            "options": [{"label": option.label, "text": option.text} for option in options],
            "answer_format": kept.posed.answer_format,
            "statements": statements,
            "question_first": first,
            "params": plain_params(self.family, setting.given, scene.values),
            "knowledge": bool(self.family.knowledge),
            "demonstration": self._demonstration(setting)
            if "demonstration" in page.shows
            else None,
            "demonstrations": (
                self._demonstrations(setting, kept, index)
                if "demonstrations" in page.shows
                else None
            ),
        }
        text = self.family.words.texts.render(page.name, values).strip() + "\n"
        ordered = is_ordered(self.family.logic)
        beside, examples = shown_beside(values), shown_examples(values)
        faults = prompt_faults(text, sentences, question, beside, ordered, examples)
        if faults:
            span = self.family.words.texts.span(page.name)
            raise SpecError([fault.diagnostic(span) for fault in faults])
        return text, prompt_spans(kept.posed, text, passages, question, examples)

    def _demonstration(self, setting: Setting) -> dict[str, Any]:
        """Return a worked problem: the same for every instance of a run, and none of the run's own."""
        name = setting.params_hash, setting.key
        if self._shown[0] != name:
            examples = _examples(setting)
            kept = Groups(examples, attempt, self._examples).at(0)
            self._shown = name, worked_example(self._instance(examples, kept, 0, prompt=False))
        return self._shown[1]

    def _demonstrations(self, setting: Setting, kept: Kept, index: int) -> list[dict[str, Any]]:
        """Return worked problems for one instance, one for each answer, about other theories than its own.

        They are the first instances of a stream that belongs to the index: over as many as there are answers, each
        answer comes once.
        """
        examples = _examples(setting, index)
        groups, members = Groups(examples, attempt, self._examples), setting.members(kept.asked)
        for block in range(BLOCKS):
            made = [
                (groups.group(kept.asked, number // members)[number % members], number)
                for number in range(block * kept.targets, (block + 1) * kept.targets)
            ]
            if all(each.posed.theory != kept.posed.theory for each, _ in made):
                return [
                    worked_example(self._instance(examples, each, number, prompt=False))
                    for each, number in made
                ]
        raise Exhausted(index, {"a worked problem is about the theory that is asked about": BLOCKS})


def _examples(setting: Setting, *place: int) -> Setting:
    """Return the setting of worked examples, which no instance uses."""
    shown: tuple[str | int, ...] = ("demonstration", *place)
    return replace(setting, known=None, deferred=None, shown=shown)


def _late_question(span: Span) -> Diagnostic:
    return Diagnostic(
        "E0535",
        "this document does not put the question first, as `discourse` says",
        span,
        help="print `{{ question }}` before the text where `question_first` is true",
    )


def _is_matched(family: Family) -> bool:
    """Return whether the strategy has a knob `matched` that the spec does not set."""
    knobs = family.growth.knobs
    return (
        knobs is not None
        and "matched" in knobs.schema.__struct_fields__
        and "matched" not in knobs.values
    )


def _id(setting: Setting, index: int) -> str:
    family = setting.family
    split = setting.split or "all"
    return f"{family.name}-{family.hash[:6]}-{setting.params_hash[:4]}-s{setting.seed}-{split}-{index:06d}"
