"""Pictures for the documents: docs/screenshots/*.png, of the page, from a server of its own, and of a sheet."""

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

import bestguess as bg
from bestguess.trees.formats import as_sheet

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browsing import PHONE, Visitor, history_of, hook, launch, play, serving  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
LARGEST = 150_000
SHEET = "sheet"
expect.set_options(timeout=60_000)

_GAME = bg.game("mastermind(4,6)")


def _rows(*guesses: str, secret: str = "3512") -> str:
    return "+".join(f"{guess}:{_GAME.score(guess, secret)}" for guess in guesses)


_PLAY = "#/play?game=mastermind(4,6,rows=10)&history="
_MIDDLE = _PLAY + _rows("1122", "1314")
_WON = _PLAY + _rows("1123", "4455", "3215", "3512")
_SLIP = f"#/assist?game=mastermind(4,6)&history={_rows('1122')}+1345:3.0+{_rows('3516')}"  # 0.3, not 3.0
_BEGUN = "[data-test=candidates]:has-text('possible')"
_DESK = {"viewport": {"width": 1280, "height": 880}}
_SHARP = PHONE | {"device_scale_factor": 2}
_FORCED = _SHARP | {"color_scheme": "dark", "forced_colors": "active"}
_NEW = {"newcomer": True}


@dataclass(frozen=True)
class Picture:
    """A picture called *name* of the page at *where*, once *ready* is there and after *act*."""

    name: str
    where: str
    ready: str
    act: Callable[[Page], None] = lambda page: None
    options: dict[str, Any] = field(default_factory=lambda: _DESK)


def _ask_why(page: Page) -> None:
    page.keyboard.type(bg.advise(_GAME, _rows("1122", "1314").replace("+", " ")).suggestions[0].guess)
    hook(page, "open-why").click()
    expect(hook(page, "parts")).to_be_visible()


def _ask_how(page: Page) -> None:
    hook(page, "help").click()
    expect(hook(page, "how-to-play")).to_be_visible()


def _open_settings(page: Page) -> None:
    hook(page, "menu").click()
    hook(page, "settings").click()
    expect(hook(page, "settings-dialog")).to_be_visible()


def _finish_the_day(page: Page) -> None:
    """Plays the puzzle of the day to its end, with the guesses that the library advises."""
    rows: list[str] = []
    while hook(page, "outcome").count() == 0:
        play(page, bg.advise(_GAME, " ".join(rows)).suggestions[0].guess)
        rows = history_of(page).split()


def _both_themes(picture: Picture) -> list[Picture]:
    dark = picture.options | {"color_scheme": "dark"}
    return [picture, Picture(f"{picture.name}-dark", picture.where, picture.ready, picture.act, dark)]


PICTURES = [
    Picture("first-visit", "#/play", "[data-test=first-visit]", options=_DESK | _NEW),
    *_both_themes(Picture("play", _MIDDLE, _BEGUN, _ask_why)),
    *_both_themes(Picture("review", _WON, "[data-test=sum]")),
    *_both_themes(Picture("assist", _SLIP, "[data-test=repair] >> nth=0")),
    *_both_themes(Picture("tree", "#/explore/tree?strategy=optimal&secret=3512", "text=3512 is found in")),
    *_both_themes(
        Picture("compare", "#/explore/compare?strategies=minimax,entropy,optimal", "[data-test=figures] >> nth=2")
    ),
    *_both_themes(Picture("heatmap", "#/explore/heatmap?strategy=minimax", "text=(the traditional size)")),
    Picture("phone-first-visit", "#/play", "[data-test=first-visit]", options=_SHARP | _NEW),
    Picture("phone-how-to-play", "#/play", "[data-slot='0']", _ask_how, _SHARP),
    Picture("phone-settings", "#/play", "[data-slot='0']", _open_settings, _SHARP),
    Picture("practice", "#/practice?game=mastermind(4,6)&kind=win-in-two&number=1", "[data-test=difficulty]"),
    Picture("phone-daily", "#/today?kind=mastermind", "[data-slot='0']", _finish_the_day, _SHARP),
    Picture("phone-review", _WON, "[data-test=verdict]", options=_SHARP),
    *_both_themes(Picture("phone", _MIDDLE, _BEGUN, options=_SHARP)),
    Picture("phone-forced", _MIDDLE, _BEGUN, options=_FORCED),
    Picture("phone-zh", _MIDDLE, "[data-test=candidates]:has-text('208')", options=_SHARP | {"locale": "zh-CN"}),
]


def take(visit: Visitor, picture: Picture) -> Path:
    """Takes *picture*, and makes it small."""
    page = visit(picture.where, **picture.options)
    expect(page.locator(picture.ready)).to_be_attached()
    picture.act(page)
    page.wait_for_load_state("networkidle")
    return _saved(page, picture.name)


def take_sheet(browser: Browser) -> Path:
    """Takes a picture of the upper part of the sheet that examples/fault_finding.py writes."""
    tree = bg.build_tree("table(examples/faults.csv,goal=identify)", "optimal")
    page = browser.new_page(viewport={"width": 794, "height": 830})  # A4 is 794 wide
    page.set_content(f"<body style='margin:0'>{as_sheet(tree)}</body>")
    return _saved(page, SHEET)


def _saved(page: Page, name: str) -> Path:
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    Image.open(path).convert("RGB").quantize(255, Image.Quantize.MEDIANCUT).save(path, optimize=True)
    return path


def main() -> None:
    """Takes all pictures, or those that are named."""
    FOLDER.mkdir(exist_ok=True)
    os.chdir(ROOT)  # where the sheet's text finds its table
    wanted = sys.argv[1:] or [*(picture.name for picture in PICTURES), SHEET]
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        visit = Visitor(browser, address)
        taken = [take(visit, picture) for picture in PICTURES if picture.name in wanted]
        taken += [take_sheet(browser)] if SHEET in wanted else []
        for path in taken:
            assert path.stat().st_size < LARGEST, f"{path} is too large: {path.stat().st_size} bytes"
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} KB")
        assert visit.faults() == [], visit.faults()
        visit.leave()


if __name__ == "__main__":
    main()
