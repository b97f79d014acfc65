"""`make values`: writes src/bestguess/data/first_guesses.json, what the first guesses of common games are worth."""

import json
from pathlib import Path

import bestguess as bg
from bestguess.files import write_whole

PROVEN = ["mastermind(4,6)", "mastermind(4,7)", "mastermind(5,5)", "bullscows(3,10)", "bullscows(4,10)"]
BOUNDED = ["mastermind(4,8)", "mastermind(4,9)", "mastermind(4,10)", "mastermind(5,6)", "mastermind(5,7)"]
BOUNDED += ["mastermind(5,8)", "bullscows(5,10)"]


def rows(game: str, node_limit: int | None) -> list[tuple[str, int | None, int | None]]:
    """First guess, lower and upper bound of the total of each first guess that differs, the best first."""
    table = bg.Table(bg.game(game))
    found = []
    for index in table.representatives([]).tolist():
        result = bg.optimum(table, first_guess=table.guesses[index], node_limit=node_limit)
        found.append((table.guesses[index], result.lower_bound, result.upper_bound))
        print(game, *found[-1], flush=True)
    return sorted(found, key=lambda row: (row[2], row[0]))


if __name__ == "__main__":
    games = {game: rows(game, None) for game in PROVEN} | {game: rows(game, 0) for game in BOUNDED}
    about = "first guess, lower and upper bound of the total guesses over all secrets"
    document = {"version": bg.__version__, "command": "make values", "rows": about, "games": games}
    path = Path(__file__).parent.parent / "src" / "bestguess" / "data" / "first_guesses.json"
    text = json.dumps(document).replace('"games": {', '"games": {\n').replace("]], ", "]],\n").replace("}}", "\n}}")
    write_whole(path, text + "\n")
