"""Checkpoints: a proof that is killed goes on, and ends as if nothing had happened."""

import errno
import json
import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.solve.checkpoint import Checkpoint

KILLS = 20 if os.environ.get("BESTGUESS_VERIFY") else 2
PROOF = """
import functools, sys
import bestguess as bg
from bestguess.solve import exact
exact.Checkpoint = functools.partial(exact.Checkpoint, every=0.01)
game = bg.game("mastermind(4,7)")
game.build_table()
print("begun", flush=True)
result = bg.optimum(game, checkpoint=sys.argv[1])
print(result.total, result.proven, result.nodes, *result.tree.guesses, flush=True)
"""


def test_killed_at_random_moments(tmp_path: Path) -> None:
    """Killed again and again, each time a little later: the value and the tree of a proof that was left alone."""
    fresh = bg.optimum(bg.game("mastermind(4,7)"))
    assert fresh.tree is not None
    rng = random.Random(4)
    path = tmp_path / "proof.part"
    for kill in range(KILLS):
        if kill % 4 == 0:
            path.unlink(missing_ok=True)
        child = subprocess.Popen([sys.executable, "-c", PROOF, str(path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(rng.random() / 2)
        while kill == KILLS - 1 and child.poll() is None and path.stat().st_size <= 1000:
            time.sleep(0.01)  # the last one has saved something, however slow the machine is
        child.kill()
        child.communicate()
    known = path.stat().st_size
    ended = subprocess.run([sys.executable, "-c", PROOF, str(path)], capture_output=True, text=True, check=True)
    total, proven, nodes, *guesses = ended.stdout.splitlines()[1].split()
    assert (int(total), proven) == (fresh.total, "True")
    assert tuple(guesses) == tuple(fresh.tree.guesses)
    assert known > 1000
    assert int(nodes) < fresh.nodes


def test_checkpoints_of_something_else_are_refused(tmp_path: Path) -> None:
    """Another game, objective, limit or position, another version, and files that are no checkpoint."""
    path = tmp_path / "proof.part"
    game = bg.game("mastermind(3,5)")
    bg.optimum(game, checkpoint=path)
    others: list[tuple[bg.Game | bg.Position, dict[str, Any], str]] = [
        (bg.game("mastermind(3,6)"), {}, "game 'mastermind\\(3,6\\)', got 'mastermind\\(3,5\\)'"),
        (game, {"objective": "worst"}, "objective 'worst', got 'mean'"),
        (game, {"max_guesses": 9}, "max_guesses 9"),
        (game, {"consistent": True}, "consistent True"),
        (bg.Position(game, "112:0.0"), {}, "history"),
        (game, {"first_guess": "112"}, "first_guess"),
    ]
    for other, options, culprit in others:
        before = path.read_bytes()
        with pytest.raises(bg.errors.FileError, match=culprit):
            bg.optimum(other, checkpoint=path, **options)
        assert path.read_bytes() == before
    head, rest = path.read_bytes().split(b"\n", 1)
    older = {**json.loads(head), "version": "0.0.1"}
    path.write_bytes(json.dumps(older).encode() + b"\n" + rest)
    with pytest.raises(bg.errors.FileError, match="version"):
        bg.optimum(game, checkpoint=path)
    for content in (b"\n", b"notes\n", b"{}\n", b'{"format": "bestguess.tree"}\n'):
        path.write_bytes(content)
        with pytest.raises(bg.errors.FileError, match="checkpoint of bestguess"):
            bg.optimum(game, checkpoint=path)
        assert path.read_bytes() == content


class Card:
    """A code whose repr is another one in every process."""

    def __init__(self, number: int) -> None:
        self.number = number


def test_objects_are_known_by_their_texts(tmp_path: Path) -> None:
    """A search goes on with new objects for the same codes, as in another process; not where a text has changed."""

    def cards(first: int) -> bg.CustomGame:
        codes = [Card(number) for number in range(first, first + 9)]
        return bg.CustomGame(
            codes,
            codes,
            lambda g, s: (g.number > s.number) - (g.number < s.number),
            win=0,
            text=lambda value: str(value.number if isinstance(value, Card) else value),
        )

    path = tmp_path / "proof.part"
    assert bg.optimum(cards(1), checkpoint=path).total == bg.optimum(cards(1), checkpoint=path).total == 25
    with pytest.raises(bg.errors.FileError, match="table_sha256"):
        bg.optimum(cards(2), checkpoint=path)


def test_histories_that_read_alike_are_not(tmp_path: Path) -> None:
    """Codes and feedbacks of one's own may hold spaces and colons, so that two histories have one text."""
    path = tmp_path / "proof.part"
    guesses = ["a", "a:x", "b", "c", "d"]

    def answer(guess: str, secret: str) -> str:
        return "=" if guess == secret else {"a": "x:y", "a:x": "y"}.get(guess, "z" + secret)

    game = bg.CustomGame(guesses, guesses, answer, win="=")
    bg.optimum(bg.Position(game, bg.History([("a", "x:y")])), checkpoint=path)
    with pytest.raises(bg.errors.FileError, match="history"):
        bg.optimum(bg.Position(game, bg.History([("a:x", "y")])), checkpoint=path)


def test_classes_of_ones_own_are_known_by_their_feedback(tmp_path: Path) -> None:
    """So it is for a class made from `Game`, or from a built-in game, whose rules change under the same text."""

    class House(bg.Mastermind):
        """Mastermind by the rules of a house: misplaced pegs count only while *counted*."""

        counted = True

        def score(self, guess: str, secret: str) -> str:
            whole = super().score(guess, secret)
            return whole if self.counted else f"{whole[0]}.0"

        def kernel(self) -> None:
            return None

    path = tmp_path / "proof.part"
    first = bg.optimum(House(3, 4), checkpoint=path)
    assert bg.optimum(House(3, 4), checkpoint=path).total == first.total
    House.counted = False
    with pytest.raises(bg.errors.FileError, match="table_sha256"):
        bg.optimum(House(3, 4), checkpoint=path)


def test_damage_is_refused_and_a_torn_end_is_not(tmp_path: Path) -> None:
    """Any changed byte of a block is found out; a block cut short, as a kill leaves it, is dropped."""
    path = tmp_path / "proof.part"
    game = bg.game("mastermind(3,6)")
    total = bg.optimum(game, checkpoint=path).total
    good = path.read_bytes()
    begin = good.index(b"\n") + 1
    rng = random.Random(5)
    for _ in range(12):
        place = rng.randrange(begin, len(good))
        damaged = bytearray(good)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(bg.errors.FileError, match="damaged"):
            bg.optimum(game, checkpoint=path)
        assert path.read_bytes() == damaged
    path.write_bytes(good[: len(good) - 7])
    assert bg.optimum(game, checkpoint=path).total == total


HOLD = """
import sys
from bestguess.solve.checkpoint import Checkpoint
held = Checkpoint(sys.argv[1], {"game": "chess"})
print("held", flush=True)
sys.stdin.read()
"""


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    """Another process keeps the checkpoint to itself; once it is killed, the next one may have it."""
    path = tmp_path / "proof.part"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path)], text=True, **pipes) as child:  # type: ignore[call-overload]
        assert child.stdout.readline() == "held\n"
        with pytest.raises(bg.errors.FileError, match="in use by another process"):
            Checkpoint(path, {"game": "chess"})
        child.kill()
        child.wait()
        Checkpoint(path, {"game": "chess"}).close()
    assert list(tmp_path.iterdir()) == [path]


def test_several_on_a_new_checkpoint(tmp_path: Path) -> None:
    """Opened together, one has it and the others are refused, again and again; no lock file is left behind."""
    together = threading.Barrier(4)

    def begin(path: Path) -> Checkpoint | str:
        together.wait()
        try:
            return Checkpoint(path, {"game": "chess"})
        except bg.errors.FileError as error:
            return str(error)

    for number in range(6):
        path = tmp_path / f"{number}.part"
        with ThreadPoolExecutor(4) as threads:
            begun = list(threads.map(begin, [path] * 4))
        (held,) = [one for one in begun if isinstance(one, Checkpoint)]
        assert begun.count(f"{path}: in use by another process") == 3
        held.close()
        assert path.stat().st_size > 0
    assert len(list(tmp_path.iterdir())) == 6


def test_a_lock_that_fails_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without locks is named, and not taken for a file in use."""

    def fail(descriptor: int, blocking: bool) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("filelock.lock_descriptor", fail)
    with pytest.raises(bg.errors.FileError, match="cannot be locked: No locks available"):
        Checkpoint(tmp_path / "proof.part", {"game": "chess"})


def test_a_kill_at_the_very_start(tmp_path: Path) -> None:
    """An empty file, or a first line cut short, is a checkpoint that knows nothing yet."""
    path = tmp_path / "proof.part"
    game = bg.game("mastermind(3,5)")
    total = bg.optimum(game, checkpoint=path).total
    whole = path.read_bytes()
    for length in (0, 1, whole.index(b"\n")):
        path.write_bytes(whole[:length])
        assert bg.optimum(game, checkpoint=path).total == total
        assert len(path.read_bytes()) == len(whole)


def full(*arguments: object) -> int:
    """What writing does on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("call", ["open", "write", "fsync", "ftruncate"])
def test_a_full_disk_does_not_end_the_search(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails, from the beginning: the proof is found, and one warning says that nothing is saved."""
    path = tmp_path / "proof.part"
    game = bg.game("mastermind(3,5)")
    monkeypatch.setattr(f"bestguess.solve.checkpoint.os.{call}", full)
    with pytest.warns(
        bg.errors.BestguessWarning, match=r"proof.part: cannot be written: No space left on device"
    ) as warned:
        assert bg.optimum(game, checkpoint=path).total == 451
    assert len(warned) == 1
    monkeypatch.undo()
    assert bg.optimum(game, checkpoint=path).total == 451


def test_a_disk_that_is_full_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written of a block is taken back, so that later blocks are read."""
    path = tmp_path / "proof.part"
    checkpoint = Checkpoint(path, {"game": "chess"})
    checkpoint.keep(0, b"first")
    before = path.read_bytes()
    monkeypatch.setattr("bestguess.solve.checkpoint.os.fsync", full)  # the block is in the file already
    with pytest.warns(bg.errors.BestguessWarning, match="No space left"):
        checkpoint.keep(0, b"a much longer second one")
    monkeypatch.undo()
    assert path.read_bytes() == before
    checkpoint.keep(1, b"third")
    checkpoint.close()
    again = Checkpoint(path, {"game": "chess"})
    assert (again.saved_sets(0), again.saved_sets(1)) == (b"first", b"third")
    again.close()


def test_only_regular_files(tmp_path: Path) -> None:
    """Neither a folder nor a device."""
    for path, reason in ((tmp_path, "cannot be opened: Is a directory"), (Path(os.devnull), "expected a regular file")):
        with pytest.raises(bg.errors.FileError, match=reason):
            Checkpoint(path, {"game": "chess"})
