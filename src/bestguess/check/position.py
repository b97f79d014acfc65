"""Builds the position of a file: its game, and the candidates after its history."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from bestguess.check.document import Certificate, Document
from bestguess.check.games import FileLocations, rules_of
from bestguess.check.limits import Limits
from bestguess.check.rules import Row, Rules
from bestguess.errors import FileError


@dataclass(frozen=True)
class Position:
    """Game and candidates of a document. Depths and totals count from here."""

    document: Document
    rules: Rules
    candidates: list[str]


def position_of(document: Document, limits: Limits, locations: FileLocations) -> Position:
    """Return the position of *document*. Raise FileError if it contradicts the game or the limit."""
    # A certificate without a history needs the table of all guesses and secrets: refuse a large one right away.
    needs_table = isinstance(document, Certificate) and not document.history
    rules = rules_of(document.game, document.game_files, limits, needs_table, locations)
    for name, given_value, true_value in (("goal", document.goal, rules.goal), ("rule", document.rule, rules.rule)):
        if given_value != true_value:
            raise FileError(f"expected {name} {true_value!r} of its game, got {given_value!r:.60}")
    if rules.win is None and document.consistent:
        raise FileError("consistent=true does not work with goal 'identify'")
    _compare("labels", document.labels, rules.labels)
    _compare("costs", None if document.costs is None else document.costs.of, rules.costs)
    if document.nodes is not None or document.secret_names:
        _compare("names of secrets", document.secret_names or None, rules.names)
    unit = "1" if rules.unit_parts == 1 else f"1/{rules.unit_parts}"
    if document.costs is not None and document.costs.unit != unit:
        raise FileError(f"says that its costs are in units of {document.costs.unit!r:.60}, but they are in {unit!r}")
    limit = document.max_guesses
    if limit is None and rules.rows is not None:
        limit = rules.rows - len(document.history)
        if limit < 1:
            raise FileError(
                f"its history of {len(document.history)} rows leaves no guess: the game has {rules.rows} rows"
            )
    if limit is None and document.objective == "at-worst" and document.figures is not None:
        limit = (
            document.figures.worst
        )  # `tree` checks that the limit is the worst case, `certificate` that no tree has a lower one
    if document.limit != limit:
        raise FileError(f"says that its limit is {document.limit} guesses, but it is {limit}")
    return Position(document, rules, _candidates(rules, document.history, limits))


def _compare(name: str, pairs: Sequence[tuple[str, Any]] | None, expected: Mapping[str, Any]) -> None:
    """Raise FileError if the *pairs* of a file are not the *expected* ones of the game. None: the file has none."""
    if (pairs is None) != (not expected):
        raise FileError(f"expected the {name} of its game, or none if the game has none")
    for pair, expected_pair in zip_longest(pairs or (), expected.items()):
        if pair != expected_pair:
            raise FileError(f"its {name} are not those of the game: {pair!r:.60}, where it has {expected_pair!r:.60}")


def _candidates(rules: Rules, history: Sequence[Row], limits: Limits) -> list[str]:
    """Return the secrets consistent with *history*. Raise FileError if there is none, or nothing is left to ask."""
    guesses = set(rules.guesses) if history else set()
    candidates = list(rules.secrets)
    for number, (guess, answer) in enumerate(history):
        if guess not in guesses:
            raise FileError(f"its history plays {guess!r}, which is not a guess of the game")
        if answer == rules.win:
            raise FileError(f"its history has the winning feedback {answer!r}")
        rules.check_rows(history[:number], guess, "its history")
        consistent = []
        for place, secret in enumerate(candidates):
            if place % 4096 == 0:
                limits.tick()
            if rules.feedback(guess, secret) == answer:
                consistent.append(secret)
        candidates = consistent
    if not candidates:
        raise FileError(f"no secret fits the history {history_text(history)}")
    if rules.is_known(candidates):
        raise FileError(f"nothing is left to ask: it is {rules.labels[candidates[0]]!r}")
    return candidates


def history_text(history: Sequence[Row]) -> str:
    """Return *history* as text. A guess or feedback with a space or a special character is quoted.

    >>> history_text([("1122", "0.2"), ("a b", "{near}")])
    '1122:0.2 "a b":"{near}"'
    """
    return " ".join(f"{_quote(guess)}:{_quote(feedback)}" for guess, feedback in history)


def _quote(text: str) -> str:
    if text and not re.search(r'[\s,:"()\[\]{}]', text):
        return text
    return '"' + text.replace('"', '""') + '"'
