"""bestguess review and watch: the loss and luck of every move of a game; the steps of a strategy to a secret."""

import re
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from textwrap import TextWrapper
from typing import Annotated, NotRequired, TypedDict

import typer

from bestguess import advice
from bestguess.advice import Review, ReviewedMove, Step, draw_secret
from bestguess.bounds import Bounds
from bestguess.cli import options
from bestguess.cli.board import cost_suffix, render_step
from bestguess.cli.files import check_possible, load_game_and_table, read_text
from bestguess.cli.options import option
from bestguess.cli.suggestions import chance_text, percent
from bestguess.cli.terminal import Terminal, print_json, search_progress
from bestguess.cli.typed import read_guess, read_secret
from bestguess.errors import HistoryError, SizeError
from bestguess.games import IDENTIFY, Game, History, Row, Words, quote
from bestguess.games.codes import QUOTED
from bestguess.games.squares import read_squares
from bestguess.position import Position
from bestguess.strategies import known_strategies
from bestguess.trees.outline import cost_text
from bestguess.wording import count_text, guess_noun

_MAX_BYTES = 2**16  # size of a shared result: far larger than any real one
_VALID_INPUTS = ((True, False, False, False), (False, True, True, False), (False, True, False, True))
"""The combinations of --history, --guesses, --secret and --squares that are allowed."""
_WIDTH = 80  # columns
_BELOW = TextWrapper(_WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 12, break_long_words=False)
_MIN_GUESS_WIDTH, _MAX_FEEDBACK_WIDTH = 12, 14  # columns; longer texts are cut off


def review(
    game: options.GameText,
    history: Annotated[
        str, option("--history", 'The guesses and their feedbacks, such as "1122:0.2 1344:1.1".', "ROWS")
    ] = "",
    guesses: Annotated[
        str, option("--guesses", 'Only the guesses, such as "1122 1344", with --secret or --squares.', "CODES")
    ] = "",
    secret: Annotated[
        str | None, option("--secret", "With --guesses: the secret, to compute the feedbacks.", "CODE")
    ] = None,
    squares: Annotated[
        Path | None,
        option(
            "--squares",
            "With --guesses: a file with the shared coloured squares of a word game; - for standard input.",
            "FILE",
        ),
    ] = None,
    time_limit: options.TimeLimit = None,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Show the loss and luck of every move of a game, in guesses.

    Loss compares a guess with the best one. Luck compares its feedback with
    the average. Both are proven, except for words and with --time-limit; then
    they may be shown as a range. In games with costs both are costs. Ctrl-C
    stops and prints what is known.

    [bold]Examples[/bold]

      bestguess review mm4x6 --history "1122:1.0 1344:0.1 3526:1.2 1462:1.1"

      bestguess review mm4x6 --guesses "1122 1344 3526" --secret 3632

      bestguess review bc4x10 --history "0123:1.1 0245:0.1" --json

      bestguess review "words(english,5)" --guesses "crane react" --squares -

      bestguess review "balance(12)" --history "AB-CD:level EFG-HIJ:left"
    """
    if (bool(history), bool(guesses), secret is not None, squares is not None) not in _VALID_INPUTS:
        raise typer.BadParameter("expected --history, or --guesses with --secret, or --guesses with --squares")
    rules = load_game_and_table(game, load, threads)
    rows: str | History = history
    if secret is not None:
        rows = _score_guesses(rules, guesses, secret)
    elif squares is not None:
        text = read_text(squares, "a file with a shared result", _MAX_BYTES, ", or - to paste it")
        rows = read_squares(rules, guesses, text)
    position = Position(rules, rows)
    if not position.has_table:
        raise SizeError(f"expected a game small enough for a table, got {rules}")
    check_possible(position)
    began = time.perf_counter()
    with search_progress(str(rules)) as report:
        result = advice.review(
            position,
            prove=not isinstance(rules, Words),  # a proof for words may take minutes
            time_limit=time_limit,
            threads=threads,
            progress=report,
        )
    if as_json:
        print_json("review", ReviewDocument(**vars(result), seconds=time.perf_counter() - began))
    else:
        Terminal().print(*render_review(result))
    if result.interrupted:
        raise typer.Exit(130)


def _score_guesses(game: Game, guesses: str, secret: str) -> History:
    """Return the rows of *guesses*, separated by spaces or commas, with their feedbacks for *secret*.

    Commas inside quotes and brackets belong to a code, such as a pair.
    """
    code = read_secret(game, secret)
    codes = [read_guess(game, text) for text in re.findall(rf"{QUOTED}|\([^()]*\)|[^\s,;]+", guesses)]
    if not codes:
        raise HistoryError(f"expected guesses separated by spaces, got {guesses!r}")
    return History([Row(guess, game.score(guess, code)) for guess in codes])


def render_review(review: Review) -> list[str]:
    """Lay out loss and luck of every move, and the sum.

    Does not use rich: a move that is not proven has its ranges on a line that spans the columns.
    """
    noun = guess_noun(review.goal)
    rows = any(move.chance_after_range is not None for move in review.moves)
    weighted = any(move.likely_after is not None for move in review.moves)
    if rows and review.has_costs:
        weighted = False  # there is no room for this column too
    columns = _titles(review, rows, weighted)
    answers = [_shorten(move.feedback, _MAX_FEEDBACK_WIDTH) for move in review.moves]
    answer_width = max(map(len, ["feedback", *answers]))
    room = _WIDTH - len(f"      {'':{answer_width}}   left  {columns}")
    names = [_shorten(move.guess, max(_MIN_GUESS_WIDTH, room)) for move in review.moves]
    width = max(map(len, [noun, *names]))
    lines = [f"    {noun:{width}}  {'feedback':>{answer_width}}   left  {columns}"]
    for number, (move, name, answer) in enumerate(zip(review.moves, names, answers, strict=True), start=1):
        line = f"{number:>3} {name:{width}}  {answer:>{answer_width}} {move.candidates_after:>6,}"
        line += _figures(move, weighted)
        best = " ".join(map(quote, move.best)) or "-"
        if len(line + best) <= _WIDTH:
            lines.append(line + best)
        else:
            lines += [line.rstrip(), *_BELOW.wrap(f"best: {best}")]
        if not move.proven:
            ranges = [("loss", *move.loss_range), ("luck", *move.luck_range)]
            texts = [f"{what} {float(low):.3f} to {float(high):.3f}" for what, low, high in ranges if low != high]
            lines.append(f"{'':{width + 4}}  {', '.join(texts)}")
    lines.append(_sum_line(review))
    if rows and (before := review.moves[0].chance_before_range) is not None:
        verb = "know it" if review.goal == IDENTIFY else "win"
        lines.append(f"The chance to {verb} within the rows was {chance_text(Bounds(*before))} at the start.")
    if not review.proven:
        lines.append("Not everything is proven: loss and luck are those of the best known trees.")
    return lines


def _titles(review: Review, rows: bool, weighted: bool) -> str:
    """Return the titles of the columns after `left`: those that `_figures` fills, and the best guesses."""
    titles = ""
    if weighted:
        titles += "may end  " if review.goal == IDENTIFY else "may win  "
    if review.has_costs:
        titles += "  cost  "
    titles += "  loss    luck  "
    if rows:
        titles += "chance after  "
    return f"{titles}best"


def _figures(move: ReviewedMove, weighted: bool) -> str:
    """Return the cells of a move: chance to win with it (if *weighted*), cost, loss, luck, and chance after it."""
    cells = ""
    if weighted:
        cells += f"  {percent(move.win_probability) if move.win_probability else 'no':>7}"
    if move.cost is not None:
        cells += f"  {cost_text(move.cost, 3):>6}"
    cells += f"  {_amount(move.loss):>6}  {_amount(move.luck, '+'):>6}  "
    if move.chance_after_range is not None:
        cells += f"{chance_text(Bounds(*move.chance_after_range)):<12}  "
    return cells


def _amount(value: Fraction, sign: str = "-") -> str:
    """Return *value* with three digits; only an exact zero is "0". A *sign* of `+` also marks positive values.

    >>> _amount(Fraction(1, 8)), _amount(Fraction(1, 8), "+"), _amount(Fraction(0), "+"), _amount(Fraction(-1, 9999))
    ('0.125', '+0.125', '0', '0.000')
    """
    text = f"{float(value):{sign}.3f}"
    return "0" if value == 0 else "0.000" if text in ("-0.000", "+0.000") else text


def _shorten(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _sum_line(review: Review) -> str:
    now = f" + {float(review.expected_now):.3f} expected" if review.expected_now else ""
    good, luck = review.luck > 0, _amount(abs(review.luck))
    kind = f"{'good' if good else 'bad'} luck" if review.luck else "luck"
    spent = count_text(review.guesses, guess_noun(review.goal))
    if review.has_costs:
        spent = f"cost {cost_text(review.cost, 3)}"
    return (
        f"{spent}{now} = {float(review.value):.3f} at the start"
        f" + {_amount(review.loss)} loss {'-' if good else '+'} {luck} {kind}"
    )


def watch(
    game: options.GameText = options.DEFAULT_GAME,
    secret: Annotated[str | None, option("--secret", "The secret to find. Default: drawn by --seed.", "CODE")] = None,
    strategy: options.StrategyName = "minimax",
    consistent: options.Consistent = False,
    first_guess: options.FirstGuess = None,
    seed: options.RandomSeed = 0,
    bot_time: options.BotTime = options.BOT_SECONDS,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Watch a strategy find a secret, with a reason for each step.

    A reason says into how many parts the guess splits the candidates, how many
    are left in the largest part, and whether the guess can win. In a game with
    rows, the game is lost after the last row. In a game with costs, each step
    shows the cost of its guess, and the last line shows the total cost.

    [bold]Examples[/bold]

      bestguess watch --secret 3632

      bestguess watch "mastermind(4,6)" --secret 3632 --strategy minimax

      bestguess watch bc4x10 --secret 5293 --strategy first --json

      bestguess watch "balance(12)" --secret C-
    """
    rules, terminal = load_game_and_table(game, load, threads), Terminal(to_stderr=as_json)
    code = draw_secret(rules, seed) if secret is None else rules.as_secret(secret)
    about = {entry.name: entry.about for entry in known_strategies()}
    steps: list[Step] = []
    upcoming = advice.watch(
        rules,
        code,
        options.with_bot_time(strategy, bot_time),
        consistent=consistent,
        first_guess=first_guess,
        seed=seed,
        progress=lambda state: report(state),
    )
    while True:
        with search_progress(str(rules)) as report:  # closed before the step is printed
            step = next(upcoming, None)
        if step is None:
            break
        if not steps and not as_json:
            terminal.print(f"{rules}, secret {code}; {strategy}:", f"  {about.get(strategy, 'a program')}")
        steps.append(step)
        if not as_json:
            terminal.print(render_step(rules, len(steps), step, terminal.plain))
    label = steps[-1].label
    won = steps[-1].feedback == rules.win or label is not None
    cost = None if rules.costs is None else sum((step.cost for step in steps if step.cost is not None), Fraction(0))
    if as_json:
        print_json("watch", _watched_json(rules, code, strategy, steps, cost))
    elif label is not None:
        terminal.print(f"It is {label}.", f"found with {count_text(len(steps), 'question')}{cost_suffix(cost)}")
    elif won:
        terminal.print(f"found in {count_text(len(steps), 'guess')}{cost_suffix(cost)}")
    else:
        terminal.print(f"lost: no row is left, and the secret {code} is not found{cost_suffix(cost)}")


def _watched_json(rules: Game, secret: str, strategy: str, steps: list[Step], cost: Fraction | None) -> "WatchJson":
    """Return how *strategy* finds *secret*, by JSON keys."""
    last = steps[-1]
    fields: WatchJson = {
        "game": str(rules),
        "secret": secret,
        "strategy": strategy,
        "guesses": len(steps),
        "moves": steps,
    }
    if cost is not None:
        fields["cost"] = float(cost)
    if last.label is not None:
        fields["label"] = last.label
    if rules.rows is not None:
        fields["won"] = last.feedback == rules.win or last.label is not None
        fields["lost"] = not fields["won"]
    return fields


@dataclass(frozen=True, kw_only=True)
class ReviewDocument(Review):
    """The loss and luck of every move."""

    seconds: float | None = None


class WatchJson(TypedDict):
    """The steps of a strategy to a secret."""

    game: str
    secret: str
    strategy: str
    guesses: int
    cost: NotRequired[float]
    label: NotRequired[str]
    won: NotRequired[bool]  # whether the secret was found; only in games with rows
    lost: NotRequired[bool]  # whether the rows were not enough; only in games with rows
    moves: list[Step]  # the rows one by one
