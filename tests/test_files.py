"""Files are written whole or not at all, and the leftovers of killed processes are removed."""

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.files import check_writable, data_folder, write_whole
from bestguess.stats import default_store
from commands import without_home

WRITE = """
import os, sys
from bestguess.files import write_whole
def never_ends(descriptor):
    print("written", flush=True)
    sys.stdin.read()
os.fsync = never_ends
write_whole(sys.argv[1], "half")
"""


def writing(path: Path) -> "subprocess.Popen[str]":
    """Start a process that has written the temporary file of *path*, and waits before it renames it."""
    command = [sys.executable, "-c", WRITE, str(path)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "written\n"
    return child


def kill(child: "subprocess.Popen[str]") -> None:
    """Kill *child* and wait for it."""
    child.kill()
    child.communicate()


def test_leftovers_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    """The next write to the same file, or the next check before a write, removes them and nothing else."""
    path = tmp_path / "tree.json"
    others = [tmp_path / name for name in (".tree.json.notes", ".tree.json.0123456789ab", "tree.json.bestguess-tmp")]
    for other in others:
        other.write_text("mine")
    for start in (False, True):
        kill(writing(path))
        assert len(list(tmp_path.glob(".tree.json.*.bestguess-tmp"))) == 1
        check_writable(path) if start else write_whole(path, "whole")
        assert sorted(tmp_path.iterdir()) == sorted([path, *others])
        assert path.read_text() == "whole"


def test_the_file_of_a_living_process_is_kept(tmp_path: Path) -> None:
    """A process does not remove a file that another process is writing."""
    path = tmp_path / "tree.json"
    child = writing(path)
    try:
        write_whole(path, "whole")
        assert len(list(tmp_path.glob(".tree.json.*.bestguess-tmp"))) == 1
    finally:
        kill(child)


def test_many_writers_at_once(tmp_path: Path) -> None:
    """Writers that remove leftovers while others begin never lose a write, and the file is always whole."""
    path = tmp_path / "tree.json"
    failures: list[BaseException] = []

    def write(letter: str) -> None:
        try:
            for _ in range(50):
                write_whole(path, letter * 10_000)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(set(path.read_text())) == 1
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk raises a FileError of one line. The old file is unchanged, and no temporary file is left."""
    path = tmp_path / "tree.json"
    path.write_text("old")
    real = os.open

    def full(name: "os.PathLike[str]", flags: int, mode: int = 0o777) -> int:
        descriptor = real(name, flags, mode)
        os.dup2(device := real("/dev/full", os.O_WRONLY), descriptor)
        os.close(device)
        return descriptor

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(bg.errors.FileError, match=r"tree.json: cannot be written: No space left on device"):
        write_whole(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_is_refused_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only folder, a full disk and a protected file raise one line each, and nothing is left."""
    path = tmp_path / "tree.json"

    def fails(number: int) -> Callable[..., int]:
        def fail(*_: object) -> int:
            raise OSError(number, os.strerror(number))

        return fail

    for name, number in (("open", errno.EROFS), ("fsync", errno.ENOSPC)):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, fails(number))
            with pytest.raises(bg.errors.FileError) as caught:
                check_writable(path)
        assert str(caught.value) == f"{path}: cannot be written: {os.strerror(number)}"
    check_writable(path)
    assert list(tmp_path.iterdir()) == []
    path.write_text("old")
    check_writable(path)
    assert path.read_text() == "old"
    monkeypatch.setattr(os, "access", lambda *_: False)  # chmod does not stop everybody
    with pytest.raises(bg.errors.FileError, match=r"tree.json: cannot be written: Permission denied"):
        check_writable(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="no named pipes")
def test_pipes_are_written_to_as_they_are(tmp_path: Path) -> None:
    """Even by the name of a link such as /dev/fd/3, which leads to no name at all. A link to a file stays a link."""
    reading, writing = os.pipe()
    path = Path(f"/dev/fd/{writing}")
    if not path.exists():
        pytest.skip("no /dev/fd")
    check_writable(path)
    write_whole(path, "whole")
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read() == "whole"
    link, real = tmp_path / "link", tmp_path / "real"
    link.symlink_to(real)
    write_whole(link, "whole")
    assert (link.is_symlink(), real.read_text()) == (True, "whole")


@pytest.mark.parametrize("check", [check_writable, lambda path: write_whole(path, "whole")])
def test_names(check: Callable[[Path], None], tmp_path: Path) -> None:
    """Names may be as long as file systems allow. A link to itself leads nowhere, so it may be replaced."""
    check(tmp_path / ("n" * 255))
    with pytest.raises(bg.errors.FileError, match="cannot be written: File name too long"):
        check(tmp_path / ("n" * 5000))
    path = tmp_path / "circle"
    try:
        path.symlink_to(path)
    except OSError:
        pytest.skip("no links")
    check(path)


def test_the_folder_on_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All files are in XDG_DATA_HOME or ~/.local/share. Asking for the folder does not create it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data" / "bestguess"
    assert bg.records.default_path() == data_folder() / "games.jsonl"
    assert default_store() == data_folder() / "results.sqlite"
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("XDG_DATA_HOME")
        else:
            monkeypatch.setenv("XDG_DATA_HOME", unset)
        assert data_folder() == tmp_path / ".local" / "share" / "bestguess"
    assert list(tmp_path.iterdir()) == []


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a home folder nothing is written to a folder called ~."""
    without_home(monkeypatch)
    with pytest.raises(bg.errors.FileError, match="there is no home folder"):
        data_folder()
