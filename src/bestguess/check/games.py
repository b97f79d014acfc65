"""From the text of a game, and the files that it names, to its rules."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bestguess.check.families import family_rules
from bestguess.check.files import TableFile, read_shipped, read_table, read_words
from bestguess.check.limits import Limits
from bestguess.check.rules import Rules
from bestguess.errors import FileError

_NAME = r'(?:"((?:[^"]|"")*)"|([^",()[\]{}]+))'  # with quotes, or without
_TABLE = re.compile(rf"table\({_NAME}(?:,win={_NAME}|,goal=(identify))?\)", re.DOTALL)
_WORDS = re.compile(rf"words\((?:([a-z]+),([2-9]|10)|{_NAME})(?:,guesses={_NAME})?(?:,without={_NAME})?\)", re.DOTALL)


@dataclass(frozen=True)
class GivenFiles:
    """Where the files of a game are, for those that are not where its text says; *beside*: a folder to look in too."""

    beside: str = ""
    table: str | None = None
    secrets: str | None = None
    guesses: str | None = None
    without: str | None = None

    def only(self, *names: str, game: str) -> None:
        """Raise FileError when others than these are given."""
        for name, path in vars(self).items():
            if path is not None and name not in (*names, "beside"):
                raise FileError(f"expected no file given as {name} for {game!r}, got {path!r}")

    def place(self, named: str, option: str) -> str:
        """Return where a file is: as given for *option*, else where the text of the game says, or beside."""
        given: str | None = vars(self)[option]
        for path in (given or named, os.path.join(self.beside, os.path.basename(named))):
            if given is not None or os.path.isfile(path):
                return path
        raise FileError(f"{named}: No such file here: name it with --{option} FILE")


def rules_of(
    text: str,
    files: Sequence[tuple[str, str]],
    limits: Limits,
    cells: bool = False,
    given: GivenFiles = GivenFiles(),  # noqa: B008 - it never changes
) -> Rules:
    """Return the rules of the game that *text* names; raise GameError for games that cannot be known from their text.

    *files* are the names and SHA-256 of the files that it is made of, and *given* says where some of them are. Raises
    SizeError before anything is listed where its codes, or with *cells* a table of its guesses and secrets, would not
    fit in the memory.
    """
    rows = re.search(r",rows=([1-9][0-9]{0,8})\)\Z", text)
    bare = text if rows is None else f"{text[: rows.start()]})"
    rule = re.fullmatch(r"((?:mastermind|bullscows)\(.*),rule=(strict)\)|(words\(.*),rule=(hard|strict)\)", bare, re.S)
    bare = bare if rule is None else f"{rule[1] or rule[3]})"
    if table := _TABLE.fullmatch(bare):
        given.only("table", game=bare)
        rules = _table_rules(table, files, limits, given)
    elif words := _WORDS.fullmatch(bare):
        given.only("secrets", "guesses", "without", game=bare)
        rules = _word_rules(words, files, limits, cells, given)
    else:
        given.only(game=bare)
        if files:
            raise FileError(f"expected no files for {bare!r}, got {len(files)}")
        rules = family_rules(bare, limits, cells)
    board = None if rows is None else int(rows[1])
    return replace(rules, rows=board, rule="free" if rule is None else rule[2] or rule[4])


def _table_rules(text: re.Match[str], files: Sequence[tuple[str, str]], limits: Limits, given: GivenFiles) -> Rules:
    name, win, identify = _unquoted(text, 1), _unquoted(text, 3), text[5] is not None
    if win == "":
        raise FileError("expected a text behind win= in the text of the game, got none")
    if name is None or len(files) != 1 or files[0][0] != name:
        raise FileError(f"expected the SHA-256 of the file that the game is made of, {name!r}")
    path = given.place(name, "table")
    table = read_table(path, files[0][1], limits)
    column = {secret: place for place, secret in enumerate(table.secrets)}
    named = table.corner.removeprefix("win=") if table.corner.startswith("win=") else None

    def feedback(guess: str, secret: str) -> str:
        return table.cells[guess][column[secret]]

    winning, names = None if identify else win or named, dict[str, str]()
    if not identify:
        names = _names(path, table, winning)
    elif named is not None:
        raise FileError(f"{path}: expected no winning feedback with goal=identify, got {table.corner!r} in the corner")
    else:
        _check_labels(path, table)
    guesses, costs = tuple(table.cells), (table.costs, table.parts)
    return Rules(guesses, table.secrets, feedback, winning, table.weights, table.labels, *costs, names)


def _check_labels(path: str, table: TableFile) -> None:
    """Raise FileError unless there are two labels, and any two can be told apart."""
    if len({table.labels[secret] for secret in table.secrets}) < 2:
        raise FileError(f"{path}: expected two labels or more, got one: nothing is to be asked")
    met = dict[tuple[str, ...], str]()
    for secret, *answers in zip(table.secrets, *table.cells.values(), strict=True):
        other = met.setdefault(tuple(answers), secret)
        if table.labels[other] != table.labels[secret]:
            raise FileError(f"{path}: no guess tells {other!r} from {secret!r}, which have different labels")


def _names(path: str, table: TableFile, win: str | None) -> dict[str, str]:
    """Return, for each guess that wins against one secret alone, of another text, that secret.

    Raises FileError where no feedback wins, a secret is won by no guess, or there are labels.
    """
    if not win:
        raise FileError(f"{path}: expected a winning feedback, in the text of the game or in the corner, got none")
    if table.labels:
        raise FileError(f"{path}: expected no labels where the goal is to hit the secret")
    won = {guess: [place for place, cell in enumerate(row) if cell == win] for guess, row in table.cells.items()}
    if lost := set(range(len(table.secrets))).difference(*won.values()):
        raise FileError(f"{path}: no guess wins against {table.secrets[min(lost)]!r}")
    alone = {guess: table.secrets[places[0]] for guess, places in won.items() if len(places) == 1}
    return {guess: secret for guess, secret in alone.items() if guess != secret}


def _word_rules(
    text: re.Match[str], files: Sequence[tuple[str, str]], limits: Limits, cells: bool, given: GivenFiles
) -> Rules:
    """The secrets are those of the first list without those that are out; all words but these may be guessed."""
    shipped = [f"{text[1]}-{text[2]}.txt", f"{text[1]}-{text[2]}-guesses.txt"] if text[1] else []
    source, more, out = (_unquoted(text, group) for group in (3, 5, 7))
    named = [*shipped, *(name for name in (source, more, out) if name is not None)]
    if [name for name, _ in files] != named:
        raise FileError(f"expected the SHA-256 of each of the files {', '.join(map(repr, named))}")
    without = [] if out is None else ["without"]
    options = ["secrets", *["guesses"] * (len(named) - 1 - len(without)), *without]
    for option, path in (("guesses", given.guesses), ("without", given.without)):
        if path is not None and option not in options:
            raise FileError(f"expected only files that the game names, got {path!r}")
    lists = []
    for number, ((name, sha256), option) in enumerate(zip(files, options, strict=True)):
        # If there are two lists of guesses, that of the package and another, the other one may be given.
        own = given if option not in options[number + 1 :] else replace(given, guesses=None)
        if number < len(shipped) and vars(own)[option] is None:
            lists.append(read_shipped(name, sha256, limits))
        else:
            lists.append(read_words(own.place(name, option), sha256, limits))
    lengths = {len(words.words[0]) for words in lists} | ({int(text[2])} if shipped else set())
    if len(lengths) > 1 or any(words.weights for words in lists[1:]):
        raise FileError("expected lists of words of one length, and weights of secrets only")
    gone = lists.pop().words if without else ()
    guesses = tuple(sorted({word for words in lists for word in words.words}))
    secrets, weights = tuple(sorted(set(lists[0].words).difference(gone))), lists[0].weights
    if not secrets:
        raise FileError("expected a secret, got none: all are out")
    if not any(weights[secret] for secret in secrets):
        raise FileError("expected a secret that weighs something, got none")
    if cells:
        limits.need(len(guesses) * len(secrets), f"a table of {len(guesses):,} guesses and {len(secrets):,} secrets")
    return Rules(guesses, secrets, word_feedback, "G" * len(secrets[0]), weights)


def word_feedback(guess: str, secret: str) -> str:
    """Return the marks, letters crossed out one by one: first those in their place, then those that are elsewhere."""
    left = list(secret)
    marks = ["B"] * len(guess)
    for place, letter in enumerate(guess):
        if secret[place] == letter:
            marks[place] = "G"
            left.remove(letter)
    for place, letter in enumerate(guess):
        if marks[place] == "B" and letter in left:
            marks[place] = "Y"
            left.remove(letter)
    return "".join(marks)


def _unquoted(match: re.Match[str], group: int) -> str | None:
    """Return the text of a *group* between quotes, or of the next one without."""
    return match[group].replace('""', '"') if match[group] is not None else match[group + 1]
