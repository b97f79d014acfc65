"""`bestguess web`: says where it listens, stops quietly, and reports what goes wrong in one line."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bestguess.cli.app import run
from bestguess.web.server import DEFAULT_PORT
from browsing import for_verify
from commands import ignoring_interrupts
from unix import unix

pytestmark = unix  # it is stopped by signals
COMMAND = [sys.executable, "-c", "from bestguess.cli import main; main()", "web", "--no-open"]


def started(
    tmp_path: Path,
    *more: str,
    port: str | None = "0",
    files: int | None = None,
    ignoring: bool = False,
    **settings: str,
) -> tuple["subprocess.Popen[str]", str]:
    """A server in its own process, which may open so many *files*, and the first line that it prints.

    *ignoring*: started so that it ignores Ctrl-C.
    """
    given = {f"BESTGUESS_WEB_{name.upper()}": value for name, value in settings.items()}
    environment = {"XDG_DATA_HOME": str(tmp_path), "PATH": "", **given}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [*COMMAND, *([] if port is None else ["--port", port]), *more]
    if files is not None:
        command = ["/bin/sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
    if ignoring:
        command = ignoring_interrupts(command)
    process = subprocess.Popen(command, text=True, env=environment, **pipes)  # type: ignore[call-overload]
    return process, process.stderr.readline()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say which signals a process ignores")
@pytest.mark.parametrize(("ignoring", "end"), [(False, signal.SIGINT), (True, signal.SIGTERM)])
def test_it_serves_until_it_is_ended(tmp_path: Path, ignoring: bool, end: signal.Signals) -> None:
    """It prints its URL and what ends it on standard error, serves there, and stops quietly on that signal.

    A server that a script starts in the background ignores Ctrl-C, as all commands do; kill ends it.
    """
    process, line = started(tmp_path, ignoring=ignoring)
    assert line.endswith(f" ({f'kill {process.pid}' if ignoring else 'Ctrl-C'} ends it)\n")
    ignored = int(Path(f"/proc/{process.pid}/status").read_text().partition("SigIgn:")[2].split()[0], 16)
    assert bool(ignored >> (signal.SIGINT - 1) & 1) == ignoring
    address = line.split(" on ")[1].split()[0]
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(f"{address}api/health") as answer:
        assert answer.status == 200
    process.send_signal(end)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode in ({signal.SIGINT: 130}.get(end, -end), 0)


_CTRL_C_TWICE = """
import signal, uvicorn
from bestguess.cli import main
listen = uvicorn.Server.startup

async def startup(self, sockets=None):
    await listen(self, sockets)
    for _ in range(2):
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
uvicorn.Server.startup = startup
main()
"""


def test_ctrl_c_twice_while_it_starts(tmp_path: Path) -> None:
    """It ends with exit code 130 and prints nothing but its URL."""
    done = subprocess.run(
        [sys.executable, "-c", _CTRL_C_TWICE, "web", "--no-open", "--port", "0"],
        env={"XDG_DATA_HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (130, "", 1), done.stderr


@for_verify
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address")
@pytest.mark.parametrize(("files", "idle"), [(220, 400), (1_024, 1_100)])
def test_idle_connections_keep_nobody_out(tmp_path: Path, files: int, idle: int) -> None:
    """More idle connections than the server can open files: another client is served, and nothing is printed."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4_096), hard))
    process, line = started(tmp_path, files=files, client_connections="10000")
    port = int(line.split(" on ")[1].split()[0].rstrip("/").rpartition(":")[2])
    connections = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(idle)]
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", port), timeout=60, source_address=("127.0.0.2", 0)) as other:
            other.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert other.recv(100).startswith(b"HTTP/1.1 200")
    for connection in connections:
        connection.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ("", "")


def test_it_stops_quietly_while_it_computes(tmp_path: Path) -> None:
    """After Ctrl-C, a client that waits for a long computation gets an error event, and nothing is printed."""
    process, line = started(tmp_path)
    address = line.split(" on ")[1].split()[0]
    path = f"{address}api/tree?game=mastermind(5,8)&strategy=minimax"
    with urllib.request.urlopen(urllib.request.Request(path, headers={"Accept": "text/event-stream"})) as answer:
        assert answer.readline() == b"event: progress\n"
        process.send_signal(signal.SIGINT)
        assert b"event: error\n" in list(answer)
    assert process.communicate(timeout=60) == ("", "")


def test_what_a_server_says_before_it_serves(tmp_path: Path) -> None:
    """That its key is in memory only, that the page is not built, and what listening beyond loopback means.

    Challenges work all the same.
    """
    (tmp_path / "file").write_text("")
    process, first = started(tmp_path / "file", "--host", "0.0.0.0", page=str(tmp_path / "nothing"))
    assert process.stderr is not None
    lines = [first, *(process.stderr.readline() for _ in range(3))]
    said = ["the key is in memory only, and challenges end with this server", "the page is not built"]
    said += ["http://127.0.0.1:", "everyone who reaches this machine"]
    assert all(words in line for words, line in zip(said, lines, strict=True)), lines
    address = next(line for line in lines if "http://127.0.0.1:" in line).split(" on ")[1].split()[0]
    body = b'{"game": "mastermind(4,6)"}'
    request = urllib.request.Request(f"{address}api/challenges", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        name = json.load(answer)["id"]
    with urllib.request.urlopen(f"{address}api/challenges/{name}") as answer:
        assert answer.status == 200
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


def test_the_default_port_may_be_taken(tmp_path: Path) -> None:
    """Without --port, another port is used when the default one is taken."""
    try:
        taken = socket.create_server(("127.0.0.1", DEFAULT_PORT))
    except OSError:  # by somebody else: as good
        taken = socket.socket()
    with taken:
        process, line = started(tmp_path, port=None)
    assert "http://127.0.0.1:" in line
    assert f":{DEFAULT_PORT}/" not in line
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


def test_a_taken_port_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is taken, and a host that is not this machine's, are errors of one line."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["web", "--no-open", "--port", str(port)]) == 2
    line = capsys.readouterr().err
    assert f"cannot listen on port {port}" in line
    assert line.count("\n") == 1
    assert run(["web", "--no-open", "--host", "no.such.host.invalid"]) == 2
    assert "--host" in capsys.readouterr().err


def test_without_the_extra(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the server's libraries are missing, one sentence says what to install."""
    for name in [name for name in sys.modules if name.startswith("bestguess.web")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert run(["web", "--no-open"]) == 2
    err = capsys.readouterr().err
    assert "pip install 'bestguess[web]'" in err
    assert err.count("\n") == 1
