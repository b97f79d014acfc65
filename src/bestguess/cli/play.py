"""bestguess play: the user guesses the secret."""

import secrets
from datetime import UTC, datetime
from typing import Annotated, NotRequired, TypedDict

import typer

from bestguess import records
from bestguess.advice import Review, advise, draw_secret, hardest_feedback, hint, next_move, review
from bestguess.cli import options
from bestguess.cli.board import example_guess, render_row, render_win
from bestguess.cli.files import load_game_and_table
from bestguess.cli.options import option, to_arguments
from bestguess.cli.review import render_review
from bestguess.cli.session import Session, SessionCommand, row_name
from bestguess.cli.suggestions import render_hint, render_lesson
from bestguess.cli.terminal import Terminal, print_json, print_note
from bestguess.cli.typed import are_numbered, read_history
from bestguess.errors import CodeError, FileError, HistoryError
from bestguess.games import Code
from bestguess.position import Position


def play(
    game: options.GameText = options.DEFAULT_GAME,
    seed: options.SecretSeed = None,
    adversary: Annotated[
        bool,
        option(
            "--adversary",
            "Play without a fixed secret: every answer is the hardest one still possible.",
        ),
    ] = False,
    history: options.HistoryText = "",
    no_record: Annotated[bool, option("--no-record", "Do not save this game for `bestguess stats`.")] = False,
    plain: options.Plain = False,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Guess the secret, with hints, undo, and a review at the end.

    Type help during the game for a list of commands. `bestguess stats` counts
    games with help separately.

    [bold]Examples[/bold]

      bestguess play

      bestguess play "bullscows(4,10,rows=8)" --adversary

      bestguess play "words(english,5,rule=hard,rows=6)"

      bestguess play "balance(12)"

      bestguess play "table(people.csv,goal=identify)"

      bestguess play "mastermind(4,6)" --seed 7 --plain < moves.txt
    """
    if adversary and seed is not None:
        raise typer.BadParameter("--adversary does not work with --seed: it draws no secret")
    rules = load_game_and_table(game, load)
    terminal = Terminal(plain, to_stderr=as_json)
    position = Position(rules, read_history(rules, history))
    if not position.count:
        raise HistoryError(f"no secret fits the answers {position.history}")
    if seed is None and not (adversary or position.history):
        seed = secrets.randbelow(2**32)  # known, so that quit can print the command that continues
    secret = None if adversary else _draw_secret(position, seed)
    position.check_running()
    arguments = to_arguments(adversary=adversary, seed=seed, load=load, no_record=no_record, plain=plain, json=as_json)
    session = PlaySession(position, terminal, secret, ["play", str(rules), *arguments])
    session.introduce()
    session.run()
    game_review = None if session.abandoned else session.print_outcome()
    if as_json:
        print_json("play", session.as_json(game_review))
    if not (no_record or session.abandoned):
        try:
            records.keep(session.record(game_review), records.default_path())
        except FileError as error:  # only a note: the game itself is finished
            print_note(f"bestguess: {error}; this game is not in bestguess stats")


def _draw_secret(position: Position, seed: int | None) -> Code:
    """Return the secret that *seed* draws; without a seed, any secret that fits the history.

    Raise HistoryError if the secret of the seed does not fit the history.
    """
    if seed is None:
        return draw_secret(position, secrets.randbelow(2**32))
    game = position.game
    secret = draw_secret(game, seed)
    for number, row in enumerate(position.history, start=1):
        if game.score(row.guess, secret) != row.feedback:
            raise HistoryError(f"row {number} of the history, {str(row)!r}, does not fit the secret of --seed {seed}")
    return secret


class PlaySession(Session):
    """A game against *secret*, or against the adversary if it is None."""

    def __init__(self, position: Position, terminal: Terminal, secret: Code | None, arguments: list[str]) -> None:
        super().__init__(position, terminal, arguments)
        self.secret = secret
        self.helped = len(position.history)  # rows of --history count as help: they may not be the player's own guesses
        self._hint_step = 0  # number of hints in this position
        self.commands["hint"] = SessionCommand(
            f"how to find a good {self.noun}; again: several; again: the best", self._show_hint, True
        )
        self.commands["finish"] = SessionCommand("let the computer finish the game", self._finish, True)
        self.commands["give"] = SessionCommand("give up, and see the secret", self._give_up)

    def introduce(self) -> None:
        """Print the game, and what the user can type."""
        how = f" such as {example_guess(self.game)}"
        if self.names:
            how = ", its beginning or its number" if are_numbered(self.names) else ", or its beginning"
        self.print_introduction(f"Type a {self.noun}{how}, or help.", names=self.few_names())

    def prompt(self) -> str:
        """Return the prompt, with the number of the guess."""
        number = self.rows_text() or f" {len(self.position.history) + 1}"
        return f"{self.noun}{number}: "

    def handle_line(self, line: str) -> None:
        """Play the guess in *line*."""
        if not line:
            example = example_guess(self.game)
            raise CodeError(f"expected a {self.noun} such as {example}, or help, got nothing")
        self._play_guess(self.parse_guess(line))

    def _play_guess(self, guess: Code) -> None:
        if self.secret is None:
            feedback = hardest_feedback(self.position, guess)
        else:
            feedback = self.game.score(guess, self.secret)
        after = self.position.after(guess, feedback)
        self.change(after, row_name(len(after.history), after.history[-1]))
        self._hint_step = 0
        self.terminal.print(render_row(after, len(after.history), self.terminal.plain))

    def _show_hint(self, rest: str) -> None:
        self._hint_step += 1
        self.terminal.print(*render_hint(hint(self.position, step=self._hint_step), self.game.goal))
        if self._hint_step == 1:
            self.terminal.print(*render_lesson(self.position, advise(self.position, count=4)))

    def _undo(self, rest: str) -> None:
        super()._undo(rest)
        self._hint_step = 0

    def _finish(self, rest: str) -> None:
        self.terminal.print("The computer continues:")
        while not self.position.over:
            self._play_guess(next_move(self.position, "optimal").guess)

    def _show_help(self, rest: str) -> None:
        super()._show_help(rest)
        *names, last = (name for name, command in self.commands.items() if command.helps)
        self.terminal.print(f"{', '.join(names)} and {last} count as help in bestguess stats.")

    def _give_up(self, rest: str) -> None:
        self.finished = True

    def print_outcome(self) -> Review | None:
        """Print how the game ended. Print and return a review if the game is small enough for one."""
        if self.state == "won":
            self.terminal.print(*render_win(self.position))
        else:
            end = "Lost, no row is left" if self.state == "lost" else "You gave up"
            secret = self.secret or self.position.candidates[0]
            label = secret if self.game.labels is None else self.game.label_of(secret)
            meaning = "" if label == secret else f" ({label})"
            was = "was" if self.secret else "could have been"
            self.terminal.print(f"{end}: the secret {was} {secret}{meaning}.")
        if not self.position.history or not self.position.has_table:
            return None
        game_review = review(self.position)
        self.terminal.print(*render_review(game_review))
        return game_review

    def record(self, game_review: Review | None) -> records.Record:
        """Return the record of the game for `bestguess stats`."""
        return records.Record(
            game=str(self.game),
            history=str(self.position.history),
            guesses=len(self.position.history),
            won=self.state == "won",
            loss=None if game_review is None else float(game_review.loss),
            hints=self.helped,
            day=datetime.now(UTC).date().isoformat(),
        )

    def as_json(self, game_review: Review | None) -> "PlayJson":
        """Return the game by its JSON keys. The secret of an abandoned game stays hidden."""
        fields: PlayJson = {
            "game": str(self.game),
            "history": str(self.position.history),
            "secret": None if self.abandoned else self.secret,
            "state": self.state,
            "hints": self.helped,
        }
        if self.position.label is not None:
            fields["label"] = self.position.label
        if game_review is not None:
            fields["review"] = game_review
        return fields


class PlayJson(TypedDict):
    """A game that was played on the terminal."""

    game: str
    history: str
    secret: str | None  # the secret; null if the game was abandoned, or had no fixed secret
    state: str
    label: NotRequired[str]
    hints: int
    """Number of times that the player took help: hint, candidates, why, try, undo, finish, and rows of --history."""
    review: NotRequired[Review]  # what every move was worth; only when the game is over
