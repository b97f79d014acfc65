"""Files that commands write beside their result, which must not be lost with them."""

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bestguess.cli.terminal import print_note
from bestguess.errors import BestguessWarning, FileError
from bestguess.folders import data_folder


class FileErrors:
    """Writes files and collects what goes wrong, so that the others are written and the result is printed nevertheless.

    What cannot be written where it should be, as on a disk that is full by now, is kept elsewhere.
    """

    def __init__(self) -> None:
        self._messages: list[str] = []

    def write(self, path: Path, save: Callable[[Path], object]) -> None:
        """Calls *save*, which writes a file, with *path*; if that fails, with a path in a folder that can be written.

        Such a folder is a new one in the user's data folder, or the working folder, or that for temporary files.
        """
        try:
            save(path)
        except FileError as error:
            kept = _saved_elsewhere(path.name, save)
            self._messages.append(str(error) if kept is None else f"{error}; it is kept in {kept}")

    def raise_any(self) -> None:
        """Raises one FileError for all that were collected, if any."""
        if self._messages:
            raise FileError("; ".join(self._messages))


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
                os.rmdir(folder)
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
