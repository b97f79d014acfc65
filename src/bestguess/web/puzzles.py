"""JSON documents of practice puzzles: those that ship, or made on request."""

from typing import Literal

from bestguess.data import shipped_count
from bestguess.errors import SizeError
from bestguess.games import Game
from bestguess.puzzles import as_kind, make, shipped_puzzles
from bestguess.puzzles.generation import PuzzlesJson, puzzles_json
from bestguess.web.jobs import JobContext
from bestguess.web.queries import PuzzlesQuery
from bestguess.web.service import Service
from bestguess.web.settings import Settings
from bestguess.web.validation import has_table, pair_count

_USUAL = 10  # puzzles that are made where no count is given


class PuzzlesDocument(PuzzlesJson):
    """Practice puzzles of one kind; fewer than were asked for where no more were found."""

    source: Literal["computed", "shipped"]


def shipped_document(query: PuzzlesQuery, game: Game) -> PuzzlesDocument | None:
    """The document with puzzles that ship; None where too few do."""
    kind, count = as_kind(query.kind), query.count or shipped_count(game)
    found = shipped_puzzles(game, kind, count, query.seed) if count else None
    return None if found is None else {**puzzles_json(game, kind, query.seed, count, found), "source": "shipped"}


def check_puzzle_size(game: Game, settings: Settings) -> None:
    """Raises SizeError when *game* is too large for puzzles to be made on request."""
    pairs, limit = pair_count(game), settings.puzzle_pairs
    if pairs > limit:
        raise SizeError(f"puzzles need a game of at most {limit:,} guess-secret pairs, {game} has {pairs:,}")


def made_document(service: Service, context: JobContext, query: PuzzlesQuery, game: Game) -> PuzzlesDocument:
    """The document with puzzles that are made now."""
    if has_table(game, service.settings):
        game = service.with_table(game, progress=context.progress)
    count = query.count or _USUAL
    found = make(game, query.kind, count, query.seed, progress=context.progress)
    return {**puzzles_json(game, as_kind(query.kind), query.seed, count, tuple(found)), "source": "computed"}
