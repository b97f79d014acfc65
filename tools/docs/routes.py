"""The routes of the server, from its OpenAPI document."""

from collections.abc import Iterator
from typing import Any

from pydantic import SecretStr

from bestguess.web import Settings, create_app


def openapi() -> dict[str, Any]:
    """The OpenAPI document of a server."""
    found: dict[str, Any] = create_app(Settings(key=SecretStr("of no server: nothing is answered"), warm=0)).openapi()
    return found


def routes_page() -> str:
    """The page: every route by what it is for, with its parameters."""
    by_tag: dict[str, list[str]] = {}
    for path, methods in openapi()["paths"].items():
        for method, route in methods.items():
            lines = by_tag.setdefault((route.get("tags") or ["other"])[0], [])
            lines += [*_section(path, method.upper(), route), ""]
            if method == "post" and "get" in methods:
                lines += ["In the body, as JSON: the parameters above, and `table`, the text of the table.", ""]
    lines = [
        "# Routes",
        "",
        "What `/api/openapi.json` of a server says. [The web server](../web.md) has examples, and the rules for all.",
        "What stands here with GET and POST is asked by GET; by POST only about a table of one's own.",
        "",
    ]
    for tag, sections in by_tag.items():
        lines += [f"## {tag[0].upper()}{tag[1:]}", "", *sections]
    return "\n".join(lines)


def _section(path: str, method: str, route: dict[str, Any]) -> Iterator[str]:
    yield from [f"### `{method} {path}`", "", _cell(route.get("description", "")), ""]
    if parameters := route.get("parameters"):
        yield from ["| parameter | meaning | default |", "|---|---|---|"]
        yield from (_row(one) for one in parameters)


def _row(parameter: dict[str, Any]) -> str:
    schema = parameter["schema"]
    meaning = _cell(parameter.get("description", ""))
    if examples := schema.get("examples"):
        meaning += f", such as `{examples[0]}`"
    if choices := schema.get("enum"):
        meaning += ": " + ", ".join(f"`{choice}`" for choice in choices)
    default = "required" if parameter.get("required") else schema.get("default")
    shown = "required" if default == "required" else f"`{default}`" if default not in (None, "") else ""
    return f"| `{parameter['name']}` | {meaning} | {shown} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")
