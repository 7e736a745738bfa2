"""The stages of generating an instance, in order: a decided problem, its wording, and its page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import msgspec

from ..dsl.diagnostics import SpecError
from .certify.certify import certify, necessity_certificate, with_necessity_evidence
from .certify.deferred import DeferredChecks
from .certify.proof_text import proof
from .contract import Verdict, is_ordered
from .family import (
    Asked,
    Draft,
    Env,
    Family,
    Posed,
    Rejected,
    chosen_values,
    rename,
    said_values,
    substitute_asked,
)
from .instances import (
    Attempt,
    Drop,
    Dropped,
    Exhausted,
    Groups,
    Instance,
    Kept,
    Known,
    Memory,
    Option,
    Prepared,
    Setting,
    all_metrics,
    check_members,
    check_shared,
    family_measures,
    figures,
    group_sentences,
    grow,
    introduce_rules,
    keep,
    kind_notes,
    misread,
    names_of,
    open_scene,
    plain_params,
    pose_all,
    preamble,
    prompt_faults,
    rename_draft,
    say_all,
    scene_for_all,
    shown_beside,
    shown_examples,
    shown_ids,
    with_class_figures,
    with_question,
    with_wording,
    without_background,
    worked_example,
)
from .random.stream import Stream

BLOCKS = 5
"""How often worked problems are drawn that are not to be about the theory of the instance that shows them."""

TOGETHER = 16
"""The problems of this many instances are given to an engine at once, if that is faster."""

Made = TypeVar("Made")


class ProblemMismatch(Exception):
    """What is made is another problem than the one whose verdict is known."""


def attempt(
    setting: Setting,
    made: Attempt,
    watch: Callable[[Mapping[str, Any], Posed], None] = lambda values, posed: None,
) -> list[Kept]:
    """Make the instances that share a theory; `made` records their progress.

    Args:
        watch: called with the values and each question that meets the requirements, before it is said.

    Raises:
        Dropped: a stage rejects the draft.
        NoValue: something cannot be drawn.
    """
    values = _draw_values(setting, made)
    asked = [_prepare(setting, made, each, values) for each in made.asks]
    scene = scene_for_all(setting.family, [(each.asked, each.scene) for each in asked])
    made.draft = keep(grow(scene, made.stream.fork("grow")))
    closed = setting.family.growth.world is not None
    check_members(made.draft, [each.goal for each in asked], scene.grammar, closed)
    asked = [replace(each, scene=replace(each.scene, rows=scene.rows)) for each in asked]
    asked, made.draft = _rename(setting, made, values, asked, made.draft)
    kept: list[Kept] = []
    for each in pose_all(setting, made, asked, made.draft):
        prepared, draft = each.prepared, each.draft
        check_shared(setting, each, kept)
        posed = with_question(
            with_class_figures(setting.family.logic, each.posed), prepared.asked, prepared.scene
        )
        made.draft, made.posed = draft, posed
        _require(setting.family, values, draft, posed)
        watch(values, posed)
        shared = kept[-1] if kept and posed.theory == kept[-1].posed.theory else None
        sentences = _say(setting, made, prepared.scene.family, posed, shared)
        verdict, engines = _certify(setting, draft, posed)
        style = prepared.stream.fork("rows", each.member).below(1 << 16)
        targets = prepared.asked.task.targets(prepared.knobs)
        own = made.number, prepared.asked, prepared.scene, draft, posed, sentences
        kept.append(Kept(*own, verdict, engines, style, targets, {}, {}))
    return kept


def _draw_values(setting: Setting, made: Attempt) -> dict[str, Any]:
    """Draw the chosen values of the group; if drafts are dropped for their labels, again after some attempts."""
    key: tuple[str | int, ...] = (*setting.key, made.place)
    if made.redraws and any(map(setting.redraws, made.asks)):
        key = (*key, "again", made.redraws)
    return chosen_values(setting.family, setting.given, key, made.group, setting.split)


def _prepare(setting: Setting, made: Attempt, asked: Asked, values: Mapping[str, Any]) -> Prepared:
    """Open the scene, fill the holes of a question, and draw what the theory is to be grown on."""
    stream, place = made.stream, setting.family.asks.index(asked)
    own, lot = (
        (each.fork("ask", place) if setting.shared else each) for each in (stream, made.lot)
    )
    scene = open_scene(
        with_wording(setting.family, values), values, stream.fork("grow"), setting.split
    )
    goal, given = substitute_asked(asked.goal, scene.grammar, values)
    book = scene.family.words.phrasebook
    said = {**({} if asked.phrase is None else said_values(asked.values, values)), **given}
    words = partial(asked.worded, book=book, pattern=goal, given=said)
    kept = scene.grammar.kept(asked.kept)
    scene = replace(scene, asked=goal, lot=lot, words=words, kept=kept, templates=asked.templates)
    knobs = asked.knobs.draw(Env(own.fork("knobs"), dict(values), {}, setting.split))
    prepared = keep(asked.task.prepare(scene, knobs, own.fork("prepare")))
    return Prepared(asked, place, own, prepared, goal, knobs, words)


def _rename(
    setting: Setting,
    made: Attempt,
    values: Mapping[str, Any],
    asked: list[Prepared],
    draft: Draft,
) -> tuple[list[Prepared], Draft]:
    """Assign predicates other names, if the family has a style of them; their sentences are the standard ones."""
    names = names_of(setting.family, values, draft, setting.split, made.stream.fork("names"))
    if names is None:
        return asked, draft
    renamed: list[Prepared] = []
    for prepared in asked:
        scene = prepared.scene
        family = replace(scene.family, words=scene.family.words.standard)
        words = partial(prepared.words, book=family.words.phrasebook)
        scene = replace(scene, family=family, words=words)
        goal = rename(prepared.goal, names)
        renamed.append(replace(prepared, scene=scene, goal=goal, words=words))
    draft = without_background(setting.family.words.standard, draft)
    return renamed, rename_draft(draft, names)


def _require(family: Family, values: Mapping[str, Any], draft: Draft, posed: Posed) -> None:
    """Drop an instance that does not meet a requirement of the family."""
    if family.requirements:
        env = Env(Stream("require"), {**values, **figures(draft, posed)})
        for requirement in family.requirements:
            if not requirement.holds.draw(env):
                raise Dropped(Rejected(f"require {requirement.text}"))


def _say(
    setting: Setting, made: Attempt, family: Family, posed: Posed, shared: Kept | None
) -> Mapping[str, str]:
    """Word the statements, unless another member of the group has done so, and read them and the question back."""
    reading = setting.known is None
    sentences = (
        keep(say_all(family, posed, setting.split, made.stream.fork("words"), reading))
        if shared is None
        else shared.sentences
    )
    other = misread(family, posed, sentences) if reading else None
    if other is not None:
        raise Dropped(other)
    return sentences


def _certify(setting: Setting, draft: Draft, posed: Posed) -> tuple[Verdict, Mapping[str, str]]:
    """Have all engines decide; of what is known, add no more than what follows from the draft."""
    family = setting.family
    whole = posed.theory == draft.theory
    if setting.known is not None:
        needed = {"needed": necessity_certificate(draft)} if whole and draft.needed else {}
        labels = dict.fromkeys(family.engines.names, posed.expected)
        return Verdict(posed.expected, setting.known.verdict.engine, needed), labels
    verdict, labels = keep(certify(family.engines, posed, setting.deferred))
    return (with_necessity_evidence(family.engines, draft, verdict) if whole else verdict), labels


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
        statements = introduce_rules(family, posed.theory, kept.sentences)
        context = " ".join(statements)
        groups = group_sentences(posed.background, kept.sentences)
        if kept.asked.phrase is None:
            question = kept.asked.text or posed.question
        else:
            question = kept.scene.words(posed.query.goal) or posed.question
        question = (
            preamble(posed, kept.sentences)
            + question
            + kind_notes(scene.family, posed, setting.split)
        )
        found = figures(kept.draft, posed)
        metrics = {
            **all_metrics(kept.draft, posed),
            **family_measures(family, scene.values, found),
            "words": len(context.split()),
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
            sentences={**kept.sentences, **groups},
            statements=tuple(statements),
            context=context,
            question=question,
            options=options,
            choices=posed.choices,
            text=self._prompt(setting, kept, statements, question, options, index)
            if prompt
            else "",
            proof=proof(
                with_wording(family, scene.values),
                posed.theory,
                posed.query,
                verdict,
                kept.sentences,
                setting.split,
                shown_ids(family, posed.theory, kept.sentences),
                groups=groups,
            ),
            certificate=verdict.certificate,
            engines=kept.engines,
            metrics=metrics,
            reply=None
            if posed.reply is None
            else {**posed.reply, "sentences": dict(kept.sentences)},
            rejections=kept.rejections,
            background=posed.background,
            drops=kept.drops,
        )

    def _prompt(
        self,
        setting: Setting,
        kept: Kept,
        statements: list[str],
        question: str,
        options: tuple[Option, ...],
        index: int,
    ) -> str:
        scene = kept.scene
        page = self.family.words.page(Env(Stream("page"), dict(scene.values)))
        values: dict[str, Any] = {
            "context": " ".join(statements),
            "question": question,
            "options": [{"label": option.label, "text": option.text} for option in options],
            "answer_format": kept.posed.answer_format,
            "statements": statements,
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
        faults = prompt_faults(text, statements, question, beside, ordered, examples)
        if faults:
            span = self.family.words.texts.span(page.name)
            raise SpecError([fault.diagnostic(span) for fault in faults])
        return text

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
