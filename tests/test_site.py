"""The documentation site: `make docs` builds it whole, from what is true now."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import sync_playwright

import bestguess as bg
from bestguess import gym
from bestguess.trees import Figures
from browsing import AXE, COLOURS, DESKTOP, PHONE, VERIFYING, Visitor, find_browser, launch, some
from sites import REPOSITORY, ROOT, broken_links, build_site, loaded_from_elsewhere, pages_of
from tools.docs import hooks, library
from tools.docs.commands import commands, commands_page, examples
from tools.docs.links import FILES
from tools.docs.pictures import PICTURES, gallery_pictures
from tools.docs.project import citation, example_files
from tools.docs.schemas import schemas_page

SHOWN = [
    "index.html",
    "certificates.html",
    "cite.html",
    "concepts/one-step.html",
    "notebooks/01-a-language-for-guessing-games.html",
    "reference/commands.html",
    "reference/library/trees.html",
]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site: in `make verify` only, since it takes long."""
    if not VERIFYING:
        pytest.skip("checked by make verify")
    return build_site(tmp_path_factory.mktemp("site"))


def test_site_is_whole(site: Path) -> None:
    """It builds without a warning, every link and anchor is there, and nothing is loaded from elsewhere."""
    assert (site / "index.html").is_file()
    assert list(broken_links(site)) == []
    assert list(loaded_from_elsewhere(site)) == []
    page = (site / "index.html").read_text("utf-8")
    assert f'href="{REPOSITORY}"' in page
    assert 'data-md-component="source"' not in page, "the theme would ask its host for stars"


def test_home_says_what_is_proven() -> None:
    """The figures of the home are those of the records, and the game on its board was answered so."""
    home = (ROOT / "docs" / "index.md").read_text("utf-8")
    mean, worst, cows, weight = re.findall(r"^\*\*(.+?)\*\*", home, re.MULTILINE)
    rows = json.loads((ROOT / "docs" / "records.json").read_text("utf-8"))["rows"]
    proven = {(row["game"], row["objective"]): row for row in rows if row["proven"]}
    for shown, game in ((mean, "mastermind(4,6)"), (cows, "bullscows(4,10)")):
        row = proven[game, "mean"]
        assert shown == f"{row['value'] / row['secrets']:.2f}"
    assert worst == str(proven["mastermind(4,6)", "worst"]["value"])
    limit = re.search(r'"br": (\d+) \* 1024', (ROOT / "tests" / "browser" / "test_frame.py").read_text("utf-8"))
    assert limit
    assert weight == f"< {limit[1]} KB"
    position = bg.Position("mastermind(4,6)")
    template = (ROOT / "tools" / "docs" / "theme" / "main.html").read_text("utf-8")
    *before, last = re.findall(r'\("(\d{4})", (\d), (\d), "([^"]+)"\)', template)
    assert len(before) == 3
    for code, blacks, whites, note in before:
        position = position.after(code, f"{blacks}.{whites}")
        assert note == f"{len(position.candidates)} left"
    assert (position.candidates[:], last) == ([last[0]], (last[0], "4", "0", "found"))


def test_nothing_is_installed_that_is_not_released() -> None:
    """The home and the first pages do not say to install a package by its name, for there is none yet."""
    first = [ROOT / "docs" / "index.md", *sorted((ROOT / "docs" / "start").glob("*.md"))]
    assert len(first) > 3
    installing = re.compile(r"\binstall +[\"']?bestguess\b")
    assert [path.name for path in first if installing.search(path.read_text("utf-8"))] == []


def test_site_has_the_look_of_the_page(site: Path) -> None:
    """Its tokens, light and dark, and its font."""
    tokens = (site / "tokens.css").read_text("utf-8")
    assert len(re.findall(r"--paper: #\w{6};", tokens)) == 2
    assert "[data-md-color-scheme='slate'] {" in tokens
    assert "data-theme" not in tokens
    assert "url('bricolage.woff2')" in tokens
    assert (site / "bricolage-OFL.txt").is_file()


def test_site_needs_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the packages of the page are not installed, no font is asked for."""
    monkeypatch.setattr(hooks, "_FONT", Path("nowhere"))
    assert "url(" not in hooks.tokens()
    assert "--paper: " in hooks.tokens()


def test_citation_is_that_of_the_file(site: Path) -> None:
    """The page has BibTeX and text with the present version, and the address of the source where it is known."""
    about = (ROOT / "CITATION.cff").read_text("utf-8")
    title, version = (re.search(rf"^{name}: (.+)$", about, re.MULTILINE) for name in ("title", "version"))
    assert title
    assert version
    text = citation()
    assert f"@software{{{title[1]}," in text
    assert f"version = {{{version[1]}}}," in text
    assert version[1] == bg.__version__
    assert "url" not in text
    assert f"url     = {{{REPOSITORY}}}," in citation(REPOSITORY)
    shown = re.sub("<[^>]+>", "", (site / "cite.html").read_text("utf-8"))
    assert f"{{{REPOSITORY}}}" in shown
    assert f"version {bg.__version__}, 20" in shown
    assert f"git clone {REPOSITORY}" in re.sub(
        "<[^>]+>", "", (site / "project" / "contributing.html").read_text("utf-8")
    )


def test_links_to_notebooks_lead_to_their_pages(site: Path) -> None:
    """Only the page of a notebook links to the file, to download it."""
    found = {
        (str(path.relative_to(site)), link)
        for path, page in pages_of(site).items()
        for link in page.links
        if link.endswith(".ipynb")
    }
    notebooks = sorted(path.name for path in (ROOT / "docs" / "notebooks").glob("*.ipynb"))
    assert found == {(f"notebooks/{Path(name).stem}.html", name) for name in notebooks}


def test_files_can_be_downloaded(site: Path) -> None:
    """The checker in C and the examples are there as they are, for those who have the site alone."""
    for name in [*FILES, *(f"examples/{path.name}" for path in example_files())]:
        assert (site / name).read_bytes() == (ROOT / name).read_bytes()


def test_links_are_called_by_what_they_lead_to() -> None:
    """No link to a page is called by the name of a file."""
    texts = {path: path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")}
    assert [(path.name, link) for path, text in texts.items() for link in re.findall(r"\[[^\]]*\.md\]\(", text)] == []


def test_library_reference_has_every_name() -> None:
    """Each name of `bestguess.__all__` stands in one page, each module has a page, and all have docstrings."""
    pages = {name: text for name, text in library.library_pages().items() if not name.endswith("index.md")}
    entries = re.findall(r"^::: bestguess\.(\w+)$", "\n".join(pages.values()), re.MULTILINE)
    assert sorted(entries) == sorted(set(bg.__all__) - {"__version__"})
    for module in set(dir(bg)) - set(bg.__all__):
        page = pages[f"reference/library/{module}.md"]
        names = re.findall(rf"^::: bestguess\.{module}\.(\w+)$", page, re.MULTILINE)
        assert names
        assert set(names) <= set(dir(getattr(bg, module)))
    assert {f"gym.{name}" for name in gym.__all__} <= set(library.documented())
    assert library.undocumented() == []


def test_page_of_the_library_has_every_name() -> None:
    """An example of docs/library.md, which the tests run, uses each name of `bestguess.__all__`."""
    text = (ROOT / "docs" / "library.md").read_text("utf-8")
    examples = "\n".join(re.findall(r"^(?:>>>|\.\.\.) .*$", text, re.MULTILINE))
    assert [name for name in bg.__all__ if not re.search(rf"\bbg\.{name}\b", examples)] == []


def test_library_reference_has_constructors_and_fields(site: Path) -> None:
    """What values have is listed with its type, and a class with how it is made."""
    shown = {
        theme: re.sub("<[^>]+>", "", (site / "reference" / "library" / f"{theme}.html").read_text("utf-8"))
        for theme in ("strategies", "trees", "optima", "gym", "figures")
    }
    assert len(re.findall(r"\bto_latex\(\)", shown["figures"])) == 2  # of Comparison and Sweep, which inherit it
    assert re.search(r"Program\(\s*command: str, seconds: float = 10.0", shown["strategies"])
    assert re.search(r"GameEnv\(\s*game: ", shown["gym"])
    for theme, found in {"trees": Figures, "optima": bg.Result}.items():
        for field in fields(found):
            assert re.search(rf"\n{field.name}: .+\n", shown[theme]), f"{found.__name__}.{field.name}"


def test_command_reference_has_every_command_option_and_example() -> None:
    """Each command is a section with its options, the words that they take, and examples."""
    page = commands_page()
    assert "| `--format csv|markdown|latex` |" in page
    sections = dict(re.findall(r"^## bestguess (.+?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    assert set(sections) == {name for name, _ in commands()}
    for name, command in commands():
        options = [option for one in command.params for option in one.opts if option.startswith("--")]
        assert [option for option in options if f"`{option}" not in sections[name]] == ["--help"][: "--help" in options]
        assert "LITERAL" not in sections[name]
        assert examples(command), f"bestguess {name} --help has no example"
        assert [example for example in examples(command) if example not in sections[name]] == []


def test_map_names_files_that_are_there() -> None:
    """Each path in ARCHITECTURE.md is the end of that of a file or a folder."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = re.findall(r"`((?:[\w.-]+/)*[\w.-]+(?:/|\.(?:py|hpp|cpp|ts|svelte|md|yml)))`", text)
    sources = ("src", "cpp", "web/src", "checker", "docs", "tests", "tools")
    there = [path for folder in sources for path in [ROOT / folder, *(ROOT / folder).rglob("*")]]
    known = {"/" + str(path.relative_to(ROOT)) for path in [*there, *ROOT.iterdir()]}
    assert len(named) > 30
    assert [name for name in named if not any(path.endswith(f"/{name.rstrip('/')}") for path in known)] == []


def test_pictures_are_those_that_pages_show() -> None:
    """Every picture that a page shows is drawn, and none is drawn in vain."""
    texts = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md"))
    assert set(re.findall(r"pictures/([\w-]+\.svg)\)", texts)) == set(PICTURES)


def test_gallery_shows_what_its_code_writes() -> None:
    """Every picture of the gallery is written by its code, and nothing is written in vain."""
    text = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    pictures = gallery_pictures()
    assert set(re.findall(r"\]\((gallery/[^)]+)\)", text)) == set(pictures)
    assert all(b"<svg" in picture for picture in pictures.values())


@pytest.mark.parametrize("name", some(list(PICTURES), 3))
def test_picture_is_drawn(name: str) -> None:
    """A picture is an SVG with a title or texts, and the same each time."""
    first = PICTURES[name]()
    assert "<svg" in first
    assert "<text" in first
    assert PICTURES[name]() == first


def test_page_of_schemas_has_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document is a section with its keys, what they mean and what they are."""
    file = tmp_path / "hint.json"
    file.write_text('{"title": "a hint", "properties": {"step": {"description": "how strong", "type": "integer"}}}')
    monkeypatch.setattr("tools.docs.schemas.schema_files", lambda: [file])
    page = schemas_page()
    assert "## hint\n\na hint\n" in page
    assert "| `step` (not always) | how strong | integer |" in page


def commands_in(page: str) -> list[str]:
    r"""The commands of bestguess in the blocks of a *page* that are not run, without their comments.

    >>> commands_in("```sh\nA=1 bestguess web --port 8  # it\n```\n\n    $ bestguess games; bestguess stats\n")
    ['web --port 8', 'games', 'stats']
    """
    fenced = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    indented = re.findall(r"^ {4}(?:\$ )?(bestguess .*)$", page, re.MULTILINE)
    inline = [line for block in fenced for line in block.splitlines()]
    parts = [part for line in inline + indented for part in re.split(r" +# |; | \| | < | > ", f"{line} ")]
    found = [re.match(r"(?:\w+=\S+ )*bestguess (.*)", part) for part in parts]
    return [one[1].strip() for one in found if one]


def test_commands_without_output_exist() -> None:
    """The commands of bestguess in blocks that are not run name commands and options that there are."""
    known = {
        name: {text for one in command.params if not one.hidden for text in one.opts + one.secondary_opts}
        for name, command in commands()
    }
    alone = {"--help", "--version", "--install-completion", "--show-completion"}
    for page in sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]):
        for line in commands_in(page.read_text("utf-8")):
            words = [word for word in re.sub(r"\"[^\"]*\"|'[^']*'", "TEXT", line).split() if word != "TEXT"]
            options = {word.split("=")[0] for word in words if word.startswith("--")}
            name = next((name for name in (" ".join(words[:2]), " ".join(words[:1])) if name in known), "")
            assert name or (options and options <= alone) or not words, f"{page.name}: bestguess {line}"
            if name == "sweep" and "--load" in options:
                continue  # a family of the file has arguments of its own
            assert options - known.get(name, alone) - {"--help"} == set(), f"{page.name}: bestguess {line}"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The *folder* as any web host would serve it, below a path; its address."""
    handler = partial(_Quiet, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Says nothing."""


@pytest.mark.skipif(find_browser() is None, reason="no Chromium")
def test_pages_are_for_everyone(site: Path) -> None:
    """A page of each kind, on a phone and a screen, light and dark: axe finds no fault, and all fits the screen."""
    with served(site) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        visitor = Visitor(browser, address)
        for where in SHOWN:
            for look in (PHONE | COLOURS["light"], DESKTOP | COLOURS["dark"], PHONE | COLOURS["dark"], DESKTOP):
                page = visitor(where, **look)
                page.locator("h1").wait_for()
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
                page.evaluate(AXE.read_text("utf-8"))
                faults = page.evaluate("axe.run().then(found => found.violations.map(one => one.id))")
                assert faults == [], (where, look)
        assert visitor.faults() == []
        visitor.leave()
        browser.close()


@pytest.mark.skipif(find_browser() is None, reason="no Chromium")
def test_what_was_typed_is_copied(site: Path) -> None:
    """Of a conversation with a shell or with Python, without prompts and without what was printed."""
    with served(site) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        visitor = Visitor(browser, address)
        for where, first in (
            ("guides/questions.html", "cat > animals.csv <<'END'\n,dog,cat"),
            ("start/python.html", "import"),
        ):
            page = visitor(where, **DESKTOP)
            page.evaluate("navigator.clipboard.writeText = text => { window.copied = text }")
            block = page.locator(".language-console, .language-pycon").first
            block.hover()
            block.get_by_role("button").first.click()
            copied = page.evaluate("window.copied")
            assert copied.startswith(first)
            assert ">>>" not in copied
            assert "candidates left" not in copied
        visitor.leave()
        browser.close()
