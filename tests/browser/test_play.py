"""Playing: by mouse, keyboard and touch, to the end or not, forth and back."""

import re

import pytest
from playwright.sync_api import Page, expect

import bestguess as bg
from browsing import PHONE, Visitor, choose, draws_of, expect_draft, history_of, hook, play, played, press, symbol

GAME = bg.game("mastermind(4,6)")


def answers(secret: str, *guesses: str) -> str:
    """The history of *guesses* when *secret* is the secret, by the library."""
    return " ".join(f"{guess}:{GAME.score(guess, secret)}" for guess in guesses)


def expect_end(page: Page, stand: str) -> None:
    """The game has ended: won, lost or given up."""
    expect(hook(page, "outcome")).to_have_attribute("data-stand", stand)


def test_won_with_the_mouse(visit: Visitor) -> None:
    """A game is won by the mouse alone, and every answer is the library's."""
    page = visit(draws=draws_of("3512"))
    guesses = ("1122", "1314", "3512")
    for guess in guesses:
        press(page, guess)
    expect_end(page, "won")
    assert history_of(page) == answers("3512", *guesses)
    expect(hook(page, "outcome")).to_contain_text("3 guesses.")


def test_won_with_the_keyboard(visit: Visitor) -> None:
    """A game is won by the keyboard alone, corrections included."""
    page = visit(draws=draws_of("6543"))
    page.keyboard.type("1124")
    page.keyboard.press("Backspace")
    page.keyboard.type("2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("3")  # the last place now holds a 3
    page.keyboard.press("Enter")
    expect(played(page)).to_have_count(1)
    play(page, "6543")
    expect_end(page, "won")
    assert history_of(page) == answers("6543", "1123", "6543")
    page.keyboard.press("Alt+n")
    expect(played(page)).to_have_count(0)


def test_won_on_a_phone(visit: Visitor) -> None:
    """A game is won by touch on a small screen, where symbols and Guess stay in reach without scrolling sideways."""
    page = visit(draws=draws_of("2244"), **PHONE)
    for guess in ("1122", "2244"):
        for sign in guess:
            symbol(page, sign).tap()
        expect(hook(page, "guess")).to_be_in_viewport()
        hook(page, "guess").tap()
    expect_end(page, "won")
    assert history_of(page) == answers("2244", "1122", "2244")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_enter_guesses_after_help_was_closed(visit: Visitor) -> None:
    """On a phone with a keyboard: after Escape closed the hint, Enter plays the row, whether it is full or was not."""
    page = visit(draws=draws_of("3512"), **PHONE)
    for start, rest in (("11", "22"), ("1314", "")):
        before = played(page).count()
        page.keyboard.type(start)
        hook(page, "open-hint").click()
        expect(hook(page, "sheet")).to_be_visible()
        page.keyboard.press("Escape")
        expect(hook(page, "sheet")).to_have_count(0)
        page.keyboard.type(rest)
        page.keyboard.press("Enter")
        expect(played(page)).to_have_count(before + 1)
    assert history_of(page) == answers("3512", "1122", "1314")


@pytest.mark.parametrize("opener", ["settings", "help", "game"])
def test_enter_guesses_after_a_dialog_was_closed(visit: Visitor, opener: str) -> None:
    """After a dialog over a full row is closed, Enter plays the row, and the dialog stays closed."""
    page = visit(draws=draws_of("3512"))
    page.locator("[data-slot='0']").wait_for()
    page.keyboard.type("1122")
    hook(page, opener).click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(played(page)).to_have_count(1)
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_computer_finishes_and_is_praised_for_nothing(visit: Visitor) -> None:
    """After "Let the computer finish" the verdict praises nobody, and the focus is on the result."""
    page = visit(draws=draws_of("3512"))
    play(page, "1122")
    hook(page, "finish").click()
    expect(hook(page, "outcome").get_by_role("heading")).to_have_text("Found")
    expect(hook(page, "outcome")).to_be_focused()


def test_a_code_is_pasted_or_filled_in_any_order(visit: Visitor) -> None:
    """A whole code can be pasted, and Enter plays it; a slot that is pressed is where the next symbol goes."""
    page = visit(draws=draws_of("1234"))
    page.locator("[data-slot='0']").click()
    page.evaluate("""() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', ' 4321 ')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true}))
    }""")
    expect_draft(page, "4321")
    page.keyboard.press("Enter")
    expect(played(page)).to_have_count(1)
    for place, sign in ((3, "4"), (0, "1"), (2, "3"), (1, "2")):
        page.locator(f"[data-slot='{place}']").click()
        symbol(page, sign).click()
    hook(page, "guess").click()
    expect_end(page, "won")
    assert history_of(page) == "4321:0.4 1234:4.0"


def test_lost(visit: Visitor) -> None:
    """When the rows are used up the game is lost, and the secret is shown."""
    page = visit("#/play?game=mastermind(4,6,rows=3)", draws=draws_of("6543"))
    play(page, "1111", "1111", "2222")
    expect_end(page, "lost")
    expect(hook(page, "outcome").get_by_label("6 5 4 3")).to_be_visible()
    expect(hook(page, "guess")).to_have_count(0)
    hook(page, "open-review").click()
    hook(page, "numbers").locator("summary").click()
    expect(hook(page, "review")).to_contain_text(
        "Extra, luck and best are about the fewest guesses, as if there were more"
    )


def test_the_computer_finishes_from_the_start(visit: Visitor) -> None:
    """The computer says that it needs at most 5 guesses, proven, until it has found the secret within them."""
    page = visit(draws=draws_of("6543"), reduced_motion="no-preference")
    expect(hook(page, "finish-line")).to_contain_text("5 moves or fewer")
    hook(page, "finish").click()
    expect(hook(page, "at-most")).to_have_text(re.compile(r"^At most [2-5] guess(es)? in all \(proven\)\.$"))
    expect_end(page, "won")
    assert len(history_of(page).split()) <= 5
    expect(hook(page, "at-most")).to_have_count(0)


def test_the_computer_finishes_from_the_middle(visit: Visitor) -> None:
    """The computer goes on from where the player is, by the strategy of the settings."""
    page = visit(draws=draws_of("2635"))
    hook(page, "settings").click()
    hook(page, "strategy").select_option("entropy")
    page.keyboard.press("Escape")
    play(page, "1234", "4321")
    hook(page, "finish").click()
    expect_end(page, "won")
    assert history_of(page).startswith(answers("2635", "1234", "4321"))
    assert history_of(page).endswith("2635:4.0")


def test_back_is_undo_and_forward_is_redo(visit: Visitor) -> None:
    """The browser's buttons and Undo go through the same positions, and the secret stays the same.

    A turn is told in one sentence to those who listen. While the game runs, the secret is nowhere to be seen.
    """
    page = visit(draws=draws_of("3512"))
    play(page, "1122")
    left = bg.Position(GAME, answers("3512", "1122")).count
    expect(hook(page, "said")).to_have_text(f"Row 1: 1 1 2 2 — 1 exact, 1 misplaced. {left} left.")
    expect(hook(page, "candidates")).to_contain_text(str(left))
    assert "3512" not in page.url
    assert not re.search("3 ?5 ?1 ?2", page.content())
    play(page, "1314")
    page.go_back()
    expect(played(page)).to_have_count(1)
    page.go_back()
    expect(played(page)).to_have_count(0)
    page.go_forward()
    page.go_forward()
    expect(played(page)).to_have_count(2)
    hook(page, "undo").click()
    expect(played(page)).to_have_count(1)
    page.go_forward()
    expect(played(page)).to_have_count(2)
    play(page, "3512")
    assert history_of(page) == answers("3512", "1122", "1314", "3512")


def test_other_games(visit: Visitor) -> None:
    """Bulls and Cows is chosen in the picker; a digit cannot be taken twice. A size that is typed makes a game."""
    page = visit()
    choose(page, kind="numbers")
    symbol(page, "0").click()
    expect(symbol(page, "0")).to_be_disabled()
    for sign in "123":
        symbol(page, sign).click()
    hook(page, "guess").click()
    expect(played(page)).to_have_count(1)
    assert re.fullmatch(r"0123:\d\.\d", history_of(page))
    page = visit()
    hook(page, "game").click()
    page.locator("[data-kind=any] > input").check()
    page.get_by_label("Pegs").fill("2")
    page.get_by_label("Colours").fill("3")
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    expect(page.locator("[data-slot]")).to_have_count(2)
    expect(page.locator("[data-test=palette] [data-symbol]")).to_have_count(3)


def test_shortcuts_switched_off(visit: Visitor) -> None:
    """Switched off, keys do nothing beside the board."""
    page = visit()
    hook(page, "settings").click()
    page.get_by_role("dialog").get_by_label("Keys everywhere").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type("1122")
    expect_draft(page, "")


def test_reduced_motion(visit: Visitor) -> None:
    """With reduced motion nothing on the page moves; without, something may, for less than half a second."""
    longest = """() => Math.max(0, ...[...document.querySelectorAll('*')].flatMap((element) => {
      const style = getComputedStyle(element)
      return `${style.transitionDuration},${style.animationDuration}`.split(',').map(parseFloat)
    }))"""
    assert visit(reduced_motion="reduce").evaluate(longest) <= 0.001
    assert visit(reduced_motion="no-preference").evaluate(longest) <= 0.45
