"""The rules of games that are made of files: tables and words."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bestguess.check.game import Rules
from bestguess.check.limits import Limits
from bestguess.check.table_file import TableFile, read_table
from bestguess.check.word_file import list_names, read_shipped, read_words, word_feedback
from bestguess.errors import FileError

_QUOTED = r'"((?:[^"]|"")*)"'
_NAME = rf'(?:{_QUOTED}|([^",()[\]{{}}]+))'
TABLE = re.compile(rf"table\({_NAME}(?:,win={_NAME}|,goal=(identify))?\)", re.DOTALL)
WORDS = re.compile(rf"words\((?:([a-z]+),([2-9]|10)|{_NAME})(?:,guesses={_NAME})?(?:,without={_NAME})?\)", re.DOTALL)


@dataclass(frozen=True)
class GivenFiles:
    """Where the files of a game are, for those that are not where its text says; *beside*: a folder to look in too."""

    beside: str = ""
    table: str | None = None
    secrets: str | None = None
    guesses: str | None = None
    without: str | None = None

    def only(self, *names: str, game: str) -> None:
        """Raises FileError when others than these are given."""
        for name, path in vars(self).items():
            if path is not None and name not in (*names, "beside"):
                raise FileError(f"expected no file given as {name} for {game!r}, got {path!r}")


def table_rules(text: re.Match[str], files: Sequence[tuple[str, str]], limits: Limits, given: GivenFiles) -> Rules:
    """The rules of the game that *text*, a match of `TABLE`, names."""
    path, win, identify = _unquoted(text, 1), _unquoted(text, 3), text[5] is not None
    if win == "":
        raise FileError("expected a text behind win= in the text of the game, got none")
    if path is None or len(files) != 1 or files[0][0] != path:
        raise FileError(f"expected the SHA-256 of the file that the game is made of, {path!r}")
    path = _place(path, given.table, "table", given.beside)
    table = read_table(path, files[0][1], limits)
    column = {secret: place for place, secret in enumerate(table.secrets)}
    named = table.corner.removeprefix("win=") if table.corner.startswith("win=") else None

    def feedback(guess: str, secret: str) -> str:
        return table.cells[guess][column[secret]]

    winning = None if identify else win or named
    if identify:
        if named is not None:
            raise FileError(
                f"{path}: expected no winning feedback with goal=identify, got {table.corner!r} in the corner"
            )
        _check_labels(path, table)
    return Rules(
        tuple(table.cells),
        table.secrets,
        feedback,
        winning,
        table.weights,
        table.labels,
        table.costs,
        table.parts,
        names=None if identify else _names(path, table, winning),
    )


def _check_labels(path: str, table: TableFile) -> None:
    """Raises FileError unless there are two labels, and any two can be told apart."""
    label_of = {secret: secret for secret in table.secrets} if table.labels is None else table.labels
    if len(set(label_of.values())) < 2:
        raise FileError(f"{path}: expected two labels or more, got one: nothing is to be asked")
    met = dict[tuple[str, ...], str]()
    for secret, *answers in zip(table.secrets, *table.cells.values(), strict=True):
        other = met.setdefault(tuple(answers), secret)
        if label_of[other] != label_of[secret]:
            raise FileError(f"{path}: no guess tells {other!r} from {secret!r}, which have different labels")


def _names(path: str, table: TableFile, win: str | None) -> dict[str, str]:
    """For each guess that wins against one secret alone, of another text, that secret; raises FileError.

    That is where no feedback wins, a secret is won by no guess, or there are labels.
    """
    if not win:
        raise FileError(f"{path}: expected a winning feedback, in the text of the game or in the corner, got none")
    if table.labels is not None:
        raise FileError(f"{path}: expected no labels where the goal is to hit the secret")
    won = {guess: [place for place, cell in enumerate(row) if cell == win] for guess, row in table.cells.items()}
    if lost := set(range(len(table.secrets))).difference(*won.values()):
        raise FileError(f"{path}: no guess wins against {table.secrets[min(lost)]!r}")
    alone = {guess: table.secrets[places[0]] for guess, places in won.items() if len(places) == 1}
    return {guess: secret for guess, secret in alone.items() if guess != secret}


def word_rules(
    text: re.Match[str], files: Sequence[tuple[str, str]], limits: Limits, cells: bool, given: GivenFiles
) -> Rules:
    """The rules of the game that *text*, a match of `WORDS`, names.

    The secrets are those of the first list without those that are out; all words but these may be guessed.
    """
    shipped = list_names(text[1], text[2]) if text[1] is not None else ()
    source, more, out = (_unquoted(text, group) for group in (3, 5, 7))
    named = [*shipped, *(name for name in (source, more, out) if name is not None)]
    if [name for name, _ in files] != named:
        raise FileError(f"expected the SHA-256 of each of the files {', '.join(map(repr, named))}")
    paths = _paths(given, len(named), out is not None)
    options = ["secrets", *["guesses"] * (len(named) - 1 - (out is not None)), *["without"] * (out is not None)]
    lists = [
        read_shipped(name, sha256, limits)
        if place < len(shipped) and paths[place] is None
        else read_words(_place(name, paths[place], options[place], given.beside), sha256, limits)
        for place, (name, sha256) in enumerate(files)
    ]
    lengths = {len(one.words[0]) for one in lists} | ({int(text[2])} if shipped else set())
    if len(lengths) > 1 or any(one.weights is not None for one in lists[1:]):
        raise FileError("expected lists of words of one length, and weights of secrets only")
    listed, gone = lists[0], lists.pop().words if out is not None else ()
    guesses = tuple(sorted({word for one in lists for word in one.words}))
    secrets = tuple(sorted(set(listed.words).difference(gone)))
    if not secrets:
        raise FileError("expected a secret, got none: all are out")
    if listed.weights is not None and not any(listed.weights[secret] for secret in secrets):
        raise FileError("expected a secret that weighs something, got none")
    if cells:
        limits.need(len(guesses) * len(secrets), f"a table of {len(guesses):,} guesses and {len(secrets):,} secrets")
    return Rules(guesses, secrets, word_feedback, "G" * len(secrets[0]), listed.weights)


def _paths(given: GivenFiles, lists: int, out: bool) -> list[str | None]:
    """Where each of so many *lists* is, if that is given: secrets come first, and what is *out* last."""
    more = lists - 1 - out
    for path, named in ((given.guesses, more > 0), (given.without, out)):
        if path is not None and not named:
            raise FileError(f"expected only files that the game names, got {path!r}")
    paths = [given.secrets, *[None] * more, *[given.without] * out]
    return [given.guesses if 0 < place == more else path for place, path in enumerate(paths)]


def _place(named: str, given: str | None, option: str, beside: str) -> str:
    """Where a file is: where that is *given*, else where the text of the game says, or *beside*; raises FileError."""
    for path in (given or named, os.path.join(beside, os.path.basename(named))):
        if given is not None or os.path.isfile(path):
            return path
    raise FileError(f"{named}: No such file here: name it with --{option} FILE")


def _unquoted(match: re.Match[str], group: int) -> str | None:
    """The text of a *group* between quotes, or of the next one without."""
    return match[group].replace('""', '"') if match[group] is not None else match[group + 1]
