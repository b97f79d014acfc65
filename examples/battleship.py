"""Battleship with one ship: hit it with the fewest shots, or find out where it is.

    .venv/bin/python examples/battleship.py

The secrets are the places where the ship can be, the guesses are shots at a square, and the answer is hit or miss. The
two games differ in when they are over:

* hit it: the answer `hit` wins. Every place is won by several shots, and every shot wins against several places.
* where is it: the goal is `identify`. The game is over when one place is left; a hit is an answer like any other. After
  that the ship is sunk without a miss.

"Sunk" is no answer to a shot here: an answer depends on the shot and the secret alone, not on the shots before.
"""

from typing import Any, TypeAlias

import bestguess as bg

Square: TypeAlias = tuple[int, int]
"""Row and column, both from 0."""
Ship: TypeAlias = tuple[Square, ...]
"""The squares that the ship covers."""

SIZE, LENGTH = 5, 3
SQUARES: list[Square] = [(row, column) for row in range(SIZE) for column in range(SIZE)]


def main() -> None:
    """Solves both games, and shows the best shots on the board."""
    hit_it, where = board(win="hit", name="hit it"), board(goal="identify", name="where is it")
    places = len(hit_it.secrets)
    print(f"A board of {SIZE} x {SIZE}, a ship of {LENGTH} squares: it can be in {places} places.\n")

    result = bg.optimum(hit_it)
    assert result.tree is not None  # it is None only where no strategy exists
    print(f"{result.summary()}. Shoot in this order until you hit:\n")
    print_board(misses(result.tree.root))
    print(f"\n{bg.optimum(hit_it, 'worst').summary()}.")

    result = bg.optimum(where)
    assert result.tree is not None
    print(f"\n{result.summary()}. First shots, as long as all miss:\n")
    print_board(misses(result.tree.root))

    ship = ((1, 1), (2, 1), (3, 1))
    print(f"\nIf the ship is at {written(ship)}: {where.history_text(result.tree.play(ship))}. Then you know.")


def board(**options: Any) -> bg.CustomGame[Square, Ship, str]:
    """A game on the board, told that it may be turned and mirrored: of squares that are alike, one is tried."""
    plain = bg.CustomGame(SQUARES, ships(), answer, **options)
    return bg.CustomGame(SQUARES, ships(), answer, **options, text=written, symmetries=bg.symmetries.find(plain))


def ships() -> list[Ship]:
    """All places for the ship."""
    rows = [SQUARES[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)]
    lines = rows + [list(column) for column in zip(*rows, strict=True)]
    return [tuple(line[start : start + LENGTH]) for line in lines for start in range(SIZE - LENGTH + 1)]


def answer(shot: Square, ship: Ship) -> str:
    """What is called out after a *shot*."""
    return "hit" if shot in ship else "miss"


def written(value: Square | Ship | str) -> str:
    """How people write a square, a ship or an answer."""
    match value:
        case str():
            return value
        case (int(row), int(column)):
            return f"{'ABCDEFGHIJ'[column]}{row + 1}"
    return " ".join(map(written, value))


def misses(node: bg.Node) -> list[Square]:
    """The shots from *node* on, as long as all miss."""
    shots = []
    while node.label is None:
        shots.append(node.guess)
        if "miss" not in node.branches:
            break
        node = node.after("miss")
    return shots


def print_board(shots: list[Square]) -> None:
    """Prints the board with the number of each shot."""
    print("      " + "  ".join("ABCDEFGHIJ"[:SIZE]))
    for row in range(SIZE):
        squares = SQUARES[row * SIZE : (row + 1) * SIZE]
        print(f"  {row + 1:>2}  " + "  ".join(str(shots.index(one) + 1) if one in shots else "." for one in squares))


if __name__ == "__main__":
    main()
