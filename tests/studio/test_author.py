"""Stories of those who write a spec."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from rspc.compiler.sources import find_spec

from .conftest import MANNERS, PALS, Start, Visit

pytestmark = pytest.mark.studio

RULES = """family rules
"who is glad"
logic defeasible
pool names = {ann, bob, cid}
sort person = names
pred kind(person)
pred calm(person)
pred glad(person)
theory { kind(ann). calm(bob). kind(X) => calm(X). calm(X) => glad(X). }
ask entailment glad(ann)
say kind(?a) as "{{ a }} is kind."
say calm(?a) as "{{ a }} is calm."
say glad(?a) as "{{ a }} is glad."
"""

HOMES = """family homes
"a tenant says what a flat must be like"
logic constraint
use std.homes
param pool: int in 20..500 = 60
theory product_of_sums { slots 3 minterms 2 satisfying 1 least 0.1 most 0.9 }
ask choice { options 4 from pool of flat } "Which of these flats meets every requirement?"
"""

SLOW = find_spec("flow_shop").read_text(encoding="utf-8")
"""A shipped family that takes more than half a second for a problem."""


def test_an_error_is_typed_and_fixed_by_its_quick_fix(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    before = visit.prompt()
    visit.go_to("pred glad(per")
    page.keyboard.press("Backspace")
    fault = page.locator(".wb-faults li.error").first
    fault.wait_for()
    page.wait_for_selector(".fault-error")
    page.wait_for_selector(".wb-pane.stale")
    page.wait_for_selector(".stale-notice:not([hidden])")
    assert visit.prompt() == before
    visit.shot("error")
    page.locator(".wb-faults [data-fix]").first.click()
    page.wait_for_selector(".wb-faults .none")
    visit.settled()
    assert "pred glad(person)" in page.locator(".cm-content").inner_text()
    assert visit.prompt() == before


def test_an_error_in_another_file_is_fixed_on_its_page(start: Start, visit: Visit) -> None:
    wrong = MANNERS.replace("kind(", "kid(")
    studio = start(pals=PALS, manners=wrong, other="family other\n")
    page = visit.author(studio, wait=False)
    link = page.locator(".wb-faults li.error a", has_text="Fix in manners.rspec")
    link.wait_for()
    visit.shot("other-file")
    with visit.context.expect_page() as opened:
        link.click()
    other = opened.value
    other.wait_for_function("document.querySelector('.cm-content')?.innerText.includes('kind(?a)')")
    other.wait_for_function("document.getElementById('wb-saved').textContent === 'not saved'")
    assert (studio.folder / "manners.rspec").read_text() == wrong
    other.keyboard.press("Control+S")
    other.wait_for_function("document.getElementById('wb-saved').textContent === 'saved'")
    assert (studio.folder / "manners.rspec").read_text() == MANNERS
    page.wait_for_selector(".wb-faults .none")  # this page checks its spec again
    visit.settled()
    assert "is kind." in visit.prompt()


def test_a_control_is_moved_and_other_problems_come(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    assert visit.prompt().count("is kind.") == 3
    page.locator("[data-slider=people]").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "document.querySelector('.prompt').innerText.split('is kind.').length === 5"
    )
    visit.settled()
    assert page.locator("#knob-people").input_value() == "4"
    visit.shot("control")
    page.keyboard.press("ArrowLeft")  # the slider still has the focus after its problem has come
    page.wait_for_function(
        "document.querySelector('.prompt').innerText.split('is kind.').length === 4"
    )
    visit.settled()
    box = page.locator("[data-slider=people]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(400)
    visit.settled()  # the problem of the first value has come, and the button is still pressed
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    most = page.locator("[data-slider=people]").get_attribute("max")
    page.wait_for_function(
        "most => document.querySelector('#knob-people').value === most", arg=most
    )
    visit.settled()
    page.locator("[data-place=preset]").select_option("1")
    page.wait_for_function(
        "document.querySelector('.prompt').innerText.split('is kind.').length === 3"
    )
    before = visit.prompt()
    page.locator("[data-place=seed]").fill("7")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.querySelector('.prompt').innerText !== before", arg=before
    )
    page.keyboard.press("Alt+N")
    page.wait_for_function("document.querySelector('input[data-place=index]').value === '1'")
    visit.settled()
    page.keyboard.press("Alt+E")
    page.wait_for_selector(".wb dialog[open]")
    command = page.locator(".wb dialog pre").inner_text()
    assert re.search(r"rspc compile \S*pals\.rspec -n 100 --seed 7 --level 1$", command)
    visit.shot("command")


def test_a_phrase_is_changed_and_the_theory_is_said_in_new_words(
    start: Start, visit: Visit
) -> None:
    page = visit.author(start())
    theory = page.locator(".theory").inner_text()
    visit.go_to('as "{{ a }} is kind')
    page.keyboard.type("-hearted")
    page.wait_for_function(
        "document.querySelector('.prompt').innerText.includes('is kind-hearted.')"
    )
    visit.settled()
    assert page.locator(".theory").inner_text() == theory
    visit.shot("phrase")


def test_a_proof_is_followed(start: Start, visit: Visit) -> None:
    page = visit.author(start(rules=RULES), "rules.rspec")
    assert page.locator(".proof li").count() >= 2
    page.locator(".proof li").first.click()
    lit = page.locator(".sentence.lit").all_inner_texts()
    assert lit
    uses = page.locator(".proof li.lit-own").get_attribute("data-links")
    for id in str(uses).split():
        assert page.locator(f".theory [data-s='{id}'].lit").count() == 1
    page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "document.querySelectorAll('.proof li')[1].classList.contains('lit-own')"
    )
    assert page.locator(".proof li").first.get_attribute("class") is not None
    visit.shot("proof")


def test_a_sentence_and_its_statement_light_each_other(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    page.locator(".sentence", has_text="is kind").first.hover()
    lit = page.locator(".theory li.lit")
    assert lit.count() == 1
    assert "kind(" in lit.inner_text()
    id = lit.get_attribute("data-s")
    page.mouse.move(5, 5)
    page.locator(".theory li").last.click()
    page.locator(f".theory li[data-s='{id}']").click()
    assert page.locator(".sentence.lit").count() == 1
    assert "is kind." in page.locator(".sentence.lit").inner_text()
    visit.shot("sentence")


def test_options_name_the_test_that_they_violate(start: Start, visit: Visit) -> None:
    page = visit.author(start(homes=HOMES), "homes.rspec")
    assert page.locator(".options li").count() == 4
    wrong = page.locator(".options li", has_text="violates")
    assert wrong.count() == 3
    wrong.first.click()
    violated = wrong.first.get_attribute("data-links")
    assert page.locator(f".theory li.lit[data-s='{violated}']").count() == 1
    assert page.locator(".sentence.lit").count() >= 1
    assert "agree on the label" in page.locator("[data-hide=engines]").inner_text()
    visit.shot("options")


def test_the_same_theory_in_another_register(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    page.keyboard.press("Alt+7")
    page.wait_for_selector(".two section:nth-child(2) .prompt")
    told = page.locator("[data-view=beside]").inner_text()
    assert "the same theory and question" in told
    assert "It is known that" in page.locator(".two section").nth(1).inner_text()
    page.locator(".two section").nth(0).locator(".sentence").first.hover()
    assert page.locator(".two .sentence.lit").count() == 2
    visit.shot("beside")


def test_figures_readers_and_drops_are_live(start: Start, visit: Visit) -> None:
    page = visit.author(start(homes=HOMES), "homes.rspec", wait=False)
    page.locator("[data-tab=figures]").click()
    page.wait_for_selector(".bars")
    page.wait_for_function(
        "document.querySelector('[data-view=figures]').innerText.match(/words and pairs/) !== null",
        timeout=120_000,
    )
    visit.shot("figures")
    page.keyboard.press("Alt+9")
    page.wait_for_selector("[data-view=drops] .drop .example")
    visit.shot("drops")


def test_completion_and_hovering(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    visit.go_to("theory { people of f. 1 of g. ")
    page.keyboard.type("gl")
    page.wait_for_selector(".cm-tooltip-autocomplete [aria-selected]")
    assert "glad" in page.locator(".cm-tooltip-autocomplete").inner_text()
    page.wait_for_selector(".cm-completionInfo")
    visit.shot("completion")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Z")
    page.keyboard.press("Escape")
    page.locator(".cm-line .tok-keyword", has_text="param").first.hover()
    page.wait_for_selector(".wb-hover")
    visit.shot("hover")


ENDLESS = """family endless
"x"
logic asp
pool names = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p}
sort item = names
pred p(item, item, item)
pred q(item)
theory {
  q(a).
  q(A), q(B), q(C), q(D), q(E), q(F), q(G), q(H) -> p(A, B, C).
  q(X) -> q(b). q(b) -> q(c). q(c) -> q(d). q(d) -> q(e). q(e) -> q(f). q(f) -> q(g). q(g) -> q(h). q(h) -> q(i).
  q(i) -> q(j). q(j) -> q(k). q(k) -> q(l). q(l) -> q(m). q(m) -> q(n). q(n) -> q(o). q(o) -> q(p).
}
ask entailment p(a, b, c)
say p(?a, ?b, ?c) as "{{ a }} {{ b }} {{ c }}."
say q(?a) as "{{ a }}."
"""
LOOPS = "{% for a in range(1000) %}" * 5 + "x" + "{% endfor %}" * 5
BOMB = PALS.replace("is kind.", f"is kind. {LOOPS}")


@pytest.mark.parametrize("text", [ENDLESS, BOMB], ids=["grounding", "template"])
def test_a_hostile_spec_ends_with_its_diagnostic(start: Start, visit: Visit, text: str) -> None:
    page = visit.author(start())
    visit.write(text)
    page.wait_for_selector(".stale-notice:not([hidden])", timeout=90_000)
    told = page.locator(".stale-notice").inner_text()
    assert told.startswith("Out of date: ")
    assert len(told) > 25
    visit.shot("hostile-spec")
    visit.write(PALS)  # the page is alive
    page.wait_for_selector(".stale-notice", state="hidden")
    visit.settled()
    assert "is kind." in visit.prompt()


def test_text_of_a_spec_is_never_markup(start: Start, visit: Visit) -> None:
    nasty = "<img src=x onerror=document.title='broken'><script>document.title='broken'</script>"
    text = PALS.replace("is kind.", f"is {nasty} kind.").replace("who likes whom", f"who {nasty}")
    page = visit.author(start(pals=text))
    assert "<img src=x" in visit.prompt()
    visit.go_to("param people: int in 2..4 = 3 ")
    page.keyboard.insert_text(f'"{nasty}" ')
    page.wait_for_timeout(3000)
    assert "broken" not in page.title()
    assert page.locator(".wb img, .wb script").count() == 0


def test_half_of_a_pair_of_surrogates_is_replaced(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    page.evaluate(
        """() => {
            const view = getElement(Number(document.querySelector('.wb').id.slice(1))).editor;
            view.dispatch({changes: {from: view.state.doc.length, insert: '\\n# \\ud800'}});
        }"""
    )
    visit.settled()
    page.wait_for_function("document.getElementById('wb-saved').textContent === 'not saved'")


def test_a_key_is_answered_while_the_process_is_busy(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    page.keyboard.press("Alt+8")  # many problems are made for figures
    page.wait_for_selector("progress")
    took = []
    for _ in range(10):
        took.append(page.evaluate(ROUND_TRIP))
        page.wait_for_timeout(200)
    assert sorted(took)[5] < 100, took


ROUND_TRIP = """async () => {
    const bench = getElement(Number(document.querySelector('.wb').id.slice(1)));
    const view = bench.editor;
    const started = performance.now();
    view.dispatch({changes: {from: view.state.doc.length, insert: '\\n# x'}});
    await bench.ask('hover', {point: [1, 3]});  // the text is sent first
    return performance.now() - started;
}"""


def test_a_slow_family_keeps_nobody_waiting(start: Start, visit: Visit) -> None:
    page = visit.author(start(shop=SLOW), "shop.rspec")
    begun = time.monotonic()
    page.keyboard.press("Alt+N")
    page.wait_for_function("document.querySelector('input[data-place=index]').value === '1'")
    visit.settled()
    alone = time.monotonic() - begun  # some 0.6 s on a machine of today
    assert alone > 0.2
    begun = time.monotonic()
    page.keyboard.press("Alt+8")
    page.wait_for_selector("[data-view=figures] .bars")
    assert time.monotonic() - begun < 3 + 3 * alone  # the first figures, not all 300 problems
    took = []
    for _ in range(10):
        took.append(page.evaluate(ROUND_TRIP))
        page.wait_for_timeout(300)  # a problem is being made
    assert sorted(took)[5] < 200, took
    visit.shot("slow")
    begun = time.monotonic()
    page.keyboard.press("Alt+6")
    page.keyboard.press("Alt+N")
    page.wait_for_function("document.querySelector('input[data-place=index]').value === '2'")
    visit.settled()
    assert time.monotonic() - begun < 3 + 4 * alone  # what was made for the figures is given up


def test_the_file_is_saved_unless_somebody_changed_it(start: Start, visit: Visit) -> None:
    studio = start()
    page = visit.author(studio)
    file = studio.folder / "pals.rspec"
    visit.go_to("who likes whom")
    page.keyboard.type(" and why")
    page.wait_for_function("document.getElementById('wb-saved').textContent === 'not saved'")
    page.keyboard.press("Control+s")
    page.wait_for_function("document.getElementById('wb-saved').textContent === 'saved'")
    assert "who likes whom and why" in file.read_text()
    file.write_text(PALS.replace("likes", "loves"))
    page.wait_for_selector("[data-act=reload]:visible")
    page.keyboard.type("!")
    page.keyboard.press("Control+S")
    page.wait_for_function(
        "document.getElementById('wb-saved').textContent.includes('another program')"
    )
    assert "loves" in file.read_text()
    visit.shot("outside")
    page.locator("[data-act=overwrite]").click()
    page.wait_for_function("document.getElementById('wb-saved').textContent === 'saved'")
    assert "who likes whom and why!" in file.read_text()


def test_what_is_not_saved_outlives_the_page(start: Start, visit: Visit) -> None:
    studio = start()
    page = visit.author(studio)
    page.on("dialog", lambda dialog: dialog.accept())
    visit.go_to('as "{{ a }} is kind')
    page.keyboard.type("ly")
    page.wait_for_function("document.querySelector('.prompt').innerText.includes('is kindly.')")
    page.keyboard.press("Alt+N")
    page.wait_for_function("document.querySelector('input[data-place=index]').value === '1'")
    visit.settled()
    page.reload()
    page.wait_for_function("document.querySelector('.prompt')?.innerText.includes('is kindly.')")
    assert page.locator("input[data-place=index]").input_value() == "1"
    assert page.locator("#wb-saved").inner_text() == "not saved"
    (studio.folder / "pals.rspec").write_text(PALS.replace("likes", "loves"))
    page.reload()
    page.wait_for_selector("[data-act=reload]:visible")  # the draft is of the text before
    page.locator("[data-act=reload]").click()
    page.wait_for_function(
        "document.querySelector('.cm-content').innerText.includes('who loves whom')"
    )
    page.wait_for_function("document.getElementById('wb-saved').textContent === 'saved'")


def test_everything_is_reached_with_keys(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    page.keyboard.press("F6")
    seen = set()
    for _ in range(8):
        seen.add(page.evaluate("document.activeElement.closest('[data-pane]')?.dataset.pane"))
        page.keyboard.press("F6")
    assert {"editor", "diagnostics", "settings", "tabs", "problem"} <= seen
    page.locator("[data-tab=problem]").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-view=beside]:visible")
    page.keyboard.press("Alt+6")
    page.locator(".theory li").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".theory li").nth(1).get_attribute("class") == "lit lit-own"
    page.keyboard.press("?")
    page.wait_for_selector("#studio-keys[open]")
    visit.shot("keys")
    page.keyboard.press("Escape")
    theme = page.evaluate("document.documentElement.dataset.theme")
    page.keyboard.press("Alt+T")
    assert page.evaluate("document.documentElement.dataset.theme") != theme


def test_two_browsers_at_once(start: Start, visit: Visit, browser: Any) -> None:
    studio = start(pals=PALS, rules=RULES)
    one = visit.author(studio)
    other = Visit(browser, "dark", "other")
    two = other.author(studio, "rules.rspec")
    one.locator("[data-place=seed]").fill("3")
    one.keyboard.press("Enter")
    visit.settled()
    assert two.locator("[data-place=seed]").input_value() == "0"
    assert two.locator(".proof li").count() >= 2
    own = set(studio.processes())
    assert len(own) >= 4
    other.close()
    deadline = time.monotonic() + 5
    while len(studio.processes()) > len(own) - 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(studio.processes()) <= len(own) - 2
    one.keyboard.press("Alt+N")
    one.wait_for_function("document.querySelector('input[data-place=index]').value === '1'")
    visit.settled()


def test_an_empty_spec_begins_with_a_family_of_a_logic(start: Start, visit: Visit) -> None:
    studio = start(mine="")
    page = visit.author(studio, "mine.rspec", wait=False)
    page.wait_for_selector(".wb-start:not([hidden])")
    visit.shot("start")
    page.locator("[data-start]").last.click()
    page.wait_for_selector(".prompt")
    visit.settled()
    assert "family mine" in page.locator(".cm-content").inner_text()
    assert page.locator(".wb-start").is_hidden()
    page.keyboard.press("Control+s")
    page.wait_for_function("document.getElementById('wb-saved').textContent === 'saved'")
    assert (studio.folder / "mine.rspec").read_text().startswith("family mine")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.wait_for_selector(".wb-start:not([hidden])")
    page.wait_for_function("!document.querySelector('.wb-knobs input, .wb-knobs select')")
    assert page.locator(".stale-notice").is_hidden()


def test_words_that_are_missing_are_listed(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    visit.write(PALS.replace('say kind(X) -> glad(X) as "Who is kind is glad."\n', ""))
    page.locator(".wb-faults li", has_text="W0520").wait_for()
    visit.write(PALS)
    page.wait_for_selector(".wb-faults .none")
    visit.settled()


def test_all_repairs_are_made_at_once(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    visit.write(PALS.replace("{ann, bob, cid", "{Ann, Bob, Cid"))
    page.locator("[data-fixes]", has_text="Fix all 3").click()
    page.wait_for_selector(".wb-faults .none")
    visit.settled()
    assert '{"Ann", "Bob", "Cid"' in page.locator(".cm-content").inner_text()
