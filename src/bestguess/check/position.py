"""The position that a file is about: the candidates after its history, and how many guesses are left."""

import re
from collections.abc import Sequence

from bestguess.check.allowed import check_rows
from bestguess.check.document import Document
from bestguess.check.limits import Limits
from bestguess.check.rules import Rules, rules_of
from bestguess.errors import FileError


def rules_in(document: Document, limits: Limits, cells: bool = False) -> Rules:
    """The rules of the game of *document*, whose rule must be what it says; raises FileError."""
    rules = rules_of(document.game, document.game_files, limits, cells)
    if document.rule != rules.rule:
        raise FileError(f"says rule {document.rule!r:.60}, but that of its game is {rules.rule!r}")
    return rules


def candidates_after(rules: Rules, history: Sequence[tuple[str, str]], limits: Limits) -> list[str]:
    """The secrets that are consistent with *history*; raises FileError when there is none."""
    known = set(rules.guesses) if history else set()
    left = list(rules.secrets)
    for number, (guess, answer) in enumerate(history):
        if guess not in known:
            raise FileError(f"its history plays {guess!r}, which is not a guess of the game")
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
    return left


def guess_limit_given(document: Document, rules: Rules) -> int | None:
    """How many guesses may be made from the position: what was asked for, or what is left of the rows."""
    if document.max_guesses is not None or rules.rows is None or not document.honours_rows:
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
