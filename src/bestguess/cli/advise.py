"""bestguess advise: the best next guesses."""

import time
from pathlib import Path
from typing import Annotated

import typer

from bestguess.cli.board import advice_lines, conflict_lines, left_line, part_lines
from bestguess.cli.loading import check_possible, load_game_and_table
from bestguess.cli.options import Budget, Consistent, GameText, HistoryText, Json, Load, Plain, StrategyName, Threads
from bestguess.cli.output import print_json
from bestguess.cli.talk import Talk
from bestguess.errors import FileError
from bestguess.play import Playthrough, explain
from bestguess.strategies import DEFAULT_STRATEGY
from bestguess.valuation import advise as advised


def advise(
    game: GameText,
    history: HistoryText = "",
    candidates: Annotated[
        Path | None, typer.Option("--candidates", metavar="FILE", help="The codes that are possible, one word each.")
    ] = None,
    strategy: StrategyName = DEFAULT_STRATEGY,
    count: Annotated[int, typer.Option("--count", min=1, max=1000, help="How many guesses to suggest.")] = 5,
    consistent: Consistent = False,
    explained: Annotated[
        str | None, typer.Option("--explain", metavar="CODE", help="What this guess would do, and what forbids it.")
    ] = None,
    budget: Budget = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63, help="Seed of samples and of random.")] = 0,
    plain: Plain = False,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Suggest the best next guesses in any position, and say what each is worth.

    Expected guesses are exact where that is proven within the budget of nodes, else a range. Games too large for a
    table are judged from a sample.

    [bold]Examples[/bold]

      bestguess advise "mastermind(4,6)" --history "1123:1.1"

      bestguess advise bc4x10 --history "0123:1.1" --explain 0245

      bestguess advise bc4x10 --candidates codes.txt --strategy minimax --json
    """
    loaded = load_game_and_table(game, load, threads)
    run = Playthrough(loaded, history)
    codes = None if candidates is None else read_codes(candidates)
    if codes is None:
        check_possible(run)
    began = time.perf_counter()
    found = advised(run, by=strategy, count=count, consistent=consistent, candidates=codes, budget=budget, seed=seed)
    seconds = time.perf_counter() - began
    parts = () if explained is None else explain(run, explained, seed=seed, candidates=codes)
    if as_json:
        more = {} if explained is None else {"explained": {"guess": explained, "parts": [vars(part) for part in parts]}}
        table_seconds = 0.0 if loaded.table is None else loaded.table.seconds
        print_json("advise", {**found.as_json(), **more, "seconds": seconds, "table_seconds": table_seconds})
        return
    talk = Talk(plain, to_errors=False)
    talk.tell(left_line(run) if codes is None else f"{found.candidates:,} candidates", "")
    talk.tell_all(advice_lines(found))
    plays = f"{strategy} plays" if found.certain else f"{strategy} is not proven within the budget; the best known is"
    talk.tell("", f"{'of a sample, ' * found.sampled}{plays} {found.choice}")
    if explained is not None:
        guess = run.game.parse_guess(explained)
        talk.tell("", *part_lines(guess, parts, talk.plain))
        if codes is not None and guess not in map(run.game.parse_secret, codes):
            talk.tell(f"{guess} is not in {candidates}.")
        else:
            talk.tell_all(conflict_lines(run, guess))


def read_codes(path: Path) -> list[str]:
    """The words of the file at *path*; raises FileError."""
    try:
        codes = path.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: expected a file of codes: {error}") from error
    if not codes:
        raise FileError(f"{path}: expected codes, got none")
    return codes
