"""The spans of a record: where its prompt says each statement, in whatever layout."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rspc.compiler.api import load
from rspc.compiler.instances.prompts.sentence_spans import Passage, sentence_spans
from rspc.compiler.instances.sentences import group_key

from ...turns import by_turns

SPECS = Path(__file__).parents[3] / "specs"
EVERY = sorted(SPECS.rglob("*.rspec"))


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("spec", by_turns(EVERY), ids=lambda spec: spec.stem)
def test_the_spans_of_shipped_families_are_their_sentences(spec: Path) -> None:
    instance = load(spec).instance(index=1, seed=3)
    record = instance.record()
    prompt, spans = record["prompt"], record.get("spans", {})
    said = {id: [plain(prompt[u:v]) for u, v in places] for id, places in spans.items()}
    own = [each.id for each in instance.theory.statements]
    together = {
        id: instance.sentences[group_key(each)]
        for each in instance.background
        if each.group is not None or each.drawn
        for id in each.ids
    }
    assert list(said) == [id for id in own if id in instance.sentences]
    assert said == {id: [plain(together.get(id, instance.sentences[id]))] for id in said}
    places = sorted({(u, v) for each in spans.values() for u, v in each})
    assert all(end <= start for (_, end), (start, _) in zip(places, places[1:], strict=False))


WORDS = ["Anna", "Bob", "is", "red", "kind", "and", "not", "likes"]
words = st.lists(st.sampled_from(WORDS), min_size=2, max_size=6)
texts = st.lists(words.map(lambda all: " ".join(all) + "."), min_size=1, max_size=6, unique=True)
gaps = st.sampled_from([" ", "\n", "\n- ", " \n\n ", " (also) "])


def passages(*sentences: str) -> list[Passage]:
    return [Passage(each, str(number), each) for number, each in enumerate(sentences)]


@given(texts, gaps, st.integers(min_value=8, max_value=40), st.booleans())
def test_sentences_are_found_in_every_layout(
    sentences: list[str], gap: str, width: int, wraps: bool
) -> None:
    prompt = f"Here they are.{gap}{gap.join(sentences)}{gap}Who is it?"
    prompt = textwrap.fill(prompt, width) if wraps else prompt
    found = sentence_spans(prompt, passages(*sentences), "Who is it?")
    assert [plain(prompt[u:v]) for u, v in found.values()] == sentences
    assert list(found.values()) == sorted(found.values())


@pytest.mark.parametrize("gap", [" ", "\n* "])
@pytest.mark.parametrize("layout", ["{theory} {question}", "{question} {theory}"])
def test_a_sentence_within_another_is_found_alone(gap: str, layout: str) -> None:
    sentences = ["If Bob is red, Anna is kind.", "Anna is kind.", "Bob is red."]
    question = "Is it true that Bob is red.?"
    prompt = layout.format(theory=gap.join(sentences), question=question)
    found = sentence_spans(prompt, passages(*sentences), question)
    assert [prompt[u:v] for u, v in found.values()] == sentences
    assert found["1"][0] > found["0"][1]
    assert found["2"][0] > found["1"][1]


def test_a_repeated_sentence_has_its_places_in_order() -> None:
    prompt = "1. Turn left.\n2. Go on.\n3. Turn left.\n"
    found = sentence_spans(prompt, passages("Turn left.", "Go on.", "Turn left."))
    assert found == {"0": (3, 13), "1": (17, 23), "2": (27, 37)}


@pytest.mark.parametrize("gap", [" ", "\n* "])
def test_the_sentences_of_a_worked_example_do_not_count(gap: str) -> None:
    shown, own = ["Anna is kind.", "Bob is red."], ["Bob is red.", "Anna is not kind."]
    example = {
        "context": " ".join(shown),
        "statements": shown,
        "question": "Is Anna red?",
        "answer": "no",
        "proof": [],
        "options": [],
    }
    head = f"{gap.join(shown)}\n\nIs Anna red?\n\nno\n\n"
    prompt = f"{head}{gap.join(own)}\n\nIs Bob red?\n"
    found = sentence_spans(prompt, passages(*own), "Is Bob red?", [example])
    assert [prompt[u:v] for u, v in found.values()] == own
    assert found["0"][0] == len(head)


def test_of_a_correction_the_right_sentence_counts_and_asides_have_no_place() -> None:
    corrected = "Rule r1: Bob is kind. No, that was wrong. Rule r1: Bob is red."
    printed = [Passage("What a day!"), Passage(corrected, "r1", "Bob is red.")]
    prompt = f"What a day! {corrected}\n"
    ((key, (start, end)),) = sentence_spans(prompt, printed).items()
    assert (key, prompt[start:end]) == ("r1", "Bob is red.")
    assert end == len(prompt) - 1


def test_places_are_code_points() -> None:
    prompt = "🦊🦊 é\n\nAnna 🦊.  Bob.\n"
    found = sentence_spans(prompt, passages("Anna 🦊.", "Bob."))
    assert [prompt[u:v] for u, v in found.values()] == ["Anna 🦊.", "Bob."]
