"""bestguess watch: a strategy finds a secret, step by step."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from bestguess.advice import Step, draw_secret
from bestguess.advice import watch as watch_steps
from bestguess.cli.loading import load_game_and_table
from bestguess.cli.options import (
    DEFAULT_GAME,
    BotTime,
    Consistent,
    FirstGuess,
    GameText,
    Json,
    Load,
    Plain,
    RandomSeed,
    StrategyName,
    Threads,
    with_bot_time,
)
from bestguess.cli.progress import search_progress
from bestguess.cli.render.board import costing, render_step
from bestguess.cli.terminal import Terminal, print_json
from bestguess.strategies import known_strategies
from bestguess.strategies.program import DEFAULT_SECONDS
from bestguess.wording import counted


def watch(
    game: GameText = DEFAULT_GAME,
    secret: Annotated[
        str | None,
        typer.Option("--secret", metavar="CODE", help="The secret to find. Default: drawn at random by the seed."),
    ] = None,
    strategy: StrategyName = "minimax",
    consistent: Consistent = False,
    first_guess: FirstGuess = None,
    seed: RandomSeed = 0,
    bot_time: BotTime = DEFAULT_SECONDS,
    plain: Plain = False,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Watch a strategy find a secret, with a reason for each step.

    A reason says how many parts the guess makes of the candidates, how many
    candidates are left at most, and whether the guess may win. In a game with
    rows it ends with the last row: then the game is lost. In a game with costs
    each step says what its guess costs, and the last line what all of them do.

    [bold]Examples[/bold]

      bestguess watch --secret 3632

      bestguess watch "mastermind(4,6)" --secret 3632 --strategy minimax

      bestguess watch bc4x10 --secret 5293 --strategy first --json

      bestguess watch "balance(12)" --secret C-
    """
    rules, terminal = load_game_and_table(game, load, threads), Terminal(plain, to_stderr=as_json)
    code = draw_secret(rules, seed) if secret is None else rules.parse_secret(secret)
    steps: list[Step] = []
    about = {entry.name: entry.about for entry in known_strategies()}
    options: dict[str, Any] = {"consistent": consistent, "first_guess": first_guess, "seed": seed}
    chosen = with_bot_time(strategy, bot_time)
    coming = watch_steps(rules, code, chosen, **options, progress=lambda state: report(state))
    while True:
        with search_progress(str(rules)) as report:  # removed before the step is printed
            step = next(coming, None)
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
        fields = {"game": str(rules), "secret": code, "strategy": strategy, "guesses": len(steps)}
        fields |= {} if cost is None else {"cost": float(cost)}
        fields |= {} if label is None else {"label": label}
        ended = {} if rules.rows is None else {"won": won, "lost": not won}
        print_json("watch", {**fields, **ended, "moves": [step.as_json() for step in steps]})
    elif label is not None:
        terminal.print(f"It is {label}.", f"found with {counted(len(steps), 'question')}{costing(cost)}")
    elif won:
        terminal.print(f"found in {counted(len(steps), 'guess')}{costing(cost)}")
    else:
        terminal.print(f"lost: no row is left, and the secret {code} is not found{costing(cost)}")
