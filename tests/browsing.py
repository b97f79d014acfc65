"""Visiting the page: a server of its own, the system's Chromium, and eyes on everything that goes wrong."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import cycle, product
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    Response,
    expect,
)

_Case = TypeVar("_Case")
_Look = TypeVar("_Look")
ROOT = Path(__file__).parent.parent
BUILT_PAGE = ROOT / "src" / "bestguess" / "web" / "page"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
KEY = "a key that is known to the tests, and to them alone"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SMALL_PHONE: dict[str, Any] = PHONE | {"viewport": {"width": 360, "height": 640}}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
LARGE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SCREENS: dict[str, dict[str, Any]] = {"phone": PHONE, "small-phone": SMALL_PHONE, "tablet": TABLET, "large": LARGE}
COLOURS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
VIEWS = [
    "play",
    "yours",
    "today",
    "learn",
    "lab/assist",
    "lab/tree",
    "lab/compare",
    "lab/heatmap",
    "profile",
    "about",
]
#: The first one that is there is taken: without the parts of a window, Chromium takes half the processor time.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_TELL_OF_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (event) =>
  console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`))
"""
_NO_NEWCOMER = """
if (location.protocol === 'http:' && !localStorage['bestguess.settings'])
  localStorage['bestguess.settings'] = '{"introduced":true}'
"""
_DRAW = """
{
  const draws = DRAWS
  const chance = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (array) => {
    if (!(array instanceof Uint32Array) || array.length !== 1 || !draws.length) return chance(array)
    array[0] = draws.shift()
    return array
  }
}
"""


VERIFYING = bool(os.environ.get("BESTGUESS_VERIFY"))
for_verify = pytest.mark.skipif(not VERIFYING, reason="for make verify")


def sampled(cases: Iterable[_Case], looks: Sequence[_Look]) -> list[tuple[_Case, _Look]]:
    """Each case in each look in `make verify`; in `make test` each case in one, the looks in turn."""
    if VERIFYING:
        return list(product(cases, looks))
    return list(zip(cases, cycle(looks), strict=False))


def some(cases: Iterable[_Case], every: int) -> list[_Case]:
    """All cases in `make verify`; in `make test` one of so many, where others test nearly the same."""
    return list(cases)[:: 1 if VERIFYING else every]


def looks() -> dict[str, dict[str, Any]]:
    """Every screen in every theme in `make verify`; in `make test` a phone in the light theme."""
    found = {f"{screen}-{theme}": SCREENS[screen] | COLOURS[theme] for theme, screen in product(COLOURS, SCREENS)}
    return found if VERIFYING else dict(list(found.items())[:1])


def find_browser() -> str | None:
    """The path of the system's Chromium, or None; as tools/browser.sh finds it."""
    names = [os.environ.get("BESTGUESS_BROWSER", ""), *_BROWSERS]
    return next((path for name in names if name and (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium, without a window."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=find_browser(), args=[*sandbox, "--font-render-hinting=none"])


@contextmanager
def serving(folder: Path, port: int = 0, page: Path = BUILT_PAGE) -> Iterator[str]:
    """`bestguess web` on *port*, or a free one, with the *page* built there; yields its address."""
    command = [str(Path(sys.executable).with_name("bestguess")), "web", "--no-open", "--port", str(port)]
    environment = os.environ | {"BESTGUESS_WEB_KEY": KEY, "BESTGUESS_WEB_RATE": "0", "XDG_DATA_HOME": str(folder)}
    environment |= {"BESTGUESS_WEB_PAGE": str(page)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        line = server.stderr.readline()
        found = re.search(r"http://\S+", line)
        try:
            assert found, f"the server should have said where it is, but said {line!r}"
            yield found[0]
        finally:
            server.terminate()
            server.communicate(timeout=60)


def draws_of(secret: str) -> list[int]:
    """What chance must say for the page to draw *secret* of Mastermind."""
    return [int(symbol) - 1 for symbol in secret]


def draw_script(draws: Sequence[int]) -> str:
    """What a page must run first for chance to say *draws*."""
    return _DRAW.replace("DRAWS", str(list(draws)))


class Visitor:
    """Opens pages, each in a browser context of its own, and notes everything that should not happen on them."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._allowed = ["Service Worker registration blocked by Playwright"]
        self._faults: list[str] = []

    def __call__(self, where: str = "", *, draws: Sequence[int] = (), newcomer: bool = False, **options: Any) -> Page:
        """A new page at *where* (such as #/play), in a fresh context; *draws* are the first words of chance.

        A *newcomer* has never been here, and sees what the page tells at a first visit.
        """
        page = self.context(draws=draws, newcomer=newcomer, **options).new_page()
        page.goto(self.address + where)
        return page

    def context(self, *, draws: Sequence[int] = (), newcomer: bool = False, **options: Any) -> BrowserContext:
        """A fresh context whose pages are watched."""
        calm: dict[str, Any] = {"locale": "en", "reduced_motion": "reduce", "color_scheme": "light", **DESKTOP}
        calm["service_workers"] = "block"  # a test could not intercept what they answer
        context = self._browser.new_context(**(calm | options))
        context.set_default_timeout(60_000)
        context.add_init_script(_TELL_OF_VIOLATIONS)
        if not newcomer:
            context.add_init_script(_NO_NEWCOMER)
        if draws:
            context.add_init_script(draw_script(draws))
        context.on("page", self._watch)
        self._contexts.append(context)
        return context

    def allow(self, pattern: str) -> None:
        """Lets faults pass that *pattern* is found in."""
        self._allowed.append(pattern)

    def faults(self) -> list[str]:
        """What went wrong on any page, and is not allowed."""
        return [fault for fault in self._faults if not any(re.search(one, fault) for one in self._allowed)]

    def leave(self) -> None:
        """Closes all pages."""
        for context in self._contexts:
            context.close()

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._faults.append(f"error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._faults.append(f"console: {message.text} {message.location.get('url', '')}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self._faults.append(f"another origin: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # which is what a question that is taken back looks like
            self._faults.append(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._faults.append(f"status {response.status}: {response.url}")


def pixels(png: bytes) -> Any:
    """The red, green and blue of each pixel of a picture, from 0 to 1, by row and column."""
    from matplotlib.image import imread  # which most that import this module do without

    return imread(BytesIO(png))[..., :3]


def played(page: Page) -> Locator:
    """The rows on the board that are played."""
    return page.locator("[data-test=row][data-kind=played]")


def hook(page: Page, name: str) -> Locator:
    """What the page marks for tests by *name*."""
    return page.locator(f"[data-test='{name}']")


def choose(page: Page, *, kind: str = "", way: str = "") -> None:
    """Plays a game of *kind* at its usual level, against *way*, as the picker offers them; default: as it is."""
    hook(page, "game").click()
    if kind:
        page.locator(f"[data-kind={kind}] > input").check()
    if way:
        page.locator(f"[data-way={way}]").click()
    hook(page, "start").click()


def more(page: Page, name: str) -> None:
    """Opens the menu "⋯" and presses *name* in it."""
    hook(page, "more").click()
    hook(page, name).click()


def symbol(page: Page, sign: str) -> Locator:
    """The button of the palette that types *sign*."""
    return page.locator(f"[data-test=palette] [data-symbol='{sign}']")


def press(page: Page, code: str) -> None:
    """Plays *code* with the mouse."""
    for sign in code:
        symbol(page, sign).click()
    hook(page, "guess").click()


def play(page: Page, *codes: str) -> None:
    """Plays *codes* with the keyboard, each once the board takes it and the one before is answered."""
    for code in codes:
        expect(page.locator("[data-slot]").first).to_be_visible()
        before = played(page).count()
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(played(page)).to_have_count(before + 1)


def expect_draft(page: Page, code: str) -> None:
    """The row being typed has *code* in its slots; an empty one has none."""
    for place, sign in enumerate(code or " " * page.locator("[data-slot]").count()):
        name = re.compile(f"^Place {place + 1}: {'empty' if sign == ' ' else sign}(,|$)")
        expect(page.locator(f"[data-slot='{place}']")).to_have_accessible_name(name)


def address_of(page: Page) -> dict[str, str]:
    """The parameters in the address."""
    address = page.evaluate("location.href")  # page.url may lag behind
    return dict(parse_qsl(urlsplit(urlsplit(address).fragment).query))


def history_of(page: Page) -> str:
    """The history in the address."""
    return address_of(page).get("history", "")
