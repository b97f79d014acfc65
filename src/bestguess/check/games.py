"""From the text of a game, and the files that it names, to its rules."""

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bestguess.check.document import GameFile
from bestguess.check.families import family_rules
from bestguess.check.files import table_rules, word_rules
from bestguess.check.limits import Limits
from bestguess.check.rules import Rules
from bestguess.errors import FileError

_NAME = r'(?:"((?:[^"]|"")+)"|([^",()[\]{}]+))'  # with quotes, or without
_TABLE = re.compile(rf"table\({_NAME}(?:,win={_NAME}|,goal=(identify))?\)", re.DOTALL)
_WORDS = re.compile(rf"words\((?:([a-z]+),([2-9]|10)|{_NAME})(?:,guesses={_NAME})?(?:,without={_NAME})?\)", re.DOTALL)
_SHIPPED = Path(__file__).parents[1] / "data" / "word_lists"
_BYTES_OF_TABLES = 40  # in memory, for each byte of the file: a cell is at least one character and a comma
_BYTES_OF_WORDS = 80  # the same: a word is at least two letters and a line break


@dataclass(frozen=True)
class GivenFiles:
    """Where the files of a game are that are not where its text says, by option; *beside*: a folder to look in too."""

    beside: str = ""
    paths: Mapping[str, str] = field(default_factory=dict)


def rules_of(
    text: str,
    files: Sequence[GameFile],
    limits: Limits,
    cells: bool = False,
    given: GivenFiles = GivenFiles(),  # noqa: B008 - it never changes
) -> Rules:
    """Return the rules of the game that *text* names; raise GameError for games that cannot be known from their text.

    *files* are those that it is made of, and *given* says where some of them are. Raises SizeError before anything is
    listed where its codes, or with *cells* a table of its guesses and secrets, would not fit in the memory.
    """
    rows = re.search(r",rows=([1-9][0-9]{0,8})\)\Z", text)
    bare = text if rows is None else f"{text[: rows.start()]})"
    rule = re.fullmatch(r"((?:mastermind|bullscows)\(.*),rule=(strict)\)|(words\(.*),rule=(hard|strict)\)", bare, re.S)
    bare = bare if rule is None else f"{rule[1] or rule[3]})"
    if table := _TABLE.fullmatch(bare):
        named = [("table", _unquoted(table, 1))]
        (content,) = _contents(named, 0, files, given, _BYTES_OF_TABLES, limits)
        rules = table_rules(*content, _unquoted(table, 3), table[5] is not None, limits)
    elif words := _WORDS.fullmatch(bare):
        named = [
            (option, _unquoted(words, group)) for option, group in (("secrets", 3), ("guesses", 5), ("without", 7))
        ]
        if words[1]:
            stem = f"{words[1]}-{words[2]}"
            named[:1] = [("secrets", f"{stem}.txt"), ("guesses", f"{stem}-guesses.txt")]
        named = [(option, name) for option, name in named if name]
        contents = _contents(named, 2 if words[1] else 0, files, given, _BYTES_OF_WORDS, limits)
        rules = word_rules(contents, named[-1][0] == "without", int(words[2] or 0), limits)
    else:
        _contents([], 0, files, given, 0, limits)
        rules = family_rules(bare, limits, cells)
    board = None if rows is None else int(rows[1])
    return replace(rules, rows=board, rule="free" if rule is None else rule[2] or rule[4])


def _unquoted(match: re.Match[str], group: int) -> str:
    """Return the text of a *group* between quotes, or of the next one without; empty if there is none."""
    return match[group].replace('""', '"') if match[group] else match[group + 1] or ""


def _contents(
    named: Sequence[tuple[str, str]],
    shipped: int,
    files: Sequence[GameFile],
    given: GivenFiles,
    bytes_in_memory: int,
    limits: Limits,
) -> list[tuple[str, bytes]]:
    """Return the path and the content of each file of a game, *named* by its option and its name.

    The first *shipped* of them are lists of words of the package. Each byte takes so many *bytes_in_memory*.
    """
    if [file.name for file in files] != [name for _, name in named]:
        names = ", ".join(repr(name) for _, name in named) or "none"
        raise FileError(f"expected the SHA-256 of each of the files that the game names, {names}")
    options = [option for option, _ in named]
    for option in given.paths.keys() - set(options):
        raise FileError(f"expected no file given as {option}, which the game does not name")
    contents = []
    for number, (file, option) in enumerate(zip(files, options, strict=True)):
        places = [file.name, os.path.join(given.beside, os.path.basename(file.name))]
        if number < shipped:
            places = [str(_SHIPPED / file.name)]
        # If there are two lists of guesses, that of the package and another, the other one may be given.
        if option in given.paths and option not in options[number + 1 :]:
            places = [given.paths[option]]
        path = next((place for place in places if os.path.isfile(place)), "")
        if not path:
            raise FileError(f"{places[0]}: No such file here: name it with --{option} FILE")
        contents.append((path, _read(path, file.sha256, bytes_in_memory, limits)))
    return contents


def _read(path: str, sha256: str, bytes_in_memory: int, limits: Limits) -> bytes:
    """Return the bytes of the file at *path*, whose content must have that *sha256*; raise FileError."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            limits.need(size * bytes_in_memory, f"{path}, a file of {size:,} bytes,")
            content = file.read(size + 1)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise FileError(f"{path}: not the file that the game was made of: its SHA-256 differs")
    return content
