"""Mastermind whose answer says only how many pegs are right: how much harder is it?

    .venv/bin/python examples/exact_pegs.py

In `mastermind(3,6,feedback=exact)` the answer to a guess is one number: how many pegs have the right colour in the
right place. Colours in other places are not told. Means and worst cases are the least there are, each proven alone.
"""

import bestguess as bg

SIZES = ["2,4", "2,6", "3,3", "3,4", "3,5", "3,6", "4,3", "4,4", "4,5"]


def main() -> None:
    """Compares the optima of both kinds of feedback on some sizes."""
    print("                 both numbers   exact pegs only")
    print("                 mean   worst   mean   worst")
    for size in SIZES:
        both, exact = optima(f"mastermind({size})"), optima(f"mastermind({size},feedback=exact)")
        print(f"mastermind({size})  {both}   {exact}")


def optima(game: str) -> str:
    """The least mean and the least worst case of *game*."""
    least_mean, least_worst = bg.optimum(game, "mean"), bg.optimum(game, "worst")
    assert least_mean.proven
    assert least_worst.proven
    return f"{least_mean.mean:.3f}  {least_worst.worst:>5}"


if __name__ == "__main__":
    main()
