"""Answer instructions in prompts: they describe the gold answers, and fit the question."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, get_args

from ..ir import nodes as ir
from ..language import Language

Label: TypeAlias = Literal["true", "false", "unknown"]
LABELS: tuple[Label, ...] = get_args(Label)


def are_replies(words: Iterable[str], language: Language) -> bool:
    """Return whether all words are `yes` or `no`, which answer a question, but do not describe a statement."""
    return {word.lower() for word in words} <= {language.text("yes"), language.text("no")}


def one_of(words: Iterable[str], expected: str, language: Language) -> str:
    """Return the request for an answer that is one of some words or expressions; `expected` lists them."""
    single = all(len(word.split()) == 1 for word in words)
    return language.say("answer word" if single else "answer one of", labels=expected)


def question_key(words: Mapping[str, str], goal: ir.Entailed, language: Language) -> str:
    """Return which question about a statement fits the labels: `follows`, `holds`, or `label`.

    A statement cannot be “yes”. If labels are such replies, the question is whether the statement follows.

    Args:
        words: the words for the labels.
        goal: the statement, or one of several.
    """
    if any(are_replies((word,), language) for word in words.values()):
        return "holds" if goal.mode else "follows"
    return "label"


def a_record(name: str, language: Language) -> str:
    """Return the name of a record with the article for one."""
    vowel = " before a vowel" if name[0] in "aeiou" else ""
    return language.say(f"a record{vowel}", record=name.replace("_", " "))


def meant(words: Mapping[str, str], cases: Mapping[str, str], language: Language) -> str:
    """Return the words for labels, each with its meaning."""
    said = [
        language.say("label meaning", label=word, meaning=language.text(cases[label])).rstrip()
        for label, word in words.items()
    ]
    return language.join(said, "or")


def describe_answer(
    most: int,
    least: int,
    answers: Mapping[ir.Term, str],
    language: Language,
    proper: bool = False,
) -> str:
    """Return the request for names, words or numbers, of which there are from `least` to `most`.

    Args:
        answers: possible answers, each with its words.
        proper: whether only names can be answers.
    """
    answer = language.text(_answer_key(most > 1, answers, proper))
    if least:
        return language.say("answer", answer=answer)
    key = "answer or none of them" if most > 1 else "answer or none"
    return language.say(key, answer=answer, none=language.text("none"))


def _answer_key(several: bool, answers: Mapping[ir.Term, str], proper: bool) -> str:
    """Return the key of the text that describes the answers."""
    numbers = {isinstance(term, ir.Quantity) for term in answers}
    if proper:
        return "answer names" if several else "answer name"
    if several:
        return "answer numbers" if numbers == {True} else "answer terms"
    if numbers == {True}:
        return "answer number"
    long = any(" " in words.strip() for words in answers.values())
    return "answer term" + " of words" * long + " or number" * (numbers != {False})
