"""The arrangement of the sentences of a theory: mixed, with asides between them, some of them said wrongly at first.

Nothing of this changes what a reader must conclude. An aside reads as no statement of the family, and a wrong
sentence is taken back at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from ....dsl.diagnostics import Diagnostic, SpecError, count_noun
from ...family import Discourse, DiscourseKnobs, Env, Family, Posed, Supply
from ...ir import children, nodes as ir, rebuild
from ...random.stream import Stream
from ...text import NEXT, Phrasebook
from ..sentences import group_key, introduce_rules, number_sentences

_T = TypeVar("_T")

TRIES = 12
"""How many wrong statements are tried in the place of a right one."""


@dataclass(frozen=True)
class Arrangement:
    """How the sentences of a theory are arranged.

    Attributes:
        passages: the parts of the text in order: sentences, some of them after a wrong one, and asides.
        question_first: whether the question precedes them.
        asides: the sentences without logical weight, in the order of the text.
        wrong: for the id of each statement that is corrected, what is said first.
        keys: the key of the sentence of each passage; that of an aside is empty.
    """

    passages: tuple[str, ...]
    question_first: bool = False
    asides: tuple[str, ...] = ()
    wrong: Mapping[str, str] = field(default_factory=dict)
    keys: tuple[str, ...] = ()

    def figures(self) -> dict[str, int]:
        """Return the metrics: how many asides and corrections there are."""
        return {"asides": len(self.asides), "corrections": len(self.wrong)}

    def record(self) -> dict[str, object]:
        """Return what a record says of it: the asides in order, and the wrong sentences by statement."""
        return {"asides": list(self.asides), "corrections": dict(self.wrong)}


def join_passages(passages: Sequence[str]) -> str:
    """Return passages in a row; a grid, which has several lines, is between empty lines."""
    text, before = "", False
    for passage in passages:
        apart = "\n\n" if "\n" in passage or before else " "
        text += f"{apart}{passage}" if text else passage
        before = "\n" in passage
    return text


def arrange(
    family: Family,
    posed: Posed,
    sentences: Mapping[str, str],
    values: Mapping[str, object],
    split: str,
    stream: Stream,
) -> Arrangement | None:
    """Return how the sentences of a theory are arranged; None without a `discourse` that counts for these values.

    Args:
        family: with the words of the instance.
        sentences: those of the statements, which were read back.
        stream: the stream of the group, so that its members have one text.

    Raises:
        SpecError: a pool has too few texts, or one of them can be read as a statement.
    """
    env = Env(stream.fork("knobs"), dict(values), {}, split)
    discourse = next((each for each in family.words.discourses if each.holds(env)), None)
    if discourse is None:
        return None
    knobs: DiscourseKnobs = discourse.settings.draw(env)
    shown = dict(zip(sentences, introduce_rules(family, posed.theory, sentences), strict=True))
    own = {each.id for each in posed.theory.statements}
    own |= {group_key(each) for each in posed.background if each.gathered}
    first = [id for id in sentences if id not in own]
    ids = [id for id in sentences if id in own]
    if knobs.order == "mixed" and not posed.numbered:
        ids = stream.fork("order").shuffled(ids)
    wrong = _wrong(family, posed, sentences, knobs.corrections, split, stream.fork("wrong"))
    retractions = _texts(discourse, "corrections", knobs.corrections, split, stream.fork("back"))
    _check_texts(discourse, "corrections", retractions[: len(wrong)], family.words.phrasebook)
    for id, retraction in zip(wrong, retractions, strict=False):
        shown[id] = f"{_introduced(family, posed, id, wrong[id])} {retraction} {shown[id]}"
    shown = number_sentences(posed, shown, family.words.language)
    written = sum(len(shown[id].split()) for id in (*first, *ids))
    asides = _asides(discourse, knobs, written, split, stream.fork("asides"))
    _check_texts(discourse, "asides", asides, family.words.phrasebook)
    said = [(id, shown[id]) for id in ids]
    scattered = _scattered(said, [("", each) for each in asides], stream.fork("places"))
    return Arrangement(
        (*(shown[id] for id in first), *(text for _, text in scattered)),
        knobs.question == "first",
        tuple(text for id, text in scattered if not id),
        wrong,
        (*first, *(id for id, _ in scattered)),
    )


def _scattered(passages: Sequence[_T], asides: Sequence[_T], stream: Stream) -> list[_T]:
    """Return passages in order, with each aside before one of them or after the last."""
    places: dict[int, list[_T]] = {}
    for aside in asides:
        places.setdefault(stream.below(len(passages) + 1), []).append(aside)
    found: list[_T] = []
    for place, passage in enumerate(passages):
        found += [*places.get(place, ()), passage]
    return found + places.get(len(passages), [])


# ----------------------------------------------------------------------------------------------------- asides


def _texts(
    discourse: Discourse, knob: str, supply: Supply, split: str, stream: Stream
) -> list[str]:
    """Return texts of a pool in random order: as many as a knob says."""
    if not supply.count:
        return []
    known = discourse.pools[supply.of].of(split)
    if len(known) < supply.count:
        raise SpecError([_too_few(discourse, knob, supply.of, len(known))])
    return stream.sample(known, supply.count)


def _asides(
    discourse: Discourse, knobs: DiscourseKnobs, written: int, split: str, stream: Stream
) -> list[str]:
    """Return as many asides as asked for, and more until a text of some words is long enough."""
    name, count = knobs.asides.of, knobs.asides.count
    known = discourse.pools[name].of(split) if name else ()
    if len(known) < count:
        raise SpecError([_too_few(discourse, "asides", name, len(known))])
    supply = stream.sample(known, len(known) if written < knobs.words else count)
    found = supply[:count]
    written += sum(len(each.split()) for each in found)
    for aside in supply[count:]:
        if written >= knobs.words:
            return found
        found.append(aside)
        written += len(aside.split())
    if written < knobs.words:
        raise SpecError([_too_few(discourse, "words", name, len(known))])
    return found


def _too_few(discourse: Discourse, knob: str, name: str, known: int) -> Diagnostic:
    return Diagnostic(
        "E0536",
        f"pool `{name}` has only {count_noun(known, 'text')} for this split, which is too few for `{knob}`",
        discourse.settings.spans.get(knob, discourse.span),
        help="ask for fewer, or add texts to the pool",
    )


def _check_texts(discourse: Discourse, knob: str, texts: Sequence[str], book: Phrasebook) -> None:
    """Report texts that can be read as statements, or a sentence of theirs can: they would change the theory."""
    read = [text for text in texts if any(map(book.read, (text, *filter(None, NEXT.split(text)))))]
    if read:
        raise SpecError(
            [
                Diagnostic(
                    "E0536",
                    f"the text `{text}` can be read as a statement",
                    discourse.settings.spans.get(knob, discourse.span),
                    help="remove it from the pool, or word it so that no phrase of the family matches",
                )
                for text in read
            ]
        )


# ------------------------------------------------------------------------------------------------ corrections


def _wrong(
    family: Family,
    posed: Posed,
    sentences: Mapping[str, str],
    supply: Supply,
    split: str,
    stream: Stream,
) -> dict[str, str]:
    """Return wrong sentences by the ids of the statements in whose place they are said: as many as there can be."""
    found: dict[str, str] = {}
    if not supply.count:
        return found
    theory = posed.theory
    known = {each.statement for each in theory.statements}
    values = _values(theory)
    taken = [*sentences.values(), posed.question, *(text for text, _ in posed.says)]
    statements = [each for each in theory.statements if each.id in sentences]
    for each in stream.fork("statements").shuffled(statements):
        if len(found) == supply.count:
            break
        slips = dict.fromkeys(_slips(each.statement, values))
        chooser = stream.fork("slips", each.id)
        for slip in chooser.shuffled([one for one in slips if one not in known])[:TRIES]:
            text = family.words.phrasebook.say(slip, chooser, split)
            if text is None or any(text in other or other in text for other in taken if other):
                continue
            if family.words.phrasebook.read(text) == (slip,):
                found[each.id] = text
                taken.append(text)
                break
    return found


def _introduced(family: Family, posed: Posed, id: str, sentence: str) -> str:
    """Return the wrong sentence with the name of the rule in whose place it is, if the text shows names."""
    return introduce_rules(family, posed.theory, {id: sentence})[0]


_Values = Mapping[tuple[object, ...], Sequence[ir.Term | str]]
"""What a theory has at places of one kind: at an argument of a predicate, in a comparison with a slot, as a concept."""

_GROUND = (ir.Const, ir.String, ir.Quantity, ir.SetOf, ir.ListOf)


def _values(theory: ir.Theory) -> _Values:
    found: dict[tuple[object, ...], dict[ir.Term | str, None]] = {}
    stack: list[ir.Node] = [each.statement for each in theory.statements]
    while stack:
        node = stack.pop()
        for place, value in _places(node):
            found.setdefault(place, {})[value] = None
        stack += children(node)
    return {place: sorted(values, key=repr) for place, values in found.items()}


def _places(node: ir.Node) -> Iterator[tuple[tuple[object, ...], ir.Term | str]]:
    match node:
        case ir.Atom(predicate=str(name), arguments=()):
            yield ("proposition",), name
        case ir.Atom(predicate=str(name), arguments=arguments):
            for place, term in enumerate(arguments):
                if isinstance(term, _GROUND):
                    yield ("argument", name, len(arguments), place), term
        case ir.Comparison(left=ir.Slot(name=slot), right=right) if isinstance(right, _GROUND):
            yield ("slot", slot, type(right).__name__), right
        case ir.ConceptAssertion(individual=individual) if isinstance(individual, _GROUND):
            yield ("individual",), individual
        case ir.Named(name=str(name)):
            yield ("concept",), name


def _slips(node: ir.Node, values: _Values) -> Iterator[ir.Node]:
    """Yield the nodes that differ from a node in one value, which the theory has at another such place."""
    for place, value in _places(node):
        for other in values[place]:
            if other != value:
                yield _with(node, place, other)
    for child in children(node):
        for slip in _slips(child, values):
            yield rebuild(node, partial(_put, child, slip))


def _put(old: ir.Node, new: ir.Node, node: ir.Node) -> ir.Node:
    return new if node is old else node


def _with(node: ir.Node, place: tuple[object, ...], value: ir.Term | str) -> ir.Node:
    """Return a node with another value at a place of it."""
    match node, value:
        case ir.Atom(arguments=()), str():
            return ir.Atom(value)
        case ir.Atom(predicate=name, arguments=arguments), ir.Node():
            at = place[-1]
            return ir.Atom(
                name,
                tuple(value if each == at else term for each, term in enumerate(arguments)),
            )
        case ir.Comparison(operator=operator, left=left), ir.Node():
            return ir.Comparison(operator, left, value)
        case ir.ConceptAssertion(concept=concept), ir.Node():
            return ir.ConceptAssertion(value, concept)
        case ir.Named(), str():
            return ir.Named(value)
        case _:
            raise TypeError(f"{type(node).__name__} has no such place")
