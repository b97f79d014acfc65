"""The position that a file is about: the candidates after its history, and how many guesses are left."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from bestguess.check.allowed import check_rows
from bestguess.check.document import Document
from bestguess.check.file_rules import GivenFiles
from bestguess.check.game import Rules
from bestguess.check.limits import Limits
from bestguess.check.rules import rules_of
from bestguess.errors import FileError


def rules_in(document: Document, limits: Limits, given: GivenFiles, cells: bool = False) -> Rules:
    """The rules of the game of *document*, which must have the goal, labels, costs and rule of it; raises FileError."""
    rules = rules_of(document.game, document.game_files, limits, cells, given)
    for name, says, true in (("goal", document.goal, rules.goal), ("rule", document.rule, rules.rule)):
        if says != true:
            raise FileError(f"says {name} {says!r:.60}, but that of its game is {true!r}")
    if rules.win is None and document.consistent:
        raise FileError("says that guesses are consistent, which none is where nothing is won")
    labels = None if rules.labels is None else [(secret, rules.labels[secret]) for secret in rules.secrets]
    _compare("labels", document.labels, labels)
    costs = None if rules.costs is None else [(guess, rules.costs[guess]) for guess in rules.guesses]
    _compare("costs", None if document.costs is None else document.costs.of, costs)
    unit = "1" if rules.parts == 1 else f"1/{rules.parts}"
    if document.costs is not None and document.costs.unit != unit:
        raise FileError(f"says that its costs are in units of {document.costs.unit!r:.60}, but they are in {unit!r}")
    return rules


def _compare(name: str, says: Sequence[tuple[str, Any]] | None, true: Sequence[tuple[str, Any]] | None) -> None:
    """Raises FileError unless what a file *says* of the labels or costs is *true*."""
    if (says is None) != (true is None):
        expected = f"no {name}, of which its game has none" if true is None else f"the {name} of its game"
        raise FileError(f"expected {expected}, got {'some' if true is None else 'none'}")
    for one, other in zip_longest(says or (), true or ()):
        if one != other:
            raise FileError(f"its {name} are not those of the game: {one!r:.60}, where it has {other!r:.60}")


def candidates_after(rules: Rules, history: Sequence[tuple[str, str]], limits: Limits) -> list[str]:
    """The secrets that are consistent with *history*; raises FileError when there is none, or the game is over."""
    known = set(rules.guesses) if history else set()
    left = list(rules.secrets)
    for number, (guess, answer) in enumerate(history):
        if guess not in known:
            raise FileError(f"its history plays {guess!r}, which is not a guess of the game")
        if answer == rules.win:
            raise FileError(f"its history has the winning feedback {answer!r}")
        check_rows(rules, history[:number], guess, "its history")
        kept = []
        for number, secret in enumerate(left):
            if number % 4096 == 0:
                limits.tick()
            if rules.feedback(guess, secret) == answer:
                kept.append(secret)
        left = kept
    if not left:
        raise FileError(f"no secret fits the history {history_text(history)}")
    if rules.is_over(left):
        raise FileError(f"nothing is left to ask: it is {rules.label(left[0])!r}")
    return left


def guess_limit_given(document: Document, rules: Rules) -> int | None:
    """How many guesses may be made from the position: what was asked for, or what is left of the rows."""
    if document.max_guesses is not None or rules.rows is None:
        return document.max_guesses
    if (left := rules.rows - len(document.history)) < 1:
        raise FileError(f"its history of {len(document.history)} leaves none of {rules.rows} rows")
    return left


def guess_limit(document: Document, rules: Rules) -> int | None:
    """The limit of guesses, which must be what the file says."""
    limit = guess_limit_given(document, rules)
    if limit is None and document.objective == "at-worst" and document.figures is not None:
        limit = document.figures["worst"]  # which the tree must have, and the proof that nothing has less
    if document.limit != limit:
        raise FileError(f"says that its limit is {document.limit} guesses, but it is {limit}")
    return limit


def history_text(history: Sequence[tuple[str, str]]) -> str:
    """The history as it is written: `1122:0.2 1344:1.1`; a text with a space or the like in it is quoted.

    >>> history_text([("1122", "0.2"), ("a b", "{near}")])
    '1122:0.2 "a b":"{near}"'
    """
    return " ".join(f"{_quoted(guess)}:{_quoted(feedback)}" for guess, feedback in history)


def _quoted(text: str) -> str:
    if text and not re.search(r'[\s,:"()\[\]{}]', text):
        return text
    return '"' + text.replace('"', '""') + '"'
