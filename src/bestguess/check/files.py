"""Rules of games made of files: tables and lists of words, as docs/certificates.md defines them."""

import csv
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from bestguess.check.limits import NUMBERS_END, Limits
from bestguess.check.rules import Ones, OwnTexts, Rules
from bestguess.errors import FileError

_MAX_WEIGHT = 2**31  # limit of the sum of all weights of a game
_CELL_NUMBERS_END = 10**9  # every number in a cell is below this, and every denominator
_NUMBER = re.compile(r"[0-9]{1,9}([./][0-9]{1,9})?")
_ODD_SPACE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\xa0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]"
)  # white space and control characters other than space, tab, LF and CR


def table_rules(path: str, content: bytes, win: str, identify: bool, limits: Limits) -> Rules:
    """Return the game in the table at *path*. *win* is the winning feedback in the text of the game, or empty."""
    corner, cells, rules = _read_table(path, content, limits)
    if identify:
        if corner.startswith("win="):
            raise FileError(f"{path}: goal=identify does not work with {corner!r} in the corner")
        _check_labels(path, cells, rules)
        return rules
    win = win or (corner.removeprefix("win=") if corner.startswith("win=") else "")
    if not win:
        raise FileError(f"{path}: expected a winning feedback, in the text of the game or in the corner, got none")
    if rules.labels:
        raise FileError(f"{path}: expected no labels without goal=identify")
    won = {guess: [place for place, cell in enumerate(row) if cell == win] for guess, row in cells.items()}
    for place in set(range(len(rules.secrets))).difference(*won.values()):
        raise FileError(f"{path}: no guess wins against {rules.secrets[place]!r}")
    alone = {guess: rules.secrets[places[0]] for guess, places in won.items() if len(places) == 1}
    names = {guess: secret for guess, secret in alone.items() if guess != secret}
    return replace(rules, win=win, names=names)


def _check_labels(path: str, cells: Mapping[str, tuple[str, ...]], rules: Rules) -> None:
    """Raise FileError unless there are two labels or more, and guesses tell any two apart."""
    if rules.is_known(rules.secrets):
        raise FileError(f"{path}: expected two labels or more, got one")
    seen = dict[tuple[str, ...], str]()  # a secret by its feedbacks to all guesses
    for secret, *answers in zip(rules.secrets, *cells.values(), strict=True):
        other = seen.setdefault(tuple(answers), secret)
        if rules.labels[other] != rules.labels[secret]:
            raise FileError(f"{path}: no guess tells {other!r} from {secret!r}, which have different labels")


def _read_table(path: str, content: bytes, limits: Limits) -> tuple[str, Mapping[str, tuple[str, ...]], Rules]:
    """Return the corner of the table, the row of each guess, and the game without a winning feedback."""
    lines, decimal_commas = _lines(path, content, limits)
    if len(lines) < 2 or len(lines[0]) < 2 or any(len(line) != len(lines[0]) for line in lines):
        raise FileError(f"{path}: expected a row for each guess, a column for each secret, and rows of one length")
    below, cost_cells = _take_margins(path, lines)
    corner, *secrets = lines[0]
    cells = {line[0]: tuple(line[1:]) for line in lines[1:]}
    if "" in cells or len(cells) < len(lines) - 1 or len(set(secrets)) < len(secrets):
        raise FileError(f"{path}: expected different guesses and different secrets")
    if not cells or not secrets:
        raise FileError(f"{path}: expected a row for each guess and a column for each secret, got none")
    if (last := lines[-1][0]) in below and last not in secrets:
        raise FileError(f"{path}: expected one row called {last}, got two")
    weights, labels, costs, unit_parts = Ones(), OwnTexts(), Ones(), 1
    if "weight" in below:
        weights = _weights(path, secrets, below["weight"], decimal_commas)
    if "label" in below:
        labels = OwnTexts(zip(secrets, below["label"], strict=True))
    if cost_cells:
        weight = max(len(secrets), sum(weights.values()))
        costs, unit_parts = _costs(path, list(cells), cost_cells, weight, decimal_commas)
    column = {secret: place for place, secret in enumerate(secrets)}

    def feedback(guess: str, secret: str) -> str:
        return cells[guess][column[secret]]

    rules = Rules(
        guesses=tuple(cells),
        secrets=tuple(secrets),
        feedback=feedback,
        win=None,
        weights=weights,
        labels=labels,
        costs=costs,
        unit_parts=unit_parts,
    )
    return corner, cells, rules


def _take_margins(path: str, lines: list[list[str]]) -> tuple[dict[str, list[str]], list[str]]:
    """Remove from *lines* the last rows, of weights and labels, and the last column, of costs. Return both."""
    below = dict[str, list[str]]()
    while len(lines) > 1 and lines[-1][0] in {"weight", "label"} - below.keys():
        name, *row = lines.pop()
        below[name] = row
    cost_cells = list[str]()
    if lines[0][-1] == "cost":
        cost_cells = [line.pop() for line in lines][1:]
        meeting = [row.pop() for row in below.values()]
        if any(meeting):
            raise FileError(
                f"{path}: expected empty cells where the column of costs meets the rows of weights and labels"
            )
    for row in [*(line[1:] for line in lines), *below.values()]:
        if not all(row):
            raise FileError(f"{path}: expected rows without blank cells")
    return below, cost_cells


def _lines(path: str, content: bytes, limits: Limits) -> tuple[list[list[str]], bool]:
    """Return the rows that are not blank, with stripped cells, and whether numbers may have decimal commas."""
    lines, stripped = list[list[str]](), dict[str, str]()  # most cells occur often
    try:
        text = content.decode("utf-8-sig")
        if "\0" in text:
            raise FileError(f"{path}: expected no character U+0000, got one")
        separator = _separator(text)
        for number, line in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)):
            if number % 256 == 0:
                limits.tick()
            for cell in line:
                if cell not in stripped:
                    stripped[cell] = _strip(path, cell)
            if line and (len(line) > 1 or stripped[line[0]]):
                lines.append([stripped[cell] for cell in line])
    except (csv.Error, UnicodeDecodeError) as error:
        raise FileError(f"{path}: cannot be read as CSV: {error}") from error
    return lines, separator == ";"


def _separator(text: str) -> str:
    """Return the separator: a semicolon if the first line that is not blank has one and no comma, outside quotes."""
    quoted, signs = False, set[str]()
    for sign in text.lstrip(" \t\r\n"):
        if sign == '"':
            quoted = not quoted
        elif not quoted:
            if sign in "\r\n":
                break
            signs.add(sign)
    return ";" if ";" in signs and "," not in signs else ","


def _strip(path: str, cell: str) -> str:
    """Return *cell* without spaces and tabs around it. Raise FileError for other white space there.

    Other readers might strip it, and would then read a different game.
    """
    bare = cell.strip(" \t")
    if bare and (has_odd_space(bare[0] + bare[-1]) or {bare[0], bare[-1]} & {"\r", "\n"}):
        raise FileError(f"{path}: expected only spaces and tabs around a cell, got {cell[:60]!r}")
    return bare


def has_odd_space(text: str) -> bool:
    """Whether *text* has white space or a control character other than space, tab, LF and CR."""
    return _ODD_SPACE.search(text) is not None


def _costs(path: str, guesses: list[str], column: list[str], weight: int, decimal_commas: bool) -> tuple[Ones, int]:
    """Return the costs of the *guesses* in parts of the unit, and the number of parts. If all are 1, return none."""
    costs, unit_parts = _scale(path, "cost above 0", column, decimal_commas)
    if min(costs) <= 0:
        raise FileError(f"{path}: expected a cost above 0, got {column[costs.index(min(costs))]!r}")
    if weight * sum(costs) >= NUMBERS_END or unit_parts >= NUMBERS_END:
        raise FileError(f"{path}: expected costs times weights, both added up, of less than {NUMBERS_END:,}")
    if set(costs) == {1} and unit_parts == 1:
        return Ones(), 1
    return Ones(zip(guesses, costs, strict=True)), unit_parts


def _weights(path: str, secrets: list[str], cells: list[str], decimal_commas: bool = False) -> Ones:
    weights, _ = _scale(path, "weight of 0 or more", cells, decimal_commas)
    if not 0 < sum(weights) <= _MAX_WEIGHT:
        raise FileError(f"{path}: expected weights of 0 or more that add up to 1 to {_MAX_WEIGHT:,}")
    return Ones(zip(secrets, weights, strict=True))


def _scale(path: str, what: str, cells: list[str], decimal_commas: bool) -> tuple[list[int], int]:
    """Return the numbers in *cells* times their least common denominator, and this denominator."""
    exact, scale = list[Fraction](), 1
    for cell in cells:
        number = re.sub("^([0-9]+),([0-9]+)$", r"\1.\2", cell) if decimal_commas else cell
        if not _NUMBER.fullmatch(number) or re.fullmatch(r"[0-9]+/0+", number):
            raise FileError(f"{path}: expected a {what} such as 2, 0.5 or 1/3, got {cell[:60]!r}")
        exact.append(Fraction(number))
        if (scale := lcm(scale, exact[-1].denominator)) > NUMBERS_END * _CELL_NUMBERS_END:
            # Even the smallest number, 1 / 10^9, would become too large when multiplied by this.
            raise FileError(f"{path}: expected a {what} with a smaller common denominator, got {cell[:60]!r}")
    return [int(number * scale) for number in exact], scale


def word_rules(contents: Sequence[tuple[str, bytes]], without: bool, length: int, limits: Limits) -> Rules:
    """Return the game of these lists: the secrets, then additional guesses, then the excluded secrets.

    *without*: whether the last list has excluded secrets. *length* is the length of the words; 0 if the text of the
    game does not give it.
    """
    lists, weights = list[list[str]](), Ones()
    for path, content in contents:
        words, list_weights = _words(path, content)
        limits.tick()
        if len(words[0]) != (length := length or len(words[0])):
            raise FileError(f"{path}: expected words of {length} letters, like the others, got {len(words[0])}")
        if list_weights and lists:
            raise FileError(f"{path}: expected no weights: only secrets have weights")
        weights = weights or list_weights
        lists.append(words)
    excluded = lists.pop() if without else []
    guesses = tuple(sorted(set().union(*lists)))
    secrets = tuple(sorted(set(lists[0]).difference(excluded)))
    if not any(weights[secret] for secret in secrets):
        raise FileError("expected a secret of a weight above 0, got none")
    return Rules(guesses, secrets, word_feedback, "G" * length, weights)


def _words(path: str, content: bytes) -> tuple[list[str], Ones]:
    """Return the words of a list and their weights; no weights if the list has none."""
    try:
        text = unicodedata.normalize("NFC", content.decode("utf-8-sig").lower())
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: cannot be read as a list of words: {error}") from error
    if has_odd_space(text):
        raise FileError(f"{path}: expected only spaces, tabs and line breaks between words, got other white space")
    lines = [line.split() for line in re.split("[\r\n]", text) if line.strip()]
    words = [line[0] for line in lines]
    if not words or not 2 <= len(words[0]) <= 10 or {len(word) for word in words} != {len(words[0])}:
        raise FileError(f"{path}: expected words of one length, of 2 to 10 letters")
    if len(set(words)) < len(words) or not "".join(words).isalpha():
        raise FileError(f"{path}: expected different words of letters")
    if any(len(line) > 2 for line in lines):
        raise FileError(f"{path}: expected one word on each line, with an optional weight")
    if all(len(line) == 1 for line in lines):
        return words, Ones()
    return words, _weights(path, words, [line[1] if len(line) > 1 else "1" for line in lines])


def word_feedback(guess: str, secret: str) -> str:
    """Return the marks. Letters are crossed out one by one: first those in their place, then those elsewhere."""
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
