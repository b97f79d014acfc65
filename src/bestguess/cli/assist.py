"""bestguess assist: advice for a game that the user plays elsewhere."""

import re
from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from bestguess.advice import Advice, advise, contradictions
from bestguess.cli import options, typed
from bestguess.cli.board import example_guess, render_candidates_left, render_rows, render_win
from bestguess.cli.files import load_game_and_table
from bestguess.cli.options import option, to_arguments
from bestguess.cli.session import Session, SessionCommand, row_name
from bestguess.cli.suggestions import recommendation, render_advice, render_contradictions
from bestguess.cli.terminal import Terminal, print_json
from bestguess.errors import BestguessError, CodeError, FeedbackError, HistoryError
from bestguess.games import IDENTIFY, Code, Feedback, History, PegGame, Row
from bestguess.position import Position
from bestguess.strategies import DEFAULT_STRATEGY, StrategyLike
from bestguess.strategies import strategy as find_strategy
from bestguess.wording import plural

_MAX_OFFERED = 60  # columns of feedbacks in a prompt


def assist(
    game: options.GameText = options.DEFAULT_GAME,
    history: options.HistoryText = "",
    strategy: options.NamedStrategy = None,
    seed: options.RandomSeed = 0,
    bot_time: options.BotTime = options.BOT_SECONDS,
    ignore: Annotated[
        list[int] | None, option("--ignore", "Ignore this row of the history. Can be repeated.", "ROW")
    ] = None,
    plain: options.Plain = False,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Get advice for a game that you play elsewhere.

    Type each guess and the feedback it got. Press Enter to take the advice, or
    type the feedback that the advised guess got.
    You can write feedback as 1.2, BWW, 1b 2w, 1A2B or 1 bull 2 cows. You can
    type several rows at once: 1122:1.0, 1344:0.1

    If the answers contradict each other, you see which rows can be wrong and
    how to repair them. Type help for a list of commands.

    [bold]Examples[/bold]

      bestguess assist

      bestguess assist "mastermind(4,6)"

      bestguess assist bc4x10 --history "0123:1.1" --strategy minimax

      bestguess assist "balance(12)"

      bestguess assist "table(people.csv,goal=identify)"
    """
    rules = load_game_and_table(game, load)
    player = options.with_bot_time(strategy or DEFAULT_STRATEGY, bot_time)
    find_strategy(player, seed=seed, game=rules)  # raises if the name is unknown
    position = Position(rules, typed.read_history(rules, history), ignored=ignore or ())
    arguments = to_arguments(  # of the command that continues this session
        load=load,
        strategy=strategy,
        seed=seed or None,
        bot_time=None if bot_time == options.BOT_SECONDS else bot_time,
        plain=plain,
        json=as_json,
    )
    terminal = Terminal(plain, to_stderr=as_json)
    session = AssistSession(position, terminal, ["assist", str(rules), *arguments], player, seed, strategy is not None)
    session.introduce()
    session.run()
    if not session.abandoned:
        session.print_outcome()
    if as_json:
        print_json("assist", session.as_json())


class AssistSession(Session):
    """A game in which the user types guesses and feedbacks, and gets advice.

    *follow_strategy*: advise what *strategy* plays, not the best known guess.
    """

    def __init__(
        self,
        position: Position,
        terminal: Terminal,
        arguments: list[str],
        strategy: StrategyLike,
        seed: int,
        follow_strategy: bool,
    ) -> None:
        super().__init__(position, terminal, arguments)
        self.strategy, self.seed, self.follow_strategy = strategy, seed, follow_strategy
        self.answer_noun = "answer" if self.game.goal == IDENTIFY else "feedback"
        self._edit_form = f"edit ROW {self.noun.upper()} {self.answer_noun.upper()}"
        self._shown_advice: tuple[Position, Advice] | None = None
        self._shown_repairs: tuple[Position, list[Position]] | None = None
        self.commands |= {
            "edit": SessionCommand(f"{self._edit_form}: correct a row, and count it again", self._edit),
            "ignore": SessionCommand("ignore ROW: do not count this row", self._ignore),
            "restore": SessionCommand("restore ROW: count this row again", self._restore),
            "more": SessionCommand("show more advice", self._show_more_advice),
        }

    def introduce(self) -> None:
        """Print the game, and what the user can type."""
        game, colon = self.game, ":" if self.names else ""
        row = f"{example_guess(game)}{colon} {self._feedback_example()}"
        self.print_introduction(
            f"Press Enter to take the advice, or type a {self.noun},",
            f"a {self.noun} and its {self.answer_noun}, such as {row}, or help.",
            names=self.name_lines(),
        )
        if isinstance(game, PegGame) and game.pegs > 2 and not game.exact:
            self.terminal.print("You can also type answers as BWW, 1b 2w or 1A2B.")

    def prompt(self) -> str:
        """Print advice and ask for a row; if the rows contradict each other, print repairs and ask for one."""
        if self.position.count:
            return f"{self.noun}{self.rows_text()} [{self._best_guess()}]: "
        if self._shown_repairs is None or self._shown_repairs[0] != self.position:
            causes = contradictions(self.position, limit=3)
            repaired = [repair.apply(self.position) for contradiction in causes for repair in contradiction.repairs]
            self._shown_repairs = (self.position, repaired)
            self.terminal.print(*render_contradictions(self.position, causes))
        return "number of a repair, undo, edit or ignore: "

    def handle_line(self, line: str) -> None:
        """Add the rows in *line*, or the feedback to the advised guess; after a contradiction, apply a repair."""
        if not self.position.count:
            self._repair(line)
            return
        try:
            self._handle_guess(line)
        except CodeError:  # not a guess: perhaps the feedback to the advised one
            if not (feedback := self._feedback_to_advice(line)):
                raise
            self._add_rows([typed.make_row(self.game, self._best_guess(), feedback)])

    def print_outcome(self) -> None:
        """Print how the game ended."""
        if self.state == "won":
            self.terminal.print(*render_win(self.position))
        else:
            left = render_candidates_left(self.position.count, self.position.likely, self.position.labels_left)
            self.terminal.print(f"Lost: no row is left. {left}.")

    def as_json(self) -> "AssistJson":
        """Return the board by its JSON keys."""
        position = self.position
        fields: AssistJson = {
            "game": str(position.game),
            "history": str(position.history),
            "ignored": sorted(position.ignored),
            "state": self.state,
            "candidates": position.count,
        }
        if position.labels_left is not None:
            fields["labels"] = position.labels_left
        if position.label is not None:
            fields["label"] = position.label
        return fields

    def _best_guess(self) -> Code:
        """Return the guess to play now. Print the advice if it is new."""
        if self._shown_advice is None or self._shown_advice[0] != self.position:
            advice = advise(self.position, by=self.strategy, count=3, seed=self.seed)
            self._shown_advice = (self.position, advice)
            left = render_candidates_left(self.position.count, advice.likely, advice.labels)
            self.terminal.print(left, *render_advice(advice))
        return recommendation(self._shown_advice[1], self.follow_strategy).guess

    def _feedback_to_advice(self, line: str) -> Feedback | None:
        """Return the feedback in *line* if the advised guess can get it, else None.

        This spares the user from pressing Enter first to take the advice. Digits alone are a mistyped guess, not a
        feedback; except one digit, where feedbacks have one digit and guesses have more.
        """
        game = self.game
        counts_exact_pegs = isinstance(game, PegGame) and game.exact and game.pegs > 1
        if re.fullmatch(r"[\d\s]+", line) and not (counts_exact_pegs and len(line.strip()) == 1):
            return None
        try:
            return self._parse_feedback(line, self._best_guess())
        except BestguessError:
            return None

    def _handle_guess(self, line: str) -> None:
        token, rest = typed.split_row(self.game, line)
        if not (typed.has_names(self.game) and typed.has_feedback(self.game, line)):
            guess = self.parse_guess(token) if token else self._best_guess()
            self.position.check_allowed(guess)
            if not rest:
                if feedback := self._ask_feedback(guess):
                    self._add_rows([typed.make_row(self.game, guess, feedback)])
                return
        self._add_rows(typed.read_rows(self.game, line))

    def _ask_feedback(self, guess: Code) -> Feedback:
        """Ask for the feedback to *guess* until it is valid. Empty if a command changes the position or ends it."""
        before = self.position
        feedbacks = before.table.feedbacks if before.has_table else ()
        offered = typed.choices_text(typed.answers_to(self.game, guess))
        choices = f" [{offered}]" if 0 < len(offered) <= _MAX_OFFERED else ""
        while self.position == before and not self.finished:
            text = self.terminal.ask(f"{self.answer_noun} to {guess}{choices}: ")
            if text.lower() == "undo":  # the user wants another guess
                self.terminal.print(f"Undone: the guess {guess}.")
                break
            is_command = text not in feedbacks and self.full_command(text) in self.commands
            try:
                if not (is_command and self.handle_command(text)):
                    return self._parse_feedback(text, guess)
            except BestguessError as error:
                self.terminal.print(f"{error}; type undo for another {self.noun}")
        return ""

    def _parse_feedback(self, text: str, guess: Code) -> Feedback:
        if not text:
            example, *_ = [*typed.answers_to(self.game, guess), self._feedback_example()]
            raise FeedbackError(f"expected a feedback such as {example}, got nothing")
        return typed.read_feedback(self.game, text, guess)

    def _feedback_example(self) -> Feedback:
        """Return a feedback that shows how to type one."""
        game = self.game
        example = game.score(example_guess(game), game.secrets[0]) if game.win is None else game.win
        return "1.0" if "." in example else example

    def _add_rows(self, rows: Sequence[Row]) -> None:
        """Add all of *rows*, or none if one of them cannot be added. One `undo` removes them all."""
        before, left = len(self.position.history), self.position.rows_left
        if left is not None and len(rows) > left > 0:
            raise HistoryError(f"expected at most {left} more {plural(left, 'row')}, got {len(rows)}: no row was added")
        after = Position(self.game, History([*self.position.history, *rows]), ignored=self.position.ignored)
        number = len(after.history)
        self.change(after, row_name(number, rows[-1]) if len(rows) == 1 else f"rows {before + 1} to {number}")
        self.terminal.print(*render_rows(self.position, self.terminal.plain)[before:])

    def _repair(self, line: str) -> None:
        """Apply the repair with the number in *line*, or add another row, which may show which row is wrong."""
        _, repairs = self._shown_repairs or (None, [])
        if line.isdecimal() and 1 <= int(line) <= len(repairs):
            self._change_rows(repairs[int(line) - 1], f"repair {line}")
        elif typed.has_feedback(self.game, line) and not self.position.over:
            self._add_rows(typed.read_rows(self.game, line))
        else:
            expected = f"a number from 1 to {len(repairs)}, another row, or a command (see help)"
            raise HistoryError(f"expected {expected}, got {line!r}")

    def _show_more_advice(self, rest: str) -> None:
        self.terminal.print(*render_advice(advise(self.position, by=self.strategy, count=10, seed=self.seed)))

    def _edit(self, rest: str) -> None:
        place, _, text = rest.partition(" ")
        guess, feedback = typed.split_row(self.game, text)
        if not feedback:
            raise HistoryError(f"expected {self._edit_form}, got {f'edit {rest}'.rstrip()!r}")
        number, code = self._parse_row(place), self.parse_guess(guess)
        row = typed.make_row(self.game, guess, self._parse_feedback(feedback, code))
        others = self.position.without(number)  # raises if there is no such row
        rows = [*others.history[: number - 1], row, *others.history[number:]]
        edited = Position(self.game, History(rows), ignored=others.ignored - {number})
        self._change_rows(edited, f"the edit of row {number}")

    def _ignore(self, rest: str) -> None:
        number = self._parse_row(rest)
        self._change_rows(self.position.without(number), f"ignoring row {number}")

    def _restore(self, rest: str) -> None:
        number = self._parse_row(rest)
        self._change_rows(self.position.restore(number), f"counting row {number} again")

    def _change_rows(self, position: Position, what: str) -> None:
        """Continue with *position* and print its rows."""
        self.change(position, what)
        self.print_rows()

    def _parse_row(self, text: str) -> int:
        """Return the number of a row; raise HistoryError."""
        if not text.isdecimal():
            raise HistoryError(f"expected the number of a row, got {text or 'nothing'}")
        return int(text)


class AssistJson(TypedDict):
    """A board that the user entered on the terminal."""

    game: str
    history: str
    ignored: list[int]  # the numbers of the rows that are ignored
    state: str
    candidates: int
    labels: NotRequired[int]  # how many different labels the candidates have; only where secrets have labels
    label: NotRequired[str]
