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
from pathlib import Path
from typing import Any

import pytest

import bestguess
from bestguess.cli.app import run
from unix import need_unix
from validity import check_document


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a good command prints."""
    assert run(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON document that a good command prints, without the `schema` and `version` that all have."""
    found = read_document(output(capsys, *arguments, "--json"))
    assert found.pop("version") == bestguess.__version__
    assert found.pop("schema").startswith("bestguess.")
    return found


def read_document(text: str) -> dict[str, Any]:
    """The JSON document in *text*, which is as its schema says."""
    found: dict[str, Any] = json.loads(text)
    check_document(found)
    return found


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a bad command prints."""
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    return captured.err


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


# Given to a command by --load: says when the main thread has stayed in one native call, of a module that begins with
# MODULE, for ten looks in a row.
_WATCH = """
import sys, threading, time

def watch(main=threading.main_thread().ident):
    seen = []
    while len(seen) < 10:
        time.sleep(0.01)
        frame = sys._current_frames()[main]
        here = (frame.f_code, frame.f_lasti)
        ours = frame.f_globals["__name__"].startswith("MODULE")
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


def interrupted_in_native_code(arguments: list[str], folder: Path, module: str = "bestguess.") -> tuple[int, str, str]:
    """Exit code, output and errors of a command that gets Ctrl-C during a native call by *module*."""
    watch = folder / "watch.py"
    watch.write_text(_WATCH.replace("MODULE", module))
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
