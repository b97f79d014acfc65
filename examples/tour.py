"""A short tour of the library, in the terminal."""

import time

import bestguess as bg


def main() -> None:
    """Shows a game of Mastermind and its review, a large game, and a game made up on the spot."""
    game = bg.game("mastermind(4,6)")
    print(f"{game}: {len(game.secrets):,} secrets. The secret is 3632, and you play:\n")
    position = bg.Position(game, secret="3632")
    for guess in ("1122", "1344", "3526", "1462", "3632"):
        position = position.after(guess)
        left = position.candidates
        codes = " ".join(left[:6]) + (" …" if len(left) > 6 else "")
        print(f"  {position.history[-1]}   {len(left):>4} left: {codes}")

    review = bg.review(position, prove=True)
    print("\nGuesses lost against the best move, in exact numbers:", ", ".join(str(move.loss) for move in review.moves))
    best = bg.advise(game, "1122:1.0").best
    expected = float(best.expected_range.lower)
    print(f"After 1122:1.0 the best guess is {best.guess}: {expected:.3f} more guesses expected, proven.")

    parts = bg.Position(game).partition("1122")
    print("1122 splits the secrets into parts of", ", ".join(str(len(part)) for part in parts.values()))

    large = bg.Position("mastermind(8,12)", "11223344:2.3")
    began = time.perf_counter()
    count, seconds = len(large.candidates), time.perf_counter() - began
    print(f"\n{large.game}, after 11223344:2.3: {count:,} of {len(large.game.secrets):,} secrets, in {seconds:.2f} s.")

    def answer(guess: int, secret: int) -> str:
        return "warm" if 0 < abs(guess - secret) <= 2 else "found" if guess == secret else "cold"

    number = bg.CustomGame(range(1, 11), range(1, 11), answer, win="found", name="warmer")
    warm = bg.Position(number).after(3, "cold").after(8, "warm")
    print(f"\nA game made up on the spot, after 3:cold 8:warm: {list(warm.candidates)}, next {bg.best_guess(warm)}")
    print(f"What check_game finds wrong with it: {bg.check_game(number) or 'nothing'}")
    print("\nNext: .venv/bin/bestguess --help, README.md, and docs in ARCHITECTURE.md.")


if __name__ == "__main__":
    main()
