"""How to cite bestguess: BibTeX and a line of plain text, from CITATION.cff."""

import re

from mkdocs.utils.yaml import yaml_load

from tools.docs.links import ROOT

MARK = "<!-- citation -->"
"""Where docs/cite.md has the citation on the site."""
ADDRESS = "<!-- address -->"
"""Where a page has the command that copies the source, if its address is known."""


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
