"""Checkpoints: what a long proof has found so far, in a file that grows while it runs.

A line of JSON says what is being proven; after it come blocks, each the sets that were solved since the last, with a
checksum. A process that is killed leaves at most the beginning of a block at the end, which is dropped; everything else
that does not fit is refused.
"""

import json
import os
import struct
import zlib
from pathlib import Path
from typing import IO, Any

from bestguess.engine import version
from bestguess.errors import FileError
from bestguess.files import write_whole

FORMAT, FORMAT_VERSION = "bestguess.checkpoint", 1
_HEAD = struct.Struct("<4sII")  # a mark, the number of the search, and the length of what follows
_CHECKSUM = struct.Struct("<I")  # of the head, after it; of the content, after that
_MARK = b"sets"


class Checkpoint:
    """A checkpoint at *path* of the proof that *question* describes; made anew, or read if it is there.

    Raises FileError when the file is of another proof, or of another version of bestguess, damaged, or in use.
    """

    def __init__(self, path: str | Path, question: dict[str, Any], every: float = 5.0) -> None:
        self.path, self.every = path, every
        self._known: dict[int, bytearray] = {}
        head = {"format": FORMAT, "format_version": FORMAT_VERSION, "version": version, **question}
        if not Path(path).exists():
            write_whole(path, json.dumps(head) + "\n")
        try:
            self._file: IO[bytes] = open(path, "r+b")  # noqa: SIM115  # open as long as the proof runs
        except OSError as error:
            raise FileError(f"{path}: cannot be opened: {error.strerror}") from error
        try:
            self._lock()
            self._check_head(head)
            self._read_blocks()
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        """Locks the open file itself, so that no lock file is left behind: the system drops it with the process."""
        from filelock import lock_descriptor  # here, because most proofs have no checkpoint

        try:
            locked = lock_descriptor(self._file.fileno(), blocking=False)
        except OSError as error:
            raise FileError(f"{self.path}: cannot be locked: {error.strerror}") from error
        if not locked:
            raise FileError(f"{self.path}: in use by another process")

    def _check_head(self, head: dict[str, Any]) -> None:
        try:
            found = json.loads(self._file.readline(1_000_000))
        except ValueError as error:
            raise FileError(f"{self.path}: damaged, or not a checkpoint of bestguess") from error
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise FileError(f"{self.path}: expected a checkpoint of bestguess")
        for name, value in head.items():
            if found.get(name) != value:
                raise FileError(f"{self.path}: expected a checkpoint with {name} {value!r}, got {found.get(name)!r}")

    def _read_blocks(self) -> None:
        while True:
            start = self._file.tell()
            block = self._file.read(_HEAD.size + _CHECKSUM.size)
            if len(block) < _HEAD.size + _CHECKSUM.size:
                break
            mark, search, length = _HEAD.unpack_from(block)
            if mark != _MARK or _checksum(block[: _HEAD.size]) != block[_HEAD.size :]:
                raise FileError(f"{self.path}: damaged at byte {start}")
            content, checksum = self._file.read(length), self._file.read(_CHECKSUM.size)
            if len(checksum) < _CHECKSUM.size:
                break
            if _checksum(content) != checksum:
                raise FileError(f"{self.path}: damaged at byte {start}")
            self._known.setdefault(search, bytearray()).extend(content)
        self._file.seek(start)
        self._file.truncate()

    def remembered(self, search: int) -> bytes:
        """What was kept of search number *search* of the proof."""
        return bytes(self._known.get(search, b""))

    def keep(self, search: int, sets: bytes) -> None:
        """Appends *sets* to the file."""
        head = _HEAD.pack(_MARK, search, len(sets))
        try:
            self._file.write(head + _checksum(head) + sets + _checksum(sets))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise FileError(f"{self.path}: cannot be written: {error.strerror}") from error

    def close(self) -> None:
        """Lets others use the file."""
        self._file.close()


def _checksum(content: bytes) -> bytes:
    return _CHECKSUM.pack(zlib.crc32(content))
