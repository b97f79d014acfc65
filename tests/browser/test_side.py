"""Beside the board, or in a sheet below it: hints in steps, reasons and the list."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import bestguess as bg
from browsing import SMALL_PHONE, Visitor, hook, played

GAME = bg.game("mastermind(4,6)")
MIDDLE = "#/play?game=mastermind(4,6,rows=10)&history=1122:1.1+1314:1.1"
POSITION = bg.Position(GAME, "1122:1.1 1314:1.1")


def test_hint_in_steps(visit: Visitor) -> None:
    """Each hint is told only when it is asked for: a nudge, then good guesses, then the best, one press away."""
    page = visit(MIDDLE)
    codes = hook(page, "hint").locator("[data-code]")
    page.keyboard.press("Alt+h")
    expect(hook(page, "hint")).to_contain_text(re.compile("in the secret|of the secret|can only be at"))
    expect(codes).to_have_count(0)
    hook(page, "hint-2").click()
    expect(codes.first).to_be_visible()
    good = codes.count()
    hook(page, "hint-3").click()
    expect(hook(page, "hint")).to_contain_text("guesses expected")
    best = codes.nth(good)
    code = best.get_attribute("data-code") or ""
    assert code == bg.advise(POSITION).suggestions[0].guess
    best.click()
    expect(hook(page, "code")).to_have_value(code)


@pytest.mark.parametrize(
    ("history", "said"),
    [
        ("", "1,296 codes are possible. A first guess such as 1 1 2 2 leaves 256 of them at most."),
        ("1122:0.1", "Exactly 3 pegs of the secret are of a colour not tried yet. Test two new ones."),
    ],
)
def test_hint_in_words(visit: Visitor, history: str, said: str) -> None:
    """The first hint says something true and useful, in words and pegs, also before the first row and after one."""
    page = visit(f"#/play?game=mastermind(4,6,rows=10)&history={history}")
    hook(page, "open-hint").click()
    fact = hook(page, "facts").locator("li").filter(has_text=said)
    expect(fact).to_be_visible()
    expect(fact.locator("svg").first).to_be_visible()


def test_why(visit: Visitor) -> None:
    """Why shows the partition of the last row as it was then; its parts sum to all candidates there were.

    A code being typed is explained before it is played, with the rows that forbid it as the secret.
    """
    page = visit(MIDDLE)
    page.keyboard.press("Alt+w")
    expect(hook(page, "why")).to_contain_text("What 1 3 1 4 told in row 2")
    parts = hook(page, "parts").locator("li")
    expect(parts.first).to_be_visible()
    sizes = re.findall(r": (\d+) candidate", " ".join(parts.all_inner_texts()))
    assert sum(int(size) for size in sizes) == POSITION.before().count
    page.keyboard.type("1111")
    expect(hook(page, "why")).to_contain_text("1 1 1 1 cannot be the secret")
    conflict = hook(page, "why").locator(".conflicts li").first
    expect(conflict).to_contain_text("Row 1 would have got")
    expect(conflict.get_by_role("img")).to_have_count(2)
    expect(conflict.get_by_role("img").first).to_have_accessible_name("2 exact, 0 misplaced")
    expect(played(page)).to_have_count(2)


def test_list_and_search(visit: Visitor) -> None:
    """The panel counts and lists the library's candidates; a pattern narrows it; a press takes a code into the row."""
    page = visit(MIDDLE)
    before, left = POSITION.before().count, POSITION.count
    expect(hook(page, "candidates").get_by_role("heading")).to_have_text(f"{left} codes are possible")
    expect(hook(page, "trend")).to_contain_text(f"1,296 \N{RIGHTWARDS ARROW} {before} \N{RIGHTWARDS ARROW} {left}")
    page.keyboard.press("Alt+l")
    codes = hook(page, "list").locator("[data-code]")
    expect(codes.first).to_have_attribute("data-code", POSITION.candidates[0])
    expect(hook(page, "list").get_by_role("status")).to_contain_text(f"{POSITION.count} codes")
    hook(page, "list").get_by_role("searchbox").fill("3...")
    wanted = [code for code in POSITION.candidates if code.startswith("3")]
    assert wanted
    expect(hook(page, "list").get_by_role("status")).to_contain_text(f"{len(wanted)} code")
    expect(codes).to_have_count(len(wanted))
    assert [one.get_attribute("data-code") for one in codes.all()] == wanted
    codes.last.click()
    expect(hook(page, "code")).to_have_value(wanted[-1])


def test_sheet_opens_and_closes(visit: Visitor, look: dict[str, Any]) -> None:
    """Escape and its button close the sheet; the focus goes in, and then to the row being typed."""
    page = visit(MIDDLE, **look | {"viewport": {"width": 390, "height": 844}})
    opener, sheet = hook(page, "open-hint"), hook(page, "sheet")
    for by_key in (True, False):
        opener.click()
        expect(sheet).to_be_focused()
        if by_key:
            page.keyboard.press("Escape")
        else:
            hook(page, "sheet-close").click()
        expect(sheet).to_have_count(0)
        expect(page.locator("[data-slot='0']")).to_be_focused()
    opener.click()
    page.keyboard.type("1")
    expect(page.locator("[data-slot='1']")).to_have_attribute("aria-current", "true")
    hook(page, "hint-2").click()
    hook(page, "hint").locator("[data-code]").first.click()
    expect(sheet).to_have_count(0)
    expect(hook(page, "guess")).to_be_enabled()


def test_a_hint_from_the_menu_of_a_phone(visit: Visitor) -> None:
    """On a phone the panel may be out of sight: the menu of actions, which never is, has the hint too."""
    page = visit(MIDDLE, **SMALL_PHONE)
    hook(page, "more").click()
    hook(page, "more-hint").click()
    expect(hook(page, "hint-1")).to_be_in_viewport()
