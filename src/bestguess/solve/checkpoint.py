"""Checkpoints: a file in which a long search saves its progress, so that a new process can continue it.

The first line is JSON and says what is being proven. After it come blocks. Each block contains the sets solved since
the block before, and a checksum:

    mark  search  length | checksum | content | checksum
    4     4       4      | 4        | length  | 4          bytes, numbers little-endian

A process that is killed may leave an incomplete block at the end, which is dropped. Any other damage is an error.
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
_BLOCK_HEAD = struct.Struct("<4sII")  # mark, number of the search, length of the content
_CHECKSUM = struct.Struct("<I")
_MARK = b"sets"
_DISK_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))  # Windows has no EDQUOT


class Checkpoint:
    """The checkpoint at *path* of the proof that *question* describes. The file is created, or read if it exists.

    *every* is the time between two saves in seconds. Raises FileError if the file is damaged, in use, or belongs to
    another proof or version of bestguess. A full disk is not an error: it gives one BestguessWarning, and the search
    goes on without saving.
    """

    def __init__(self, path: str | Path, question: dict[str, Any], every: float = 5.0) -> None:
        self.path, self.every = path, every
        self._sets: dict[int, bytearray] = {}  # the content of all blocks, by the number of the search
        self._end = 0  # where the last complete block in the file ends
        self._warned = False
        head = {"format": FORMAT, "format_version": FORMAT_VERSION, "version": version, **question}
        self._first_line = json.dumps(head).encode() + b"\n"
        self._file = self._open()
        if self._file is None:
            return
        try:
            self._lock(self._file)
            self._read(self._file, head)
        except BaseException:
            self.close()
            raise
        if not self._end:
            self._append(b"")  # writes the first line

    def _open(self) -> IO[bytes] | None:
        """Open the file, and create it if necessary; return None if the disk is full."""
        binary = getattr(os, "O_BINARY", 0)  # exists on Windows only
        try:
            file = open(os.open(self.path, os.O_RDWR | os.O_CREAT | binary, 0o666), "r+b")  # noqa: SIM115  # until `close`
        except OSError as error:
            if error.errno in _DISK_FULL:
                self._warn(error)
                return None
            raise FileError(f"{self.path}: cannot be opened: {error.strerror}") from error
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise FileError(f"{self.path}: expected a regular file, or none, for a checkpoint of bestguess")
        return file

    def _lock(self, file: IO[bytes]) -> None:
        """Lock the open file itself: there is no lock file to leave behind, and the lock ends with the process."""
        try:
            locked = try_lock(file)
        except OSError as error:
            raise FileError(f"{self.path}: cannot be locked: {error.strerror}") from error
        if not locked:
            raise FileError(f"{self.path}: in use by another process")

    def _read(self, file: IO[bytes], head: dict[str, Any]) -> None:
        """Read the file, and check that its first line says the same as *head*."""
        line = file.readline(1_000_000)
        if len(line) < len(self._first_line) and self._first_line.startswith(line):
            return  # a new file, or one whose process was killed while it wrote the first line
        try:
            file_head = json.loads(line)
        except ValueError as error:
            raise FileError(f"{self.path}: damaged, or not a checkpoint of bestguess") from error
        if not isinstance(file_head, dict) or file_head.get("format") != FORMAT:
            raise FileError(f"{self.path}: expected a checkpoint of bestguess")
        for name, value in head.items():
            if (file_value := file_head.get(name)) != value:
                raise FileError(f"{self.path}: expected a checkpoint with {name} {value!r}, got {file_value!r}")
        self._read_blocks(file)

    def _read_blocks(self, file: IO[bytes]) -> None:
        """Read the complete blocks. An incomplete one after them is left in the file, and overwritten later."""
        while True:
            self._end = file.tell()
            head = file.read(_BLOCK_HEAD.size + _CHECKSUM.size)
            if len(head) < _BLOCK_HEAD.size + _CHECKSUM.size:
                break
            mark, search, length = _BLOCK_HEAD.unpack_from(head)
            if mark != _MARK or _checksum(head[: _BLOCK_HEAD.size]) != head[_BLOCK_HEAD.size :]:
                raise FileError(f"{self.path}: damaged at byte {self._end}")
            content, checksum = file.read(length), file.read(_CHECKSUM.size)
            if len(checksum) < _CHECKSUM.size:
                break
            if _checksum(content) != checksum:
                raise FileError(f"{self.path}: damaged at byte {self._end}")
            self._sets.setdefault(search, bytearray()).extend(content)

    def saved_sets(self, search: int) -> bytes:
        """Return the sets of search number *search* that the file contained when it was opened."""
        return bytes(self._sets.get(search, b""))

    def keep(self, search: int, sets: bytes) -> None:
        """Append a block of *sets*, solved by search number *search*, to the file; warn if that fails."""
        head = _BLOCK_HEAD.pack(_MARK, search, len(sets))
        self._append(head + _checksum(head) + sets + _checksum(sets))

    def _append(self, block: bytes) -> None:
        """Write *block* at the end, all of it or nothing; a new file gets its first line before it."""
        if self._file is None:
            return
        data, descriptor = block if self._end else self._first_line + block, self._file.fileno()
        rest = memoryview(data)
        try:
            os.ftruncate(descriptor, self._end)
            os.lseek(descriptor, self._end, os.SEEK_SET)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        except OSError as error:
            self._warn(error)
            try:  # remove what was written of the block, so that others can follow
                os.ftruncate(descriptor, self._end)
            except OSError:
                self.close()
        else:
            self._end += len(data)

    def _warn(self, error: OSError) -> None:
        if not self._warned:
            self._warned = True
            consequence = "the search goes on, but its progress is not saved"
            message = f"{self.path}: cannot be written: {error.strerror}; {consequence}"
            warnings.warn(message, BestguessWarning, stacklevel=2)

    def close(self) -> None:
        """Close the file, so that another process may use it."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _checksum(content: bytes) -> bytes:
    return _CHECKSUM.pack(zlib.crc32(content))
