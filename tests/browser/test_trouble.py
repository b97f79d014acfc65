"""What can go wrong: no server, addresses that make no sense."""

import re

import pytest
from playwright.sync_api import expect

from browsing import VIEWS, Visitor, draws_of, hook, more, play, played, some

OFFLINE = "The engine cannot be reached."

#: Whether the files that the page loads after the game have arrived.
ALL_LOADED = """() => {
  const files = performance.getEntriesByType('resource').filter((file) => file.responseEnd > 0).map((file) => file.name)
  return [/otherViews.*js$/, /otherViews.*css$/, /zh.*js$/].every((wanted) => files.some((name) => wanted.test(name)))
}"""

#: What is loaded when the browser is idle is not loaded: a file that was lost does not come by itself.
NEVER_IDLE = "window.requestIdleCallback = () => 0"


def test_offline(visit: Visitor) -> None:
    """Without the server the game goes on to its end; what is certain is told, the rest says that it needs it."""
    visit.allow("ERR_INTERNET_DISCONNECTED")
    page = visit(draws=draws_of("3512"))
    expect(page.locator("[data-slot]")).to_have_count(4)
    page.wait_for_function(ALL_LOADED)
    page.context.set_offline(True)
    play(page, "1122")
    expect(hook(page, "candidates")).to_contain_text("possible codes")
    hook(page, "open-hint").click()
    expect(hook(page, "hint")).to_contain_text(re.compile("(in|of) the code"))
    hook(page, "hint-2").click()
    expect(hook(page, "hint")).to_contain_text(OFFLINE)
    hook(page, "finish").click()
    expect(page.get_by_role("group", name="Let the computer finish")).to_contain_text(OFFLINE)
    page.evaluate("document.activeElement.blur()")
    play(page, "3512")
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")
    hook(page, "open-review").click()
    expect(hook(page, "review")).to_contain_text(OFFLINE)
    page.context.set_offline(False)
    hook(page, "review").get_by_role("button", name="Try again").click()
    expect(hook(page, "accuracy")).to_be_visible()


def test_all_opens_without_a_network(visit: Visitor) -> None:
    """Once the game was loaded, dialogs, marks, ways to play and every other view are there without a network too."""
    visit.allow("ERR_INTERNET_DISCONNECTED")
    page = visit()
    page.wait_for_function(ALL_LOADED)
    page.context.set_offline(True)
    for opener, inside in {"help": "how-to-play", "settings": "settings-dialog", "game": "ways"}.items():
        hook(page, opener).click()
        expect(hook(page, inside)).to_be_visible()
        page.keyboard.press("Escape")
    more(page, "share")
    expect(hook(page, "position-link")).to_be_visible()
    page.keyboard.press("Escape")
    more(page, "open-marks")
    expect(hook(page, "marks")).to_be_visible()
    for way in ("race", "adversary", "two", "friend"):
        page.evaluate("(way) => (location.hash = `#/play?game=mastermind(4,6)&against=${way}`)", way)
        expect(hook(page, "mode")).to_be_visible()
    for view in VIEWS[1:]:
        page.evaluate("(view) => (location.hash = `#/${view}`)", view)
        expect(page).to_have_title(re.compile(view.split("/")[0], re.IGNORECASE))
        expect(page.get_by_role("heading", level=1)).to_be_attached()  # which comes with the view
        expect(hook(page, "view-failed")).to_have_count(0)


def test_part_that_does_not_load(visit: Visitor) -> None:
    """A help whose file is lost says so; the game goes on, and a press loads the page again with the same game."""
    visit.allow("otherViews|dynamically imported")
    page = visit.context(draws=draws_of("3512")).new_page()
    page.add_init_script(NEVER_IDLE)
    page.route("**/otherViews*.js", lambda route: route.abort())
    page.goto(visit.address)
    play(page, "1122")
    hook(page, "open-hint").click()
    expect(hook(page, "part-failed")).to_contain_text("could not be loaded")
    play(page, "1134")
    expect(played(page)).to_have_count(2)
    page.unroute("**/otherViews*.js")
    page.get_by_role("button", name="Try again").click()
    expect(played(page)).to_have_count(2)
    hook(page, "open-hint").click()
    expect(hook(page, "hint")).to_contain_text(re.compile("(in|of) the code"))


NO_POSITIONS = ["game=chess", "game=mastermind(4,6)&history=1122:9.9", "daily=2026-02-31"]
NO_POSITIONS += ["game=mastermind(4,6)&history=1111:0.0+2222:0.0+3333:0.0+4444:0.0+5555:0.0+6666:0.0"]


@pytest.mark.parametrize("where", some(NO_POSITIONS, 2))
def test_bad_addresses(visit: Visitor, where: str) -> None:
    """An address that names no position says so in one line, and a game is one press away."""
    page = visit(f"#/play?{where}")
    expect(hook(page, "lost").locator("p").first).not_to_be_empty()
    page.get_by_role("button", name="New game").click()
    play(page, "1122")
    expect(played(page)).to_have_count(1)


@pytest.mark.parametrize("where", ["#/nowhere", "#////", "#/%E0%A4%A"])
def test_odd_addresses_are_a_game(visit: Visitor, where: str) -> None:
    """Any other address shows a board, or says what is wrong with it; never a blank page."""
    page = visit(where)
    expect(page.locator("[data-slot], [data-test=lost]").first).to_be_visible()


ELSEWHERE = ["mine?game=mastermind(4,6)&history=99", "explore/tree?game=mastermind(4,6)&strategy=luck"]
ELSEWHERE += ["assist?game=chess", "explore/compare?game=chess&strategies=none", "explore/heatmap?family=chess"]


@pytest.mark.parametrize("where", some(ELSEWHERE, 2))
def test_bad_addresses_elsewhere(visit: Visitor, where: str) -> None:
    """Other views stay on their feet too: a heading, something to do, and no error."""
    visit.allow("status 422|console: .* 422")
    page = visit(f"#/{where}")
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main").locator("button:enabled, select:enabled, a[href]").first).to_be_visible()
