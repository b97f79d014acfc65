"""The page as an app: kept in the browser, played without the server, updated when the player wants it."""

import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from browsing import BUILT_PAGE, VIEWS, Visitor, draws_of, for_verify, history_of, hook, play, played, serving

READY = """async () => {
  const { active } = await navigator.serviceWorker.ready
  return active.state === 'activated' && navigator.serviceWorker.controller !== null
}"""


def _open(visitor: Visitor, where: str = "", secret: str = "3512") -> Page:
    """The page, once it is kept in the browser."""
    page = visitor(where, draws=draws_of(secret), service_workers="allow")
    page.wait_for_function(READY)
    return page


def test_reload_without_the_server(browser: Browser, tmp_path: Path) -> None:
    """The server is stopped in the middle of a game: a reload shows it again, and it is played to its end."""
    with serving(tmp_path) as address:
        visitor = Visitor(browser, address)
        visitor.allow("ERR_CONNECTION_REFUSED")
        page = _open(visitor)
        play(page, "1122")
        page.wait_for_load_state("networkidle")
    page.reload()
    expect(played(page)).to_have_count(1)
    play(page, "3512")
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")
    hook(page, "open-review").click()
    expect(hook(page, "review")).to_contain_text("The engine cannot be reached.")
    for view in VIEWS:
        page.goto(f"{address}#/{view}")
        expect(page).to_have_title(re.compile(view.split("/")[0], re.IGNORECASE))
    page.goto(f"{address}index.html#/today?kind=mastermind")
    expect(page.locator("[data-slot]")).to_have_count(4)
    assert page.evaluate("fetch('/api/health').then(() => 'answered', () => 'no network')") == "no network"
    visitor.leave()
    assert visitor.faults() == []


@for_verify
def test_words_without_the_server(browser: Browser, tmp_path: Path) -> None:
    """A list of words that a first visit loaded is kept, though the service worker came after it."""
    kept = "caches.open('bestguess lists').then((lists) => lists.keys()).then((found) => found.length === 2)"
    with serving(tmp_path) as address:
        visitor = Visitor(browser, address)
        page = _open(visitor, "#/play?game=words(english,4,rule=hard)")
        play(page, "area")
        page.wait_for_function(kept)
    page.reload()
    expect(played(page)).to_have_count(1)
    page.keyboard.type("zzzz")
    page.keyboard.press("Enter")
    expect(hook(page, "missing")).to_have_text("“ZZZZ” is not in the list of words.")
    visitor.leave()
    assert visitor.faults() == []


def _changed_page(folder: Path) -> Path:
    """The page as another version would be: another title, and so another service worker."""
    page = Path(shutil.copytree(BUILT_PAGE, folder / "page"))
    for name in ("index.html", "service-worker.js"):
        for packed in page.glob(f"{name}.*"):
            packed.unlink()
    index, worker = page / "index.html", page / "service-worker.js"
    index.write_text(index.read_text().replace("</head>", '<meta name="next" content="yes" /></head>'))
    text, count = re.subn(r'VERSION="bestguess \w+"', 'VERSION="bestguess next"', worker.read_text())
    assert count == 1
    worker.write_text(text)
    return page


@for_verify
def test_update(browser: Browser, tmp_path: Path) -> None:
    """A new version is offered, not in the middle of a game, and comes when the player wants it; the game stays."""
    with serving(tmp_path) as address:
        visitor = Visitor(browser, address)
        page = _open(visitor)
        play(page, "1122")
    with serving(tmp_path, urlsplit(address).port or 0, _changed_page(tmp_path)):
        page.reload()
        page.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
        expect(page.locator("meta[name=next]")).to_have_count(0)
        expect(played(page)).to_have_count(1)
        expect(hook(page, "update")).to_have_count(0)
        play(page, "3512")
        expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")
        history = history_of(page)
        hook(page, "update-now").click()
        expect(page.locator("meta[name=next]")).to_have_count(1)
        expect(played(page)).to_have_count(2)
        assert history_of(page) == history
        assert sorted(page.evaluate("caches.keys()")) == ["bestguess lists", "bestguess next"]
    visitor.leave()
    assert visitor.faults() == []


def test_manifest(visit: Visitor) -> None:
    """The page can be installed: a manifest, whose icons are there in the sizes that it says."""
    page = visit()
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(page.request.get(visit.address.rstrip("/") + str(address)).text())
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    size = """async ([path]) => {
      const image = new Image()
      image.src = path
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }"""
    for icon in manifest["icons"]:
        assert icon["sizes"] in ("any", page.evaluate(size, [icon["src"]])), icon
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    hook(page, "settings").click()
    expect(hook(page, "app")).to_contain_text("without a network")
