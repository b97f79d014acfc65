"""Assist, and the computer guesses yours: games whose code the page does not know."""

import re

from playwright.sync_api import Page, expect

import bestguess as bg
from browsing import Visitor, address_of, expect_draft, for_verify, history_of, hook, played

GAME = bg.game("mastermind(4,6)")
ASSIST = "#/assist?game=mastermind(4,6)"
CONTRADICTION = f"{ASSIST}&history=1122:0.1+1345:2.0+6666:2.0"


def enter(page: Page, guess: str, feedback: str) -> None:
    """Types a row with its feedback, by the keyboard."""
    before = played(page).count()
    page.keyboard.type(guess + feedback.replace(".", ""))
    page.keyboard.press("Enter")
    expect(played(page)).to_have_count(before + 1)


def expect_advice(page: Page, guess: str) -> None:
    """The best guess that is told becomes *guess*, and stays when nothing more is awaited."""
    best = hook(page, "best")
    expect(best).to_have_attribute("data-code", guess)
    expect(hook(page, "advice")).to_have_attribute("aria-busy", "false")
    expect(best).to_have_attribute("data-code", guess)


def test_assist_by_the_keyboard(visit: Visitor) -> None:
    """A game played elsewhere is typed in, and the advice after each row is the library's."""
    page = visit(ASSIST)
    enter(page, "1122", "1.0")
    enter(page, "1344", "0.1")
    assert history_of(page) == "1122:1.0 1344:0.1"
    expect(hook(page, "candidates")).to_contain_text("44 possible codes")
    expect_advice(page, bg.advise(GAME, "1122:1.0 1344:0.1").suggestions[0].guess)


def test_assist_by_the_mouse(visit: Visitor) -> None:
    """The best guess is one press away, an answer two more; white pins that do not go with the black ones are off."""
    page = visit(ASSIST)
    guess = hook(page, "best").get_attribute("data-code")
    hook(page, "use").click()
    expect_draft(page, str(guess))
    hook(page, "exact-1").click()
    expect(hook(page, "misplaced-4")).to_be_disabled()
    hook(page, "misplaced-2").click()
    hook(page, "add").click()
    expect(played(page)).to_have_count(1)
    assert history_of(page) == f"{guess}:1.2"


def test_what_is_missing_in_a_row_is_said(visit: Visitor) -> None:
    """A row without its answer, or without all of its pegs, is not entered."""
    page = visit(ASSIST)
    page.locator("[data-slot='0']").wait_for()
    page.keyboard.type("112")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="1")).to_be_visible()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Now the answer it got.")).to_be_visible()
    expect(played(page)).to_have_count(0)


def test_a_row_is_ignored_heeded_edited_and_deleted(visit: Visitor) -> None:
    """A row that is ignored no longer counts until it is heeded again; another feedback takes its place; it may go."""
    page = visit(CONTRADICTION)
    page.get_by_role("button", name="Edit row 3").click()
    page.get_by_role("button", name="Ignore row 3", exact=True).last.click()
    left = bg.Position(GAME, "1122:0.1 1345:2.0").count
    expect(hook(page, "candidates")).to_contain_text(f"{left} possible code")
    assert address_of(page)["ignored"] == "3"
    page.reload()
    expect(hook(page, "candidates")).to_contain_text(f"{left} possible code")
    page.get_by_role("button", name="Edit row 3").click()
    page.get_by_role("button", name="Heed row 3 again").click()
    expect(hook(page, "contradiction")).to_be_visible()
    assert "ignored" not in address_of(page)
    page.get_by_role("button", name="Edit row 3").click()
    expect_draft(page, "6666")
    hook(page, "exact-0").click()
    hook(page, "misplaced-0").click()
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
    expect(hook(page, "contradiction")).to_contain_text("No code fits all answers")
    repair = hook(page, "repair").first
    promised = re.search(r"([\d,]+) left", repair.inner_text())
    assert promised
    repair.click()
    expect(hook(page, "contradiction")).to_have_count(0)
    left = bg.Position(GAME, history_of(page)).count
    assert left == int(promised[1].replace(",", "")) > 0
    expect(hook(page, "candidates")).to_contain_text(f"{left} possible code")
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
    expect(hook(page, "candidates")).to_contain_text(f"{left:,} possible codes")
    expect(hook(page, "best")).to_be_visible()
    expect(hook(page, "advice")).to_contain_text("estimates from a sample")
    page.get_by_role("button", name="Why").click()
    expect(hook(page, "sampled")).to_be_visible()
    expect(hook(page, "parts").locator("li .size").first).to_contain_text("≈")


YOURS = "#/mine?game=mastermind(4,6)"


def asked(page: Page, number: int) -> str:
    """The guess that the computer asks, once it is there: its *number* from 1."""
    expect(hook(page, "next")).to_contain_text("Think of a code" if number == 1 else f"Guess {number}.")
    guess = hook(page, "guess").and_(page.locator("[data-code]"))
    expect(guess).to_have_count(1)
    return guess.get_attribute("data-code") or ""


def test_the_computer_guesses_mine(visit: Visitor) -> None:
    """The computer finds a code that only the player knows, within what it says it needs at most, and says how.

    Answers are pressed, or typed as two digits.
    """
    code = "4316"
    page = visit(YOURS)
    lefts = ["1,296"]
    for turn in range(1, 6):
        guess = asked(page, turn)
        expect(hook(page, "at-most")).to_have_text(re.compile(r"^At most [1-5] guess"))
        if guess == code:
            hook(page, "right").click()
            break
        reply = GAME.score(guess, code)
        if turn == 2:
            page.keyboard.type(reply.replace(".", ""))
        else:
            page.locator(f"[data-answer='{reply}']").click()
        expect(played(page)).to_have_count(turn)
        lefts.append(f"{bg.Position(GAME, history_of(page)).count:,}")
        expect(hook(page, "candidates")).to_contain_text(f"{lefts[-1]} possible code")
        expect(hook(page, "side")).to_contain_text(f"{lefts[-2]} before this guess")
    told = hook(page, "told")
    expect(told.get_by_role("heading")).to_have_text(f"Got you in {turn}!")
    expect(told).to_contain_text(f"{lefts[0]} codes, then {', '.join(lefts[1:])} and yours.")
    expect(hook(page, "candidates")).to_have_text(re.compile(r"1\s+code: yours"))
    told.get_by_role("link", name="Play it back").click()
    expect(hook(page, "review")).to_be_visible()
    page.go_back()
    hook(page, "another").click()
    assert asked(page, 1)
    expect(played(page)).to_have_count(0)


def test_answers_that_cannot_be_are_off(visit: Visitor) -> None:
    """An answer is off that no possible code gives; one that is given all the same is a contradiction."""
    history = "1123:0.1+2445:1.1"
    page = visit(f"{YOURS}&history={history}")
    guess = asked(page, 3)
    position = bg.Position(GAME, history.replace("+", " "))
    on = {GAME.score(guess, code) for code in position.list_candidates().codes}
    assert position.count == 51
    for button in hook(page, "answers").locator("[data-answer]").all():
        off = button.get_attribute("aria-disabled") == "true"
        assert off != (button.get_attribute("data-answer") in on)
    page.locator("[data-answer][aria-disabled=true]").first.click(force=True)
    expect(hook(page, "contradiction")).to_be_visible()
    hook(page, "undo").click()
    assert asked(page, 3) == guess


def test_an_earlier_answer_is_changed(visit: Visitor) -> None:
    """An answer given before is changed by a press on it, or left as it is; that the guess was right ends the game."""
    page = visit(f"{YOURS}&history=1123:0.1+2445:1.1")
    guess = asked(page, 3)
    page.locator("[data-change='1']").click()
    expect(hook(page, "guess")).to_have_attribute("data-code", "1123")
    expect(page.locator("[data-answer='0.1']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    assert asked(page, 3) == guess
    page.locator("[data-change='1']").click()
    page.locator("[data-answer='1.0']").click()
    expect(hook(page, "next")).to_contain_text("Guess 3.")
    assert history_of(page) == "1123:1.0 2445:1.1"
    page.locator("[data-change='1']").click()
    hook(page, "right").click()
    expect(hook(page, "told").get_by_role("heading")).to_have_text("Got you in 1!")
    assert history_of(page) == "1123:4.0"


def test_only_answers_are_wrong_where_the_computer_guesses(visit: Visitor) -> None:
    """Its own guesses are never blamed: each repair leaves them as they are, and shows pins in place of digits."""
    history = "1122:0.1+1345:2.0+6666:2.0"
    page = visit(f"{YOURS}&history={history}")
    repairs = hook(page, "contradiction").locator("[data-test=repair]")
    expect(repairs.first).to_be_visible()
    hook(page, "contradiction").locator("[aria-expanded]").click()
    assert repairs.count() > 0
    for text in repairs.all_inner_texts():
        assert "misread" not in text
        assert not re.search(r"\d\.\d|\d{4}", text)
    repairs.last.click()
    expect(hook(page, "contradiction")).to_have_count(0)
    rows = [row.split(":")[0] for row in history_of(page).split()]
    assert rows == ["1122", "1345", "6666"]


def test_two_numbers_are_answered_in_words(visit: Visitor) -> None:
    """A game whose answers are words has a button for each; its first letter is typed."""
    page = visit("#/mine?game=twod(10)")
    expect(hook(page, "guess")).to_have_attribute("data-code", re.compile(r"\d\d"))
    expect(page.locator("[data-answer]")).to_have_count(3)
    page.keyboard.type("l")
    expect(played(page)).to_have_count(1)
    assert history_of(page).endswith(":low")


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
