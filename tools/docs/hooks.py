"""What MkDocs calls while it builds the site: pages and pictures that are made, and links that are rewritten."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools.docs.links import FILES, ROOT, to_site
from tools.docs.notebooks import notebook_files
from tools.docs.pages import generated_pages, origins
from tools.docs.pictures import draw_all, gallery_pictures
from tools.docs.project import example_files, with_citation

_BOOST = {"start": 3, "guides": 3, "concepts": 2, "project": 0.3}
"""How much more or less likely a page is what somebody searches for, by its folder."""
_FONTS = ROOT / "web" / "node_modules" / "@fontsource-variable" / "bricolage-grotesque" / "files"
_FONT = _FONTS / "bricolage-grotesque-latin-opsz-normal.woff2"
"""The font of the page, with more letters than the page needs; without it the font of the system serves."""
_SEARCH = 'data-md-component="search" role="dialog"'
_DARK = re.compile(rb"@media \(prefers-color-scheme:dark\)\{(?:[^{}]|\{[^{}]*\})*\}")
"""How a tree looks on a dark ground; pictures of the site stand on white."""
_SECTION = re.compile(r'id="(__nav_\w+)"[^>]*>\s*<span class="md-ellipsis">\s*([^<]*?)\s*<')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Leave out files that would need the address of the site."""
    config.theme.static_templates = set()
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds what is made now: pages of commands, examples and the like, the pictures, and files to download."""
    for name, text in generated_pages().items():
        files.append(File.generated(config, name, content=text))
    for name, content in notebook_files().items():
        files.append(File.generated(config, name, content=content))
    drawn = {f"pictures/{name}": picture for name, picture in draw_all().items()}
    for name, picture in (gallery_pictures() | drawn).items():
        files.append(File.generated(config, name, content=_DARK.sub(b"", picture)))
    files.append(File.generated(config, "tokens.css", content=tokens()))
    files.append(File.generated(config, "icon.svg", abs_src_path=str(ROOT / "web" / "public" / "icon.svg")))
    if _FONT.is_file():
        licence = ROOT / "web" / "public" / "bricolage-OFL.txt"
        files.append(File.generated(config, "bricolage.woff2", abs_src_path=str(_FONT)))
        files.append(File.generated(config, "bricolage-OFL.txt", abs_src_path=str(licence)))
    for name in [*FILES, *(f"examples/{path.name}" for path in example_files())]:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def tokens() -> str:
    """The tokens of the page, and its font if it is there, with the names that the theme of the site has for dark."""
    style = (ROOT / "web" / "src" / "app.css").read_text("utf-8")
    begin, end = style.index("@font-face" if _FONT.is_file() else ":root {"), style.index("@media (forced-colors")
    style = style[begin:end].replace("@font/", "")
    return style.replace(":root[data-theme='dark']", "[data-md-color-scheme='slate']")


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to files of the repository become links to the pages that are made of them."""
    name = page.file.src_uri
    if name == "index.md":
        page.meta["hide"] = ["navigation", "toc"]  # both would be empty
    page.meta["search"] = {"boost": _BOOST.get(name.partition("/")[0], 1)}
    markdown = markdown.replace("```python\n>>>", "```pycon\n>>>")
    return to_site(with_citation(markdown, config.repo_url), origins().get(name, f"docs/{name}"), name)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Makes good what the theme forgets for people who use a keyboard or listen.

    Wide code can be scrolled by keys; each part of the navigation, and the search, has a name of its own; the empty
    corner of a table is no heading.
    """
    output = re.sub(r"<pre>(?=(?:<span></span>)?<code)", '<pre tabindex="0">', output)
    output = re.sub(r"<th( style=[^>]*)?></th>", r"<td\1></td>", output)
    names = dict(_SECTION.findall(output))
    output = re.sub(
        r'aria-labelledby="(__nav_\w+)"', lambda nav: f'aria-label="Pages: {names.get(nav[1], nav[1])}"', output
    )
    output = output.replace('placeholder="Search"', 'placeholder="Search the docs"')
    return output.replace(_SEARCH, f'{_SEARCH} aria-label="Search"')
