"""The puzzle of the day: one try of each kind, its streak, its results and how they are shared."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

import bestguess as bg
from browser.test_access import violations
from browsing import Visitor, for_verify, history_of, hook, more, play, played

NOON = datetime(2026, 11, 16, 12, 0, 0)
MASTERMIND = bg.game("mastermind(4,6)")
GAME = "#/today?kind=mastermind"


def open_daily(context: BrowserContext, address: str, where: str = GAME, day: datetime = NOON) -> Page:
    """A page at *where* on *day*."""
    page = context.new_page()
    page.clock.set_fixed_time(day)
    page.goto(address + where)
    expect(page.locator("[data-slot], [data-test=outcome], [data-test=week]").first).to_be_visible()
    return page


def secret_of_the_day(visit: Visitor, where: str = GAME) -> str:
    """The secret, as another player finds it by giving up."""
    page = open_daily(visit.context(), visit.address, where)
    more(page, "give-up")
    expect(hook(page, "outcome")).to_be_visible()
    label = hook(page, "outcome").locator("[aria-label]").first.get_attribute("aria-label") or ""
    return re.sub(r"\D", "", label)


def test_done_once(visit: Visitor, look: dict[str, Any]) -> None:
    """Done, the puzzle says so with streak, countdown, histogram and result, also in another tab and after Back."""
    secret = secret_of_the_day(visit)
    context = visit.context(**look)
    page = open_daily(context, visit.address)
    wrong = "1122" if secret != "1122" else "3344"
    play(page, wrong)
    expect(hook(page, "undo")).to_have_count(0)
    other = open_daily(context, visit.address)
    expect(played(other)).to_have_count(1)
    play(other, secret)
    for one in (page, other, open_daily(context, visit.address, "#/play?daily=2026-11-16")):
        expect(hook(one, "outcome")).to_contain_text("2 guesses.")
        expect(played(one)).to_have_count(2)
        expect(hook(one, "guess")).to_have_count(0)
    expect(hook(page, "streak")).to_contain_text("1 day in a row")
    expect(hook(page, "countdown")).to_contain_text("12:00:00")
    assert hook(page, "countdown").get_attribute("aria-live") == "off"
    page.clock.set_fixed_time(NOON + timedelta(seconds=2))
    expect(hook(page, "countdown")).to_contain_text("11:59:58")
    expect(hook(page, "histogram").locator("[data-marked]")).to_have_count(1)
    page.goto(f"{visit.address}#/daily?kind=mastermind&date=2026-11-16")
    expect(played(page)).to_have_count(2)


def test_back_gives_no_other_try(visit: Visitor) -> None:
    """Back leaves the puzzle, and its address with fewer rows shows all that were played."""
    page = open_daily(visit.context(), visit.address, "#/play")
    page.evaluate(f"location.hash = '{GAME}'")
    expect(hook(page, "about")).to_be_visible()
    play(page, "1122", "3344")
    page.go_back()
    expect(hook(page, "about")).to_have_count(0)
    page.go_forward()
    expect(played(page)).to_have_count(2)
    all_rows = history_of(page)
    page.evaluate("location.hash = '#/daily?kind=mastermind&date=2026-11-16'")
    expect(played(page)).to_have_count(2)
    assert history_of(page) == all_rows
    page.keyboard.press("Alt+u")
    expect(played(page)).to_have_count(2)


@pytest.mark.parametrize("row", ["1111:4.0", "1111:0.0"])
def test_rows_of_an_address_tell_nothing(visit: Visitor, row: str) -> None:
    """Rows that were not played here are not looked at: whether they fit would tell something, or spoil the puzzle."""
    page = open_daily(visit.context(), visit.address, f"#/daily?kind=mastermind&date=2026-11-16&history={row}")
    expect(page.locator("[data-slot]")).to_have_count(4)
    expect(played(page)).to_have_count(0)
    assert history_of(page) == ""


def tile(page: Page, kind: str) -> Locator:
    """The tile of a kind."""
    return hook(page, f"tile-{kind}")


def test_three_codes(visit: Visitor, look: dict[str, Any]) -> None:
    """Today shows what each code has so far, and leads to it: Play, Go on, Review; the week and the streak follow."""
    context = visit.context(**look)
    page = open_daily(context, visit.address, "#/play")
    page.locator("nav a[href='#/today']:visible").click()
    expect(hook(page, "date")).to_have_text("Monday, 16 November")
    expect(hook(page, "run")).to_contain_text("0")
    expect(hook(page, "week").locator("li")).to_have_text(["Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"])
    expect(hook(page, "countdown")).to_contain_text("12:00:00")
    expect(tile(page, "mastermind")).to_contain_text("No. 320")
    expect(tile(page, "mastermind")).to_contain_text("Perfect: 4.34")
    expect(hook(page, "open-words")).to_have_accessible_name("Play: Words")
    hook(page, "open-mastermind").click()
    play(page, "1122", "3344")
    hook(page, "to-day").click()
    expect(tile(page, "mastermind")).to_contain_text("2 guesses so far")
    expect(hook(page, "open-mastermind")).to_have_accessible_name("Go on: Mastermind")
    hook(page, "open-mastermind").click()
    expect(played(page)).to_have_count(2)
    play(page, secret_of_the_day(visit))
    hook(page, "to-day").click()
    expect(tile(page, "mastermind")).to_contain_text("3 guesses")
    expect(hook(page, "run")).to_contain_text("1")
    expect(hook(page, "week").locator("li").last).to_contain_text("found")
    expect(hook(page, "open-mastermind")).to_have_accessible_name("Review: Mastermind")
    assert violations(page) == []
    page.evaluate("localStorage.removeItem('bestguess.playthroughs')")
    page.reload()
    hook(page, "open-mastermind").click()
    expect(hook(page, "outcome")).to_contain_text("3 guesses.")
    expect(played(page)).to_have_count(3)


def test_a_day_that_another_tab_plays(visit: Visitor) -> None:
    """A tile follows what another tab plays."""
    context = visit.context()
    page = open_daily(context, visit.address, "#/today")
    play(open_daily(context, visit.address), "1122")
    expect(tile(page, "mastermind")).to_contain_text("1 guess so far")


@pytest.mark.parametrize("kind", ["mastermind", "numbers", "words", "coins"])
def test_play_freely(visit: Visitor, kind: str) -> None:
    """Each kind of games can be played as often as one likes."""
    page = open_daily(visit.context(), visit.address, "#/today")
    hook(page, f"free-{kind}").click()
    family = {"numbers": "bullscows", "coins": "balance"}.get(kind, kind)
    page.wait_for_function(f"location.hash.startsWith('#/play?game={family}(')")
    expect(page.locator("[data-slot], [data-test=asked]").first).to_be_attached()


@for_verify
def test_one_after_the_other(visit: Visitor, look: dict[str, Any]) -> None:
    """From a code that is over the others are a press away; when all are, Play says so."""
    page = open_daily(visit.context(**look), visit.address, "#/today")
    for kind in ("mastermind", "bullscows", "words"):
        hook(page, f"open-{kind}").click()
        more(page, "give-up")
        expect(hook(page, "outcome")).to_have_attribute("data-stand", "given up")
        hook(page, "next").click()
        expect(tile(page, kind)).to_contain_text("Not this time")
    page.goto(f"{visit.address}#/play")
    if page.viewport_size and page.viewport_size["width"] >= 1000:
        expect(hook(page, "today")).to_contain_text("all three done")


@for_verify
def test_the_same_for_everyone(visit: Visitor) -> None:
    """Two browsers get the same secret on the same day, another one on another day, and old links work."""
    guesses = ("1123", "4456", "1425")
    histories = []
    for where in (
        "#/play?daily=2026-11-15",
        "#/daily?kind=mastermind&date=2026-11-15",
        "#/today?kind=mastermind&date=2026-11-14",
    ):
        page = open_daily(visit.context(), visit.address, where)
        play(page, *guesses)
        histories.append(history_of(page))
    assert histories[0] == histories[1]
    assert histories[0] != histories[2]
    secret = "5344"  # of 2026-11-15; it must not change, for those who play it elsewhere
    assert histories[0] == " ".join(f"{guess}:{MASTERMIND.score(guess, secret)}" for guess in guesses)


def test_help_is_marked(visit: Visitor) -> None:
    """A puzzle with hints is shared and listed with its mark, and does not count for the streak."""
    page = open_daily(visit.context(), visit.address)
    page.keyboard.press("Alt+l")
    hook(page, "finish").click()
    expect(hook(page, "help-used")).to_have_text("With hints or the coach, finished by the computer.")
    expect(hook(page, "profile")).to_have_accessible_name("Profile: 0 days in a row")
    text = hook(page, "result-text").inner_text().splitlines()
    assert re.fullmatch(
        r"bestguess 320 · Mastermind in \d · with hints or the coach, finished by the computer", text[0]
    )
    assert text[-2] == "perfect play: 4.34"
    assert text[-1].endswith("#/today?kind=mastermind&date=2026-11-16")
    page.goto(f"{visit.address}#/statistics")
    expect(page.locator("[data-day='2026-11-16']")).to_contain_text("with hints or the coach, finished by the computer")


def test_earlier_and_later_days(visit: Visitor) -> None:
    """An earlier day is chosen and played without counting for the streak; a day to come cannot."""
    page = open_daily(visit.context(), visit.address, "#/today")
    hook(page, "choose-day").click()
    hook(page, "day").fill("2026-11-01")
    expect(hook(page, "date")).to_have_text("Sunday, 1 November")
    expect(hook(page, "about")).to_contain_text("does not count for the streak")
    expect(tile(page, "mastermind")).to_contain_text("No. 305")
    hook(page, "open-mastermind").click()
    expect(hook(page, "about")).to_have_text("Sun 1 Nov · not counted")
    hook(page, "finish").click()
    expect(hook(page, "outcome")).to_be_visible()
    expect(hook(page, "streak")).to_have_count(0)
    hook(page, "to-day").click()
    expect(tile(page, "mastermind")).to_contain_text("guesses")
    expect(hook(page, "run")).to_contain_text("0")
    page.goto(f"{visit.address}#/daily?date=2026-11-17")
    expect(hook(page, "lost")).to_contain_text("The codes of 2026-11-17 begin on that day.")


@for_verify
@pytest.mark.parametrize("where", [GAME, "#/today"])
def test_the_next_day(visit: Visitor, where: str) -> None:
    """At midnight the countdown becomes a link to the next codes."""
    page = open_daily(visit.context(), visit.address, where, datetime(2026, 11, 16, 23, 59, 55))
    if where == GAME:
        more(page, "give-up")
    expect(hook(page, "countdown")).to_contain_text("0:00:05")
    page.clock.set_fixed_time(datetime(2026, 11, 17, 0, 0, 1))
    hook(page, "tomorrow").click()
    expect(hook(page, "date")).to_have_text("Tuesday, 17 November")
    expect(tile(page, "mastermind")).to_contain_text("No. 321")
    expect(hook(page, "countdown")).to_contain_text("23:59:59")
