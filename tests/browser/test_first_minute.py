"""The first minute: what a newcomer sees, and how the rules are found again."""

from typing import Any

from playwright.sync_api import Page, expect

from browsing import Visitor, draws_of, hook, play

_SHIFTS = """
window.shifted = 0
new PerformanceObserver((list) => list.getEntries().forEach(({value}) => (window.shifted += value)))
  .observe({type: 'layout-shift', buffered: true})
"""
GOALS = {
    "mastermind(4,6)": "Find the hidden code. Each guess tells how many pegs are right.",
    "bullscows(4,10)": "Find the hidden number. Each guess tells how many digits are right.",
    "twod(10)": "Find two hidden numbers. Each guess tells whether they are lower or higher.",
}


def _newcomer(visit: Visitor, look: dict[str, Any], where: str = "", **options: Any) -> Page:
    """A page of someone who was never here, which counts how much its layout shifts."""
    context = visit.context(newcomer=True, **look, **options)
    context.add_init_script(_SHIFTS)
    page = context.new_page()
    page.goto(visit.address + where)
    return page


def test_first_visit(visit: Visitor, look: dict[str, Any]) -> None:
    """A newcomer sees a note on the board that says in two steps what answers mean; nothing moves meanwhile.

    Read or skipped once, it is gone, also the next time.
    """
    page = _newcomer(visit, look)
    card = hook(page, "first-visit")
    expect(card).to_contain_text("Say the code were 1243")
    expect(card).to_contain_text("Black: the 1 is right, and in its place")
    for needed in (card, page.locator("[data-slot='0']"), hook(page, "palette"), hook(page, "guess")):
        expect(needed).to_be_in_viewport()
    expect(page.get_by_text("Perfect play needs 4.34 guesses on average: can you beat it?")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shifted") == 0
    hook(page, "coach-next").click()
    expect(card).to_contain_text("Your turn: four colours, then Guess")
    hook(page, "coach-play").click()
    expect(card).to_have_count(0)
    page.reload()
    expect(page.locator("[data-slot='0']")).to_be_visible()
    expect(card).to_have_count(0)


def test_first_visit_ends_with_the_first_game(visit: Visitor, look: dict[str, Any]) -> None:
    """The note goes with the first guess, and the board does not move; it can be skipped for good."""
    page = _newcomer(visit, look, draws=draws_of("3512"))
    top = "document.querySelector('.board').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    for code in ("1122", "1314", "3512"):
        play(page, code)
        expect(hook(page, "first-visit")).to_have_count(0)
    expect(hook(page, "outcome")).to_be_visible()
    hook(page, "again").click()
    hook(page, "first-visit-close").click()
    expect(hook(page, "first-visit")).to_have_count(0)
    assert page.evaluate(top) == before
    page.goto(visit.address + "#/play?game=bullscows(4,10)")
    expect(page.locator("[data-slot='0']")).to_be_visible()
    expect(hook(page, "first-visit")).to_have_count(0)


def test_how_to_play(visit: Visitor, look: dict[str, Any]) -> None:
    """The rules are one tap away, open at the game that is played, and have pictures, the other games and the keys."""
    page = visit("#/play?game=bullscows(4,10)", **look)
    opener = hook(page, "help-here" if look["viewport"]["width"] < 1000 else "help")
    expect(opener).to_be_in_viewport()
    opener.click()
    dialog = page.get_by_role("dialog", name="How to play")
    expect(dialog).to_contain_text(GOALS["bullscows(4,10)"])
    for other, goal in GOALS.items():
        dialog.locator(f"[data-family={other.split('(')[0]}]").click()
        expect(dialog).to_contain_text(goal)
        assert dialog.get_by_role("img").count() >= 5
    expect(dialog.get_by_text("Alt+U")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-slot='0']")).to_be_focused()  # the next Enter is meant for the guess
