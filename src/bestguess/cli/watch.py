"""bestguess watch: a strategy finds a secret, step by step."""

from typing import Annotated, Any

import typer

from bestguess.cli.board import step_line
from bestguess.cli.loading import load_game_and_table
from bestguess.cli.options import Consistent, FirstGuess, GameText, Json, Load, Plain, Seed, StrategyName, Threads
from bestguess.cli.output import print_json, search_progress
from bestguess.cli.talk import Talk
from bestguess.play import Step
from bestguess.play import watch as watched
from bestguess.play.random_secret import draw_secret
from bestguess.strategies import known_strategies


def watch(
    game: GameText,
    secret: Annotated[
        str | None,
        typer.Option("--secret", metavar="CODE", help="What to find; drawn by the seed, if not said."),
    ] = None,
    strategy: StrategyName = "minimax",
    consistent: Consistent = False,
    first_guess: FirstGuess = None,
    seed: Seed = 0,
    plain: Plain = False,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Watch a strategy find a secret, each step with its reason.

    [bold]Examples[/bold]

      bestguess watch "mastermind(4,6)" --secret 3632 --strategy minimax

      bestguess watch bc4x10 --secret 5293 --strategy first --json
    """
    loaded = load_game_and_table(game, load, threads)
    rules, talk = loaded.game, Talk(plain, to_errors=as_json)
    code = draw_secret(rules, seed) if secret is None else rules.parse_secret(secret)
    steps: list[Step] = []
    about = {entry.name: entry.about for entry in known_strategies()}
    asked: dict[str, Any] = {"consistent": consistent, "first_guess": first_guess, "seed": seed}
    play = watched(loaded.table or rules, code, strategy, **asked, progress=lambda *known: searching(*known))
    while True:
        with search_progress(str(rules)) as searching:  # gone before the step is told
            step = next(play, None)
        if step is None:
            break
        if not steps and not as_json:
            talk.tell(f"{rules}, secret {code}; {strategy}:", f"  {about[strategy]}")
        steps.append(step)
        if not as_json:
            talk.tell(step_line(rules, len(steps), step, talk.plain))
    if as_json:
        fields = {"game": str(rules), "secret": code, "strategy": strategy, "guesses": len(steps)}
        print_json("watch", {**fields, "moves": [step.as_json() for step in steps]})
    else:
        talk.tell(f"found in {len(steps)} guess{'es' * (len(steps) != 1)}")
