"""bestguess candidates: the secrets that are still possible."""

import time
from typing import Annotated

import typer

from bestguess.candidates import find_candidates
from bestguess.cli.loading import load_game
from bestguess.cli.options import GameText, HistoryText, Json, Load, Threads, check_count
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.board import labels_text, likely_text
from bestguess.cli.render.tables import candidate_lines
from bestguess.cli.terminal import Terminal, print_json


def candidates(
    game: GameText,
    history: HistoryText = "",
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="How many codes to list at most.", callback=check_count)
    ] = 100,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Count and list the secrets that are consistent with a history.

    They are listed in ascending order. Where secrets have weights, those that
    weigh more than half as much as the heaviest one left are likely: they are
    counted, and listed apart. Where secrets have labels, those that are left are
    counted, too.

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
        found = find_candidates(rules, rows, limit=limit, threads=threads, progress=report)
    seconds = time.perf_counter() - began
    if as_json:
        fields = {
            "game": str(rules),
            "history": str(rows),
            "candidates": found.count,
            "codes": found.codes,
        }
        likely = {} if found.likely is None else {"likely": found.likely, "likely_codes": found.likely_codes}
        labels = {"labels": found.labels, "label": found.label}
        said = {name: value for name, value in labels.items() if value is not None}
        print_json("candidates", {**fields, **likely, **said, "seconds": seconds})
        return
    terminal = Terminal()
    more = f"{likely_text(found.count, found.likely)}{labels_text(found.labels)}"
    more += f": it is {found.label}" if found.label is not None else ""
    print(f"{found.count:,} of {len(rules.secrets):,} secrets are left{more}")
    for line in candidate_lines(found, terminal.line_width):
        print(line.replace("…", "...") if terminal.plain else line)  # not by rich: there may be a million codes
