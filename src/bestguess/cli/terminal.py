"""Print to the terminal, ask for input, and show progress on standard error. All of it also works through a pipe."""

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

_PIPE_WIDTH = 10_000  # columns: output to a pipe or a file is not wrapped
_LINE_WIDTH = 80  # columns of text that is laid out in lines, without a terminal
_DELAY = 1.0  # seconds before progress is shown
_LINE_INTERVAL = 10.0  # seconds between lines of progress, without a terminal


def print_json(command: str, content: Content) -> None:
    """Print the JSON document of *command*."""
    print(json_text(command, content, indent=2))


def print_table(table: Tabular, form: str) -> None:
    """Print *table* as csv, markdown or latex."""
    writers = {"csv": table.to_csv, "markdown": table.to_markdown, "latex": table.to_latex}
    print(writers[form](), end="")


def print_note(text: str) -> None:
    """Print *text* to standard error, so that standard output holds only the result."""
    print(text, file=sys.stderr)


class _Console(Console):
    """A rich console that uses only ASCII characters if *plain* is set."""

    plain = False

    @property
    def encoding(self) -> str:
        """The encoding, from which rich and `BarChart` choose their characters."""
        return "ascii" if self.plain else super().encoding


class Terminal:
    """Standard output and standard input. Prints to standard error instead if standard output is for JSON.

    Input from a pipe is printed after its prompt, so that the transcript looks as on a terminal. *plain* means ASCII
    characters and no colours. Pipes and terminals that show nothing else are always plain. NO_COLOR is respected.
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
        if self._console.is_dumb_terminal:  # rich would assume 80 columns
            self._console.size = shutil.get_terminal_size()
        simple = self._console.is_dumb_terminal or self._console.options.ascii_only
        self.plain = self._console.plain = plain or simple or not self._console.is_terminal

    @property
    def line_width(self) -> int:
        """The columns that a line of text can fill."""
        return self._console.width if self._console.is_terminal else _LINE_WIDTH

    def print(self, *items: RenderableType) -> None:
        """Print lines and tables below each other. In a pipe, tables have no spaces at the ends of lines."""
        for item in items:
            if isinstance(item, str) and self.plain:
                self._console.print(item.replace("…", "..."), soft_wrap=not self._console.is_terminal)
            elif isinstance(item, str | Text) or self._console.is_terminal:
                self._console.print(item, soft_wrap=not self._console.is_terminal)
            else:  # rich fills the lines of tables with spaces: remove them
                with self._console.capture() as captured:
                    self._console.print(item)
                for line in captured.get().splitlines():
                    self._console.print(line.rstrip(), soft_wrap=True)

    def print_command(self, command: str) -> None:
        """Print the shell *command* that continues the game. It is never wrapped, so that it can be copied."""
        self._console.print(f"To continue: {command}", soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return the next line of input, stripped; raise EOFError at the end of the input."""
        if sys.stdin.isatty() and self._console.file is sys.stdout:
            with suppress(ImportError):  # Windows has no readline
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
    """A display of the latest state of some work, unless the work is quick. *with_bar* adds a progress bar."""

    def __init__(self, with_bar: bool) -> None:
        self._with_bar = with_bar
        self._live: Progress | None = None
        self._last = self.began = time.monotonic()

    def show(self, line: str, **fields: Any) -> None:
        """Show *fields* in the live display of a terminal; without a terminal, print *line* now and then."""
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
        """Create the live display; a terminal shows it from now on."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        bar = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) if self._with_bar else ()
        text = TextColumn("{task.description}", markup=False)
        live = Progress(text, *bar, console=Console(stderr=True), transient=True)
        live.add_task("", total=None)
        if live.console.is_terminal:
            live.start()
        return live

    def close(self) -> None:
        """Remove the live display."""
        if self._live is not None and self._live.live.is_started:
            self._live.stop()


@contextmanager
def progress_bar(title: str) -> Iterator[ProgressFunction]:
    """Show how much of some work is done. Yield a function to call with the amount done and the total."""
    with closing(_Display(with_bar=True)) as display:
        yield lambda done, total: display.show(
            f"{title}: {done:,} of {total:,}", description=title, completed=done, total=total
        )


@contextmanager
def search_progress(title: str) -> Iterator[SearchProgress]:
    """Show how far a search has come. Yield a function to call with its state."""
    with closing(_Display(with_bar=False)) as display:

        def report(state: SearchState) -> None:
            line = f"{title}: {_state_text(state, time.monotonic() - display.began)}"
            display.show(line, description=line)

        yield report


def _state_text(state: SearchState, seconds: float) -> str:
    """Describe the *state* of a search after *seconds*: bounds, nodes, first guesses, and tasks of workers."""
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
