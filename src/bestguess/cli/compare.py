"""bestguess compare: strategies over all secrets of a game."""

import re
from functools import partial
from typing import Annotated, Any

import typer

from bestguess import stats
from bestguess.cli.completion import offer_list, strategy_names
from bestguess.cli.loading import build_table, load_game
from bestguess.cli.options import (
    BotTime,
    Cluster,
    Consistent,
    FirstGuess,
    GameText,
    Json,
    Load,
    MemoryLimit,
    Plain,
    PlotFile,
    RandomSeed,
    Seeds,
    TableFormat,
    Threads,
    as_program,
    check_format,
    cluster,
    parse_size,
)
from bestguess.cli.output_files import FileErrors
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.figures import render_comparison
from bestguess.cli.terminal import Terminal, print_json, print_table
from bestguess.errors import StrategyError
from bestguess.games import unquoted
from bestguess.games.texts import QUOTED
from bestguess.strategies.program import DEFAULT_SECONDS, Program
from bestguess.trees import Figures

_USUAL = ("minimax", "expected-size", "entropy", "most-parts")
# A name between quotes as a whole, or with all its quotes as a shell reads them; a quote without an end is a letter.
_NAME = re.compile(rf"""\s*(?:(?:{QUOTED}|'[^']*')\s*(?=,|$)|(?:"(?:\\.|[^"\\])*"|'[^']*'|[^,])+)""")


def compare(
    game: GameText,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategies",
            metavar="A,B,…",
            show_default=False,
            help="The strategies, separated by commas; exec:COMMAND is a program. Can be given several times. "
            "Default: minimax, expected-size, entropy and most-parts.",
            autocompletion=offer_list(strategy_names),
        ),
    ] = None,
    consistent: Consistent = False,
    first_guess: FirstGuess = None,
    seeds: Seeds = 10,
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, metavar="N", help="Play so many secrets, drawn by --seed. Default: all."),
    ] = None,
    seed: RandomSeed = 0,
    bot_time: BotTime = DEFAULT_SECONDS,
    plot: PlotFile = None,
    form: TableFormat = None,
    plain: Plain = False,
    memory_limit: MemoryLimit = None,
    address: Cluster = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Compare strategies over every secret of a game.

    Shows total, mean and worst number of guesses, their distribution, and the
    time. With rows, these are of the secrets that are found, and who loses the
    least comes first. Programs play side by side; one that fails has a row
    that says why, and the exit code is 1. After Ctrl-C you see the strategies
    before the one that was stopped.

    [bold]Examples[/bold]

      bestguess compare "mastermind(4,6)" --strategies first,minimax,entropy

      bestguess compare bc4x10 --strategies random,entropy --plot compare.png

      bestguess compare mm4x6 --strategies "entropy,exec:python3 mybot.py"

      bestguess compare mm4x6 --strategies minimax,optimal --format latex
    """
    check_format(form, as_json)
    rules = load_game(game, load)
    names = _USUAL if strategies is None else [name for text in strategies for name in _names(text)]
    chosen = [as_program(name, bot_time) for name in names]
    if plot:
        from bestguess.plots import check_plot

        check_plot(plot)  # raises before the work, not after it
    results: list[Figures] = []
    stopped = False
    with cluster(address) as executor, progress_bar(str(rules)) as report:
        if not all(isinstance(one, Program) for one in chosen):  # which need no table
            build_table(rules, memory_limit=parse_size(memory_limit), threads=threads)
        options: dict[str, Any] = {
            "consistent": consistent,
            "first_guess": first_guess,
            "seeds": seeds,
            "sample": sample,
            "seed": seed,
            "executor": executor,
        }
        try:
            results.extend(stats.compare(rules, chosen, **options, threads=threads, progress=lambda name: report))
        except KeyboardInterrupt:
            stopped = True
    errors = FileErrors()
    if plot and results:
        from bestguess.plots import save_comparison

        errors.write(plot, partial(save_comparison, results))
    if as_json:
        drawn = {"sample": results[0].secrets, "seed": seed} if results and results[0].sample is not None else {}
        print_json("compare", {"game": str(rules), **drawn, "results": [figures.as_json() for figures in results]})
    elif results and form:
        print_table(stats.Comparison(str(rules), results, len(results)), form)
    elif results:
        Terminal(plain).print(*render_comparison(str(rules), results))
    errors.raise_any()
    if stopped:
        raise typer.Exit(130)
    if any(figures.error is not None for figures in results):
        raise typer.Exit(1)


def _names(text: str) -> list[str]:
    r"""The strategies in *text*, separated by commas that stand in no quotes.

    One that stands in double quotes as a whole is written as in CSV. Quotes within a command stay: they are its own.

    >>> _names('entropy, "exec:./bot 1,2", \'exec:./bot 3,4\'')
    ['entropy', 'exec:./bot 1,2', 'exec:./bot 3,4']
    >>> _names("exec:python3 'my,bot.py',first")
    ["exec:python3 'my,bot.py'", 'first']
    >>> print(*_names(r'exec:python3 -c "print(\"1,2\")",first'), sep=" and ")
    exec:python3 -c "print(\"1,2\")" and first
    """
    names = [match[0].strip() for match in _NAME.finditer(text)]
    return [_without_quotes(name) for name in names if name]


def _without_quotes(name: str) -> str:
    """*name*, without the quotes that it stands in as a whole; raises StrategyError."""
    if re.fullmatch("'[^']*'", name):
        return name[1:-1]
    return unquoted(name, StrategyError)
