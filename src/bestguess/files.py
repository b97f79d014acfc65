"""The user's data folder, and files that are written atomically.

A file is written to a temporary file in the same folder, which then replaces the target. The temporary file is called
``.NAME.<12 hex digits>.bestguess-tmp``, where NAME is the beginning of the target's name. The process that writes it
holds a lock on it, and the system drops that lock when the process ends, however it ends. So a temporary file without a
lock belongs to a process that was killed. The next process that writes to the same target removes it.
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
_NAME = 50  # letters of the target's name in the name of the temporary file: short enough for every file system


def data_folder() -> Path:
    """Return the user's data folder for bestguess. It may not exist yet.

    Linux: ``$XDG_DATA_HOME/bestguess``, by default ``~/.local/share/bestguess``. macOS and Windows: the system's folder
    for application data. Raises FileError if the user has no home folder.
    """
    from platformdirs import user_data_path  # here, because most imports of bestguess need no folder

    try:
        folder = user_data_path("bestguess", appauthor=False)
    except RuntimeError:  # newer versions of platformdirs; older ones return a path that begins with ~
        folder = Path("~")
    if folder.parts[0] == "~":
        raise FileError("there is no home folder to keep files in: set HOME or XDG_DATA_HOME")
    return folder


def check_writable(path: Path) -> None:
    """Raise FileError unless `write_whole` can write to *path* now.

    Tries it with a temporary file beside *path*. Removes temporary files that killed processes left there.
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
        with _temporary_file(target, b"\n"):
            pass
    except OSError as error:  # such as a name that is too long
        raise _write_error(path, error) from error


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write *content* to *path* through a temporary file, so that nobody ever sees a partial file.

    Links are followed. A pipe or a device is written to directly. Raises FileError.
    """
    target = Path(os.path.realpath(path))
    data = content.encode() if isinstance(content, str) else content
    try:
        if _is_stream(path):  # not the target: /dev/stdout may lead to something without a name
            Path(path).write_bytes(data)
            return
        _remove_leftovers(target)
        while not _try_replace(target, data):
            pass
    except OSError as error:
        raise _write_error(path, error) from error


def _try_replace(target: Path, data: bytes) -> bool:
    """Replace *target* by a file with *data*; return False if the caller must try again.

    Another process may remove the temporary file as a leftover in the moment before it is locked.
    """
    with _temporary_file(target, data) as temporary:
        try:
            os.replace(temporary, target)
        except FileNotFoundError:
            if target.parent.is_dir():
                return False
            raise
    return True


@contextmanager
def _temporary_file(target: Path, data: bytes) -> Iterator[Path]:
    """Write *data* to a new temporary file beside *target*; remove it at the end unless it was renamed."""
    temporary = target.with_name(f".{target.name[:_NAME]}.{secrets.token_hex(6)}{_SUFFIX}")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            with suppress(OSError):  # a file system without locks
                try_lock(file)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if os.name != "nt":  # keep it open, so that the lock holds until it is renamed
                yield temporary
        if os.name == "nt":  # Windows cannot rename an open file
            yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _is_stream(path: str | Path) -> bool:
    """Whether *path* exists and is a pipe or a device, not a regular file or a folder. Raises OSError."""
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()


def _remove_leftovers(target: Path) -> None:
    """Remove the temporary files of *target* that killed processes left. Never fails."""
    ours = re.compile(re.escape(f".{target.name[:_NAME]}.") + "[0-9a-f]{12}" + re.escape(_SUFFIX))
    with suppress(OSError):
        for name in os.listdir(target.parent):
            if not ours.fullmatch(name):
                continue
            with suppress(OSError), open(target.with_name(name), "r+b") as file:  # the file system may have no locks
                if try_lock(file):
                    target.with_name(name).unlink()


def try_lock(file: IO[bytes]) -> bool:
    """Lock the open *file* itself, without a lock file; return False if another process holds it. Raises OSError."""
    from filelock import lock_descriptor  # here, because most imports of bestguess lock nothing

    return bool(lock_descriptor(file.fileno(), blocking=False))


def _write_error(path: str | Path, error: OSError) -> FileError:
    return FileError(f"{path}: cannot be written: {error.strerror}")
