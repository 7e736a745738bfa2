"""The check of prompts: each sentence once and unchanged, the question once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import rspc
from rspc.compiler.api import Family
from rspc.compiler.dataset.verify.verifier import Verifier
from rspc.compiler.instances import prompt_faults
from rspc.dsl.diagnostics import SpecError

SENTENCES = ["Bob is red.", "If Anna is red, then Bob is red.", "Anna is red.", "Anna likes Bob."]
QUESTION = "Is it true that Anna likes Bob?"

words = st.lists(
    st.sampled_from(["Anna", "Bob", "is", "red", "kind", "and", "not", "likes"]),
    min_size=2,
    max_size=6,
)
texts = st.lists(words.map(lambda all: " ".join(all) + "."), min_size=1, max_size=6, unique=True)


@given(texts, st.randoms(use_true_random=False), st.sampled_from([" ", "\n", "\n- ", " \n\n "]))
def test_every_order_and_layout_passes(statements: list[str], random: object, gap: str) -> None:
    shuffled = sorted(statements, key=lambda _: random.random())  # type: ignore[attr-defined]
    for prompt in (gap.join([*shuffled, QUESTION]), gap.join([QUESTION, *shuffled])):
        assert prompt_faults(prompt, statements, QUESTION) == []


@given(texts, st.data())
def test_one_sentence_less_or_more_is_found(statements: list[str], data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(statements))
    fewer = [each for each in statements if each != one]
    found = prompt_faults("\n".join([*fewer, QUESTION]), statements, QUESTION)
    assert [each.sentence for each in found] == [one]
    assert found[0].how in ("dropped", "changed")
    found = prompt_faults("\n".join([*statements, one, QUESTION]), statements, QUESTION)
    assert [(each.sentence, each.how) for each in found] == [(one, "repeated")]


@pytest.mark.parametrize(
    ("prompt", "found"),
    [
        (f"{' '.join(SENTENCES)} {QUESTION}", []),
        (f"{' '.join(SENTENCES[:3])} {QUESTION}", ["E0530"]),
        (f"{' '.join(SENTENCES[1:])} {QUESTION}", ["E0530"]),
        (f"{' '.join(SENTENCES)} {SENTENCES[0]} {QUESTION}", ["E0531"]),
        (f"{' '.join(SENTENCES).replace('likes Bob.', 'likes bob.')} {QUESTION}", ["E0532"]),
        (f"{' '.join(SENTENCES).replace('If Anna', 'Whenever Anna')} {QUESTION}", ["E0532"]),
        (" ".join(SENTENCES), ["E0533"]),
        (f"{QUESTION} {' '.join(SENTENCES)} {QUESTION}", ["E0533"]),
        (f"{' '.join(SENTENCES)} is it true that Anna likes Bob?", ["E0533"]),
    ],
)
def test_what_is_found(prompt: str, found: list[str]) -> None:
    assert [each.code for each in prompt_faults(prompt, SENTENCES, QUESTION)] == found


def test_other_parts_may_repeat_sentences() -> None:
    prompt = f"For example: Bob is red. {' '.join(SENTENCES)} {QUESTION}"
    assert prompt_faults(prompt, SENTENCES, QUESTION, ["Bob is red. Is he?"]) == []
    assert prompt_faults(prompt + " Bob is red.", SENTENCES, QUESTION, ["Bob is red. Is he?"])


EXAMPLE = {
    "context": "Bob is red. Anna is kind.",
    "statements": ["Bob is red.", "Anna is kind."],
    "question": QUESTION,
    "answer": "yes",
    "proof": ["Anna is red."],
    "options": [],
}
TOLD = f"For example: 1. Bob is red.\n2. Anna is kind.\n\n{QUESTION}\n1. Anna is red.\nAnswer: yes.\n\n"
AS_A_WHOLE = f"For example: Bob is red. Anna\nis kind. {QUESTION} Answer: yes.\n\n"


@pytest.mark.parametrize("told", [TOLD, AS_A_WHOLE])
@pytest.mark.parametrize(
    ("problem", "found"),
    [
        (f"{' '.join(SENTENCES)} {QUESTION}", []),
        (f"{' '.join(SENTENCES[1:])} {QUESTION}", ["E0530"]),
        (f"{' '.join(SENTENCES[:2])} {SENTENCES[3]} {QUESTION}", ["E0530"]),
        (f"{SENTENCES[0]} {' '.join(SENTENCES)} {QUESTION}", ["E0531"]),
        (" ".join(SENTENCES), ["E0533"]),
    ],
)
def test_worked_examples_do_not_count(told: str, problem: str, found: list[str]) -> None:
    for prompt in (told + problem, f"{problem}\n\n{told}"):
        faults = prompt_faults(prompt, SENTENCES, QUESTION, examples=[EXAMPLE])
        assert [each.code for each in faults] == found


def test_examples_that_are_not_told_take_nothing_away() -> None:
    """Their sentences may be those of the problem."""
    one = {**EXAMPLE, "context": SENTENCES[0], "statements": SENTENCES[:1]}
    prompt = f"{' '.join(SENTENCES)} {QUESTION}"
    assert prompt_faults(prompt, SENTENCES, QUESTION, examples=[one]) == []
    told = f"{SENTENCES[0]} {QUESTION} yes. {prompt}"
    assert prompt_faults(told, SENTENCES, QUESTION, examples=[one]) == []


SPEC = """family walls
logic asp
pool names = {{"anna", "ben", "cleo", "dora"}}
sort person = names
pred tall(person)
pred kind(person)
param plain: bool = true
preset Other {{ plain false }}
fact tall = tall(?p)
background {{ tall(X) -> kind(X). }} say "The tall are kind."
theory {{ 2 of tall. }}
say tall(?p) as "{{{{ p | capital }}}} is tall."
say kind(?p) as "{{{{ p | capital }}}} is kind."
ask value X : kind(X) "Who is kind?"
document "std/page.md.jinja" when plain
document "page.md.jinja"
"""


def family(page: str, folder: Path) -> Family:
    (folder / "walls.rspec").write_text(SPEC.format(), "utf-8")
    (folder / "page.md.jinja").write_text(page, "utf-8")
    return rspc.load(folder / "walls.rspec")


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("{% for s in statements[1:] %}{{ s }} {% endfor %}{{ question }}", "E0530"),
        ("{{ context }} The tall are kind. {{ question }}", "E0531"),
        (
            "{{ context.replace('tall', 'high') if false else context | lower }} {{ question }}",
            "E0532",
        ),
        ("{{ context }}", "E0533"),
    ],
)
def test_documents_that_do_not_print_the_theory(page: str, code: str, tmp_path: Path) -> None:
    made = family(page, tmp_path)
    next(iter(made.generate(1)))  # the other document
    for attempt in (lambda: list(made.generate(1, preset="Other")), made.prove):
        with pytest.raises(SpecError) as caught:
            attempt()
        assert code in {each.code for each in caught.value.diagnostics}
        assert {each.span.text for each in caught.value.diagnostics} == {'document "page.md.jinja"'}


def test_a_record_whose_prompt_was_altered(tmp_path: Path) -> None:
    made = family("{{ context }}\n{{ question }}\n", tmp_path)
    record = made.instance(0).record()
    for change, code in [
        (("The tall are kind. ", ""), "E0530"),
        (("tall.", "tall. The tall are kind."), "E0531"),
        (("The tall are kind", "The tall are not kind"), "E0532"),
        (("Who is kind?", "Who is not?"), "E0533"),
    ]:
        verifier = Verifier(made)
        assert verifier.verify({**record, "prompt": record["prompt"].replace(*change, 1)}) is None
        assert {code, "E0840"} == set(verifier.findings.counts)
    verifier = Verifier(made)
    assert verifier.verify(record) is not None
    assert not verifier.findings.counts


@given(texts, st.data())
def test_order_is_checked_where_it_counts(statements: list[str], data: st.DataObject) -> None:
    repeated = [*statements, *data.draw(st.lists(st.sampled_from(statements), max_size=2))]
    prompt = "\n".join([*repeated, QUESTION])
    assert prompt_faults(prompt, repeated, QUESTION, ordered=True) == []
    other = data.draw(st.permutations(repeated))
    found = prompt_faults("\n".join([*other, QUESTION]), repeated, QUESTION, ordered=True)
    assert [each.code for each in found] == ([] if other == repeated else ["E0542"])
    assert prompt_faults("\n".join([*other, QUESTION]), repeated, QUESTION) == []
