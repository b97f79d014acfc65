"""Games that many people play, with their names: the server lists them, and the page offers some of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """A game by its text, and what it is called."""

    game: str
    name: str
    in_menu: bool = True
    """Whether the page's menu of games shows it."""


PRESETS = (
    Preset("mastermind(4,6,rows=10)", "Mastermind, as sold in boxes"),
    Preset("mastermind(4,6)", "Mastermind without a last row", in_menu=False),
    Preset("mastermind(4,6,secrets=distinct,rows=10)", "Mastermind, no colour twice in the secret"),
    Preset("mastermind(5,8,rows=12)", "Super Mastermind"),
    Preset("mastermind(3,4,rows=6)", "Mastermind for beginners"),
    Preset("mastermind(3,4)", "Mastermind for beginners, without a last row", in_menu=False),
    Preset("bullscows(4,10)", "Bulls and Cows, as played on paper"),
    Preset("bullscows(3,10)", "Bulls and Cows with three digits"),
    Preset("twod(10)", "Twod: a pair of numbers"),
    Preset("words(english,5,rows=6)", "Words of five letters in six guesses"),
    Preset("numbers(100)", "A number from 1 to 100", in_menu=False),
    Preset("balance(12)", "Twelve coins and a balance", in_menu=False),
)
