"""What the hash of a family and that of its theories depend on."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import Family, load

SPEC = """family pairs "who helps whom"
logic asp

param size: int in 1..9 = 3 "how many facts"
param manner: name in {plain, kind} = plain "how it is laid out"
choose greeting = {hello: 1, hi: 1}
pool people = {ann, bob, cid, dot}
sort person = people
pred helps(person, person)
pred likes(person)
fact help = helps(?a, ?b)
fact like = likes(?a)
theory { size of help. 1 of like. }
ask value X: likes(X) "Who is liked?"
document "plain.jinja" when manner == plain
document "kind.jinja" when manner == kind
preset large { size 5 }
measure doubled = 2 * size
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plain.jinja").write_text("{{ params.greeting }} {{ context }} {{ question }}\n")
    (tmp_path / "kind.jinja").write_text("{{ context }} Please: {{ question }}\n")
    return tmp_path


def made(folder: Path, old: str = "", new: str = "") -> Family:
    assert old in SPEC
    file = folder / "pairs.rspec"
    file.write_text(SPEC.replace(old, new) if old else SPEC)
    return load(file)


WORDING = [
    ("who helps whom", "who helps"),
    ("how many facts", "how many"),
    ("Who is liked?", "Who is it that is liked?"),
    ("family pairs", "family two"),
    ("preset large { size 5 }\n", ""),
    ("measure doubled = 2 * size\n", ""),
    ('document "kind.jinja" when manner == kind\n', ""),
    ("param manner: name in {plain, kind}", "param manner: name in {plain, kind, gruff}"),
    ("hi: 1", "hi: 3"),
    ("measure", 'say likes(?a) as "People like {{ a | capital }}."\nmeasure'),
    ("logic asp\n", "logic asp\n\n# a comment\n"),
]

LOGIC = [
    ("dot", "eve"),
    ("1 of like", "2 of like"),
    ("size: int in 1..9 = 3", "size: int in 1..9 = 4"),
    ("pred helps(person, person)", "pred helps(person, person)\npred knows(person)"),
    ("theory {", "require statements > 2\ntheory {"),
    ("ask value X: likes(X)", "ask value X: helps(X, ann)"),
]


@pytest.mark.parametrize(("old", "new"), WORDING)
def test_wording_leaves_the_theory_hash(folder: Path, old: str, new: str) -> None:
    assert made(folder, old, new).theory_hash == made(folder).theory_hash


@pytest.mark.parametrize(("old", "new"), LOGIC)
def test_all_else_changes_the_theory_hash(folder: Path, old: str, new: str) -> None:
    assert made(folder, old, new).theory_hash != made(folder).theory_hash


@pytest.mark.parametrize(("old", "new"), [*WORDING[:-1], *LOGIC])
def test_every_change_but_layout_changes_the_family_hash(folder: Path, old: str, new: str) -> None:
    assert made(folder, old, new).hash != made(folder).hash


def test_documents_change_the_family_hash_alone(folder: Path) -> None:
    before = made(folder)
    (folder / "plain.jinja").write_text("{{ context }}\n\n{{ question }}\n")
    after = made(folder)
    assert (before.theory_hash, before.hash == after.hash) == (after.theory_hash, False)


def test_files_of_words_change_the_theory_hash(folder: Path) -> None:
    (folder / "people.txt").write_text("ann\nbob\ncid\n")
    old, new = "pool people = {ann, bob, cid, dot}", 'pool people = "people.txt"'
    before = made(folder, old, new).theory_hash
    (folder / "people.txt").write_text("ann\nbob\ncid\ndot\n")
    assert made(folder, old, new).theory_hash != before


def test_parameters_and_choices_that_only_word_leave_the_problem(folder: Path) -> None:
    family = made(folder)
    assert family.wording == {"manner", "greeting"}
    for index in range(6):
        plain = family.instance(1, index, greeting="hello")
        kind = family.instance(1, index, manner="kind")
        assert "hello" in plain.text
        assert "Please" in kind.text
        assert plain.params_hash != kind.params_hash
        assert (plain.theory, plain.query, plain.label) == (kind.theory, kind.query, kind.label)


def test_the_words_of_labels_are_wording(tmp_path: Path) -> None:
    spec = """family signs
logic asp
pred p
theory { p. }
ask entailment p { labels {true: yes, false: no} }
"""
    hashes = []
    for text in (
        spec,
        spec.replace("yes", '"so it is"'),
        spec.replace("false: no", "false: no, unknown: open"),
    ):
        (tmp_path / "signs.rspec").write_text(text)
        hashes.append(load(tmp_path / "signs.rspec").theory_hash)
    assert hashes[0] == hashes[1] != hashes[2]


def test_what_a_use_narrows_a_name_to_changes_the_theory_hash(tmp_path: Path) -> None:
    (tmp_path / "zoo.rspec").write_text(
        "module zoo\npool animals = {ape, bee, cat, dog} split { one 0.5  two 0.5 }\n"
    )
    hashes = set()
    for part in ("animals.one", "animals.two", "animals"):
        (tmp_path / "f.rspec").write_text(
            f"family f\nlogic asp\nuse zoo: {part}\nsort animal = animals\n"
            "pred runs(animal)\nfact run = runs(?a)\ntheory { 1 of run. }\nask value X: runs(X)\n"
        )
        hashes.add(load(tmp_path / "f.rspec").theory_hash)
    assert len(hashes) == 3


GUARDED = """family f
logic asp
choose place = {sea: 1, land: 1}
param lang: name in {one, two} = one
use fish when place == sea
use beasts when place == land
fact move = ?p(?a)
theory { 1 of move. }
ask computation
"""


def guarded(folder: Path, text: str) -> Family:
    (folder / "fish.rspec").write_text(
        "module fish\nsort swimmer = {cod, eel}\npred swims(swimmer)\n"
    )
    (folder / "beasts.rspec").write_text(
        "module beasts\nsort runner = {ape, cat}\npred runs(runner)\n"
    )
    (folder / "f.rspec").write_text(text)
    return load(folder / "f.rspec")


def test_the_condition_under_which_words_of_a_theory_are_used_changes_its_hash(
    tmp_path: Path,
) -> None:
    swapped = GUARDED.replace("fish when", "x when").replace("beasts when", "fish when")
    texts = [
        GUARDED,
        swapped.replace("x when", "beasts when"),
        GUARDED.replace("sea: 1", "sea: 3"),
        GUARDED.replace("place == sea", "lang == one").replace("place == land", "lang == two"),
    ]
    made = [guarded(tmp_path, text) for text in texts]
    assert len({each.theory_hash for each in made}) == len(texts)
    assert [each.wording for each in made] == [{"lang"}] * 3 + [{"place"}]


def test_a_condition_on_words_alone_leaves_the_theory_hash(folder: Path) -> None:
    (folder / "kindly.rspec").write_text(
        'module kindly\nsay likes(?a) as "{{ a | capital }} is well liked."\n'
    )
    old = "preset large"
    plain = made(folder)
    used = made(folder, old, f"use kindly when manner == kind\n{old}")
    assert used.theory_hash == plain.theory_hash
    assert used.wording == plain.wording


def test_a_name_of_a_knob_does_not_mention_a_parameter(folder: Path) -> None:
    """The parameter `most` is for the layout, and `most` is a knob of the question too."""
    old, new = "ask value X: likes(X)", "ask value X: likes(X) { most 2 }"
    (folder / "pairs.rspec").write_text(SPEC.replace(old, new).replace("manner", "most"))
    assert load(folder / "pairs.rspec").wording == {"most", "greeting"}


ARRANGED = """discourse {
  order mixed
  asides 2 of remarks
}
measure"""


def test_pools_that_only_discourse_mentions_leave_the_problem(folder: Path) -> None:
    (folder / "texts.rspec").write_text(
        'module texts\npool rain = {"It rained.", "It poured."}\npool remarks = rain | {"It was late."}\n'
    )
    use = "logic asp\nuse texts\n"
    plain = made(folder)
    file = folder / "pairs.rspec"
    file.write_text(SPEC.replace("logic asp\n", use).replace("measure", ARRANGED))
    arranged = load(file)
    assert arranged.theory_hash == plain.theory_hash
    assert arranged.wording == plain.wording
    assert (folder / "texts.rspec").write_text(
        'module texts\npool remarks = {"It snowed.", "It was late."}\npool backs = {"Scrap that."}\n'
    )
    assert load(file).theory_hash == plain.theory_hash
    for index in range(4):
        its, mine = arranged.instance(1, index), plain.instance(1, index)
        assert (its.theory, its.query, its.label) == (mine.theory, mine.query, mine.label)
        assert its.context != mine.context


def test_a_pool_of_discourse_that_a_sort_has_too_is_no_wording(folder: Path) -> None:
    file = folder / "pairs.rspec"
    file.write_text(SPEC.replace("measure", ARRANGED.replace("remarks", "people")))
    before = load(file).theory_hash
    file.write_text(file.read_text().replace("dot", "eve"))
    assert load(file).theory_hash != before


@pytest.mark.parametrize("rows", ["ann,anns\nbob,bobs\ncid,cids\ndot,dots\n", "ann,a\n"])
def test_the_forms_of_words_are_wording(folder: Path, rows: str) -> None:
    before = made(folder)
    (folder / "forms.csv").write_text(f"name,whose\n{rows}")
    after = made(folder, "logic asp\n", 'logic asp\ntable forms(name, whose) = "forms.csv"\n')
    assert (before.theory_hash, before.hash == after.hash) == (after.theory_hash, False)


def test_a_table_of_forms_that_theories_draw_from_is_not_wording(folder: Path) -> None:
    old, hashes = "theory {", set()
    for rows in ("ann,anns\nbob,bobs\n", "ann,anns\n"):
        (folder / "forms.csv").write_text(f"name,whose\n{rows}")
        new = 'table forms(name, whose) = "forms.csv"\ntheory { each (?p, ?w) in forms: likes(?p).'
        hashes.add(made(folder, old, new).theory_hash)
    assert len(hashes) == 2


def test_a_file_of_asides_is_wording(folder: Path) -> None:
    hashes = set()
    for texts in ("It rained.\nIt snowed.\n", "It hailed.\n"):
        (folder / "asides.txt").write_text(texts)
        new = 'pool rest = "asides.txt"\ndiscourse { asides 1 of rest }\nmeasure'
        hashes.add(made(folder, "measure", new).theory_hash)
    assert hashes == {made(folder).theory_hash}
