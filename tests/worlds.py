"""Tiny worlds for property tests: random games of every family."""

import hashlib
import random
import tempfile
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

from hypothesis import strategies as st

import bestguess as bg
from plain import is_allowed

PEG_GAMES = [
    f"{family}({pegs},{symbols}{option})"
    for pegs in range(1, 5)
    for symbols in range(1, 7)
    for family, option, distinct in (
        ("mastermind", "", False),
        ("mastermind", ",secrets=distinct", True),
        ("bullscows", "", True),
    )
    if symbols**pegs <= 400 and (pegs <= symbols or not distinct)
]
BUILT_IN = [*PEG_GAMES, *(f"twod({size})" for size in range(1, 7))]
ALPHABET = "abcdefghijklmnopqrstuvwxyz"

built_in_games = st.sampled_from(BUILT_IN).map(bg.game)


def function_game(answers: dict[tuple[int, int], int], guesses: int, secrets: int, **options: object) -> bg.CustomGame:
    """A game of numbers whose feedbacks are *answers*, and "won" where guess and secret are equal."""

    def score(guess: int, secret: int) -> int | str:
        return "won" if guess == secret else answers[guess, secret]

    make: Callable[..., bg.CustomGame] = bg.CustomGame
    return make(range(guesses), range(secrets), score, "won", **options)


@st.composite
def custom_games(draw: st.DrawFn, max_secrets: int = 12, weighted: bool | None = None) -> bg.CustomGame:
    """Games of a user's own: more guesses than secrets at times, few or many feedbacks, weights at times."""
    secrets = draw(st.integers(1, max_secrets))
    guesses = secrets + draw(st.sampled_from([0, 1, 4, 40]))
    most = draw(st.sampled_from([1, 2, 3, 300]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    answers = {(guess, secret): rng.randint(0, most) for guess in range(guesses) for secret in range(secrets)}
    weights = None
    if weighted or (weighted is None and draw(st.booleans())):
        largest = draw(st.sampled_from([1, 5, 200]))
        weights = [rng.randint(0, largest) for _ in range(secrets)]
        weights[rng.randrange(secrets)] = largest
    return function_game(answers, guesses, secrets, weights=weights)


def telling_apart(answers: list[list[int]], labels: Sequence[object]) -> list[object]:
    """*labels*, but secrets that no guess tells apart have the label of the first of them."""
    first = dict[tuple[int, ...], object]()
    return [first.setdefault(column, label) for column, label in zip(zip(*answers, strict=True), labels, strict=True)]


@st.composite
def question_games(
    draw: st.DrawFn, max_secrets: int = 10, max_guesses: int = 8, goals: Sequence[str] = ("hit", "identify")
) -> bg.CustomGame:
    """Games of any goal: labels, costs and weights at times, several winners."""
    goal = draw(st.sampled_from(goals))
    secrets, guesses = draw(st.integers(2, max_secrets)), draw(st.integers(1, max_guesses))
    most = draw(st.sampled_from([1, 2, 3]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    answers = [[rng.randint(0, most) for _ in range(secrets)] for _ in range(guesses)]
    options: dict[str, object] = {"goal": goal}
    if goal == "hit":
        options["win"] = 0
        for secret in range(secrets):
            answers[rng.randrange(guesses)][secret] = 0
    else:
        answers[0][0], answers[0][-1] = 0, 1  # so that there is something to ask
        kinds = draw(st.sampled_from([2, 3, secrets]))
        labels = [0, *(rng.randrange(kinds) for _ in range(secrets - 2)), 1]
        if len(set(zip(*answers, strict=True))) < secrets or draw(st.booleans()):
            alike = [column == tuple(row[-1] for row in answers) for column in zip(*answers, strict=True)]
            labels = [1 if last else label for label, last in zip(labels, alike, strict=True)]  # two labels at least
            options["labels"] = telling_apart(answers, labels)
    if draw(st.booleans()):
        options["weights"] = [rng.randint(0, 4) for _ in range(secrets - 1)] + [1]
    if draw(st.booleans()):
        options["costs"] = [Fraction(rng.randint(1, 6), rng.choice([1, 1, 2, 3])) for _ in range(guesses)]
    make: Callable[..., bg.CustomGame] = bg.CustomGame
    return make(range(guesses), range(secrets), lambda guess, secret: answers[guess][secret], **options)


small_games = st.one_of(
    question_games(max_secrets=6, max_guesses=5),
    question_games(max_secrets=6, max_guesses=5, goals=["hit"]),
    custom_games(max_secrets=5),
)


def fault_game() -> bg.CustomGame:
    """Five faults, four remedies, three questions of different costs: small enough to be looked at."""
    answers = {
        "Does the lamp glow?": {"dead horn": "yes"},
        "Does the horn sound?": {"dead bulb": "yes"},
        "Is the fuse whole?": {"empty battery": "yes", "loose cable": "yes", "dead bulb": "yes", "dead horn": "yes"},
    }
    return bg.CustomGame(
        answers.keys(),
        ["empty battery", "loose cable", "blown fuse", "dead bulb", "dead horn"],
        lambda asked, fault: answers[asked].get(fault, "no"),
        goal="identify",
        labels=["charge", "charge", "change the fuse", "change the bulb", "change the horn"],
        costs=[1, 2, Fraction(5, 2)],
        weights=[4, 1, 2, 2, 1],
        name="faults",
    )


_FOLDER = tempfile.TemporaryDirectory(prefix="bestguess-words-")


def word_file(words: Sequence[str], weights: Sequence[int | None] = ()) -> str:
    """The name of a file of *words*, each with its weight, if it has one; the same for the same words."""
    lines = [f"{word} {weight}" if weight is not None else word for word, weight in zip_longest(words, weights)]
    text = "".join(f"{line}\n" for line in lines)
    path = Path(_FOLDER.name, f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.txt")
    path.write_text(text, encoding="utf-8")
    return str(path)


@st.composite
def word_games(
    draw: st.DrawFn,
    max_secrets: int = 12,
    lengths: tuple[int, int] = (2, 10),
    rules: tuple[str, ...] = ("free",),
) -> bg.Words:
    """Words of few letters, so that many repeat one: weights, further guesses and words that are out at times."""
    length = draw(st.integers(*lengths))
    letters = draw(st.sampled_from(["ab", "abc", "aeé", "абв", ALPHABET]))
    words = st.lists(st.text(letters, min_size=length, max_size=length), min_size=1, max_size=max_secrets, unique=True)
    secrets, options = draw(words), dict[str, str]()
    if draw(st.booleans()):
        options["guesses"] = word_file(draw(words))
    if len(secrets) > 1 and draw(st.booleans()):
        options["without"] = word_file(secrets[1:2])
    weights = draw(st.sampled_from([[], [3, 1, 0, None, 2]]))
    if rules != ("free",):
        options["rule"] = draw(st.sampled_from(rules))
    return bg.Words(word_file(secrets, weights[: len(secrets)]), **options)  # type: ignore[arg-type]


STRICT_GAMES = [f"{text[:-1]},rule=strict)" for text in PEG_GAMES]


def ruled_games(max_secrets: int = 12, lengths: tuple[int, int] = (2, 6)) -> st.SearchStrategy[bg.Game]:
    """Games with a rule: words, hard and strict, and strict games of pegs."""
    few = [text for text in STRICT_GAMES if len(bg.game(text).guesses) <= 3 * max_secrets]
    return st.one_of(word_games(max_secrets, lengths, ("hard", "strict")), st.sampled_from(few).map(bg.game))


any_games = st.one_of(built_in_games, custom_games(), word_games(lengths=(2, 6)))


@st.composite
def playthroughs(draw: st.DrawFn, games: st.SearchStrategy[bg.Game] = any_games, most: int = 4) -> bg.Position:
    """Positions after true answers to random guesses for a random secret."""
    game = draw(games)
    secret = draw(st.sampled_from(game.secrets))
    position = bg.Position(game)
    for _ in range(draw(st.integers(0, most))):
        if not position.over:
            allowed = game.guesses
            if game.rule != "free":
                allowed = [guess for guess in game.guesses if is_allowed(game, guess, position.history)]
            guess = draw(st.sampled_from(allowed))
            position = position.after(guess, game.score(guess, secret))
    return position


def draw_position(game: bg.Game, data: st.DataObject, most: int = 2) -> bg.Position:
    """A position of *game* after some guesses, which is not won; with goal identify it may be over."""
    position = bg.Position(game)
    for _ in range(data.draw(st.integers(0, most))):
        parts = position.parts(data.draw(st.sampled_from(game.guesses)))
        losing = [part for feedback, part in parts.items() if feedback != game.win]
        if losing:
            position = data.draw(st.sampled_from(losing))
    return position
