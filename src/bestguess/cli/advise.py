"""bestguess score, candidates and advise: the feedback to a guess, the candidates left, the best next guesses."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict

from bestguess.advice import Advice, Part, advise_or_label, explain
from bestguess.arguments import MAX_INTEGER
from bestguess.candidates import CandidatesDocument, find_candidates
from bestguess.cli import options
from bestguess.cli.board import labels_text, likely_text, render_candidates_left
from bestguess.cli.files import check_possible, load_game, load_game_and_table, read_text
from bestguess.cli.options import argument, option
from bestguess.cli.suggestions import render_conflicts, render_others, render_parts, render_recommendation
from bestguess.cli.tables import candidate_lines
from bestguess.cli.terminal import Terminal, print_json, progress_bar
from bestguess.cli.typed import guess_as_typed, has_names
from bestguess.engine import default_threads, limited_threads
from bestguess.errors import FileError
from bestguess.games import HIT, Game, quote, unquote
from bestguess.games.codes import QUOTED
from bestguess.games.documents import Document
from bestguess.position import Position
from bestguess.strategies import DEFAULT_STRATEGY

_MAX_BYTES = 2**25  # size of a file of codes: 32 MiB


def score(
    game: options.GameText,
    guess: Annotated[str, argument("GUESS", "The guess.")],
    secret: Annotated[str, argument("SECRET", "The secret.")],
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Print the feedback that a guess gets for a secret.

    In games with pegs the feedback is exact.misplaced, such as 1.2.

    [bold]Examples[/bold]

      bestguess score "mastermind(4,6)" 1122 1213

      bestguess score bc4x10 0123 5293 --json
    """
    rules = load_game(game, load)
    guess_code, secret_code = rules.as_guess(unquote(guess)), rules.as_secret(unquote(secret))
    feedback = rules.score(guess_code, secret_code)
    if as_json:
        fields: ScoreJson = {
            "game": str(rules),
            "guess": guess_code,
            "secret": secret_code,
            "feedback": feedback,
            "won": feedback == rules.win,
        }
        print_json("score", fields)
    else:
        print(quote(rules.orient_feedback(unquote(guess), feedback)))


def candidates(
    game: options.GameText,
    history: options.HistoryText = "",
    limit: Annotated[
        int,
        option("--limit", "List at most this many codes.", "N", callback=options.up_to(MAX_INTEGER, "a number")),
    ] = 100,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Count and list the secrets that are consistent with a history.

    They are listed in ascending order. If secrets have weights, the likely
    candidates are counted and listed separately: those that weigh more than half
    as much as the heaviest one left. If secrets have labels, the command also
    counts the labels that are left.

    [bold]Examples[/bold]

      bestguess candidates "mastermind(4,6)" --history "1122:1.0"

      bestguess candidates "mastermind(8,12)" --history "11223344:2.3" --limit 0

      bestguess candidates "words(english,5)" --history "crane:BYBBG"

      bestguess candidates "balance(12)" --history "ABCD-EFGH:level"
    """
    rules = load_game(game, load)
    rows = rules.as_history(history)
    began = time.perf_counter()
    with progress_bar("secrets") as report:
        left = find_candidates(rules, rows, limit=limit, threads=threads, progress=report)
    seconds = time.perf_counter() - began
    if as_json:
        answer = TimedCandidates(**vars(left), game=str(rules), history=str(rows), seconds=seconds)
        print_json("candidates", answer)
        return
    terminal = Terminal()
    details = f"{likely_text(left.count, left.likely)}{labels_text(left.labels)}"
    details += f": it is {left.label}" if left.label is not None else ""
    print(f"{left.count:,} of {len(rules.secrets):,} secrets are left{details}")
    for line in candidate_lines(left, terminal.line_width):
        # rich would be too slow for a million codes
        print(line.replace("…", "...") if terminal.plain else line)


def advise(
    game: options.GameText,
    history: options.HistoryText = "",
    candidates: Annotated[
        Path | None, option("--candidates", "A file with the possible codes, separated by spaces or lines.", "FILE")
    ] = None,
    strategy: options.NamedStrategy = None,
    count: Annotated[int, option("--count", "How many guesses to suggest.", "N", min=1, max=1000)] = 5,
    consistent: options.Consistent = False,
    explain_guess: Annotated[
        str | None, option("--explain", "Show how this guess splits the candidates, and which rows forbid it.", "CODE")
    ] = None,
    seed: options.RandomSeed = 0,
    bot_time: options.BotTime = options.BOT_SECONDS,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Say what to guess next and why, and compare it with other guesses.

    The expected number of guesses includes the guess itself. It is exact if it
    is proven within a budget of nodes; otherwise it is a range. Games too large
    for a table are estimated from a sample. In games with costs, the expected
    cost is shown instead.

    [bold]Examples[/bold]

      bestguess advise "mastermind(4,6)" --history "1123:1.1"

      bestguess advise bc4x10 --history "0123:1.1" --explain 0245

      bestguess advise bc4x10 --candidates codes.txt --strategy minimax --json

      bestguess advise "balance(12)" --history "ABCD-EFGH:left"
    """
    player = options.with_bot_time(strategy or DEFAULT_STRATEGY, bot_time)
    with limited_threads(threads or default_threads()):
        rules = load_game_and_table(game, load)
        position = Position(rules, history)
        codes = None if candidates is None else _read_codes(candidates, rules)
        if codes is None:
            check_possible(position)
        began = time.perf_counter()
        advice = advise_or_label(
            position,
            by=player,
            # With a count of 1 the strategy's choice would be the only suggestion, and could hide a better guess.
            count=count if as_json else max(count, 2),
            consistent=consistent,
            candidates=codes,
            seed=seed,
        )
        seconds = time.perf_counter() - began
        parts = () if explain_guess is None else explain(position, explain_guess, seed=seed, candidates=codes)
    if as_json:
        answer = AdviceDocument(
            **vars(advice),
            seconds=seconds,
            table_seconds=rules.table.seconds if position.has_table else 0.0,
            explained=None if explain_guess is None else Explained(explain_guess, parts),
        )
        print_json("advise", answer)
        return
    terminal = Terminal()
    left = render_candidates_left(advice.candidates, advice.likely, advice.labels)
    if codes is not None:
        likely = likely_text(advice.candidates, advice.likely)
        left = f"{advice.candidates:,} candidates{likely}{labels_text(advice.labels)}"
    with_others = count > 1 and len(advice.suggestions) > 1
    follow_strategy = strategy is not None
    others = ["", *render_others(advice, follow_strategy)] if with_others else []
    terminal.print(left, "", *render_recommendation(advice, follow_strategy), *others)
    if explain_guess is not None:
        guess = rules.as_guess(explain_guess)
        sampled = not position.has_table and codes is None
        terminal.print("", *render_parts(guess_as_typed(rules, explain_guess), parts, terminal.plain, sampled))
        if codes is not None and rules.goal == HIT and guess not in map(rules.as_secret, codes):
            terminal.print(f"{guess} is not in {candidates}.")
        elif rules.goal == HIT:
            terminal.print(*render_conflicts(position, guess))


def _read_codes(path: Path, game: Game) -> list[str]:
    """Return the codes in the file at *path*; raise FileError, also if the file is too large.

    Codes are separated by spaces or lines. In a game with names, a code with spaces is a whole line or in quotes.
    """
    text, codes = read_text(path, "a file of codes", _MAX_BYTES), list[str]()
    if has_names(game):
        secrets = frozenset(game.secrets)
        for line in map(str.strip, text.splitlines()):
            codes += [line] if line in secrets else map(unquote, re.findall(rf"{QUOTED}|\S+", line))
    else:
        codes = text.split()
    if not codes:
        raise FileError(f"{path}: expected codes, got an empty file")
    return codes


class ScoreJson(TypedDict):
    """The feedback to a guess."""

    game: str
    guess: str
    secret: str
    feedback: str
    won: bool  # whether this feedback wins; never with goal identify


@dataclass(frozen=True, kw_only=True)
class TimedCandidates(CandidatesDocument):
    """The secrets that are left."""

    seconds: float | None = None


@dataclass(frozen=True)
class Explained(Document):
    """The parts into which a guess splits the candidates."""

    guess: str
    """The guess as it was typed. The feedbacks of the parts refer to this form."""
    parts: Sequence[Part]
    """The candidates by the feedback that the guess would get, the largest part first."""


@dataclass(frozen=True, kw_only=True)
class AdviceDocument(Advice):
    """The best next guesses. With goal identify there are none, and no choice, once the label is known."""

    seconds: float | None = None
    table_seconds: float | None = None
    explained: Explained | None = None
    """The parts into which the guess of --explain splits the candidates."""
