"""Write a game as a CSV file, which `games.csvtable` reads as table(FILE)."""

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

import numpy as np

from bestguess import engine
from bestguess.arguments import as_limit, as_path
from bestguess.errors import GameError, SizeError
from bestguess.files import check_writable, write_whole
from bestguess.games.base import Game
from bestguess.games.codes import quote_file, strip_cell
from bestguess.games.csvtable import COST, LABEL, WEIGHT, case_variants, looks_like_declaration
from bestguess.games.declarations import text_of_fraction
from bestguess.games.registry import GameLike, as_game
from bestguess.games.rules import FREE, HIT
from bestguess.games.table import Progress, Table

_MAX_CHARACTERS = 2**17 - len("win=")  # the csv module reads cells up to 2^17; the corner has "win=" before a feedback


def write_table(
    game: GameLike,
    path: str | Path,
    *,
    memory_limit: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> str:
    """Write *game* to the CSV file at *path*, atomically; return the text of the game in that file.

    Replaces an existing file. Raises GameError if a table cannot hold the game, for example its rule, and SizeError if
    its table does not fit into *memory_limit*.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     text = write_table("mastermind(1,2,rows=3)", f"{folder}/mm.csv")
    ...     print(text == f"table({folder}/mm.csv,rows=3)", *Path(f"{folder}/mm.csv").read_text().split())
    True win=1.0,1,2 1,1.0,0.0 2,0.0,1.0
    """
    rules, target = as_game(game).as_text(), as_path("the file to write", path)
    memory_limit = as_limit("memory_limit", memory_limit)
    check_writable(target)
    rules.build_table(memory_limit=memory_limit, threads=threads, progress=progress)
    write_whole(target, table_content(rules, memory_limit))
    options = [f"goal={rules.goal}"] if rules.goal != HIT else []
    options += [f"rows={rules.rows}"] if rules.rows is not None else []
    return f"table({','.join([quote_file(str(path)), *options])})"


def table_content(game: Game, memory_limit: int | None = None) -> bytes:
    """Return the CSV file of *game*, whose codes must be texts. Raises the errors of `write_table`."""
    if game.rule != FREE:
        raise GameError(f"expected a game without a rule, which a table cannot hold, got {game}")
    table, limit = game.table, engine.default_memory_limit() if memory_limit is None else memory_limit
    longest_cell = 1 + max(len(feedback.encode(errors="replace")) for feedback in table.feedbacks)
    max_bytes = table.ordinals.size * longest_cell
    if max_bytes > limit:  # the whole file is built in memory
        raise SizeError(f"{game} as a table needs about {max_bytes:,} bytes, over the limit of {limit:,}")
    _check(table)
    file = io.StringIO(newline="")
    write = csv.writer(file, lineterminator="\n").writerow
    costs = [[_number(game, COST, cost * game.cost_unit)] for cost in game.costs or ()]
    below_costs = [""] if costs else []
    write(["guess" if game.win is None else f"win={game.win}", *table.secrets, *([COST] if costs else [])])
    texts = np.array(table.feedbacks, object)
    for guess, ordinals, cost in zip_longest(table.guesses, table.ordinals, costs, fillvalue=()):
        write([guess, *texts[ordinals].tolist(), *cost])
    if game.labels is not None:
        write([LABEL, *game.labels, *below_costs])
    if game.weights is not None:
        write([WEIGHT, *(_number(game, WEIGHT, Fraction(weight)) for weight in game.weights), *below_costs])
    try:
        return file.getvalue().encode()
    except UnicodeEncodeError as error:
        raise GameError(f"{game} has a text that cannot be written to a file: {error.reason}") from error


def _check(table: Table) -> None:
    """Raise GameError for texts that the reader would refuse, or read as something else."""
    game, texts = table.game, table.feedbacks
    for kind, codes, others, reserved, last in (
        ("guess", table.guesses, table.secrets, (WEIGHT, LABEL), table.ordinals[-1]),
        ("secret", table.secrets, table.guesses, (COST,), table.ordinals[:, -1]),
    ):
        _check_cells(kind, codes, game)
        for code in codes:  # the reader accepts a reserved name if it is a guess and a secret, and not the last
            if code.lower() in reserved and (code not in others or code == codes[-1]):
                raise GameError(
                    f"{game}: a {kind} of a table cannot be called {code!r}, which names its {code.lower()}s"
                )
        if codes[-1] not in others and looks_like_declaration(codes[-1], [texts[ordinal] for ordinal in last]):
            raise GameError(
                f"{game}: the last {kind} of a table cannot be called {codes[-1]!r}, which looks like a reserved name"
            )
    _check_cells("feedback", texts, game)
    _check_cells("label", game.labels or (), game)
    if case_variants(texts):
        for guess, row in zip(table.guesses, table.ordinals, strict=True):
            if pair := case_variants(texts[ordinal] for ordinal in np.unique(row)):
                raise GameError(f"{game}: two feedbacks to {guess!r} differ in case only, {pair[0]!r} and {pair[1]!r}")


def _check_cells(kind: str, texts: Sequence[str], game: Game) -> None:
    """Raise GameError for a text that the reader would not return unchanged."""
    for text in texts:
        try:
            stripped = strip_cell(text)
        except ValueError:
            stripped = ""
        if not text or text != stripped:
            raise GameError(f"{game}: expected texts that begin and end with no space, got the {kind} {text!r:.60}")
        if "\0" in text or "\r" in text or len(text) > _MAX_CHARACTERS:
            allowed = f"up to {_MAX_CHARACTERS:,} characters other than U+0000 and U+000D"
            raise GameError(f"{game}: expected texts of {allowed}, got the {kind} {text!r:.60}")


def _number(game: Game, what: str, number: Fraction) -> str:
    text = text_of_fraction(number)
    if text is None:
        raise GameError(f"{game}: expected a {what} of at most nine digits, as tables need, got {number}")
    return text
