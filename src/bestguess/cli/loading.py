"""A game and its table for the commands of the board, with progress while the table is built."""

from pathlib import Path

from bestguess.cli.options import load_game
from bestguess.cli.output import progress_bar
from bestguess.errors import ContradictionError
from bestguess.play import Playthrough, find_contradictions
from bestguess.table import Table
from bestguess.valuation import LoadedGame
from bestguess.valuation.samples import fits_table


def load_game_and_table(game: str, load: list[Path] | None, threads: int | None = None) -> LoadedGame:
    """The game that *game* names and its table, or the game alone when it is too large for one."""
    rules = load_game(game, load)
    if not fits_table(rules):
        return LoadedGame(rules, threads)
    with progress_bar(f"table of {rules}") as report:
        return LoadedGame(Table(rules, threads=threads, progress=report), threads)


def check_possible(run: Playthrough) -> None:
    """Raises ContradictionError, which names the fewest rows that must be wrong, when no candidate is left."""
    if run.count:
        return
    found = find_contradictions(run, limit=1)
    sets = " or ".join("rows " + " and ".join(map(str, one.rows)) for one in found)
    named = sets.replace("rows", "row") if found and len(found[0].rows) == 1 else sets
    raise ContradictionError(f"no secret of {run.game} fits the answers {run.heeded}: {named} must be wrong")
