"""bestguess strategies: what strategies there are."""

from bestguess.cli.options import Json, Load, load_files
from bestguess.cli.output import print_grid, print_json
from bestguess.strategies import known_strategies


def strategies(load: Load = None, as_json: Json = False) -> None:
    """List the strategies there are.

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
        print_grid(("strategy", "plays"), [(entry.name, entry.about) for entry in known_strategies()])
