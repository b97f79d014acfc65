"""bestguess web: the page, on this machine."""

from typing import Annotated

import typer

from bestguess.errors import BestguessError

_MISSING = "the web server is not installed: pip install 'bestguess[web]'"


def web(
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; 0.0.0.0 for every network of this machine.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65_535, help="Which port; 8000, or any that is free, if not said."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in a browser.")] = False,
    settings: Annotated[bool, typer.Option("--settings", help="List what the environment may set.")] = False,
) -> None:
    """Serve the page: play, hints, reviews, trees and strategies, in a browser.

    Only this machine reaches it, unless --host says otherwise. How much it may spend is set by the environment,
    BESTGUESS_WEB_RATE and others: --settings lists them.

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
        for name, default, about in settings_help():
            print(f"{name:28} {about}{f' ({default})' if default else ''}")
        return
    serve(host, port, open_browser=not no_open)
