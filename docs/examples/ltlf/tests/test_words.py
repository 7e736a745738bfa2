"""Words: every formula has some, and they are read as it and as nothing else."""

from functools import cache

import pytest

import rspc
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.text.phrasebook import Phrasebook

from .oracle import drawn, read

SPEC = """family words
logic ltlf
pool things = {a, b}
sort item = things
pred p(item)
pred q(item)
theory { p(a). }
ask entailment q(a)
"""


@cache
def book() -> Phrasebook:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "words.rspec"
        path.write_text(SPEC)
        return rspc.load(path).words.phrasebook


SAID = [
    ("p(a)", "At the first step “p” holds of a."),
    ("not p(a)", "At the first step “p” does not hold of a."),
    ("always(p(a))", "At every step “p” holds of a."),
    ("always(not p(a))", "At no step “p” holds of a."),
    ("always(not p(a) or q(a))", "Whenever “p” holds of a, “q” holds of a at the same step."),
    (
        "always(not p(a) or weak_next(not q(a)))",
        "Whenever “p” holds of a, “q” does not hold of a at the next step, if there is one.",
    ),
    (
        "release(p(a), always(q(a)))",
        "At every step (from now on “q” holds of a), unless “p” holds of a at an earlier one.",
    ),
    (
        "until(p(a) or q(a), not q(b))",
        "At some step “q” does not hold of b, and at all steps before it "
        "(either “p” holds of a or “q” holds of a).",
    ),
]


@pytest.mark.parametrize(("text", "said"), SAID)
def test_common_patterns_read_as_plain_sentences(text: str, said: str) -> None:
    assert book().say(read(text)) == said


def test_every_statement_is_said_and_read_back() -> None:
    # `always` of a disjunction with one `not` has words of its own, which a double `not` may take as well
    for each in drawn(3, 150, 3):
        said = book().say(each)
        assert said is not None, show(each)
        assert book().read(said) == (each,), (show(each), said)


def test_statements_are_printed_as_they_are_read() -> None:
    for each in drawn(5, 200, 4):
        assert read(show(each)) == each
    assert read("always(p(a) or not next(q(a)))") == ir.Requirement(
        ir.Modal(
            "always",
            (
                ir.Or(
                    (
                        ir.Literal(ir.Atom("p", (ir.Const("a"),))),
                        ir.Not(ir.Modal("next", (ir.Literal(ir.Atom("q", (ir.Const("a"),))),))),
                    )
                ),
            ),
        )
    )
