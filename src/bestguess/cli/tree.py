"""bestguess tree: strategies written out."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bestguess.cli.options import (
    Consistent,
    FirstGuess,
    GameText,
    HistoryText,
    Json,
    Load,
    MemoryLimit,
    Seed,
    StrategyName,
    Threads,
    load_game,
    parse_size,
)
from bestguess.cli.output import print_comparison, print_json, progress_bar
from bestguess.errors import BestguessError, FileError, unknown
from bestguess.games import History
from bestguess.games import game as parse_game
from bestguess.table import Table
from bestguess.trees import Node, build_tree, load_tree, save_tree
from bestguess.trees.files import write_whole
from bestguess.trees.formats import FORMATS

app = typer.Typer(no_args_is_help=False, rich_markup_mode="rich")


@app.callback()
def start() -> None:
    """Build, show and export strategy trees.

    [bold]Examples[/bold]

      bestguess tree build "mastermind(4,6)" --strategy minimax --output knuth.json

      bestguess tree show knuth.json --depth 2
    """


Depth = Annotated[int | None, typer.Option("--depth", min=1, help="How many guesses deep; all, if not said.")]
TreeFile = Annotated[str, typer.Argument(metavar="FILE", help="A tree written by bestguess tree build.")]


@app.command()
def build(
    game: GameText,
    output: Annotated[Path, typer.Option("--output", metavar="FILE", help="Where the tree goes.")],
    strategy: StrategyName = "minimax",
    consistent: Consistent = False,
    first_guess: FirstGuess = None,
    seed: Seed = 0,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Write out the whole tree of a strategy, as JSON with a checksum.

    [bold]Examples[/bold]

      bestguess tree build "mastermind(4,6)" --strategy minimax --output knuth.json
    """
    rules = load_game(game, load)
    with progress_bar(str(rules)) as report:
        table = Table(rules, memory_limit=parse_size(memory_limit), threads=threads, progress=report)
        tree = build_tree(
            table,
            strategy,
            consistent=consistent,
            first_guess=first_guess,
            seed=seed,
            threads=threads,
            progress=report,
        )
    save_tree(tree, output)
    if as_json:
        print_json("tree", {**tree.figures.as_json(), "nodes": len(tree), "file": str(output)})
    else:
        print_comparison(str(rules), [tree.figures])
        print(f"\n{output}: {len(tree):,} nodes, {output.stat().st_size:,} bytes")


@app.command()
def show(file: TreeFile, history: HistoryText = "", depth: Depth = 2, as_json: Json = False) -> None:
    """Show a tree: its figures, and the guesses from the start or from a history on.

    [bold]Examples[/bold]

      bestguess tree show knuth.json --depth 3

      bestguess tree show knuth.json --history "1122:1.0" --json
    """
    tree = load_tree(file)
    rows = _rows(tree.game, history)
    node = tree.root.at(rows)
    if as_json:
        branches = {
            feedback: {"guess": branch.guess, "candidates": branch.size, "worst": branch.height}
            for feedback, branch in node.branches.items()
        }
        position = {"history": history, "guess": node.guess, "candidates": node.size, "wins": node.wins}
        print_json("tree", {**tree.figures.as_json(), **position, "branches": branches})
        return
    print_comparison(tree.game, [tree.figures])
    print()
    print(FORMATS["text"](tree, depth) if not rows else _below(node))


def _rows(text: str, history: str) -> History:
    """The history, read by the rules of the game where they are known."""
    try:
        rules = parse_game(text)
    except BestguessError:  # a game of somebody's own, or from a file that is not here
        rows = [row.partition(":") for row in history.split()]
        return History([(guess, feedback) for guess, _, feedback in rows])
    return rules.parse_history(history)


def _below(node: Node) -> str:
    branches = [f"  {feedback}  {branch.guess}  {branch.size:,} left" for feedback, branch in node.branches.items()]
    return "\n".join([f"{node.guess}  {node.size:,} left", *branches])


@app.command()
def export(
    file: TreeFile,
    format_name: Annotated[str, typer.Option("--format", metavar="NAME", help="text, dot, svg or sheet.")] = "text",
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Where it goes; here, if not said.")
    ] = None,
    depth: Depth = None,
    as_json: Json = False,
) -> None:
    """Export a tree as indented text, Graphviz DOT, an SVG picture or a printable cheat sheet (SVG).

    [bold]Examples[/bold]

      bestguess tree export knuth.json --format svg --output knuth.svg

      bestguess tree export knuth.json --format sheet --output sheet.svg
    """
    if format_name not in FORMATS:
        raise FileError(unknown("format", format_name, FORMATS))
    text = FORMATS[format_name](load_tree(file), depth)
    if output is not None:
        write_whole(output, text)
    if as_json:
        place = {"output": str(output)} if output else {"content": text}
        print_json("export", {"file": file, "format": format_name, **place})
    elif output is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
