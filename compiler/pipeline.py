"""The stages of making an instance, in order: values, rows, theory, question, labels, words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import msgspec

from ..dsl.diagnostics import Diagnostic, SpecError
from ..dsl.source import NOWHERE, Span
from .balance import place
from .certifying import certify, necessities, witnessed
from .contract import Classifier, Draft, Logic, Posed, Rejected, Scene, Verdict
from .explaining import proof
from .family import Asked, Family
from .figures import all_metrics, figures, measured, plain_params, shown_params
from .forms import exact
from .forms import place as place_of_form
from .instance import Instance, Option, worked
from .ir import nodes as ir
from .naming import renamed
from .saying import introduced, say_all
from .stream import Stream
from .styles import called, names_of
from .typed import Env, NoValue

BLOCKS = 5
"""How often worked problems are drawn that are not to be about the theory of the instance that shows them."""


class Exhausted(Exception):
    """Every attempt at an index was dropped; carries how often for which reason, and where the theory is described."""

    def __init__(self, index: int, rejections: Mapping[str, int], span: Span = NOWHERE) -> None:
        self.index = index
        self.span = span
        self.rejections = dict(rejections)
        told = "; ".join(f"{count} x {reason}" for reason, count in self.rejections.items())
        super().__init__(f"no attempt at instance {index} was kept: {told}")


@dataclass(frozen=True)
class Known:
    """A problem whose verdict is known, as that of a finished record is."""

    theory: ir.Theory
    query: ir.Query
    verdict: Verdict


class Unlike(Exception):
    """What is made is another problem than the one whose verdict is known."""


def make(
    family: Family,
    given: Mapping[str, Any],
    seed: int,
    split: str,
    index: int,
    known: Known | None = None,
) -> Instance:
    """Make the instance at an index, trying as often as the family allows.

    A verdict that is known of it takes the place of the engines; its sentences have then been read back before.
    `Unlike` is raised where the instance is another problem than that.

    Raises:
        Exhausted: every attempt was dropped.
        Disagreement: engines gave different labels.
        SpecError: a value could not be drawn as the spec says.
    """
    if index < 0:
        raise ValueError(f"an index starts at 0, not {index}")
    work = _Work(family, given, seed, split, known)
    asked, number = work.asked(index)
    group, member = divmod(number, work.sets(asked))
    try:
        return work.instance(work.group(asked, group)[member], index)
    except Exhausted as error:
        raise Exhausted(index, error.rejections, family.growth.span) from None


def params_hash(family: Family, given: Mapping[str, Any]) -> str:
    """Give the name of the settings that an instance is made under: sixteen hexadecimal digits."""
    return _digest(*shown_params(family, given).items())


def chosen_values(
    family: Family,
    given: Mapping[str, Any],
    key: tuple[str | int, ...],
    group: int,
    split: str = "",
) -> dict[str, Any]:
    """Give parameters and chosen values for a group of instances that share a theory."""
    values = {name: parameter.default for name, parameter in family.parameters.items()}
    values.update({name: value for name, value in given.items() if name in values})
    env = Env(Stream(*key, "choose", group), values, {}, split)
    for chosen in family.chosen:
        chosen.draw(env, key, group, given)
    return env.values


@dataclass(frozen=True)
class _Kept:
    """What was drawn, decided and said for an instance, before it has an index."""

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


class _Work:
    """Making instances under one setting of the parameters."""

    role: ClassVar[str] = "asked"

    def __init__(
        self,
        family: Family,
        given: Mapping[str, Any],
        seed: int,
        split: str,
        known: Known | None = None,
    ) -> None:
        self.family = family
        self.given = given
        self.seed = seed
        self.split = split
        self.splits = family.all_splits
        self.known = known
        self.params_hash = params_hash(family, given)
        self.key: tuple[str | int, ...] = (family.hash, self.params_hash, seed, split)

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

    def group(self, asked: Asked, group: int) -> list[_Kept]:
        """Make the instances that share a theory; the last group made is remembered."""
        place_of = self.family.asks.index(asked)
        memo = self.family.memo
        name = (self.key, place_of, group, self.known is None)
        if memo.get(f"{self.role} group") != name:
            memo[f"{self.role} made"] = self._attempts(asked, place_of, group)
            memo[f"{self.role} group"] = name
        made: list[_Kept] = memo[f"{self.role} made"]
        return made

    def _attempts(self, asked: Asked, place_of: int, group: int) -> list[_Kept]:
        rejections: dict[str, int] = {}
        for attempt in range(self.family.attempts * (len(self.splits) if self.split else 1)):
            stream = Stream(*self.key, place_of, group, attempt)
            try:
                made = self._attempt(asked, place_of, group, stream, rejections)
            except NoValue as error:
                made = Rejected(str(error))
            if isinstance(made, list):
                return made
            rejections[made.reason] = rejections.get(made.reason, 0) + 1
        raise Exhausted(group * self.sets(asked), rejections)

    def _attempt(
        self,
        asked: Asked,
        place_of: int,
        group: int,
        stream: Stream,
        rejections: dict[str, int],
    ) -> list[_Kept] | Rejected:
        key = (*self.key, place_of)
        values = chosen_values(self.family, self.given, key, group, self.split)
        lot = Stream(*key, group, "lot")
        scene = Scene(worded(self.family, values), values, self.split, asked=asked.goal, lot=lot)
        knobs = asked.knobs.draw(Env(stream.fork("knobs"), values, {}, self.split))
        prepared = asked.task.prepare(scene, knobs, stream.fork("prepare"))
        if isinstance(prepared, Rejected):
            return prepared
        draft = grow(prepared, stream.fork("grow"))
        if isinstance(draft, Rejected):
            return draft
        goal = asked.goal
        names = names_of(self.family, values, draft, stream.fork("names"))
        if names is not None:
            family = replace(prepared.family, words=prepared.family.words.standard)
            prepared = replace(prepared, family=family)
            draft, goal = called(draft, names), renamed(goal, names)
        made: list[_Kept] = []
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
            posed = classified(self.family.logic, posed)
            unmet = self._unmet(values, draft, posed)
            if unmet is not None:
                return unmet
            if not made or posed.theory is not made[-1].posed.theory:
                sentences = say_all(
                    prepared.family, posed, self.split, stream.fork("words"), self.known is None
                )
            if isinstance(sentences, Rejected):
                return sentences
            certified = self._certified(draft, posed)
            if isinstance(certified, Rejected):
                return certified
            style = stream.fork("rows", member).below(1 << 16)
            dropped = {} if member else dict(rejections)
            kept = (asked, prepared, draft, posed, sentences, *certified, style, targets, dropped)
            made.append(_Kept(*kept))
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
        certified = certify(self.family, posed)
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

    def instance(self, kept: _Kept, index: int) -> Instance:
        """Word what was kept, as the instance at an index."""
        family, posed, scene = self.family, kept.posed, kept.scene
        verdict = kept.verdict
        if self.known is not None:
            if (self.known.theory.statements, self.known.query) != (
                posed.theory.statements,
                posed.query,
            ):
                raise Unlike
            certificate = {**self.known.verdict.certificate, **verdict.certificate}
            verdict = msgspec.structs.replace(verdict, certificate=certificate)
        options = tuple(
            Option(
                row.id,
                family.words.row(values, kept.style, self.split),
                {name: kind.show(values[name]) for name, kind in family.kinds.items()},
            )
            for row, values in zip(posed.query.rows, posed.rows, strict=True)
        )
        statements = introduced(family, posed.theory, kept.sentences)
        context = " ".join(statements)
        question = posed.question if kept.asked.phrase else kept.asked.text or posed.question
        found = figures(kept.draft, posed)
        metrics = {
            **all_metrics(kept.draft, posed),
            **measured(family, scene.values, found),
            "words": len(context.split()),
        }
        return Instance(
            family=family,
            id=self._id(index),
            seed=self.seed,
            index=index,
            split=self.split,
            params=plain_params(family, self.given, scene.values),
            params_hash=self.params_hash,
            task=kept.asked.task.name,
            shape=kept.draft.shape,
            shared=self.sets(kept.asked) > 1,
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
            text=self._prompt(kept, statements, question, options, index),
            proof=proof(
                worded(family, scene.values),
                posed.theory,
                posed.query,
                verdict,
                kept.sentences,
                self.split,
            ),
            certificate=verdict.certificate,
            engines=kept.engines,
            metrics=metrics,
            rejections=kept.rejections,
        )

    def _id(self, index: int) -> str:
        family = self.family
        split = self.split or "all"
        return (
            f"{family.name}-{family.hash[:6]}-{self.params_hash[:4]}"
            f"-s{self.seed}-{split}-{index:06d}"
        )

    def _prompt(
        self,
        kept: _Kept,
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
            "options": [{"label": each.label, "text": each.text} for each in options],
            "answer_format": kept.posed.answer_format,
            "statements": statements,
            "params": plain_params(self.family, self.given, scene.values),
            "demonstration": self._demonstration() if "demonstration" in page.shows else None,
            "demonstrations": (
                self._demonstrations(kept, index) if "demonstrations" in page.shows else None
            ),
        }
        return self.family.words.texts.render(page.name, values).strip() + "\n"

    def _demonstration(self) -> dict[str, Any]:
        """Give a worked problem: the same for every instance of a run, and none of the run's own."""
        memo = self.family.memo
        if memo.get("shown for") != self.key:
            work = _Demonstration(self)
            asked, _ = work.asked(0)
            memo["shown"] = worked(work.instance(work.group(asked, 0)[0], 0))
            memo["shown for"] = self.key
        shown: dict[str, Any] = memo["shown"]
        return shown

    def _demonstrations(self, kept: _Kept, index: int) -> list[dict[str, Any]]:
        """Give worked problems of an instance's own, one for each answer, of other theories than the one asked about.

        They are the first instances of a stream that belongs to the index: over as many as there are answers, each
        answer comes once.
        """
        work = _Demonstration(self, index)
        sets = self.sets(kept.asked)
        for block in range(BLOCKS):
            made = [
                (work.group(kept.asked, number // sets)[number % sets], number)
                for number in range(block * kept.targets, (block + 1) * kept.targets)
            ]
            if all(each.posed.theory != kept.posed.theory for each, _ in made):
                return [worked(work.instance(each, number)) for each, number in made]
        raise Exhausted(index, {"a worked problem is about the theory that is asked about": BLOCKS})


class _Demonstration(_Work):
    """Makes worked problems, from a stream that no instance uses."""

    role = "shown"

    def __init__(self, work: _Work, *place: str | int) -> None:
        super().__init__(work.family, work.given, work.seed, work.split)
        self.key = (*self.key, "demonstration", *place)

    def _prompt(self, *_: Any) -> str:
        return ""


def _digest(*parts: tuple[str, str]) -> str:
    text = "\n".join(f"{len(name)}:{name}={len(value)}:{value}" for name, value in parts)
    return hashlib.blake2b(text.encode("utf-8"), digest_size=8).hexdigest()


# ------------------------------------------------------------------------------------------------------ stages


def grow(scene: Scene, stream: Stream) -> Draft | Rejected:
    """Make the theory: the statements written out, then those that the strategy adds to them."""
    family = scene.family
    env = Env(stream.fork("core"), dict(scene.values), {}, scene.split)
    words = Env(stream.fork("vocabulary"), dict(scene.values), {}, scene.split)
    grammar = family.grammar.narrowed(words)
    scene = replace(scene, grammar=grammar)
    core = family.growth.core.draw(grammar, env)
    scene = replace(scene, core=core)
    if family.growth.strategy is None or family.growth.knobs is None:
        theory = ir.Theory(family.logic.name, core, family.signature, family.options)
        return Draft(theory, {"statements": len(core)})
    knobs = family.growth.knobs.draw(Env(stream.fork("knobs"), dict(scene.values), {}, scene.split))
    draft = family.growth.strategy.grow(scene, knobs, stream.fork("strategy"))
    if isinstance(draft, Rejected):
        return draft
    ids = _apart([each.id for each in draft.theory.statements], {each.id for each in core})
    grown = [
        ir.Labelled(ids[each.id], _readdressed(each.statement, ids))
        for each in draft.theory.statements
    ]
    statements = (*core, *grown)
    return replace(
        draft,
        theory=ir.Theory(family.logic.name, statements, family.signature, family.options),
        metrics={"statements": len(statements), **draft.metrics},
        truths={ids[id]: masks for id, masks in draft.truths.items()},
        slots={ids[id]: names for id, names in draft.slots.items()},
        hidden=frozenset(ids[id] for id in draft.hidden),
        swaps=tuple({ids[id]: each for id, each in swap.items()} for swap in draft.swaps),
        outcomes={
            label: replace(each, changes={ids[id]: new for id, new in each.changes.items()})
            for label, each in draft.outcomes.items()
        },
        needed={ids[id]: each for id, each in draft.needed.items()},
    )


def worded(family: Family, values: Mapping[str, Any]) -> Family:
    """Give a family with the phrases that an instance with these values uses."""
    words = family.words.under(values)
    return family if words is family.words else replace(family, words=words)


def classified(logic: Logic, posed: Posed) -> Posed:
    """Give a question with the figures that its logic tells of the statements that are printed, where it tells any."""
    if not isinstance(logic, Classifier):
        return posed
    theory = posed.theory
    shown = tuple(each for each in theory.statements if each.id not in posed.hidden)
    figures = logic.classify(msgspec.structs.replace(theory, statements=shown))
    return replace(posed, metrics={**figures, **posed.metrics})


def _readdressed(statement: ir.Statement, ids: Mapping[str, str]) -> ir.Statement:
    """Give a statement that names others by their new ids."""
    match statement:
        case ir.Preference(stronger=str() as stronger, weaker=str() as weaker):
            return ir.Preference(ids[stronger], ids[weaker])
        case _:
            return statement


def _apart(ids: Sequence[str], taken: set[str]) -> dict[str, str]:
    """Give each of a strategy's ids one that no written-out statement has: its own where that is free."""
    found: dict[str, str] = {}
    used = taken | set(ids)
    for id in ids:
        new, number = id, 1
        while new in taken or (new != id and new in used):
            number += 1
            new = f"{id}_{number}"
        used.add(new)
        found[id] = new
    return found
