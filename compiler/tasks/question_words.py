"""The words of a question about a statement: by a phrase that asks, or else with the statement in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..family import Scene
from ..ir import nodes as ir
from ..language import Language
from ..notation import show
from ..random.stream import Stream
from .instructions import question_key


@dataclass(frozen=True)
class Wording:
    """The words of a statement in a question; `asked` if they are a whole question by themselves."""

    text: str
    asked: bool


def word_statement(
    scene: Scene, statement: ir.Statement, stream: Stream, saying: Stream | None = None
) -> Wording:
    """Return how a question says a statement: asked, as a sentence, or in symbols if no phrase fits it.

    The stream chooses among phrases that ask; `saying` among those of sentences, or the first is chosen.
    """
    (asked,) = _word_asked(scene, [statement], stream)
    return _say(scene, statement, saying) if asked is None else asked


def word_statements(
    scene: Scene, statements: Sequence[ir.Statement], stream: Stream, saying: Stream
) -> list[Wording]:
    """Return how a question says several statements: all are asked, or else none."""
    asked = _word_asked(scene, statements, stream)
    if all(asked):
        return [each for each in asked if each is not None]
    return [_say(scene, each, saying) for each in statements]


def _word_asked(
    scene: Scene, statements: Sequence[ir.Statement], stream: Stream
) -> list[Wording | None]:
    book = scene.family.words.phrasebook
    found = (book.ask(each, stream, scene.split) for each in statements)
    return [None if text is None else Wording(text, True) for text in found]


def _say(scene: Scene, statement: ir.Statement, stream: Stream | None) -> Wording:
    book = scene.family.words.phrasebook
    return Wording(book.say(statement, stream, scene.split) or f"`{show(statement)}`", False)


def question_about(
    wording: Wording, labels: Mapping[str, str], goal: ir.Entailed, language: Language
) -> str:
    """Return the question about a statement."""
    if wording.asked:
        return wording.text
    key = f"ask {question_key(labels, goal, language)}"
    listed = language.join(labels.values(), "or")
    return language.say(key, labels=listed, statement=wording.text)


def question_about_each(
    wordings: Sequence[Wording],
    labels: Mapping[str, str],
    goal: ir.Entailed,
    language: Language,
) -> str:
    """Return the question about several statements, which are numbered: one line for each, after the first."""
    asked = all(wording.asked for wording in wordings)
    key = "answer questions" if asked else f"ask each {question_key(labels, goal, language)}"
    first = language.say(key, labels=language.join(labels.values(), "or"))
    lines = (language.say("numbered", n=n, text=each.text) for n, each in enumerate(wordings, 1))
    return "\n".join([first, *lines])
