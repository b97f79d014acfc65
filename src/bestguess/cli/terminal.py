"""Printing to the terminal, asking for input, and progress on standard error. All also work through a pipe."""

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.text import Text

from bestguess.bounds import SearchProgress, SearchState
from bestguess.games.documents import Content, json_text
from bestguess.games.table import Progress as ProgressFunction
from bestguess.tabular import Tabular
from bestguess.wording import count_text

if TYPE_CHECKING:
    from rich.progress import Progress

_PIPE_WIDTH = 10_000  # columns: what goes to a pipe or a file is not wrapped
_LINE_WIDTH = 80  # columns, for text that is laid out in lines, where there is no terminal
_DELAY = 1.0  # seconds before the live display of progress appears
_LINE_INTERVAL = 10.0  # seconds between lines of progress where there is no terminal


def print_json(command: str, content: Content) -> None:
    """Prints the JSON document of *command*."""
    print(json_text(command, content, indent=2))


def print_table(table: Tabular, form: str) -> None:
    """Prints *table* as csv, markdown or latex."""
    written = {"csv": table.to_csv, "markdown": table.to_markdown, "latex": table.to_latex}
    print(written[form](), end="")


def print_note(text: str) -> None:
    """Prints *text* to standard error, so that standard output holds only the result."""
    print(text, file=sys.stderr)


class _Console(Console):
    """A console of rich that shows only ASCII where *plain* is set."""

    plain = False

    @property
    def encoding(self) -> str:
        """The encoding, by which what is drawn chooses its characters."""
        return "ascii" if self.plain else super().encoding


class Terminal:
    """Prints to standard output, or to standard error if standard output is for JSON, and reads standard input.

    Input from a pipe is printed after its prompt, so that the transcript reads as on a terminal. *plain*: ASCII only
    and no colours; always so through a pipe and on a terminal that shows nothing else. NO_COLOR is respected.
    """

    def __init__(self, plain: bool = False, to_stderr: bool = False) -> None:
        stream = sys.stderr if to_stderr else sys.stdout
        self._console = _Console(
            file=stream,
            highlight=False,
            markup=False,
            emoji=False,
            color_system=None if plain else "auto",
            width=None if stream.isatty() else _PIPE_WIDTH,
        )
        if self._console.is_dumb_terminal:  # rich takes it for 80 columns
            self._console.size = shutil.get_terminal_size()
        simple = self._console.is_dumb_terminal or self._console.options.ascii_only
        self.plain = self._console.plain = plain or simple or not self._console.is_terminal

    @property
    def line_width(self) -> int:
        """The columns that a line of text may fill."""
        return self._console.width if self._console.is_terminal else _LINE_WIDTH

    def print(self, *items: RenderableType) -> None:
        """Prints lines and tables, one below the other; tables to a pipe without spaces at the ends of lines."""
        for item in items:
            if isinstance(item, str) and self.plain:
                self._console.print(item.replace("…", "..."), soft_wrap=not self._console.is_terminal)
            elif isinstance(item, str | Text) or self._console.is_terminal:
                self._console.print(item, soft_wrap=not self._console.is_terminal)
            else:
                with self._console.capture() as captured:
                    self._console.print(item)
                for line in captured.get().splitlines():
                    self._console.print(line.rstrip(), soft_wrap=True)

    def print_command(self, command: str) -> None:
        """Prints the shell *command* that continues, in one line, however long, so that it can be copied."""
        self._console.print(f"To go on: {command}", soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The next line of input, stripped; raises EOFError."""
        if sys.stdin.isatty() and self._console.file is sys.stdout:
            with suppress(ImportError):  # Windows has none
                import readline  # noqa: F401 - importing it lets input() edit the line and recall earlier ones
            try:
                return input(prompt).strip()
            except EOFError:
                self.print("")
                raise
        self._console.print(prompt, end="", soft_wrap=True)
        self._console.file.flush()
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            self._console.print(line.rstrip("\n"), soft_wrap=True)
        if not line:
            raise EOFError
        return line.strip()


class _Display:
    """Shows the latest state of some work, unless the work is quick; *with_bar*: how much of it is done."""

    def __init__(self, with_bar: bool) -> None:
        self._with_bar = with_bar
        self._live: Progress | None = None
        self._last = self.began = time.monotonic()

    def show(self, line: str, **fields: Any) -> None:
        """Shows *line*, or *fields* in the columns of the live display."""
        now = time.monotonic()
        if now - self.began <= min(_DELAY, _LINE_INTERVAL):  # quick work needs no display
            return
        if self._live is None:
            self._live = self._start()
        if self._live.console.is_terminal:
            self._live.update(self._live.task_ids[0], **fields)
        elif now - self._last > _LINE_INTERVAL:
            self._last = now
            print(line, file=sys.stderr, flush=True)

    def _start(self) -> "Progress":
        """The live display, which a terminal shows from now on."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        bar = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) if self._with_bar else ()
        text = TextColumn("{task.description}", markup=False)
        live = Progress(text, *bar, console=Console(stderr=True), transient=True)
        live.add_task("", total=None)
        if live.console.is_terminal:
            live.start()
        return live

    def close(self) -> None:
        """Removes the live display."""
        if self._live is not None and self._live.live.is_started:
            self._live.stop()


@contextmanager
def progress_bar(title: str) -> Iterator[ProgressFunction]:
    """Shows how much of some work is done. Gives a function to call with what is done and with the total."""
    with closing(_Display(with_bar=True)) as display:
        yield lambda done, total: display.show(
            f"{title}: {done:,} of {total:,}", description=title, completed=done, total=total
        )


@contextmanager
def search_progress(title: str) -> Iterator[SearchProgress]:
    """Shows how far a search is. Gives a function to call with its state."""
    with closing(_Display(with_bar=False)) as display:

        def report(state: SearchState) -> None:
            line = f"{title}: {_state_text(state, time.monotonic() - display.began)}"
            display.show(line, description=line)

        yield report


def _state_text(state: SearchState, seconds: float) -> str:
    """What is known after so many *seconds*, and what is done with: nodes, first guesses, and the tasks of workers."""
    lower, upper = state.bounds
    gap = f", gap {upper - lower:,}" if upper is not None and lower is not None else ""
    speed = f"{state.nodes:,} nodes, {state.nodes / max(seconds, 1e-9):,.0f} a second, {seconds:.0f} s"
    text = f"at least {lower}, at most {upper}{gap}; {speed}"
    if state.first_guesses is not None:
        done, total = state.first_guesses
        text += f"; {done:,} of {total:,} first guesses done"
    if (tasks := state.tasks) is not None:
        text += f"; {count_text(tasks.workers, 'worker')}, {count_text(tasks.running, 'task')} handed out"
        text += f", {tasks.finished:,} done, {tasks.rate:.1f} a second"
    return text
