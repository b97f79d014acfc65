"""Practice: a puzzle of each kind, failed, shown and solved."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bestguess as bg
from bestguess.puzzles import KINDS, Puzzle, make, shipped_puzzles
from browsing import Visitor, address_of, for_verify, hook

GAME = bg.game("mastermind(4,6)")


def puzzle_of(kind: str, number: int = 1) -> Puzzle:
    """The puzzle of this number, as it ships."""
    found = shipped_puzzles(GAME, KINDS[kind], number, 1)
    assert found is not None
    return found[-1]


def address(kind: str, number: int = 1) -> str:
    """The address of a puzzle."""
    return f"#/practice?game=mastermind(4,6)&kind={kind}&number={number}"


def give(page: Page, code: str) -> None:
    """Types a row in the place of what is there, and gives it, by the keyboard."""
    for _ in range(5):
        page.keyboard.press("Backspace")
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def state(page: Page, name: str) -> None:
    """The result becomes *name*."""
    expect(hook(page, "result")).to_have_attribute("data-state", name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_of_each_kind(visit: Visitor, look: dict[str, Any], kind: str) -> None:
    """A wrong guess is told why, another is tried, the solution is right, and the next puzzle follows."""
    puzzle = puzzle_of(kind)
    page = visit(address(kind), **look)
    expect(hook(page, "row").and_(page.locator("[data-kind=played]"))).to_have_count(len(puzzle.history))
    expect(hook(page, "difficulty")).to_have_text("●" * puzzle.difficulty + "○" * (3 - puzzle.difficulty))
    page.keyboard.press("Enter")
    expect(hook(page, "said")).to_have_text("Fill every place first.")
    wrong = puzzle.near_miss
    assert wrong is not None
    give(page, wrong.guess)
    state(page, "wrong")
    said = hook(page, "said")
    expect(said).to_contain_text(f"{' '.join(wrong.guess)} is not it.")
    if kind == "only-secret":
        expect(said).to_contain_text(f"row {wrong.row}")
    elif kind == "best-guess":
        assert puzzle.expected is not None
        assert wrong.loss is not None
        mean = float(puzzle.expected + wrong.loss)
        expect(said).to_contain_text(f"{mean:.2f} guesses on average, the best one {float(puzzle.expected):.2f}")
    else:
        expect(said).to_contain_text(f"{wrong.candidates_after} codes would be left for one guess")
    give(page, puzzle.solutions[0])
    state(page, "right")
    expect(said).to_contain_text("Right.")
    if kind != "only-secret":
        expect(hook(page, "parts").locator("li")).to_have_count(len(puzzle.parts))
    expect(hook(page, "next")).to_be_focused()
    expect(hook(page, "next")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(hook(page, "number")).to_have_text("Puzzle 2 of 50")
    state(page, "open")


@for_verify
def test_streak_and_solved_are_kept(visit: Visitor, look: dict[str, Any]) -> None:
    """Puzzles solved at the first try make a streak, which a shown solution ends; what is solved is kept."""
    page = visit("#/practice?game=mastermind(4,6)", **look)
    hook(page, "kind").and_(page.locator("[data-kind=only-secret]")).click()
    for number in (1, 2):
        expect(hook(page, "number")).to_have_text(f"Puzzle {number} of 50")
        give(page, puzzle_of("only-secret", number).solutions[0])
        state(page, "right")
        expect(hook(page, "streak")).to_have_text(f"{number} in a row")
        hook(page, "next").click()
    expect(hook(page, "number")).to_have_text("Puzzle 3 of 50")
    hook(page, "show").click()
    state(page, "shown")
    expect(hook(page, "said")).to_contain_text(" ".join(puzzle_of("only-secret", 3).solutions[0]))
    expect(hook(page, "streak")).to_have_count(0)
    kept = json.loads(page.evaluate("localStorage.getItem('bestguess.practice')"))
    puzzles = "mastermind(4,6) only-secret 1"
    assert kept == {"solved": {puzzles: [1, 2]}, "failed": {puzzles: [3]}, "streak": 0, "longest": 2}
    page.reload()
    expect(page.locator("[data-slot]").first).to_be_visible()
    give(page, puzzle_of("only-secret", 3).solutions[0])
    state(page, "right")
    expect(hook(page, "streak")).to_have_count(0)
    hook(page, "back").click()
    expect(hook(page, "progress")).to_have_text("3 solved")
    page.reload()
    hook(page, "kind").and_(page.locator("[data-kind=only-secret]")).click()
    expect(hook(page, "number")).to_have_text("Puzzle 4 of 50")
    assert address_of(page)["number"] == "4"


def test_by_touch(visit: Visitor, look: dict[str, Any]) -> None:
    """Symbols and Check are in sight with the board, and solve a puzzle by pressing alone."""
    puzzle = puzzle_of("win-in-two")
    page = visit(address("win-in-two"), **look)
    for symbol in puzzle.solutions[0]:
        hook(page, "palette").locator(f"[data-symbol='{symbol}']").click()
    expect(page.locator("[data-slot='0']")).to_be_in_viewport()
    hook(page, "guess").click()
    state(page, "right")
    hook(page, "possible").locator("summary").click()
    expect(hook(page, "possible").locator("li")).to_have_count(puzzle.candidates)


def test_puzzles_that_are_made_on_request(visit: Visitor) -> None:
    """A game whose puzzles do not ship has them made; one that is too large, or none, is told so."""
    page = visit("#/practice?game=mastermind(3,5)&kind=only-secret")
    expect(hook(page, "number")).to_have_text("Puzzle 1 of 10")
    give(page, next(make("mastermind(3,5)", "only-secret", 1, 1)).solutions[0])
    state(page, "right")
    visit.allow("422")
    page.goto(f"{visit.address}#/practice?game=mastermind(6,9)&kind=only-secret")
    expect(hook(page, "lost")).to_contain_text("too large for puzzles")
    page.goto(f"{visit.address}{address('win-in-two', 51)}")
    expect(hook(page, "lost")).to_contain_text("There is no puzzle 51 in this set.")
    page.goto(f"{visit.address}#/practice?game=chess")
    expect(hook(page, "lost")).to_contain_text("names no game: chess")


def test_without_the_server(visit: Visitor) -> None:
    """Offline, the page says that puzzles need the server; once it is back, they come."""
    page = visit("#/practice?game=mastermind(4,6)")
    visit.allow("ERR_INTERNET_DISCONNECTED|api/puzzles")
    page.context.set_offline(True)
    hook(page, "kind").first.click()
    expect(page.get_by_text("Puzzles come from the server, and it cannot be reached.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(hook(page, "number")).to_have_text("Puzzle 1 of 50")


def test_the_focus_goes_to_the_row_to_fill(visit: Visitor, look: dict[str, Any]) -> None:
    """A kind chosen by the keyboard is gone once its puzzle is there; the first place of the row has the focus."""
    page = visit("#/practice", **look)
    hook(page, "kind").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-slot='0']")).to_be_focused()
