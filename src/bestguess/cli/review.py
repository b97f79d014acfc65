"""bestguess review: what every move of a game was worth."""

import re
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from bestguess import advice
from bestguess.cli.loading import check_possible, load_game_and_table
from bestguess.cli.options import GameText, Json, Load, Plain, Threads, TimeLimit, check_count
from bestguess.cli.progress import search_progress
from bestguess.cli.render.reviews import render_review
from bestguess.cli.terminal import Terminal, print_json
from bestguess.cli.typed import read_guess, read_secret
from bestguess.errors import FileError, HistoryError, SizeError
from bestguess.games import Game, History, Row, Words
from bestguess.games.squares import read_squares
from bestguess.games.texts import QUOTED
from bestguess.position import Position

_MOST_BYTES = 2**16  # of a result that was shared: much more than any
_WAYS = ((True, False, False, False), (False, True, True, False), (False, True, False, True))
"""Which of --history, --guesses, --secret and --squares go together."""


def review(
    game: GameText,
    history: Annotated[
        str,
        typer.Option(
            "--history", metavar="ROWS", help='The guesses with their feedbacks, such as "1122:0.2 1344:1.1".'
        ),
    ] = "",
    guesses: Annotated[
        str,
        typer.Option(
            "--guesses", metavar="CODES", help='The guesses alone, such as "1122 1344": with --secret or --squares.'
        ),
    ] = "",
    secret: Annotated[
        str | None,
        typer.Option("--secret", metavar="CODE", help="With --guesses: the secret, from which the feedbacks follow."),
    ] = None,
    squares: Annotated[
        Path | None,
        typer.Option(
            "--squares",
            metavar="FILE",
            help="With --guesses: a shared result of a word game, with its coloured squares; - for standard input.",
        ),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            metavar="NODES",
            help="Nodes to search at most for each value. Default: no limit; for words what suits the position.",
            callback=check_count,
        ),
    ] = None,
    time_limit: TimeLimit = None,
    plain: Plain = False,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Show what every move of a game was worth, in guesses: loss and luck.

    Loss compares a guess with the best one. Luck compares its feedback with
    the average. Both are proven, except for words and where --budget or
    --time-limit is given; what is not proven is shown as a range. In games with
    costs both are costs. Ctrl-C stops with what is known.

    [bold]Examples[/bold]

      bestguess review mm4x6 --history "1122:1.0 1344:0.1 3526:1.2 1462:1.1"

      bestguess review mm4x6 --guesses "1122 1344 3526" --secret 3632

      bestguess review bc4x10 --history "0123:1.1 0245:0.1" --budget 1000 --json

      bestguess review "words(english,5)" --guesses "crane react" --squares -

      bestguess review "balance(12)" --history "AB-CD:level EFG-HIJ:left"
    """
    if (bool(history), bool(guesses), secret is not None, squares is not None) not in _WAYS:
        raise typer.BadParameter("expected --history, or --guesses with --secret, or --guesses with --squares")
    rules = load_game_and_table(game, load, threads)
    if secret is not None:
        rows: str | History = _answered(rules, guesses, secret)
    else:
        rows = history if squares is None else read_squares(rules, guesses, _read_text(squares))
    position = Position(rules, rows)
    if not position.has_table:
        raise SizeError(f"expected a game small enough for a table, got {rules}")
    check_possible(position)
    began = time.perf_counter()
    with search_progress(str(rules)) as report:
        found = advice.review(
            position,
            budget=budget,
            prove=budget is None and not isinstance(rules, Words),  # a proof for words may take minutes
            time_limit=time_limit,
            threads=threads,
            progress=report,
        )
    if as_json:
        print_json("review", {**found.as_json(), "seconds": time.perf_counter() - began})
    else:
        Terminal(plain).print(*render_review(found))
    if found.interrupted:
        raise typer.Exit(130)


def _answered(game: Game, guesses: str, secret: str) -> History:
    """The *guesses*, which spaces or commas separate, with the feedbacks that *secret* gives.

    Commas in quotes and in brackets, as of a code that is a pair, separate nothing.
    """
    code = read_secret(game, secret)
    played = [read_guess(game, text) for text in re.findall(rf"{QUOTED}|\([^()]*\)|[^\s,;]+", guesses)]
    if not played:
        raise HistoryError(f"expected guesses with spaces between them, got {guesses!r}")
    return History([Row(guess, game.score(guess, code)) for guess in played])


def _read_text(path: Path) -> str:
    """The text of the file at *path*, or of standard input for ``-``; raises FileError."""
    try:
        if str(path) != "-":
            with path.open("rb") as file:
                text = file.read(_MOST_BYTES + 1)
        elif (stream := getattr(sys.stdin, "buffer", None)) is not None:
            text = stream.read(_MOST_BYTES + 1)
        else:
            text = sys.stdin.read(_MOST_BYTES + 1).encode()
        if len(text) > _MOST_BYTES:
            raise FileError(f"{path}: expected a shared result of at most {_MOST_BYTES:,} bytes, got more")
        return text.decode("utf-8-sig")
    except (OSError, UnicodeError) as error:
        why = (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
        raise FileError(f"{path}: expected a file with a shared result, or - to paste it: {why}") from error
