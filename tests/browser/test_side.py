"""Beside the board, or in a sheet below it: hints in steps, reasons and the list."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import bestguess as bg
from browsing import SMALL_PHONE, Visitor, expect_draft, hook, more, played

GAME = bg.game("mastermind(4,6)")
MIDDLE = "#/play?game=mastermind(4,6,rows=10)&history=1122:1.1+1314:1.1"
POSITION = bg.Position(GAME, "1122:1.1 1314:1.1")


def test_hint_in_steps(visit: Visitor) -> None:
    """One step at a tap: a nudge, then what to try in words, then the best guess with its reason; it can be placed."""
    page = visit(MIDDLE)
    codes = hook(page, "hint").locator("[data-code]")
    page.keyboard.press("Alt+h")
    expect(hook(page, "hint")).to_contain_text(re.compile("in the code|of the code|can only be at|right where"))
    expect(codes).to_have_count(0)
    hook(page, "hint-2").click()
    expect(hook(page, "told-2")).to_contain_text(re.compile("keep|move|bring in", re.IGNORECASE))
    expect(codes).to_have_count(0)
    hook(page, "hint-3").click()
    expect(hook(page, "hint")).to_contain_text("it splits the 32 into")
    code = hook(page, "hint-guess").get_attribute("data-code") or ""
    assert code == bg.advise(POSITION).suggestions[0].guess
    parts = POSITION.partition(code)
    expect(hook(page, "split").locator("li")).to_have_count(len(parts))
    hook(page, "place-it").click()
    expect_draft(page, code)


@pytest.mark.parametrize(
    ("history", "said"),
    [
        ("", "1,296 codes are possible. A first guess such as 1 1 2 3 leaves 276 of them at most."),
        ("1122:0.1", "Exactly three pegs of the code are of a colour not tried yet. Test two new ones."),
    ],
)
def test_hint_in_words(visit: Visitor, history: str, said: str) -> None:
    """The first hint says something true and useful in words, also before the first row and after one."""
    page = visit(f"#/play?game=mastermind(4,6,rows=10)&history={history}")
    hook(page, "open-hint").click()
    fact = hook(page, "facts").locator("li").filter(has_text=said)
    expect(fact).to_be_visible()


def test_why(visit: Visitor) -> None:
    """Why shows the partition of the last row as it was then; its parts sum to all candidates there were.

    A code being typed is explained before it is played, with the rows that forbid it as the secret.
    """
    page = visit(MIDDLE)
    page.keyboard.press("Alt+w")
    expect(hook(page, "why")).to_contain_text("What 1 3 1 4 told in row 2")
    parts = hook(page, "parts").locator("li")
    expect(parts.first).to_be_visible()
    sizes = re.findall(r": (\d+) possible", " ".join(parts.all_inner_texts()))
    assert sum(int(size) for size in sizes) == POSITION.before().count
    page.keyboard.type("1111")
    expect(hook(page, "why")).to_contain_text("1 1 1 1 cannot be the code")
    conflict = hook(page, "why").locator(".conflicts li").first
    expect(conflict).to_contain_text("Row 1 would have got")
    expect(conflict.get_by_role("img")).to_have_count(2)
    expect(conflict.get_by_role("img").first).to_have_accessible_name("2 exact, 0 misplaced")
    expect(played(page)).to_have_count(2)


def test_list_and_search(visit: Visitor) -> None:
    """The panel counts and lists the library's candidates; a pattern narrows it; a press takes a code into the row."""
    page = visit(MIDDLE)
    left = POSITION.count
    expect(hook(page, "candidates")).to_have_text(f"{left} possible codes")
    expect(hook(page, "field")).to_have_accessible_name(f"{left} of 1,296 codes are possible")
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
    expect_draft(page, wanted[-1])


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
    hook(page, "hint-3").click()
    hook(page, "place-it").click()
    expect(sheet).to_have_count(0)
    expect(hook(page, "guess")).to_be_enabled()


def test_help_of_a_phone(visit: Visitor) -> None:
    """On a phone the number of codes and the hint are in sight; the menu of actions has the list and the reason."""
    page = visit(MIDDLE, **SMALL_PHONE)
    expect(hook(page, "candidates")).to_be_in_viewport()
    hook(page, "open-hint").click()
    expect(hook(page, "told-1")).to_be_in_viewport()
    hook(page, "sheet-close").click()
    more(page, "more-list")
    expect(hook(page, "list").locator("[data-code]").first).to_be_visible()
    hook(page, "sheet-close").click()
    more(page, "more-why")
    expect(hook(page, "parts")).to_be_visible()
