"""The parts of the page, from problems of shipped families and from hostile ones."""

from __future__ import annotations

import json
import os
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from rspc.integrations.language_server.messages import MAIN, Change, Fault, Files, Spot
from rspc.integrations.studio.author import controls, diagnostics, drawing, figures
from rspc.integrations.studio.author.elsewhere import known_specs
from rspc.integrations.studio.author.looking import look, spread
from rspc.integrations.studio.author.making import make
from rspc.integrations.studio.author.marks import as_html
from rspc.integrations.studio.author.messages import (
    Choice,
    Described,
    Dropped,
    Knob,
    Look,
    Made,
    Make,
    Stated,
)
from rspc.integrations.studio.escaping import prose

SPECS = Path(__file__).parents[3] / "specs"
NASTY = "<script>alert(1)</script>\u202e\"'&"


def files(name: str) -> Files:
    path = SPECS / f"{name}.rspec"
    return Files(str(path), str(path.parent), path.read_text())


@pytest.fixture(scope="module")
def flat() -> Made:
    return make(Make(files("flat"), Choice()))


class Text(HTMLParser):
    """Reads the text of HTML, and whether its elements are closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.open, self.elements = "", list[str](), list[tuple[str, dict[str, Any]]]()
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("br", "hr", "input", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_prompt_is_drawn_whole_and_its_sentences_name_their_statements(flat: Made) -> None:
    drawn = Text(drawing.prompt(flat.record))
    assert drawn.text == flat.record["prompt"]
    named = {id for _, each in drawn.elements for id in str(each.get("data-s") or "").split()}
    assert named == set(flat.record["spans"])
    assert named <= {each.id for each in flat.statements}


def test_parts_that_overlap_are_drawn_once() -> None:
    record = {"prompt": "abcdef", "spans": {"x": [[0, 4]], "y": [[2, 6]], "z": [[9, 12]]}}
    drawn = Text(drawing.prompt(record))
    assert drawn.text == "abcdef"
    assert [each.get("data-s") for tag, each in drawn.elements if tag == "span"] == [
        "x",
        "x y",
        "y",
    ]


def test_each_wrong_option_names_a_statement_that_it_violates(flat: Made) -> None:
    drawn = Text(drawing.options(flat.record))
    rows = flat.record["certificate"]["rows"]
    shown = {
        each["data-option"]: each.get("data-links")
        for _, each in drawn.elements
        if "data-option" in each
    }
    assert shown == {label: row["violated"] for label, row in rows.items()}
    assert drawn.text.count("✓ right") == 1


def test_all_parts_are_escaped() -> None:
    record = {
        "id": NASTY,
        "prompt": NASTY,
        "answer": NASTY,
        "label": NASTY,
        "query": NASTY,
        "theory": [f"s1: {NASTY}"],
        "options": [{"label": NASTY, "text": NASTY}],
        "certificate": {"rows": {NASTY: {"violated": NASTY, "tests": {NASTY: [True]}}}},
        "engines": {NASTY: NASTY},
        "metrics": {NASTY: NASTY},
        "proof": [{"uses": [NASTY], "from": [], "beats": [], "gives": NASTY, "tag": NASTY, "text": NASTY}],
    }  # fmt: skip
    made = Made(record, (Stated(NASTY, NASTY),), engines=NASTY)
    knob = Knob(NASTY, "name", NASTY, NASTY, members=(NASTY,), is_wording=True)
    described = Described(NASTY, (knob, Knob("n", "int", NASTY)), (NASTY,), (NASTY,), (NASTY,))
    fault = Fault("E0101", NASTY, Spot(NASTY, ((0, 0), (0, 1))), NASTY, NASTY)
    parts = [
        *drawing.parts(made).values(),
        drawing.drops([Dropped(NASTY, 1, NASTY, (NASTY,))], NASTY),
        drawing.beside(made, Made(failed=NASTY), (NASTY, NASTY), NASTY),
        drawing.beside(made, made, (NASTY, NASTY), NASTY),
        controls.controls(described, Choice(params={NASTY: NASTY})),
        controls.presets(described, Choice()),
        controls.splits(described, Choice()),
        controls.wordings(described, None),
        diagnostics.listing([fault], {}),
        diagnostics.listing([fault], {os.path.realpath(NASTY): NASTY}),
        as_html(f"# {NASTY}\n\n```rspec\n{NASTY}\n```\n\n- {NASTY}\n\n`{NASTY}` **{NASTY}**"),
    ]
    for part in parts:
        Text(part)
        assert "<script" not in part
        assert "\u202e" not in part


def test_markdown_of_hovering() -> None:
    drawn = as_html("**pool** — words\n\n```rspec\npool a = {b}\n```\n\n---\n\n- one `x`\n- two")
    assert drawn == (
        "<p><b>pool</b> — words</p><pre>pool a = {b}</pre><hr>"
        "<ul><li>one <code>x</code></li><li>two</li></ul>"
    )


def test_a_parameter_is_a_control_of_its_type(flat: Made) -> None:
    assert flat.described is not None
    drawn = Text(controls.controls(flat.described, Choice(params={"options": "8"})))
    inputs = {each["data-knob"]: each for _, each in drawn.elements if "data-knob" in each}
    assert inputs["options"]["min"] == "2"
    assert inputs["options"]["value"] == "8"
    assert "options" in [each.get("data-slider") for _, each in drawn.elements]
    assert inputs.keys() == {"options", "correct", "pool", "sets", "prompt"}


def test_the_menu_of_presets_has_the_levels(flat: Made) -> None:
    assert flat.described is not None
    drawn = Text(controls.presets(flat.described, Choice(preset="2")))
    options = [each for tag, each in drawn.elements if tag == "option"]
    assert [each["value"] for each in options] == ["", "1", "2", "3", "4", "5"]
    assert [each["value"] for each in options if "selected" in each] == ["2"]


def test_a_setting_that_is_wrong_is_named() -> None:
    made = make(Make(files("flat"), Choice(params={"options": "99", "gone": "1"})))
    assert made.failed.startswith("E0416: `99` is not a value of `options`")
    assert made.described is not None
    assert not made.record


def test_a_spec_that_is_wrong_has_its_faults() -> None:
    own = files("flat")
    made = make(Make(Files(own.path, own.folder, own.text.replace("of flat", "of flut")), Choice()))
    assert made.failed.startswith("E0")
    assert made.faults[0].spot.file == MAIN


def test_figures_grow_with_each_look() -> None:
    asked = Look(files("flat"), Choice(), 0.01, 3)
    first = look(asked)
    while (last := look(asked)).made < 3:
        assert last.made >= first.made
    assert sum(count for _, count in last.answers) == 3
    words = next(each for each in last.spreads if each.name == "prompt_words")
    assert words.low <= words.mean <= words.high
    Text(figures.figures(last))


def test_a_spread_has_each_value_or_ten_parts() -> None:
    assert spread("x", [1, 2, 2]).counts == (("1", 1), ("2", 2))
    many = spread("x", [float(each) for each in range(100)])
    assert [count for _, count in many.counts] == [10] * 10


def test_only_faults_of_the_document_can_be_repaired_here() -> None:
    here, there = Spot(MAIN, ((1, 0), (1, 3))), Spot("/b.rspec", ((1, 0), (1, 3)))
    faults = [
        Fault("E0201", "one", here, changes=(Change(here, "x"),)),
        Fault("W0220", "two", here, changes=(Change(there, "x"),)),
        Fault("E0201", "three", there),
    ]
    marks = diagnostics.marks(faults)
    assert [each["changes"] is not None for each in marks] == [True, False, False]
    assert [each["severity"] for each in marks] == ["error", "warning", "error"]
    assert marks[2]["area"] is None
    assert diagnostics.listing(faults, {}).count("data-fix") == 1


def test_a_repair_in_another_file_is_handed_to_its_page(tmp_path: Path) -> None:
    file = tmp_path / "b.rspec"
    file.write_text("module b\n# 🙂 kid\n", encoding="utf-8")
    spot = Spot(str(file), ((1, 5), (1, 8)))
    fault = Fault("E0201", "one", spot, changes=(Change(spot, "kind"),))
    pages = known_specs({"sub/b.rspec": file})
    drawn = diagnostics.listing([fault], pages)
    address = unescape(drawn.partition('href="')[2].partition('"')[0])
    assert address.startswith("/author?spec=sub%2Fb.rspec#fix=")
    told = json.loads(unquote(address.partition("#fix=")[2]))
    assert told == [{"area": [[1, 5], [1, 8]], "was": "kid", "text": "kind"}]
    plain = diagnostics.listing([Fault("E0201", "one", spot)], pages)
    assert "#at=1,5" in plain
    assert "data-fix" not in drawn + plain
    alone = diagnostics.listing([fault], {})
    assert "<a " not in alone
    assert f"rspc studio {file}" in alone


def test_a_sign_stays_on_the_line_of_what_it_negates() -> None:
    html = prose("It contains -p(a), not -`q r`(<b>), and is well-known: 2 - 1.")
    joined = [each for each in Text(html).elements if each[1].get("class") == "joined"]
    assert len(joined) == 2
    assert '<span class="joined">-p</span>(a)' in html
    assert "&lt;b&gt;" in html
