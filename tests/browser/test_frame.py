"""The page as a whole: its weight, its first paint, its words and its looks."""

import re

import pytest
from playwright.sync_api import Route, expect

from browsing import BUILT_PAGE, Visitor

VIEWS = ["play", "assist", "mine", "explore/tree", "explore/compare", "explore/heatmap", "statistics", "about"]


def test_weight() -> None:
    """The whole page is less than 150 KB to load, compressed either way."""
    for ending in ("br", "gz"):
        files = list(BUILT_PAGE.rglob(f"*.{ending}"))
        assert len(files) >= 3
        assert sum(file.stat().st_size for file in files) < 150_000


def test_compressed_twins() -> None:
    """Every text of the page lies beside its compressed twins."""
    texts = [path for path in BUILT_PAGE.rglob("*") if path.suffix in (".html", ".js", ".css", ".svg")]
    assert texts
    assert all(path.with_name(path.name + ending).is_file() for path in texts for ending in (".br", ".gz"))


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
        route.abort()


@pytest.mark.parametrize("view", VIEWS)
def test_views_open(visit: Visitor, view: str) -> None:
    """Each view opens at its address, with one heading of the first rank and a title."""
    page = visit(f"#/{view}")
    expect(page.locator("h1")).to_have_count(1)
    expect(page).to_have_title(re.compile("bestguess"))


def test_languages(visit: Visitor) -> None:
    """The page speaks the language of the browser, and another one when asked, which it remembers."""
    page = visit(locale="zh-CN")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("combobox", name="语言").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_of_the_system(visit: Visitor, scheme: str) -> None:
    """The page takes the theme of the system, also when that changes while the page is open."""
    page = visit(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-theme", scheme)
    other = "dark" if scheme == "light" else "light"
    page.emulate_media(color_scheme=other)  # type: ignore[arg-type]
    expect(page.locator("html")).to_have_attribute("data-theme", other)


def test_theme_by_choice(visit: Visitor) -> None:
    """A theme that is chosen wins over the system's, and is remembered."""
    page = visit(color_scheme="dark")
    page.get_by_role("button", name=re.compile("Theme")).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_every_view_in_chinese(visit: Visitor) -> None:
    """Each view has a Chinese title and heading, and the bar nothing else."""
    page = visit(locale="zh-CN")
    for view in VIEWS:
        page.goto(f"{visit.address}#/{view}")
        expect(page.locator("h1")).to_have_text(re.compile("[\u4e00-\u9fff]"))
        expect(page).to_have_title(re.compile("[\u4e00-\u9fff].* · bestguess"))
    for link in page.get_by_role("navigation").first.get_by_role("link").all():
        assert re.fullmatch("[\u4e00-\u9fff]+", link.inner_text().strip())
