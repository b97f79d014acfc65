"""The position that a file is about: its game, the candidates after its history, and how many guesses are left."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from bestguess.check.document import Document
from bestguess.check.games import GivenFiles, rules_of
from bestguess.check.limits import Limits
from bestguess.check.rules import Row, Rules, check_rows
from bestguess.errors import FileError


@dataclass(frozen=True)
class Position:
    """What a document is about. Everything counts from here."""

    document: Document
    rules: Rules
    candidates: list[str]
    limit_given: int | None
    """How many guesses may be made: what was asked for, or what is left of the rows."""
    limit: int | None
    """The same; for `at-worst`, if nothing is given, the most guesses that the tree needs."""

    @property
    def history(self) -> str:
        """The rows as they are written: `1122:0.2 1344:1.1`."""
        return history_text(self.document.history)


def position_of(document: Document, limits: Limits, given: GivenFiles) -> Position:
    """Return the position of *document*, which must say of the game and of the limit what is true; raise FileError."""
    cells = document.kind == "certificate" and not document.history
    rules = rules_of(document.game, document.game_files, limits, cells, given)
    for name, says, true in (("goal", document.goal, rules.goal), ("rule", document.rule, rules.rule)):
        if says != true:
            raise FileError(f"says {name} {says!r:.60}, but that of its game is {true!r}")
    if rules.win is None and document.consistent:
        raise FileError("says that guesses are consistent, which none is where nothing is won")
    _compare("labels", document.labels, list(rules.labels.items()))
    _compare("costs", document.costs, list(rules.costs.items()))
    unit = "1" if rules.parts == 1 else f"1/{rules.parts}"
    if document.unit != unit:
        raise FileError(f"says that its costs are in units of {document.unit!r:.60}, but they are in {unit!r}")
    candidates = _candidates(rules, document.history, limits)
    limit_given = document.max_guesses
    if limit_given is None and rules.rows is not None:
        limit_given = rules.rows - len(document.history)
        if limit_given < 1:
            raise FileError(f"its history of {len(document.history)} leaves none of {rules.rows} rows")
    limit = limit_given
    if limit is None and document.objective == "at-worst" and document.figures is not None:
        limit = document.figures["worst"]  # which the tree must have, and the proof that nothing has less
    if document.limit != limit:
        raise FileError(f"says that its limit is {document.limit} guesses, but it is {limit}")
    return Position(document, rules, candidates, limit_given, limit)


def _compare(name: str, says: Sequence[tuple[str, Any]] | None, true: Sequence[tuple[str, Any]]) -> None:
    """Raise FileError unless what a file *says* of the labels or costs is *true*; None: there are none."""
    if says is not None and not true:
        raise FileError(f"expected no {name}, of which its game has none, got some")
    if says is None and true:
        raise FileError(f"expected the {name} of its game, got none")
    for pair, true_pair in zip_longest(says or (), true):
        if pair != true_pair:
            raise FileError(f"its {name} are not those of the game: {pair!r:.60}, where it has {true_pair!r:.60}")


def _candidates(rules: Rules, history: Sequence[Row], limits: Limits) -> list[str]:
    """Return the secrets that are consistent with *history*; raise FileError when there is none, or it is over."""
    guesses = set(rules.guesses) if history else set()
    left = list(rules.secrets)
    for number, (guess, answer) in enumerate(history):
        if guess not in guesses:
            raise FileError(f"its history plays {guess!r}, which is not a guess of the game")
        if answer == rules.win:
            raise FileError(f"its history has the winning feedback {answer!r}")
        check_rows(rules, history[:number], guess, "its history")
        kept = []
        for place, secret in enumerate(left):
            if place % 4096 == 0:
                limits.tick()
            if rules.feedback(guess, secret) == answer:
                kept.append(secret)
        left = kept
    if not left:
        raise FileError(f"no secret fits the history {history_text(history)}")
    if rules.win is None and len({rules.labels[secret] for secret in left}) < 2:
        raise FileError(f"nothing is left to ask: it is {rules.labels[left[0]]!r}")
    return left


def history_text(history: Sequence[Row]) -> str:
    """Return the history as it is written; a text with a space or the like in it is quoted.

    >>> history_text([("1122", "0.2"), ("a b", "{near}")])
    '1122:0.2 "a b":"{near}"'
    """
    return " ".join(f"{_quoted(guess)}:{_quoted(feedback)}" for guess, feedback in history)


def _quoted(text: str) -> str:
    if text and not re.search(r'[\s,:"()\[\]{}]', text):
        return text
    return '"' + text.replace('"', '""') + '"'
