"""Families: the one that ships, the one to start from, and what is wrong with others."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import check
from rspc.compiler.notation.canonical import reformat
from rspc.compiler.sources.starter import start

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "specs" / "muddy.rspec"
GOLDEN = HERE / "golden.jsonl"


def test_the_shipped_family_is_fine() -> None:
    assert not reformat(SHIPPED, write=False)
    family = rspc.load(SHIPPED)
    family.prove()
    assert family.warnings == ()
    made = list(family.generate(12))
    assert sorted(each.label for each in made) == ["false"] * 6 + ["true"] * 6
    assert len({each.text for each in made}) == 12
    assert {tuple(each.engines) for each in made} == {("pal", "views")}
    assert all(each.question.startswith("Does ") for each in made)


def test_the_records_are_those_of_before(update: bool) -> None:
    family = rspc.load(SHIPPED)
    records = [
        each.record() for asked in ("knowing", "round") for each in family.generate(3, asked=asked)
    ]
    made = json.loads(json.dumps(records))
    if update:
        lines = (json.dumps(each, ensure_ascii=False) for each in made)
        GOLDEN.write_text("".join(f"{line}\n" for line in lines))
    golden = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    for old, new in zip(golden, made, strict=True):
        assert {**new, "rspc": ""} == {**old, "rspc": ""}


# ------------------------------------------------------------------- a reader of the English, with a mind of its own


NAME = r"([A-Z][a-z]+)"


def answer(prompt: str) -> str:
    """Answer a problem of muddy children from its text: by sets of cases, for every child and moment."""
    lines = [line[2:] for line in prompt.splitlines() if line.startswith("- ")]
    names = sorted({name for line in lines for name in re.findall(rf"^{NAME} (?:has|sees)", line)})
    here = frozenset(n for n in names if f"{n} has mud on the forehead." in lines)
    sights = [found for line in lines if (found := re.match(rf"{NAME} sees {NAME}\.", line))]
    seen = {n: {f[2] for f in sights if f[1] == n} for n in names}
    left = [
        frozenset(n for n, bit in zip(names, bits, strict=True) if bit)
        for bits in product((0, 1), repeat=len(names))
    ]

    def knows(case: frozenset[str], child: str, muddy: bool) -> bool:
        alike = (w for w in left if w & seen[child] == case & seen[child])
        return all((child in w) is muddy for w in alike)

    def is_so(text: str, case: frozenset[str]) -> bool:
        if found := re.fullmatch(rf"{NAME} or {NAME} is (muddy|clean), or both", text):
            return any((n in case) is (found[3] == "muddy") for n in found.groups()[:2])
        if found := re.fullmatch(rf"neither {NAME} nor {NAME} knows to be muddy", text):
            return not any(knows(case, n, True) for n in found.groups())
        if found := re.fullmatch(rf"{NAME} or {NAME} knows to be muddy, or both", text):
            return any(knows(case, n, True) for n in found.groups())
        found = re.fullmatch(rf"{NAME} (knows|does not know) that \1 is (muddy|clean)", text)
        assert found, text
        return knows(case, found[1], found[3] == "muddy") is (found[2] == "knows")

    asked = re.search(rf"Does {NAME} know in the end that \1 is muddy\?", prompt)
    counted = re.search(rf"does {NAME} know, for the first time, whether \1 is muddy\?", prompt)
    child = (asked or counted)[1]  # type: ignore[index]
    moments = []
    for line in lines:
        moments.append(knows(here, child, True) or knows(here, child, False))
        if found := re.fullmatch(r"They hear that (.*)\.", line):
            left = [case for case in left if is_so(found[1], case)]
        else:
            moments.pop()
    moments.append(knows(here, child, True) or knows(here, child, False))
    if asked:
        return "yes" if knows(here, child, True) else "no"
    return str(moments.index(True))


@pytest.mark.parametrize(("level", "asked"), [("2", "knowing"), ("4", "knowing"), ("3", "round")])
def test_a_reader_of_the_text_finds_the_answer(level: str, asked: str) -> None:
    for made in rspc.load(SHIPPED).generate(10, preset=level, asked=asked):
        assert answer(made.text) == made.answer, made.text


def test_a_family_starts_from_the_template(tmp_path: Path) -> None:
    path = start("letters", "pal", tmp_path)
    assert not reformat(path, write=False)
    family = rspc.load(path)
    family.prove()
    assert family.warnings == ()
    assert {each.label for each in family.generate(6)} == {"true", "false"}


def test_a_statement_is_said_again_and_again_where_order_counts(tmp_path: Path) -> None:
    path = tmp_path / "again.rspec"
    nobody = "said(not knows(anne, muddy(anne)) and not knows(bob, muddy(bob)))."
    path.write_text(
        "family again\nlogic pal\nsort agent = {anne, bob}\npred muddy(agent)\n"
        "theory { sees(anne, muddy(bob)). sees(bob, muddy(anne)). muddy(anne). muddy(bob).\n"
        f"said(muddy(anne) or muddy(bob)). {nobody} said(muddy(bob)). said(muddy(bob)). }}\n"
        "ask entailment muddy(anne) and knows(anne, muddy(anne)) { labels {true: yes, false: no} }\n"
    )
    made = next(iter(rspc.load(path).generate(1)))
    assert made.label == "true"
    assert made.statements.count("It is said aloud that “muddy” holds of bob.") == 2


def test_a_document_keeps_the_order(tmp_path: Path) -> None:
    for name, text in (
        ("muddy.rspec", SHIPPED.read_text()),
        (
            "muddy.md.jinja",
            "{{ statements | sort | join(' ') }} {{ question }} {{ answer_format }}",
        ),
    ):
        (tmp_path / name).write_text(text)
    found = check(tmp_path / "muddy.rspec", prove=True)
    assert {each.code for each in found} == {"E0542"}


def test_a_single_statement_settles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settled.rspec"
    path.write_text(
        "family settled\nlogic pal\nsort agent = {anne, bob, carl}\npred muddy(agent)\n"
        "axiom sight = sees(?a, muddy(?b))\n"
        "theory { each of sight. muddy(anne). not muddy(bob). not muddy(carl).\n"
        "said(muddy(anne) or muddy(bob) or muddy(carl)). }\n"
        "ask entailment knows(?a, muddy(?a)) { labels {true: yes, false: no} }\n"
    )
    assert {each.answer for each in rspc.load(path).generate(4)} == {"yes", "no"}


def test_labels_mean_what_the_logic_says(tmp_path: Path) -> None:
    path = tmp_path / "meant.rspec"
    path.write_text(
        "family meant\nlogic pal\nsort agent = {anne}\npred muddy(agent)\ntheory { muddy(anne). }\n"
        'ask entailment muddy(anne)\nsay muddy(?a) asked as "is it {{ a }}"\n'
        "ask entailment { together on }\n"
    )
    assert {each.code for each in check(path)} >= {"W0496"}
    logic = rspc.load(SHIPPED).logic
    goal = rspc.load(SHIPPED).asks[0].goal
    assert logic.meanings(goal)["false"] == "if it is not"


DECLARED = "sort agent = {anne, bob}\npred p(agent)\n"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("theory { knows(anne, p(X)). }", "E0426", "`X` is unbound in this formula"),
        ("theory { knows(carl, p(anne)). }", "E0313", "`carl` is not in the sort `agent`"),
        ("theory { knows(p(anne)). }", "E0306", "`knows` takes"),
        ("theory { p(anne) -> p(bob). }", "E0312", "this statement cannot be expressed"),
        ("theory { -p(anne). }", "E0312", "this statement cannot be expressed"),
        ("theory { p(anne). }\npred said(agent)", "E0202", "`said` is an operator of logic `pal`"),
        (
            "theory { p(anne).  said(bob, p(anne)). } shuffled",
            "E0493",
            "the order of statements has a meaning in logic `pal`",
        ),
    ],
)
def test_what_is_wrong_is_reported_at_its_place(
    text: str, code: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.rspec"
    path.write_text(f"family wrong\nlogic pal\n{DECLARED}{text}\nask entailment p(anne)\n")
    found = [(each.code, each.message) for each in check(path) if each.code.startswith("E")]
    assert any(each[0] == code and message in each[1] for each in found), found


def test_the_order_of_announcements_cannot_be_mixed(tmp_path: Path) -> None:
    (tmp_path / "muddy.md.jinja").write_text((HERE.parent / "specs/muddy.md.jinja").read_text())
    (tmp_path / "mixed.rspec").write_text(f"{SHIPPED.read_text()}\ndiscourse {{ order mixed }}\n")
    with pytest.raises(rspc.SpecError) as raised:
        rspc.load(tmp_path / "mixed.rspec")
    assert [each.code for each in raised.value.diagnostics] == ["E0535"]
