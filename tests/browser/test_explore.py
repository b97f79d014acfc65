"""The Lab: its entry, the tree browser, the comparison and the heat map."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import bestguess as bg
from browsing import PHONE, Visitor, address_of, hook

TREE = "#/explore/tree?game=mastermind(3,4)&strategy=entropy"
GAME = bg.game("mastermind(3,4)")


def test_the_entry_leads_to_each_tool(visit: Visitor) -> None:
    """The Lab begins with a card for each tool; in a tool, a row of links leads to the others with the same game."""
    page = visit()
    lab = page.get_by_role("navigation", name="Main").get_by_role("link", name="Lab")
    lab.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look inside the solver")
    expect(page.get_by_role("navigation", name="Lab")).to_have_count(0)
    expect(page.get_by_role("link", name="Set up the board")).to_have_attribute("href", "#/lab/assist")
    for tool in ("compare", "heatmap", "objectives", "tree"):
        hook(page, f"lab-{tool}").click()
        current = page.get_by_role("navigation", name="Lab").locator("[aria-current]")
        expect(current).to_have_attribute("href", re.compile(f"#/lab/{tool}"))
        expect(lab).to_have_attribute("aria-current", "page")
        lab.click()
    page.goto(f"{visit.address}#/explore/tree?game=mastermind(3,4)")
    page.get_by_role("navigation", name="Lab").get_by_role("link", name="Compare").click()
    expect(hook(page, "figures").first).to_be_visible()
    assert address_of(page)["game"] == "mastermind(3,4)"


def test_the_best_play_is_shown_first(visit: Visitor) -> None:
    """The tree opens on perfect play, and the comparison has it, where it ships."""
    page = visit("#/lab/tree")
    expect(page.get_by_text("4.3403 guesses on average")).to_be_visible()
    expect(page.locator("select[name=strategy]")).to_have_value("optimal")
    page = visit("#/lab/compare")
    expect(page.locator("input[value=optimal]")).to_be_checked()
    expect(hook(page, "figures").filter(has_text="optimal")).to_contain_text("4.3403")


def test_on_phones_results_come_first(visit: Visitor) -> None:
    """The form is shut there and stands first, also for the keyboard; all links to tools are in one line.

    Once it is sent, it shuts again; for a game that is too large it stays open, since there is nothing else to see.
    """
    small = PHONE | {"viewport": {"width": 320, "height": 568}}
    for tool in ("tree", "compare", "heatmap", "objectives"):
        page = visit(f"#/lab/{tool}", **small)
        form = hook(page, "options").locator("form")
        expect(hook(page, "options")).to_be_visible()
        expect(form).to_be_hidden()
        links = page.get_by_role("navigation", name="Lab").get_by_role("link").all()
        assert len({round((link.bounding_box() or {"y": 0})["y"]) for link in links}) == 1
        links[-1].focus()
        page.keyboard.press("Tab")
        expect(hook(page, "options").locator("summary")).to_be_focused()
        page.keyboard.press("Enter")
        expect(form).to_be_visible()
    page = visit("#/lab/tree", **PHONE)
    hook(page, "options").locator("summary").tap()
    page.locator("select[name=symbols]").select_option("4")
    hook(page, "options").locator("button.main").tap()
    expect(page.locator("select[name=symbols]")).to_be_hidden()
    expect(page.get_by_text("3.5352 guesses on average")).to_be_visible()
    page = visit("#/lab/tree?game=mastermind(8,12)", **PHONE)
    expect(page.get_by_text("This game is too large to be computed here.")).to_be_visible()


def test_wide_tables_say_that_they_scroll(visit: Visitor) -> None:
    """On a phone the comparison is wider than the window: a line says so, and it scrolls in itself."""
    page = visit("#/lab/compare?game=mastermind(3,4)&strategies=minimax,entropy", **PHONE)
    expect(hook(page, "figures")).to_have_count(2)
    expect(hook(page, "wide")).to_have_count(1)
    table = page.get_by_role("region", name="Guesses over all codes")
    table.evaluate("box => box.scrollTo(999, 0)")
    expect(page.get_by_role("link", name=re.compile("^Open the tree of Knuth"))).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page = visit("#/lab/compare?game=mastermind(3,4)&strategies=minimax,entropy")
    expect(hook(page, "figures")).to_have_count(2)
    expect(hook(page, "wide")).to_have_count(0)


def test_tree_by_mouse_and_keyboard(visit: Visitor) -> None:
    """A line that is pressed unfolds into its answers, which share its candidates; pressed again, it folds.

    The arrow keys go through the tree as through folders.
    """
    page = visit(TREE)
    lines = hook(page, "line")
    expect(lines.nth(1)).to_be_visible()
    shown = lines.count()
    top = lines.nth(1)
    key = top.get_attribute("data-key") or ""
    left = bg.Position(GAME, key).count
    expect(top).to_contain_text(f"{left} possible")
    top.click()
    expect(top).to_have_attribute("aria-expanded", "true")
    expect(lines).not_to_have_count(shown)
    assert address_of(page)["history"] == key
    top.click()
    expect(lines).to_have_count(shown)
    page.keyboard.press("Home")
    expect(lines.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(top).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(lines.nth(2)).to_have_attribute("aria-level", "3")
    page.keyboard.press("ArrowRight")
    expect(lines.nth(2)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(top).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(top).to_have_attribute("aria-expanded", "false")


def test_tree_is_followed_and_saved(visit: Visitor, tmp_path: Path) -> None:
    """The way to a code is opened and marked, as long as it is said; files of the tree are saved."""
    page = visit(TREE)
    page.get_by_label("Follow a code").fill("432")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.locator("#followed")).to_have_text(re.compile(r"^432 is found in \d guess(es)?\.$"))
    guesses = int(re.findall(r"in (\d)", page.locator("#followed").inner_text())[0])
    expect(hook(page, "line").filter(has_text="on the way to the code")).to_have_count(guesses)
    links = page.get_by_role("region", name="Save the tree").get_by_role("link")
    for name in ("JSON", "Picture"):
        with page.expect_download() as download:
            links.filter(has_text=name).click()
        download.value.save_as(tmp_path / name)
    assert bg.load_tree(tmp_path / "JSON").figures.strategy == "entropy"
    assert bg.check_file(str(tmp_path / "JSON")).secrets == 64
    assert "<svg" in (tmp_path / "Picture").read_text()[:200]


def test_compare(visit: Visitor) -> None:
    """The comparison has the library's figures, sorts by a column, and draws a histogram for each strategy.

    Strategies are chosen in the form, and kept in the address.
    """
    page = visit("#/explore/compare?game=mastermind(3,4)&strategies=minimax,entropy,optimal")
    rows = hook(page, "figures")
    expect(rows).to_have_count(3)
    expect(hook(page, "histogram")).to_have_count(3)
    known = {one.strategy: one for one in bg.compare(GAME, ["minimax", "entropy", "optimal"])}
    for row in rows.all():
        figures = known[row.locator("[data-test=strategy]").inner_text()]
        expect(row.get_by_role("cell").first).to_contain_text(f"{figures.mean:.4f}")
    expect(page.locator("th[aria-sort]")).to_have_count(0)
    assert not re.search("[\u25b4\u25be]", page.content())  # the triangles of a sorted column
    page.get_by_role("columnheader", name=re.compile("^Mean")).get_by_role("button").click()
    expect(rows.first.get_by_role("rowheader")).to_have_text("fewest guesses on average optimal")
    expect(page.get_by_role("columnheader", name=re.compile("^Mean"))).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("checkbox", name=re.compile("first$")).check()
    page.get_by_role("button", name="Compare").click()
    expect(rows).to_have_count(4)
    assert set(address_of(page)["strategies"].split(",")) == {*known, "first"}


def test_heat_map_and_its_cells(visit: Visitor) -> None:
    """The heat map is a table with the library's numbers, and a cell leads to the comparison of its game."""
    page = visit("#/explore/heatmap?family=mastermind&strategy=minimax&pegs=2-3&symbols=2-4")
    table = hook(page, "heatmap")
    expect(table.get_by_role("columnheader")).to_have_text(["2", "3", "4"])
    expect(table.get_by_role("rowheader")).to_have_text(["2", "3"])
    expect(table.get_by_role("link")).to_have_count(6)
    cell = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="3")).get_by_role("link").last
    (figures,) = bg.compare(GAME, ["minimax"])
    expect(cell).to_contain_text(f"{figures.mean:.2f}")
    cell.click()
    expect(hook(page, "figures").first).to_be_visible()
    assert address_of(page)["game"] == "mastermind(3,4)"


def test_boards_with_rows_say_what_is_lost(visit: Visitor) -> None:
    """The comparison has a column for it, the tree says it at the start and of a secret that is lost."""
    page = visit("#/explore/compare?game=mastermind(3,4,rows=3)&strategies=minimax,entropy")
    figures = hook(page, "figures")
    expect(figures.filter(has_text="entropy")).to_contain_text("23")
    expect(page.get_by_role("columnheader", name="Lost")).to_be_visible()
    expect(hook(page, "histogram").filter(has_text="entropy")).to_contain_text("Lost")
    expect(page.get_by_text("Mean, worst and total are of the codes that are found")).to_be_visible()
    solutions = bg.build_tree("mastermind(3,4,rows=3)", "entropy").solutions()
    lost = next(code for code in GAME.secrets if code not in {rows[-1].guess for rows in solutions})
    page = visit(f"#/explore/tree?game=mastermind(3,4,rows=3)&strategy=entropy&secret={lost}")
    expect(page.get_by_text("23 lost: not found within the rows").first).to_be_visible()
    expect(page.get_by_text("guesses over the 41 codes that are found")).to_be_visible()
    expect(page.get_by_text(f"{lost} is lost: it is not found in 3 guesses.")).to_be_visible()


def test_heat_map_says_why(visit: Visitor, look: dict[str, Any]) -> None:
    """A cell that was not computed says why, by a press or by the keyboard; a wide table scrolls in itself."""
    page = visit("#/explore/heatmap?family=mastermind&strategy=first&pegs=7-8&symbols=2-10", **look)
    cell = hook(page, "missing").last
    expect(cell).to_be_visible()
    cell.click()
    expect(hook(page, "why-missing")).to_contain_text("Mastermind 8\N{MULTIPLICATION SIGN}10 is not computed: ")
    expect(hook(page, "why-missing")).to_be_in_viewport()
    hook(page, "missing").first.focus()
    expect(hook(page, "why-missing")).not_to_contain_text("8\N{MULTIPLICATION SIGN}10")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wider = page.evaluate("document.querySelector('table').clientWidth > document.querySelector('.box').clientWidth")
    expect(hook(page, "wide")).to_have_count(1 if wider else 0)
