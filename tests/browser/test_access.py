"""Everyone can use the page: axe finds nothing on any view, in any theme, language or size."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import AXE, DESKTOP, PHONE, Visitor, hook, more, sampled, some

_MIDDLE = "history=1122:1.1+1314:1.1"
# Each view in a state that shows much of it, and what is there once it is ready.
VIEWS = {
    "play": (f"#/play?game=mastermind(4,6,rows=10)&{_MIDDLE}", "[data-test=candidates]:has-text('32')"),
    "play, won": (f"#/play?game=mastermind(4,6)&{_MIDDLE}+3512:4.0", "[data-test=open-review]"),
    "race": (f"#/play?game=mastermind(4,6)&against=race&{_MIDDLE}", "[data-test=mode]"),
    "two players": ("#/play?game=mastermind(4,6)&against=two", "[data-test=use-secret]"),
    "friend": ("#/play?game=mastermind(4,6)&against=friend", "[data-test=use-secret]"),
    "play, lost address": ("#/play?game=chess", "[data-test=lost]"),
    "today": ("#/today", "[data-test=week]"),
    "daily": ("#/today?kind=bullscows", "[data-test=about]"),
    "assist": ("#/assist?game=bullscows(4,10)&history=0123:1.1&ignored=1", "[data-test=best][data-code]"),
    "assist, contradiction": (
        "#/assist?game=mastermind(4,6)&history=1122:0.0+3344:0.0+5566:0.0",
        "[data-test=repair] >> nth=0",
    ),
    "mine": ("#/mine?game=mastermind(4,6)&history=1122:1.1", "[data-test=guess][data-code]"),
    "mine, coins": ("#/mine?game=balance(12)&history=ABCD-EFGH:left", "[data-test=question]:has-text('ABE')"),
    "assist, coins": ("#/assist?game=balance(12)", "[data-question='ABCD-EFGH']"),
    "twelve coins": ("#/play?game=balance(12,rows=3)&history=ABCD-EFGH:left", "[data-test=asked]"),
    "own table": ("#/mine?game=table(0123456789abcdef)", "[data-test=missing]"),
    "learn": ("#/learn", "[data-test=now]"),
    "learn, pins": ("#/learn?kind=read-pins", "[data-answer='1.1']"),
    "learn, puzzle": ("#/practice?game=bullscows(4,10)&kind=cannot-lose", "[data-test=question]"),
    "words": (
        "#/play?game=words(english,5,rule=hard,rows=6)&history=crane:BYGBB",
        "[data-test=narrowed]:has-text('23')",
    ),
    "words, assist": ("#/assist?game=words(english,5)&history=crane:BYGBB", "[data-test=best][data-code]"),
    "words, mine": ("#/mine?game=words(english,5)", "[data-test=mark-tiles]"),
    "tree": ("#/explore/tree?game=mastermind(3,4)&strategy=entropy&secret=432", "[data-test=line] >> nth=3"),
    "compare": ("#/explore/compare?game=mastermind(3,4)&strategies=minimax,random", "[data-test=figures] >> nth=1"),
    "heatmap": ("#/explore/heatmap?strategy=minimax&pegs=2-3&symbols=2-4", "[data-test=heatmap] a >> nth=5"),
    "objectives": ("#/explore/objectives?game=mastermind(4,6)", "[data-test=front] a >> nth=2"),
    "statistics": ("#/statistics", "h1"),
    "about": ("#/about", "h1"),
}
SCREENS = {"desktop": DESKTOP, "phone": PHONE}
THEMES = ["light", "dark"]
LANGUAGES = {"en": "en", "zh-CN": "zh-Hans"}
LOOKS = list(product(SCREENS, THEMES, LANGUAGES))
_RUN = """
axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>
  violations.flatMap(({id, nodes}) => nodes.map((node) => [id, node.html.slice(0, 200), node.failureSummary])))
"""


def violations(page: Page) -> list[Any]:
    """What axe finds on the page as it is."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE.read_text())
    found: list[Any] = page.evaluate(_RUN)
    return found


@pytest.mark.parametrize(
    ("view", "look"), some(sampled(VIEWS, LOOKS), 3), ids=lambda one: "-".join(one) if isinstance(one, tuple) else one
)
def test_axe_finds_nothing(visit: Visitor, view: str, look: tuple[str, str, str]) -> None:
    """A view has no violation on this screen, in this theme and language; it fits a phone of 360 pixels."""
    (where, ready), (screen, theme, locale) = VIEWS[view], look
    page = visit(where, color_scheme=theme, locale=locale, **SCREENS[screen])
    expect(page.locator(ready)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[locale])
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function("document.documentElement.scrollWidth <= 360")  # pictures follow a moment later


@pytest.mark.parametrize(("name", "theme"), some(sampled(["game", "share", "help", "settings"], THEMES), 2))
def test_axe_finds_nothing_in_dialogs(visit: Visitor, name: str, theme: str) -> None:
    """Dialogs have no violation either; when Escape closes them, the focus goes to the row being typed."""
    page = visit(color_scheme=theme)
    if name == "share":
        more(page, name)
    else:
        hook(page, name).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-slot='0']")).to_be_focused()


@pytest.mark.parametrize(("section", "theme"), some(sampled(["hint", "why", "list"], THEMES), 2))
def test_axe_finds_nothing_in_the_panel(visit: Visitor, section: str, theme: str) -> None:
    """The sections of the side panel have no violation when they are open."""
    page = visit(VIEWS["play"][0], color_scheme=theme)
    if section == "why":
        more(page, "more-why")
    else:
        hook(page, f"open-{section}").click()
    if section == "hint":
        hook(page, "hint-2").click()
        hook(page, "hint-3").click()
    shown = {"hint": "[data-code]", "why": "[data-test=parts] li", "list": "[data-code]"}[section]
    expect(hook(page, section).locator(shown).first).to_be_visible()
    assert violations(page) == []
