"""Guess Who: 24 people, questions about them, and the best order of the questions.

    .venv/bin/python examples/guess_who.py

The people are in people.csv: a column for each person, a row for each question, the answers in the cells. Write a file
of your own in a spreadsheet, and everything here works for it. To play, think of one of the people and run

    bestguess assist "table(examples/people.csv,goal=identify)"

The goal is to know who it is. To say the name then counts as no question.
"""

from pathlib import Path

import bestguess as bg
from bestguess.trees.formats import as_text

PEOPLE = Path(__file__).parent / "people.csv"


def main() -> None:
    """Shows what the questions tell, the best tree of them, and what questions with more than two answers are worth."""
    game = bg.TableGame(str(PEOPLE), goal="identify")
    print(f"{len(game.secrets)} people. What each question would tell as the first one, in bits:\n")
    start = bg.Position(game)
    for question in game.guesses:
        print(f"  {bg.entropy(start.partition(question)):.2f}  {question}")

    result = bg.optimum(game, "worst,mean")
    assert result.tree is not None  # it is None only where no strategy exists
    print(f"\nThe best tree, proven: {result.mean:.2f} questions on average, {result.worst} at most.\n")
    print(as_text(result.tree))

    answered = start.after("What colour is the hair?", "red").after("Does the person smile?", "no")
    print(f"Red hair and no smile: it is {' or '.join(answered.candidates)}.")

    print("\nHow many questions some strategies need:")
    for figures in bg.compare(game, ["first", "most-parts", "entropy", "optimal"]):
        print(f"  {figures.strategy:<10}  {figures.mean:.2f} on average, {figures.worst} at most")

    questions = [one for one in game.guesses if {game.score(one, who) for who in game.secrets} == {"yes", "no"}]
    yes_or_no = bg.CustomGame(questions, game.secrets, game.score, goal="identify", name="yes or no")
    result = bg.optimum(yes_or_no, "worst,mean")
    print(f"\nWith questions for yes or no only: {result.mean:.2f} on average, {result.worst} at most, proven.")


if __name__ == "__main__":
    main()
