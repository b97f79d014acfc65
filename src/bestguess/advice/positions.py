"""The position that is valued: that of a table, of a list of candidates, or of a sample."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from bestguess.advice.samples import Sample, sample
from bestguess.arguments import as_list
from bestguess.errors import CodeError, ContradictionError, no_candidate
from bestguess.games import Code, CodeTuple, Game, History, Selection
from bestguess.games.table import Table
from bestguess.position import Position

if TYPE_CHECKING:
    from bestguess.engine import Indices


def position_to_value(
    position: Position, candidates: Iterable[Code] | None, seed: int
) -> tuple[Position, Sample | None]:
    """The position to value, which has candidates, and the sample it is of, if it is; raises ContradictionError."""
    rules, rows = position.game, position.active_rows
    listed = None if candidates is None else as_list("candidates", candidates, CodeError)
    if listed is not None and not listed:
        raise ContradictionError("expected candidates, got an empty list")
    if not position.has_table and listed is None:
        drawn = sample(rules, rows, seed)
        return Position(drawn.game), drawn
    if not position.has_table:
        selection = _selection(rules, rows, listed or (), seed)
        return Position(selection), Sample(selection, len(selection.secrets))
    if listed is not None:
        among = position.table.among(_indices(position.table, listed))
        position = Position(among, position.history, ignored=position.ignored)
        if not position.count:
            raise ContradictionError(f"none of the listed candidates fits the answers {rows}")
    position.check_possible()
    _ = position.table  # so that candidates are found on it from now on
    return position, None


def _indices(table: Table, candidates: Sequence[Code]) -> "Indices":
    """The indices of *candidates*, each once, lowest first."""
    places = {table.secrets.index(table.game.as_secret(code)) for code in candidates}
    return np.array(sorted(places), np.uint32)


def _selection(game: Game, history: History, candidates: Sequence[Code], seed: int) -> Selection:
    """Some guesses against those of the *candidates* that fit *history*."""
    codes = sorted({game.as_secret(code) for code in candidates}, key=game.secrets.index)
    fitting = [code for code in codes if all(game.score_unchecked(row.guess, code) == row.feedback for row in history)]
    if not fitting:
        raise no_candidate(game, history)
    drawn = sample(game, History(), seed).game.guesses
    others = [code for code in drawn if game.why_forbidden(code, history) is None]
    return Selection(game, CodeTuple(sorted({*others, *fitting}, key=game.guesses.index)), CodeTuple(fitting))
