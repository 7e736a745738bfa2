"""Which statements must be removed, as few as possible, for a question to have another answer?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from ....dsl import syntax
from ...certify.exploration import answer
from ...contract import UNDECIDED, Knobs, Logic, Score, is_monotonic
from ...family import (
    AskScope,
    Draft,
    Family,
    Growth,
    Posed,
    Rejected,
    Scene,
    Settings,
)
from ...ir import ANSWER_SETS, nodes as ir, read_sets, set_name
from ...random.stream import Stream
from ...replies import Numbers, find
from ..consistent import Consistent, slot_values
from ..drawn_answers import OUT_OF_BUDGET
from ..entailment.question import needs_of_statement, read_question
from ..instructions import LABELS, a_record, meant
from ..question_words import question_about, word_statement
from .adding import pose_addition
from .exchanging import offer_exchanged
from .facts import unseen_ids
from .knobs import RepairKnobs
from .offering import offer
from .questions import questions
from .search import Found, find_repairs


class Repair:
    """Which statements must be removed, as few as possible, for a question to have another answer?

    Every smallest set is right. All of them are known when the question is made, so that a reply is judged
    without an engine.
    """

    name: ClassVar[str] = "repair"
    reads: ClassVar[tuple[str, ...]] = ("label", "reply")
    knobs: ClassVar[type[Knobs]] = RepairKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "removed": "how many statements must be removed",
        "repairs": "how many smallest sets of statements there are",
    }
    fills: ClassVar[bool] = True
    contradictory: ClassVar[bool] = True
    """Facts may contradict each other: what to do about it can be what is asked."""

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        """Read `ask repair`, `ask repair STATEMENT` or `ask repair consistent`."""
        match ask.arguments, ask.body:
            case (syntax.Name(text="consistent"),), None:
                return Consistent().read(replace(ask, arguments=()), scope)
        return read_question(ask, scope)

    def targets(self, knobs: RepairKnobs) -> int:
        """Return the number of labels, and of sizes or of places of the right answer, to balance over."""
        places = knobs.offered if knobs.exchanged else knobs.add
        return len(knobs.wanted) * (places or len(knobs.sizes))

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return what a question without a statement needs; any theory may have to become consistent."""
        if isinstance(goal, ir.Consistent):
            return Consistent().needs(goal, knobs, growth, logic)
        return needs_of_statement(goal, growth)

    def prepare(self, scene: Scene, knobs: RepairKnobs, stream: Stream) -> Scene | Rejected:
        if isinstance(scene.asked, ir.Consistent):
            return Consistent().prepare(scene, knobs, stream)
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: RepairKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the first statement for which the smallest sets have the wanted size.

        The labels take turns, and then the sizes.
        """
        if knobs.add:
            return pose_addition(scene, draft, goal, knobs, target, stream)
        wanted = (
            "true" if isinstance(goal, ir.Consistent) else knobs.wanted[target % len(knobs.wanted)]
        )
        if wanted == "true" and isinstance(goal, ir.Entailed) and is_monotonic(scene.family.logic):
            return Rejected("in this logic, nothing more follows when statements are removed")
        size = knobs.sizes[target // len(knobs.wanted) % len(knobs.sizes)]
        unseen = unseen_ids(draft)
        kept = tuple(each.id for each in draft.theory.statements if each.id in unseen)
        if knobs.exchanged:
            place = target // len(knobs.wanted) % knobs.offered
            return _pose_exchanged(scene, draft, goal, wanted, knobs, place, stream)
        engines, tried = scene.family.engines, 0
        for theory, asked in questions(scene, draft, goal, stream):
            label = answer(engines, theory, ir.Query(asked))
            if label == UNDECIDED:
                return Rejected(OUT_OF_BUDGET, spent=True)
            if label == wanted or label not in LABELS:
                continue
            tried += 1
            if knobs.offered:
                allowed = ir.Repairs(asked, wanted, 0, kept)
                found = offer(engines, theory, allowed, size, knobs, stream)
            else:
                found = find_repairs(engines, theory, asked, wanted, kept, size)
            if isinstance(found, Rejected):
                return found
            if found is not None and found.goal.size == size and len(found.sets) <= knobs.repairs:
                return _posed(scene, draft, theory, found, knobs, stream)
        if not tried:
            return Rejected(
                f"the label of every question is {wanted} already, or none of {', '.join(LABELS)}"
            )
        return Rejected(f"no question has few enough smallest sets of {size}")

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: RepairKnobs, family: Family
    ) -> str:
        """Return the numbers of the first of the smallest sets."""
        return _numbers(record["reply"]["numbered"], read_sets(record["label"])[0])

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for any of the smallest sets, and else 0 with the reason."""
        ids: list[str] = record["reply"]["numbered"]
        found = find(answer, Numbers(len(ids)), record)
        if not found.values:
            return Score(0.0, found.reason or "no answer is named")
        given = frozenset(ids[int(value) - 1] for value in found.values)
        repairs, shown = read_sets(record["label"]), _numbers(ids, given)
        if given in repairs:
            return Score(1.0, answer=shown)
        adding = record["reply"].get("adding", False)
        if len(given) > len(repairs[0]):
            verb = "add" if adding else "remove"
            return Score(0.0, f"it is enough to {verb} {len(repairs[0])}", shown)
        word = "with" if adding else "without"
        return Score(0.0, f"{word} {shown}, the answer is not the wanted one", shown)


def _pose_exchanged(
    scene: Scene,
    draft: Draft,
    goal: ir.Goal,
    wanted: str,
    knobs: RepairKnobs,
    place: int,
    stream: Stream,
) -> Posed | Rejected:
    """Ask one of several questions about a theory, for each of which another of the offered statements is right."""
    about: dict[ir.Theory, list[ir.Entailed]] = {}
    for theory, asked in questions(scene, draft, goal, stream):
        if isinstance(asked, ir.Entailed):
            about.setdefault(theory, []).append(asked)
    for theory, all_asked in about.items():
        kept, engines = unseen_ids(draft), scene.family.engines
        found = offer_exchanged(engines, theory, all_asked, wanted, kept, knobs, place, stream)
        if isinstance(found, Rejected):
            return found
        if found is not None:
            return _posed(scene, draft, theory, found, knobs, stream)
    return Rejected("too few statements are each right for another question about the theory")


def _numbers(ids: list[str], removed: frozenset[str]) -> str:
    """Return a set of statements as a reader answers it: their numbers in order."""
    return ", ".join(str(n) for n, id in enumerate(ids, 1) if id in removed)


def _posed(
    scene: Scene,
    draft: Draft,
    theory: ir.Theory,
    found: Found,
    knobs: RepairKnobs,
    stream: Stream,
) -> Posed:
    family, goal = scene.family, found.goal
    language = family.words.language
    numbered = goal.removable(theory)
    says: tuple[tuple[str, ir.Node], ...] = ()
    if isinstance(goal.goal, ir.Consistent):
        question = _question_of_all(family, theory)
    else:
        worded = word_statement(scene, goal.goal.statement, stream.fork("asked"))
        says = ((worded.text, goal.goal.statement),)
        words = {str(label): word for label, word in knobs.labels.items()}
        cases = knobs.meanings(family, goal.goal)
        question = language.say(
            "ask repair",
            question=question_about(worded, words, goal.goal, language),
            meanings=meant(words, cases, language),
            label=words[goal.wanted],
        )
    return Posed(
        theory,
        ir.Query(goal),
        " | ".join(map(set_name, found.sets)),
        {"removed": goal.size, "repairs": len(found.sets)},
        question,
        language.text("answer repair"),
        plain_format=language.text(
            "answer repair plain" if knobs.most > 1 else "answer repair of one"
        ),
        answer=_numbers(list(numbered), frozenset(found.sets[0])),
        hidden=draft.hidden,
        says=says,
        reply={"numbered": list(numbered)},
        numbered=numbered,
    )


def _question_of_all(family: Family, theory: ir.Theory) -> str:
    language = family.words.language
    if family.record is not None:
        record = a_record(family.record.name, language)
        asked = language.say("ask repair record", record=record)
        return " ".join([asked, *slot_values(family, theory)])
    program = ANSWER_SETS in family.logic.accepts
    return language.text("ask repair program" if program else "ask repair consistent")
