"""Routes of challenges: start one, guess, give up.

The oracle is *open*: it answers any number of guesses.
"""

from typing import Annotated, Literal, TypedDict

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from bestguess.candidates import find_candidates
from bestguess.errors import HistoryError
from bestguess.games import IDENTIFY, Game, History, Row
from bestguess.web import schemas
from bestguess.web.challenges import Challenges
from bestguess.web.queries import GuessQuery, NewChallenge
from bestguess.web.responses import encode_document, json_response
from bestguess.web.service import Service
from bestguess.web.validation import check_row_count, served_game


class ChallengeJson(TypedDict):
    """A hidden secret."""

    id: str  # names the challenge in paths; nobody can read the secret out of it
    game: str
    oracle: Literal["open"]


class ChallengeFeedbackJson(TypedDict):
    """The feedback to a guess."""

    guess: str
    feedback: str
    win: bool  # whether the guess is the secret; with goal identify, whether all rows leave one label
    oracle: Literal["open"]


class ChallengeSecretJson(TypedDict):
    """What was hidden."""

    secret: str


def challenge_routes(service: Service, challenges: Challenges) -> APIRouter:
    """The routes of challenges."""
    missing = schemas.problem_response(404, "No challenge of this server.")
    router = APIRouter(tags=["challenges"], prefix="/challenges", responses={**schemas.PROBLEMS, **missing})
    settings = service.settings

    @router.post("", status_code=201, responses=schemas.answer(ChallengeJson, "challenge", 201))
    async def begin(new: NewChallenge) -> Response:
        """A new hidden secret: drawn, or the one that is given.

        Nobody can read it out of the id. But the server answers every guess, and gives the secret to who gives up.
        """
        game = served_game(new.game, settings.secrets)
        name = challenges.new(game, None if new.secret is None else game.as_secret(new.secret))
        headers = {"Location": f"/api/challenges/{name}", "Cache-Control": "no-store"}
        return Response(_challenge(name, game), 201, headers, "application/json")

    @router.get("/{id}", responses=schemas.answer(ChallengeJson, "challenge"))
    async def show(request: Request, id: str) -> Response:  # noqa: A002 - the name is the interface's
        """The game of a challenge."""
        return json_response(request, _challenge(id, challenges.game(id, settings)))

    @router.get("/{id}/feedback", responses=schemas.answer(ChallengeFeedbackJson, "feedback"))
    async def feedback(request: Request, id: str, query: Annotated[GuessQuery, Query()]) -> Response:  # noqa: A002
        """The feedback to a guess, and whether it wins; with goal identify, whether all rows leave one label."""
        game = challenges.game(id, settings)
        check_row_count(game, query.history, settings)
        secret, rows = challenges.secret(id, game), game.as_history(query.history)
        for number, row in enumerate(rows, start=1):
            if game.score(row.guess, secret) != row.feedback:
                raise HistoryError(f"row {number} of the history, {str(row)!r}: not the answer of this challenge")
        guess = game.as_guess(query.guess)
        answer = game.score(guess, secret)
        win = answer == game.win or (game.goal == IDENTIFY and _is_identified(game, rows + Row(guess, answer)))
        fields: ChallengeFeedbackJson = {"guess": guess, "feedback": answer, "win": win, "oracle": "open"}
        return json_response(request, encode_document("feedback", fields))

    @router.post("/{id}/secret", responses=schemas.answer(ChallengeSecretJson, "secret"))
    async def give_up(id: str) -> Response:  # noqa: A002
        """The hidden secret, for a player who gives up."""
        fields: ChallengeSecretJson = {"secret": challenges.secret(id, challenges.game(id, settings))}
        return Response(encode_document("secret", fields), 200, {"Cache-Control": "no-store"}, "application/json")

    return router


def _is_identified(game: Game, rows: History) -> bool:
    """Whether all candidates that *rows* leave have one label."""
    return find_candidates(game, rows, limit=0).label is not None


def _challenge(name: str, game: Game) -> bytes:
    fields: ChallengeJson = {"id": name, "game": str(game), "oracle": "open"}
    return encode_document("challenge", fields)
