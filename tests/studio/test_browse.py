"""Stories of those who look through a dataset."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from .conftest import PALS, Start, Studio, Visit

pytestmark = pytest.mark.studio

MANY = 100_000
HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def rspc(*words: str) -> str:
    line = [sys.executable, "-m", "rspc", *words]
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def datasets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small dataset, one of judged proofs, one of 100,000 records, and a hostile one; and replies."""
    home = tmp_path_factory.mktemp("datasets")
    spec = home / "pals.rspec"
    spec.write_text(PALS.replace("use manners when manner == formal\n", ""), encoding="utf-8")
    rspc("compile", str(spec), "--sweep", "people=2..4", "-n", "90", "-o", str(home / "pals"))
    rspc("compile", "boardgame_proof", "-n", "4", "-o", str(home / "proofs"))
    spec.unlink()
    known = read(home / "pals")
    write_many(home / "many.jsonl", known)
    write_replies(home)
    lines = [json.dumps(each) for each in read(home / "pals")]
    damaged = [*lines[:50], lines[0][:99], "\0", *lines[50:]]
    (home / "damaged.jsonl").write_text("\n".join(damaged) + "\n")
    with (home / "hostile.jsonl").open("w") as file:
        for place, record in enumerate(known):
            own = {**record, "id": f"{HOSTILE}{place}", "label": HOSTILE, "answer": HOSTILE}
            own["prompt"], own["params"] = HOSTILE, {HOSTILE: place % 2}
            file.write(json.dumps(own) + "\n" if place % 9 else '{"id": "cut\n')
    return home


def read(dataset: Path) -> list[dict[str, Any]]:
    files = sorted(dataset.glob("records*.jsonl"))
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    assert lines
    return lines


def write_many(file: Path, known: list[dict[str, Any]]) -> None:
    with file.open("w") as out:
        for number in range(MANY):
            record = known[number % len(known)]
            record["id"], record["index"] = f"pals-{number:06d}", number
            out.write(json.dumps(record) + "\n")


def write_replies(home: Path) -> None:
    """Write the replies of two models, of which the first is right more often."""
    known = read(home / "pals")
    for name, every in (("careful", 9), ("hasty", 2)):
        rows = [
            {"id": each["id"], "text": f"So it is {each['answer'] if place % every else 'blue'}."}
            for place, each in enumerate(known)
        ]
        (home / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")


def browse(visit: Visit, studio: Studio, name: str) -> Any:
    """Open the page of a dataset, and wait until all its records are read."""
    page = visit.page
    page.goto(studio.address)
    page.goto(f"{studio.place}browse?dataset={quote(name)}")
    page.wait_for_selector("#b-grid tr.rec")
    page.wait_for_selector("button.value", timeout=240_000)
    page.wait_for_selector(".b-record .prompt")
    return page


@pytest.fixture
def studio(start: Start, datasets: Path, tmp_path: Path) -> Studio:
    (tmp_path / "specs").symlink_to(datasets)
    return start()


def count(page: Any) -> int:
    return int(page.locator(".b-count b").inner_text().replace(",", ""))


def filtered(page: Any, act: Callable[[], Any]) -> float:
    """Do something that filters the records; return how many seconds it takes until they are shown."""
    before = page.locator(".b-count b").inner_text()
    begun = time.monotonic()
    act()
    page.wait_for_function(
        "before => { const b = document.querySelector('.b-count:not(.busy) b');"
        " return b && b.innerText !== before }",
        arg=before,
    )
    return time.monotonic() - begun


def enter(page: Any, field: str, text: str) -> None:
    page.fill(field, text)
    page.press(field, "Enter")


def test_100_000_records_are_filtered_in_a_second(studio: Studio, visit: Visit) -> None:
    page = browse(visit, studio, "many.jsonl")
    assert count(page) == MANY
    took = [filtered(page, lambda: page.fill("#b-text", "Ann is kind"))]
    took.append(filtered(page, lambda: enter(page, "#b-condition", "people = 3")))
    took.append(filtered(page, lambda: page.locator("button.value").first.click()))
    assert 0 < count(page) < MANY
    visit.shot("filter")
    took.append(filtered(page, lambda: page.click("[data-act=clear]")))
    assert max(took) < 1.0, took
    assert page.input_value("#b-text") == ""
    status = Path(f"/proc/{studio.process.pid}/status").read_text()
    resident = int(status.partition("VmRSS:")[2].split()[0])
    assert resident < 500 * 1024


def test_records_are_read_with_the_keyboard_alone(studio: Studio, visit: Visit) -> None:
    page = browse(visit, studio, "pals")
    page.locator("#b-grid").focus()
    for key in ("ArrowDown", "j", "c", "j"):
        page.keyboard.press(key)
        page.wait_for_timeout(300)
    page.wait_for_selector(".compare .b-record.other .prompt")
    numbers = page.locator(".b-head .muted").all_inner_texts()
    assert [each for each in numbers if each.startswith("no.")] == ["no. 3", "no. 4"]
    visit.shot("two-records")
    page.keyboard.press("c")
    page.wait_for_selector(".b-record.other", state="hidden")
    page.keyboard.press("/")
    page.keyboard.type("is glad")
    page.keyboard.press("Escape")
    page.wait_for_selector(".chip")
    page.keyboard.press("x")
    page.wait_for_selector(".chip", state="detached")
    page.keyboard.press("2")
    page.wait_for_selector("[data-mark]")


def test_a_bar_of_a_plot_keeps_its_records(studio: Studio, visit: Visit) -> None:
    page = browse(visit, studio, "pals")
    page.click("[data-act=tab][data-value=statistics]")
    bar = page.locator("[aria-label^='3: ']").first
    bar.wait_for()
    page.wait_for_selector(".b-plots [role=status]", state="detached")
    wanted = int(bar.get_attribute("aria-label").rpartition(" ")[2])
    visit.shot("plots")
    filtered(page, bar.click)
    assert count(page) == wanted
    assert "people = 3" in page.locator(".b-chips").inner_text()


def test_a_reply_is_scored_and_its_first_wrong_step_is_marked(
    studio: Studio, visit: Visit, datasets: Path
) -> None:
    page = browse(visit, studio, "proofs")
    record = read(datasets / "proofs")[0]
    page.fill("#b-pasted", record["answer"])
    page.click("[data-act=score]")
    page.wait_for_selector(".b-paste .good")
    page.evaluate("document.getElementById('b-pasted').value = 'So \\ud800'")
    page.click("[data-act=score]")
    page.wait_for_selector(".b-paste .bad")
    wrong = "\n".join(
        f"{line.partition('[')[0]}[1]" if place == 1 else line
        for place, line in enumerate(record["answer"].split("\n"))
    )
    page.fill("#b-pasted", wrong)
    page.click("[data-act=score]")
    page.wait_for_selector(".b-paste mark")
    assert page.locator(".b-paste .why").inner_text().startswith("line 2: ")
    assert page.locator(".b-paste mark").inner_text().startswith("2. ")
    visit.shot("reply")


def test_two_models_are_compared(
    studio: Studio, visit: Visit, datasets: Path, tmp_path: Path
) -> None:
    page = browse(visit, studio, "pals")
    page.keyboard.press("3")
    for place in range(2):
        name = ("careful.jsonl", "hasty.jsonl")[place]
        page.locator("[data-act=file]", has_text=name).click()
    page.click("[data-act=judge]")
    page.wait_for_selector(".b-crossed")
    told = page.locator(".b-replies").inner_text()
    assert "Differences" in told
    assert "only first" in told
    visit.shot("models")
    filtered(page, page.locator("[data-act=crossed][data-value='right,wrong']").click)
    page.wait_for_selector(".b-reply .bad")
    assert "So it is blue." in page.locator(".b-record:not(.other)").inner_text()
    visit.shot("model-replies")
    kept, out = count(page), tmp_path / "kept"
    page.keyboard.press("e")
    page.fill("#b-export [name=out]", str(out))
    page.click("[data-act=export]")
    page.wait_for_selector("#b-exported .good")
    assert f"{kept} instances" in rspc("stats", str(out))


def test_two_of_three_models_are_chosen(studio: Studio, visit: Visit, datasets: Path) -> None:
    page = browse(visit, studio, "pals")
    page.keyboard.press("3")
    for name in ("careful.jsonl", "hasty.jsonl"):
        page.locator("[data-act=file]", has_text=name).click()
    page.locator(".b-form summary").click()
    rows = [f"{each['id']},{each['answer']}" for each in read(datasets / "pals")]
    page.fill("[name=pasted]", "\n".join(["key,said", *rows]))
    page.fill("[name=columns]", "id=key,reply=said")
    page.click("[data-act=judge]")
    page.wait_for_selector(".b-faults:has-text('E0836')")  # the other files have no such columns
    page.fill("[name=columns]", "")
    page.fill("[name=pasted]", "\n".join(["id,reply", *rows]))
    page.click("[data-act=judge]")
    page.wait_for_selector(".b-crossed")
    page.select_option("[data-change=pair][data-value='0']", label="pasted")
    page.wait_for_selector(".b-crossed tbody th:has-text('pasted right')")
    heads = page.locator(".b-crossed thead th").all_inner_texts()
    assert heads[1:] == ["hasty right", "hasty wrong"]
    visit.shot("three-models")
    wanted = int(page.locator("[data-value='right,wrong']").inner_text())
    filtered(page, page.locator("[data-value='right,wrong']").click)
    assert count(page) == wanted
    chips = page.locator(".chip").all_inner_texts()
    assert any("pasted: right" in each for each in chips)
    assert any("hasty: wrong" in each for each in chips)


def test_records_that_can_be_read_are_scored_and_exported(
    studio: Studio, visit: Visit, tmp_path: Path
) -> None:
    page = browse(visit, studio, "damaged.jsonl")
    assert "2 records cannot be read" in page.locator(".b-faults").first.inner_text()
    kept = count(page)
    page.keyboard.press("3")
    page.locator("[data-act=file]", has_text="careful.jsonl").click()
    page.click("[data-act=judge]")
    page.wait_for_selector(".b-replies table")
    told = page.locator(".b-replies .b-left-out").inner_text()
    assert told == "2 records that cannot be read are left out."
    visit.shot("damaged")
    page.keyboard.press("1")
    page.keyboard.press("e")
    page.fill("#b-export [name=out]", str(tmp_path / "kept"))
    page.click("[data-act=export]")
    page.wait_for_selector("#b-exported .good")
    assert "2 records that cannot be read" in page.locator("#b-exported").inner_text()
    assert f"{kept} instances" in rspc("stats", str(tmp_path / "kept"))


def test_a_file_of_replies_is_opened(
    studio: Studio, visit: Visit, datasets: Path, tmp_path: Path
) -> None:
    from pyarrow import Table, parquet

    rows = [json.loads(line) for line in (datasets / "careful.jsonl").read_text().splitlines()]
    said = tmp_path / "said.parquet"
    table = {"id": [each["id"] for each in rows], "reply": [each["text"] for each in rows]}
    parquet.write_table(Table.from_pydict(table), said)
    page = browse(visit, studio, "pals")
    page.keyboard.press("3")
    page.set_input_files("[data-files]", str(said))
    page.wait_for_function("document.getElementById('b-files').value.endsWith('said.parquet')")
    page.click("[data-act=judge]")
    page.wait_for_selector(".b-replies table")
    assert "88.9%" in page.locator(".b-replies table").first.inner_text()
    page.locator("summary", has_text="Paste replies").click()
    page.fill("[name=pasted]", "PAR1 text")
    page.click("[data-act=judge]")
    assert "no text" in page.locator(".b-replies .error").inner_text()


def test_heads_of_two_records_are_level(studio: Studio, visit: Visit) -> None:
    page = browse(visit, studio, "pals")
    page.locator("#b-grid").focus()
    for key in ("c", "j"):
        page.keyboard.press(key)
        page.wait_for_timeout(500)
    heads = page.locator(".b-head").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().bottom)"
    )
    assert len(heads) == 2
    assert heads[0] == heads[1]


def test_a_hostile_dataset_is_only_text(studio: Studio, visit: Visit) -> None:
    page = browse(visit, studio, "hostile.jsonl")
    assert "E0805" in page.locator(".b-faults").first.inner_text()
    enter(page, "#b-condition", "nothing = 3")
    page.wait_for_function("document.getElementById('b-wrong').textContent.startsWith('E0861')")
    page.locator("button.value").first.click()
    page.wait_for_selector(".chip")
    page.keyboard.press("Escape")
    page.click("[data-act=tab][data-value=statistics]")
    page.wait_for_selector("[data-mark]")
    visit.shot("hostile")
    assert page.evaluate("window.hacked") is None
    assert HOSTILE in page.content() or "&lt;img" in page.content()


def test_a_page_that_is_closed_leaves_no_process(studio: Studio, visit: Visit) -> None:
    browse(visit, studio, "pals")
    assert studio.processes()
    visit.page.goto("about:blank")
    until = time.monotonic() + 5
    while studio.processes() and time.monotonic() < until:
        time.sleep(0.1)
    assert studio.processes() == []
