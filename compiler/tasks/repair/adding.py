"""Which of some facts must be known as well for a question to have another answer?"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ...certify.exploration import answer
from ...contract import UNDECIDED
from ...family import Draft, Posed, Rejected, Scene
from ...ir import nodes as ir, set_name, without
from ...random.stream import Stream
from ..drawn_answers import OUT_OF_BUDGET
from ..instructions import LABELS, meant
from ..question_words import question_about, word_statement
from .facts import possible_facts, stated_facts, unseen_ids
from .knobs import RepairKnobs
from .questions import questions
from .resemblance import Limits, Traits, alike, are_alike, common_names, traits_of

MOST_TRIED = 250
"""How many facts are tried for a question."""


def pose_addition(
    scene: Scene, draft: Draft, goal: ir.Goal, knobs: RepairKnobs, target: int, stream: Stream
) -> Posed | Rejected:
    """Ask about the first statement that one of a few facts gives the wanted label.

    The labels take turns, and the right places.
    """
    wanted = knobs.wanted[target % len(knobs.wanted)]
    place = target // len(knobs.wanted) % knobs.add
    engines = scene.family.engines
    reason = f"no question has one of the labels {', '.join(LABELS)}"
    unseen = unseen_ids(draft)
    for theory, asked in questions(scene, draft, goal, stream):
        if not isinstance(asked, ir.Entailed):
            return Rejected("only a question about a statement is answered by adding a fact")
        label = answer(engines, theory, ir.Query(asked))
        if label == UNDECIDED:
            return Rejected(OUT_OF_BUDGET, spent=True)
        if label not in LABELS:
            continue
        stated = list(stated_facts(theory, unseen))
        possible = list(dict.fromkeys(possible_facts(theory, asked)))
        for pool in (stated, stream.shuffled(possible)[:MOST_TRIED]):
            found = _offer(scene, theory, asked, wanted, pool, knobs, stream)
            if isinstance(found, Rejected):
                return found
            if found is not None:
                right, others = found.right, found.others
                facts = (*others[:place], right, *others[place:])
                additions = ir.Additions(asked, wanted, facts)
                return _posed(scene, draft, found.theory, additions, knobs, stream)
        reason = "no fact alone gives a question the wanted label, or too few like it do not"
    return Rejected(reason)


@dataclass(frozen=True)
class Offered:
    """Facts to choose from, and the theory that is known without them."""

    theory: ir.Theory
    right: ir.Statement
    others: list[ir.Statement]


def _offer(
    scene: Scene,
    theory: ir.Theory,
    asked: ir.Entailed,
    wanted: str,
    pool: Sequence[ir.Labelled | ir.Statement],
    knobs: RepairKnobs,
    stream: Stream,
) -> Offered | Rejected | None:
    """Return facts that look alike, of which one alone gives a question the wanted label.

    Args:
        pool: the facts to choose from. What the theory states is no longer stated where it is offered.
    """
    engines, book = scene.family.engines, scene.family.words.phrasebook

    @cache
    def label_of(removed: tuple[str, ...], fact: ir.Statement | None) -> str:
        smaller = without(theory, removed)
        if fact is None:
            return answer(engines, smaller, ir.Query(asked))
        goal = ir.Additions(asked, wanted, (fact,))
        larger, question = list(goal.split(smaller).values())[-1]
        return answer(engines, larger, ir.Query(question))

    own = {each.statement: each.id for each in pool if isinstance(each, ir.Labelled)}
    facts = [each.statement if isinstance(each, ir.Labelled) else each for each in pool]
    facts = [each for each in facts if book.say(each, None, scene.split) is not None]
    everywhere = common_names(facts)

    def traits(among: Sequence[ir.Statement], theory: ir.Theory) -> list[Traits]:
        rest = [each.statement for each in theory.statements]
        return traits_of(among, rest, asked.statement, everywhere)

    looks = traits(facts, theory)
    limits = Limits(knobs.apart, knobs.uneven)
    for group in alike(looks, knobs.add, limits, stream):
        offered = [facts[place] for place in group]
        removed = tuple(own[each] for each in offered if each in own)
        labels = [label_of(removed, each) for each in offered]
        before = label_of(removed, None)
        if UNDECIDED in (before, *labels):
            return Rejected(OUT_OF_BUDGET, spent=True)
        if before == wanted or labels.count(wanted) != 1:
            continue
        smaller = without(theory, removed)
        if are_alike(traits(offered, smaller), limits):
            right = offered[labels.index(wanted)]
            others = [each for each in offered if each != right]
            return Offered(smaller, right, stream.shuffled(others))
    return None


def _posed(
    scene: Scene,
    draft: Draft,
    theory: ir.Theory,
    goal: ir.Additions,
    knobs: RepairKnobs,
    stream: Stream,
) -> Posed | Rejected:
    family, engines = scene.family, scene.family.engines
    language, book = family.words.language, family.words.phrasebook
    label = answer(engines, theory, ir.Query(goal))
    said = [(book.say(each, None, scene.split) or "", each) for each in goal.statements]
    worded = word_statement(scene, goal.goal.statement, stream.fork("asked"))
    words = {str(name): word for name, word in knobs.labels.items()}
    question = language.say(
        "ask repair adding",
        question=question_about(worded, words, goal.goal, language),
        meanings=meant(words, knobs.meanings(family, goal.goal), language),
        label=words[goal.wanted],
    )
    listed = [
        language.say("numbered sentence", n=n, text=text) for n, (text, _) in enumerate(said, 1)
    ]
    names = [str(n) for n in range(1, len(said) + 1)]
    right = [name for name in names if set_name((name,)) in label.split(" | ")]
    return Posed(
        theory,
        ir.Query(goal),
        label,
        {"removed": 0, "repairs": len(right)},
        "\n".join([question, "", *listed]),
        language.text("answer repair adding"),
        answer=right[0],
        hidden=draft.hidden,
        says=((worded.text, goal.goal.statement), *said),
        reply={"numbered": names, "adding": True},
    )
