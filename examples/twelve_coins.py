"""Twelve coins, one of them too heavy or too light, and a balance: which one is it, in three weighings?

    .venv/bin/python examples/twelve_coins.py

Writes the best tree to coins.json, in the folder where you are, and has it checked by code that shares nothing with the
engine that found it. On the command line the same is

    bestguess tree build "balance(12)" --strategy optimal-worst --output coins.json
    bestguess check coins.json
"""

import bestguess as bg

SIDES = {"left": "left side heavier", "right": "right side heavier", "level": "both the same"}


def main() -> None:
    """Proves that three weighings are enough, prints what to weigh, and checks it."""
    result = bg.optimum("balance(12)", "worst,mean")
    assert result.tree is not None  # it is None only where no strategy exists
    print(f"{result.summary()}:\n")
    print_weighings(result.tree.root)

    result.tree.save("coins.json")
    checked = bg.check_file("coins.json")
    print(f"\ncoins.json is checked: it finds all {checked.secrets} secrets, with {checked.worst} weighings at most.")

    print("\nWithout the question whether the coin is too heavy or too light, more coins can be done:")
    for text in ("balance(13)", "balance(13,find=coin)", "balance(14,find=coin)"):
        print(f"  {text}: {bg.optimum(text, 'worst').worst} weighings")


def print_weighings(node: bg.Node, answer: str = "", indent: str = "") -> None:
    """Prints what to do at *node*, to which *answer* led, and below it what to do after each answer of the balance."""
    before = f"{indent}{answer}: " if answer else ""
    if node.label is not None:
        print(f"{before}{node.label[0]} is too {'heavy' if node.label.endswith('+') else 'light'}")
        return
    left, right = node.guess.split("-")
    print(f"{before}weigh {left} against {right}")
    for feedback, below in node.branches.items():
        print_weighings(below, SIDES[feedback], indent + "    ")


if __name__ == "__main__":
    main()
