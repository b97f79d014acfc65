"""The puzzle of the day: one try of each kind, its streak, its results and how they are shared."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import bestguess as bg
from browsing import Visitor, address_of, for_verify, history_of, hook, more, play, played

NOON = datetime(2026, 11, 16, 12, 0, 0)
MASTERMIND = bg.game("mastermind(4,6)")


def open_daily(context: BrowserContext, address: str, where: str = "#/daily", day: datetime = NOON) -> Page:
    """A page at *where* on *day*."""
    page = context.new_page()
    page.clock.set_fixed_time(day)
    page.goto(address + where)
    expect(page.locator("[data-slot], [data-test=outcome]").first).to_be_visible()
    return page


def secret_of_the_day(visit: Visitor, where: str = "#/daily") -> str:
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
    page.evaluate("location.hash = '#/daily'")
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


@for_verify
def test_kinds_and_the_tick(visit: Visitor, look: dict[str, Any]) -> None:
    """All kinds are one press apart, each is ticked when it is done, and Play's link when all are."""
    context = visit.context(**look)
    page = open_daily(context, visit.address, "#/play")
    page.locator("nav a[href='#/today']:visible").click()
    more(page, "give-up")
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "given up")
    expect(hook(page, "kind-mastermind")).to_contain_text("done")
    hook(page, "next-kind").click()
    expect(hook(page, "kind-mastermind")).to_contain_text("done")
    expect(page.locator("[data-symbol='0']").first).to_be_visible()
    assert address_of(page)["kind"] == "bullscows"
    more(page, "give-up")
    expect(hook(page, "kind-bullscows")).to_contain_text("done")
    hook(page, "next-kind").click()
    expect(page.locator("[data-symbol=q]")).to_be_visible()
    assert address_of(page)["kind"] == "words"
    more(page, "give-up")
    expect(hook(page, "kind-words")).to_contain_text("done")
    page.goto(f"{visit.address}#/play")
    if page.viewport_size and page.viewport_size["width"] >= 1000:
        expect(hook(page, "today")).to_contain_text("all three done")


@for_verify
def test_the_same_for_everyone(visit: Visitor) -> None:
    """Two browsers get the same secret on the same day, another one on another day, and old links work."""
    guesses = ("1123", "4456", "1425")
    histories = []
    for where in ("#/play?daily=2026-11-15", "#/daily?date=2026-11-15", "#/daily?date=2026-11-14"):
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
    hook(page, "share").click()
    text = hook(page, "result-text").inner_text().splitlines()
    assert text[0].startswith("bestguess · Mastermind 4")
    assert text[0].endswith("· with hints or the coach, finished by the computer")
    assert text[-1].endswith("#/today?kind=mastermind&date=2026-11-16")
    page.goto(f"{visit.address}#/statistics")
    expect(page.locator("[data-day='2026-11-16']")).to_contain_text("with hints or the coach, finished by the computer")


@for_verify
def test_earlier_and_later_days(visit: Visitor) -> None:
    """An earlier day can be played without counting for the streak; a day to come cannot."""
    page = open_daily(visit.context(), visit.address, "#/daily?date=2026-11-01")
    expect(hook(page, "about")).to_contain_text("earlier day")
    hook(page, "finish").click()
    expect(hook(page, "outcome")).to_contain_text("does not count for the streak")
    page.goto(f"{visit.address}#/daily?date=2026-11-17")
    expect(hook(page, "lost")).to_contain_text("The puzzle of 2026-11-17 begins on that day.")


@for_verify
def test_the_next_day(visit: Visitor) -> None:
    """At midnight the countdown becomes a link to the next puzzle."""
    page = open_daily(visit.context(), visit.address, day=datetime(2026, 11, 16, 23, 59, 55))
    more(page, "give-up")
    expect(hook(page, "countdown")).to_contain_text("00:00:05")
    page.clock.set_fixed_time(datetime(2026, 11, 17, 0, 0, 1))
    hook(page, "tomorrow").click()
    expect(page.locator("[data-slot]").first).to_be_visible()
    assert address_of(page)["date"] == "2026-11-17"
