"""Details that a visitor notices: what moves, what is cut, what stays when it should go."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browsing import PHONE, SMALL_PHONE, Visitor, draws_of, for_verify, hook, more, play, played

pytestmark = for_verify


def place_of(page: Page, what: str = ".surface") -> float:
    """How far below the top of the page the first *what* is."""
    return float(page.locator(what).first.evaluate("(one) => one.getBoundingClientRect().y + scrollY"))


def is_cut(one: Locator) -> bool:
    """Whether some of what is in it cannot be seen without scrolling it."""
    return bool(one.evaluate("(one) => one.scrollWidth > one.clientWidth"))


def test_a_new_game_moves_nothing(visit: Visitor, look: dict[str, Any]) -> None:
    """The line that offers to take a new game back leaves the board where it is, and covers no row that is typed."""
    page = visit(**look)
    play(page, "1122")
    before = place_of(page)
    hook(page, "new").click()
    expect(hook(page, "take-back")).to_be_in_viewport(ratio=1)
    assert place_of(page) == before
    row, line = page.locator(".row.active").bounding_box(), hook(page, "replaced").bounding_box()
    assert row
    assert line
    assert row["y"] + row["height"] <= line["y"]


def test_a_game_with_marks_keeps_its_secret(visit: Visitor) -> None:
    """With marks filled in by the page, a game that is taken back still has its own secret."""
    page = visit(draws=[*draws_of("3512"), *draws_of("1111")], **PHONE)
    play(page, "1122")
    more(page, "open-marks")
    hook(page, "fill-marks").check()
    hook(page, "marks-sheet-close").click()
    hook(page, "new").click()
    expect(played(page)).to_have_count(0)
    hook(page, "take-back").click()
    expect(played(page)).to_have_count(1)
    play(page, "3512")
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")


def test_the_menu_by_keyboard(visit: Visitor, look: dict[str, Any]) -> None:
    """The arrow keys go round in the menu, and Escape closes it and gives the focus back, wherever that is."""
    page = visit(**look)
    hook(page, "more").click()
    items = page.locator(".more .list button")
    page.keyboard.press("ArrowDown")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(items).to_have_count(0)
    expect(hook(page, "more")).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (1280, 880)])
def test_a_puzzle_stays_in_sight(visit: Visitor, width: int, height: int) -> None:
    """The row to fill is above the controls from the start; on all but the smallest screens a verdict moves nothing."""
    page = visit(
        "#/practice?game=mastermind(4,6)&kind=only-secret&number=1", viewport={"width": width, "height": height}
    )
    row, controls = page.locator(".row.active"), page.locator(".dock")
    expect(row).to_be_in_viewport(ratio=1)
    row_box, controls_box = row.bounding_box(), controls.bounding_box()
    assert row_box
    assert controls_box
    assert 0 <= controls_box["y"] - row_box["y"] - row_box["height"] < 60
    before = place_of(page)
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(hook(page, "result")).to_have_attribute("data-state", "wrong")
    expect(hook(page, "result")).to_be_in_viewport()
    if width > 320:
        assert place_of(page) == before


def test_the_first_card_stays_in_sight(visit: Visitor) -> None:
    """On a small phone what a newcomer is told stays in sight for the two guesses it is there for."""
    page = visit(newcomer=True, **SMALL_PHONE)
    for code in ("1122", "3344"):
        expect(hook(page, "first-visit")).to_be_in_viewport(ratio=1)
        play(page, code)
    expect(hook(page, "first-visit")).to_be_in_viewport(ratio=1)


def test_the_day_in_words(visit: Visitor, look: dict[str, Any]) -> None:
    """The day is written in few words in the language of the page, on one line, and another can be chosen."""
    page = visit.context(**look).new_page()
    page.clock.set_fixed_time("2026-11-16T12:00:00")
    page.goto(visit.address + "#/daily?date=2026-11-02")
    day = hook(page, "choose-day")
    expect(day).to_contain_text("Mon 2 Nov")
    box = day.bounding_box()
    assert box
    assert box["height"] == 44
    hook(page, "day").fill("2026-11-03")
    hook(page, "day").dispatch_event("change")
    expect(day).to_contain_text("Tue 3 Nov")


def test_why_in_plain_words(visit: Visitor, look: dict[str, Any]) -> None:
    """What a guess tells is said in codes and guesses; bits are for those who open the rest."""
    page = visit("#/play?game=mastermind(4,6)&history=1122:1.1", **look)
    hook(page, "open-why").click()
    why = hook(page, "why")
    expect(why).to_contain_text("Left after it, at most")
    expect(why.get_by_text("bits")).to_be_hidden()
    hook(page, "more-figures").locator("summary").click()
    expect(why.get_by_text("bits")).to_be_visible()


def test_nothing_is_cut(visit: Visitor, look: dict[str, Any]) -> None:
    """The result to share, the name of the game in large text and the hint in an empty field are shown whole."""
    page = visit("#/play?game=mastermind(4,6,rows=10)", draws=draws_of("3512"), **look)
    more(page, "open-marks")
    hook(page, "fill-marks").check()
    page.keyboard.press("Escape")
    play(page, "1122", "3512")
    hook(page, "share").click()
    assert not is_cut(hook(page, "result-text"))
    page.keyboard.press("Escape")
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert not is_cut(hook(page, "game").locator("span").first)
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.goto(f"{visit.address}#/explore/tree?game=mastermind(2,3)")
    needed = page.locator("input[name=rows]").evaluate(
        """(field) => {
          const pen = document.createElement('canvas').getContext('2d')
          const style = getComputedStyle(field)
          pen.font = style.font
          const around = 2 * parseFloat(style.paddingLeft) + 20 // and the arrows of a number field
          return pen.measureText(field.placeholder).width + around - field.clientWidth
        }"""
    )
    assert needed <= 0
