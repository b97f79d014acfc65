"""bestguess candidates: which secrets are left."""

import time
from typing import Annotated

import typer

from bestguess.cli.options import GameText, HistoryText, Json, Load, Threads, load_game
from bestguess.cli.output import print_codes, print_json, progress_bar
from bestguess.table import find_candidates


def candidates(
    game: GameText,
    history: HistoryText = "",
    limit: Annotated[int, typer.Option("--limit", min=0, help="How many codes to list at the most.")] = 100,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Count the secrets that are consistent with a history, and list the lowest of them.

    [bold]Examples[/bold]

      bestguess candidates "mastermind(4,6)" --history "1122:1.0"

      bestguess candidates "mastermind(8,12)" --history "11223344:2.3" --limit 0
    """
    rules = load_game(game, load)
    rows = rules.parse_history(history)
    began = time.perf_counter()
    with progress_bar("secrets") as report:
        found = find_candidates(rules, rows, limit=limit, threads=threads, progress=report)
    seconds = time.perf_counter() - began
    if as_json:
        fields = {"game": str(rules), "history": str(rows), "candidates": found.count, "codes": found.codes}
        print_json("candidates", {**fields, "seconds": seconds})
        return
    print(f"{found.count:,} of {len(rules.secrets):,} secrets are left")
    print_codes(found.codes, found.count - len(found.codes))
