"""bestguess compare and sweep: strategies over all secrets of a game, and a strategy over many sizes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict

import typer

from bestguess import stats
from bestguess.cli import options
from bestguess.cli.app import Command
from bestguess.cli.figures import render_comparison, render_heat_maps
from bestguess.cli.files import FileErrors, build_table, load_files, load_game
from bestguess.cli.options import argument, option
from bestguess.cli.terminal import Terminal, print_json, print_note, print_table, progress_bar
from bestguess.errors import FileError, GameError, StrategyError
from bestguess.games import families, unquote
from bestguess.games import game as parse_game
from bestguess.games.codes import QUOTED
from bestguess.games.registry import TABLE
from bestguess.stats import Store, Sweep, default_store
from bestguess.stats.sweeps import TRADITIONAL, ResultKey, Size, needed_names, parse_sizes, size_names
from bestguess.strategies.program import Program
from bestguess.trees import Figures
from bestguess.trees.figures import FailedProgramJson, TimedFigures

_DEFAULT_STRATEGIES = ("minimax", "expected-size", "entropy", "most-parts")
# Either a whole name in quotes, or a name that may contain quoted pieces as in a shell. An unclosed quote is a letter.
_NAME = re.compile(rf"""\s*(?:(?:{QUOTED}|'[^']*')\s*(?=,|$)|(?:"(?:\\.|[^"\\])*"|'[^']*'|[^,])+)""")
_OWN_RANGES = "ranges of arguments of a registered family"
_SizeRange: TypeAlias = str | None


def compare(
    game: options.GameText,
    strategies: Annotated[
        list[str] | None,
        option(
            "--strategies",
            "The strategies, separated by commas; exec:COMMAND runs a program. Can be repeated. "
            "Default: minimax, expected-size, entropy and most-parts.",
            "A,B,…",
            show_default=False,
            autocompletion=options.offer_list(options.strategy_names),
        ),
    ] = None,
    consistent: options.Consistent = False,
    first_guess: options.FirstGuess = None,
    seeds: Annotated[
        int, option("--seeds", "Average the strategy `random` over this many seeds.", "N", min=1, max=100_000)
    ] = 10,
    sample: Annotated[
        int | None, option("--sample", "Play this many secrets, drawn by --seed. Default: all.", "N", min=1)
    ] = None,
    seed: options.RandomSeed = 0,
    bot_time: options.BotTime = options.BOT_SECONDS,
    plot: options.PlotFile = None,
    form: options.TableFormat = None,
    address: options.Cluster = None,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Compare strategies over every secret of a game.

    Shows the total, mean and worst number of guesses, their distribution, and
    the time. In a game with rows these figures count only the secrets that are
    found, and the strategy that loses least comes first. Programs run in
    parallel. If one fails, its row says why and the exit code is 1. After Ctrl-C
    you see the strategies that were finished.

    [bold]Examples[/bold]

      bestguess compare "mastermind(4,6)" --strategies first,minimax,entropy

      bestguess compare bc4x10 --strategies random,entropy --plot compare.png

      bestguess compare mm4x6 --strategies "entropy,exec:python3 mybot.py"

      bestguess compare mm4x6 --strategies minimax,optimal --format latex
    """
    options.check_format(form, as_json)
    rules = load_game(game, load)
    names = _DEFAULT_STRATEGIES if strategies is None else [name for text in strategies for name in _split_names(text)]
    players = [options.as_program(name, bot_time) for name in names]
    _check_plot(plot)
    results: list[Figures] = []
    stopped = False
    with options.cluster(address) as executor, progress_bar(str(rules)) as report:
        if not all(isinstance(player, Program) for player in players):  # programs need no table
            build_table(rules, threads=threads)
        try:
            results.extend(
                stats.compare(
                    rules,
                    players,
                    consistent=consistent,
                    first_guess=first_guess,
                    seeds=seeds,
                    sample=sample,
                    seed=seed,
                    executor=executor,
                    threads=threads,
                    progress=lambda name: report,
                )
            )
        except KeyboardInterrupt:
            stopped = True
    errors = FileErrors()
    if plot and results:
        from bestguess.plots import save_comparison

        errors.write(plot, partial(save_comparison, results))
    if as_json:
        fields: ComparisonDocument = {
            "game": str(rules),
            "results": [TimedFigures(**vars(figures)) for figures in results],
        }
        if results and results[0].sample is not None:
            fields["sample"], fields["seed"] = results[0].secrets, results[0].sample.seed
        print_json("compare", fields)
    elif results and form:
        print_table(stats.Comparison(str(rules), results, len(results)), form)
    elif results:
        terminal = Terminal()
        terminal.print(*render_comparison(str(rules), results, terminal.plain))
    errors.raise_any()
    if stopped:
        raise typer.Exit(130)
    if any(figures.error is not None for figures in results):
        raise typer.Exit(1)


def _check_plot(plot: Path | None) -> None:
    """Raise an error before the work begins if the picture cannot be drawn."""
    if plot:
        from bestguess.plots import check_plot

        check_plot(plot)


def _split_names(text: str) -> list[str]:
    r"""Return the strategies in *text*, separated by commas outside of quotes; raise StrategyError.

    A whole name in double quotes is written as in CSV. Quotes inside a command stay, because they belong to it.

    >>> _split_names('entropy, "exec:./bot 1,2", \'exec:./bot 3,4\'')
    ['entropy', 'exec:./bot 1,2', 'exec:./bot 3,4']
    """
    names = list[str]()
    for match in _NAME.finditer(text):
        name = match[0].strip()
        if re.fullmatch("'[^']*'", name):
            names.append(name[1:-1])
        elif name:
            names.append(unquote(name, StrategyError))
    return names


class SweepCommand(Command):
    """A command that accepts `--NAME RANGE` for any name, because each family has its own arguments."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Move ranges with unknown names to `ctx.meta`, and parse the rest."""
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        rest, ranges, words = list[str](), dict[str, str](), list(args)
        while words and words[0] != "--":  # after -- there are no options
            word = words.pop(0)
            name, equals, value = word.partition("=")
            if not name.startswith("--") or name in known:
                rest.append(word)
                continue
            if not equals and words and not words[0].startswith("--"):
                value = words.pop(0)
            ranges[name.removeprefix("--").replace("-", "_")] = value
        ctx.meta[_OWN_RANGES] = ranges
        return super().parse_args(ctx, rest + words)


def _family_names() -> list[str]:
    """Return the families that can be swept."""
    return [family.name for family in families() if family.name != TABLE.name]


sweep_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@sweep_app.command(cls=SweepCommand)
def sweep(
    context: typer.Context,
    family: Annotated[str, argument("FAMILY", "The family of games. `bestguess games` lists them.", _family_names)],
    strategy: options.StrategyName = "minimax",
    pegs: Annotated[
        _SizeRange, option("--pegs", "Numbers of pegs, such as 1-5 or 2,4,6, for mastermind and bullscows.", "RANGE")
    ] = None,
    colours: Annotated[_SizeRange, option("--colours", "Numbers of colours, for mastermind.", "RANGE")] = None,
    digits: Annotated[_SizeRange, option("--digits", "Numbers of digits, for bullscows.", "RANGE")] = None,
    n: Annotated[_SizeRange, option("--n", "Sizes, for numbers, twod and your own games.", "RANGE")] = None,
    coins: Annotated[_SizeRange, option("--coins", "Numbers of coins, for balance.", "RANGE")] = None,
    length: Annotated[_SizeRange, option("--length", "Lengths of words, for the built-in lists.", "RANGE")] = None,
    rows: Annotated[
        int | None, option("--rows", "How many guesses a game allows. Default: no limit.", "N", min=1)
    ] = None,
    consistent: options.Consistent = False,
    plot: options.PlotFile = None,
    form: options.TableFormat = None,
    address: options.Cluster = None,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Run a strategy on many sizes of a game: heat maps of worst case and mean.

    A family with two arguments, such as pegs and colours, gets heat maps; any
    other gets a table. --plot draws two arguments as heat maps, one as a line.
    For a family of your own, --NAME RANGE gives the values of the argument NAME
    of your function: 3, 2-5 or 2,4,6. Results are saved, so that a stopped sweep
    continues where it stopped.

    [bold]Examples[/bold]

      bestguess sweep mastermind --pegs 1-5 --colours 2-8 --plot heat.png

      bestguess sweep bullscows --pegs 2-4 --digits 4-10 --strategy entropy

      bestguess sweep numbers --n 10,100,1000 --strategy minimax

      bestguess sweep warmer --load my.py --n 2-5 --d 1-2
    """
    options.check_format(form, as_json)
    load_files(load)
    ranges = {"pegs": pegs, "colours": colours, "digits": digits, "n": n, "coins": coins, "length": length}
    sizes = _parse_ranges(family, {name: text for name, text in ranges.items() if text}, context.meta[_OWN_RANGES])
    if plot and len(sizes) > 2:
        raise typer.BadParameter(f"expected one or two arguments with --plot, got {len(sizes)}")
    _check_plot(plot)
    result: Sweep | None = None
    store: Store | None = None
    stopped = False
    try:
        store = _DefaultStore(default_store())
    except FileError as error:
        _print_not_saved(error)
    with options.cluster(address) as executor, progress_bar("sizes") as report:
        try:
            steps = stats.sweep(
                family,
                sizes,
                by=strategy,
                consistent=consistent,
                rows=rows,
                store=store,
                threads=threads,
                executor=executor,
            )
            for result in steps:
                report(len(result.figures), len(steps))
        except KeyboardInterrupt:
            stopped = True
    if result is not None:
        _output(result, as_json, form, plot)
    if stopped:
        raise typer.Exit(130)


def _parse_ranges(family: str, common: dict[str, str], own: dict[str, str]) -> dict[str, list[int]]:
    """Return the values of each argument of *family*; raise TyperException.

    *common* has the ranges of options that the command declares, *own* the ranges under other names.
    """
    known, ranges = size_names(family), common | own
    registered = any(entry.name == family and not entry.built_in for entry in families())
    if len(known) == 1 and list(ranges) == ["n"] and registered:
        ranges = {known[0]: ranges["n"]}  # --n sets the only argument, regardless of its name
    unknown = [f"No such option: --{name}; " for name in own if name not in known]
    try:
        names = needed_names(family, list(ranges), "--")
    except GameError as error:
        raise typer.TyperException("".join(unknown[:1]) + str(error)) from error
    sizes = dict[str, list[int]]()
    for name in names:
        try:
            sizes[name] = parse_sizes(ranges[name])
        except GameError as error:
            raise typer.BadParameter(str(error), param_hint=f"--{name}") from error
    return sizes


class _DefaultStore(Store):
    """The store in the user's data folder. If it cannot be written, the sweep continues and prints one note."""

    writable = True

    def save(self, key: ResultKey, figures: Figures) -> None:
        """Write *figures* to the file, until that fails."""
        if self.writable:
            try:
                super().save(key, figures)
            except FileError as error:
                self.writable = False
                _print_not_saved(error)


def _print_not_saved(error: FileError) -> None:
    print_note(f"bestguess: {error}; the results of this sweep are not saved")


def _output(result: Sweep, as_json: bool, form: str | None, plot: Path | None) -> None:
    """Write the picture and print the result."""
    # In a family of the user's own, first guesses may be objects: show their texts.
    texts = {size: parse_game(figures.game).text(figures.first_guess) for size, figures in result.figures.items()}
    figures = {size: replace(figures, first_guess=texts[size]) for size, figures in result.figures.items()}
    result, errors = replace(result, figures=figures), FileErrors()
    if plot:
        from bestguess.plots import save_sweep

        errors.write(plot, partial(save_sweep, result))
    if as_json:
        fields: SweepJson = {
            "family": result.family,
            "strategy": result.strategy,
            "results": [_figures_of(result, size) for size in sorted(result.figures)],
        }
        print_json("sweep", fields)
    elif form:
        print_table(result, form)
    else:
        Terminal().print(*render_heat_maps(result))
    errors.raise_any()


def _figures_of(result: Sweep, size: Size) -> "SizeFigures":
    """Return the figures of *size* with its arguments by name, unless the text of the game already shows them."""
    arguments = None if result.family in TRADITIONAL else dict(zip(result.names, size, strict=True))
    return SizeFigures(**vars(result.figures[size]), arguments=arguments)


class ComparisonDocument(TypedDict):
    """Strategies over every secret, or over a sample."""

    game: str
    sample: NotRequired[int]  # how many secrets were drawn; only with a sample
    seed: NotRequired[int]  # the seed that drew them; only with a sample
    results: Sequence[TimedFigures | Figures | FailedProgramJson]
    """The figures of each strategy, in the order of the request."""


@dataclass(frozen=True, kw_only=True)
class SizeFigures(TimedFigures):
    """Figures of one size; for the strategy random, averages over several seeds."""

    arguments: dict[str, int] | None = None
    """The arguments of the game by name; left out for pegs, colours and digits, which the text of the game shows."""


class SweepJson(TypedDict):
    """A strategy over many sizes, printed by a command."""

    family: str  # the name of the family
    strategy: str
    results: list[SizeFigures]  # the figures of each size
