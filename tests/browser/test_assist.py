"""Assist and Mine: games whose secret the page does not know."""

import re

from playwright.sync_api import Page, expect

import bestguess as bg
from browsing import Visitor, address_of, for_verify, history_of, hook, played

GAME = bg.game("mastermind(4,6)")
ASSIST = "#/assist?game=mastermind(4,6)"
CONTRADICTION = f"{ASSIST}&history=1122:0.1+1345:2.0+6666:2.0"


def enter(page: Page, guess: str, feedback: str) -> None:
    """Types a row with its feedback, by the keyboard."""
    before = played(page).count()
    hook(page, "code").fill(guess)
    hook(page, "feedback").fill(feedback)
    page.keyboard.press("Enter")
    expect(played(page)).to_have_count(before + 1)


def expect_advice(page: Page, guess: str) -> None:
    """The best guess that is told becomes *guess*, and stays when nothing more is awaited."""
    best = hook(page, "advice").locator("[data-code]")
    expect(best).to_have_attribute("data-code", guess)
    expect(hook(page, "advice")).to_have_attribute("aria-busy", "false")
    expect(best).to_have_attribute("data-code", guess)


def test_assist_by_the_keyboard(visit: Visitor) -> None:
    """A game played elsewhere is typed in, and the advice after each row is the library's."""
    page = visit(ASSIST)
    enter(page, "1122", "1.0")
    enter(page, "1344", "0.1")
    assert history_of(page) == "1122:1.0 1344:0.1"
    expect(hook(page, "candidates")).to_contain_text("44 codes")
    expect_advice(page, bg.advise(GAME, "1122:1.0 1344:0.1").suggestions[0].guess)


def test_assist_by_the_mouse(visit: Visitor) -> None:
    """The best guess is one press away, and a feedback two more."""
    page = visit(ASSIST)
    best = hook(page, "advice").locator("[data-code]")
    expect(best).to_be_visible()
    guess = best.get_attribute("data-code")
    best.click()
    expect(hook(page, "code")).to_have_value(str(guess))
    hook(page, "exact-1").check(force=True)
    hook(page, "misplaced-2").check(force=True)
    hook(page, "add").click()
    expect(played(page)).to_have_count(1)
    assert history_of(page) == f"{guess}:1.2"


def test_a_row_is_ignored_heeded_edited_and_deleted(visit: Visitor) -> None:
    """A row that is ignored no longer counts until it is heeded again; another feedback takes its place; it may go."""
    page = visit(CONTRADICTION)
    page.get_by_role("button", name="Edit row 3").click()
    page.get_by_role("button", name="Ignore row 3", exact=True).last.click()
    left = bg.Position(GAME, "1122:0.1 1345:2.0").count
    expect(hook(page, "candidates")).to_contain_text(f"{left} codes")
    assert address_of(page)["ignored"] == "3"
    page.reload()
    expect(hook(page, "candidates")).to_contain_text(f"{left} codes")
    page.get_by_role("button", name="Edit row 3").click()
    page.get_by_role("button", name="Heed row 3 again").click()
    expect(hook(page, "contradiction")).to_be_visible()
    assert "ignored" not in address_of(page)
    page.get_by_role("button", name="Edit row 3").click()
    expect(hook(page, "code")).to_have_value("6666")
    hook(page, "feedback").fill("0.0")
    hook(page, "add").click()
    expect(hook(page, "contradiction")).to_have_count(0)
    assert history_of(page) == "1122:0.1 1345:2.0 6666:0.0"
    page.get_by_role("button", name="Edit row 1").click()
    page.get_by_role("button", name="Delete row 1").click()
    expect(played(page)).to_have_count(2)
    assert history_of(page) == "1345:2.0 6666:0.0"
    hook(page, "undo").click()
    expect(played(page)).to_have_count(3)
    expect(hook(page, "turn")).to_contain_text("Undone. Row 3")


def test_contradiction_its_repair_and_undo(visit: Visitor) -> None:
    """When no secret fits, the page says which rows clash and offers repairs that leave what they promise.

    Undo after a repair brings back the rows before it; after a new start, the rows; then it takes back each row.
    """
    page = visit("#/assist")
    for guess, feedback in (("1122", "0.1"), ("1345", "2.0"), ("6666", "2.0")):
        enter(page, guess, feedback)
    before = history_of(page)
    expect(hook(page, "contradiction")).to_contain_text("No code fits all rows")
    repair = hook(page, "repair").first
    promised = re.search(r"([\d,]+) candidates? left", repair.inner_text())
    assert promised
    repair.click()
    expect(hook(page, "contradiction")).to_have_count(0)
    left = bg.Position(GAME, history_of(page)).count
    assert left == int(promised[1].replace(",", "")) > 0
    expect(hook(page, "candidates")).to_contain_text(f"{left} code")
    page.go_back()
    expect(hook(page, "contradiction")).to_be_visible()
    page.go_forward()
    expect(hook(page, "contradiction")).to_have_count(0)
    hook(page, "undo").click()
    expect(hook(page, "contradiction")).to_be_visible()
    assert history_of(page) == before
    page.get_by_role("button", name="Start again").click()
    expect(hook(page, "turn")).to_have_text("Started again: no rows.")
    hook(page, "undo").click()
    expect(played(page)).to_have_count(3)
    for left in (2, 1, 0):
        hook(page, "undo").click()
        expect(played(page)).to_have_count(left)
    expect(hook(page, "undo")).to_be_disabled()


@for_verify
def test_a_large_game(visit: Visitor) -> None:
    """Beyond a table: candidates are counted, a guess is advised, and what comes from a sample says so."""
    page = visit("#/assist?game=mastermind(8,12)&history=11223344:2.1+15567812:3.2")
    left = bg.Position("mastermind(8,12)", "11223344:2.1 15567812:3.2").count
    expect(hook(page, "candidates")).to_contain_text(f"{left:,} codes are possible")
    expect(hook(page, "advice").locator("[data-code]")).to_have_count(1)
    expect(hook(page, "advice")).to_contain_text("estimates from a sample")
    page.get_by_role("button", name="Why").click()
    expect(hook(page, "sampled")).to_be_visible()
    expect(hook(page, "parts").locator("li .size").first).to_contain_text("≈")


def test_the_computer_guesses_mine(visit: Visitor) -> None:
    """The computer finds a secret that only the player knows, within what it says it needs at most."""
    secret = "4316"
    page = visit("#/mine?game=mastermind(4,6)")
    for turn in range(1, 6):
        asked = hook(page, "guess").and_(page.locator("[data-code]"))
        expect(page.get_by_role("heading", name=f"Guess {turn}")).to_be_visible()
        expect(asked).to_have_count(1)
        guess = asked.get_attribute("data-code") or ""
        most = re.search(r"At most (\d) guess", hook(page, "at-most").inner_text())
        assert most is None or turn - 1 + int(most[1]) <= 5
        hook(page, "feedback").fill(GAME.score(guess, secret))
        page.keyboard.press("Enter")
        if guess == secret:
            break
    expect(hook(page, "told")).to_contain_text(f"Your code is 4 3 1 6, found in {turn} guess")


def test_the_last_row_is_not_thrown_away(visit: Visitor) -> None:
    """With one row left the best guess may win, and the chance is told; with rows to spare it is not.

    Undo takes away the rows of a link.
    """
    history = "1122:1.0+1344:0.1+3526:1.2"
    page = visit(f"#/assist?game=mastermind(4,6,rows=4)&history={history}")
    expect_advice(page, "3632")
    expect(hook(page, "advice").locator("[data-test=chance]")).to_contain_text("14%")
    page = visit(f"#/assist?game=mastermind(4,6,rows=10)&history={history}")
    expect(hook(page, "advice")).to_contain_text("expected")
    expect(hook(page, "advice").locator("[data-test=chance]")).to_have_count(0)
    for left in (2, 1, 0):
        hook(page, "undo").click()
        expect(played(page)).to_have_count(left)
    expect(hook(page, "undo")).to_be_disabled()
