"""The documentation of the API as one HTML page without script, made from its OpenAPI document."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from starlette.responses import HTMLResponse

from bestguess.web.html_pages import html_page

_Schema = dict[str, Any]
_HEAD = {
    "fields": "<thead><tr><th>field<th>type<th>meaning</thead>\n",
    "parameters": "<thead><tr><th>parameter<th>type<th>default<th>meaning</thead>\n",
}


def docs_page(openapi: dict[str, Any]) -> HTMLResponse:
    """The documentation of *openapi*."""
    about = escape(openapi["info"]["description"])
    link = 'For programs: <a href="/api/openapi.json">openapi.json</a>. <a href="/">The page</a>'
    operations = [(m, p, one) for p, methods in openapi["paths"].items() for m, one in methods.items()]
    listed = "".join(
        f'<li><a href="#{_anchor(m, p)}"><code>{m.upper()} {escape(p)}</code></a>\n' for m, p, _ in operations
    )
    parts = [
        f"<h1>bestguess {escape(openapi['info']['version'])}: the API</h1>\n<p>{about}</p>\n<p>{link}</p>\n",
        f'<nav aria-label="Requests"><ul>\n{listed}</ul></nav>\n',
        *(_operation(method, path, one, openapi) for method, path, one in operations),
    ]
    page = html_page("bestguess: the API", "".join(parts))
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


def _anchor(method: str, path: str) -> str:
    return escape(f"{method}{path.replace('/', '-').replace('{', '').replace('}', '')}")


def _operation(method: str, path: str, operation: _Schema, openapi: _Schema) -> str:
    """What a route takes and gives, with its example."""
    words = "".join(f"<p>{escape(part)}</p>\n" for part in operation.get("description", "").split("\n\n"))
    parameters = "".join(map(_parameter, operation.get("parameters", [])))
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    good = next(one for status, one in operation["responses"].items() if status.startswith("2"))
    answer = good.get("content", {}).get("application/json", {}).get("schema")
    return "".join(
        [
            f'<h2 id="{_anchor(method, path)}"><code>{method.upper()} {escape(path)}</code></h2>\n{words}',
            f"<h3>Parameters</h3>\n<table>\n{_HEAD['parameters']}{parameters}</table>\n" if parameters else "",
            f"<h3>Request body (JSON)</h3>\n{_fields(body, openapi)}" if body else "",
            _example(operation),
            f"<details>\n<summary>Fields of the answer: {escape(good['description'])}</summary>\n" if answer else "",
            f"{_fields(answer, openapi)}</details>\n" if answer else "",
            _problems(operation),
        ]
    )


def _example(operation: _Schema) -> str:
    """The example request of *operation*, and its answer."""
    if "x-example-request" not in operation:
        return ""
    answer = operation["x-example-response"]
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    command = escape(operation["x-example-request"], quote=False)
    return f"<h3>Example</h3>\n<pre>{command}</pre>\n<pre>{escape(text, quote=False)}</pre>\n"


def _problems(operation: _Schema) -> str:
    """The other statuses that *operation* may answer with."""
    bad = {status: one for status, one in operation["responses"].items() if not status.startswith("2")}
    rows = "".join(f"<li>{escape(status)}: {escape(one['description'])}\n" for status, one in sorted(bad.items()))
    return f"<details>\n<summary>Errors</summary>\n<ul>\n{rows}</ul>\n</details>\n" if rows else ""


def _parameter(one: _Schema) -> str:
    schema = one["schema"]
    default = "required" if one.get("required") else json.dumps(schema.get("default"))
    cells = (f"<code>{escape(one['name'])}</code>", escape(_type(schema)), f"<code>{escape(default)}</code>")
    words = one.get("description") or schema.get("description", "")
    return f"<tr>{''.join(f'<td>{cell}' for cell in cells)}<td>{escape(words)}\n"


def _fields(schema: _Schema, openapi: _Schema) -> str:
    """The table of the fields of *schema*, those of nested objects behind them."""
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code><td>{escape(kind)}<td>{escape(words)}\n"
        for name, kind, words in _nested(schema, "", openapi)
    )
    return f"<table>\n{_HEAD['fields']}{rows}</table>\n"


def _nested(schema: _Schema, before: str, openapi: _Schema) -> Iterator[tuple[str, str, str]]:
    """Name, type and meaning of every field, such as `suggestions[].guess`."""
    model = _resolved(schema, openapi)
    for name, field in model.get("properties", {}).items():
        missing = "" if name in model.get("required", ()) else ", or missing"
        yield f"{before}{name}", _type(field) + missing, field.get("description", "")
        inside, ending = field, "."
        if field.get("type") == "array" or any(one.get("type") == "array" for one in field.get("anyOf", ())):
            listed = field if "items" in field else next((one for one in field.get("anyOf", ()) if "items" in one), {})
            inside, ending = listed.get("items", {}), "[]."
        yield from _nested(inside, f"{before}{name}{ending}", openapi)


def _resolved(schema: _Schema, openapi: _Schema) -> _Schema:
    """*schema*, or the component that it refers to."""
    name = schema.get("$ref", "").rpartition("/")[2]
    found: _Schema = openapi["components"]["schemas"][name] if name else schema
    return found


def _type(schema: _Schema) -> str:
    """The type of a value in a few words: `integer or null`, `list of strings`."""
    if "enum" in schema or "const" in schema:
        return " or ".join(json.dumps(one) for one in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "$ref" in schema:
        return "object"
    if "prefixItems" in schema:
        return f"pair ({', '.join(_type(one) for one in schema['prefixItems'])})"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}s"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object with {_type(schema['additionalProperties'])}s"
    return str(schema.get("type", "any"))
