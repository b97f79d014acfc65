"""The board: what is in sight, how large it is, what it shows of an answer, and what moves."""

from typing import Any, cast

import pytest
from playwright.sync_api import Locator, Page, expect

from browsing import LARGE, PHONE, SMALL_PHONE, Visitor, draws_of, history_of, hook, play, played, symbol

MIDDLE = "#/play?game=mastermind(4,6,rows=10)&history=1122:1.1+1314:1.1"
LONG = "#/play?game=mastermind(8,12)&history=12345678:1.4"
# Every animation that runs on the board is noted: its name and how long it takes in all, with its delay.
_NOTE_MOTION = """
window.motions = []
document.addEventListener('animationstart', (event) => {
  if (!event.target.closest('.frame')) return
  const { delay, duration } = event.target
    .getAnimations({ subtree: true }).find((one) => one.animationName === event.animationName)
    ?.effect.getComputedTiming() ?? { delay: 0, duration: 0 }
  window.motions.push([event.animationName.replace(/^s\\w+?-/, ''), duration, delay])
}, true)
"""


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
    """The board, the symbols and the actions are in sight at once; a phone shows two rows to come, not all of them."""
    page = visit(MIDDLE, **look)
    for place in (page.locator("[data-row='1']"), page.locator(".row.active"), hook(page, "legend"), symbol(page, "1")):
        expect(place).to_be_in_viewport(ratio=1)
    for name in ("undo", "guess", "more"):
        expect(hook(page, name)).to_be_in_viewport(ratio=1)
    phone = look["viewport"]["width"] < 640
    assert visible_rows(page, "empty") == (2 if phone else 7)
    last = page.locator("[data-test=row]:visible").last
    assert box(last)["bottom"] <= box(hook(page, "palette"))["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for nth in range(4):
        slot = box(page.locator(f"[data-slot='{nth}']"))
        assert min(slot["width"], slot["height"]) >= 44


def test_a_desktop_shows_all_of_it(visit: Visitor) -> None:
    """Ten rows, symbols and actions fit into 1280x720 without scrolling; the board is in the middle of its place."""
    page = visit(MIDDLE, viewport={"width": 1280, "height": 720})
    expect(page.locator("[data-row='10']")).to_be_in_viewport(ratio=1)
    expect(hook(page, "guess")).to_be_in_viewport(ratio=1)
    board, around = box(page.locator(".surface")), box(page.locator(".frame"))
    assert abs(board["x"] - around["x"] - (around["right"] - board["right"])) < 2


def test_pegs_grow_with_the_window(visit: Visitor) -> None:
    """From a small phone to a large screen pegs get larger, and a long code fits the narrowest phone."""
    widths = []
    for width, height in ((320, 640), (1440, 900), (2560, 1440)):
        page = visit(MIDDLE, viewport={"width": width, "height": height})
        widths.append(box(page.locator("[data-row='1'] .peg").first)["width"])
        assert box(page.locator("[data-slot='0']"))["width"] >= 44
    assert widths[0] < widths[1] < widths[2]
    page = visit(LONG, **(PHONE | {"viewport": {"width": 320, "height": 640}}))
    assert box(page.locator("[data-slot='0']"))["width"] >= 32
    tray = box(page.locator("[data-row='1'] .tray"))
    assert tray["y"] >= box(page.locator("[data-row='1'] .peg").first)["bottom"]
    assert tray["right"] <= 320


def test_nothing_moves_when_a_row_is_played(visit: Visitor, look: dict[str, Any]) -> None:
    """Symbols and actions stay where they are from the first row on, and so does what is below the board."""
    page = visit(draws=draws_of("6543"), **look)

    def places() -> list[float]:
        """Symbols and actions in the window, what is below the board on the page, which a small phone scrolls."""
        docked = [box(hook(page, name))["y"] for name in ("guess", "palette")]
        return [*docked, box(hook(page, "candidates"))["y"] + page.evaluate("scrollY")]

    before = places()
    play(page, "1122", "3344", "5566")
    assert places() == before


def colours(page: Page, kind: str) -> list[str]:
    """How a peg of an answer is filled and outlined, and the tray below it."""
    found: list[str] = page.locator(f"[data-row='1'] .answer-peg.{kind} circle").first.evaluate(
        "(one) => [getComputedStyle(one).fill, getComputedStyle(one).stroke, getComputedStyle(one).strokeWidth,"
        " getComputedStyle(one.closest('.tray')).backgroundColor]"
    )
    return found


def test_the_answer_looks_the_same_everywhere(visit: Visitor, look: dict[str, Any]) -> None:
    """Exact is filled and dark, misplaced white with an outline, both on a light tray, in every theme."""
    page = visit(MIDDLE, **look)
    dark, white, light = "rgb(22, 24, 27)", "rgb(255, 255, 255)", "rgb(244, 242, 236)"
    assert colours(page, "exact") == [dark, "none", "1px", light]
    assert colours(page, "misplaced") == [white, dark, "2px", light]


def test_forced_colours_show_the_answer(visit: Visitor) -> None:
    """Under forced colours the middle of an exact peg is dark on the screen, that of a misplaced one is white."""
    page = visit(MIDDLE, **(LARGE | {"forced_colors": "active", "color_scheme": "dark"}))
    for kind, dark in (("exact", True), ("misplaced", False)):
        shot = page.locator(f"[data-row='1'] .answer-peg.{kind}").first.screenshot()
        middle = page.evaluate(
            """async (data) => {
              const picture = await createImageBitmap(new Blob([Uint8Array.from(data)]))
              const drawing = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
              drawing.drawImage(picture, 0, 0)
              return [...drawing.getImageData(picture.width / 2, picture.height / 2, 1, 1).data].slice(0, 3)
            }""",
            list(shot),
        )
        assert (max(middle) < 60) if dark else (min(middle) > 200), (kind, middle)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("mastermind(4,6)", ("right place", "right colour")),
        ("bullscows(4,10)", ("right digit, right place", "right digit, other place")),
        ("twod(10)", ("low", "mixed")),
    ],
)
def test_the_legend(visit: Visitor, game: str, words: tuple[str, str]) -> None:
    """Every game says what its answers mean, peg games with the pegs themselves."""
    page = visit(f"#/play?game={game}", **SMALL_PHONE)
    for word in words:
        expect(hook(page, "legend")).to_contain_text(word)
    assert hook(page, "legend").locator("svg").count() == (0 if game.startswith("twod") else 2)


def test_verdicts_on_the_rows(visit: Visitor, look: dict[str, Any]) -> None:
    """After the end each row has the review's verdict as a sign and in words, within the board."""
    page = visit("#/play?game=mastermind(4,6,rows=10)&history=1122:1.1+1314:1.1+3512:4.0", **look)
    marks = page.locator(".board [data-verdict]")
    expect(marks).to_have_count(3)
    expect(marks.last).to_have_accessible_name("best")
    expect(marks.last).to_have_text("★")
    right = box(page.locator(".surface"))["right"]
    for one in [*marks.all(), *page.locator(".narrowed:visible").all()]:
        assert box(one)["right"] <= right


@pytest.fixture
def moving(visit: Visitor) -> Page:
    """A page with motion, which is noted."""
    context = visit.context(draws=draws_of("3512"), reduced_motion="no-preference")
    context.add_init_script(_NOTE_MOTION)
    page = context.new_page()
    page.goto(visit.address)
    return page


def motions(page: Page) -> dict[str, float]:
    """The motions since the last call, and how many milliseconds the longest of each took, its delay included."""
    found: list[list[Any]] = page.evaluate("window.motions.splice(0)")
    return {name: max(time + delay for one, time, delay in found if one == name) for name, _, _ in found}


def wait_for_motion(page: Page, name: str) -> None:
    """Waits until something has begun to move so."""
    page.wait_for_function("(name) => window.motions.some(([one]) => one === name)", arg=name)


def test_motion(moving: Page) -> None:
    """Pegs drop, answers appear, the win hops: each once and short, never on loading, going back or undoing."""
    page = moving
    page.keyboard.type("11")
    wait_for_motion(page, "drop")
    assert list(motions(page)) == ["drop"]
    page.keyboard.type("22")
    page.keyboard.press("Enter")
    expect(played(page)).to_have_count(1)
    wait_for_motion(page, "appear")
    found = motions(page)
    assert "appear" in found
    assert found["appear"] <= 400
    play(page, "3512")
    wait_for_motion(page, "fly")
    found = motions(page)
    assert {"appear", "hop", "fly"} <= set(found)
    assert all(time <= 600 for time in found.values())
    page.reload()
    expect(played(page)).to_have_count(2)
    page.go_back()
    expect(played(page)).to_have_count(1)
    page.evaluate("new Promise(requestAnimationFrame)")
    assert motions(page) == {}


def test_an_incomplete_row_shakes(moving: Page) -> None:
    """Enter and Guess on an incomplete row shake it, each time anew, and leave what was typed."""
    moving.keyboard.type("12")
    moving.keyboard.press("Enter")
    wait_for_motion(moving, "shake-odd")
    hook(moving, "guess").click()
    wait_for_motion(moving, "shake-even")
    assert all(time <= 400 for time in motions(moving).values())
    expect(hook(moving, "code")).to_have_value("12")
    expect(played(moving)).to_have_count(0)


def test_fast_typing_loses_nothing(moving: Page) -> None:
    """Codes typed without a pause, while pegs still drop and answers appear, are all played."""
    for code in ("1122", "1314", "2635"):
        moving.keyboard.type(code)
        moving.keyboard.press("Enter")
    expect(played(moving)).to_have_count(3)
    assert [row.split(":")[0] for row in history_of(moving).split()] == ["1122", "1314", "2635"]


def test_reduced_motion_moves_nothing(visit: Visitor) -> None:
    """With reduced motion a whole game is played without a single animation."""
    context = visit.context(draws=draws_of("3512"), reduced_motion="reduce")
    context.add_init_script(_NOTE_MOTION)
    page = context.new_page()
    page.goto(visit.address)
    play(page, "1122", "3512")
    expect(hook(page, "outcome")).to_be_visible()
    assert motions(page) == {}


def test_a_finger_crosses_out(visit: Visitor, look: dict[str, Any]) -> None:
    """A right click on a symbol crosses it out at the current place and types nothing; again, and it is open."""
    page = visit(**look)
    symbol(page, "3").click(button="right")
    expect(symbol(page, "3")).to_have_attribute("aria-label", "3, triangle, crossed out here")
    expect(page.locator("[data-slot='0'] .peg")).to_have_count(0)
    page.keyboard.type("1")  # on to the next place, where nothing is crossed out
    expect(symbol(page, "3")).to_have_attribute("aria-label", "3, triangle")
    page.keyboard.press("ArrowLeft")
    symbol(page, "3").click(button="right")
    expect(symbol(page, "3")).to_have_attribute("aria-label", "3, triangle")


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
    """Alt+X opens the marks; Enter and arrows work on them; they outlive a reload and end with the game."""
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


def test_the_page_fills_in_the_marks(visit: Visitor) -> None:
    """What the rows rule out is crossed out by the page when it is asked to."""
    page = visit("#/play?game=mastermind(4,6)&history=1122:0.0")
    page.keyboard.press("Alt+x")
    hook(page, "fill-marks").check()
    expect(page.locator("[data-mark=out]")).to_have_count(8)
    expect(symbol(page, "1")).to_have_accessible_name("1, circle, crossed out here")


@pytest.mark.parametrize(("width", "height", "text"), [(390, 844, "200%"), (1280, 1024, "200%"), (320, 256, "100%")])
def test_large_text_and_zoom(visit: Visitor, width: int, height: int, text: str) -> None:
    """With text of 200 % or zoom of 400 % nothing on the board, among the symbols and the actions overlaps."""
    page = visit(MIDDLE, viewport={"width": width, "height": height})
    page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
    expect(hook(page, "narrowed").first).to_contain_text("208 left")
    groups = (
        "[data-row='1'] .number, [data-row='1'] .place, [data-row='1'] .tray, [data-row='1'] .narrowed",
        "[data-test=palette] button",
        "form > button, [data-test=more]",
        ".legend .one, .row:not(.far)",
    )
    for group in groups:
        boxes = [box(one) for one in page.locator(group).all()]
        assert len(boxes) >= 4
        for nth, one in enumerate(boxes):
            assert one["right"] <= width + 1
            for other in boxes[:nth]:
                apart = (
                    one["x"] >= other["right"] - 1 or other["x"] >= one["right"] - 1,
                    one["y"] >= other["bottom"] - 1 or other["y"] >= one["bottom"] - 1,
                )
                assert any(apart), (group, one, other)
