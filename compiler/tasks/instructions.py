"""Answer instructions in prompts: they describe the gold answers, and fit the question."""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, TypeAlias, get_args

from ..ir import nodes as ir
from ..kinds import join

Label: TypeAlias = Literal["true", "false", "unknown"]
LABELS: tuple[Label, ...] = get_args(Label)

REPLIES = ("yes", "no")
"""Words that answer a question, but do not describe a statement."""


def one_of(words: Iterable[str]) -> str:
    """Return the request for an answer that is one of some words or expressions."""
    single = all(len(word.split()) == 1 for word in words)
    return "Answer with one word" if single else "Answer with one of these"


def ask_statements(subject: str, words: Mapping[str, str], goal: ir.Entailed) -> str:
    """Return the question about a statement, or about each of several; with the labels, if they fit.

    A statement cannot be “yes”. If labels are such replies, the question is whether the statement follows.

    Args:
        subject: the subject of the question, such as `the following statement`.
        words: the words for the labels.
        goal: the statement, or one of them.
    """
    if any(word.lower() in REPLIES for word in words.values()):
        return f"Does {subject} {'hold' if goal.mode else 'follow'}?"
    return f"Is {subject} {join(list(words.values()), 'or')}?"


def meant(words: Mapping[str, str], cases: Mapping[str, str]) -> str:
    """Return the words for labels, each with its meaning."""
    return join([f"{word} {cases[label]}".rstrip() for label, word in words.items()], "or")


def describe_answer(most: int, least: int, terms: Collection[ir.Term], proper: bool = False) -> str:
    """Return the request for names, words or numbers, of which there are from `least` to `most`.

    Args:
        terms: possible answers.
        proper: whether only names can be answers.
    """
    numbers = {isinstance(term, ir.Quantity) for term in terms}
    if most > 1:
        all_of = "all names" if proper else "all of them"
        how = "in digits and separated" if numbers == {True} else "separated"
        told = f"Answer with {all_of} and nothing else, {how} by commas"
    elif numbers == {True}:
        told = "Answer with the number alone, in digits"
    elif proper:
        told = "Answer with the name and nothing else"
    elif numbers == {False}:
        told = "Answer with one word or name and nothing else"
    else:
        told = "Answer with one word, name or number and nothing else"
    lacking = "there are none" if most > 1 else "there is none"
    return f"{told}." if least else f"{told}, or with none if {lacking}."
