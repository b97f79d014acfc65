"""bestguess web: serves the web page on this machine."""

from typing import Annotated

import typer

from bestguess.cli.render.tables import grid
from bestguess.cli.terminal import Terminal
from bestguess.errors import BestguessError

_MISSING = "the web server is not installed: pip install 'bestguess[web]'"


def web(
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="The address to listen on. 0.0.0.0: every network interface."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65_535, metavar="N", help="The port to listen on. Default: 8000, or a free port."
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in a browser.")] = False,
    settings: Annotated[bool, typer.Option("--settings", help="List the environment variables that are read.")] = False,
) -> None:
    """Serve the web page: play, hints, reviews, trees and strategies.

    Only this machine can reach it, unless --host says otherwise. Environment
    variables such as BESTGUESS_WEB_RATE set limits: --settings lists them.

    [bold]Examples[/bold]

      bestguess web

      bestguess web --port 0 --no-open

      BESTGUESS_WEB_RATE=10 bestguess web --host 0.0.0.0
    """
    try:
        from bestguess.web.server import serve
        from bestguess.web.settings import settings_help
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "bestguess":
            raise
        raise BestguessError(f"{_MISSING} ({error.name} is missing)") from error
    if settings:
        rows = [(name, f"{about}{f' ({default})' if default else ''}") for name, default, about in settings_help()]
        Terminal().print(grid(rows))
        return
    serve(host, port, open_browser=not no_open)
