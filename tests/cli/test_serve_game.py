"""A codemaker on standard input and output: a program always knows whether it is asked."""

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.cli.app import run

GOLDEN = Path(__file__).parent.parent / "golden"
ENDS = ("won", "lost", "known")


class Client(io.StringIO):
    """Both ends of a conversation with a client that knows one rule: it answers a line `guess`, and nothing else.

    *guess* is asked with the history of the game, in which it answers what the strategy of a client would.
    """

    def __init__(self, guess: Callable[[str], str]) -> None:
        super().__init__()
        self._guess = guess
        self._guesses = list[str]()

    @property
    def lines(self) -> list[str]:
        """What the codemaker has said."""
        return self.getvalue().splitlines()

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """The next guess of the client."""
        assert self.lines[-1] == "guess"
        begun = max(number for number, line in enumerate(self.lines) if line.startswith("new "))
        answers = [line.partition(" ")[2] for line in self.lines[begun:] if line.startswith("feedback ")]
        if not answers:
            self._guesses.clear()
        history = zip(self._guesses, answers, strict=False)
        self._guesses.append(self._guess(" ".join(map(":".join, history))))
        return f"{self._guesses[-1]}\n"


def played(arguments: list[str], guess: Callable[[str], str]) -> list[str]:
    """The lines of a conversation with a client that answers with *guess*."""
    client = Client(guess)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", client)
        patch.setattr("sys.stdout", client)
        assert run(["serve-game", *arguments]) == 0
    return client.lines


@pytest.mark.parametrize(
    ("game", "ends"),
    [
        ("mastermind(2,3)", {"won"}),
        ("mastermind(2,3,rows=2)", {"won", "lost"}),
        ("balance(4)", {"known"}),
        ("table(people.csv,goal=identify)", {"known"}),
    ],
)
def test_a_client_plays_every_kind_of_game(game: str, ends: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """After each feedback comes `guess` or the end of the game, exactly one, and the sums are right."""
    monkeypatch.chdir(GOLDEN)
    rules = bg.game(game)

    def answer(history: str) -> str:
        code = bg.best_guess(rules, history, by="entropy")
        return f'"{code}"' if " " in code else code

    lines = played([game, "--games", "8", "--seed", "3"], answer)
    words = [line.split(" ")[0] for line in lines]
    assert lines[:3] == [f"game {game}", "seed 3", "new 1"]
    assert words[-1] == "done"
    follows = {
        "new": {"guess"},
        "guess": {"feedback"},
        "feedback": {"guess", *ENDS},
        **{end: {"new", "done"} for end in ENDS},
    }
    assert all(after in follows[before] for before, after in pairwise(words[2:]))
    assert set(words) & set(ENDS) == ends
    assert sum(words.count(end) for end in ENDS) == 8
    counts = [int(line.split(" ")[-1]) for line in lines if line.split(" ")[0] in ("won", "known")]
    assert lines[-1] == f"done 8 {len(counts)} {sum(counts)}"


def test_secrets_are_drawn_by_a_seed_that_is_said() -> None:
    """Without --seed it is another one in each run; with the one that was said the game is the same."""

    def first(history: str) -> str:
        return bg.best_guess(bg.Mastermind(4, 6), history, by="first")

    one, other = (played(["mastermind(4,6)"], first) for _ in range(2))
    assert one[1] != other[1]
    assert played(["mastermind(4,6)", "--seed", one[1].removeprefix("seed ")], first) == one
