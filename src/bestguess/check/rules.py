"""The rules once more, written apart from the rest of bestguess, for checking it.

Only what a game's text says goes in; out come the guesses, the secrets, the feedback function, the winning feedback,
the weights and the rows.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import perm

from bestguess.check.limits import Limits
from bestguess.check.table_file import read_table
from bestguess.check.word_file import list_names, read_shipped, read_words, word_feedback
from bestguess.errors import FileError, GameError

_QUOTED = r'"((?:[^"]|"")*)"'
_TABLE = re.compile(rf'table\((?:{_QUOTED}|([^"].*?))(?:,win=(?:{_QUOTED}|([^",]*)))?\)', re.DOTALL)
_NAME = rf'(?:{_QUOTED}|([^",()[\]{{}}=]+))'
_WORDS = re.compile(
    rf"words\((?:([a-z]+),([0-9]{{1,2}})|{_NAME})(?:,guesses={_NAME})?(?:,without={_NAME})?\)", re.DOTALL
)
_BYTES_OF_A_CODE = 250  # its text, and its place in the tuples, sets and dictionaries of a check


@dataclass(frozen=True)
class Rules:
    """A game as a checker needs it."""

    guesses: tuple[str, ...]
    secrets: tuple[str, ...]
    feedback: Callable[[str, str], str]
    win: str
    weights: Mapping[str, int] | None = None
    """The weight of each secret; None: 1."""
    pegs: bool = False
    """Whether feedback is that of pegs, which changing places and symbols of both codes alike does not change."""
    rows: int | None = None
    """How many guesses the board allows."""
    rule: str = "free"
    """Which guesses are allowed after a row: see `allowed`."""

    def weight(self, secret: str) -> int:
        """The weight of *secret*."""
        return 1 if self.weights is None else self.weights[secret]


def rules_of(text: str, files: Sequence[tuple[str, str]], limits: Limits, cells: bool = False) -> Rules:
    """The rules of the game that *text* names; raises GameError for games that cannot be known from their text.

    *files* are the names and SHA-256 of the files that it is made of. Raises SizeError before anything is listed where
    its codes, or with *cells* a table of its guesses and secrets, would not fit in the memory.
    """
    rows = re.search(r",rows=([1-9][0-9]{0,8})\)\Z", text)
    bare = text if rows is None else f"{text[: rows.start()]})"
    board = None if rows is None else int(rows[1])
    if rule := re.fullmatch(
        r"((?:mastermind|bullscows)\(.*),rule=(strict)\)|(words\(.*),rule=(hard|strict)\)", bare, re.S
    ):
        return replace(_free_rules(f"{rule[1] or rule[3]})", board, files, limits, cells), rule=rule[2] or rule[4])
    return _free_rules(bare, board, files, limits, cells)


def _free_rules(bare: str, board: int | None, files: Sequence[tuple[str, str]], limits: Limits, cells: bool) -> Rules:
    """The rules of the game that *bare*, a text without rule and rows, names."""
    text = bare
    if table := _TABLE.fullmatch(bare):
        return _table_rules(_unquoted(table, 1), _unquoted(table, 3), board, files, limits)
    if words := _WORDS.fullmatch(bare):
        return _word_rules(words, board, files, limits, cells)
    if files:
        raise FileError(f"expected no files for {text!r}, got {len(files)}")
    if peg_game := re.fullmatch(r"(mastermind|bullscows)\(([1-8]),([1-9]|1[0-6])(,secrets=distinct)?\)", bare):
        bullscows, distinct = peg_game[1] == "bullscows", peg_game[4] is not None
        if not (bullscows and distinct):
            return _peg_rules(bullscows, int(peg_game[2]), int(peg_game[3]), distinct, board, limits, cells)
    if twod := re.fullmatch(r"twod\(([1-9]|[12][0-9]|3[0-6])\)", bare):
        return _twod_rules(int(twod[1]), board)
    raise GameError(
        f"expected mastermind, bullscows, twod, words or table(FILE), got {text!r}: other games cannot be checked"
    )


def _unquoted(match: re.Match[str], group: int) -> str | None:
    """The text of a *group* between quotes, or of the next one without."""
    return match[group].replace('""', '"') if match[group] is not None else match[group + 1]


def _peg_rules(
    bullscows: bool, pegs: int, symbols: int, distinct: bool, rows: int | None, limits: Limits, cells: bool
) -> Rules:
    if (bullscows or distinct) and pegs > symbols:
        raise GameError("expected at least as many symbols as pegs")
    all_codes, different = symbols**pegs, perm(symbols, pegs)
    guesses = different if bullscows else all_codes
    secrets = different if bullscows or distinct else all_codes
    if cells:
        limits.need(guesses * secrets, f"a table of {guesses:,} guesses and {secrets:,} secrets")
    limits.need(max(guesses, secrets) * _BYTES_OF_A_CODE, f"a list of {max(guesses, secrets):,} codes")
    letters = ("0123456789ABCDEF" if bullscows else "123456789ABCDEFG")[:symbols]
    every = _listed((product(letters, repeat=pegs) if not bullscows else permutations(letters, pegs)), limits)
    some = _listed(permutations(letters, pegs), limits) if distinct else every
    return Rules(every, some, pegs_feedback, f"{pegs}.0", pegs=True, rows=rows)


def _listed(words: Iterator[tuple[str, ...]], limits: Limits) -> tuple[str, ...]:
    codes = list[str]()
    for word in words:
        if len(codes) % 65536 == 0:
            limits.tick()
        codes.append("".join(word))
    return tuple(codes)


def pegs_feedback(guess: str, secret: str) -> str:
    """Pegs struck out one by one, as on a board."""
    pairs = [(g, s) for g, s in zip(guess, secret, strict=True) if g != s]
    left = [s for _, s in pairs]
    misplaced = 0
    for g, _ in pairs:
        if g in left:
            left.remove(g)
            misplaced += 1
    return f"{len(guess) - len(pairs)}.{misplaced}"


def _twod_rules(size: int, rows: int | None) -> Rules:
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    pairs = tuple(a + b for a in digits for b in digits)

    def feedback(guess: str, secret: str) -> str:
        lows = [digits.index(g) <= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        highs = [digits.index(g) >= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        return "equal" if guess == secret else "low" if all(lows) else "high" if all(highs) else "mixed"

    return Rules(pairs, pairs, feedback, "equal", rows=rows)


def _table_rules(
    path: str | None, win: str | None, rows: int | None, files: Sequence[tuple[str, str]], limits: Limits
) -> Rules:
    if path is None or len(files) != 1 or files[0][0] not in ("", path):
        raise FileError(f"expected the SHA-256 of the file that the game is made of, {path!r}")
    table = read_table(path, files[0][1], limits)
    column = {secret: place for place, secret in enumerate(table.secrets)}
    winning = win or table.corner.removeprefix("win=")

    def feedback(guess: str, secret: str) -> str:
        return table.cells[guess][column[secret]]

    return Rules(tuple(table.cells), table.secrets, feedback, winning, table.weights, rows=rows)


def _word_rules(
    text: re.Match[str], rows: int | None, files: Sequence[tuple[str, str]], limits: Limits, cells: bool
) -> Rules:
    """The secrets are those of the first list without those that are out; all words but these may be guessed."""
    shipped = list_names(text[1], text[2]) if text[1] is not None else ()
    source, more, out = (_unquoted(text, group) for group in (3, 5, 7))
    named = [*shipped, *(name for name in (source, more, out) if name is not None)]
    if [name for name, _ in files] != named:
        raise FileError(f"expected the SHA-256 of each of the files {', '.join(map(repr, named))}")
    lists = [(read_shipped if name in shipped else read_words)(name, sha256, limits) for name, sha256 in files]
    listed, gone = lists[0], lists.pop().words if out is not None else ()
    lengths = {len(one.words[0]) for one in lists} | {len(word) for word in gone[:1]}
    if len(lengths) > 1 or any(one.weights is not None for one in lists[1:]):
        raise FileError("expected lists of words of one length, and weights of secrets only")
    guesses = tuple(sorted({word for one in lists for word in one.words}))
    secrets = tuple(sorted(set(listed.words).difference(gone)))
    if not secrets:
        raise FileError("expected a secret, got none: all are out")
    if cells:
        limits.need(len(guesses) * len(secrets), f"a table of {len(guesses):,} guesses and {len(secrets):,} secrets")
    return Rules(guesses, secrets, word_feedback, "G" * len(secrets[0]), listed.weights, rows=rows)
