"""Beside the board: hints in steps, reasons, the list, and the review."""

import re

from playwright.sync_api import expect

import bestguess as bg
from browsing import Visitor, draws_of, hook, play, played

GAME = bg.game("mastermind(4,6)")
MIDDLE = "#/play?game=mastermind(4,6,rows=10)&history=1122:1.1+1314:1.1"
HISTORY = GAME.parse_history("1122:1.1 1314:1.1")
MINUS = "\N{MINUS SIGN}"
LEFT = bg.find_candidates(GAME, HISTORY)


def test_candidates(visit: Visitor) -> None:
    """The panel counts the candidates, now and before, as the library does."""
    page = visit(MIDDLE)
    before = bg.find_candidates(GAME, HISTORY[:1]).count
    expect(hook(page, "candidates")).to_have_text(re.compile(rf"^\s*{LEFT.count} candidates\s+before: {before}\s*$"))


def test_hint_in_steps(visit: Visitor) -> None:
    """Each hint is told only when it is asked for: a nudge, then good guesses, then the best, one press away."""
    page = visit(MIDDLE)
    codes = hook(page, "hint").locator("[data-code]")
    page.keyboard.press("Alt+h")
    expect(hook(page, "hint")).to_contain_text(re.compile("candidate has|is at place|certain yet"))
    expect(codes).to_have_count(0)
    hook(page, "hint-2").click()
    expect(codes.first).to_be_visible()
    good = codes.count()
    hook(page, "hint-3").click()
    expect(hook(page, "hint")).to_contain_text("guesses expected")
    best = codes.nth(good)
    code = best.get_attribute("data-code") or ""
    assert code == bg.advise(GAME, HISTORY).suggestions[0].guess
    best.click()
    expect(hook(page, "code")).to_have_value(code)


def test_why(visit: Visitor) -> None:
    """Why shows the partition of the last row as it was then; its parts sum to all candidates there were."""
    page = visit("#/play?game=mastermind(4,6)&history=1122:1.1")
    page.keyboard.press("Alt+w")
    parts = hook(page, "parts").locator("li")
    expect(parts.first).to_be_visible()
    said = " ".join(parts.all_inner_texts())
    assert sum(int(size) for size in re.findall(r": (\d+) candidate", said)) == 1296
    expect(hook(page, "why")).to_contain_text("What 1 1 2 2 told in row 1")


def test_what_if(visit: Visitor) -> None:
    """A code being typed is explained before it is played, with the rows that forbid it as the secret."""
    page = visit(MIDDLE)
    hook(page, "open-why").click()
    page.keyboard.type("1111")
    expect(hook(page, "why")).to_contain_text("1 1 1 1 cannot be the secret")
    expect(hook(page, "why")).to_contain_text("Row 1 would have got 2.0, not 1.1.")
    expect(played(page)).to_have_count(2)


def test_list_and_search(visit: Visitor) -> None:
    """The list holds the library's candidates; a pattern narrows it; a press takes a code into the row."""
    page = visit(MIDDLE)
    page.keyboard.press("Alt+l")
    codes = hook(page, "list").locator("[data-code]")
    expect(codes.first).to_have_attribute("data-code", LEFT.codes[0])
    expect(hook(page, "list").get_by_role("status")).to_contain_text(f"{LEFT.count} codes")
    hook(page, "list").get_by_role("searchbox").fill("3...")
    wanted = [code for code in LEFT.codes if code.startswith("3")]
    assert wanted
    expect(hook(page, "list").get_by_role("status")).to_contain_text(f"{len(wanted)} code")
    expect(codes).to_have_count(len(wanted))
    assert [one.get_attribute("data-code") for one in codes.all()] == wanted
    codes.last.click()
    expect(hook(page, "code")).to_have_value(wanted[-1])


def test_review_adds_up(visit: Visitor) -> None:
    """After the game the review's line adds up as it is printed, and has a row for each move."""
    page = visit(draws=draws_of("3512"))
    play(page, "1123", "4455", "1122", "3512")
    expect(hook(page, "move")).to_have_count(4)
    line = hook(page, "sum").inner_text().replace(MINUS, "-")
    found = re.fullmatch(
        r"4 guesses = ([\d.]+) expected \+ ([\d.]+) lost ([+-]) ([\d.]+) (good|bad) luck", " ".join(line.split())
    )
    assert found, line
    expected, lost, sign, luck, kind = found.groups()
    assert (sign, kind) in (("+", "bad"), ("-", "good"))
    hundredths = [round(100 * float(text)) for text in (expected, lost, sign + luck)]
    assert sum(hundredths) == 400


def test_review_shows_a_better_move(visit: Visitor) -> None:
    """A move that was not the best has the best one beside it, and what it would have told."""
    page = visit(draws=draws_of("3512"))
    play(page, "1111", "2222", "3512")
    better = hook(page, "move").nth(1).locator("[data-code]")
    expect(better).to_have_count(1)
    better.click()
    expect(hook(page, "review")).to_contain_text(re.compile(r"What . . . . would tell"))
