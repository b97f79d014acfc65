"""Hidden secrets without a memory: a challenge's id contains its game, and its secret is drawn from a key and the id.

An id is ``game.nonce.tag``, the game's text in base64 for URLs; the tag shows that this server, or another with the
same key, made it. The oracle is *open*: it answers any number of guesses.
"""

import base64
import binascii
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bestguess.errors import BestguessError, FileError
from bestguess.games import Code, Game
from bestguess.play import default_records
from bestguess.web import schemas
from bestguess.web.answers import encoded, told
from bestguess.web.kitchen import Kitchen
from bestguess.web.questions import GuessQuestion, served_game
from bestguess.web.settings import Settings

_KEY_BYTES = 32
_LONGEST_ID = 400


class Challenges:
    """Makes and reads the ids of challenges by a *key*."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new(self, game: Game) -> str:
        """The id of a new challenge."""
        text = base64.urlsafe_b64encode(str(game).encode()).decode().rstrip("=")
        begin = f"{text}.{secrets.token_urlsafe(12)}"
        return f"{begin}.{self._tag(begin)}"

    def game(self, name: str, settings: Settings) -> Game:
        """The game of the challenge called *name*; raises HTTPException 404 when no server with this key made it."""
        begin, _, tag = name.rpartition(".")
        if len(name) <= _LONGEST_ID and hmac.compare_digest(self._tag(begin).encode(), tag.encode()):
            text = begin.partition(".")[0]
            try:
                padded = text + "=" * (-len(text) % 4)
                return served_game(base64.urlsafe_b64decode(padded).decode(), settings.secrets)
            except (binascii.Error, ValueError, BestguessError):  # of another version, or of other limits
                pass
        raise HTTPException(404, "expected the id of a challenge of this server")

    def secret(self, name: str, game: Game) -> Code:
        """What the challenge hides: any secret is as likely as any other."""
        number = int.from_bytes(self._mac("secret", name))
        return game.secrets[number % len(game.secrets)]

    def _tag(self, text: str) -> str:
        return base64.urlsafe_b64encode(self._mac("tag", text)[:12]).decode()

    def _mac(self, use: str, text: str) -> bytes:
        return hmac.digest(self._key, f"{use} {text}".encode(), hashlib.sha256)


def challenge_routes(kitchen: Kitchen, challenges: Challenges) -> APIRouter:
    """The routes of challenges."""
    missing: dict[int | str, dict[str, Any]] = {
        404: {"model": schemas.Problem, "description": "No challenge of this server."}
    }
    router = APIRouter(tags=["challenges"], prefix="/challenges", responses={**schemas.PROBLEMS, **missing})
    settings = kitchen.settings

    @router.post("", status_code=201, responses=schemas.answer(schemas.Challenge, 201))
    async def begin(asked: schemas.NewChallenge) -> Response:
        """A new hidden secret."""
        game = served_game(asked.game, settings.secrets)
        name = challenges.new(game)
        headers = {"Location": f"/api/challenges/{name}", "Cache-Control": "no-store"}
        return Response(_challenge(name, game), 201, headers, "application/json")

    @router.get("/{id}", responses=schemas.answer(schemas.Challenge))
    async def show(request: Request, id: str) -> Response:  # noqa: A002 - the name is the interface's
        """Which game a challenge is of."""
        return told(request, _challenge(id, challenges.game(id, settings)))

    @router.get("/{id}/feedback", responses=schemas.answer(schemas.ChallengeFeedback))
    async def feedback(request: Request, id: str, question: Annotated[GuessQuestion, Query()]) -> Response:  # noqa: A002
        """The feedback to a guess."""
        game = challenges.game(id, settings)
        guess = game.parse_guess(question.guess)
        answer = game.feedback(guess, challenges.secret(id, game))
        fields = {"guess": guess, "feedback": answer, "win": answer == game.win, "oracle": "open"}
        return told(request, encoded("feedback", fields))

    @router.post("/{id}/secret", responses=schemas.answer(schemas.ChallengeSecret))
    async def give_up(id: str) -> Response:  # noqa: A002
        """What was hidden: gives up."""
        secret = challenges.secret(id, challenges.game(id, settings))
        return Response(encoded("secret", {"secret": secret}), 200, {"Cache-Control": "no-store"}, "application/json")

    return router


def _challenge(name: str, game: Game) -> bytes:
    return encoded("challenge", {"id": name, "game": str(game), "oracle": "open"})


def key_file() -> Path:
    """Where the key is kept when the environment gives none."""
    return default_records().with_name("web.key")


def load_key(path: Path | None = None) -> bytes:
    """The key in the file at *path*, which is made, for its owner's eyes only, when it is not there."""
    file = key_file() if path is None else path
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _make_key(file)
        if file.stat().st_mode & 0o077:
            raise FileError(f"{file}: expected a key that only its owner can read: chmod 600 it, or remove it")
        key = file.read_bytes()
    except OSError as error:
        raise FileError(f"{file}: the server's key cannot be kept: {error.strerror}") from error
    if len(key) < _KEY_BYTES:
        raise FileError(f"{file}: expected a key of {_KEY_BYTES} bytes, got {len(key)}: remove it to have a new one")
    return key


def _make_key(file: Path) -> None:
    """Writes a new key beside *file* and links it there, so that it is whole, and one only, however many start."""
    if file.exists():
        return
    beside = file.with_name(f".{file.name}.{secrets.token_hex(6)}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
            written.write(secrets.token_bytes(_KEY_BYTES))
        os.link(beside, file)
    except FileExistsError:  # another server was first
        pass
    finally:
        beside.unlink(missing_ok=True)
