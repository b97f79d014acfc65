"""bestguess assist: you have the board or the secret, it advises."""

import shlex
from collections.abc import Callable
from typing import Annotated

import typer

from bestguess.cli.board import advice_lines, contradiction_lines, left_line, row_line
from bestguess.cli.loading import load_game_and_table
from bestguess.cli.options import Budget, GameText, HistoryText, Json, Load, Plain, StrategyName, typed_options
from bestguess.cli.output import print_json
from bestguess.cli.session import Session
from bestguess.cli.talk import EndOfInputError, Talk
from bestguess.errors import BestguessError, FeedbackError, HistoryError
from bestguess.games import Code, Feedback
from bestguess.play import Playthrough, find_contradictions
from bestguess.play.feedback_text import read_feedback
from bestguess.strategies import strategy as find_strategy
from bestguess.valuation import Advice, advise
from bestguess.valuation.ranking import DEFAULT_STRATEGY


def assist(
    game: GameText,
    history: HistoryText = "",
    strategy: StrategyName = DEFAULT_STRATEGY,
    budget: Budget = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63, help="Seed of samples and of random.")] = 0,
    ignore: Annotated[
        list[int] | None, typer.Option("--ignore", metavar="ROW", help="A row of the history that forbids nothing.")
    ] = None,
    plain: Plain = False,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Help at a board: type what you played and what it got, in any usual form; Enter takes the advice.

    When the answers contradict each other, the fewest rows that must be wrong are named, with likely repairs. Type help
    for the words.

    [bold]Examples[/bold]

      bestguess assist "mastermind(4,6)"

      bestguess assist bc4x10 --history "0123:1.1" --strategy minimax
    """
    loaded = load_game_and_table(game, load)
    find_strategy(strategy, seed=seed, game=loaded.game)  # refuses a name that is none
    run = Playthrough(loaded, history, frozenset(ignore or ()))
    for row in ignore or ():
        run.ignore(row)  # refuses a row that is none
    named = None if strategy == DEFAULT_STRATEGY else strategy
    given = typed_options(load=load, strategy=named, budget=budget, seed=seed or None, plain=plain, json=as_json)
    session = AssistSession(run, Talk(plain, to_errors=as_json), strategy, budget, seed, given)
    example = f"{loaded.game.guesses[0]} {_example(loaded.game.win)}"
    session.talk.tell(f"{loaded.game}: {len(loaded.game.secrets):,} secrets. Enter takes the advice; or type a guess,")
    session.talk.tell(f"a guess and its feedback, such as {example}, or help.")
    session.hold()
    if as_json:
        run = session.run
        fields = {"game": str(run.game), "history": str(run.history), "ignored": sorted(run.ignored)}
        print_json("assist", {**fields, "state": run.state, "candidates": run.count})


def _example(win: Feedback) -> Feedback:
    """A feedback to show how they are typed."""
    return "1.0" if "." in win else win


def _halves(line: str) -> tuple[str, str]:
    """The guess in *line* and the feedback behind it; nothing where there is none."""
    words = line.replace(":", " ").split(maxsplit=1)
    return words[0] if words else "", words[1] if len(words) > 1 else ""


class AssistSession(Session):
    """A board that somebody else answers."""

    def __init__(
        self, run: Playthrough, talk: Talk, strategy: str, budget: int | None, seed: int, given: list[str]
    ) -> None:
        super().__init__(run, talk)
        self.strategy, self.budget, self.seed, self._given = strategy, budget, seed, given
        self._told: tuple[Playthrough, Advice] | None = None
        self._told_of: Playthrough | None = None
        self._repairs: list[Playthrough] = []
        self.words |= {
            "edit": ("edit ROW GUESS FEEDBACK: what the row was", self._edit),
            "ignore": ("ignore ROW: it forbids nothing any more", self._ignore),
            "heed": ("heed ROW: it counts again", self._heed),
            "rows": ("every row so far", lambda rest: self.show_rows()),
            "more": ("more advice", self._more),
        }

    def go(self) -> None:
        """Advises and asks until the secret is found or nothing is left to do; raises EndOfInputError."""
        while not self.ended:
            if self.run.count and self.run.state != "running":
                self._end()
                continue
            prompt, take = self._advised() if self.run.count else self._contradicted()
            line = self.talk.ask(prompt, self.resume())
            try:
                take(line)
            except EndOfInputError:
                raise
            except BestguessError as error:  # what was typed is refused, and another line is read
                self.talk.tell(str(error))

    def resume(self) -> str:
        """The command that goes on from here."""
        rows = typed_options(ignore=sorted(self.run.ignored), history=str(self.run.history) or None)
        return shlex.join(["bestguess", "assist", str(self.run.game), *self._given, *rows])

    def _advice(self) -> Advice:
        if self._told is None or self._told[0] != self.run:
            found = advise(self.run, by=self.strategy, count=3, budget=self.budget, seed=self.seed)
            self._told = (self.run, found)
            self.talk.tell(left_line(self.run), *advice_lines(found))
        return self._told[1]

    def _best(self) -> Code:
        """The strategy's guess when one was asked for, else the best that is known."""
        found = self._advice()
        return found.best.guess if self.strategy == DEFAULT_STRATEGY else found.choice

    def _advised(self) -> tuple[str, Callable[[str], None]]:
        """Advises; what to ask, and what takes the answer."""
        return f"guess [{self._best()}]: ", self._take_row

    def _take_row(self, line: str) -> None:
        if self.obey(line):
            return
        token, rest = _halves(line)
        guess = self.guess(token) if token else self._best()
        answer = rest or self._ask_feedback(guess)
        if answer:
            self._add(guess, read_feedback(self.run.game, answer))

    def _ask_feedback(self, guess: Code) -> str:
        """The feedback to *guess*, asked for until it is one; nothing when it is taken back or a word ends it."""
        before = self.run
        while self.run == before and not self.ended:
            text = self.talk.ask(f"feedback to {guess}: ", self.resume())
            if text.lower() == "undo":  # another guess after all
                break
            try:
                if not (self._is_word(text) and self.obey(text)):
                    return self._feedback(text)
            except EndOfInputError:
                raise
            except BestguessError as error:
                self.talk.tell(f"{error}; undo for another guess")
        return ""

    def _feedback(self, text: str) -> Feedback:
        if not text:
            raise FeedbackError(f"expected a feedback such as {_example(self.run.game.win)}, got nothing")
        return read_feedback(self.run.game, text)

    def _is_word(self, text: str) -> bool:
        """Whether *text* begins with a whole word, and is no feedback of the game."""
        known = () if self.run.loaded.table is None else self.run.loaded.table.feedbacks
        return text not in known and text.lower().partition(" ")[0] in (*self.words, "?")

    def _add(self, guess: Code, feedback: Feedback) -> None:
        self.run = self.run.add(guess, feedback)
        self.talk.tell(row_line(self.run, len(self.run.history), self.talk.plain))

    def _contradicted(self) -> tuple[str, Callable[[str], None]]:
        """Names the rows that must be wrong; what to ask, and what takes the answer."""
        if self._told_of != self.run:
            self._told_of = self.run
            found = find_contradictions(self.run, limit=3)
            self._repairs = [repair.apply(self.run) for one in found for repair in one.repairs]
            self.talk.tell_all(contradiction_lines(self.run, found))
        return "number of a repair, undo, edit or ignore: ", self._take_repair

    def _take_repair(self, line: str) -> None:
        if line.isdecimal() and 1 <= int(line) <= len(self._repairs):
            self.run = self._repairs[int(line) - 1]
            self.show_rows()
            return
        if not self.obey(line):
            self._add_to_contradiction(line)

    def _add_to_contradiction(self, line: str) -> None:
        """One more row, which may tell which of the others is wrong; raises HistoryError when *line* is none."""
        token, rest = _halves(line)
        if not rest or self.run.state != "running":
            expected = f"a number from 1 to {len(self._repairs)}, another row, or a word (see help)"
            raise HistoryError(f"expected {expected}, got {line!r}")
        self._add(self.guess(token), read_feedback(self.run.game, rest))

    def _end(self) -> None:
        count = len(self.run.history)
        if self.run.state == "won":
            self.talk.tell(f"Found in {count} guess{'es' * (count != 1)}.")
        else:
            self.talk.tell(f"No rows are left; {left_line(self.run)}.")
        self.ended = True

    def _more(self, rest: list[str]) -> None:
        found = advise(self.run, by=self.strategy, count=10, budget=self.budget, seed=self.seed)
        self.talk.tell_all(advice_lines(found))

    def _edit(self, rest: list[str]) -> None:
        words = " ".join(rest).replace(":", " ").split(maxsplit=2)
        if len(words) != 3:
            raise HistoryError(f"expected edit ROW GUESS FEEDBACK, got {' '.join(['edit', *rest])!r}")
        feedback = read_feedback(self.run.game, words[2])
        self.run = self.run.edit(self._row(words[:1]), self.guess(words[1]), feedback)
        self.show_rows()

    def _ignore(self, rest: list[str]) -> None:
        self.run = self.run.ignore(self._row(rest))
        self.show_rows()

    def _heed(self, rest: list[str]) -> None:
        self.run = self.run.heed(self._row(rest))
        self.show_rows()

    def _row(self, rest: list[str]) -> int:
        if len(rest) != 1 or not rest[0].isdecimal():
            raise HistoryError(f"expected the number of a row, got {' '.join(rest) or 'none'}")
        return int(rest[0])
