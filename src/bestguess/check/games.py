"""Builds the rules of a game from its text and the files that it names."""

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
_PACKAGE_LISTS = Path(__file__).parents[1] / "data" / "word_lists"
# Bytes of memory for each byte of a file. A cell of a table has at least one character and a comma; a word of a list
# has at least two letters and a line break.
_BYTES_OF_TABLES = 40
_BYTES_OF_WORDS = 80


@dataclass(frozen=True)
class FileLocations:
    """Where to find the files of a game: the folder *beside*, and *paths* by option (`table`, `secrets`, …)."""

    beside: str = ""
    paths: Mapping[str, str] = field(default_factory=dict)


def rules_of(
    text: str,
    files: Sequence[GameFile],
    limits: Limits,
    needs_table: bool = False,
    locations: FileLocations = FileLocations(),  # noqa: B008 - it never changes
) -> Rules:
    """Return the rules of the game that *text* names. Raise GameError if its text does not define it.

    *files* are the names and checksums of the files that define it; *locations* says where to find them. Raise
    SizeError before listing codes that do not fit in memory, or whose table does not if *needs_table*.
    """
    rows = re.search(r",rows=([1-9][0-9]{0,8})\)\Z", text)
    bare = text if rows is None else f"{text[: rows.start()]})"
    rule = re.fullmatch(r"((?:mastermind|bullscows)\(.*),rule=(strict)\)|(words\(.*),rule=(hard|strict)\)", bare, re.S)
    bare = bare if rule is None else f"{rule[1] or rule[3]})"
    if table := _TABLE.fullmatch(bare):
        file_names = [("table", _unquote(table, 1))]
        (content,) = _read_files(file_names, 0, files, locations, _BYTES_OF_TABLES, limits)
        rules = table_rules(*content, _unquote(table, 3), table[5] is not None, limits)
    elif words := _WORDS.fullmatch(bare):
        file_names = [
            (option, _unquote(words, group)) for option, group in (("secrets", 3), ("guesses", 5), ("without", 7))
        ]
        if words[1]:
            stem = f"{words[1]}-{words[2]}"
            file_names[:1] = [("secrets", f"{stem}.txt"), ("guesses", f"{stem}-guesses.txt")]
        file_names = [(option, name) for option, name in file_names if name]
        contents = _read_files(file_names, 2 if words[1] else 0, files, locations, _BYTES_OF_WORDS, limits)
        rules = word_rules(contents, file_names[-1][0] == "without", int(words[2] or 0), limits)
    else:
        _read_files([], 0, files, locations, 0, limits)  # raises if files are given
        rules = family_rules(bare, limits, needs_table)
    row_count = None if rows is None else int(rows[1])
    return replace(rules, rows=row_count, rule="free" if rule is None else rule[2] or rule[4])


def _unquote(match: re.Match[str], group: int) -> str:
    """Return the text of *group*, which was quoted, or of the next group, which was not; empty if neither matched."""
    return match[group].replace('""', '"') if match[group] else match[group + 1] or ""


def _read_files(
    file_names: Sequence[tuple[str, str]],
    shipped: int,
    files: Sequence[GameFile],
    locations: FileLocations,
    bytes_in_memory: int,
    limits: Limits,
) -> list[tuple[str, bytes]]:
    """Return the path and the content of each file of a game. *file_names* has the option and the name of each.

    The first *shipped* files are lists of the package. A byte of a file takes *bytes_in_memory* bytes.
    """
    if [file.name for file in files] != [name for _, name in file_names]:
        names = ", ".join(repr(name) for _, name in file_names) or "none"
        raise FileError(f"expected the SHA-256 of each of the files that the game names, {names}")
    options = [option for option, _ in file_names]
    for option in locations.paths.keys() - set(options):
        raise FileError(f"expected no file given as {option}: the game does not name one")
    contents = []
    for number, (file, option) in enumerate(zip(files, options, strict=True)):
        places = [file.name, os.path.join(locations.beside, os.path.basename(file.name))]
        if number < shipped:
            places = [str(_PACKAGE_LISTS / file.name)]
        # If there are two lists of guesses, one of them shipped, the option names the other one.
        if option in locations.paths and option not in options[number + 1 :]:
            places = [locations.paths[option]]
        path = next((place for place in places if os.path.isfile(place)), "")
        if not path:
            raise FileError(f"{places[0]}: No such file here: name it with --{option} FILE")
        contents.append((path, _read(path, file.sha256, bytes_in_memory, limits)))
    return contents


def _read(path: str, sha256: str, bytes_in_memory: int, limits: Limits) -> bytes:
    """Return the bytes of the file at *path*. Raise FileError if they do not have this *sha256*."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            limits.need(size * bytes_in_memory, f"{path}, a file of {size:,} bytes,")
            content = file.read(size + 1)  # no more, even if the file grows
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise FileError(f"{path}: not the file that defines the game: its SHA-256 differs")
    return content
