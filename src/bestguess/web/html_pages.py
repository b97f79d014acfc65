"""Plain HTML pages without script, and the style sheet that they share: the documentation, and "not found"."""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bestguess.web.problems import problem

STYLE_PATH = "/api/plain.css"
_STYLE = """:root { --paper: #faf5ea; --card: #fffdf8; --ink: #231d2b; --soft: #665a52; --line: #e2d7c2;
  --accent: #bf3a12; --accent-side: #8b2707; --on-accent: #fff;
  color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink); }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16131a; --card: #241f2a; --ink: #f5eee2; --soft: #b5abb3; --line: #3a3341; --accent: #ff8f5e;
    --accent-side: #b9501f; --on-accent: #241008; }
}
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.brand { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 44px; font-size: 1.375rem;
  letter-spacing: -0.035em; text-decoration: none; }
.lost { display: grid; justify-items: start; gap: 1rem; max-width: 34rem; margin: 12vh auto 0; padding: 0 1rem; }
.lost h1 { margin: 0; font-size: 2.25rem; line-height: 1.08; letter-spacing: -0.022em; }
.lost p { margin: 0; color: var(--soft); }
.button { display: inline-flex; align-items: center; min-height: 48px; padding: 0 1.25rem; border-radius: 14px;
  background: var(--accent); color: var(--on-accent); box-shadow: 0 3px 0 var(--accent-side); font-weight: 700;
  text-decoration: none; }
h2 { font-size: 1.125rem; margin: 3rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card);
  white-space: pre-wrap; }
h2, pre { overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
nav ul { padding: 0; list-style: none; columns: 16rem; }
nav a { display: block; padding: 0.5rem 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
summary { padding: 0.625rem 0; cursor: pointer; }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { display: block; padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
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
        '<main class="lost">\n'
        '<a class="brand" href="/"><img src="/icon.svg" alt="" width="32" height="32">'
        "<span><strong>best</strong>guess</span></a>\n"
        "<h1>There is no page here</h1>\n"
        f"<p>This server has nothing at <code>{escape(path[:100])}</code>.</p>\n"
        '<a class="button" href="/">Play a game</a>\n'
        "</main>\n"
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept"}
    return HTMLResponse(html_page("bestguess: not found", body), 404, headers)
