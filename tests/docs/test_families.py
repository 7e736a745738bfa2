"""The page on the families that ship: each is there, with its own knobs, and with a problem in its own words."""

from __future__ import annotations

import re

import pytest

import rspc
from rspc.compiler.certify.certify import certify_all
from rspc.compiler.family.expressions.parameters import Parameter
from rspc.compiler.family.expressions.typed import Env
from rspc.compiler.ir import nodes as ir, rebuild
from rspc.compiler.notation.literals import read_literal
from rspc.compiler.random.stream import Stream
from rspc.compiler.text import Phrasebook

from .pages import ROOT, read, rows, section

PAGE = "families"
FAMILIES = sorted(path.stem for path in (ROOT / "specs").glob("*.rspec"))
RULES = ["boardgame", "boardgame_binary", "policies"]
PROGRAMS = ["aspbench", "gatehouse"]


def problem(name: str) -> list[str]:
    """Return the paragraphs of a family's problem: sentences, question, options, how to answer."""
    (found,) = re.findall(
        rf"^## {name}\n.*?^```text\n(.*?)^```$", read(PAGE), re.MULTILINE | re.DOTALL
    )
    # an empty line stands between the facts and the rules of a program in symbols
    return re.sub(r"\n\n(?=\d+\. )(?<=\.`\n\n)", "\n", found.strip()).split("\n\n")


def apart(family: rspc.Family, paragraphs: list[str]) -> list[str]:
    """Return a problem's paragraphs without the note or the sentence that prompts of the family begin with."""
    made = family.instance()
    opening = made.text.partition(made.context)[0]
    if opening and "\n" not in opening and paragraphs[0].startswith(opening):
        return [paragraphs[0].removeprefix(opening), *paragraphs[1:]]
    for index in range(40):
        made = family.instance(index=index)
        note, _, rest = made.text.partition("\n\n")
        if note == paragraphs[0] and made.question in rest and made.context not in note:
            return paragraphs[1:]
    return paragraphs


def knob(parameter: Parameter) -> list[str]:
    values = parameter.domain.replace("..", " to ")
    return [f"`{parameter.name}`", values, parameter.show(parameter.default), parameter.description]


def test_every_family_is_on_the_page() -> None:
    table = read(PAGE).partition("## ")[0]
    assert sorted(re.findall(r"^\| \[`(\w+)`\]", table, re.MULTILINE)) == FAMILIES


@pytest.mark.parametrize("name", FAMILIES)
def test_the_knobs_are_the_parameters(name: str) -> None:
    family = rspc.load(ROOT / "specs" / f"{name}.rspec")
    assert rows(section(PAGE, name)) == [knob(each) for each in family.parameters.values()]


def book(family: rspc.Family) -> Phrasebook:
    """Return the phrases that a problem with the family's own values uses."""
    return family.words.under(family.instance().params).phrasebook


def said(family: rspc.Family, context: str) -> list[ir.Labelled]:
    """Read the sentences of a problem, each in one way, with the names that some are introduced by."""
    holes = {"id": r"(?P<id>\w+)", "text": "(?P<text>.+)"}
    shape = re.compile(family.words.language.say(family.logic.introduces, **holes))
    phrases, found = book(family), []
    plain = re.sub(r"^\d+\. ", "", context, flags=re.MULTILINE)
    for place, sentence in enumerate(re.split(r"(?<=\.)\s+|(?<=\.`)\s+", plain)):
        match = shape.fullmatch(sentence)
        parts = match.groupdict() if match is not None else {"text": sentence}
        readings = phrases.read(parts["text"])
        assert len(readings) == 1, sentence
        for number, statement in enumerate(single(readings[0])):
            found.append(ir.Labelled(parts.get("id", f"s{place}_{number}"), statement))
    return found


def single(read: ir.Node) -> list[ir.Statement]:
    """Return the statements that a sentence says: one, or several about one thing."""
    if not isinstance(read, ir.Group):
        return [read]
    *things, several = read.values
    (thing,) = (term for each in things for term in each.terms)
    return [put_in(thing, aspect.statement) for aspect in several.parts]


def put_in(thing: ir.Node, part: ir.Node) -> ir.Node:
    return thing if part == ir.Const("") else rebuild(part, lambda inner: put_in(thing, inner))


@pytest.mark.parametrize("name", FAMILIES)
def test_the_problem_is_in_the_familys_words(name: str) -> None:
    family = rspc.load(ROOT / "specs" / f"{name}.rspec")
    context, question, *options, answer_format = apart(family, problem(name))
    assert said(family, context)
    made = family.instance()
    notes = "|".join(re.escape(f" {each.text}") for each in family.words.notes)
    plain = [re.sub(notes, "", each) if notes else each for each in (question, made.question)]
    assert plain[0] == plain[1] or asked(family, *plain)
    assert answer_format == made.text.strip().split("\n\n")[-1]
    assert len("\n".join(options).splitlines()) == len(made.options)


def asked(family: rspc.Family, question: str, other: str) -> tuple[ir.Statement, ...]:
    """Read the statement that a question asks, or ends with, where another of the family begins in the same way."""
    whole: tuple[ir.Statement, ...] = book(family).read(question)
    if whole:
        return whole
    before, _, statement = question.partition("? ")
    assert before == other.partition("? ")[0]
    if statement.startswith("{"):
        return tuple(
            ir.Fact(read_literal(each)) for each in re.findall(r"[^{},(]+(?:\(.*?\))?", statement)
        )
    read: tuple[ir.Statement, ...] = book(family).read(statement)
    assert len(read) == 1
    return read


@pytest.mark.parametrize("name", [*RULES, *PROGRAMS])
def test_the_answer_to_a_problem_of_rules_is_the_one_that_follows(name: str) -> None:
    family = rspc.load(ROOT / "specs" / f"{name}.rspec")
    context, question, _ = apart(family, problem(name))
    (statement,) = asked(family, question, family.instance().question)
    theory = ir.Theory(
        family.logic.name, tuple(said(family, context)), family.signature, family.options
    )
    labels = certify_all(family.engines, theory, ir.Query(ir.Entailed(statement)))[1]
    knobs = family.asks[0].knobs.draw(Env(Stream("page"), {}))
    words = {knobs.labels[label] for label in labels.values()}
    assert words == set(re.findall(r"The answer is (.*)\.", section(PAGE, name)))
