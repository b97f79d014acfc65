"""The documentation of the API as one HTML page, made from its OpenAPI document; it loads no other file."""

from html import escape
from typing import Any

from starlette.responses import HTMLResponse

_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>bestguess: the API</title>
"""


def docs_page(openapi: dict[str, Any]) -> HTMLResponse:
    """The documentation of *openapi*."""
    about = escape(openapi["info"]["description"])
    link = '<a href="/api/openapi.json">openapi.json</a>'
    parts = [_HEAD, f"<h1>bestguess {escape(openapi['info']['version'])}</h1>\n<p>{about} {link}</p>\n"]
    for path, methods in openapi["paths"].items():
        parts += [_operation(method, path, operation, openapi) for method, operation in methods.items()]
    return HTMLResponse("".join(parts), headers={"Cache-Control": "no-cache"})


def _operation(method: str, path: str, operation: dict[str, Any], openapi: dict[str, Any]) -> str:
    rows = "".join(_parameter(one) for one in operation.get("parameters", []))
    table = f"<table>\n<tr><th>parameter<th>type<th>default<th>meaning\n{rows}</table>\n" if rows else ""
    answers = "".join(
        f"<li>{escape(status)}: {escape(answer['description'])}{_model(answer)}\n"
        for status, answer in operation["responses"].items()
    )
    words = escape(operation.get("description", ""))
    return f"<h2><code>{method.upper()} {escape(path)}</code></h2>\n<p>{words}</p>\n{table}<ul>\n{answers}</ul>\n"


def _parameter(one: dict[str, Any]) -> str:
    schema = one["schema"]
    kinds = [kind for kind in (schema, *schema.get("anyOf", ())) if "type" in kind and kind["type"] != "null"]
    default = "required" if one.get("required") else str(schema.get("default", ""))
    cells = (f"<code>{escape(one['name'])}</code>", kinds[0]["type"] if kinds else "", escape(default))
    return f"<tr>{''.join(f'<td>{cell}' for cell in cells)}<td>{escape(one.get('description', ''))}\n"


def _model(answer: dict[str, Any]) -> str:
    reference = answer.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "")
    return f" (<code>{escape(reference.rpartition('/')[2])}</code>)" if reference else ""
