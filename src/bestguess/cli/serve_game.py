"""bestguess serve-game: a codemaker on standard input and output, for programs that guess."""

import secrets
import sys
from typing import Annotated

import typer

from bestguess.advice import draw_secret
from bestguess.candidates import find_candidates
from bestguess.cli.loading import load_game
from bestguess.cli.options import GameText, Load, check_seed
from bestguess.errors import BestguessError
from bestguess.games import IDENTIFY, Code, Game, History, Row, quoted, unquoted
from bestguess.wording import counted


def serve_game(
    game: GameText,
    games: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many games to play.")] = 1,
    secret: Annotated[
        str | None, typer.Option("--secret", metavar="CODE", help="The secret. Default: drawn by the seed.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="Seed that draws the secrets. Default: a random seed.", callback=check_seed
        ),
    ] = None,
    load: Load = None,
) -> None:
    """Keep a secret and answer guesses, line by line, for a program.

    A line `guess` asks for a guess, one line of standard input. `feedback TEXT`
    answers it; `error TEXT` says that it was none, which does not count. Then
    comes `guess` again, or the end of the game: `won N` after N guesses, `lost
    SECRET` after the last row, or where the goal is to identify, `known LABEL N`
    after N questions. A game begins with `new N`; before the first come `game
    GAME` and `seed N`, and at the end `done GAMES FOUND GUESSES` sums up.

    [bold]Examples[/bold]

      bestguess serve-game "mastermind(4,6)" --seed 7

      bestguess serve-game "bullscows(4,10)" --games 100
    """
    rules = load_game(game, load)
    given = None if secret is None else rules.parse_secret(secret)
    seed = secrets.randbelow(2**32) if seed is None else seed
    _say(f"game {rules}")
    if given is None:
        _say(f"seed {seed}")
    lengths = list[int]()
    for number in range(games):
        _say(f"new {number + 1}")
        guesses = _play(rules, draw_secret(rules, seed + number) if given is None else given)
        if guesses is not None:
            lengths.append(guesses)
    _say(f"done {games} {len(lengths)} {sum(lengths)}")


def _play(game: Game, secret: Code) -> int | None:
    """Answers guesses until *secret* is found: after how many; None when the last row was not enough."""
    history = History()
    while True:
        if game.goal == IDENTIFY and (label := find_candidates(game, history, limit=0).label) is not None:
            _say(f"known {quoted(label)} {len(history)}")
            return len(history)
        if game.rows is not None and len(history) == game.rows:
            _say(f"lost {quoted(secret)}")
            return None
        _say("guess")
        line = sys.stdin.readline()
        if not line:
            raise BestguessError(f"expected a guess, got the end of input after {counted(len(history), 'row')}")
        try:
            guess = game.parse_guess(unquoted(line.strip()))
            if (why := game.why_forbidden(guess, history)) is not None:
                raise BestguessError(why)
        except BestguessError as error:
            _say(f"error {error}")
            continue
        answer = game.score_unchecked(guess, secret)
        history = history + Row(guess, answer)
        _say(f"feedback {quoted(game.feedback_as_written(unquoted(line.strip()), answer))}")
        if answer == game.win:
            _say(f"won {len(history)}")
            return len(history)


def _say(line: str) -> None:
    print(line, flush=True)
