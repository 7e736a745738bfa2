"""Fixed words, word types and frames of prompts, against counts of what the prompts were made of."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import rspc
from rspc.compiler.api import load
from rspc.compiler.dataset.stats.families import Families
from rspc.compiler.dataset.stats.layout.prompts import fixed_sentences, variety
from rspc.compiler.dataset.stats.prompts import distinct, variety as counting
from rspc.compiler.dataset.stats.prompts.distinct import Distinct
from rspc.compiler.dataset.stats.prompts.frames import frame, vocabulary, words
from rspc.compiler.dataset.stats.prompts.paraphrases import Paraphrases, has_pieces, spoken_names
from rspc.compiler.dataset.stats.prompts.sentences import cut
from rspc.compiler.dataset.stats.prompts.variety import SpokenNames, Variety, VarietyCounter
from rspc.compiler.dataset.stats.stats import stats

from .records import record, write

SPECS = Path(rspc.__file__).parent / "specs"
NAMES = ["anna", "ben", "cleo", "dan"]
THINGS = ["lamp", "chair", "kettle"]
FACTS: Sequence[tuple[str, Callable[[str, str], str]]] = (
    ("_ owns a _ .", lambda name, thing: f"{name.capitalize()} owns a {thing}."),
    ("_ has sold the _ .", lambda name, thing: f"{name.capitalize()} has sold the {thing}."),
    ("a _ belongs to _ .", lambda name, thing: f"A {thing} belongs to {name.capitalize()}."),
)
ALWAYS = ["Nobody owns anything else.", "Answer with one word."]
OFTEN = "What is sold is gone."


def word_count(text: str) -> int:
    """Count words; marks of lists and tables are none."""
    return len([word for word in text.split() if re.search(r"[^\W_]", word)])


def made(
    count: int, seed: int = 0, share: float = 0.8
) -> list[tuple[list[tuple[str, str, bool]], Any]]:
    """Return records, each with its sentences: the text, the form, and whether it is of the theory."""
    draw = random.Random(seed)
    found = []
    for index in range(count):
        said = [(ALWAYS[0], "nobody owns anything else .", False)]
        if draw.random() < share:
            said.append((OFTEN, "what is sold is gone .", False))
        pairs = [(draw.choice(NAMES), draw.choice(THINGS)) for _ in range(draw.randint(1, 5))]
        for name, thing in pairs:
            form, say = draw.choice(FACTS)
            said.append((say(name, thing), form, True))
        said.append((ALWAYS[1], "answer with _ word .", False))
        context = " ".join(text for text, _, theory in said if theory)
        before = [text for text, _, theory in said[:-1] if not theory]
        prompt = f"{' '.join(before)} {context}\n\n{ALWAYS[1]}\n"
        theory = [f"f{n}: owns({name}, {thing})" for n, (name, thing) in enumerate(pairs)]
        found.append((said, record(index, prompt=prompt, context=context, theory=theory)))
    return found


def counted(records: Sequence[dict[str, Any]], path: Path = Path("nowhere")) -> VarietyCounter:
    found, names = VarietyCounter(), SpokenNames(Families(path))
    for each in records:
        found.add(each, names)
    return found


def figures(records: Sequence[dict[str, Any]], path: Path = Path("nowhere")) -> tuple[Variety, ...]:
    return counted(records, path).result(Families(path))


@pytest.mark.parametrize("share", [0.5, 0.8, 1.0])
def test_the_counts_are_those_of_all_sentences(share: float) -> None:
    problems = made(300, share=share)
    (found,) = figures([each for _, each in problems])
    sentences = [said for said, _ in problems]
    texts = {text for said in sentences for text, _, _ in said}
    often = {
        text
        for text in texts
        if sum(text in [own for own, _, _ in said] for said in sentences) >= 0.95 * 300
    }
    assert often == ({*ALWAYS, OFTEN} if share == 1 else {*ALWAYS})
    shares, lengths = [], []
    for said in sentences:
        fixed = sum(word_count(text) for text, _, _ in said if text in often)
        lengths.append(sum(word_count(text) for text, _, _ in said))
        shares.append(fixed / lengths[-1])
    assert found.fixed == pytest.approx(mean(shares))
    assert (found.prompts, found.looked_at) == (300, 300)
    assert found.median_words == median(lengths)
    assert found.exempt
    letters = partial(re.findall, "[a-z]+")
    every = {word for said in sentences for text, _, _ in said for word in letters(text.lower())}
    theory = {
        word for said in sentences for text, _, t in said if t for word in letters(text.lower())
    }
    assert (found.word_types, found.theory_word_types) == (len(every), len(theory))
    assert found.frames == len({form for said in sentences for _, form, _ in said})
    assert found.theory_frames == len({form for said in sentences for _, form, t in said if t})
    assert found.exact
    assert {each.text for each in found.sentences} == often
    assert found.reason == "no `family.json` stands beside the records"


def test_a_constant_form_whose_words_vary_is_not_fixed() -> None:
    draw = random.Random(1)
    records = []
    for index in range(100):
        first, second = draw.sample(NAMES, 2)
        text = (
            f"The people are {first.capitalize()} and {second.capitalize()}. All of them are here."
        )
        records.append(record(index, prompt=text, context=text))
    (found,) = figures(records)
    assert found.fixed == pytest.approx(5 / 11)
    assert [each.text for each in found.sentences] == ["All of them are here."]
    assert found.frames == 2


# ------------------------------------------------------------------------------------------------------ families

VILLAGE = """
family village
"who owes whom in a village"
logic asp
param tone: name in {plain, polite} = plain "tone of the prompt"
param size: int in 3..4 = 3 "people"
pool names = {anna, ben, cleo, dan, ella, finn}
sort person = size of names
pred owes(person, person)
pred pays(person, person)
fact debt = owes(?a, ?b)
background {
  owes(X, Y) -> pays(X, Y).
} say
  "Whoever owes somebody money pays. Nobody waits."
  "All debts are paid, and there is no delay in any case."
theory {
  owes(X, X) -> false.
  each ?p in person: owes(?p, ?p) -> false.
  3 of debt.
}
world closed
say owes(?a, ?b) as "{{ a | capital }} owes {{ b }} money." "{{ b | capital }} gets money from {{ a }}."
say owes(X, X) -> false as "Nobody owes money to oneself." "There are no debts to oneself."
say owes(?p, ?p) -> false as "It is not {{ p }} that {{ p }} owes." "No debt of {{ p }} is to {{ p }}."
ask entailment pays(?a, ?b) { labels {true: yes, false: no} } "Does {{ a }} pay {{ b }}? Please say."
ask entailment pays(?a, ?b) { labels {true: yes, false: no} } "Does {{ a }} pay {{ b }}? Say this."
document "village.md.jinja"
"""

PAGE = """
{% if params.tone == "polite" %}Please read this text carefully.
{% else %}Read this.{% endif %}
{% if params.size == 3 %}There are only three of them.{% endif %}

{{ context }}

{{ question }} {{ answer_format }}
"""

GROUPS = [
    [
        "Whoever owes somebody money pays.",
        "Nobody waits.",
        "All debts are paid, and there is no delay in any case.",
    ],
    ["Nobody owes money to oneself.", "There are no debts to oneself."],
    ["Please read this text carefully.", "Read this."],
    ["Please say.", "Say this."],
    [
        "Whatever is not stated and does not follow is false.",
        "If something is neither stated nor follows, it is false.",
    ],
    ["Answer with one word: yes or no."],
]


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("village")
    (folder / "village.rspec").write_text(VILLAGE)
    (folder / "village.md.jinja").write_text(PAGE)
    family = load(folder / "village.rspec")
    (folder / "family.json").write_text(json.dumps(family.bundle()))
    records = [
        each.record()
        for tone in ("plain", "polite")
        for size in (3, 4)
        for each in family.generate(40, seed=size, tone=tone, size=size)
    ]
    return write(folder / "records.jsonl", [{**e, "id": f"{n}"} for n, e in enumerate(records)])


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_paraphrases_count_as_one(village: Path) -> None:
    (found,) = figures(read(village), village)
    shares = []
    for each in read(village):
        text = " ".join(each["prompt"].split())
        own = [sentence for group in GROUPS for sentence in group if sentence in text]
        assert all(any(sentence in text for sentence in group) for group in GROUPS)
        shares.append(sum(map(word_count, own)) / word_count(text))
    assert found.fixed == pytest.approx(mean(shares))
    assert found.reason == ""
    groups = {frozenset(group) for group in GROUPS}
    assert {next(g for g in groups if each.text in g) for each in found.sentences} == groups
    counts = {each.text: each.sentences for each in found.sentences}
    assert all(
        number == len(next(g for g in groups if text in g)) for text, number in counts.items()
    )


ISLAND = ["Each of them is honest or kind.", "Nobody is both honest and kind."]
PEOPLE = """
family island
"who of some people is honest"
logic asp
pool names = {ann, bob, cid, dee, eve, fay, gil}
sort person = 4 of names
pred honest(person)
pred kind(person)
pred known(person)
fact seen = known(?p)
background {
  known(P), not kind(P) -> honest(P).
  honest(P), kind(P) -> false.
} say
  "The people are {{ person | capital | all }}. Each of them is honest or kind. Nobody is both honest and kind."
  "Each of {{ person | capital | all }} is honest or else kind." split test
theory { 3 of seen. }
say known(?p) as "Somebody knows {{ p | capital }}."
ask value P : honest(P) { least 1 } "Who is honest?"
"""


def test_a_phrase_may_say_it_within_a_sentence_with_names(tmp_path: Path) -> None:
    (tmp_path / "island.rspec").write_text(PEOPLE.lstrip())
    family = load(tmp_path / "island.rspec")
    (tmp_path / "family.json").write_text(json.dumps(family.bundle()))
    records = [
        each.record() for split in ("train", "test") for each in family.generate(20, split=split)
    ]
    told = [sum(sentence in each["prompt"] for sentence in ISLAND) for each in records]
    assert told == [2] * 20 + [0] * 20
    (found,) = figures(records, write(tmp_path / "records.jsonl", records))
    reply = records[0]["prompt"].strip().split("\n")[-1]
    always = (*ISLAND, "Who is honest?", reply)
    fixed = [sum(word_count(s) for s in always if s in e["prompt"]) for e in records]
    shares = [own / word_count(e["prompt"]) for own, e in zip(fixed, records, strict=True)]
    assert found.fixed == pytest.approx(mean(shares))
    assert [each.share for each in found.sentences] == [1.0, 1.0, 1.0]
    (found,) = figures(records[20:], tmp_path / "records.jsonl")
    assert {each.text for each in found.sentences} == {reply, "Who is honest?"}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ann and Bob live in it, as does Cy.", True),
        ("Ann and Bob live in it, as do Cy and Di.", False),
        ("Ann lives in it, as does Cy.", False),
        ("Ann live in it, as does .", True),
    ],
)
def test_sentences_with_holes_are_known_by_their_words(sentence: str, expected: bool) -> None:
    assert has_pieces(sentence, ("", " live in it, as does ", ".")) is expected


def test_without_the_family_paraphrases_are_not_known(village: Path, tmp_path: Path) -> None:
    (found,) = figures(read(village), write(tmp_path / "records.jsonl", read(village)))
    assert [each.text for each in found.sentences] == ["Answer with one word: yes or no."]
    assert "paraphrases are not known: no `family.json`" in variety([found]).note


def test_sentences_of_one_statement_are_paraphrases(village: Path) -> None:
    (family,) = [load(village.parent / "village.rspec")]
    found = Paraphrases(family)
    one, other, else_ = found.keys(
        ["Anna owes ben money.", "Ben gets money from anna.", "Ben owes anna money."]
    ).values()
    assert one == other != else_
    assert {"owes", "pays"} <= spoken_names(family)
    assert "anna" not in spoken_names(family)


def test_the_figures_of_a_dataset(village: Path) -> None:
    found = stats(village)
    (own,) = found.variety
    assert isinstance(own, Variety)
    assert own == figures(read(village), village)[0]
    (row,) = variety(found.variety).rows
    assert row[0] == "160"
    assert row[2].split()[0] == f"{100 * own.fixed:.1f}%"
    assert ("exempt" in row[2]) == own.exempt == (own.median_words < 80)
    assert len(fixed_sentences(found.variety).rows) == 5 < len(GROUPS)


# ------------------------------------------------------------------------------------------------ parts and bounds


@settings(max_examples=25)
@given(st.integers(0, 10), st.integers(1, 60), st.integers(0, 3), st.randoms())
def test_parts_merge_into_the_whole(
    seed: int, count: int, parts: int, order: random.Random
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "MOST_PROMPTS", 20)
        patch.setattr(counting, "MOST_FAMILIES", 2)
        patch.setattr(distinct, "MOST_FORMS", 6)
        records = [each for _, each in made(count, seed)]
        for each in records:
            each["family"] = order.choice(["f", "g", "h"])
        whole = figures(records)
        order.shuffle(records)
        at = sorted(order.randint(0, count) for _ in range(parts))
        found = counted([])
        for start, stop in zip([0, *at], [*at, count], strict=True):
            found.merge(counted(records[start:stop]))
        assert found.result(Families(Path("nowhere"))) == whole
        assert all(each.looked_at <= 20 for each in whole)
        assert len(whole) <= 2


def test_too_many_forms_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct, "MOST_FORMS", 1_000)
    found = Distinct()
    for _ in range(2):
        for each in range(20_000):
            found.add([f"word {each}"])
    assert not found.exact
    assert 17_000 < found.count < 23_000


def test_nothing_grows_with_the_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_PROMPTS", 50)
    (found,) = figures([each for _, each in made(400)])
    assert (found.prompts, found.looked_at) == (400, 50)
    assert "of at most 50 prompts" in variety([found]).note


# ----------------------------------------------------------------------------------------------- sentences and forms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is. Two is!\nThree\n", ["One is.", "Two is!", "Three"]),
        ("A. Red car. It is.\nB. Blue car.", ["Red car.", "It is.", "Blue car."]),
        ("1. Facts are given\nhere. 2. Rules", ["Facts are given here.", "Rules"]),
        ("Facts:\n- anna is here\n- ben is not", ["Facts:", "anna is here", "ben is not"]),
        ("They are\n\nhere", ["They are", "here"]),
        ("", []),
    ],
)
def test_prompts_are_cut_into_sentences(text: str, expected: list[str]) -> None:
    assert [each.text for each in cut(text)] == expected


@given(st.text(alphabet="aB1. \n-?,)", max_size=60))
def test_every_word_is_of_a_sentence(text: str) -> None:
    assert sum(each.words for each in cut(text)) == word_count(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cats that Bob Ray fed are three.", "the _ that _ fed are _ ."),
        ("In it are cats, Ann, and 2 more.", "in it are _ , _ and _ more ."),
        ("In it are cats and Ann.", "in it are _ and _ ."),
        ("Rule r1: If it is won, I go at 9:30.", "rule _ : if it is _ , i go at _ ."),
        ("Does the winning cat pay $1,250?", "does the _ pay $ _ ?"),
        ("The city is New City.", "the city is _ ."),
    ],
)
def test_forms_mask_names_numbers_and_vocabulary(text: str, expected: str) -> None:
    options = [{"label": "A", "text": "", "values": {"place": "`New City`"}}]
    own = record(
        0, theory=["f1: win(cat, X)", "r1: not see(cat)"], query="see(?a)", options=options
    )
    assert frame(text, vocabulary(own, frozenset({"see"}))) == expected


def test_words_have_letters_alone() -> None:
    expected = {"it", "s", "and", "p", "zoë", "is", "out", "side"}
    assert words("It's 9:30, and P0 — Zoë’s — is out_side.") == expected
