"""bestguess tree: build, show and export the trees of strategies."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

import typer

from bestguess.cli import options
from bestguess.cli.app import Command, Group
from bestguess.cli.figures import render_comparison
from bestguess.cli.files import FileErrors, build_table, check_files, load_game
from bestguess.cli.options import argument, option, output_file
from bestguess.cli.terminal import Terminal, print_json, progress_bar
from bestguess.errors import ContradictionError, FileError, GameError, printable, unknown_name_text
from bestguess.files import write_whole
from bestguess.games import History
from bestguess.games.codes import split_history
from bestguess.solve.certificate import check_certifiable
from bestguess.trees import Node, build_tree, load_tree
from bestguess.trees.figures import TimedFigures
from bestguess.trees.formats import FORMATS, MAX_INDENTS, cost_text
from bestguess.wording import count_text, guess_noun, plural

_MAX_DEPTH = 1_000_000
_OTHER_PICTURES = {".pdf", ".png", ".jpg", ".jpeg"}
_MAX_JSON_DEPTH = 200  # many programs cannot read deeper documents

tree_app = typer.Typer(name="tree", cls=Group, add_completion=False, rich_markup_mode="rich")


@tree_app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Build, show and export strategy trees.

    A tree contains the next guess of a strategy after every feedback.

    [bold]Examples[/bold]

      bestguess tree build mm4x6 --strategy minimax --output knuth.json

      bestguess tree show knuth.json --depth 2
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


_TreeFile = Annotated[str, argument("FILE", "A tree written by `bestguess tree build`.")]


@tree_app.command(cls=Command)
def build(
    game: options.GameText,
    output: Annotated[Path, output_file("--output", "Write the tree to this file.")],
    strategy: options.StrategyName = "minimax",
    consistent: options.Consistent = False,
    first_guess: options.FirstGuess = None,
    seed: options.RandomSeed = 0,
    bot_time: options.BotTime = options.BOT_SECONDS,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Build the whole tree of a strategy and write it to a file.

    The file is JSON with a checksum. For a game of your own, the table is also
    written to FILE.csv, for `bestguess check`.

    [bold]Examples[/bold]

      bestguess tree build mm4x6 --strategy minimax --output knuth.json
    """
    rules = load_game(game, load)
    check_files(rules, output)
    build_table(rules, threads=threads)
    check_certifiable(rules)
    with progress_bar(str(rules)) as report:
        tree = build_tree(
            rules,
            options.with_bot_time(strategy, bot_time),
            consistent=consistent,
            first_guess=first_guess,
            seed=seed,
            threads=threads,
            progress=report,
        )
    errors = FileErrors()
    errors.write(output, tree.save, rules)
    errors.raise_any()
    if as_json:
        print_json("tree", BuiltTree(**vars(tree.figures), nodes=len(tree), file=str(output)))
    else:
        size = f"{output}: {len(tree):,} nodes, {output.stat().st_size:,} bytes"
        terminal = Terminal()
        terminal.print(*render_comparison(str(rules), [tree.figures], terminal.plain), "", size, *errors.notes)


@tree_app.command(cls=Command)
def show(
    file: _TreeFile,
    history: options.HistoryText = "",
    depth: Annotated[int, option("--depth", "Show this many levels of guesses.", "N", min=1, max=_MAX_DEPTH)] = 2,
    as_json: options.Json = False,
) -> None:
    """Show the figures of a tree and its guesses.

    The guesses are shown from the start, or after a history.

    [bold]Examples[/bold]

      bestguess tree show knuth.json --depth 3

      bestguess tree show knuth.json --history "1122:1.0" --json
    """
    tree = load_tree(file)
    before = tree.history
    try:
        rows = tree.game_rules().as_history(history)
    except GameError:  # a game from a file that does not exist here
        rows = History([(guess, feedback) for _, guess, feedback in split_history(history)])
    if rows and rows[: len(before)] != before:
        raise ContradictionError(printable(f"expected a history that begins with the tree's own, {before}"))
    rows = rows[len(before) :]
    node = tree.root.at(rows)
    if as_json:
        if min(depth, node.height) > _MAX_JSON_DEPTH:
            raise FileError(f"expected a --depth of {_MAX_JSON_DEPTH} or less with --json, got {depth}")
        fields: dict[str, Any] = {**_node_as_json(node), "branches": _branches_as_json(node, depth)}
        rows_before = history or str(tree.history)
        print_json("tree", TreeViewDocument(**vars(tree.figures), **fields, history=rows_before, wins=node.wins))
        return
    guesses = _node_lines(node, depth) if rows else [FORMATS["text"](tree, depth).rstrip("\n")]
    title = f"{tree.game} after {before}" if before else tree.game
    terminal = Terminal()
    terminal.print(*render_comparison(title, [tree.figures], terminal.plain), "", *guesses)


def _node_as_json(node: Node) -> "ShownNodeJson":
    """Return the guess at *node* and, in games with costs, its cost; at a leaf, the label."""
    fields: ShownNodeJson = {"candidates": node.size}
    if node.label is not None:
        fields["label"] = node.label
        return fields
    fields["guess"] = node.guess
    if node.tree.rules.has_costs:
        fields["cost"] = node.cost
    return fields


def _branches_as_json(node: Node, depth: int) -> "dict[str, ShownBranchJson]":
    """Return the branch of each feedback at *node*, down to *depth* guesses. The guess at *node* is the first."""
    if depth == 1:
        return {}
    branches: dict[str, ShownBranchJson] = {}
    for feedback, branch in node.branches.items():
        worst = branch.worst if node.tree.rules.has_costs else branch.height
        branches[feedback] = {**_node_as_json(branch), "worst": worst}
        if depth > 2 and branch.label is None:
            branches[feedback]["branches"] = _branches_as_json(branch, depth - 1)
    return branches


def _node_lines(node: Node, depth: int) -> list[str]:
    """Return the guesses at *node* and below it, down to *depth* guesses, indented by their depth."""
    lines, tree = [], node.tree
    collapsed = False  # whether the last guess has more guesses below it that are not shown; then its leaves are not
    for rows, descendant in node.walk():
        if len(rows) < depth or (len(rows) == depth and descendant.label is not None and not collapsed):
            indent = "  " * min(len(rows), MAX_INDENTS)
            feedback = f"{printable(rows[-1].feedback)}: " if rows else ""
            if descendant.label is not None:
                lines.append(f"{indent}{feedback}It is {printable(descendant.label)}")
                continue
            cost = f", cost {cost_text(descendant.cost)}" if tree.rules.has_costs else ""
            collapsed = len(rows) == depth - 1 and descendant.height > 1
            more = f", at most {count_text(descendant.height, guess_noun(tree.goal))}" if collapsed else ""
            more += f", {descendant.lost} lost" if descendant.lost else ""
            candidates = f"{descendant.size} {plural(descendant.size, 'candidate')}"
            lines.append(f"{indent}{feedback}{printable(descendant.guess)}  {candidates}{cost}{more}")
    return lines


@tree_app.command(cls=Command)
def export(
    file: _TreeFile,
    format_name: Annotated[
        str,
        option(
            "--format",
            "The format: text, dot, svg or sheet.",
            "NAME",
            autocompletion=options.offer(lambda: FORMATS),
        ),
    ] = "text",
    output: Annotated[
        Path | None, option("--output", "Write to this file. Default: - for standard output.", "FILE")
    ] = None,
    depth: Annotated[
        int | None,
        option(
            "--depth",
            "Write at most this many levels of guesses. Default: all for text and dot; for svg, as many as are "
            "readable; for a sheet, as many as fit on its page.",
            "N",
            min=1,
            max=_MAX_DEPTH,
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Export a tree as text, Graphviz DOT, a picture or a printable cheat sheet.

    The picture (svg) and the cheat sheet (sheet) are SVG files.

    [bold]Examples[/bold]

      bestguess tree export knuth.json --format svg --output knuth.svg

      bestguess tree export knuth.json --format sheet --output sheet.svg
    """
    if format_name not in FORMATS:
        raise FileError(unknown_name_text("format", format_name, FORMATS))
    output = None if str(output) == "-" else output
    if output is not None and format_name in ("svg", "sheet") and output.suffix.lower() in _OTHER_PICTURES:
        raise FileError(f"{output}: expected a name that ends in .svg, because --format {format_name} writes SVG")
    text = FORMATS[format_name](load_tree(file), depth)
    if output is not None:
        write_whole(output, text)
    if as_json:
        fields: ExportJson = {"file": file, "format": format_name}
        if output:
            fields["output"] = str(output)
        else:
            fields["content"] = text
        print_json("export", fields)
    elif output is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
    else:
        print(f"{output}: {format_name}, {len(text.encode()):,} bytes")


@dataclass(frozen=True, kw_only=True)
class BuiltTree(TimedFigures):
    """The figures of a tree that was built and written to a file."""

    nodes: int  # how many nodes the tree has
    file: str  # the file that the tree was written to


class ShownNodeJson(TypedDict):
    """A node of a tree: a guess, or a leaf with a label."""

    guess: NotRequired[str]  # the guess; a leaf has none
    label: NotRequired[str]  # the label; only at a leaf
    cost: NotRequired[float]  # the cost of the guess; only in games with costs
    candidates: int
    branches: NotRequired["dict[str, ShownBranchJson]"]
    """The branch of each feedback; left out below the depth that is shown."""


class ShownBranchJson(ShownNodeJson):
    """The node after a feedback."""

    worst: float  # the largest number of further guesses, or their largest cost


@dataclass(frozen=True, kw_only=True)
class TreeViewDocument(TimedFigures):
    """The figures of a tree in a file, and its guesses after a history."""

    guess: str | None = None  # the guess; a leaf has none
    label: str | None = None  # the label; only at a leaf
    cost: float | None = None  # the cost of the guess; only in games with costs
    candidates: int
    branches: dict[str, ShownBranchJson] | None = None
    """The branch of each feedback."""
    history: str
    wins: bool  # whether the guess can win here


class ExportJson(TypedDict):
    """A tree in another format."""

    file: str  # the file of the tree
    format: str  # the format
    output: NotRequired[str]  # the file that was written
    content: NotRequired[str]  # the text; only if no file was written
