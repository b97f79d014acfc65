"""Files that commands read and write: the user's Python files, games and their tables, lists of codes, results."""

import os
import runpy
import shlex
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from traceback import extract_tb

from bestguess.advice import contradictions
from bestguess.cli.terminal import print_note, progress_bar
from bestguess.errors import BestguessWarning, ContradictionError, FileError, GameError, reason
from bestguess.files import check_writable, data_folder
from bestguess.games import Game, game
from bestguess.games.codes import quote_file
from bestguess.games.table import Table, check_size, fits_table
from bestguess.position import Position
from bestguess.trees.files import is_known_by_text


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
            lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
            where = f", line {lines[-1]}," if lines else ""
            raise FileError(f"--load: {path}{where} fails: {reason(error)}") from error


def load_game(text: str, load: list[Path] | None) -> Game:
    """The game that *text* names, whose codes and feedbacks are texts, also where those of a user's own are objects.

    The files in *load* run first. Raises GameError, which for the name of a file says what a game from it is called.
    """
    load_files(load)
    try:
        return game(text).as_text()
    except GameError as error:
        suffix = Path(text).suffix.lower()
        if suffix not in (".csv", ".txt") or "(" in text:
            raise
        name = table_text(Path(text)) if suffix == ".csv" else f"words({quote_file(text)})"
        argument = shlex.quote(name) if '"' in name else f'"{name}"'
        raise GameError(f"expected a game, got the name of a file: write {argument}") from error


def table_text(path: Path) -> str:
    """The text of the game from the table at *path*. It names the goal, unless the table's corner names what wins."""
    corner = b"win="
    with suppress(OSError), path.open("rb") as file:
        corner = file.read(20).removeprefix(b"\xef\xbb\xbf").lstrip(b'"')
    return f"table({quote_file(str(path))}{'' if corner.startswith(b'win=') else ',goal=identify'})"


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


def read_text(path: Path, what: str, most_bytes: int, instead: str = "") -> str:
    """The text of the file at *path*, standard input for ``-``, which should be *what*, *instead* of which is said.

    Raises FileError, also for more than *most_bytes*, as an endless file has.
    """
    try:
        if str(path) != "-":
            with path.open("rb") as file:
                text = file.read(most_bytes + 1)
        elif (stream := getattr(sys.stdin, "buffer", None)) is not None:
            text = stream.read(most_bytes + 1)
        else:
            text = sys.stdin.read(most_bytes + 1).encode()
        if len(text) > most_bytes:
            raise FileError(f"{path}: expected {what} of at most {most_bytes:,} bytes, got more")
        return text.decode("utf-8-sig")
    except (OSError, UnicodeError) as error:
        why = (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
        raise FileError(f"{path}: expected {what}{instead}: {why}") from error


class FileErrors:
    """Writes files and collects what goes wrong, so that the others are written and the result is printed nevertheless.

    What cannot be written where it should be, as on a disk that is full by now, is kept elsewhere.
    """

    def __init__(self) -> None:
        self._messages: list[str] = []
        self.notes: list[str] = []
        """Where the tables are that were written beside files of a user's own game."""

    def write(self, path: Path, save: Callable[[Path], object], game: Game | None = None) -> None:
        """Calls *save*, which writes a file, with *path*; if that fails, with a path in a folder that can be written.

        Such a folder is a new one in the user's data folder, or the working folder, or that for temporary files. Notes
        where the table of *game* is, if the file has one beside it.
        """
        written: Path | None = path
        try:
            save(path)
        except FileError as error:
            written = _saved_elsewhere(path.name, save)
            self._messages.append(str(error) if written is None else f"{error}; it is kept in {written}")
        if written is not None and game is not None and not is_known_by_text(game):
            self.notes.append(f"{_table_beside(written)}: the table of {game}, for bestguess check")

    def raise_any(self) -> None:
        """Raises one FileError for all that were collected, if any."""
        if self._messages:
            raise FileError("; ".join(self._messages))


def check_files(game: Game, *paths: Path) -> None:
    """Raises FileError unless trees or certificates of *game* can be written to *paths*, with its table if needed."""
    for path in paths:
        check_writable(path)
        if not is_known_by_text(game):
            check_writable(_table_beside(path))


def _table_beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.csv")


def _saved_elsewhere(name: str, save: Callable[[Path], object]) -> Path | None:
    """Where *save* could write the file *name* after all; None if nowhere."""
    for find_folder in (data_folder, Path.cwd, lambda: Path(tempfile.gettempdir())):
        with suppress(FileError, OSError):
            parent = find_folder()
            parent.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix="kept-", dir=parent))  # where nothing is overwritten
            try:
                save(folder / name)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise
            return folder / name
    return None


@contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Prints each BestguessWarning as one line to standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", BestguessWarning)
        show = warnings.showwarning

        def note(message: Warning | str, category: type[Warning], *where: object) -> None:
            if issubclass(category, BestguessWarning):
                print_note(f"bestguess: {message}")
            else:
                show(message, category, *where)  # type: ignore[arg-type]

        warnings.showwarning = note  # type: ignore[assignment]
        yield
