"""The position that a file is about: its game, and the candidates after its history."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from bestguess.check.document import Certificate, Document
from bestguess.check.games import GivenFiles, rules_of
from bestguess.check.limits import Limits
from bestguess.check.rules import Row, Rules
from bestguess.errors import FileError


@dataclass(frozen=True)
class Position:
    """What a document is about. Everything counts from here."""

    document: Document
    rules: Rules
    candidates: list[str]


def position_of(document: Document, limits: Limits, given: GivenFiles) -> Position:
    """Return the position of *document*, which must say of the game and of the limit what is true; raise FileError."""
    cells = isinstance(document, Certificate) and not document.history
    rules = rules_of(document.game, document.game_files, limits, cells, given)
    for name, says, true in (("goal", document.goal, rules.goal), ("rule", document.rule, rules.rule)):
        if says != true:
            raise FileError(f"says {name} {says!r:.60}, but that of its game is {true!r}")
    if rules.win is None and document.consistent:
        raise FileError("says that guesses are consistent, which none is where nothing is won")
    _compare("labels", document.labels, rules.labels)
    _compare("costs", None if document.costs is None else document.costs.of, rules.costs)
    if document.nodes is not None or document.secret_names:
        _compare("names of secrets", document.secret_names or None, rules.names)
    unit = "1" if rules.parts == 1 else f"1/{rules.parts}"
    if document.costs is not None and document.costs.unit != unit:
        raise FileError(f"says that its costs are in units of {document.costs.unit!r:.60}, but they are in {unit!r}")
    limit = document.max_guesses
    if limit is None and rules.rows is not None:
        limit = rules.rows - len(document.history)
        if limit < 1:
            raise FileError(f"its history of {len(document.history)} leaves none of {rules.rows} rows")
    if limit is None and document.objective == "at-worst" and document.figures is not None:
        limit = document.figures.worst  # which the tree must have, and the proof that nothing has less
    if document.limit != limit:
        raise FileError(f"says that its limit is {document.limit} guesses, but it is {limit}")
    return Position(document, rules, _candidates(rules, document.history, limits))


def _compare(name: str, says: Sequence[tuple[str, Any]] | None, true: Mapping[str, Any]) -> None:
    """Raise FileError unless what a file *says* of the game is *true*; None: that there are none."""
    if (says is None) != (not true):
        raise FileError(f"expected the {name} of its game, and none where it has none")
    for pair, true_pair in zip_longest(says or (), true.items()):
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
        rules.check_rows(history[:number], guess, "its history")
        kept = []
        for place, secret in enumerate(left):
            if place % 4096 == 0:
                limits.tick()
            if rules.feedback(guess, secret) == answer:
                kept.append(secret)
        left = kept
    if not left:
        raise FileError(f"no secret fits the history {history_text(history)}")
    if rules.is_known(left):
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
