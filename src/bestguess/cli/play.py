"""bestguess play: you guess."""

import secrets
import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, TypeAlias

import typer

from bestguess.cli.board import hint_lines, review_lines, row_line
from bestguess.cli.loading import load_game_and_table
from bestguess.cli.options import GameText, HistoryText, Json, Load, Plain, typed_options
from bestguess.cli.output import print_json
from bestguess.cli.session import Session
from bestguess.cli.talk import EndOfInputError, Talk
from bestguess.errors import BestguessError, CodeError, HistoryError
from bestguess.games import Code, Feedback
from bestguess.play import Playthrough, Record, default_records, hardest_feedback, keep_record
from bestguess.play.random_secret import draw_secret
from bestguess.valuation import Review, hint, review

Answer: TypeAlias = Callable[[Playthrough, Code], Feedback]


def play(
    game: GameText,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=2**63, help="Draws the secret; chance, if not said.")
    ] = None,
    ask_secret: Annotated[
        bool, typer.Option("--ask-secret", help="A friend types the secret first; it is not shown.")
    ] = False,
    adversary: Annotated[
        bool, typer.Option("--adversary", help="No secret: answers that make you work longest, never a lie.")
    ] = False,
    history: HistoryText = "",
    no_record: Annotated[bool, typer.Option("--no-record", help="Do not keep this game for bestguess stats.")] = False,
    plain: Plain = False,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Play: guess the secret, with hints, undo and a review at the end. Type help for the words.

    [bold]Examples[/bold]

      bestguess play "mastermind(4,6)"

      bestguess play "bullscows(4,10,rows=8)" --adversary

      bestguess play "mastermind(4,6)" --seed 7 --plain < moves.txt
    """
    if adversary and (ask_secret or seed is not None):
        raise typer.BadParameter("--adversary has no secret: leave --seed and --ask-secret out")
    if ask_secret and seed is not None:
        raise typer.BadParameter("--ask-secret and --seed: expected one of them, got both")
    loaded = load_game_and_table(game, load)
    talk = Talk(plain, to_errors=as_json)
    run = Playthrough(loaded, history)
    _check_possible(run)
    secret: Code | None = None
    if ask_secret:
        secret = _asked_secret(loaded.game.parse_secret, talk)
    elif not adversary and seed is None and run.history:
        secret = draw_secret(loaded.game, secrets.randbelow(2**32), run.history)
    elif not adversary:
        seed = secrets.randbelow(2**32) if seed is None else seed
        secret = draw_secret(loaded.game, seed)
    _check_answers(run, secret)
    who = typed_options(adversary=adversary, ask_secret=ask_secret, seed=seed)
    given = typed_options(load=load, no_record=no_record, plain=plain, json=as_json)
    session = PlaySession(run, talk, secret, ["bestguess", "play", str(loaded.game), *who, *given])
    talk.tell(
        f"{loaded.game}: {len(loaded.game.secrets):,} secrets. Type a guess such as {loaded.game.guesses[0]}, or help."
    )
    session.hold()
    found = None if session.left else session.end()
    if as_json:
        print_json("play", session.as_json(found))
    if not (no_record or session.left):
        keep_record(session.record(found), default_records())


def _asked_secret(parse: Callable[[str], Code], talk: Talk) -> Code:
    """What a friend types, until it is a secret."""
    while True:
        try:
            return parse(talk.ask_secret("secret (not shown): "))
        except EndOfInputError:
            raise
        except BestguessError:  # what was typed is not repeated: it may be nearly the secret
            talk.tell("That is no secret of this game.")


def _check_answers(run: Playthrough, secret: Code | None) -> None:
    for number, row in enumerate(run.history, start=1):
        if secret is not None and run.game.feedback(row.guess, secret) != row.feedback:
            raise HistoryError(f"row {number} of the history, {str(row)!r}: this secret answers otherwise")
    if run.state != "running":
        raise HistoryError(f"expected a game that is running, got one that is {run.state}: {run.history}")


def _check_possible(run: Playthrough) -> None:
    if not run.count:
        raise HistoryError(f"expected answers that a secret fits, got {run.history}")


class PlaySession(Session):
    """A game against a *secret*, or against the adversary when that is None."""

    def __init__(self, run: Playthrough, talk: Talk, secret: Code | None, resume: list[str]) -> None:
        super().__init__(run, talk)
        self.secret, self._resume = secret, resume
        self.hints = self._step = 0
        self.left = False
        self.words["hint"] = ("a nudge; again: good guesses; again: the best one", self._hint)
        self.words["give"] = ("give up, and see the secret", self._give_up)

    def go(self) -> None:
        """Asks for guesses until the game is over; raises EndOfInputError."""
        while self.run.state == "running" and not self.ended:
            line = self.talk.ask(f"guess {len(self.run.history) + 1}: ", self.resume())
            try:
                if not line:
                    raise CodeError(f"expected a guess such as {self.run.game.guesses[0]}, or help, got nothing")
                if not self.obey(line):
                    self._play(self.guess(line))
            except BestguessError as error:
                self.talk.tell(str(error))

    def resume(self) -> str:
        """The command that goes on from here."""
        rows = ["--history", str(self.run.history)] if self.run.history else []
        return shlex.join([*self._resume, *rows])

    def _play(self, guess: Code) -> None:
        if self.secret is None:
            feedback = hardest_feedback(self.run, guess)
        else:
            feedback = self.run.game.feedback(guess, self.secret)
        self.run = self.run.add(guess, feedback)
        self._step = 0
        self.talk.tell(row_line(self.run, len(self.run.history), self.talk.plain))

    def _hint(self, rest: list[str]) -> None:
        self._step += 1
        self.hints += 1
        self.talk.tell_all(hint_lines(hint(self.run, self._step)))

    def _undo(self, rest: list[str]) -> None:
        super()._undo(rest)
        self.hints += 1
        self._step = 0

    def _quit(self, rest: list[str]) -> None:
        super()._quit(rest)
        self.left = True

    def _give_up(self, rest: list[str]) -> None:
        self.ended = True

    def end(self) -> Review | None:
        """Says how it ended, and what every move was worth where that can be said."""
        count = len(self.run.history)
        shown = self.secret or self.run.candidates(1).codes[0]
        if self.run.state == "won":
            self.talk.tell(f"Found in {count} guess{'es' * (count != 1)}.")
        else:
            how = "No rows are left" if self.run.state == "lost" else "You gave up"
            self.talk.tell(f"{how}: the secret {'was' if self.secret else 'could have been'} {shown}.")
        if not count or self.run.loaded.table is None:
            return None
        found = review(self.run.loaded.table, self.run.history)
        self.talk.tell_all(review_lines(found))
        return found

    def record(self, found: Review | None) -> Record:
        """What is kept of the game."""
        loss = None if found is None else float(found.loss)
        won, day = self.run.state == "won", datetime.now(UTC).date().isoformat()
        return Record(str(self.run.game), str(self.run.history), len(self.run.history), won, loss, self.hints, day)

    def as_json(self, found: Review | None) -> dict[str, Any]:
        """The game by its JSON keys."""
        fields = {
            "game": str(self.run.game),
            "history": str(self.run.history),
            "secret": None if self.left else self.secret,
        }
        worth = {} if found is None else {"review": found.as_json()}
        return {**fields, "state": self.run.state, "hints": self.hints, **worth}
