"""Read and write the files of commands: Python files of the user, games and their tables, lists of codes, results."""

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
from bestguess.errors import BestguessWarning, ContradictionError, FileError, GameError, error_text
from bestguess.files import check_writable, data_folder
from bestguess.games import Game, game
from bestguess.games.codes import quote_file
from bestguess.games.table import Table, check_size, fits_table
from bestguess.position import Position
from bestguess.trees.files import is_defined_by_text


def load_files(paths: list[Path] | None) -> None:
    """Run the Python files at *paths*; raise FileError if one is missing or fails."""
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
            raise FileError(f"--load: {path}{where} fails: {error_text(error)}") from error


def load_game(text: str, load: list[Path] | None) -> Game:
    """Run the files in *load* and return the game that *text* names. Its codes and feedbacks are always texts.

    Raise GameError. If *text* is the name of a file, the error shows how to write a game from that file.
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
        raise GameError(f"expected a game, got a file name: write {argument}") from error


def table_text(path: Path) -> str:
    """Return the text of the game in the table at *path*.

    It has goal=identify, unless the corner cell of the table names the winning feedback.
    """
    corner = b"win="  # if the file cannot be read: the game itself reports that better
    with suppress(OSError), path.open("rb") as file:
        corner = file.read(20).removeprefix(b"\xef\xbb\xbf").lstrip(b'"')
    return f"table({quote_file(str(path))}{'' if corner.startswith(b'win=') else ',goal=identify'})"


def build_table(rules: Game, *, memory_limit: int | None = None, threads: int | None = None) -> Table:
    """Build the table of *rules* and show progress; raise SizeError, even if the table already exists."""
    check_size(rules, memory_limit)
    with progress_bar(f"table of {rules}") as report:
        return rules.build_table(memory_limit=memory_limit, threads=threads, progress=report)


def load_game_and_table(text: str, load: list[Path] | None, threads: int | None = None) -> Game:
    """Return the game that *text* names and build its table, unless it is too large for one. Show progress."""
    rules = load_game(text, load)
    if fits_table(rules):
        build_table(rules, threads=threads)
    return rules


def check_possible(position: Position) -> None:
    """Raise ContradictionError if no candidate is left. The error names the smallest sets of wrong rows."""
    if position.count:
        return
    smallest = contradictions(position, limit=1)
    rows = " or ".join("rows " + " and ".join(map(str, contradiction.rows)) for contradiction in smallest)
    if smallest and len(smallest[0].rows) == 1:
        rows = rows.replace("rows", "row")
    raise ContradictionError(
        f"no secret of {position.game} fits the answers {position.active_rows}: {rows} must be wrong"
    )


def read_text(path: Path, what: str, max_bytes: int, instead: str = "") -> str:
    """Return the text of the file at *path*, or of standard input for ``-``; raise FileError.

    The error says that *what* was expected; *instead* adds what else can be written. Files of more than *max_bytes*
    are refused, because a device may be endless.
    """
    try:
        if str(path) != "-":
            with path.open("rb") as file:
                text = file.read(max_bytes + 1)
        elif (stream := getattr(sys.stdin, "buffer", None)) is not None:
            text = stream.read(max_bytes + 1)
        else:
            text = sys.stdin.read(max_bytes + 1).encode()
        if len(text) > max_bytes:
            raise FileError(f"{path}: expected {what} of at most {max_bytes:,} bytes, got more")
        return text.decode("utf-8-sig")
    except (OSError, UnicodeError) as error:
        why = (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
        raise FileError(f"{path}: expected {what}{instead}: {why}") from error


class FileErrors:
    """A writer of files that collects errors, so that other files and the result are still written.

    A file that cannot be written to its place, for example on a full disk, is written to another folder.
    """

    def __init__(self) -> None:
        self._messages: list[str] = []
        self.notes: list[str] = []
        """A line for each table that was written beside a file, in games that their text does not define."""

    def write(self, path: Path, save: Callable[[Path], object], game: Game | None = None) -> None:
        """Call *save* with *path*, to write a file; if that fails, with a path in another folder.

        The other folder is new: in the user's data folder, the working folder, or the folder for temporary files. Add
        a note if the table of *game* was written beside the file.
        """
        actual_path: Path | None = path
        try:
            save(path)
        except FileError as error:
            actual_path = _save_elsewhere(path.name, save)
            self._messages.append(str(error) if actual_path is None else f"{error}; it was saved as {actual_path}")
        if actual_path is not None and game is not None and not is_defined_by_text(game):
            self.notes.append(f"{_table_beside(actual_path)}: the table of {game}, for bestguess check")

    def raise_any(self) -> None:
        """Raise one FileError for all collected errors, if there are any."""
        if self._messages:
            raise FileError("; ".join(self._messages))


def check_files(game: Game, *paths: Path) -> None:
    """Raise FileError unless *paths* can be written, and beside them the table of *game* if it needs one."""
    for path in paths:
        check_writable(path)
        if not is_defined_by_text(game):
            check_writable(_table_beside(path))


def _table_beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.csv")


def _save_elsewhere(name: str, save: Callable[[Path], object]) -> Path | None:
    """Save the file *name* in another folder and return its path; None if no folder can be written."""
    for find_folder in (data_folder, Path.cwd, lambda: Path(tempfile.gettempdir())):
        with suppress(FileError, OSError):
            parent = find_folder()
            parent.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix="kept-", dir=parent))  # a new folder: nothing is overwritten
            try:
                save(folder / name)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise
            return folder / name
    return None


@contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Print each BestguessWarning as one line to standard error."""
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
