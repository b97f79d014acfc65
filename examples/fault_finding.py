"""A coffee machine makes no coffee: in which order to test what is wrong, as a sheet to hang beside the machine.

    .venv/bin/python examples/fault_finding.py

The tests and faults are in faults.csv. Its last column, `cost`, says how many minutes a test takes. Its last rows say
how often each fault is the reason (`weight`, of 100 machines) and what to do then (`label`). Faults with one label need
not be told apart. Writes faults.cert, a proof that nothing is better, and faults.svg, the sheet, in the folder where
you are. On the command line the same is

    bestguess optimum "table(examples/faults.csv,goal=identify)" --certificate faults.cert --tree faults.json
    bestguess check faults.cert --table examples/faults.csv
    bestguess tree export faults.json --format sheet --output faults.svg
"""

from pathlib import Path

import bestguess as bg
from bestguess.trees.formats import as_sheet, as_text

FAULTS = Path(__file__).parent / "faults.csv"


def main() -> None:
    """Finds the best order of the tests, proves it, has the proof checked, and writes the sheet."""
    game = bg.TableGame(str(FAULTS), goal="identify")
    result = bg.optimum(game, certify=True)
    assert result.tree is not None  # it is None only where no strategy exists
    print(f"{len(game.secrets)} faults, {len(game.guesses)} tests. {result.mean:.2f} minutes on average:\n")
    print(as_text(result.tree))

    result.save_certificate("faults.cert")
    checked = bg.check_file("faults.cert", table=FAULTS)
    print(f"faults.cert proves: {checked.proves}.")
    Path("faults.svg").write_text(as_sheet(result.tree), encoding="utf-8")
    print("faults.svg has the tests on one page, to print.\n")

    print("Minutes by strategy; `first` makes the tests in the order of the file:")
    for figures in bg.compare(game, ["first", "minimax", "entropy", "optimal", "optimal-worst"]):
        print(f"  {figures.strategy:<13} {figures.mean:>5.2f} on average, {figures.worst} at most")

    assert game.costs is not None
    costs = [cost * game.cost_unit for cost in game.costs]
    causes = bg.CustomGame(
        game.guesses, game.secrets, game.score, goal="identify", weights=game.weights, costs=costs, name="causes"
    )
    print(f"\nTo know the very fault, not only what to do: {bg.optimum(causes).mean:.2f} minutes on average.")


if __name__ == "__main__":
    main()
