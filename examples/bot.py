"""A bot in Python: plays Mastermind by the first code that fits, and speaks the lines of docs/bots.md.

    bestguess compare "mastermind(4,6)" --strategies "entropy,exec:python3 examples/bot.py"

It needs nothing but Python: the rules are its own.
"""

import re
import sys
from itertools import product


def feedback(guess: str, secret: str) -> str:
    """Exact and misplaced pegs."""
    exact = sum(one == other for one, other in zip(guess, secret, strict=True))
    common = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))
    return f"{exact}.{common - exact}"


def main() -> None:
    """Answers every line."""
    codes = list[str]()
    for line in sys.stdin:
        what, *rest = line.split()
        if what == "game":
            size = re.fullmatch(r"mastermind\((\d+),(\d+)(,rows=\d+)?\)", rest[0])
            if size is None or int(size[2]) > 9:
                print("error only mastermind(P,C) with up to 9 colours, and with or without rows=", flush=True)
                continue
            codes = ["".join(code) for code in product("123456789"[: int(size[2])], repeat=int(size[1]))]
            print("ready", flush=True)
        elif what == "guess":
            rows = [row.split(":") for row in rest]
            left = (code for code in codes if all(feedback(guess, code) == said for guess, said in rows))
            print(next(left), flush=True)


if __name__ == "__main__":
    main()
