"""The board: what is in sight, how large it is, what it shows of an answer, and what moves."""

from typing import Any, cast

from playwright.sync_api import Locator, Page, expect

from browsing import LARGE, PHONE, SMALL_PHONE, Visitor, draws_of, history_of, hook, pixels, played, symbol

MIDDLE = "#/play?game=mastermind(4,6,rows=10)&history=1122:1.1+1314:1.1"


def box(place: Locator) -> dict[str, float]:
    """Where something is in the window."""
    found = place.bounding_box()
    assert found is not None
    return {
        **cast("dict[str, float]", found),
        "right": found["x"] + found["width"],
        "bottom": found["y"] + found["height"],
    }


def visible_rows(page: Page, kind: str) -> int:
    """How many rows of a kind are drawn."""
    return page.locator(f"[data-test=row][data-kind={kind}]:visible").count()


def test_the_first_view(visit: Visitor, look: dict[str, Any]) -> None:
    """All ten rows, the symbols and the actions are in sight at once."""
    page = visit(MIDDLE, **look)
    for place in (page.locator("[data-row='1']"), page.locator("[data-row='10']"), symbol(page, "1")):
        expect(place).to_be_in_viewport(ratio=1)
    for name in ("undo", "guess", "more"):
        expect(hook(page, name)).to_be_in_viewport(ratio=1)
    assert visible_rows(page, "empty") == 7
    last = page.locator("[data-test=row]:visible").last
    assert box(last)["bottom"] <= box(hook(page, "palette"))["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    least = 24 if look["viewport"]["width"] < 390 else 44  # on the smallest phones ten rows matter more
    for nth in range(4):
        slot = box(page.locator(f"[data-slot='{nth}']"))
        assert min(slot["width"], slot["height"]) >= least
    pick = box(symbol(page, "1"))
    assert min(pick["width"], pick["height"]) >= 44


def test_forced_colours_show_the_answer(visit: Visitor) -> None:
    """Under forced colours the middle of an exact peg is dark on the screen, that of a misplaced one is white."""
    page = visit(MIDDLE, **(LARGE | {"forced_colors": "active", "color_scheme": "dark"}))
    for kind, dark in (("exact", True), ("misplaced", False)):
        shot = pixels(page.locator(f"[data-row='1'] .pin.{kind}").first.screenshot())
        middle = 255 * shot[shot.shape[0] // 2, shot.shape[1] // 2]
        assert (max(middle) < 60) if dark else (min(middle) > 200), (kind, middle)


def test_answers_have_names(visit: Visitor) -> None:
    """An answer says in words how many pegs are exact and how many misplaced."""
    page = visit(MIDDLE, **SMALL_PHONE)
    expect(page.locator("[data-row='1'] .tray")).to_have_accessible_name("1 exact, 1 misplaced")


def test_fast_typing_loses_nothing(visit: Visitor) -> None:
    """Codes typed without a pause, while pegs still drop and answers appear, are all played."""
    page = visit(draws=draws_of("3512"), reduced_motion="no-preference")
    for code in ("1122", "1314", "2635"):
        page.keyboard.type(code)
        page.keyboard.press("Enter")
    expect(played(page)).to_have_count(3)
    assert [row.split(":")[0] for row in history_of(page).split()] == ["1122", "1314", "2635"]


def test_a_long_press_crosses_out(visit: Visitor) -> None:
    """Holding a symbol crosses it out, a tap types it, and dragging it to a slot does what it did."""
    page = visit(**PHONE)
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    three = box(symbol(page, "3"))
    x, y = three["x"] + 20, three["y"] + 20
    finger("touchStart", x, y)
    expect(symbol(page, "3")).to_have_attribute("aria-label", "3, triangle, crossed out here")
    finger("touchEnd", x, y)
    expect(page.locator("[data-slot='0'] .peg")).to_have_count(0)
    symbol(page, "2").tap()
    expect(page.locator("[data-slot='0']")).to_have_accessible_name("Place 1: 2, square")
    slot = box(page.locator("[data-slot='3']"))
    finger("touchStart", x, y)
    finger("touchMove", x, y - 40)
    finger("touchMove", slot["x"] + 20, slot["y"] + 20)
    finger("touchEnd", 0, 0)
    expect(page.locator("[data-slot='3']")).to_have_accessible_name("Place 4: 3, triangle")


def test_marks_by_keyboard(visit: Visitor) -> None:
    """Alt+X opens the marks; Enter and arrows work on them; they outlive a reload and end with the game.

    What the rows rule out is crossed out by the page when it is asked to.
    """
    page = visit(draws=draws_of("3512"))
    page.keyboard.press("Alt+x")
    field = page.locator("[data-field='0 0']")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("data-mark", "out")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-field='0 1']")).to_have_accessible_name("2 at place 1: certain")
    page.keyboard.press("Alt+x")
    expect(hook(page, "marks")).to_have_count(0)
    page.reload()
    expect(symbol(page, "1")).to_have_accessible_name("1, circle, crossed out here")
    page.keyboard.press("Alt+n")
    expect(symbol(page, "1")).to_have_accessible_name("1, circle")
    page.goto(f"{visit.address}#/play?game=mastermind(4,6)&history=1122:0.0")
    page.keyboard.press("Alt+x")
    hook(page, "fill-marks").check()
    expect(page.locator("[data-mark=out]")).to_have_count(8)
