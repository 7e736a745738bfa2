"""Stories of the editor itself: formatting, wrapping, indenting and what it offers."""

from __future__ import annotations

import pytest

from .conftest import PALS, Start, Visit

pytestmark = pytest.mark.studio


def test_a_spec_is_formatted(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    visit.write(PALS.replace("pred kind(person)", "pred   kind( person )"))
    page.keyboard.press("Alt+Shift+F")
    page.wait_for_function(
        "document.querySelector('.cm-content').innerText.includes('pred kind(person)')"
    )
    visit.write(PALS.replace("pred kind(person)", "pred kind(("))
    page.locator("[data-bar=format]").click()
    page.wait_for_function(
        "document.getElementById('wb-saved').textContent === 'not formatted: first correct the errors'"
    )
    assert "pred kind((" in page.locator(".cm-content").inner_text()


def test_long_lines_are_wrapped_and_brackets_indent(start: Start, visit: Visit) -> None:
    page = visit.author(start(mine=""), "mine.rspec", wait=False)
    page.wait_for_selector(".wb-start:not([hidden])")
    page.locator(".cm-content").click()
    page.keyboard.type("# " + "very " * 80)
    scroller = "document.querySelector('.cm-scroller')"
    assert page.evaluate(f"{scroller}.scrollWidth <= {scroller}.clientWidth")
    page.keyboard.press("Enter")
    page.keyboard.insert_text("record trail ")
    page.keyboard.type("{")
    page.keyboard.press("Escape")  # Enter would take what is offered
    page.keyboard.press("Enter")
    page.keyboard.insert_text("fee: ")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="money").wait_for()
    page.keyboard.press("Escape")
    assert "record trail {\n  fee: \n}" in page.locator(".cm-content").inner_text()


def test_no_line_is_broken_within_an_arrow_or_after_a_sign(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    rows = """[...document.querySelectorAll(".joined")].map(
        each => [each.textContent, new Set([...each.getClientRects()].map(at => at.y)).size])"""
    found: set[tuple[str, int]] = set()
    for width in range(900, 1300, 10):
        page.set_viewport_size({"width": width, "height": 800})
        found |= {(text, lines) for text, lines in page.evaluate(rows)}
    assert found == {("->", 1), ("-glad", 1)}


def test_an_item_that_is_typed_further_in_moves_to_the_margin(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    visit.go_to("say calm(?a) as")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.insert_text('  "{{ a }} is at rest."')
    page.keyboard.press("Enter")
    page.keyboard.type("say ")
    page.keyboard.insert_text("kind(?b) as")
    page.keyboard.press("Enter")
    page.keyboard.insert_text('"on {{ b }}"')
    text = page.locator(".cm-content").inner_text()
    assert '  "{{ a }} is at rest."\nsay kind(?b) as\n  "on {{ b }}"' in text


def test_what_is_told_of_a_completion_is_in_sight(start: Start, visit: Visit) -> None:
    page = visit.author(start())
    visit.go_to("logic asp")
    page.keyboard.type("\ntheory ")
    about = page.locator(".cm-completionInfo")
    about.wait_for()
    seen = """e => { const r = e.getBoundingClientRect();
        return e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"""
    assert about.evaluate(seen)
