"""Files of the repository as pages of the site, so that one link works on both."""

import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "examples": "examples/index.md",
}
"""The pages of files that stand outside docs/."""
FILES = {"checker/bgcheck.c", "CITATION.cff", "LICENSE"}
"""Files that the site has as they are, to download, beside the examples."""
SECTIONS = {"ARCHITECTURE.md#decisions": "project/decisions.md"}
"""Sections of such files that are pages of their own."""
_LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")


def page_of(path: str) -> str | None:
    """The page that shows the file at *path* in the repository, or the file itself, if the site has it.

    >>> page_of("docs/web.md"), page_of("examples/bot.py"), page_of("ARCHITECTURE.md"), page_of("cpp/core/cache.hpp")
    ('web.md', 'examples/bot.py.md', 'project/architecture.md', None)
    >>> page_of("checker/bgcheck.c"), page_of("docs/notebooks/05-wordle.ipynb")
    ('checker/bgcheck.c', 'notebooks/05-wordle.md')
    """
    if path in PROJECT:
        return PROJECT[path]
    if path in FILES:
        return path
    if path.startswith("docs/"):
        return re.sub(r"\.ipynb$", ".md", path.removeprefix("docs/"))
    return f"{path}.md" if path.startswith("examples/") else None


def to_site(text: str, origin: str, name: str) -> str:
    """The Markdown *text* of the file *origin*, with its links as they must be on the page *name*.

    A link from the page of a notebook to that notebook stays what it is: the file to download.

    >>> to_site("[a bot](../examples/bot.py), [words](library.md#words)", "docs/bots.md", "bots.md")
    '[a bot](examples/bot.py.md), [words](library.md#words)'
    """
    return _LINK.sub(lambda link: _rewritten(link, origin, name), text)


def _rewritten(link: re.Match[str], origin: str, name: str) -> str:
    before, target, anchor, after = link.groups(default="")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
    section = SECTIONS.get(path + anchor)
    found = section or page_of(path)
    if ":" in target or found is None or found == name:
        return link[0]
    return f"{before}{posixpath.relpath(found, posixpath.dirname(name) or '.')}{'' if section else anchor}{after}"
