"""Word lists: files with one word on each line and an optional weight, and the lists that ship with bestguess.

::

    crane           a word; upper case becomes lower case
    react 3         a word and its weight, after spaces or tabs
    caret	1/2
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from bestguess.arguments import as_list, expected_error
from bestguess.errors import FileError, GameError, SizeError
from bestguess.games.codes import ODD_SPACE, utf8_problem
from bestguess.games.declarations import as_fraction, fraction_of

MIN_LENGTH, MAX_LENGTH = 2, 10
MAX_BYTES = 2**24
"""The largest file of words that is read, in bytes."""

WordsLike: TypeAlias = str | Path | Iterable[str] | Mapping[str, int | Fraction]
"""A list of words: the name of a file, the words, or a mapping of words to weights."""

_INTEGER = re.compile(r"[0-9]{1,9}")
_SHIPPED = files("bestguess").joinpath("data", "word_lists")


@dataclass(frozen=True)
class WordList:
    """The words of a file in order, their weights if it has any, and the SHA-256 of the file."""

    name: str
    words: tuple[str, ...]
    weights: tuple[Fraction, ...] | None
    sha256: str


def read_words(path: Path, secrets: WordList | None = None) -> WordList:
    """Return the words in the file at *path*. Raises FileError, which names the line, or SizeError for a large file.

    *secrets*: given if the file lists other words. These must be as long as the secrets, and have no weights.
    """
    try:
        if path.exists() and not path.is_file():
            raise FileError(f"{path}: expected a file")
        if (size := path.stat().st_size) > MAX_BYTES:
            raise SizeError(f"{path}: expected a list of words of at most {MAX_BYTES:,} bytes, got {size:,}")
        content = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    return _word_list(str(path), content, secrets)


def words_from_list(words: Iterable[str], secrets: WordList | None = None) -> WordList:
    """Return *words*, a list or a mapping of words to weights, as a WordList. Raises GameError, which names the line.

    *secrets*: as in `read_words`.
    """
    lines = list(words) if isinstance(words, Mapping) else as_list("words", words, GameError)
    for word in lines:
        if not isinstance(word, str) or len(word.split()) != 1:
            raise expected_error("words, each a text without spaces", word, GameError)
    if isinstance(words, Mapping):
        lines = [f"{word} {as_fraction('weights', weight)}" for word, weight in words.items()]
    name = "the secrets" if secrets is None else "the list"
    try:
        return _word_list(name, "\n".join(lines).encode(), secrets)
    except (FileError, UnicodeEncodeError) as error:
        why = f"{name}: {error.reason}" if isinstance(error, UnicodeEncodeError) else str(error)
        raise GameError(why) from error


def shipped_words(name: str, length: int) -> tuple[WordList, WordList]:
    """Return the secrets and the additional guesses of the shipped list *name*. Raises GameError for a wrong length."""
    lengths = sorted(map(int, shipped_metadata(name)["lengths"]))
    if length not in lengths:
        raise expected_error(f"words of {lengths[0]} to {lengths[-1]} letters in {name}", length, GameError)
    secrets_file, guesses_file = ((file, _SHIPPED.joinpath(file).read_bytes()) for file in shipped_files(name, length))
    secrets = _word_list(*secrets_file, None)
    return secrets, _word_list(*guesses_file, secrets)


def shipped_files(name: str, length: int) -> list[str]:
    """Return the file names of a shipped list: its secrets, and its additional guesses."""
    return [f"{name}-{length}.txt", f"{name}-{length}-guesses.txt"]


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the names of the shipped lists."""
    return tuple(sorted(file.name.removesuffix(".json") for file in _SHIPPED.iterdir() if file.name.endswith(".json")))


@cache
def shipped_metadata(name: str) -> dict[str, Any]:
    """Return the source, licence and sizes of the shipped list *name*, one of `shipped_names`."""
    metadata: dict[str, Any] = json.loads(shipped_text(f"{name}.json"))
    return metadata


def shipped_text(name: str) -> str:
    """Return the text of the file *name* in the folder of the shipped lists."""
    return _SHIPPED.joinpath(name).read_text("utf-8")


def as_word(text: str) -> str:
    """Return *text* in lower case, with each accented letter as one character (NFC)."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text.lower())


def _word_list(name: str, content: bytes, secrets: WordList | None) -> WordList:
    """Return the words in *content*, the bytes of a file. Messages begin with *name*. Raises FileError."""
    try:
        text = as_word(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: {utf8_problem(error)}") from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # only these end a line
    if odd := ODD_SPACE.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise FileError(f"{name}: line {line}: expected only spaces and tabs between words, got U+{ord(odd[0]):04X}")
    lines = text.removesuffix("\n").split("\n")
    words, weights = _plain_words(lines, secrets) or _read_lines(name, lines, secrets)
    return WordList(name, words, weights, hashlib.sha256(content).hexdigest())


def _plain_words(
    lines: list[str], secrets: WordList | None
) -> tuple[tuple[str, ...], tuple[Fraction, ...] | None] | None:
    """Return what `_read_lines` would, but faster: check all lines at once.

    Return None unless every line is a word, or every line is a word and an integer weight.
    """
    words, weights = lines, None
    if secrets is None and " " in lines[0]:
        cells = [line.partition(" ") for line in lines]
        words = [word for word, _, _ in cells]
        texts = {text for _, _, text in cells}
        if not all(map(_INTEGER.fullmatch, texts)):
            return None
        weight_of = {text: Fraction(text) for text in texts}
        weights = tuple(weight_of[text] for _, _, text in cells)
    is_plain = (
        MIN_LENGTH <= len(words[0]) <= MAX_LENGTH
        and set(map(len, words)) == {len((words if secrets is None else secrets.words)[0])}
        and len(words) == len(set(words))
        and "".join(words).isalpha()
    )
    return (tuple(words), weights) if is_plain else None


def _read_lines(
    name: str, lines: list[str], secrets: WordList | None
) -> tuple[tuple[str, ...], tuple[Fraction, ...] | None]:
    """Return the words of *lines*, and their weights if any line has one. Raises FileError, which names the line."""
    line_of = dict[str, int]()  # the line number of each word
    weights = dict[str, Fraction]()
    for number, line in enumerate(lines, start=1):
        if not (cells := line.split()):
            continue
        where = f"{name}: line {number}"
        if len(cells) > (2 if secrets is None else 1):
            expected = "a word and an optional weight" if secrets is None else "one word"
            raise FileError(f"{where}: expected {expected}, got {line.strip()[:60]!r}")
        word = cells[0]
        _check_word(where, word, line_of, secrets)
        line_of[word] = number
        if len(cells) == 2:
            weight = fraction_of(cells[1])
            if weight is None:
                raise FileError(f"{where}: expected a weight of 0 or more such as 2, 0.5 or 1/3, got {cells[1][:60]!r}")
            weights[word] = weight
    if not line_of:
        raise FileError(f"{name}: expected words, got none")
    if not weights:
        return tuple(line_of), None
    return tuple(line_of), tuple(weights.get(word, Fraction(1)) for word in line_of)


def _check_word(where: str, word: str, line_of: dict[str, int], secrets: WordList | None) -> None:
    """Raise FileError unless *word* has only letters, is as long as the other words, and is not in *line_of*."""
    if not word.isalpha():
        raise FileError(f"{where}: expected a word of letters, got {word[:60]!r}")
    if not MIN_LENGTH <= len(word) <= MAX_LENGTH:
        span = f"{MIN_LENGTH} to {MAX_LENGTH} letters"
        raise FileError(f"{where}: expected a word of {span}, got {word[:60]!r}, which has {len(word)}")
    first, place = word, ""
    if secrets is not None:
        first, place = secrets.words[0], secrets.name
    elif line_of:
        first, line = next(iter(line_of.items()))
        place = f"line {line}"
    if len(word) != len(first):
        raise FileError(f"{where}: expected a word of {len(first)} letters as in {place}, got {word!r}")
    if word in line_of:
        raise FileError(f"{where}: the word {word!r} is listed twice, first in line {line_of[word]}")
