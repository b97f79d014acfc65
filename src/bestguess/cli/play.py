"""bestguess play: the user guesses the secret."""

import secrets
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from bestguess import records
from bestguess.advice import Review, advise, draw_secret, hardest_feedback, hint, next_move, review
from bestguess.cli.loading import load_game_and_table
from bestguess.cli.options import (
    DEFAULT_GAME,
    GameText,
    HistoryText,
    Json,
    Load,
    Plain,
    check_seed,
    quote_command,
    to_arguments,
)
from bestguess.cli.render.advice import render_hint, render_lesson
from bestguess.cli.render.board import (
    ask_text,
    example_guess,
    explain_feedback,
    explain_rule,
    found_lines,
    introduce,
    secret_text,
)
from bestguess.cli.render.reviews import render_review
from bestguess.cli.session import Session, SessionCommand, row_name
from bestguess.cli.terminal import EndOfInputError, Terminal, print_json, print_note
from bestguess.cli.typed import read_history, read_secret
from bestguess.errors import BestguessError, CodeError, FileError, HistoryError
from bestguess.games import IDENTIFY, Code, Game
from bestguess.position import Position


def play(
    game: GameText = DEFAULT_GAME,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="Seed that draws the secret. Default: a random seed.", callback=check_seed
        ),
    ] = None,
    ask_secret: Annotated[
        bool, typer.Option("--ask-secret", help="Let somebody else type the secret first. It is not shown.")
    ] = False,
    adversary: Annotated[
        bool,
        typer.Option(
            "--adversary",
            help="Play without a fixed secret: every answer is the hardest one that is still possible.",
        ),
    ] = False,
    history: HistoryText = "",
    no_record: Annotated[
        bool, typer.Option("--no-record", help="Do not keep this game for `bestguess stats`.")
    ] = False,
    plain: Plain = False,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Guess the secret, with hints, undo, and a review at the end.

    Type help during the game for a list of commands; finish lets the computer
    finish. `bestguess stats` counts games with help apart.

    [bold]Examples[/bold]

      bestguess play

      bestguess play "bullscows(4,10,rows=8)" --adversary

      bestguess play "words(english,5,rule=hard,rows=6)"

      bestguess play "balance(12)"

      bestguess play "table(people.csv,goal=identify)"

      bestguess play "mastermind(4,6)" --seed 7 --plain < moves.txt
    """
    if adversary and (ask_secret or seed is not None):
        raise typer.BadParameter("--adversary has no secret: leave --seed and --ask-secret out")
    if ask_secret and seed is not None:
        raise typer.BadParameter("--ask-secret and --seed: expected one of them, got both")
    rules = load_game_and_table(game, load)
    terminal = Terminal(plain, to_stderr=as_json)
    position = Position(rules, read_history(rules, history))
    if not position.count:
        raise HistoryError(f"expected answers that a secret fits, got {position.history}")
    if seed is None and not (ask_secret or adversary or position.history):
        seed = secrets.randbelow(2**32)  # named in the command that resumes the game
    secret = None if adversary else _choose_secret(position, ask_secret, seed, terminal)
    _check_history(position, secret)
    opponent = to_arguments(adversary=adversary, ask_secret=ask_secret, seed=seed)
    given = to_arguments(load=load, no_record=no_record, plain=plain, json=as_json)
    session = PlaySession(position, terminal, secret, ["bestguess", "play", str(rules), *opponent, *given])
    session.print_introduction()
    session.run()
    found = None if session.abandoned else session.print_outcome()
    if as_json:
        print_json("play", session.as_json(found))
    if not (no_record or session.abandoned):
        _keep(session.record(found))


def _keep(record: records.Record) -> None:
    """Keeps *record*, or says why it is not kept: the game is played all the same."""
    try:
        records.keep(record, records.default_path())
    except FileError as error:
        print_note(f"bestguess: {error}; this game is not in bestguess stats")


def _choose_secret(position: Position, ask_secret: bool, seed: int | None, terminal: Terminal) -> Code:
    """The secret that somebody types, or that *seed* draws; without a seed, any that fits the history."""
    if ask_secret:
        return _ask_secret(position.game, terminal)
    if seed is None:
        return draw_secret(position, secrets.randbelow(2**32))
    return draw_secret(position.game, seed)


def _ask_secret(game: Game, terminal: Terminal) -> Code:
    """Asks until a secret of *game* is typed."""
    while True:
        try:
            return read_secret(game, terminal.ask_hidden("secret (not shown): "))
        except EndOfInputError:
            raise
        except BestguessError:  # do not repeat what was typed: it may be close to the secret
            terminal.print("That is no secret of this game.")


def _check_history(position: Position, secret: Code | None) -> None:
    """Raises HistoryError unless *secret* gives the answers of the history and the game is still running."""
    for number, row in enumerate(position.history, start=1):
        if secret is not None and position.game.score(row.guess, secret) != row.feedback:
            raise HistoryError(f"row {number} of the history, {str(row)!r}: this secret answers otherwise")
    position.check_running()


class PlaySession(Session):
    """A game against *secret*, or against the adversary if it is None."""

    def __init__(self, position: Position, terminal: Terminal, secret: Code | None, arguments: list[str]) -> None:
        super().__init__(position, terminal)
        self.secret, self._arguments = secret, arguments
        self.helped = len(position.history)  # rows that were given count as help: nobody knows how they came about
        self._hint_step = 0  # hints in this position
        self.abandoned = False
        self.commands["hint"] = SessionCommand(
            f"how to find a good {self.noun}; again: several; then the best one", self._show_hint, True
        )
        self.commands["finish"] = SessionCommand("let the computer finish the game", self._finish, True)
        self.commands["give"] = SessionCommand("give up, and see the secret", self._give_up)

    def print_introduction(self) -> None:
        """Prints the game and what may be typed."""
        game = self.game
        asked = f" {ask_text(game)}" if game.goal == IDENTIFY else ""
        how, *names = self.typing_lines()
        self.terminal.print(
            *introduce(f"{game}: {len(game.secrets):,} secrets.{asked} {how}"),
            *names,
            *explain_feedback(game, self.terminal.plain),
            *explain_rule(game),
        )

    def loop(self) -> None:
        """Asks for guesses until the game is over; raises EndOfInputError."""
        while not (self.position.over or self.finished):
            number = self.rows_text() or f" {len(self.position.history) + 1}"
            line = self.terminal.ask(f"{self.noun}{number}: ")
            try:
                self._handle_line(line)
            except BestguessError as error:
                self.terminal.print(str(error))

    def resume_command(self) -> str:
        """The shell command that continues from here."""
        return quote_command([*self._arguments, *to_arguments(history=str(self.position.history) or None)])

    def _handle_line(self, line: str) -> None:
        if not line:
            example = example_guess(self.game)
            raise CodeError(f"expected a {self.noun} such as {example}, or help, got nothing")
        if not self.handle_command(line):
            self._play_guess(self.parse_guess(line))

    def _play_guess(self, guess: Code) -> None:
        if self.secret is None:
            feedback = hardest_feedback(self.position, guess)
        else:
            feedback = self.game.score(guess, self.secret)
        after = self.position.after(guess, feedback)
        self.change(after, row_name(len(after.history), after.history[-1]))
        self._hint_step = 0
        self.print_last_row()

    def _show_hint(self, arguments: list[str]) -> None:
        self._hint_step += 1
        self.terminal.print(*render_hint(hint(self.position, step=self._hint_step), self.game.goal))
        if self._hint_step == 1:
            self.terminal.print(*render_lesson(self.position, advise(self.position, count=4)))

    def _undo(self, arguments: list[str]) -> None:
        super()._undo(arguments)
        self._hint_step = 0

    def _finish(self, arguments: list[str]) -> None:
        self.terminal.print("The computer goes on:")
        while not self.position.over:
            self._play_guess(next_move(self.position, "optimal").guess)

    def _show_help(self, arguments: list[str]) -> None:
        super()._show_help(arguments)
        *helping, last = (name for name, command in self.commands.items() if command.helps)
        self.terminal.print(f"{', '.join(helping)} and {last} count as help in bestguess stats.")

    def _quit(self, arguments: list[str]) -> None:
        super()._quit(arguments)
        self.abandoned = True

    def _give_up(self, arguments: list[str]) -> None:
        self.finished = True

    def print_outcome(self) -> Review | None:
        """Prints how the game ended. Prints and returns the review if the game is small enough for one."""
        if self.state == "won":
            self.terminal.print(*found_lines(self.position))
        else:
            how = "Lost, no row is left" if self.state == "lost" else "You gave up"
            shown = secret_text(self.game, self.secret or self.position.candidates[0])
            self.terminal.print(f"{how}: the secret {'was' if self.secret else 'could have been'} {shown}.")
        if not self.position.history or not self.position.has_table:
            return None
        found = review(self.position)
        self.terminal.print(*render_review(found))
        return found

    def record(self, found: Review | None) -> records.Record:
        """The game as it is kept for `bestguess stats`."""
        return records.Record(
            game=str(self.game),
            history=str(self.position.history),
            guesses=len(self.position.history),
            won=self.state == "won",
            loss=None if found is None else float(found.loss),
            hints=self.helped,
            day=datetime.now(UTC).date().isoformat(),
        )

    def as_json(self, found: Review | None) -> dict[str, Any]:
        """The game by its JSON keys. The secret of an abandoned game stays hidden."""
        fields = {
            "game": str(self.game),
            "history": str(self.position.history),
            "secret": None if self.abandoned else self.secret,
            "state": self.state,
            **({} if self.position.label is None else {"label": self.position.label}),
            "hints": self.helped,
        }
        return fields if found is None else {**fields, "review": found.as_json()}
