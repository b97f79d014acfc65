"""bestguess score: the feedback to a guess."""

from typing import Annotated

import typer

from bestguess.cli.loading import load_game
from bestguess.cli.options import GameText, Json, Load
from bestguess.cli.terminal import print_json
from bestguess.games import quoted, unquoted


def score(
    game: GameText,
    guess: Annotated[str, typer.Argument(metavar="GUESS", help="The guess.")],
    secret: Annotated[str, typer.Argument(metavar="SECRET", help="The secret.")],
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Print the feedback that a guess gets for a secret.

    In games with pegs it reads exact.misplaced, such as 1.2.

    [bold]Examples[/bold]

      bestguess score "mastermind(4,6)" 1122 1213

      bestguess score bc4x10 0123 5293 --json
    """
    rules = load_game(game, load)
    played, hidden = rules.parse_guess(unquoted(guess)), rules.parse_secret(unquoted(secret))
    feedback = rules.score(played, hidden)
    if as_json:
        won = feedback == rules.win
        print_json("score", {"game": str(rules), "guess": played, "secret": hidden, "feedback": feedback, "won": won})
    else:
        print(quoted(rules.feedback_as_written(unquoted(guess), feedback)))
