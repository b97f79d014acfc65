"""Loading what a command works on: the user's Python files, a game, its table."""

import os
import runpy
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path

from bestguess.advice import contradictions
from bestguess.cli.progress import progress_bar
from bestguess.errors import ContradictionError, FileError, GameError, reason
from bestguess.games import Game, game
from bestguess.games.table import Table, check_size, fits_table
from bestguess.games.texts import quoted_file
from bestguess.position import Position

_FAMILIES_OF_FILES = {".csv": "table", ".txt": "words"}


def load_files(paths: list[Path] | None) -> None:
    """Runs the Python files at *paths*; raises FileError if one is missing or fails."""
    for path in paths or []:
        if not os.path.isfile(path):  # unlike Path.is_file, also for names that are too long
            raise FileError(f"--load: no such file: {path}")
        try:
            with redirect_stdout(sys.stderr):  # standard output is for the result
                runpy.run_path(str(path), run_name=path.stem)
        except GameError:
            raise
        except (Exception, SystemExit) as error:  # a user's file may raise anything
            line = _failing_line(path)
            raise FileError(f"--load: {path}{line} fails: {reason(error)}") from error


def _failing_line(path: Path) -> str:
    """The line of *path* that raised the exception being handled, as ``, line 3,``."""
    traceback, line = sys.exc_info()[2], ""
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == str(path):
            line = f", line {traceback.tb_lineno},"
        traceback = traceback.tb_next
    return line


def load_game(text: str, load: list[Path] | None) -> Game:
    """The game that *text* names. The files in *load* run first."""
    load_files(load)
    return read_game(text)


def read_game(text: str) -> Game:
    """The game that *text* names, whose codes and feedbacks are texts, also where those of a user's own are objects.

    Raises GameError, which for the name of a file says what a game from it is called.
    """
    try:
        return game(text).as_text()
    except GameError as error:
        family = _FAMILIES_OF_FILES.get(Path(text).suffix.lower())
        if family is None or "(" in text:
            raise
        name = f"{family}({quoted_file(text)}{_goal_of(Path(text)) if family == 'table' else ''})"
        argument = shlex.quote(name) if '"' in name else f'"{name}"'
        raise GameError(f"expected a game, got the name of a file: write {argument}") from error


def _goal_of(path: Path) -> str:
    """The goal that the text of a game from the table at *path* must name, unless its corner names what wins."""
    try:
        with path.open("rb") as file:
            corner = file.read(20).removeprefix(b"\xef\xbb\xbf").lstrip(b'"')
    except OSError:
        return ""
    return "" if corner.startswith(b"win=") else ",goal=identify"


def build_table(rules: Game, *, memory_limit: int | None = None, threads: int | None = None) -> Table:
    """Build the table of *rules*, and show progress; raises SizeError, also where the table is there already."""
    check_size(rules, memory_limit)
    with progress_bar(f"table of {rules}") as report:
        return rules.build_table(memory_limit=memory_limit, threads=threads, progress=report)


def load_game_and_table(text: str, load: list[Path] | None, threads: int | None = None) -> Game:
    """The game that *text* names, with its table unless it is too large for one. Shows progress."""
    rules = load_game(text, load)
    if fits_table(rules):
        build_table(rules, threads=threads)
    return rules


def check_possible(position: Position) -> None:
    """Raises ContradictionError if no candidate is left. It names the smallest sets of rows that must be wrong."""
    if position.count:
        return
    found = contradictions(position, limit=1)
    sets = " or ".join("rows " + " and ".join(map(str, one.rows)) for one in found)
    named = sets.replace("rows", "row") if found and len(found[0].rows) == 1 else sets
    raise ContradictionError(
        f"no secret of {position.game} fits the answers {position.active_rows}: {named} must be wrong"
    )
