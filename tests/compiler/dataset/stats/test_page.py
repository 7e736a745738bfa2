"""The page of statistics, and what notebooks show: nothing in them is markup that comes from a dataset."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rspc.compiler.dataset.stats.page import plots
from rspc.compiler.dataset.stats.page.report import html
from rspc.compiler.dataset.stats.stats import Statistics, stats
from rspc.compiler.view import Record, plain, safe, view

from .records import record, write

HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(2)>",
    "]]><!-- & &amp; &#60;",
    "a\x00b\x1b[31m\x08\u202eright to left\u200f\u2028\ufffe",
    "</style></title></svg><svg onload=alert(3)>",
    "{{ 7 * 7 }}{% raw %}",
    "עברית العربية",
    "x" * 3_000,
)
PLAIN = tuple(f"plain{place}" for place in range(len(HOSTILE)))

TAGS = (
    "html head meta title style body h1 h2 p ul li nav a section div span b bdi code details summary table thead "
    "tbody tr th td figure figcaption svg g rect line circle text"
)
ALLOWED = set(TAGS.split())
NAMES = (
    "lang charset name content class id style dir href open viewbox width height role aria-label x y x1 x2 y1 y2 cx "
    "cy r text-anchor transform"
)
ATTRIBUTES = set(NAMES.split())


class Reader(HTMLParser):
    """Collects the tags, the attributes and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text: list[str] = []
        self.others: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def unknown_decl(self, data: str) -> None:
        self.others.append(data)


def check(page: str) -> Reader:
    """Check that a page has the tags and attributes of ours alone, and that its drawings are whole."""
    read = Reader(page)
    assert set(read.tags) <= ALLOWED, set(read.tags) - ALLOWED
    assert {name for name, _ in read.attributes} <= ATTRIBUTES
    assert read.others == []
    links = [value for name, value in read.attributes if name == "href"]
    assert all(value is not None and value.startswith("#") for value in links)
    assert re.findall(r"<script|<link|<img|@import|url\(|https?:|\sxmlns", page) == []
    assert re.findall("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u200e\u200f\u2028\ufffe]", page) == []
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)
    return read


def made(texts: tuple[str, ...], folder: Path) -> Statistics:
    """Return the statistics of records that have these texts everywhere."""
    records = []
    for index in range(80):
        one, two = texts[index % len(texts)], texts[(index + 1) % len(texts)]
        options = [
            {"label": letter, "text": f"{two} {letter}", "values": {}} for letter in (one, "B")
        ]
        records.append(
            record(
                index,
                one,
                id=f"{one} {index}",
                family=texts[index % 2],
                split=texts[2 + index % 2],
                prompt=f"{two}\n{one} {index}",
                context=f"{one}. {two}",
                question=two,
                options=options if index % 3 else None,
                choices=[one, two],
                params={one: two, "same": index % 3, "only": texts[0]},
                metrics={two: one, "n": index},
                proof=[],
            )
        )
    (folder / "manifest.json").write_text(
        '{"rejections": {"<script>why</script>": 3, "b": 1}, "family": "<b>"}'
    )
    reference = folder / "reference.csv"
    reference.write_text(
        "statistic,value,tolerance,source\ncount(),1,0,<script>x</script>\nmax(n),79,0,]]>\n"
    )
    path = write(folder / "records.jsonl", records)
    return stats(path, by="same", reference=reference)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Statistics:
    return made(HOSTILE, tmp_path_factory.mktemp("<i>hostile & co"))


def test_texts_of_a_dataset_are_texts_of_the_page(hostile: Statistics) -> None:
    read = check(html(hostile))
    text = "\n".join(read.text)
    for each in HOSTILE[:2]:
        assert each in text
    assert "{{ 7 * 7 }}" in text
    assert r"\u202eright to left\u200f\u2028\ufffe" in text
    assert "<script>why</script>" in text
    assert "<i>hostile & co" in text


def test_a_page_of_other_texts_has_the_same_tags(hostile: Statistics, tmp_path: Path) -> None:
    # Texts of the dataset change the order of rows, and no tag or attribute.
    other = check(html(made(PLAIN, tmp_path)))
    found = check(html(hostile))
    assert set(found.tags) == set(other.tags)
    assert {name for name, _ in found.attributes} == {name for name, _ in other.attributes}


def test_the_verdict_comes_first_and_every_plot_has_counts(hostile: Statistics) -> None:
    page = html(hostile)
    places = [page.index(f"<b>{each.name}</b>") for each in hostile.verdict]
    assert places == sorted(places)
    assert places[-1] < page.index("<h2>")
    drawings = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(drawings) > 5
    for each in drawings:
        assert re.search(r">[0-9.]+(k|%| records| / [0-9.]+)?<", each), each
        assert 'class="axis"' in each
        assert 'aria-label="' in each
    assert "<h2>Labels by parameter</h2>" in page
    assert page.count('<div class="rspc-problem"') == 5
    assert page.count("(right)") >= 1


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def test_light_and_dark_colours_have_enough_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    source = resources.files("rspc.compiler.dataset.stats.page").joinpath("report.html.jinja")
    schemes = re.findall(r":root \{(.*?)\}", source.read_text("utf-8"), re.DOTALL)
    assert len(schemes) == 2
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", scheme))
        for text in ("ink", "faint", "ok", "warn"):
            assert contrast(colours[text], colours["paper"]) >= 4.5, text
        for shape in ("own", "other", "off", *(f"s{each}" for each in range(plots.MOST_SHADES))):
            assert contrast(colours[shape], colours["paper"]) >= 3, shape
        for shade in range(plots.MOST_SHADES):
            assert contrast(colours[f"s{shade}"], colours["on"]) >= 4.5, shade


@pytest.mark.parametrize(
    ("most", "expected"),
    [(0, (0, 1)), (1, (0, 1)), (3, (0, 1, 2, 3)), (7, (0, 2, 4, 6, 8)), (60, (0, 20, 40, 60))],
)
def test_ticks_are_round(most: int, expected: tuple[int, ...]) -> None:
    assert plots.ticks(most) == expected


def test_ticks_reach_every_count() -> None:
    for most in (*range(1, 300), 12_345, 1_000_000, 999_999_999):
        found = plots.ticks(most)
        assert found[-2] < most <= found[-1]
        assert len(found) <= plots.MOST_TICKS + 1


def test_examples_are_bounded_and_do_not_depend_on_the_order(tmp_path: Path) -> None:
    records = [record(n, prompt="y" * 30_000 if n % 2 else f"p {n}") for n in range(60)]
    found = stats(write(tmp_path / "a.jsonl", records)).examples
    other = stats(write(tmp_path / "b.jsonl", records[::-1])).examples
    assert found == other
    assert len(found) == 5
    assert max(len(each.prompt) for each in found) == 20_000


# ------------------------------------------------------------------------------------------------- notebooks


def test_statistics_in_a_notebook(hostile: Statistics) -> None:
    read = check(hostile._repr_html_())
    text = "".join(read.text)
    for each in hostile.verdict:
        assert f"{each.name}: {plain(each.text)}" in text
    assert HOSTILE[0] in text


@pytest.mark.parametrize("text", HOSTILE)
def test_a_record_in_a_notebook(text: str) -> None:
    options = [{"label": "A", "text": text}, {"label": "B", "text": "other"}]
    shown = Record(id=text, prompt=text, options=options, answer="A", label="A")
    read = check(shown._repr_html_())
    assert "".join(read.text).count(plain(text)) == 3
    chosen = Record(id="i", prompt="p", options=None, choices=[text, "z"], answer=text, label="l")
    found = check(chosen._repr_html_())
    assert read.tags.count("li") == found.tags.count("li") == 2
    assert "".join(found.text).count("(right)") == 1


@pytest.mark.parametrize(
    "fields",
    [{}, {"options": 7}, {"options": [1, None]}, {"choices": {}}, {"label": None}, {"prompt": [1]}],
)
def test_a_record_of_any_shape_is_shown(fields: dict[str, Any]) -> None:
    check(Record(fields)._repr_html_())
    assert view(Record(fields)) == view(fields)


def test_text_as_html() -> None:
    assert safe("<a href=\"x\" title='y'>&\u202e\ufdd0\n") == (
        "&lt;a href=&quot;x&quot; title=&#x27;y&#x27;&gt;&amp;\\u202e\\ufdd0\n"
    )
