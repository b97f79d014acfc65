"""The page as a whole: its weight, its first paint, its words and its looks."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browsing import BUILT_PAGE, VIEWS, Visitor, hook


def test_weight() -> None:
    """The page is at most 190 KB to load as browsers ask for it (Brotli) with its font, less than half at first sight.

    And little more in gzip. The lists of words do not count: they are loaded one by one, when they are needed.
    """
    font = sum(file.stat().st_size for file in BUILT_PAGE.rglob("*.woff2"))
    for ending, most in {"br": 190 * 1024, "gz": 222 * 1024}.items():
        files = [path for path in BUILT_PAGE.rglob(f"*.{ending}") if ".txt." not in path.name]
        assert len(files) >= 8
        assert font + sum(file.stat().st_size for file in files) < most
        assert sum(file.stat().st_size for file in files if file.name.startswith("index")) < most / 2


def test_first_paint_waits_for_no_answer(visit: Visitor) -> None:
    """The board is there and takes a guess while every question to the engine is still open."""
    held: list[Route] = []
    context = visit.context()
    context.route("**/api/**", lambda route: held.append(route))
    page = context.new_page()
    page.goto(visit.address)
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("[data-test=row][data-kind=played]")).to_have_count(1)
    for route in held:
        route.abort("aborted")


def test_theme_of_the_system(visit: Visitor) -> None:
    """The page takes the theme of the system, also when that changes while the page is open."""
    page = visit(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_every_view_in_chinese(visit: Visitor) -> None:
    """In a Chinese browser each view has a Chinese title and heading, and the bar nothing else."""
    page = visit(locale="zh-CN")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    for view in VIEWS:
        page.goto(f"{visit.address}#/{view}")
        expect(page.locator("h1")).to_have_text(re.compile("[\u4e00-\u9fff]"))
        expect(page).to_have_title(re.compile("[\u4e00-\u9fff].* · bestguess"))
    for link in page.get_by_role("navigation").first.get_by_role("link").all():
        assert re.fullmatch("[\u4e00-\u9fff]+", link.inner_text().strip())


_CUT_SELECTS = """() => {
  const context = document.createElement('canvas').getContext('2d')
  const cut = []
  for (const select of document.querySelectorAll('dialog[open] select')) {
    const style = getComputedStyle(select)
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const arrow = 20
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow
    for (const option of select.options)
      if (context.measureText(option.text).width > room) cut.push([option.text, room])
  }
  return cut
}"""


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("opener", ["settings", "game"])
def test_no_choice_is_cut(visit: Visitor, width: int, opener: str) -> None:
    """Every text of every select in the settings and in the picker fits its field."""
    page = visit("#/play?game=mastermind(4,6,rows=10)", viewport={"width": width, "height": 800})
    hook(page, opener).click()
    if opener == "game":
        page.locator("[data-kind=any] > input").check()
    expect(page.locator("dialog[open] select").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(_CUT_SELECTS) == []


def open_settings(page: Page) -> Locator:
    """The settings, from the header."""
    hook(page, "settings").click()
    return page.get_by_role("dialog")


def test_settings_are_kept(visit: Visitor, look: dict[str, Any]) -> None:
    """Every setting is changed in the dialog, applies, and is there again after a reload."""
    page = visit(**look)
    dialog = open_settings(page)
    for name, value in {"theme": "dark", "pegs": "classic", "palette": "soft", "language": "zh"}.items():
        hook(page, f"setting-{name}").select_option(value)
    switches = dialog.get_by_role("checkbox")
    before = [one.is_checked() for one in switches.all()]
    assert len(before) >= 4
    for one in switches.all():
        one.click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    open_settings(page)
    for name, value in {"theme": "dark", "pegs": "classic", "palette": "soft", "language": "zh"}.items():
        expect(hook(page, f"setting-{name}")).to_have_value(value)
    assert [one.is_checked() for one in page.get_by_role("dialog").get_by_role("checkbox").all()] == [
        not one for one in before
    ]


def test_without_javascript(visit: Visitor, look: dict[str, Any]) -> None:
    """Without JavaScript the page says what it needs, in both languages."""
    page = visit(java_script_enabled=False, **look)
    expect(page.locator("noscript p").nth(0)).to_contain_text("needs JavaScript")
    expect(page.locator("noscript p").nth(1)).to_contain_text("需要 JavaScript")
    expect(page.locator("noscript")).to_be_in_viewport()
