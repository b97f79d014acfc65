"""Challenges: feedback, giving up, forged ids, and the key."""

import os
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient

import bestguess as bg
from bestguess.errors import FileError
from bestguess.web.challenges import Challenges, load_key
from servers import KEY, client_of, document, fault, small_settings
from unix import unix


def begun(client: TestClient, game: str = "mastermind(3,4,rows=8)") -> str:
    """The id of a new challenge."""
    name = document(client.post("/api/challenges", json={"game": game}))["id"]
    assert isinstance(name, str)
    return name


def test_a_challenge_is_played(client: TestClient) -> None:
    """All feedbacks are of one secret, which giving up shows; following advice finds it."""
    name = begun(client)
    assert document(client.get(f"/api/challenges/{name}"))["game"] == "mastermind(3,4,rows=8)"
    position, won = bg.Position("mastermind(3,4,rows=8)"), False
    while not won:
        guess = str(bg.advise(position).choice)
        told = document(client.get(f"/api/challenges/{name}/feedback", params={"guess": guess}))
        won = told["win"]
        position = position.after(guess, told["feedback"])
    assert position.outcome == "won"
    assert document(client.post(f"/api/challenges/{name}/secret"))["secret"] == position.history[-1].guess


def test_nothing_tells_the_secret(client: TestClient) -> None:
    """Before giving up, no body and no header of any response contains the secret, and the id does not depend on it."""
    challenges = Challenges(KEY.encode())
    for _ in range(5):
        answer = client.post("/api/challenges", json={"game": "mastermind(8,4)"})
        name = answer.json()["id"]
        secret = challenges.secret(name, bg.game("mastermind(8,4)"))
        guess = "12341234" if secret != "12341234" else "43214321"
        seen = [answer, client.get(f"/api/challenges/{name}")]
        seen.append(client.get(f"/api/challenges/{name}/feedback", params={"guess": guess}))
        assert document(seen[-1])["feedback"] == bg.game("mastermind(8,4)").score(guess, secret)
        told = " ".join([one.text.replace(name, "") + str(one.headers).replace(name, "") for one in seen])
        assert secret not in told


def test_a_challenge_has_the_secret_that_was_chosen(client: TestClient) -> None:
    """Every secret of a game can be chosen; feedback and giving up are those of it."""
    game = bg.game("mastermind(2,3)")
    for secret in game.secrets:
        name = document(client.post("/api/challenges", json={"game": str(game), "secret": secret}))["id"]
        told = document(client.get(f"/api/challenges/{name}/feedback", params={"guess": "12"}))
        assert told["feedback"] == game.score("12", secret)
        assert document(client.post(f"/api/challenges/{name}/secret"))["secret"] == secret


def test_a_link_tells_nothing_of_the_secret_that_was_chosen() -> None:
    """Ids of one secret are unrelated: what differs from a drawn challenge is any number with equal chance."""
    game, challenges = bg.game("mastermind(2,3)"), Challenges(b"a fixed key, so that the draw is one")
    offsets = {
        secret: Counter(challenges.new(game, secret).split(".")[2] for _ in range(900)) for secret in ("11", "23")
    }
    for counts in offsets.values():
        assert set(counts) == {str(number) for number in range(9)}
        assert all(50 < count < 150 for count in counts.values())  # 100 with a standard deviation of 9.4
    twice = [challenges.new(game, "11").split(".") for _ in range(2)]
    assert twice[0][1] != twice[1][1]
    assert twice[0][3] != twice[1][3]


def test_a_chosen_secret_needs_the_key() -> None:
    """With another key the same id means another secret, evenly drawn, and is not accepted; so do drawn ones."""
    game, key = bg.game("mastermind(2,3)"), Challenges(b"1" * 32)
    drawn = [key.new(game) for _ in range(50)]
    assert len(set(drawn)) == 50
    assert [key.secret(name, game) for name in drawn] == [Challenges(b"1" * 32).secret(name, game) for name in drawn]
    assert [key.secret(name, game) for name in drawn] != [Challenges(b"2" * 32).secret(name, game) for name in drawn]
    names = [key.new(game, "11") for _ in range(900)]
    assert {key.secret(name, game) for name in names} == {"11"}
    guessed = Counter(Challenges(b"2" * 32).secret(name, game) for name in names)
    assert all(50 < guessed[secret] < 150 for secret in game.secrets)
    for name in (names[0], drawn[0]):
        assert key.game(name, small_settings()) == game
        with pytest.raises(HTTPException):
            Challenges(b"2" * 32).game(name, small_settings())


def test_ids_without_an_offset_keep_their_secret() -> None:
    """Links that were made before secrets could be chosen go on working."""
    challenges = Challenges(KEY.encode())
    name = "bWFzdGVybWluZCg0LDYp.0123456789abcdef.c1ymL-jSP8Cwr4hk"
    game = challenges.game(name, small_settings())
    assert (str(game), challenges.secret(name, game)) == ("mastermind(4,6)", "6465")


def test_secrets_with_weights_are_drawn_by_weight() -> None:
    """A secret of weight 0 never comes up, one of weight 3 about three times as often as one of weight 1."""
    game = bg.CustomGame("abc", "abc", lambda guess, secret: guess == secret, True, weights=[0, 1, 3], name="weighted")
    challenges = Challenges(b"1" * 32)
    counts = Counter(challenges.secret(challenges.new(game), game) for _ in range(2_000))
    assert counts["a"] == 0
    assert 0.65 < counts["c"] / 2_000 < 0.85  # ten standard deviations on both sides


def test_forged_ids_are_unknown(client: TestClient) -> None:
    """An id that is changed in any place, or made up, is 404 on every route."""
    name = begun(client)
    place = {0: "game", len(name) // 2: "nonce", len(name) - 1: "tag"}
    forged = [name[:at] + ("A" if name[at] != "A" else "B") + name[at + 1 :] for at in place]
    own = document(client.post("/api/challenges", json={"game": "mm3x4", "secret": "123"}))["id"]
    game, nonce, offset, tag = own.split(".")
    moved = (int(offset) + 1) % 64
    forged += [f"{game}.{nonce}.{moved}.{tag}", f"{game}.{nonce}.{tag}", f"{game}.{nonce}.{offset}.{offset}.{tag}"]
    for one in [*forged, name[:-1], name + "A", "x", "..", "a.b.c", "%00", "é.é.é", "a" * 500]:
        for path in (f"/api/challenges/{one}", f"/api/challenges/{one}/feedback?guess=111"):
            assert fault(client.get(path)) == (404, "not-found")
        assert fault(client.post(f"/api/challenges/{one}/secret"))[0] in (404, 405)


def test_bad_challenges(client: TestClient) -> None:
    """A game, a secret or a guess that is not valid is refused."""
    bodies: list[tuple[Any, str]] = [
        ({"game": "go"}, "game"),
        ({"game": "table(x.csv)"}, "file"),
        ({"game": "mastermind(4,6,secrets=distinct)", "secret": "1123"}, "code"),
        ({"game": "mm4x6", "secret": 1234}, "request"),
        ({}, "request"),
    ]
    for body, kind in bodies:
        assert fault(client.post("/api/challenges", json=body)) == (422, kind)
    headers = {"content-type": "application/json"}
    assert fault(client.post("/api/challenges", content=b"\xff", headers=headers))[0] == 422
    assert fault(client.get(f"/api/challenges/{begun(client)}/feedback?guess=9")) == (422, "code")


@unix
def test_the_key_is_created_once_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key in the environment, one is created in the data folder with mode 0600, and used again."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = os.umask(0)
    try:
        with client_of(small_settings(key="")) as client:
            name = begun(client)
    finally:
        os.umask(before)
    file = tmp_path / "bestguess" / "web.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]
    with client_of(small_settings(key="")) as client:
        assert client.get(f"/api/challenges/{name}").status_code == 200
    assert load_key() == file.read_bytes()
    assert len(file.read_bytes()) == 32


@unix
def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """A key file that others can read, or that is too short, is refused with its path."""
    file = tmp_path / "web.key"
    file.write_bytes(b"k" * 32)
    file.chmod(0o644)
    with pytest.raises(FileError, match="only its owner"):
        load_key(file)
    file.chmod(0o600)
    assert load_key(file) == b"k" * 32
    file.write_bytes(b"k")
    with pytest.raises(FileError, match="expected a key of 32 bytes"):
        load_key(file)
