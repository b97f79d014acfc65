"""Files that commands write beside their result, which must not be lost with them."""

import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bestguess.cli.terminal import print_note
from bestguess.errors import BestguessWarning, FileError
from bestguess.files import check_writable
from bestguess.folders import data_folder
from bestguess.games import Game
from bestguess.trees.files import is_known_by_text


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
