"""Checkpoints: what a long proof has found so far, in a file that grows while it runs.

A line of JSON says what is being proven; after it come blocks, each the sets that were solved since the last, with a
checksum. A process that is killed leaves at most the beginning of a block at the end, which is dropped; everything else
that does not fit is refused.
"""

import errno
import json
import os
import stat
import struct
import warnings
import zlib
from pathlib import Path
from typing import IO, Any

from bestguess.engine import version
from bestguess.errors import BestguessWarning, FileError
from bestguess.files import try_lock

FORMAT, FORMAT_VERSION = "bestguess.checkpoint", 1
_HEAD = struct.Struct("<4sII")  # a mark, the number of the search, and the length of what follows
_CHECKSUM = struct.Struct("<I")  # of the head, after it; of the content, after that
_MARK = b"sets"
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


class Checkpoint:
    """A checkpoint at *path* of the proof that *question* describes; made anew, or read if it is there.

    Raises FileError when the file is of another proof, or of another version of bestguess, damaged, or in use. A disk
    that is full is no error: a BestguessWarning says so, once, and what cannot be saved meanwhile is not saved.
    """

    def __init__(self, path: str | Path, question: dict[str, Any], every: float = 5.0) -> None:
        self.path, self.every = path, every
        self._known: dict[int, bytearray] = {}
        self._end = 0  # of what is complete in the file
        self._warned = False
        head = {"format": FORMAT, "format_version": FORMAT_VERSION, "version": version, **question}
        self._head = json.dumps(head).encode() + b"\n"
        self._file = self._opened()
        if self._file is None:
            return
        try:
            self._lock(self._file)
            self._read(self._file, head)
        except BaseException:
            self.close()
            raise
        if not self._end:
            self._append(b"")

    def _opened(self) -> IO[bytes] | None:
        """The open file, created if necessary; None when the disk is full."""
        binary = getattr(os, "O_BINARY", 0)
        try:
            file = open(os.open(self.path, os.O_RDWR | os.O_CREAT | binary, 0o666), "r+b")  # noqa: SIM115  # until `close`
        except OSError as error:
            if error.errno in _FULL:
                self._warn(error)
                return None
            raise FileError(f"{self.path}: cannot be opened: {error.strerror}") from error
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise FileError(f"{self.path}: expected a regular file, or none, for a checkpoint of bestguess")
        return file

    def _lock(self, file: IO[bytes]) -> None:
        """Locks the open file itself, so that no lock file is left behind: the system drops it with the process."""
        try:
            locked = try_lock(file)
        except OSError as error:
            raise FileError(f"{self.path}: cannot be locked: {error.strerror}") from error
        if not locked:
            raise FileError(f"{self.path}: in use by another process")

    def _read(self, file: IO[bytes], head: dict[str, Any]) -> None:
        """Reads the file, unless it is new: empty, or the beginning of its first line, as a kill may leave it."""
        line = file.readline(1_000_000)
        if len(line) < len(self._head) and self._head.startswith(line):
            return
        try:
            found = json.loads(line)
        except ValueError as error:
            raise FileError(f"{self.path}: damaged, or not a checkpoint of bestguess") from error
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise FileError(f"{self.path}: expected a checkpoint of bestguess")
        for name, value in head.items():
            if found.get(name) != value:
                raise FileError(f"{self.path}: expected a checkpoint with {name} {value!r}, got {found.get(name)!r}")
        self._read_blocks(file)

    def _read_blocks(self, file: IO[bytes]) -> None:
        """Reads the complete blocks; what a kill left of another one after them is overwritten."""
        while True:
            self._end = file.tell()
            block = file.read(_HEAD.size + _CHECKSUM.size)
            if len(block) < _HEAD.size + _CHECKSUM.size:
                break
            mark, search, length = _HEAD.unpack_from(block)
            if mark != _MARK or _checksum(block[: _HEAD.size]) != block[_HEAD.size :]:
                raise FileError(f"{self.path}: damaged at byte {self._end}")
            content, checksum = file.read(length), file.read(_CHECKSUM.size)
            if len(checksum) < _CHECKSUM.size:
                break
            if _checksum(content) != checksum:
                raise FileError(f"{self.path}: damaged at byte {self._end}")
            self._known.setdefault(search, bytearray()).extend(content)

    def remembered(self, search: int) -> bytes:
        """What was kept of search number *search* of the proof."""
        return bytes(self._known.get(search, b""))

    def keep(self, search: int, sets: bytes) -> None:
        """Appends *sets* to the file, or warns that they are not kept."""
        head = _HEAD.pack(_MARK, search, len(sets))
        self._append(head + _checksum(head) + sets + _checksum(sets))

    def _append(self, block: bytes) -> None:
        """Writes *block* at the end, and before it the first line if that is still missing; all of it or nothing."""
        if self._file is None:
            return
        data, descriptor = block if self._end else self._head + block, self._file.fileno()
        rest = memoryview(data)
        try:
            os.ftruncate(descriptor, self._end)
            os.lseek(descriptor, self._end, os.SEEK_SET)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        except OSError as error:
            self._warn(error)
            try:  # so that other blocks can follow
                os.ftruncate(descriptor, self._end)
            except OSError:
                self.close()
        else:
            self._end += len(data)

    def _warn(self, error: OSError) -> None:
        if not self._warned:
            self._warned = True
            lost = "the search goes on, but its progress is not saved"
            warnings.warn(f"{self.path}: cannot be written: {error.strerror}; {lost}", BestguessWarning, stacklevel=2)

    def close(self) -> None:
        """Lets others use the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _checksum(content: bytes) -> bytes:
    return _CHECKSUM.pack(zlib.crc32(content))
