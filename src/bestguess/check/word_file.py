"""Reads words(FILE) and words(NAME,LENGTH): lists of words, one a line, those of the secrets with weights at times."""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from bestguess.check.limits import Limits
from bestguess.check.table_file import has_odd_space, read_file, read_weights
from bestguess.errors import FileError

_BYTES_IN_MEMORY = 80  # for each byte of the file: a word is at least two letters and a line break


@dataclass(frozen=True)
class WordFile:
    """The words of a file, and their weights where it gives some."""

    words: tuple[str, ...]
    weights: dict[str, int] | None


def read_words(path: str, sha256: str, limits: Limits) -> WordFile:
    """The words of the file at *path*, whose content must have that *sha256*; raises FileError."""
    return _words(path, read_file(path, limits, _BYTES_IN_MEMORY), sha256, limits)


def read_shipped(name: str, sha256: str, limits: Limits) -> WordFile:
    """The same for the list that ships under this *name*."""
    file = files("bestguess").joinpath("data", "word_lists", name)
    try:
        content = file.read_bytes()
    except OSError as error:
        raise FileError(f"{name}: no list of words of this name ships") from error
    return _words(name, content, sha256, limits)


def _words(name: str, content: bytes, sha256: str, limits: Limits) -> WordFile:
    if hashlib.sha256(content).hexdigest() != sha256:
        raise FileError(f"{name}: not the file that the game was made of: its SHA-256 differs")
    try:
        text = unicodedata.normalize("NFC", content.decode("utf-8-sig").lower())
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: cannot be read as a list of words: {error}") from error
    if has_odd_space(text):
        raise FileError(f"{name}: expected only spaces, tabs and line breaks between words, got other white space")
    lines = [line.split() for line in re.split("[\r\n]", text) if line.strip()]
    limits.tick()
    words = [line[0] for line in lines]
    if not words or not 2 <= len(words[0]) <= 10 or {len(word) for word in words} != {len(words[0])}:
        raise FileError(f"{name}: expected words of one length, of 2 to 10 letters")
    if len(set(words)) < len(words) or not "".join(words).isalpha():
        raise FileError(f"{name}: expected different words of letters")
    if any(len(line) > 2 for line in lines):
        raise FileError(f"{name}: expected one word a line, and perhaps its weight")
    if all(len(line) == 1 for line in lines):
        return WordFile(tuple(words), None)
    return WordFile(tuple(words), read_weights(name, words, [line[1] if len(line) > 1 else "1" for line in lines]))


def word_feedback(guess: str, secret: str) -> str:
    """Letters crossed out one by one: first those in their place, then from left to right those that are elsewhere."""
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


def list_names(name: str, length: str) -> Sequence[str]:
    """The files of a list that ships."""
    if not re.fullmatch("[a-z]+", name):
        raise FileError(f"no list of words ships under the name {name!r}")
    return f"{name}-{length}.txt", f"{name}-{length}-guesses.txt"
