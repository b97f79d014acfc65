"""Terminal, tables and progress: what a terminal shows, what goes through a pipe."""

import os
import re
from collections.abc import Callable

import pytest

from bestguess.bounds import Bounds, SearchState
from bestguess.cli import terminal
from bestguess.cli.options import quote_command
from bestguess.cli.tables import BarChart, fields_table, grid, table
from bestguess.cli.terminal import Terminal, progress_bar, search_progress
from bestguess.cluster.coordinator import TaskProgress
from commands import FakeTerminal

WIDE = table(("name", "about"), [("short", "word " * 30), ("[bold]", ":smile:"), ("long", "x" * 150)])


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """A function that prints to a terminal of 80 columns and returns what was written."""

    def show(*items: object, plain: bool = False) -> str:
        stream = FakeTerminal()
        monkeypatch.setattr("sys.stdout", stream)
        Terminal(plain).print(*items)  # type: ignore[arg-type]
        return stream.getvalue()

    for name, value in (("COLUMNS", "80"), ("TERM", "xterm-256color")):
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    return show


def test_a_pipe_gets_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is wrapped, cut, padded at the end or read as markup."""
    Terminal().print(WIDE, "word " * 60)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["name    about", "short   " + ("word " * 30).rstrip(), "[bold]  :smile:"]
    assert lines[3:] == ["long    " + "x" * 150, "word " * 60]


def test_a_terminal_wraps_within_columns(shown: Callable[..., str]) -> None:
    """A wide cell goes on below itself, in 80 columns, and nothing is cut."""
    lines = re.sub("\x1b[^m]*m", "", shown(WIDE)).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.count("word") for line in lines) == 30
    assert sum(line.count("x") for line in lines) == 150
    assert lines[2].startswith(" " * 8)


def test_no_color_and_plain(shown: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Headings are bold on a terminal; --plain writes no escape sequence at all, NO_COLOR no colour."""
    assert "\x1b[1m" in shown(WIDE)
    assert "\x1b" not in shown(WIDE, plain=True)
    assert shown("and so on …", plain=True) == "and so on ...\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search("\x1b\\[[0-9;]*3[0-9]", shown(WIDE))


def test_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """Grids, fields and charts line up."""
    Terminal().print(
        grid([("a", "one"), ("bcd", "two")], right=(0,), indent=2),
        fields_table(
            {"table_bytes": 1000, "weighted": False, "rows": None, "seconds": 0.5, "feedbacks": ["0.0", "not hot"]}
        ),
        BarChart([("1", 4, "4"), ("10", 2, "2"), ("11", 0, "0")], 4),
        BarChart([("x", 1, "1")], 2, notes=["note"]),
    )
    assert capsys.readouterr().out.splitlines() == [
        "    a  one",
        "  bcd  two",
        "table bytes  1,000",
        "weighted     no",
        "rows         -",
        "seconds      0.500",
        'feedbacks    0.0 "not hot"',
        "   1  ####  4",
        "  10  ##    2",
        "  11        0",
        "  x  ##  1  note",
    ]


def test_bars_fit_the_terminal(shown: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """They are as long as the columns allow; in ASCII where only that is shown, by option or by the terminal."""
    chart = BarChart([("1", 4, "4"), ("10", 2, "2")], 50)
    assert shown(chart) == f"   1  {'█' * 50}  4\n  10  {'█' * 25}{' ' * 25}  2\n"
    assert shown(chart, plain=True).isascii()
    monkeypatch.setenv("COLUMNS", "40")
    assert [len(line) for line in shown(chart).splitlines()] == [40, 40]
    monkeypatch.setenv("TERM", "dumb")
    assert shown(chart) == f"   1  {'#' * 31}  4\n  10  {'#' * 16}{' ' * 15}  2\n"


def test_progress_through_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A line to standard error when some time has passed, and none before."""
    with progress_bar("table") as report, search_progress("search") as report_search:
        report(1, 2)
        report_search(SearchState(Bounds(1, None), 3))
        monkeypatch.setattr(terminal, "_LINE_INTERVAL", -1)
        report(1234, 5678)
        report_search(SearchState(Bounds(10, 12), 3))
        report_search(SearchState(Bounds(10, 12), 3, first_guesses=(2, 1234)))
        report_search(SearchState(Bounds(10, 12), 3, tasks=TaskProgress(workers=1, running=2, finished=3, seconds=2.0)))
    captured = capsys.readouterr()
    assert captured.out == ""
    first, *others = captured.err.splitlines()
    assert first == "table: 1,234 of 5,678"
    known = r"search: at least 10, at most 12, gap 2; 3 nodes, [\d,]+ a second, 0 s"
    more = ["", "; 2 of 1,234 first guesses done", "; 1 worker, 2 tasks handed out, 3 done, 1.5 a second"]
    assert [re.sub(known, "", line) for line in others] == more


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A live display when some time has passed; it is removed at the end."""
    stream = FakeTerminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm-256color")
    with search_progress("quick") as report:
        report(SearchState(Bounds(1, 2), 3))
    assert stream.getvalue() == ""
    monkeypatch.setattr(terminal, "_DELAY", -1)
    with search_progress("slow") as report:
        report(SearchState(Bounds(1, 2), 3))
    assert "slow: at least 1, at most 2, gap 1" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


def test_commands_are_quoted_for_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """By single quotes on Unix, by double quotes on Windows."""
    words = ["bestguess", "play", "mastermind(4,6)", "--history", "1122:1.0 1344:0.1"]
    assert quote_command(words).endswith("'mastermind(4,6)' --history '1122:1.0 1344:0.1'")
    monkeypatch.setattr(os, "name", "nt")
    assert quote_command(words).endswith('mastermind(4,6) --history "1122:1.0 1344:0.1"')
