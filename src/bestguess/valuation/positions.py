"""The position that is valued: that of a table, of a list of candidates, or of a sample."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import as_list
from bestguess.errors import CodeError, ContradictionError, no_candidate
from bestguess.games import Code, Game, History, Selection
from bestguess.strategies import Position
from bestguess.table import Table
from bestguess.valuation.samples import Sample, sample
from bestguess.valuation.situation import Situation

if TYPE_CHECKING:
    from bestguess.engine import Indices


def position_to_value(
    situation: Situation, candidates: Iterable[Code] | None, seed: int, threads: int | None
) -> tuple[Position, Sample | None]:
    """The position to value, which has candidates, and the sample it is of, if it is; raises ContradictionError."""
    rules, table, rows = situation.game, situation.table, situation.heeded
    listed = None if candidates is None else as_list("candidates", candidates, CodeError)
    if listed is not None and not listed:
        raise ContradictionError("expected candidates, got an empty list")
    if table is None and listed is None:
        drawn = sample(rules, rows, seed, threads)
        return Position(drawn.table), drawn
    if table is None:
        position = Position(_table_of(rules, rows, listed or (), seed))
        return position, Sample(position.table, len(position.candidates))
    position = Position(table if listed is None else table.among(_indices(table, listed)), rows)
    if not len(position.candidates):
        named = f"no secret of {rules}" if listed is None else "none of the listed candidates"
        raise ContradictionError(f"{named} fits the answers {rows}")
    return position, None


def _indices(table: Table, candidates: Sequence[Code]) -> "Indices":
    """The indices of *candidates*, each once, lowest first."""
    place = {secret: index for index, secret in enumerate(table.secrets)}
    return np.array(sorted({place[table.game.parse_secret(code)] for code in candidates}), np.uint32)


def _table_of(game: Game, history: History, candidates: Sequence[Code], seed: int) -> Table:
    """Some guesses against those of the *candidates* that fit *history*."""
    codes = sorted({game.parse_secret(code) for code in candidates})
    fitting = [code for code in codes if all(game.score(row.guess, code) == row.feedback for row in history)]
    if not fitting:
        raise no_candidate(game, history)
    drawn = sample(game, History(), seed).table.guesses
    others = [code for code in drawn if game.why_forbidden(code, history) is None]
    return Table.of_selection(Selection(game, sorted({*others, *fitting}), fitting))
