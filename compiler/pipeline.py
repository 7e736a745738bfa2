"""The stages of making an instance, in order: a problem that is decided, its words, and its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .certify.certify import pending as pending_of
from .certify.deferred import Pending
from .certify.proof_text import proof
from .family.expressions.typed import Env
from .family.family import Family
from .instances.attempts import Attempts, Exhausted, Kept, Known
from .instances.drops import Drop
from .instances.instance import Instance, Option, worked
from .instances.metrics import all_metrics, figures, measured, plain_params
from .instances.notes import settled
from .instances.sentences import explained, introduced, shown_ids, worded
from .random.stream import Stream

BLOCKS = 5
"""How often worked problems are drawn that are not to be about the theory of the instance that shows them."""


TOGETHER = 16
"""The problems of so many instances are put before an engine at once, if it is quicker so."""


class Unlike(Exception):
    """What is made is another problem than the one whose verdict is known."""


def make(
    family: Family,
    given: Mapping[str, Any],
    seed: int,
    split: str,
    index: int,
    known: Known | None = None,
    pending: Pending | None = None,
) -> Instance:
    """Make the instance at an index, trying as often as the family allows.

    A verdict that is known of it takes the place of the engines; its sentences have then been read back before.
    `Unlike` is raised where the instance is another problem than that. Where something is `pending`, the label has
    still to be borne out by some engines.

    Raises:
        Exhausted: every attempt was dropped.
        Disagreement: engines gave different labels.
        SpecError: a value could not be drawn as the spec says.
    """
    if index < 0:
        raise ValueError(f"an index starts at 0, not {index}")
    work = Attempts(family, given, seed, split, known, pending)
    asked, number = work.asked(index)
    group, member = divmod(number, work.sets(asked))
    try:
        return _instance(work, work.group(asked, group)[member], index)
    except Exhausted as error:
        span, matched = family.growth.span, _is_matched(family)
        raise Exhausted(index, error.rejections, span, error.explain, matched) from None


def _is_matched(family: Family) -> bool:
    """Return whether the strategy has a knob `matched` that the spec does not set."""
    knobs = family.growth.knobs
    return (
        knobs is not None
        and "matched" in knobs.schema.__struct_fields__
        and "matched" not in knobs.values
    )


def together(family: Family, given: Mapping[str, Any]) -> int:
    """Return how many instances in a row are made with the least work: some may share a theory.

    Raises SpecError as `make` does.
    """
    return Attempts(family, given, 0, "").together()


def explain(
    family: Family, given: Mapping[str, Any], seed: int, split: str, index: int, attempt: int
) -> Drop | None:
    """Return the draft that was dropped at an attempt at an instance; None where none is."""
    work = Attempts(family, given, seed, split)
    asked, number = work.asked(index)
    return work.explain(asked, number // work.sets(asked), attempt)


def make_each(
    family: Family, given: Mapping[str, Any], seed: int, split: str, indices: range
) -> Iterator[Instance]:
    """Make the instances at some indices, in order: each as `make` does, whatever is made beside it.

    Raises what `make` does, once the instances before are given.
    """
    for start in range(0, len(indices), TOGETHER):
        several = indices[start : start + TOGETHER]
        yield from _together(family, given, seed, split, several) or (
            make(family, given, seed, split, index) for index in several
        )


def _together(
    family: Family, given: Mapping[str, Any], seed: int, split: str, indices: range
) -> list[Instance]:
    """Make instances that engines bear out in bulk; none where they are quicker apart, or some has to be seen alone."""
    pending = pending_of(family)
    if pending is None:
        return []
    borne_out = False
    try:
        made = [make(family, given, seed, split, each, pending=pending) for each in indices]
        borne_out = pending.borne_out()
    except Exception:  # it is raised again where the instance is made alone
        made = []
    finally:  # also where a signal comes
        if not borne_out:
            Attempts(family, given, seed, split).forget()
    return made if borne_out else []


def _instance(work: Attempts, kept: Kept, index: int, prompt: bool = True) -> Instance:
    """Word what was kept, as the instance at an index; without its page where `prompt` is off."""
    family, posed, scene = work.family, kept.posed, kept.scene
    verdict = kept.verdict
    if work.known is not None:
        if (work.known.theory.statements, work.known.query) != (
            posed.theory.statements,
            posed.query,
        ):
            raise Unlike
        certificate = {**work.known.verdict.certificate, **verdict.certificate}
        verdict = msgspec.structs.replace(verdict, certificate=certificate)
    options = tuple(
        Option(
            row.id,
            family.words.row(values, kept.style, work.split),
            {name: kind.show(values[name]) for name, kind in family.kinds.items()},
        )
        for row, values in zip(posed.query.rows, posed.rows, strict=True)
    )
    statements = introduced(family, posed.theory, kept.sentences)
    context = " ".join(statements)
    if kept.asked.phrase is None:
        question = kept.asked.text or posed.question
    else:
        question = kept.scene.words(posed.query.goal) or posed.question
    question = (
        explained(posed, kept.sentences) + question + settled(scene.family, posed, work.split)
    )
    found = figures(kept.draft, posed)
    metrics = {
        **all_metrics(kept.draft, posed),
        **measured(family, scene.values, found),
        "words": len(context.split()),
    }
    return Instance(
        family=family,
        id=_id(work, index),
        seed=work.seed,
        index=index,
        split=work.split,
        params=plain_params(family, work.given, scene.values),
        params_hash=work.params_hash,
        attempt=kept.attempt,
        task=kept.asked.task.name,
        shape=kept.draft.shape,
        shared=work.sets(kept.asked) > 1,
        theory=posed.theory,
        query=posed.query,
        label=posed.expected,
        answer=posed.answer or posed.expected,
        sentences=kept.sentences,
        statements=tuple(statements),
        context=context,
        question=question,
        options=options,
        choices=posed.choices,
        text=_prompt(work, kept, statements, question, options, index) if prompt else "",
        proof=proof(
            worded(family, scene.values),
            posed.theory,
            posed.query,
            verdict,
            kept.sentences,
            work.split,
            shown_ids(family, posed.theory, kept.sentences),
        ),
        certificate=verdict.certificate,
        engines=kept.engines,
        metrics=metrics,
        rejections=kept.rejections,
        drops=kept.drops,
    )


def _id(work: Attempts, index: int) -> str:
    family = work.family
    split = work.split or "all"
    return (
        f"{family.name}-{family.hash[:6]}-{work.params_hash[:4]}-s{work.seed}-{split}-{index:06d}"
    )


def _prompt(
    work: Attempts,
    kept: Kept,
    statements: list[str],
    question: str,
    options: tuple[Option, ...],
    index: int,
) -> str:
    scene = kept.scene
    page = work.family.words.page(Env(Stream("page"), dict(scene.values)))
    values: dict[str, Any] = {
        "context": " ".join(statements),
        "question": question,
        "options": [{"label": each.label, "text": each.text} for each in options],
        "answer_format": kept.posed.answer_format,
        "statements": statements,
        "params": plain_params(work.family, work.given, scene.values),
        "knowledge": bool(work.family.knowledge),
        "demonstration": _demonstration(work) if "demonstration" in page.shows else None,
        "demonstrations": (
            _demonstrations(work, kept, index) if "demonstrations" in page.shows else None
        ),
    }
    return work.family.words.texts.render(page.name, values).strip() + "\n"


def _demonstration(work: Attempts) -> dict[str, Any]:
    """Give a worked problem: the same for every instance of a run, and none of the run's own."""
    memo = work.family.memo
    settings = (work.params_hash, work.key)
    if memo.get("shown for") != settings:
        shows = _showing(work)
        asked, _ = shows.asked(0)
        memo["shown"] = worked(_instance(shows, shows.group(asked, 0)[0], 0, prompt=False))
        memo["shown for"] = settings
    shown: dict[str, Any] = memo["shown"]
    return shown


def _demonstrations(work: Attempts, kept: Kept, index: int) -> list[dict[str, Any]]:
    """Give worked problems of an instance's own, one for each answer, of other theories than the one asked about.

    They are the first instances of a stream that belongs to the index: over as many as there are answers, each
    answer comes once.
    """
    shows = _showing(work, index)
    sets = work.sets(kept.asked)
    for block in range(BLOCKS):
        made = [
            (shows.group(kept.asked, number // sets)[number % sets], number)
            for number in range(block * kept.targets, (block + 1) * kept.targets)
        ]
        if all(each.posed.theory != kept.posed.theory for each, _ in made):
            return [worked(_instance(shows, each, number, prompt=False)) for each, number in made]
    raise Exhausted(index, {"a worked problem is about the theory that is asked about": BLOCKS})


def _showing(work: Attempts, *place: int) -> Attempts:
    """Give the problems for worked examples of the same settings."""
    shown: tuple[str | int, ...] = ("demonstration", *place)
    return Attempts(work.family, work.given, work.seed, work.split, shown=shown)
