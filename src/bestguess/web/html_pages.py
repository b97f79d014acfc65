"""Plain HTML pages without script, and the style sheet that they share: the documentation, and "not found"."""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bestguess.web.problems import problem

STYLE_PATH = "/api/plain.css"
_STYLE = """:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; margin: 3rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid #8888; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { padding: 0.75rem; border: 1px solid #8888; border-radius: 0.5rem; white-space: pre-wrap; }
h2, pre { overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
nav ul { padding: 0; list-style: none; columns: 16rem; }
nav a { display: block; padding: 0.5rem 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
summary { padding: 0.625rem 0; cursor: pointer; }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { display: block; padding: 0.375rem 0; border-bottom: 1px solid #8884; }
  td { display: inline; padding: 0 0.75rem 0 0; border: 0; }
  td:last-child { display: block; }
}
"""


def html_page(title: str, body: str) -> str:
    """A page with this *title*, a text, and *body*, which is HTML."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="{STYLE_PATH}">
</head>
<body>
{body}</body>
</html>
"""


def style_sheet() -> Response:
    """The style sheet of these pages."""
    return Response(_STYLE, media_type="text/css", headers={"Cache-Control": "no-cache"})


def not_found(request: Request) -> Response:
    """404: a page for people; a problem for the API, and for clients that ask for JSON and not for HTML."""
    path, accepted = request.url.path, request.headers.get("accept", "")
    if path.startswith("/api") or ("application/json" in accepted and "text/html" not in accepted):
        return problem(404, "not-found", f"expected a path of this server, got {path[:100]!r}")
    body = (
        "<h1>There is no page here</h1>\n"
        f"<p>This server has nothing at <code>{escape(path[:100])}</code>.</p>\n"
        '<p><a href="/">Go to bestguess</a></p>\n'
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept"}
    return HTMLResponse(html_page("bestguess: not found", body), 404, headers)
