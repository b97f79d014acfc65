"""Pages made of files that stand elsewhere in the repository: decisions, examples, citation."""

import re
from pathlib import Path

from mkdocs.utils.yaml import yaml_load

from tools.docs.links import PROJECT, ROOT

_LANGUAGES = {".py": "python", ".c": "c", ".csv": "text", ".ipynb": "json"}
_SHOWN = 200_000  # characters of an example
MARK = "<!-- citation -->"
"""Where docs/cite.md has the citation on the site."""
ADDRESS = "<!-- address -->"
"""Where a page has the command that copies the source, if its address is known."""


def section_of(file: str, title: str) -> str:
    """What stands below the heading *title* of a Markdown *file*."""
    text = (ROOT / file).read_text("utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"expected a section {title!r} in {file}, got none")
    return found[1].strip() + "\n"


def decisions() -> str:
    """The decisions of ARCHITECTURE.md, and what the parts of the search were measured to save."""
    begin = "What was decided, and why. [The exact search](../algorithm.md) has the proofs of what it does."
    parts = {
        "The whole": section_of("ARCHITECTURE.md", "Decisions"),
        "The search, measured": section_of("docs/algorithm.md", "What each saves"),
        "Libraries": section_of("ARCHITECTURE.md", "Libraries, and what is done by hand"),
    }
    sections = [f"## {title}\n\n{text}" for title, text in parts.items()]
    return "\n".join(["# Design decisions\n", f"{begin}\n", *sections])


def project_pages() -> dict[str, str]:
    """Whole files as pages."""
    names = {file: page for file, page in PROJECT.items() if page.startswith("project/")}
    return {page: (ROOT / file).read_text("utf-8") for file, page in names.items()}


def example_files() -> list[Path]:
    """The files in examples/."""
    return sorted(path for path in (ROOT / "examples").iterdir() if path.is_file())


def example_pages() -> dict[str, str]:
    """A page for each example, and one that lists them."""
    pages = {f"examples/{path.name}.md": _example(path) for path in example_files()}
    rows = [f"| [{path.name}]({path.name}.md) | {_about(path)} |" for path in example_files()]
    begin = "# Examples\n\nShort programs that run, and the tables that they read. The tests run every one.\n\n"
    return {"examples/index.md": begin + "| file | what it shows |\n|---|---|\n" + "\n".join(rows) + "\n", **pages}


def _example(path: Path) -> str:
    language = _LANGUAGES.get(path.suffix, "text")
    text = path.read_text("utf-8")[:_SHOWN].rstrip()
    return f"# {path.name}\n\n{_about(path)}\n\nDownload: [{path.name}]({path.name})\n\n````{language}\n{text}\n````\n"


def _about(path: Path) -> str:
    """The first paragraph of an example's docstring or comment."""
    found = re.match(r'(?:"""|/\*)(.*?)(?:\n\s*\n|"""|\*/)', path.read_text("utf-8"), re.DOTALL)
    if found is None:
        return f"A table: `table({path.name},goal=identify)`." if path.suffix == ".csv" else ""
    return " ".join(line.strip(" *") for line in found[1].splitlines()).strip()


def citation(address: str = "") -> str:
    """BibTeX and plain text for the version in CITATION.cff, with the *address* of the repository where it is known."""
    about = yaml_load((ROOT / "CITATION.cff").read_text("utf-8"))
    authors, title, version = _authors(about), about["title"], about["version"]
    fields = {"author": f"{{{authors}}}", "title": title, "version": version, "year": _year(version), "url": address}
    lines = [f"  {name:7} = {{{value}}}," for name, value in fields.items() if value]
    plain = f"{authors}: {title}, version {version}, {_year(version)}." + (f" <{address}>" if address else "")
    return "\n".join(["```bibtex", f"@software{{{title},", *lines, "}", "```", "", f"> {plain}"])


def with_citation(markdown: str, address: str | None) -> str:
    """The page *markdown* with the citation, and the *address* of the source where it is known, in their places."""
    clone = f"```sh\ngit clone {address}\n```" if address else ""
    markdown = markdown.replace(ADDRESS, f"\n{clone}")
    return markdown.replace(MARK, citation(address or "")) if MARK in markdown else markdown


def _authors(about: dict[str, list[dict[str, str]]]) -> str:
    """The names of the authors, as BibTeX joins them."""
    return " and ".join(one.get("name") or f"{one['given-names']} {one['family-names']}" for one in about["authors"])


def _year(version: str) -> str:
    """The year in which *version* was released, by the changelog."""
    found = re.search(rf"^## {re.escape(version)} \((\d+)-", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"expected a heading for version {version} with its date in CHANGELOG.md, got none")
    return found[1]
