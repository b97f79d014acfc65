"""bestguess strategies: the strategies there are."""

from bestguess.cli.loading import load_files
from bestguess.cli.options import Json, Load
from bestguess.cli.render.tables import table
from bestguess.cli.terminal import Terminal, print_json
from bestguess.strategies import known_strategies


def strategies(load: Load = None, as_json: Json = False) -> None:
    """List the available strategies.

    Other commands take their names, such as --strategy minimax.

    [bold]Examples[/bold]

      bestguess strategies

      bestguess strategies --load mine.py --json
    """
    load_files(load)
    if as_json:
        listed = [
            {"strategy": entry.name, "about": entry.about, "built_in": entry.built_in} for entry in known_strategies()
        ]
        print_json("strategies", {"strategies": listed})
    else:
        Terminal().print(table(("strategy", "plays"), [(entry.name, entry.about) for entry in known_strategies()]))
