"""Where files of the user are kept, files written whole or not at all, and what a killed process leaves behind.

A temporary file stands beside its target and is called ``.NAME.<12 hex digits>.bestguess-tmp``, where NAME is the
beginning of the target's name. The process that writes it holds a lock on it, which the system drops when the process
ends, however it ends. So a file of that name that nobody locks belongs to a process that was killed, and the next
process that writes to the same target removes it.
"""

import errno
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from bestguess.errors import FileError

_SUFFIX = ".bestguess-tmp"
_NAME = 50  # letters of the target's name: short enough for every file system


def data_folder() -> Path:
    """The user's data folder for bestguess. It may not exist yet.

    Linux: ``$XDG_DATA_HOME/bestguess``, by default ``~/.local/share/bestguess``. macOS and Windows: where the system
    keeps an application's data. Raises FileError where the user has no home.
    """
    from platformdirs import user_data_path  # here, because most imports of bestguess need no folder

    try:
        folder = user_data_path("bestguess", appauthor=False)
    except RuntimeError:  # of newer versions of platformdirs; older ones return a folder with the name ~
        folder = Path("~")
    if folder.parts[0] == "~":
        raise FileError("there is no home folder to keep files in: set HOME or XDG_DATA_HOME")
    return folder


def check_writable(path: Path) -> None:
    """Raise FileError unless `write_whole` can write to *path* now: tries it with a temporary file beside it.

    Remove what a process that was killed left of the same file.
    """
    try:
        if _is_stream(path):
            return
        target = Path(os.path.realpath(path))
        if not target.parent.is_dir():
            raise FileError(f"{path}: cannot be written: expected an existing folder, got {str(path.parent)!r}")
        if path.is_dir():
            raise FileError(f"{path}: cannot be written: expected a file, got a folder")
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _remove_leftovers(target)
        with _written_beside(target, b"\n"):
            pass
    except OSError as error:  # such as a name that is too long
        raise _not_written(path, error) from error


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write *content* to *path* by way of a temporary file beside it, so that no half of it is ever seen.

    A link is followed; what is no regular file, such as a pipe, is written to as it is.
    """
    target = Path(os.path.realpath(path))
    data = content.encode() if isinstance(content, str) else content
    try:
        if _is_stream(path):  # the path as it is: what /dev/stdout leads to may have no name
            Path(path).write_bytes(data)
            return
        _remove_leftovers(target)
        while not _replaced(target, data):
            pass
    except OSError as error:
        raise _not_written(path, error) from error


def _replaced(target: Path, data: bytes) -> bool:
    """Replace *target* by a file with *data*; False if another process removed that as a leftover, before its lock."""
    with _written_beside(target, data) as beside:
        try:
            os.replace(beside, target)
        except FileNotFoundError:
            if target.parent.is_dir():
                return False
            raise
    return True


@contextmanager
def _written_beside(target: Path, data: bytes) -> Iterator[Path]:
    """Write *data* to a new temporary file of *target*, which is removed in the end if it still has its name."""
    beside = target.with_name(f".{target.name[:_NAME]}.{secrets.token_hex(6)}{_SUFFIX}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            with suppress(OSError):  # a file system without locks
                try_lock(file)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if os.name != "nt":  # where an open file cannot be renamed
                yield beside
        if os.name == "nt":
            yield beside
    finally:
        beside.unlink(missing_ok=True)


def _is_stream(path: str | Path) -> bool:
    """Whether *path* is there and neither a regular file nor a folder: a pipe or a device. Raises OSError."""
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()


def _remove_leftovers(target: Path) -> None:
    """Remove the temporary files of *target* that no living process is writing. Never fails."""
    ours = re.compile(re.escape(f".{target.name[:_NAME]}.") + "[0-9a-f]{12}" + re.escape(_SUFFIX))
    with suppress(OSError):
        for name in os.listdir(target.parent):
            if not ours.fullmatch(name):
                continue
            with suppress(OSError), open(target.with_name(name), "r+b") as file:  # locks may not work here
                if try_lock(file):
                    target.with_name(name).unlink()


def try_lock(file: IO[bytes]) -> bool:
    """Lock the open *file* itself, without a lock file; return whether no other process has it. Raises OSError."""
    from filelock import lock_descriptor  # here, because most imports of bestguess lock nothing

    return bool(lock_descriptor(file.fileno(), blocking=False))


def _not_written(path: str | Path, error: OSError) -> FileError:
    return FileError(f"{path}: cannot be written: {error.strerror}")
