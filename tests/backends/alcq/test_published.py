"""The examples that come with the code of DELTA_D: knowledge bases with their questions, labels and explanations,
contexts of one or a few sentences written by hand (`quality_tests.jsonl` at ffb1701), and the sentences of both.
"""

from __future__ import annotations

import pytest

from rspc.backends.alcq.backend import Justification
from rspc.compiler.api import load
from rspc.compiler.instances.sentences import with_wording
from rspc.compiler.random.stream import Stream
from rspc.compiler.text.phrasebook import Phrasebook

from ..ontologies import asked, statement, theory
from .published import BASES, JUNCTIONS, Published


@pytest.mark.parametrize(
    ("base", "question", "label", "explanation"),
    [(base, *question) for base in BASES for question in base.questions],
)
def test_labels_and_explanations_are_those_published(
    base: Published, question: str, label: str, explanation: list[int]
) -> None:
    verdict = Justification().derive(theory(*base.statements), asked(question), {})
    assert verdict.label == label
    told = [f"a{place}" for place in explanation]
    assert verdict.certificate.get("justification", []) == told


@pytest.mark.parametrize(("base", "question"), JUNCTIONS)
def test_a_junction_is_not_denied_by_denying_its_parts_alone(
    base: Published, question: str
) -> None:
    assert Justification().derive(theory(*base.statements), asked(question), {}).label == "unknown"


LIKED = ("likes(anne, bob)", "likes(anne, john)", "likes(anne, alice)")
FOOD = ("some eats thing isa blue", "eats(anne, bob)", "bob : green")
EITHER = "some eats (red or green)"


@pytest.mark.parametrize(
    ("base", "question", "label"),
    [
        (("anne : red and green",), "anne : red", "true"),
        (("anne : red and green",), "anne : green", "true"),
        (("anne : red", "anne : green"), "anne : red and green", "true"),
        (("blue isa red and green",), "blue isa red", "true"),
        (("blue isa red and green",), "blue isa green", "true"),
        (("blue isa red", "blue isa green"), "blue isa red and green", "true"),
        (("blue isa red and green",), "blue isa red or green", "true"),
        (("anne : red", "anne : green"), "anne : red or green", "true"),
        (("anne : red and green",), "anne : red or green", "true"),
        (("anne : red and green",), "anne : green or red", "true"),
        (("anne : red or green",), "anne : green or red", "true"),
        (("blue or red isa green",), "blue isa green", "true"),
        (("blue or red isa green",), "red isa green", "true"),
        (("blue isa green", "red isa green"), "blue or red isa green", "true"),
        (("blue isa green", "red isa green"), "blue and red isa green", "true"),
        ((f"{EITHER} isa blue",), "some eats red or some eats green isa blue", "true"),
        ((f"{EITHER} isa blue",), f"{EITHER} isa some eats red or some eats green", "true"),
        ((f"{EITHER} isa blue",), f"some eats red or some eats green isa {EITHER}", "true"),
        ((f"blue isa {EITHER}",), "blue isa some eats red or some eats green", "true"),
        (("only eats (red or green) isa blue",), "only eats red or only eats green isa blue", "true"),
        (FOOD, "anne : blue", "true"),
        (FOOD, "anne : green", "unknown"),
        ((*FOOD, "blue isa not green"), "anne : blue", "true"),
        ((*FOOD, "blue isa not green"), "anne : green", "false"),
        (("thing isa only likes nice", "bob : not nice"), "likes(anne, bob)", "false"),
        (("thing isa only likes nice", "bob : nice"), "likes(anne, bob)", "unknown"),
        # There the answer is "false". But Bob and John are two already, and from a contradiction everything follows.
        (("anne : fewer than 2 likes thing", *LIKED[:2]), "likes(anne, alice)", "inconsistent"),
        (("anne : fewer than 2 likes thing", LIKED[0]), "likes(anne, alice)", "false"),
        (LIKED[:1], "anne : only likes nothing", "false"),
        (LIKED, "anne : more than 2 likes thing", "true"),
        (LIKED, "anne : more than 4 likes thing", "unknown"),
        (LIKED, "anne : not fewer than 2 likes thing", "true"),
    ],
)  # fmt: skip
def test_contexts_written_by_hand_are_answered_as_there(
    base: tuple[str, ...], question: str, label: str
) -> None:
    assert Justification().derive(theory(*base), asked(question), {}).label == label


VOCABULARY = """family published
logic alcq
use std.concepts
pool looks = {
  ambitious, big, blue, cold, confident, creative, determined, furry, green, innovative, kind, logical, nice,
  persevering, quiet, red, rough, round, smart, white, young
}
pool doings = {admires, chases, consults, eats, guides, instructs, leads, likes, loves, supervises, supports}
concept from looks
role from doings
sort person = {
  alice, angelos, anne, bob, charlie, dave, dimitrios, eleni, erin, fiona, gary, harry, ioanna, john, manolis,
  maria, panos
}
theory { s: anne : red. }
ask entailment anne : red
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Phrasebook:
    path = tmp_path_factory.mktemp("published") / "published.rspec"
    path.write_text(VOCABULARY, "utf-8")
    return with_wording(load(path), {}).words.phrasebook


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("Anne chases Gary.", "chases(anne, gary)"),
        ("Gary eats someone.", "gary : some eats thing"),
        ("Harry is not furry.", "harry : not furry"),
        ("Harry chases only quiet people.", "harry : only chases quiet"),
        ("Anne likes more than two people.", "anne : more than 2 likes thing"),
        ("If someone is young, then they are smart.", "young isa smart"),
        ("If someone is blue, then they are not green.", "blue isa not green"),
    ],
)
def test_sentences_are_as_published(sentence: str, meant: str, book: Phrasebook) -> None:
    assert book.read(sentence) == (statement(meant),)


@pytest.mark.parametrize(
    ("there", "here", "meant"),
    [
        # "None" are people, and what someone is not has its verb.
        (
            "Dave admires none.",
            "Dave admires nobody at all.",
            "dave : only admires nothing",
        ),
        (
            "Harry chases someone not quiet.",
            "Harry chases someone who is not quiet.",
            "harry : some chases not quiet",
        ),
        (
            "Gary eats only people that admire someone.",
            "Gary eats only people who admire someone.",
            "gary : only eats some admires thing",
        ),
        (
            "Charlie eats only not young people.",
            "Charlie eats only people who are not young.",
            "charlie : only eats not young",
        ),
        # It shows where "and" and "or" begin.
        (
            "Anne is red and green.",
            "Anne is both red and green.",
            "anne : red and green",
        ),
        (
            "If someone is blue, then they are red and green.",
            "If someone is blue, then they are both red and green.",
            "blue isa red and green",
        ),
        # "They" are whoever the sentence begins with, as it speaks of nobody else.
        (
            "If someone chases only quiet people, then they chase someone.",
            "Anyone who chases only quiet people chases someone.",
            "only chases quiet isa some chases thing",
        ),
        (
            "People that eat only people that admire someone are smart.",
            "Whoever eats only people who admire someone is smart.",
            "only eats some admires thing isa smart",
        ),
        # "All are not" might mean that not all are.
        (
            "All young people are not white.",
            "Anyone who is young is not white.",
            "young isa not white",
        ),
        (
            "Someone can like only people that are nice.",
            "Each person likes only nice people.",
            "thing isa only likes nice",
        ),
        (
            "Panos admires only people that are confident or that support someone ambitious.",
            "Panos admires only people who either are confident or support someone ambitious.",
            "panos : only admires (confident or some supports ambitious)",
        ),
        (
            "Gary likes someone not red.",
            "Gary likes someone who is not red.",
            "gary : some likes not red",
        ),
        (
            "Harry chases more than one people that love none.",
            "Harry chases more than one person who loves nobody at all.",
            "harry : more than 1 chases only loves nothing",
        ),
        (
            "Anne likes less than two people.",
            "Anne likes fewer than two people.",
            "anne : fewer than 2 likes thing",
        ),
    ],
)
def test_sentences_differ_where_theirs_read_two_ways_or_badly(
    there: str, here: str, meant: str, book: Phrasebook
) -> None:
    assert book.read(here) == (statement(meant),)
    assert book.read(there) == ()


@pytest.mark.parametrize("base", BASES)
def test_what_is_published_is_said_so_that_it_reads_one_way(
    base: Published, book: Phrasebook
) -> None:
    stream = Stream("published", 0)
    for text in (*base.statements, *(question for question, *_ in base.questions)):
        said = book.say(statement(text), stream)
        assert said is not None
        assert book.read(said) == (statement(text),)
