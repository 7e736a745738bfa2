"""`not ?k` in the pattern of a rule words a condition under `not`, and goes before a plain hole."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check, load

SPEC = """family denied
logic asp
sort being = {cat, dog}
pred big(being)
pred red(being)
pred shy(being)
pred sad
theory { %s }
ask computation
say big(?x) as "{{ x | written }} is big"
say red(?x) as "{{ x | written }} is red"
say -red(?x) as "{{ x | written }} is unred"
say shy(?x) as "{{ x | written }} is shy"
say ?g, ?k -> ?h as "If {{ g }} and {{ k }}, then {{ h }}."
say ?g, not ?k -> ?h as "If {{ g }} and it is not the case that {{ k }}, then {{ h }}."
say ?g, not not ?k -> ?h as "If {{ g }} and it may be that {{ k }}, then {{ h }}."
say not ?k -> ?h as "Unless {{ k }}, {{ h }}."
say big(X), not ?k -> ?h as "Big ones, unless {{ k }}: {{ h }}." split test
"""


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("big(X), not red(X) -> shy(X).",
         "If X is big and it is not the case that X is red, then X is shy."),
        ("big(X), not -red(X) -> shy(X).",
         "If X is big and it is not the case that X is unred, then X is shy."),
        ("big(X), red(X) -> shy(X).", "If X is big and X is red, then X is shy."),
        ("big(X), not not red(X) -> shy(X).", "If X is big and it may be that X is red, then X is shy."),
        ("not red(cat) -> shy(cat).", "Unless cat is red, cat is shy."),
        ("not sad -> shy(cat).", "Unless sad is true, cat is shy."),
    ],
)  # fmt: skip
def test_a_pattern_with_not_is_preferred(rule: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "denied.rspec"
    path.write_text(SPEC % f"big(cat). {rule}", "utf-8")
    family = load(path)
    instance = family.instance(0, 0)
    assert instance.context.endswith(sentence)
    rule_of = instance.theory.statements[1].statement
    assert family.words.phrasebook.read(sentence) == (rule_of,)


def test_the_pattern_that_says_more_is_preferred(tmp_path: Path) -> None:
    path = tmp_path / "denied.rspec"
    path.write_text(SPEC % "big(cat). big(X), not red(X) -> shy(X).", "utf-8")
    family = load(path)
    rule = family.instance(0, 0).theory.statements[1].statement
    assert family.words.phrasebook.say(rule, None, "test") == (
        "Big ones, unless X is red: X is shy."
    )


def test_a_sign_before_a_whole_condition_is_refused(tmp_path: Path) -> None:
    """`-?k` is a predicate without arguments; where there is none, the phrase would never be used."""
    spec = (
        (SPEC % "big(cat).").replace("pred sad\n", "").replace("say not ?k -> ?h", "say -?k -> ?h")
    )
    path = tmp_path / "denied.rspec"
    path.write_text(spec, "utf-8")
    (found,) = [each for each in check(path) if each.severity == "error"]
    assert found.code == "E0311"
    assert "-?k(?x...)" in found.help
