"""Tables that no honest player would send, and random ones."""

import random
from collections.abc import Callable

from bestguess.games import quote
from bestguess.games.csvtable import text_name

ODD_TEXTS = ["", " ", "weight", "Label", "cost", "win=", 'a"b', "a,b", "a\nb", "漢字", "\u202e", "\0", "x" * 200]
ODD_NUMBERS = ["0", "1", "-1", "1/0", "1/999999999", "999999999", "0.000000001", "1e9", "nan", "", "٣", "2147483648"]


def laid_out(guesses: int, secrets: int, cell: Callable[[int, int], str], corner: str = "x") -> str:
    """A table by its cells."""
    rows = [[f"q{guess:x}", *(cell(guess, secret) for secret in range(secrets))] for guess in range(guesses)]
    first = [corner, *(f"s{secret:x}" for secret in range(secrets))]
    return "".join(f"{','.join(row)}\n" for row in (first, *rows))


def drawn_table(guesses: int, secrets: int, letters: str = "yn") -> str:
    """A table of so many guesses and secrets; its cells are random *letters*."""
    draw = random.Random(f"{guesses} {secrets}")
    return laid_out(guesses, secrets, lambda guess, secret: draw.choice(letters))


def large_tables() -> list[str]:
    """Tables near the limits, or beyond them."""
    return [
        laid_out(2_000, 60, lambda guess, secret: "y" if guess % 60 == secret else "n"),
        laid_out(300, 300, lambda guess, secret: "w" if guess == secret else "n", "win=w"),
        laid_out(256, 256, lambda guess, secret: str((guess ^ secret).bit_count()), "win=0"),
        drawn_table(60, 2_000) + "label" + ",a,b" * 1_000 + "\n",
        laid_out(170, 170, lambda guess, secret: f"{guess}.{secret}"),
        laid_out(300, 300, lambda guess, secret: "n"),
        laid_out(20_000, 2, lambda guess, secret: "yn"[secret]),
        laid_out(2, 20_000, lambda guess, secret: str(secret)),
        drawn_table(100, 100) + "weight" + ",1/999999999" * 99 + ",1\n",
        "x" + ",cost" * 30_000,
        "x,weight\n" + "weight\n" * 30_000,
        '"' * 100_000,
        "," * 200_000,
        "\n" * 200_000,
        "x" * 200_000,
    ]


def random_table(draw: random.Random) -> str:
    """A small table: mostly a good one, sometimes with a slip."""
    guesses, secrets = draw.randint(1, 7), draw.randint(1, 7)
    letters = draw.choice(["yn", "abc", "abcdefgh", "w"])
    wins = draw.random() < 0.4
    cells = [[draw.choice(letters) for _ in range(secrets)] for _ in range(guesses)]
    rows = [["win=w" if wins else "x", *(f"s{number}" for number in range(secrets))]]
    for number, row in enumerate(cells):
        if wins and number < secrets:
            row[number] = "w"
        rows.append([f"q{number}", *row])
    if draw.random() < 0.3:
        costs = ["cost", *(draw.choice(["1", "2", "0.5", "1/3"]) for _ in range(guesses))]
        rows = [[*row, cost] for row, cost in zip(rows, costs, strict=True)]
    for name, texts in (("weight", ["1", "2", "1/2"]), ("label", ["a", "b", "c"])):
        if draw.random() < 0.2:
            rows.append([name, *(draw.choice(texts) for _ in range(secrets)), *([""] * (len(rows[0]) - 1 - secrets))])
    for _ in range(draw.choice([0, 0, 0, 1, 2])):
        row = draw.choice(rows)
        row[draw.randrange(len(row))] = draw.choice(ODD_TEXTS + ODD_NUMBERS)
    return draw.choice(["\n", "\n", "\r\n"]).join(",".join(row) for row in rows)


def question(draw: random.Random, table: str, path: str) -> dict[str, str]:
    """A body about *table*: its own name, and mostly guesses of it and the answers of one secret."""
    lines = [line.split(",") for line in table.splitlines()[:50]] or [[""]]
    column = draw.randint(1, max(1, len(lines[0]) - 1))
    rows = [(line[0], line[column]) for line in draw.choices(lines, k=draw.randint(0, 3)) if len(line) > column]
    told = [row if draw.random() < 0.9 else (row[0], draw.choice("ynabcw")) for row in rows if row[0][:1] == "q"]
    history = " ".join(f"{quote(guess)}:{quote(answer)}" for guess, answer in told)
    strategy = draw.choice(["first", "random", "minimax", "entropy", "optimal", "optimal-worst"])
    options = draw.choice(["", "", ",win=w", ",win=y", ",rows=2"]) if table.startswith("win=") else ",goal=identify"
    body: dict[str, str] = {"game": f"table({text_name(table)}{options})", "history": history, "strategy": strategy}
    body.update({"guess": f"q{draw.randint(0, 3)}", "strategies": f"{strategy},entropy", "secret": "s0"})
    if path == "/api/table":
        return {"table": table, **draw.choice([{}, {}, {"win": "w"}, {"goal": "identify"}])}
    return {"table": table, **body}
