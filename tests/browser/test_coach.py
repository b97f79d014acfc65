"""The coach: what a guess is worth before it is played."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bestguess as bg
from browsing import Visitor, hook

ROWS = "1122:1.1 1314:1.1"
MIDDLE = f"#/play?game=mastermind(4,6,rows=10)&history={ROWS.replace(' ', '+')}"
BEST = bg.advise("mastermind(4,6)", ROWS).suggestions[0].guess


def coached(page: Page) -> Page:
    """Switches the coach on, in the settings."""
    hook(page, "settings").click()
    hook(page, "setting-coach").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return page


def test_coach(visit: Visitor, look: dict[str, Any]) -> None:
    """It waits for a whole guess, says what that is worth in the same place, and says it aloud once."""
    page = coached(visit(MIDDLE, **look))
    coach = hook(page, "coach")
    expect(coach).to_contain_text("complete a guess")
    before = coach.bounding_box()
    page.keyboard.type("1111")
    expect(coach).to_contain_text("Cannot be the code (row 1).")
    expect(coach).to_have_attribute("data-verdict", "mistake")
    expect(coach).to_contain_text(re.compile(r"Costs 0\.\d\d guesses more than the best, on average\."))
    expect(coach).to_be_in_viewport(ratio=1)
    after = coach.bounding_box()
    assert before
    assert after
    assert (before["y"], before["height"]) == (after["y"], after["height"])
    expect(hook(page, "coach-said")).to_have_text(coach.locator("span").inner_text())


@pytest.mark.parametrize(
    ("history", "code", "verdict", "said"),
    [
        (ROWS, BEST, "best", "The best guess."),
        ("", "1122", "good", "Good: 0.06 guesses more than the best, on average."),
        ("1112:0.0 3333:0.0", "1111", "nothing", "Tells nothing"),
    ],
)
def test_verdicts(visit: Visitor, history: str, code: str, verdict: str, said: str) -> None:
    """Best, good, costly, and a guess that tells nothing."""
    page = coached(visit(f"#/play?game=mastermind(4,6,rows=10)&history={history.replace(' ', '+')}"))
    page.keyboard.type(code)
    expect(hook(page, "coach")).to_have_attribute("data-verdict", verdict)
    expect(hook(page, "coach")).to_contain_text(said)


def test_coach_without_the_engine(visit: Visitor) -> None:
    """Which row excludes a guess is known without the engine; no error is shown."""
    page = coached(visit(MIDDLE))
    visit.allow("/api/")
    visit.allow("ERR_FAILED")
    page.route("**/api/**", lambda route: route.abort())
    page.keyboard.type("1111")
    expect(hook(page, "coach")).to_have_attribute("data-settled", "true")
    expect(hook(page, "coach")).to_have_text("Cannot be the code (row 1).")
