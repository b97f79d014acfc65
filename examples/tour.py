"""A short tour of the library, in the terminal."""

import time

import bestguess as bg


def main() -> None:
    """Shows a game of Mastermind and its review, a table, a game too large for one, and a game made up on the spot."""
    game = bg.game("mastermind(4,6)")
    print(f"{game}: {len(game.secrets):,} secrets. The secret is 3632, and you play:\n")
    history = bg.History()
    for guess in ("1122", "1344", "3526", "1462", "3632"):
        history += bg.Row(guess, game.feedback(guess, "3632"))
        left = bg.find_candidates(game, history, limit=6)
        codes = " ".join(left.codes) + (" …" if left.count > len(left.codes) else "")
        print(f"  {history[-1]}   {left.count:>4} left: {codes}")

    review = bg.review(game, history, prove=True)
    print("\nGuesses lost against the best move, in exact numbers:", ", ".join(str(move.loss) for move in review.moves))
    best = bg.advise(game, "1122:1.0").best
    expected = float(best.expected.lower)
    print(f"After 1122:1.0 the best guess is {best.guess}: {expected:.3f} more guesses expected, proven.")

    began = time.perf_counter()
    table = bg.Table(game)
    sizes = table.part_sizes(table.guesses.index("1122"))
    print(f"\nThe table of all {table.ordinals.size:,} feedbacks took {1000 * (time.perf_counter() - began):.0f} ms.")
    print("1122 splits the secrets into parts of", ", ".join(str(size) for size in sizes if size))

    large = bg.game("mastermind(8,12)")
    began = time.perf_counter()
    left = bg.find_candidates(large, large.parse_history("11223344:2.3"), limit=0)
    seconds = time.perf_counter() - began
    print(f"\n{large}, after 11223344:2.3: {left.count:,} of {len(large.secrets):,} secrets, in {seconds:.2f} s.")

    def answer(guess: int, secret: int) -> str:
        return "warm" if 0 < abs(guess - secret) <= 2 else "found" if guess == secret else "cold"

    number = bg.CustomGame(range(1, 11), range(1, 11), answer, win="found", name="warmer")
    left = bg.find_candidates(number, number.parse_history("3:cold 8:warm"))
    print(f"\nA game made up on the spot, after 3:cold 8:warm: {' '.join(left.codes)}")
    print(f"What check_game finds wrong with it: {bg.check_game(number) or 'nothing'}")
    print("\nNext: .venv/bin/bestguess --help, README.md, and docs in ARCHITECTURE.md.")


if __name__ == "__main__":
    main()
