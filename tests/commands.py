"""Running commands, in process, in a process of their own or on a terminal."""

import io
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import pytest

import bestguess
from bestguess.cli.app import run
from unix import need_unix
from validity import check_document


class Printed(NamedTuple):
    """What a command printed: on standard output, and on standard error."""

    out: str
    err: str


class Interrupted(io.StringIO):
    """Input that ends with Ctrl-C."""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """The next line."""
        if line := super().readline():
            return line
        raise KeyboardInterrupt


def printed_by(arguments: Sequence[str], typed: str | TextIO = "") -> tuple[int, str, str]:
    """Exit code, output and errors of a command in this process, when this is *typed*."""
    out, errors = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", errors)
        code = run(arguments)
    return code, out.getvalue(), errors.getvalue()


def ran(code: int, *arguments: str, typed: str | TextIO = "") -> Printed:
    """What a command prints that ends with this exit *code*, when this is *typed*."""
    ended, out, errors = printed_by(arguments, typed)
    assert ended == code, errors
    return Printed(out, errors)


def output(*arguments: str, typed: str | TextIO = "") -> str:
    """What a good command prints."""
    out, errors = ran(0, *arguments, typed=typed)
    assert errors == ""
    return out


def document(*arguments: str, typed: str | TextIO = "") -> dict[str, Any]:
    """The JSON document that a good command prints, without the `schema` and `version` that all have."""
    found = read_document(output(*arguments, "--json", typed=typed))
    assert found.pop("version") == bestguess.__version__
    assert found.pop("schema").startswith("bestguess.")
    return found


def read_document(text: str) -> dict[str, Any]:
    """The JSON document in *text*, which is as its schema says."""
    found: dict[str, Any] = json.loads(text)
    check_document(found)
    return found


def refused(*arguments: str) -> str:
    """The one line that a bad command prints."""
    out, errors = ran(2, *arguments)
    assert (out, errors.count("\n")) == ("", 1)
    return errors


class FakeTerminal(io.StringIO):
    """A stream that claims to be a terminal, of any *encoding*, on which *typed* was typed."""

    def __init__(self, typed: str = "", encoding: str = "utf-8") -> None:
        super().__init__(typed)
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding that the terminal shows."""
        return self._encoding

    def isatty(self) -> bool:
        """True."""
        return True


def shown(arguments: list[str], columns: int = 80, encoding: str = "utf-8", **variables: str) -> str:
    """What a good command shows on a terminal of so many *columns*, in the process."""
    terminal = FakeTerminal(encoding=encoding)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
            patch.delenv(name, raising=False)
        for name, value in {"COLUMNS": str(columns), "TERM": "xterm", **variables}.items():
            patch.setenv(name, value)
        patch.setattr("sys.stdout", terminal)
        assert run(arguments) == 0
    return terminal.getvalue()


def without_colours(text: str) -> list[str]:
    """The lines of *text* as they are read."""
    return [line.rstrip() for line in re.sub("\x1b[^m]*m", "", text).splitlines()]


# Given to a command by --load: says when the main thread has stayed in one native call, of a function whose full name
# begins with NAME, for ten looks in a row.
_WATCH = """
import sys, threading, time

def watch(main=threading.main_thread().ident):
    seen = []
    while len(seen) < 10:
        time.sleep(0.01)
        frame = sys._current_frames()[main]
        here = (frame.f_code, frame.f_lasti)
        ours = f"{frame.f_globals['__name__']}.{frame.f_code.co_name}".startswith("NAME")
        seen = [*seen, here] if ours and set(seen) <= {here} else []
    print("computing", file=sys.stderr, flush=True)

threading.Thread(target=watch, daemon=True).start()
"""


def command(*arguments: str) -> list[str]:
    """The installed command with *arguments*."""
    return [str(Path(sys.executable).parent / "bestguess"), *arguments]


def ignoring_interrupts(words: list[str]) -> list[str]:
    """The command of these *words*, started as scripts start one in the background: it ignores Ctrl-C."""
    return ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh", *words]


def interrupted(arguments: list[str], line: str, ignored: bool = False) -> tuple[int, str, str]:
    """Exit code, output and errors of a command that gets Ctrl-C once it says *line* on standard error."""
    need_unix()
    words = ignoring_interrupts(command(*arguments)) if ignored else command(*arguments)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == f"{line}\n"
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=300)
    return process.returncode, out, errors


def interrupted_in_native_code(arguments: list[str], folder: Path, name: str = "bestguess.") -> tuple[int, str, str]:
    """Exit code, output and errors of a command that gets Ctrl-C during a native call by functions of this *name*."""
    watch = folder / "watch.py"
    watch.write_text(_WATCH.replace("NAME", name))
    return interrupted([*arguments, "--load", str(watch)], "computing")


def without_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user of whom the system knows no home folder."""
    need_unix()
    import pwd

    def unknown(user: int) -> None:
        raise KeyError(user)

    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)


def on_terminal(arguments: list[str], *typed: tuple[str, str], columns: int = 80, **variables: str) -> tuple[int, str]:
    """Exit code and output of a command on a pseudo-terminal.

    *typed*: prompts, and what is typed once each is there; Ctrl-D is the character 4.
    """
    need_unix()
    import fcntl
    import pty
    import termios

    main, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    settings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    streams = {"stdin": child, "stdout": child, "stderr": child}
    environment = {**settings, "TERM": "xterm", **variables}
    with subprocess.Popen(command(*arguments), env=environment, start_new_session=True, **streams) as process:  # type: ignore[call-overload]
        os.close(child)
        out = ""
        for prompt, keys in typed:
            out += _read_until(main, prompt)
            os.write(main, keys.encode())
        out += _read_until(main, None)
    os.close(main)
    return process.returncode, out.replace("\r\n", "\n")


def _read_until(terminal: int, text: str | None) -> str:
    """What the *terminal* shows until *text* is there, or until the end; fails when nothing comes for a minute."""
    out = b""
    while text is None or text.encode() not in out:
        assert select.select([terminal], [], [], 60)[0], out
        try:
            some = os.read(terminal, 10_000)
        except OSError:  # on Linux, when nobody has the terminal open any more
            some = b""
        if not some:
            assert text is None, out
            break
        out += some
    return out.decode()
