"""What was seen counts, nothing is lost: undo, giving up, going back, closing the tab, several tabs, new games."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from browsing import Visitor, draws_of, history_of, hook, more, play, played

GAME = "mastermind(4,6,rows=10)"


def figures(page: Page, game: str = GAME) -> dict[str, Any]:
    """What the statistics in the browser say of *game*."""
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('bestguess.stats') ?? '{\"games\":{}}'"))
    one: dict[str, Any] = found["games"].get(game, {})
    return one


def test_undo_is_counted(visit: Visitor, look: dict[str, Any]) -> None:
    """A row that was undone was seen: the game is counted apart, and the result says so."""
    page = visit(draws=draws_of("3512"), **look)
    play(page, "1122")
    hook(page, "undo").click()
    expect(played(page)).to_have_count(0)
    expect(hook(page, "said")).to_have_text("Row 1 undone. The board is empty.")
    play(page, "3512")
    expect(hook(page, "outcome")).to_contain_text("1 guess.")
    expect(hook(page, "help-used")).to_have_text("With undo (2 answers seen).")
    assert figures(page)["helped"] == 1
    assert figures(page)["played"] == 0


def test_back_and_forth_alone_is_no_undo(visit: Visitor) -> None:
    """The browser's Back counts as Undo only once another guess is played: coming forward again shows nothing new."""
    page = visit(draws=[*draws_of("3512"), *draws_of("3512")])
    play(page, "1122")
    page.go_back()
    expect(played(page)).to_have_count(0)
    page.go_forward()
    play(page, "3512")
    expect(hook(page, "outcome")).to_be_visible()
    expect(hook(page, "help-used")).to_have_count(0)
    assert figures(page)["won"] == 1
    hook(page, "again").click()
    play(page, "1122")
    page.go_back()
    expect(played(page)).to_have_count(0)
    play(page, "3512")
    expect(hook(page, "help-used")).to_contain_text("With undo")


def test_given_up_then_back_and_forward(visit: Visitor, look: dict[str, Any]) -> None:
    """Giving up asks once and shows the secret; then Back shows an earlier position of a game that is over."""
    page = visit(draws=draws_of("6543"), **look)
    play(page, "1122", "3344")
    before = history_of(page)
    more(page, "give-up")
    expect(hook(page, "outcome")).to_have_count(0)
    hook(page, "give-up-yes").click()
    expect(hook(page, "outcome")).to_be_focused()
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "given up")
    expect(hook(page, "outcome").get_by_label("6 5 4 3")).to_be_visible()
    page.go_back()
    expect(played(page)).to_have_count(1)
    expect(hook(page, "outcome")).to_contain_text("Given up after 2 guesses.")
    expect(hook(page, "looking")).to_contain_text("The game is over. The board shows it after row 1.")
    hook(page, "to-end").click()
    expect(played(page)).to_have_count(2)
    expect(hook(page, "looking")).to_have_count(0)
    assert history_of(page) == before
    page.go_back()
    page.reload()
    expect(hook(page, "outcome")).to_contain_text("Given up after 2 guesses.")
    assert figures(page)["lost"] == 1


def test_a_game_over_stays_over(visit: Visitor) -> None:
    """Going back after a win offers no other guess; going through it again from the review counts for nothing."""
    page = visit(draws=draws_of("3512"))
    play(page, "1122", "2233", "3512")
    page.go_back()
    expect(hook(page, "looking")).to_be_visible()
    expect(hook(page, "guess")).to_have_count(0)
    page.go_forward()
    hook(page, "open-review").click()
    hook(page, "show-move").nth(1).click()
    hook(page, "try").click()
    expect(played(page)).to_have_count(1)
    page.keyboard.press("Enter")  # the better guess is typed already
    expect(played(page)).to_have_count(2)
    assert figures(page) == figures(page) | {"played": 1, "won": 1, "helped": 0}


def test_closing_the_tab_loses_nothing(visit: Visitor, look: dict[str, Any]) -> None:
    """The page without an address goes on with the last game, with the same secret; its storage hides the secret."""
    context = visit.context(draws=draws_of("3512"), **look)
    page = context.new_page()
    page.goto(visit.address)
    play(page, "1122")
    stored = page.evaluate("JSON.stringify({...localStorage})")
    assert "3512" not in stored
    page.close()
    again = context.new_page()
    again.goto(visit.address)
    expect(played(again)).to_have_count(1)
    play(again, "3512")
    expect(hook(again, "outcome")).to_have_attribute("data-stand", "won")
    again.close()
    third = context.new_page()
    third.goto(visit.address)
    expect(third.locator("[data-slot]")).to_have_count(4)
    expect(played(third)).to_have_count(0)


def test_two_tabs_do_not_mix(visit: Visitor) -> None:
    """Two tabs with two games keep both; two tabs with one game show the same rows, and it is counted once."""
    context = visit.context(draws=[*draws_of("3512"), *draws_of("1234")])
    one = context.new_page()
    one.goto(visit.address)
    play(one, "1122")
    other = context.new_page()
    other.goto(f"{visit.address}#/play?game=mastermind(3,4,rows=6)")
    play(other, "112")
    one.reload()
    expect(played(one)).to_have_count(1)
    same = context.new_page()
    same.goto(one.url)
    play(same, "2211")
    expect(played(one)).to_have_count(2)
    play(one, "3512")
    expect(hook(same, "outcome")).to_contain_text("3 guesses.")
    assert figures(one)["played"] == 1
    expect(played(other)).to_have_count(1)
    expect(hook(other, "guess")).to_be_visible()


def test_a_new_game_is_taken_back(visit: Visitor, look: dict[str, Any]) -> None:
    """A new game in the middle is announced and can be taken back, by button or Alt+U, until a row is played.

    It keeps its secret, also with marks filled in by the page.
    """
    page = visit(draws=[*draws_of("3512"), *draws_of("1111"), *draws_of("2222")], **look)
    play(page, "1122")
    page.keyboard.press("Alt+x")
    hook(page, "fill-marks").check()
    page.keyboard.press("Alt+x")
    expect(hook(page, "fill-marks")).to_have_count(0)
    more(page, "new")
    expect(played(page)).to_have_count(0)
    expect(hook(page, "said")).to_contain_text("New game: Mastermind")
    expect(hook(page, "said")).to_contain_text("can be taken back")
    hook(page, "take-back").click()
    expect(played(page)).to_have_count(1)
    expect(hook(page, "take-back")).to_have_count(0)
    page.keyboard.press("Alt+n")
    expect(hook(page, "take-back")).to_be_visible()
    page.reload()
    expect(hook(page, "take-back")).to_be_visible()
    page.keyboard.press("Alt+u")
    expect(played(page)).to_have_count(1)
    play(page, "3512")
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")
    hook(page, "again").click()
    expect(hook(page, "take-back")).to_have_count(0)


def test_an_incomplete_row_and_the_menu(visit: Visitor, look: dict[str, Any]) -> None:
    """Enter on a row with empty places says how many; the next symbol takes the line away.

    The menu opens in sight, by keyboard too; Escape closes it and gives the focus back.
    """
    page = visit(**look)
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    expect(hook(page, "missing")).to_have_text("2 places are empty.")
    expect(hook(page, "missing")).to_be_in_viewport()
    page.keyboard.type("3")
    expect(hook(page, "missing")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(hook(page, "missing")).to_have_text("1 place is empty.")
    hook(page, "more").focus()
    page.keyboard.press("Enter")
    expect(hook(page, "more")).to_have_attribute("aria-expanded", "true")
    for name in ("new", "share", "give-up"):
        expect(hook(page, name)).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    expect(hook(page, "new")).to_be_focused()
    page.keyboard.press("Escape")
    expect(hook(page, "new")).to_have_count(0)
    expect(hook(page, "more")).to_be_focused()
