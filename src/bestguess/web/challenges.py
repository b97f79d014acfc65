"""Challenges: hidden secrets that the server does not store.

The id of a challenge contains its game; the secret is derived from the id and the server's key (HMAC). An id is
``game.nonce.tag`` with the game's text in URL-safe base64; the tag proves that a server with the same key made it.

For a secret that someone chose, the id is ``game.nonce.offset.tag``: the secret is *offset* places after the one that
the key gives to ``game.nonce``, counted in the list of secrets and round its end. A new nonce is drawn every time, so
the offset is any number with equal chance, whatever the secret is.

So nobody can read a secret out of a link. It does not protect against asking: the server answers every guess, and gives
the secret to whoever gives up. Nor does it protect against those who run the server and have its key.
"""

import base64
import binascii
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from starlette.exceptions import HTTPException

from bestguess.advice import draw_secret
from bestguess.errors import BestguessError, FileError
from bestguess.games import Code, Game
from bestguess.records import default_path
from bestguess.web.settings import Settings
from bestguess.web.validation import served_game

_KEY_BYTES = 32
_MAX_ID = 400


class UnkeptKeyError(FileError):
    """There is no place where the server's key can be kept."""


class Challenges:
    """Makes and reads the ids of challenges with a *key*."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new(self, game: Game, secret: Code | None = None) -> str:
        """The id of a new challenge with *secret*, a code of *game*; by default one is drawn, by weight."""
        if secret is None and game.weights is not None:
            secret = draw_secret(game, secrets.randbits(64))
        text = base64.urlsafe_b64encode(str(game).encode()).decode().rstrip("=")
        begin = f"{text}.{secrets.token_urlsafe(12)}"
        if secret is not None:
            offset = (game.secrets.index(secret) - self._number("own", begin)) % len(game.secrets)
            begin = f"{begin}.{offset}"
        return f"{begin}.{self._tag(begin)}"

    def game(self, name: str, settings: Settings) -> Game:
        """The game of the challenge with the id *name*; raises HTTPException 404 for an id made with another key."""
        begin, _, tag = name.rpartition(".")
        if len(name) <= _MAX_ID and hmac.compare_digest(self._tag(begin).encode(), tag.encode()):
            text = begin.partition(".")[0]
            try:
                padded = text + "=" * (-len(text) % 4)
                return served_game(base64.urlsafe_b64decode(padded).decode(), settings.secrets)
            except (binascii.Error, ValueError, BestguessError):  # made by another version, or within other limits
                pass
        raise HTTPException(404, "expected the id of a challenge of this server")

    def secret(self, name: str, game: Game) -> Code:
        """The secret of the challenge with the id *name*, which `game` accepts."""
        number = self._number("secret", name)
        if name.count(".") == 3:
            text, nonce, offset, _ = name.split(".")
            number = self._number("own", f"{text}.{nonce}") + int(offset)
        return game.secrets[number % len(game.secrets)]

    def _number(self, use: str, text: str) -> int:
        return int.from_bytes(self._mac(use, text))

    def _tag(self, text: str) -> str:
        return base64.urlsafe_b64encode(self._mac("tag", text)[:12]).decode()

    def _mac(self, use: str, text: str) -> bytes:
        return hmac.digest(self._key, f"{use} {text}".encode(), hashlib.sha256)


def key_file() -> Path:
    """The file of the key when the environment gives none."""
    return default_path().with_name("web.key")


def load_key(path: Path | None = None) -> bytes:
    """The key in the file at *path*, which is created when it is missing; only its owner may read it.

    Raises UnkeptKeyError where no file can be made or read, FileError for a file that is not safe to use.
    """
    try:
        file = key_file() if path is None else path
    except FileError as error:
        raise UnkeptKeyError(str(error)) from error
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _make_key(file)
        if os.name != "nt" and file.stat().st_mode & 0o077:  # Windows says the same of every file
            raise FileError(f"{file}: expected a key that only its owner can read: chmod 600 it, or remove it")
        key = file.read_bytes()
    except OSError as error:
        raise UnkeptKeyError(f"{file}: the server's key cannot be kept: {error.strerror}") from error
    if len(key) < _KEY_BYTES:
        raise FileError(f"{file}: expected a key of {_KEY_BYTES} bytes, got {len(key)}: remove it to have a new one")
    return key


def _make_key(file: Path) -> None:
    """Writes a new key to a temporary file and links it to *file*: it is complete, and several servers share one."""
    if file.exists():
        return
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(6)}")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
            written.write(secrets.token_bytes(_KEY_BYTES))
        os.link(temporary, file)
    except FileExistsError:  # another server was faster
        pass
    finally:
        temporary.unlink(missing_ok=True)
