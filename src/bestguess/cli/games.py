"""bestguess games: the games there are, and the description of one."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

import typer

from bestguess.cli.completion import game_texts, offer
from bestguess.cli.loading import build_table, load_files, read_game
from bestguess.cli.options import Json, Load, MemoryLimit, Threads, check_output, parse_size
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.tables import fields_table, grid
from bestguess.cli.terminal import Terminal, print_json
from bestguess.errors import FileError, GameError, printable
from bestguess.files import write_whole
from bestguess.games import Code, Game, Words, check_game, families
from bestguess.games.checking import WARNING
from bestguess.games.table import check_size, table_bytes
from bestguess.games.table_file import write_table
from bestguess.games.word_lists import shipped_text

_WIDTH = 66  # columns beside the names of the families
_MOST_EXAMPLES, _EXAMPLES_WIDTH = 3, 50  # codes, and their columns
_MOST_SHOWN, _MOST_LISTED = 64, 256  # feedbacks, on the terminal and in JSON


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game to describe. Default: list all kinds of games.",
            autocompletion=offer(game_texts),
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Build the table of the game and report mistakes in its definition.")
    ] = False,
    lists: Annotated[
        Path | None,
        typer.Option("--lists", metavar="DIR", help="Write the lists of a game of words to files in this folder."),
    ] = None,
    table_file: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="Write the game as a table, a CSV file that table(FILE) reads.",
            callback=check_output,
        ),
    ] = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """List the available games, or describe one of them.

    The text of a game, such as mastermind(4,6), is the same in all commands.

    [bold]Examples[/bold]

      bestguess games

      bestguess games "mastermind(5,8)" --check

      bestguess games "table(animals.csv)" --check --json

      bestguess games "words(english,5)" --lists lists

      bestguess games "balance(12)" --table coins.csv
    """
    load_files(load)
    limit = parse_size(memory_limit)
    if game is None:
        _check_nothing_asked(check, lists, table_file)
        _list_families(as_json)
        return
    rules = read_game(game)
    fields, problems, faults = _describe(rules), list[str](), list[str]()
    if lists is not None:
        fields["lists"] = [str(path) for path in _write_lists(rules, lists)]
    if table_file is not None:
        with progress_bar(f"table of {rules}") as report:
            fields["table"] = write_table(rules, table_file, memory_limit=limit, threads=threads, progress=report)
    if check:
        check_size(rules, limit)
        problems = check_game(rules)
        faults = [problem for problem in problems if not problem.startswith(WARNING)]
        table = None if faults else build_table(rules, memory_limit=limit, threads=threads)
        fields |= {"problems": problems, "table_seconds": None if table is None else table.seconds}
    if as_json:
        print_json("game", fields)
    else:
        shown = {name: value for name, value in fields.items() if name != "problems"}
        shown |= {"guesses": _side(rules.guesses), "secrets": _side(rules.secrets)}
        if len(rules.feedbacks) > _MOST_SHOWN:
            shown["feedbacks"] = f"{len(rules.feedbacks):,}, {rules.feedbacks[0]} to {rules.feedbacks[-1]}"
        Terminal().print(fields_table(shown), *(f"- {problem}" for problem in problems))
    if faults:
        raise GameError(f"{rules} is not sound: {faults[0]}")


def _side(codes: Sequence[Code]) -> str:
    """How many *codes* there are, and the first of them, which show whether the sides of a table are exchanged.

    >>> _side(["cat", "dog"]), _side(["Is it larger than a dog?", "Does it bark?", "Is it a cat?", "Is it old?"])
    ('2: cat, dog', '4: Is it larger than a dog?, Does it bark?, ...')
    """
    few = [printable(code, _EXAMPLES_WIDTH) for code in islice(codes, _MOST_EXAMPLES)]
    while len(", ".join(few)) > _EXAMPLES_WIDTH and len(few) > 1:
        few.pop()
    return f"{len(codes):,}: {', '.join([*few, '...'] if len(few) < len(codes) else few)}"


def _check_nothing_asked(check: bool, lists: Path | None, table_file: Path | None) -> None:
    """Raises GameError for what needs a game."""
    if check:
        raise GameError("expected a game to check, such as bestguess games mm4x6 --check, got none")
    if lists is not None:
        raise GameError('expected a game to write the lists of, such as "words(english,5)", got none')
    if table_file is not None:
        raise GameError("expected a game to write as a table, such as bestguess games mm4x6 --table FILE, got none")


def _list_families(as_json: bool) -> None:
    if as_json:
        listed = [{"family": f.name, "form": f.form, "example": f.example, "about": f.about} for f in families()]
        print_json("games", {"games": listed})
        return
    Terminal().print(
        grid([(f.name, "\n".join([*_wrapped(f.about), *_wrapped(f.form)])) for f in families()]),
        "",
        "Every game accepts rows=N, such as mastermind(4,6,rows=10).",
        "Your own games: --load FILE.py.",
        "rule=hard: what was G stays in its place, what was Y is used again.",
        "rule=strict: a guess fits every answer so far, as if it were the secret.",
    )


def _wrapped(text: str) -> list[str]:
    """*text* in lines, which may also end between two options in brackets.

    >>> _wrapped("mastermind(pegs,colours[,secrets=distinct][,feedback=exact][,symbols=RGBYOP]): 1 to 8 pegs")
    ['mastermind(pegs,colours[,secrets=distinct][,feedback=exact]', '[,symbols=RGBYOP]): 1 to 8 pegs']
    """
    return [line.replace("] [", "][") for line in wrap(text.replace("][", "] ["), _WIDTH, break_on_hyphens=False)]


def _write_lists(game: Game, folder: Path) -> list[Path]:
    """Writes the secrets with their weights, and all guesses, to files in *folder*; the files."""
    if not isinstance(game, Words):
        raise GameError(f"expected a game of words to write the lists of, got {game}")
    weights = [""] * len(game.secrets) if game.weights is None else [f" {weight}" for weight in game.weights]
    texts = {
        "secrets.txt": "".join(f"{word}{weight}\n" for word, weight in zip(game.secrets, weights, strict=True)),
        "guesses.txt": "".join(f"{word}\n" for word in game.guesses),
    }
    if game.origin is not None:
        texts[game.origin["licence"]] = shipped_text(game.origin["licence"])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: cannot be made: {error.strerror}") from error
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]


def _origin(game: Game) -> dict[str, str]:
    """Where the words of a list that ships come from, and what their weights say."""
    if not isinstance(game, Words) or game.origin is None:
        return {}
    about = game.origin
    packages = ", ".join(f"{package} {version}" for package, version in about["packages"].items())
    counts = about["lengths"][str(game.length)]["of_weight"]
    weights = ", ".join(f"{weight} for {tier}" for tier, weight in about["weights"].items())
    return {
        "source": f"{about['source']} ({packages})",
        "licence": about["licence"],
        "secrets_from": f"{about['secrets']}; {about['offensive']}",
        "guesses_from": f"{about['guesses']}, and the secrets",
        "weights": f"{weights}; " + ", ".join(f"{count:,} words of {weight}" for weight, count in counts.items()),
    }


def _describe(game: Game) -> dict[str, Any]:
    return {
        "game": str(game),
        "guesses": len(game.guesses),
        "secrets": len(game.secrets),
        "rows": game.rows,
        "rule": game.rule,
        "goal": game.goal,
        "win": game.win,
        "feedbacks": list(game.feedbacks) if 0 < len(game.feedbacks) <= _MOST_LISTED else None,
        "weighted": game.weights is not None,
        "labels": None if game.labels is None else len(set(game.labels)),
        "costs": game.costs is not None,
        "native": game.kernel() is not None,
        "table_bytes": table_bytes(game),
        **_origin(game),
    }
