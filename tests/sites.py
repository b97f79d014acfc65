"""The built documentation site: building it, and what its files refer to."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parent.parent
REPOSITORY = "https://example.org/bestguess"
_LOADED = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src", "object": "data"}
_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


def build_site(folder: Path) -> Path:
    """The site as `make docs` builds it, in *folder*; a warning is an error."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "REPOSITORY": REPOSITORY}
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    return folder


class Page(HTMLParser):
    """What an HTML file loads, where it links to, and which names its parts have."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.loads: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what *tag* refers to."""
        values = {name: value or "" for name, value in attrs}
        self.names |= {values[name] for name in ("id", "name") if name in values}
        if target := values.get(_LOADED.get(tag, "")):
            self.loads.append(target)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])


def pages_of(site: Path) -> dict[Path, Page]:
    """The pages of a *site* by their paths."""
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def loaded_from_elsewhere(site: Path) -> Iterator[str]:
    """Scripts, styles, fonts and pictures that do not come from the *site*, or are not there."""
    for page in pages_of(site).values():
        yield from (f"{page.path.name}: {url}" for url in page.loads if not _is_there(page.path, url))
    for sheet in sorted(site.rglob("*.css")):
        urls = [first or second for first, second in _URL.findall(sheet.read_text("utf-8"))]
        yield from (f"{sheet.name}: {url}" for url in urls if not url.startswith("data:") and not _is_there(sheet, url))


def broken_links(site: Path) -> Iterator[str]:
    """Links within the *site* to a file that is not there, or to a part that no page has."""
    pages = pages_of(site)
    for page in pages.values():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
            known = pages.get(target)
            name = unquote(parts.fragment)
            if not target.is_file() or (known and name and name not in known.names):
                yield f"{page.path.relative_to(site)}: {link}"


def _is_there(page: Path, url: str) -> bool:
    """Whether *url* is a file of the site, named from where *page* is."""
    parts = urlsplit(url)
    if parts.scheme == "data":
        return True
    return not parts.scheme and not parts.netloc and (page.parent / unquote(parts.path)).resolve().is_file()
