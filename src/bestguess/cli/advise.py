"""bestguess advise: the best next guesses in a position."""

import re
import time
from pathlib import Path
from typing import Annotated

import typer

from bestguess.advice import advise_or_say, explain
from bestguess.cli.loading import check_possible, load_game_and_table
from bestguess.cli.options import (
    BotTime,
    Budget,
    Consistent,
    GameText,
    HistoryText,
    Json,
    Load,
    Plain,
    RandomSeed,
    StrategyName,
    Threads,
    with_bot_time,
)
from bestguess.cli.render.advice import render_answer, render_conflicts, render_others, render_parts
from bestguess.cli.render.board import labels_text, likely_text, render_candidates_left
from bestguess.cli.terminal import Terminal, print_json
from bestguess.cli.typed import has_names, typed_guess
from bestguess.engine import default_threads, limited_threads
from bestguess.errors import FileError
from bestguess.games import HIT, Code, Game, unquoted
from bestguess.games.texts import QUOTED
from bestguess.position import Position
from bestguess.strategies import DEFAULT_STRATEGY
from bestguess.strategies.program import DEFAULT_SECONDS

_MOST_BYTES = 2**25  # of a file of codes
_CODE = re.compile(rf"{QUOTED}|\S+")


def advise(
    game: GameText,
    history: HistoryText = "",
    candidates: Annotated[
        Path | None,
        typer.Option("--candidates", metavar="FILE", help="A file of possible codes, separated by spaces or lines."),
    ] = None,
    strategy: StrategyName = DEFAULT_STRATEGY,
    count: Annotated[
        int, typer.Option("--count", min=1, max=1000, metavar="N", help="How many guesses to suggest.")
    ] = 5,
    consistent: Consistent = False,
    explained: Annotated[
        str | None,
        typer.Option(
            "--explain", metavar="CODE", help="Show how this guess splits the candidates, and what rules it out."
        ),
    ] = None,
    budget: Budget = None,
    seed: RandomSeed = 0,
    bot_time: BotTime = DEFAULT_SECONDS,
    plain: Plain = False,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Say what to guess next and why, and what other guesses are worth.

    The expected number of guesses counts the guess itself. It is exact if it is
    proven within the budget, otherwise a range. Games too large for a table are
    valued from a sample. In games with costs it is the expected cost.

    [bold]Examples[/bold]

      bestguess advise "mastermind(4,6)" --history "1123:1.1"

      bestguess advise bc4x10 --history "0123:1.1" --explain 0245

      bestguess advise bc4x10 --candidates codes.txt --strategy minimax --json

      bestguess advise "balance(12)" --history "ABCD-EFGH:left"
    """
    chosen = with_bot_time(strategy, bot_time)
    with limited_threads(threads or default_threads()):
        rules = load_game_and_table(game, load)
        position = Position(rules, history)
        codes = None if candidates is None else read_codes(candidates, rules)
        if codes is None:
            check_possible(position)
        began = time.perf_counter()
        advice = advise_or_say(
            position,
            by=chosen,
            count=count if as_json else max(count, 2),  # of one alone, the strategy's choice would hide the best
            consistent=consistent,
            candidates=codes,
            budget=budget,
            seed=seed,
        )
        seconds = time.perf_counter() - began
        parts = () if explained is None else explain(position, explained, seed=seed, candidates=codes)
    if as_json:
        more = {} if explained is None else {"explained": {"guess": explained, "parts": [vars(part) for part in parts]}}
        table_seconds = rules.table.seconds if position.has_table else 0.0
        print_json("advise", {**advice.as_json(), **more, "seconds": seconds, "table_seconds": table_seconds})
        return
    terminal = Terminal(plain)
    left = render_candidates_left(advice.candidates, advice.likely, advice.labels)
    if codes is not None:
        likely = likely_text(advice.candidates, advice.likely)
        left = f"{advice.candidates:,} candidates{likely}{labels_text(advice.labels)}"
    several = count > 1 and len(advice.suggestions) > 1
    terminal.print(left, "", *render_answer(advice), *(["", *render_others(advice)] if several else []))
    if explained is not None:
        guess = rules.parse_guess(explained)
        sampled = not position.has_table and codes is None
        terminal.print("", *render_parts(typed_guess(rules, explained), parts, terminal.plain, sampled))
        if codes is not None and rules.goal == HIT and guess not in map(rules.parse_secret, codes):
            terminal.print(f"{guess} is not in {candidates}.")
        elif rules.goal == HIT:
            terminal.print(*render_conflicts(position, guess))


def _listed(text: str, secrets: frozenset[Code]) -> list[str]:
    """The codes in *text*, which may have spaces in them."""
    lines = map(str.strip, text.splitlines())
    words = ([line] if line in secrets else map(unquoted, _CODE.findall(line)) for line in lines)
    return [code for line in words for code in line]


def read_codes(path: Path, game: Game) -> list[str]:
    """The codes in the file at *path*; raises FileError, also for a file of more than 32 MiB.

    They are words, between double quotes where they have spaces; a line that is a secret of *game* is one code.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:  # such as an endless one
            raise FileError(f"{path}: expected a file of codes of at most {_MOST_BYTES:,} bytes, got more")
        decoded = text.decode("utf-8")
        codes = _listed(decoded, frozenset(game.secrets)) if has_names(game) else decoded.split()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: expected a file of codes: {error}") from error
    if not codes:
        raise FileError(f"{path}: expected codes, got none")
    return codes
