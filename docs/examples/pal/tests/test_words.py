"""Words: every formula has some, and they are read as it and as nothing else."""

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

import rspc
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.text.phrasebook import Phrasebook

from .oracle import drawn, drawn_formula, read, whole

SPEC = """family words
logic pal
sort agent = {anne, bob}
sort item = {a}
pred p(item)
pred q(item)
theory { p(a). }
ask entailment q(a)
"""


@cache
def book() -> Phrasebook:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "words.rspec"
        path.write_text(SPEC)
        return rspc.load(path).words.phrasebook


SAID = [
    ("p(a)", "In the end, “p” holds of a."),
    ("said(not p(a))", "It is said aloud that “p” does not hold of a."),
    ("sees(anne, p(a))", "Everybody knows that anne sees whether “p” holds of a."),
    (
        "said(not knows(anne, p(a) or q(a)))",
        "It is said aloud that anne does not know that (either “p” holds of a or “q” holds of a).",
    ),
]


@pytest.mark.parametrize(("text", "said"), SAID)
def test_common_patterns_read_as_plain_sentences(text: str, said: str) -> None:
    assert book().say(read(text)) == said


def test_every_statement_is_said_and_asked_and_read_back() -> None:
    random = Random(3)
    formulas = [whole(drawn_formula(random, 2)) for _ in range(60)]
    statements = [each.statement for known, _ in drawn(5, 40) for each in known.statements]
    for each in {*formulas, *statements}:
        said = book().say(each)
        assert said is not None, show(each)
        assert book().read(said) == (each,), (show(each), said)
    for each in formulas:
        asked = book().ask(each)
        assert asked is not None, show(each)
        assert asked.endswith("?")
        assert book().read(asked) == (each,), (show(each), asked)


def test_statements_are_printed_as_they_are_read() -> None:
    for known, asked in drawn(5, 80):
        for each in (*(labelled.statement for labelled in known.statements), asked.goal.statement):
            assert read(show(each)) == each
    assert isinstance(read("p(a)"), ir.Fact)
