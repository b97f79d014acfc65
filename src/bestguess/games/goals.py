"""Goals: when a game is over, and what its secrets mean.

With goal ``hit`` it is over once the winning feedback was given. With goal ``identify`` no feedback wins: it is over
once all candidates that are left have one *label*; without labels each secret is its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from bestguess.arguments import described, is_hashable
from bestguess.errors import GameError
from bestguess.games.codes import Code
from bestguess.games.listed import listed

HIT, IDENTIFY = "hit", "identify"
GOALS = (HIT, IDENTIFY)

Label: TypeAlias = Any
"""What a secret means: a text in built-in games, any hashable object in a game of your own."""
Labels: TypeAlias = Iterable[object] | Mapping[Any, object]
"""What the secrets mean: a label, any hashable object, for each in their order, or by secret."""


def checked_goal(goal: object) -> str:
    """*goal*, one of `GOALS`; raises GameError."""
    check_choice("goal", goal, GOALS)
    return str(goal)


def check_choice(option: str, value: object, choices: Sequence[str]) -> None:
    """Raises GameError unless the *value* of *option* is one of its *choices*."""
    if not isinstance(value, str) or value not in choices:
        shown = value if isinstance(value, str) and value.isidentifier() else described(value)
        known = " or ".join(f"{option}={choice}" for choice in choices)
        raise GameError(f"expected {known}, got {option}={shown}")


def as_labels(labels: Labels, secrets: Sequence[Code]) -> tuple[Label, ...]:
    """The label of each of *secrets*; raises GameError.

    >>> as_labels({"b": "coin 1", "a": "coin 1", "c": 2}, ["a", "b", "c"])
    ('coin 1', 'coin 1', 2)
    """
    given = tuple(listed("label", labels, "secret", secrets))
    for problem in label_problems(given, secrets):
        raise GameError(problem)
    return given


def label_problems(labels: Sequence[Label], secrets: Sequence[Code]) -> Iterator[str]:
    """What is wrong with the *labels* of *secrets*, a sentence each."""
    if len(labels) != len(secrets):
        yield f"there are {len(labels)} labels for {len(secrets)} secrets"
        return
    for secret, label in zip(secrets, labels, strict=True):
        if not is_hashable(label):
            yield f"the label of the secret {described(secret)} cannot be hashed: {described(label)}"
            return
        if label is None or label == "":
            yield f"the label of the secret {described(secret)} is empty"
    if len(set(labels)) == 1:
        yield f"there is nothing to ask: the label of every secret is {described(labels[0])}"
