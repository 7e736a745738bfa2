"""Pages of problems of many kinds: the right option, the evidence in words, and how they are wrapped."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rspc as package
from rspc.compiler.dataset.formats.evidence import describe_certificate, describe_engines
from rspc.compiler.dataset.formats.page import page, page_lines

from .test_commands import rspc


def record_of(family: str, **given: Any) -> dict[str, Any]:
    """Return a record as a file has it."""
    found = package.load(family).instance(**given).record()
    plain = json.loads(json.dumps(found))
    assert isinstance(plain, dict)
    return plain


@pytest.fixture
def flight(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    record = record_of("flight", seed=1, index=2)
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(record) + "\n")
    return path, record


def test_the_right_option_is_marked(flight: tuple[Path, dict[str, Any]]) -> None:
    path, record = flight
    shown = rspc("show", path).stdout
    marked = [line for line in shown.splitlines() if line.startswith("> ")]
    (first,) = marked
    assert first.startswith(f"> {record['answer']}. ")
    assert shown.count("[right]") == 1
    right = next(each for each in record["options"] if each["label"] == record["label"])
    block = " ".join(shown[shown.index(first) : shown.index("[right]")].split())
    assert block == f"> {record['answer']}. {right['text']}"
    assert f"\nAnswer: {record['answer']}\n" in shown


def test_several_right_options_are_marked() -> None:
    family = package.load("several_flights")
    for index in range(20):
        record = family.instance(seed=1, index=index).record()
        marked = [line[2] for line in page(record).splitlines() if line.startswith("> ")]
        assert marked == [each for each in record["label"].split(",") if each != "none"]


def test_an_answer_without_options_is_marked_at_its_line() -> None:
    record = record_of("boardgame", seed=1)
    lines = page_lines(record)
    right = [line.text for line in lines if line.role == "right"]
    assert right == [f"Answer: {record['answer']} (label {record['label']})"]


def test_an_option_in_another_form_is_found_by_its_text() -> None:
    options = [{"label": "A", "text": "red"}, {"label": "B", "text": "blue"}]
    record = {"id": "x", "options": options, "label": "B", "answer": "B"}
    for form in (
        "A) red\nB) blue",
        "(A) red\n(B) blue",
        "- A: red\n- B: blue",
        "Option A: red\nOption B: blue",
    ):
        shown = page({**record, "prompt": f"Example: blue B\n{form}"})
        assert f"\n> {form.splitlines()[1]} [right]\n" in shown
    unmarked = page({**record, "prompt": "It is red (A) or blue (B)."})
    assert "[right]" not in unmarked
    assert unmarked.endswith("\nAnswer: B")


def test_each_wrong_option_is_shown_with_what_it_violates(
    flight: tuple[Path, dict[str, Any]],
) -> None:
    path, record = flight
    shown = rspc("show", path, "--width", 300).stdout
    section = shown[shown.index("\nCertificate\n") : shown.index("\nEngines\n")]
    assert f"\n{record['label']} meets every requirement.\n" in section
    for label, row in record["certificate"]["rows"].items():
        if label == record["label"]:
            continue
        line = next(
            each for each in section.splitlines() if re.search(rf"\b{label}\b.* violates? s", each)
        )
        assert line.endswith(f" {row['violated']}:")
        ((start, end),) = record["spans"][row["violated"]]
        assert f"\n  {row['violated']}: {record['prompt'][start:end]}\n" in section
    assert "\nz3 and evaluation agree on the label: " in shown


@pytest.mark.parametrize(
    ("family", "said"),
    [
        ("boardgame", "The proof uses "),
        ("aspbench", "There is exactly one answer set, of "),
        ("aspbench_verification", "The set in question"),
        ("delta", "he statement"),
        ("zebra", "can be left out: without it there is another answer set."),
        ("delta_proof", "The statement follows from "),
        ("outing_repair", "decided, each by itself: what is left without each set"),
        ("knapsack", "no answer set costs less."),
        ("flight_count", "meet every requirement"),
    ],
)
def test_evidence_is_shown_in_words(family: str, said: str) -> None:
    record = record_of(family, seed=1)
    shown = " ".join(page(record).split())
    assert said in shown
    assert '{"' not in shown[shown.index(" Certificate ---") : shown.index(" Engines ---")]
    agreed = describe_engines(record)
    assert agreed in shown
    assert agreed.endswith(f"agree on the label: {record['label']}")


def test_a_repair_is_shown_with_every_set_that_was_tried() -> None:
    record = record_of("outing_repair", seed=1)
    (described,) = describe_certificate(record)
    labels = {name: each["label"] for name, each in record["certificate"]["removed"].items()}
    assert described.text.startswith(f"{len(labels)} questions decided")
    right = record["label"].split(" | ")
    item = next(each for each in described.items if each.startswith("label true: "))
    assert all(name in item for name in right)
    assert [name for name, label in labels.items() if label == "true"] == right


@pytest.mark.parametrize(
    "certificate",
    [
        None,
        [],
        "text",
        {"kind": 3},
        {"kind": "evaluation"},
        {"kind": "evaluation", "rows": []},
        {"kind": "evaluation", "rows": {"A": None}},
        {"kind": "evaluation", "rows": {"A": {"satisfied": False, "violated": ["x"]}}},
        {"kind": "refutation", "requirements": 5, "refutation": {"slot": "x", "cases": 1}},
        {"kind": "repairs", "removed": {"{a}": 1}},
        {"kind": "each", "questions": {}},
        {"kind": "entailment", "rows": {}},
        {"kind": "record", "record": {"x": {"y": [1, None]}}},
    ],
)
@pytest.mark.parametrize(
    "engines", [None, [], {}, {"evaluation": 1}, {"evaluation": "A", "os": "B"}]
)
def test_a_certificate_that_is_none_is_shown_as_it_is(certificate: Any, engines: Any) -> None:
    record = {
        "id": "x",
        "prompt": "p",
        "answer": "A",
        "label": "A",
        "certificate": certificate,
        "engines": engines,
        "theory": ["no id", "s1: x"],
    }
    assert page(record).startswith("x\n=\n\np\n\nAnswer: A\n")
    assert page(record, whole=True)


def test_engines_that_differ_are_named_with_their_labels() -> None:
    assert (
        describe_engines({"engines": {"a": "yes", "b": "no"}})
        == "The engines differ. a: yes; b: no."
    )
    assert describe_engines({"engines": {"a": "yes"}}) == "a decides the label: yes"
    assert describe_engines({}) == ""


def test_a_page_is_as_wide_as_asked_for(flight: tuple[Path, dict[str, Any]]) -> None:
    path, record = flight
    words = " ".join(record["prompt"].split())
    for width in (40, 80, 120):
        shown = rspc("show", path, "--width", width).stdout
        text = shown[: shown.index("\nTheory\n")].splitlines()[3:]
        assert max(map(len, text)) <= width
        flat = " ".join(" ".join(text).split()).replace("> ", "").replace(" [right]", "")
        assert flat.startswith(words)
    assert rspc("show", path).stdout == rspc("show", path, "--width", 80).stdout
    for wrong in ("3", "0", "-1", "x", "1001"):
        assert rspc("show", path, "--width", wrong).exit_code == 2


def test_a_grid_keeps_its_lines() -> None:
    record = record_of("sudoku", seed=1)
    grid = [line for line in record["prompt"].splitlines() if "|" in line or "---" in line]
    assert grid
    shown = page(record, width=20).splitlines()
    assert all(line in shown for line in grid)


def test_nothing_in_a_record_reaches_the_terminal_as_it_is(tmp_path: Path) -> None:
    evil = "\x1b]0;title\x07\x1b[2J\u202e"
    options = [{"label": "A", "text": f"a{evil}", "values": {}}]
    record = {
        **record_of("flight", seed=1),
        "prompt": f"p{evil}\nA. a{evil}\nB. b",
        "options": options,
        "label": "A",
        "answer": f"A{evil}",
        "theory": [f"s1: {evil}"],
        "query": evil,
        "engines": {f"z3{evil}": "A", "evaluation": "A"},
        "certificate": {
            "kind": "evaluation",
            "rows": {f"A{evil}": {"satisfied": False, "violated": "s1"}},
        },
        "proof": [
            {"uses": [evil], "from": [], "beats": [], "gives": evil, "tag": evil, "text": evil}
        ],
        "params": {evil: evil},
    }
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(record) + "\n")
    for words in ((), ("--whole",), ("--width", "20")):
        shown = rspc("show", path, *words)
        assert shown.exit_code == 0, shown.output
        assert not any(char in shown.stdout for char in "\x1b\x07\u202e")
        assert "\\x1b]0;title" in shown.stdout


def test_json_is_the_record_as_it_is(flight: tuple[Path, dict[str, Any]]) -> None:
    path, record = flight
    assert json.loads(rspc("show", path, "--json", "--width", 20).stdout) == record


def test_preview_marks_and_wraps_too() -> None:
    shown = rspc("preview", "flight", "--seed", 1, "--width", 60)
    assert shown.exit_code == 0
    assert max(map(len, shown.stdout.splitlines())) <= 60
    assert shown.stdout.count("[right]") == 1


QUOTED = {
    "id": "x-0",
    "prompt": "A B\n| 1 | 2 |\nThe price\nis low.\n\nWhich?\n",
    "answer": "A",
    "label": "A",
    "theory": ["s1: price < 9", "s2: one == 1", "s3: two == 2", "s4: x > 3"],
    "spans": {"s1": [[14, 31]], "s2": [[0, 13]], "s3": [[0, 13]]},
    "certificate": {
        "kind": "evaluation",
        "rows": {
            "A": {"satisfied": True},
            "B": {"satisfied": False, "violated": "s1"},
            "C": {"satisfied": False, "violated": "s2"},
            "D": {"satisfied": False, "violated": "s4"},
        },
    },
    "engines": {"z3": "A", "evaluation": "A"},
}

QUOTING = """\
Certificate
-----------
A meets every requirement.
B violates s1:
  s1: The price is low.
C violates s2:
  s2: one == 1
D violates s4:
  s4: x > 3

"""


def certificate_of(shown: str) -> str:
    return shown[shown.index("Certificate\n---") : shown.index("Engines\n---")]


def test_statements_are_quoted_by_their_sentences_and_in_symbols_without_them() -> None:
    assert certificate_of(page(QUOTED)) == QUOTING


@pytest.mark.parametrize(
    "spans",
    [
        None,
        [],
        {},
        {"s1": []},
        {"s1": 3},
        {"s1": [[-1, 4]]},
        {"s1": [[0, 1000]]},
        {"s1": [[4, 4]]},
        {"s1": [["a", "b"]]},
        {"s1": [[True]]},
        {"zz": [[0, 4]]},
    ],
)
def test_spans_that_are_none_leave_symbols(spans: Any) -> None:
    shown = certificate_of(page({**QUOTED, "spans": spans}))
    assert shown == QUOTING.replace("The price is low.", "price < 9")


SUPPER = """\
family supper
"who comes to supper"

logic asp

sort guest = {anna, ben, carla}
sort gift = {cake, wine}

pred guest(guest)
pred comes(guest)
pred brings(guest, gift)

say comes(?a) as "{{ a | capital }} comes to supper."
say guest(?a) as "{{ a | capital }} is a guest."

background {
  guest(G) -> { comes(G) }.
  guest(G) -> 1 { brings(G, cake); brings(G, wine) } 1.
  brings(G, wine) -> false.
} say "Each guest comes or stays at home, and brings one thing."

theory {
  guest(anna).
  guest(ben).
  not comes(ben) -> false.
  comes(anna) -> false.
}

ask value G: comes(G) "Who comes?"
"""

SOLUTION = """\
Certificate
-----------
There is exactly one answer set, of 5 literals.
Of what is chosen or asked for, it has:
  * Ben comes to supper.
  * brings(anna, cake), brings(ben, cake)

"""


@pytest.fixture
def supper(tmp_path: Path) -> Path:
    spec = tmp_path / "supper.rspec"
    spec.write_text(SUPPER)
    out = tmp_path / "out"
    made = rspc("compile", spec, "-n", 1, "-o", out)
    assert made.exit_code == 0, made.output
    return out


def test_a_solution_is_shown_in_the_words_of_the_family(supper: Path) -> None:
    assert certificate_of(rspc("show", supper).stdout) == SOLUTION


@pytest.mark.parametrize("harm", ["", "{", '{"spec": 3}', "[]"])
def test_a_solution_is_shown_in_symbols_without_the_family(supper: Path, harm: str) -> None:
    (supper / "family.json").unlink()
    if harm:
        (supper / "family.json").write_text(harm)
    shown = rspc("show", supper)
    assert shown.exit_code == 0
    symbols = "  * brings(anna, cake), brings(ben, cake)\n"
    said = f"  * Ben comes to supper.\n{symbols}"
    assert certificate_of(shown.stdout) == SOLUTION.replace(said, f"{symbols}  * comes(ben)\n")


def test_what_is_chosen_is_the_solution_of_shipped_families() -> None:
    shown = certificate_of(page(record_of("zebra", seed=1)))
    assert shown.count("  * ") == 4
    assert "painted(" in shown
    assert "nation(" not in shown
    few = certificate_of(page(record_of("subset_sum", seed=1)))
    assert "packed(" in few
    assert "weighs(" not in few


def test_a_solution_in_rows_and_columns_is_shown_as_a_table() -> None:
    record = record_of("magic_square", seed=1)
    shown = certificate_of(page(record))
    head = r"\n  \* cell\(R, C, V\), with R down, C across, and V inside:\n +1 +2 +3\n"
    assert re.search(head, shown)
    lines = shown.partition("inside:\n")[2].splitlines()[1:4]
    rows = [list(map(int, line.split()))[1:] for line in lines]
    assert len({sum(line) for line in (*rows, *zip(*rows, strict=True))}) == 1
    assert f"cell(2, 3, {rows[1][2]})" in record["certificate"]["sets"][0]


def test_statements_that_one_sentence_says_are_quoted_once() -> None:
    shown = certificate_of(page(record_of("web_of_lies")))
    assert re.search(r"\n  k\d(, k\d)* and k\d: Here is what some people say", shown)
    assert shown.count("Here is what some people say") == 1


def test_much_that_follows_is_counted_where_a_derivation_is_shown() -> None:
    record = record_of("ruletaker", seed=1)
    assert re.search(r"\nBeyond the facts, it has \d+ literals …\n", page(record))
    assert "\nBeyond the facts, it has:\n" in page(record, whole=True)


@pytest.mark.parametrize(
    "certificate",
    [
        {"sets": 3},
        {"sets": [3]},
        {"sets": [[3]]},
        {"sets": [["p(1)"]], "complete": True, "cost": None, "needed": 3},
        {"sets": [["", "(", "`", "-", "p("]], "complete": True, "cost": None},
    ],
)
@pytest.mark.parametrize("theory", [None, [], ["x"], ["r1: -> { } 1"], ["r1: {"], [3], "text"])
def test_sets_that_are_none_are_shown_as_they_can_be(certificate: Any, theory: Any) -> None:
    record = {
        **QUOTED,
        "theory": theory,
        "certificate": {"kind": "answer sets", **certificate},
        "engines": {"stability": "A"},
    }
    assert "Certificate\n---" in page(record)
    assert page(record, whole=True)
