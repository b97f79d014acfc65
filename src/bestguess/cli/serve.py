"""bestguess serve-game and web: a codemaker for programs on standard input and output; the server of the page."""

import secrets
import sys
from typing import Annotated

from bestguess.advice import draw_secret
from bestguess.candidates import find_candidates
from bestguess.cli import options
from bestguess.cli.files import load_game
from bestguess.cli.options import option
from bestguess.cli.tables import grid
from bestguess.cli.terminal import Terminal
from bestguess.errors import BestguessError
from bestguess.games import IDENTIFY, Code, Game, History, Row, quote, unquote
from bestguess.wording import count_text

_MISSING = "the web server is not installed: run pip install 'bestguess[web]'"


def serve_game(
    game: options.GameText,
    games: Annotated[int, option("--games", "How many games to play.", "N", min=1)] = 1,
    secret: Annotated[str | None, option("--secret", "The secret. Default: drawn by --seed.", "CODE")] = None,
    seed: options.SecretSeed = None,
    load: options.Load = None,
) -> None:
    """Answer the guesses of a program, line by line, on standard input and output.

    First come the lines `game GAME` and, without --secret, `seed N`. Each game
    begins with `new N`.
    The line `guess` asks for a guess, one line of standard input. The answer is
    `feedback TEXT`, or `error TEXT` for a wrong guess, which does not count.
    Then comes `guess` again or the end of the game: `won N` after N guesses,
    `lost SECRET` after the last row, or, with goal identify, `known LABEL N`
    after N questions. The last line is `done GAMES FOUND GUESSES`.

    [bold]Examples[/bold]

      bestguess serve-game "mastermind(4,6)" --seed 7

      bestguess serve-game "bullscows(4,10)" --games 100
    """
    rules = load_game(game, load)
    fixed_secret = None if secret is None else rules.as_secret(secret)
    seed = secrets.randbelow(2**32) if seed is None else seed
    _say(f"game {rules}")
    if fixed_secret is None:
        _say(f"seed {seed}")
    lengths = list[int]()
    for number in range(games):
        _say(f"new {number + 1}")
        guesses = _play(rules, draw_secret(rules, seed + number) if fixed_secret is None else fixed_secret)
        if guesses is not None:
            lengths.append(guesses)
    _say(f"done {games} {len(lengths)} {sum(lengths)}")


def _play(game: Game, secret: Code) -> int | None:
    """Answer guesses until *secret* is found. Return the number of guesses, or None if the game is lost."""
    history = History()
    while True:
        if game.goal == IDENTIFY and (label := find_candidates(game, history, limit=0).label) is not None:
            _say(f"known {quote(label)} {len(history)}")
            return len(history)
        if game.rows is not None and len(history) == game.rows:
            _say(f"lost {quote(secret)}")
            return None
        _say("guess")
        line = sys.stdin.readline()
        if not line:
            raise BestguessError(f"expected a guess, got the end of input after {count_text(len(history), 'row')}")
        try:
            guess = game.as_guess(unquote(line.strip()))
            if (why := game.why_forbidden(guess, history)) is not None:
                raise BestguessError(why)
        except BestguessError as error:
            _say(f"error {error}")
            continue
        answer = game.score_unchecked(guess, secret)
        history = history + Row(guess, answer)
        _say(f"feedback {quote(game.orient_feedback(unquote(line.strip()), answer))}")
        if answer == game.win:
            _say(f"won {len(history)}")
            return len(history)


def _say(line: str) -> None:
    print(line, flush=True)


def web(
    host: Annotated[
        str, option("--host", "The address to listen on; 0.0.0.0 means every network interface.", "ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, option("--port", "The port to listen on. Default: 8000, or a free port.", "N", min=0, max=65_535)
    ] = None,
    no_open: Annotated[bool, option("--no-open", "Do not open the page in a browser.")] = False,
    settings: Annotated[bool, option("--settings", "List the environment variables that the server reads.")] = False,
) -> None:
    """Serve the web page: play, hints, reviews, trees and strategies.

    By default only this machine can reach it; --host changes that. Environment
    variables such as BESTGUESS_WEB_RATE set limits; --settings lists them.

    [bold]Examples[/bold]

      bestguess web

      bestguess web --port 0 --no-open

      BESTGUESS_WEB_RATE=10 bestguess web --host 0.0.0.0
    """
    try:
        from bestguess.web.server import serve
        from bestguess.web.settings import settings_help
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "bestguess":
            raise
        raise BestguessError(f"{_MISSING} ({error.name} is missing)") from error
    if settings:
        rows = [(name, f"{about}{f' ({default})' if default else ''}") for name, default, about in settings_help()]
        Terminal().print(grid(rows))
        return
    serve(host, port, open_browser=not no_open)
