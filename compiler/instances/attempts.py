"""The stages up to a certified problem: values, theory, question, sentences and labels, until an attempt is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...dsl.diagnostics import Diagnostic, SpecError
from ...dsl.source import NOWHERE, Span
from ..analysis.canonical_form import exact
from ..analysis.canonical_form import place as place_of_form
from ..certify.certify import certify, necessities, witnessed
from ..certify.deferred import Pending
from ..contract import Verdict
from ..family.chosen import chosen_values, params_hash, theory_params_hash
from ..family.draft import Draft, Rejected
from ..family.expressions.typed import Env, NoValue
from ..family.family import Asked, Family, Scene
from ..family.grammar.named_holes import substitute_asked
from ..family.names import renamed
from ..family.posed import Posed
from ..ir import nodes as ir
from ..random.balance import place
from ..random.stream import Stream
from .drops import Drop, drop_of, report_drop
from .growth import grow, opened
from .metrics import classified, figures
from .renaming import called, names_of
from .sentences import asking, misread, say_all, worded

MOST_SPENT = 5
"""After so many attempts, none of which an engine settled within its budget, no more are made."""

PATIENCE = 20
"""How many attempts share what is drawn for all of them, before it is drawn anew: there may be no such instance."""


class Exhausted(Exception):
    """Every attempt at an index was dropped; carries how often for which reason, and where the theory is described.

    `explain` gives the first draft that was dropped for a reason. `matched` says whether the theory has to serve every
    answer, which takes more words and names.
    """

    def __init__(
        self,
        index: int,
        rejections: Mapping[str, int],
        span: Span = NOWHERE,
        explain: Callable[[str], Drop | None] = lambda cause: None,
        matched: bool = False,
    ) -> None:
        self.index = index
        self.matched = matched
        self.span = span
        self.explain = explain
        self.rejections = dict(rejections)
        told = "; ".join(f"{count} x {reason}" for reason, count in self.rejections.items())
        super().__init__(f"no attempt at instance {index} was kept: {told}")


class _Explained(Exception):
    """A draft was dropped again, to be looked at."""

    def __init__(self, drop: Drop) -> None:
        self.drop = drop
        super().__init__(drop.cause)


@dataclass(frozen=True)
class Known:
    """A problem whose verdict is known, as that of a finished record is."""

    theory: ir.Theory
    query: ir.Query
    verdict: Verdict


@dataclass(frozen=True)
class Kept:
    """What was drawn, decided and said for an instance, before it has an index; `attempt` counts from 0.

    `rejections` says how many drafts were dropped for each reason, and `drops` which attempt was the first of them.
    """

    attempt: int
    asked: Asked
    scene: Scene
    draft: Draft
    posed: Posed
    sentences: Mapping[str, str]
    verdict: Verdict
    engines: Mapping[str, str]
    style: int
    targets: int
    rejections: Mapping[str, int]
    drops: Mapping[str, int]


class Attempts:
    """Problems under one setting of the parameters.

    Those for worked examples are drawn from a stream that no instance uses: `shown` is its name. Where something is
    pending, some engines are not asked yet.
    """

    def __init__(
        self,
        family: Family,
        given: Mapping[str, Any],
        seed: int,
        split: str,
        known: Known | None = None,
        pending: Pending | None = None,
        shown: tuple[str | int, ...] = (),
    ) -> None:
        self.family = family
        self.given = given
        self.seed = seed
        self.split = split
        self.splits = family.all_splits
        self.known = known
        self.pending = pending
        self.params_hash = params_hash(family, given)
        theory = family.theory_hash, theory_params_hash(family, given)
        self.key: tuple[str | int, ...] = (*theory, seed, split, *shown)
        self._groups = "groups shown" if shown else "groups asked"
        self._first = 0
        self._drops: dict[str, int] = {}
        self._explaining = False
        self._made: tuple[Draft | None, Posed | None] = None, None

    def asked(self, index: int) -> tuple[Asked, int]:
        """Give the question of an index and the number of the instance among those of that question."""
        asks = self._open()
        if len(asks) == 1:
            return asks[0], index
        return asks[place((*self.key, "ask"), len(asks), index)], index // len(asks)

    def _open(self) -> tuple[Asked, ...]:
        """Give the questions whose guards hold under the parameters."""
        env = Env(Stream("asks"), self._parameters())
        found = tuple(
            each for each in self.family.asks if each.guard is None or each.guard.draw(env)
        )
        if not found:
            message = "no question is asked under these parameters"
            help = "write one without `when`, or one whose condition holds"
            raise SpecError([Diagnostic("E0441", message, self.family.asks[0].span, help=help)])
        return found

    def _parameters(self) -> dict[str, Any]:
        values = {name: p.default for name, p in self.family.parameters.items()}
        return values | {name: value for name, value in self.given.items() if name in values}

    def sets(self, asked: Asked) -> int:
        """Give how many instances share a theory."""
        knob = asked.knobs.schema.shared
        number = asked.knobs.values.get(knob)
        if number is None:
            return 1
        try:
            return max(1, int(number.draw(Env(Stream(knob), self._parameters()))))
        except KeyError as error:
            message = (
                f"knob `{knob}` cannot depend on {error}, which is drawn anew for every theory"
            )
            raise SpecError([Diagnostic("E0411", message, asked.knobs.spans[knob])]) from None

    def together(self) -> int:
        """Give how many indices to take at once: a theory is shared by none on both sides of a multiple of it.

        Where several questions share theories among different numbers, that holds for the largest.
        """
        asks = self._open()
        return len(asks) * max(self.sets(each) for each in asks)

    def group(self, asked: Asked, group: int) -> list[Kept]:
        """Make the instances that share a theory; the last group of each question is remembered."""
        place_of = self.family.asks.index(asked)
        name = (self.params_hash, self.key, group, self.known is None)
        groups: dict[int, tuple[Any, list[Kept]]] = self.family.memo.setdefault(self._groups, {})
        if place_of not in groups or groups[place_of][0] != name:
            groups[place_of] = name, self._attempts(asked, place_of, group)
        return groups[place_of][1]

    def forget(self) -> None:
        """Remember no group."""
        self.family.memo.pop(self._groups, None)

    def explain(self, asked: Asked, group: int, attempt: int) -> Drop | None:
        """Return the draft that is dropped at an attempt; None where it is not."""
        self._first, self._explaining = attempt, True
        try:
            self._attempts(asked, self.family.asks.index(asked), group)
        except _Explained as explained:
            return explained.drop
        except Exhausted:
            return None
        finally:
            self._first, self._explaining = 0, False
        return None

    def _note(self, rejected: Rejected, attempt: int) -> None:
        """Remember the first draft that was dropped for a reason, and report it to who listens."""
        if self._explaining:
            raise _Explained(drop_of(rejected, *self._made))
        self._drops.setdefault(rejected.reason, attempt)
        report_drop(rejected.reason)

    def _explainer(self, asked: Asked, group: int) -> Callable[[str], Drop | None]:
        drops = dict(self._drops)
        return lambda cause: self.explain(asked, group, drops[cause]) if cause in drops else None

    def _attempts(self, asked: Asked, place_of: int, group: int) -> list[Kept]:
        rejections: dict[str, int] = {}
        self._drops = {}
        attempts = self.family.attempts * (len(self.splits) if self.split else 1)
        spent = 0
        for attempt in range(self._first, attempts):
            self._made = None, None
            stream = Stream(*self.key, place_of, group, attempt)
            try:
                lot = self._lot(place_of, group, attempt)
                made = self._attempt(asked, place_of, group, attempt, stream, lot, rejections)
            except NoValue as error:
                made = Rejected(str(error))
            if isinstance(made, list):
                return made
            rejections[made.reason] = rejections.get(made.reason, 0) + 1
            self._note(made, attempt)
            spent += made.spent
            if spent == attempt - self._first + 1 == MOST_SPENT:
                break
        explain = self._explainer(asked, group)
        raise Exhausted(group * self.sets(asked), rejections, explain=explain)

    def _lot(self, place_of: int, group: int, attempt: int) -> Stream:
        lot = Stream(*self.key, place_of, group, "lot")
        return lot.fork("again", attempt // PATIENCE) if attempt >= PATIENCE else lot

    def _attempt(
        self,
        asked: Asked,
        place_of: int,
        group: int,
        attempt: int,
        stream: Stream,
        lot: Stream,
        rejections: dict[str, int],
    ) -> list[Kept] | Rejected:
        key = (*self.key, place_of)
        values = chosen_values(self.family, self.given, key, group, self.split)
        scene = opened(worded(self.family, values), values, stream.fork("grow"), self.split)
        goal, given = substitute_asked(asked.goal, scene.grammar, values)
        book = scene.family.words.phrasebook
        words = partial(asked.worded, book=book, pattern=goal, given=given)
        scene = replace(scene, asked=goal, lot=lot, words=words)
        knobs = asked.knobs.draw(Env(stream.fork("knobs"), values, {}, self.split))
        prepared = asked.task.prepare(scene, knobs, stream.fork("prepare"))
        if isinstance(prepared, Rejected):
            return prepared
        draft = grow(prepared, stream.fork("grow"))
        if isinstance(draft, Rejected):
            return draft
        self._made = draft, None
        names = names_of(self.family, values, draft, self.split, stream.fork("names"))
        if names is not None:
            family = replace(prepared.family, words=prepared.family.words.standard)
            words = partial(words, book=family.words.phrasebook)
            prepared = replace(prepared, family=family, words=words)
            draft, goal = called(draft, names), renamed(goal, names)
        made: list[Kept] = []
        sets = self.sets(asked)
        for member in range(sets):
            number = group * sets + member
            targets = asked.task.targets(knobs)
            target = place((*self.key, place_of, "target"), targets, number)
            posed = asked.task.pose(
                prepared, draft, goal, knobs, target, stream.fork("pose", member)
            )
            if isinstance(posed, Rejected):
                return posed
            if self.split and not self._belongs(posed, sets):
                return Rejected("split")
            posed = asking(classified(self.family.logic, posed), asked, prepared)
            self._made = draft, posed
            unmet = self._unmet(values, draft, posed)
            if unmet is not None:
                return unmet
            if not made or posed.theory is not made[-1].posed.theory:
                sentences = say_all(
                    prepared.family, posed, self.split, stream.fork("words"), self.known is None
                )
            if isinstance(sentences, Rejected):
                return sentences
            other = misread(prepared.family, posed, sentences) if self.known is None else None
            if other is not None:
                return other
            certified = self._certified(draft, posed)
            if isinstance(certified, Rejected):
                return certified
            style = stream.fork("rows", member).below(1 << 16)
            dropped = {} if member else dict(rejections)
            drops = {} if member else dict(self._drops)
            kept = (
                prepared,
                draft,
                posed,
                sentences,
                *certified,
                style,
                targets,
                dropped,
                drops,
            )
            made.append(Kept(attempt, asked, *kept))
        return made

    def _belongs(self, posed: Posed, sets: int) -> bool:
        """Tell whether a problem belongs to this split. Each belongs to one; those that share a theory, to the same."""
        form = exact(posed.theory, None if sets > 1 else posed.query)
        return self.splits[place_of_form(form, len(self.splits))] == self.split

    def _certified(
        self, draft: Draft, posed: Posed
    ) -> tuple[Verdict, Mapping[str, str]] | Rejected:
        """Give the verdict and every engine's label; of what is known, no more than what follows from the draft."""
        whole = posed.theory == draft.theory
        if self.known is not None:
            needed = {"needed": necessities(draft)} if whole and draft.needed else {}
            engines = dict.fromkeys(self.family.engines, posed.expected)
            return Verdict(posed.expected, self.known.verdict.engine, needed), engines
        certified = certify(self.family, posed, self.pending)
        if isinstance(certified, Rejected) or not whole:
            return certified
        return witnessed(self.family, draft, certified[0]), certified[1]

    def _unmet(self, values: Mapping[str, Any], draft: Draft, posed: Posed) -> Rejected | None:
        if not self.family.requirements:
            return None
        env = Env(Stream("require"), {**values, **figures(draft, posed)})
        for requirement in self.family.requirements:
            if not requirement.holds.draw(env):
                return Rejected(f"require {requirement.text}")
        return None
