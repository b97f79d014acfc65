"""The Lab, objectives: the picture, its table, the tree of each point, and a game that is computed."""

import re
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Page, Route, expect

from bestguess.stats import objectives
from browsing import Visitor, address_of, for_verify, hook


def points(page: Page) -> list[str]:
    """The text of each row of the table."""
    expect(page.locator("progress")).to_have_count(0)
    return hook(page, "point").all_inner_texts()


@for_verify
def test_picture_table_and_trees(visit: Visitor, look: dict[str, Any]) -> None:
    """What is not beaten is joined and listed; a table has the numbers; keys and the mouse open trees."""
    page = visit("#/explore/objectives?game=mastermind(4,6)", **look)
    found = objectives("mastermind(4,6)", 4)
    expect(hook(page, "dot")).to_have_count(len(found.points))
    expect(hook(page, "front").get_by_role("link")).to_have_text(
        ["fewest guesses on average", "never more than 5 guesses", "most found within 4 guesses"]
    )
    assert len((page.locator("polyline").get_attribute("points") or "").split()) == len(found.front) == 3
    rows = points(page)
    for point in found.points:
        assert any(
            f"{float(point.mean):.3f}" in row and f"{float(100 * point.chance_to_lose(4)):.1f} %" in row for row in rows
        )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.get_by_role("columnheader", name=re.compile("^Lost")).get_by_role("button").click()
    expect(hook(page, "point").first).to_contain_text("most found within 4 guesses")
    hook(page, "within").select_option("5")
    expect(page.get_by_role("columnheader", name=re.compile("^Lost"))).to_contain_text("within 5")
    assert address_of(page)["within"] == "5"
    expect(hook(page, "point").first).to_contain_text("0.0 %")

    link = hook(page, "points").get_by_role("link", name="1 2 3 4 then fewest at worst")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("4.3796 guesses on average")).to_be_visible()
    expect(page.get_by_text("5 at most (600 codes)")).to_be_visible()
    assert address_of(page) == {"game": "mastermind(4,6)", "strategy": "optimal-worst", "first_guess": "1234"}
    page.go_back()
    expect(hook(page, "within")).to_have_value("5")
    hook(page, "dot").last.locator("text").click()
    expect(page.get_by_text("5.7647 guesses on average")).to_be_visible()
    assert address_of(page) == {"game": "mastermind(4,6)", "strategy": "first"}


def test_a_game_that_is_computed(visit: Visitor) -> None:
    """It is asked for once, says how far it is, can be stopped and asked for again; leaving stops it."""
    held: list[Route] = []
    context = visit.context()
    context.route("**/api/objectives**", lambda route: held.append(route))
    page = context.new_page()
    with page.expect_request("**/api/objectives**") as request:
        page.goto(f"{visit.address}#/explore/objectives?game=bullscows(3,6)&within=3")
    assert "within=3" in unquote(request.value.url)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Stopped.").first).to_be_visible()
    held.pop().abort()
    context.unroute("**/api/objectives**")
    page.get_by_role("button", name="Try again").click()
    said = objectives("bullscows(3,6)", 3)
    expect(hook(page, "point")).to_have_count(len(said.points))
    assert sorted(float(row.split("\t")[2].split()[0]) for row in points(page)) == sorted(
        round(float(point.mean), 3) for point in said.points
    )
    page.locator("select[name=symbols]").select_option("4")
    page.locator("form button.main").click()
    expect(hook(page, "point")).to_have_count(len(objectives("bullscows(3,4)").points))
    assert address_of(page) == {"game": "bullscows(3,4)"}


def test_what_cannot_be_shown(visit: Visitor) -> None:
    """An engine that is away, a game that is too large, and an address that names no game say so."""
    visit.allow("/api/objectives")
    context = visit.context()
    context.route("**/api/objectives**", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{visit.address}#/explore/objectives?game=mastermind(3,4)")
    expect(page.get_by_text("The engine cannot be reached. This view needs it.").first).to_be_visible()
    expect(hook(page, "dot")).to_have_count(0)
    page.goto(f"{visit.address}#/explore/objectives?game=mastermind(8,12)")
    expect(page.get_by_text("This game is too large to be computed here.").first).to_be_visible()
    page.goto(f"{visit.address}#/explore/objectives?game=chess")
    expect(page.get_by_text("There is no game").first).to_be_visible()
