"""All pages that are made while the site is built."""

from functools import cache

from tools.docs.commands import commands_page
from tools.docs.library import library_pages
from tools.docs.links import PROJECT
from tools.docs.project import decisions, example_pages, project_pages
from tools.docs.routes import routes_page
from tools.docs.schemas import schemas_page


@cache
def generated_pages() -> dict[str, str]:
    """The texts of the pages by their names."""
    return {
        "project/decisions.md": decisions(),
        "reference/commands.md": commands_page(),
        "reference/routes.md": routes_page(),
        "reference/schemas.md": schemas_page(),
        **library_pages(),
        **example_pages(),
        **project_pages(),
    }


@cache
def origins() -> dict[str, str]:
    """The files of the repository that pages are made of, by the pages' names: links are relative to them."""
    return {page: file for file, page in PROJECT.items() if page.startswith("project/")}
