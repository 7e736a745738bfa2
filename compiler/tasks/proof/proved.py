"""The statements of a draft that follow, each with the proof that the logic's checker writes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ...analysis.conflicts import write_out_conflicts
from ...certify.exploration import answer
from ...contract import LIMITS, UNDECIDED, Claimed, EngineError, Replayer, Verdict
from ...family import Draft, Rejected, Scene
from ...ir import nodes as ir
from ...random.stream import Stream
from ..drawn_answers import OUT_OF_BUDGET
from ..repair.questions import questions
from .judging import replayer_of


@dataclass(frozen=True)
class Proved:
    """A statement that follows from a theory, with its proof and the checker that judges others.

    `numbered` are the statements that have sentences, in order.
    """

    theory: ir.Theory
    asked: ir.Entailed
    verdict: Verdict
    steps: tuple[Claimed, ...]
    replayer: Replayer
    numbered: tuple[ir.Labelled, ...]

    def faults(self, steps: Sequence[Claimed]) -> list[int]:
        """Return the places of the steps that do not follow, or that rest on one that does not.

        What readers must know, and no sentence says, can be used by every step.

        Raises:
            Undecided: the budget is too small.
        """
        numbered = {each.id for each in self.numbered}
        hidden = tuple(each.id for each in self.theory.statements if each.id not in numbered)
        known = [replace(step, uses=(*step.uses, *hidden)) for step in steps]
        query = ir.Query(self.asked)
        reasons = self.replayer.replay(self.theory, query, self.verdict, known, LIMITS)
        return [place for place, reason in enumerate(reasons) if reason]


def proved(
    scene: Scene, draft: Draft, goal: ir.Goal, stream: Stream
) -> Iterator[Proved | Rejected]:
    """Yield what a proof can be about, and for each statement without one why it has none.

    What ends the search, such as a spent budget, is yielded last.
    """
    engines = scene.family.engines
    found = replayer_of(engines)
    if found is None:
        yield Rejected(f"none of the engines {', '.join(engines.names)} judges proofs")
        return
    name, replayer = found
    hidden = {*draft.hidden, *(id for stated in draft.background for id in stated.ids)}
    for theory, asked in questions(scene, draft, goal, stream):
        if not isinstance(asked, ir.Entailed) or asked.mode:
            continue
        query = ir.Query(asked)
        label = answer(engines, theory, query)
        if label == UNDECIDED:
            yield Rejected(OUT_OF_BUDGET, spent=True)
            return
        if label != "true":
            continue
        if write_out_conflicts(theory, query) != theory:
            yield Rejected("proofs of a theory with conflicts that are not written out")
            return
        verdict = engines.decide(name, theory, query)
        if verdict.label == UNDECIDED:
            yield Rejected(OUT_OF_BUDGET, spent=True)
            return
        try:
            steps = tuple(replayer.claims(theory, query, verdict))
        except EngineError as error:
            yield Rejected(f"the checker writes no proof: {error}")
            continue
        numbered = tuple(each for each in theory.statements if each.id not in hidden)
        yield Proved(theory, asked, verdict, steps, replayer, numbered)
