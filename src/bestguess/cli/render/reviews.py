"""Games that were played: the review of one, and the statistics of many."""

import textwrap
from fractions import Fraction

from rich.console import RenderableType

from bestguess.advice import Review, ReviewedMove
from bestguess.advice.reviews import Range
from bestguess.bounds import Bounds
from bestguess.cli.render.advice import chance_text, percent
from bestguess.cli.render.board import number_text
from bestguess.cli.render.tables import bar_chart, fields_table
from bestguess.errors import BestguessError
from bestguess.games import IDENTIFY, game, quoted
from bestguess.records import RecordKind, summarise
from bestguess.wording import counted, guess_noun

_WIDTH = 80  # columns
_LEAST_GUESS_WIDTH, _FEEDBACK_WIDTH = 12, 14  # of a row at most, when there is no more room


def render_review(review: Review) -> list[str]:
    """What every move was worth, and the sum.

    By hand, because rich's tables have no line that spans columns: what is not proven has its range below it.
    """
    noun = guess_noun(review.goal)
    answers = [_shortened(move.feedback, _FEEDBACK_WIDTH) for move in review.moves]
    wide = max(map(len, ["feedback", *answers]))
    rows = any(move.chance_after is not None for move in review.moves)
    weighted = any(move.likely_after is not None for move in review.moves) and not (rows and review.has_costs)
    over = "may end" if review.goal == IDENTIFY else "may win"
    columns = f"{f'{over}  ' * weighted}{'  cost  ' * review.has_costs}  lost    luck  {'chance after  ' * rows}best"
    most = max(_LEAST_GUESS_WIDTH, _WIDTH - len(f"      {'':{wide}}   left  {columns}"))
    names = [_shortened(move.guess, most) for move in review.moves]
    width = max(map(len, [noun, *names]))
    lines = [f"    {noun:{width}}  {'feedback':>{wide}}   left  {columns}"]
    for number, (move, name, answer) in enumerate(zip(review.moves, names, answers, strict=True), start=1):
        chance = "" if move.chance_after is None else f"{_chance(move.chance_after):<12}  "
        wins = f"  {_wins(move):>7}" if weighted else ""
        cost = "" if move.cost is None else f"  {number_text(move.cost):>6}"
        line = (
            f"{number:>3} {name:{width}}  {answer:>{wide}} {move.candidates_after:>6,}{wins}{cost}"
            f"  {_amount(move.loss):>6}  {_amount(move.luck, '+'):>6}  {chance}"
        )
        best = " ".join(map(quoted, move.best)) or "-"
        lines += [line + best] if len(line + best) <= _WIDTH else [line.rstrip(), *_indented(f"best: {best}")]
        if not move.proven:
            lines.append(f"{'':{width + 4}}  {_ranges(move)}")
    lines.append(_sum_line(review))
    if rows and (before := review.moves[0].chance_before) is not None:
        verb = "know it" if review.goal == IDENTIFY else "win"
        lines.append(f"The chance to {verb} within the rows was {_chance(before)} at the start.")
    if not review.proven:
        lines.append("Not all of it is proven: loss and luck are those of the best known trees.")
    return lines


def _amount(value: Fraction, sign: str = "-") -> str:
    """*value* to three digits, exactly nothing as 0; *sign* `+`: with its sign, unless it is too small for one.

    >>> _amount(Fraction(1, 8)), _amount(Fraction(1, 8), "+"), _amount(Fraction(0), "+"), _amount(Fraction(-1, 9999))
    ('0.125', '+0.125', '0', '0.000')
    """
    text = f"{float(value):{sign}.3f}"
    return "0" if value == 0 else "0.000" if text in ("-0.000", "+0.000") else text


def _shortened(text: str, width: int) -> str:
    """*text*, cut off where it has more characters.

    >>> _shortened("Has a beard?", 12), _shortened("Has a long beard?", 12)
    ('Has a beard?', 'Has a lon...')
    """
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _indented(line: str) -> list[str]:
    """*line* below a row of the table."""
    return textwrap.wrap(line, _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 12, break_long_words=False)


def _wins(move: ReviewedMove) -> str:
    """How likely the game was over with the guess of *move*."""
    return percent(move.win_probability) if move.win_probability else "no"


def _chance(chance: Range) -> str:
    return chance_text(Bounds(*chance))


def _ranges(move: ReviewedMove) -> str:
    """The ranges that the loss and the luck of *move* are in, where they are not proven."""
    ranges = [("lost", move.loss_range), ("luck", move.luck_range)]
    return ", ".join(f"{name} {float(low):.3f} to {float(high):.3f}" for name, (low, high) in ranges if low != high)


def _sum_line(review: Review) -> str:
    now = f" + {float(review.expected_now):.3f} expected" if review.expected_now else ""
    good, luck = review.luck > 0, _amount(abs(review.luck))
    kind = f"{'good' if good else 'bad'} luck" if review.luck else "luck"
    made = counted(review.guesses, guess_noun(review.goal))
    if review.has_costs:
        made = f"cost {number_text(review.cost)}"
    return (
        f"{made}{now} = {float(review.value):.3f} at the start"
        f" + {_amount(review.loss)} lost {'-' if good else '+'} {luck} {kind}"
    )


def render_kind(kind: RecordKind) -> list[RenderableType]:
    """Games of one kind: how many, means, streaks, and a histogram of the guesses and of the games lost."""
    summary = summarise(kind.records)
    lost = summary.games - summary.won
    fields = {"games": f"{summary.games:,}, {summary.won:,} won"}
    if summary.mean_guesses is not None:
        fields["mean guesses"] = f"{summary.mean_guesses:.2f}, of the games won"
    if summary.mean_loss is not None:
        guesses = "" if _has_costs(kind.game) else " guesses"
        fields["mean loss"] = f"{summary.mean_loss:.3f}{guesses} a game, against the best moves"
    fields["streak of wins"] = f"{summary.streak:,}, the longest {summary.longest_streak:,}"
    bars = [(str(number), count, f"{count:,}") for number, count in summary.distribution.items()]
    bars += [("lost", lost, f"{lost:,}")] if lost else []
    title = f"{kind.game}, {'with help' if kind.helped else 'without help'}"
    return [title, fields_table(fields), "games by number of guesses:", bar_chart(bars, 40)]


def _has_costs(text: str) -> bool:
    """Whether guesses of the game of this *text* have costs; not where it is unknown, such as a file that is gone."""
    try:
        return game(text).costs is not None
    except (BestguessError, OSError):
        return False
