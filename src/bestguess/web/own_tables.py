"""Tables of one's own: CSV texts in the bodies of requests. They are read, checked and described; no file is opened."""

from collections.abc import Sequence
from typing import TypedDict

from bestguess.errors import SizeError
from bestguess.games import Game, TableGame, table_game
from bestguess.games.table import Table
from bestguess.trees import Tree
from bestguess.trees.figures import in_user_units
from bestguess.web.queries import OwnTable, TableQuery
from bestguess.web.settings import Settings

_BYTES_PER_GAME = 7_000
_BYTES_PER_TEXT = 400  # of memory, with its places in lists and dictionaries, besides its letters
_MOST_BYTES_PER_LETTER = 4
_BYTES_PER_NODE = 200


def own_game(query: OwnTable, settings: Settings) -> TableGame:
    """The game of the table in *query*, within the limits of the server; raises BestguessError."""
    if (size := len(query.table.encode(errors="surrogatepass"))) > settings.own_bytes:
        raise SizeError(f"expected a table of at most {settings.own_bytes:,} bytes, got {size:,}")
    if isinstance(query, TableQuery):
        game = TableGame.from_text(query.table, query.win, query.goal)
    else:
        game = table_game(query.game, query.table)  # type: ignore[attr-defined]
    _check_size(game, settings)
    return game


def _check_size(game: TableGame, settings: Settings) -> None:
    """Raises SizeError for a table that is larger than *settings* allow."""
    counts = (
        ("guesses", len(game.guesses), settings.own_guesses),
        ("secrets", len(game.secrets), settings.own_secrets),
        ("different feedbacks", len(game.feedbacks), settings.own_feedbacks),
    )
    for what, count, most in counts:
        if count > most:
            raise SizeError(f"table: expected at most {most:,} {what}, got {count:,}")
    texts = (*game.guesses, *game.secrets, *game.feedbacks, *(game.labels or ()))
    longest = max(texts, key=len)
    if len(longest) > settings.own_letters:
        raise SizeError(
            f"table: expected cells of at most {settings.own_letters} letters, "
            f"got one of {len(longest):,}: {longest[:40]!r}"
        )


def game_bytes(game: Game) -> int:
    """About the memory of a *game* that caches keep: of a table of one's own; others take little."""
    if not isinstance(game, TableGame):
        return 0
    texts = (*game.guesses, *game.secrets, *game.feedbacks, *(game.labels or ()))
    return _BYTES_PER_GAME + _text_bytes(texts) + game.matrix.nbytes


def tree_bytes(tree: Tree) -> int:
    """About the memory of a *tree*, and of its game."""
    return _BYTES_PER_NODE * len(tree) + (game_bytes(tree.rules) if isinstance(tree.rules, Game) else 0)


def _text_bytes(texts: Sequence[str]) -> int:
    return _BYTES_PER_TEXT * len(texts) + _MOST_BYTES_PER_LETTER * sum(map(len, texts))


class OwnTableJson(TypedDict):
    """What is in a table of one's own."""

    name: str  # the name of the table: the first 16 digits of its SHA-256
    game: str  # the game to ask about, with the table in the body
    goal: str
    win: str | None  # the winning feedback; null with goal identify
    guesses: Sequence[str]  # the guesses, lowest first
    secrets: Sequence[str]  # the secrets, lowest first
    labels: Sequence[str] | None  # what each secret means; null: each is its own
    weights: Sequence[int] | None  # how likely each secret is, as integers; null: all alike
    costs: list[float] | None  # what each guess costs; null: 1
    feedbacks: Sequence[str]  # the feedbacks, a winning one first
    matrix: list[list[int]]  # for each guess and each secret, the number of the feedback, from 0


def table_document(game: TableGame, table: Table) -> OwnTableJson:
    """What is in a table."""
    costs = None if game.costs is None else [float(in_user_units(cost, game.cost_unit)) for cost in game.costs]
    return {
        "name": game.files[0][0],
        "game": str(game),
        "goal": game.goal,
        "win": game.win,
        "guesses": game.guesses,
        "secrets": game.secrets,
        "labels": game.labels,
        "weights": game.weights,
        "costs": costs,
        "feedbacks": game.feedbacks,
        "matrix": table.ordinals.tolist(),
    }
