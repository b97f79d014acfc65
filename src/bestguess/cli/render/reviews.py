"""Games that were played: the review of one, and the statistics of many."""

from rich.console import RenderableType

from bestguess.bounds import Bounds
from bestguess.cli.render.advice import chance_text, percent
from bestguess.cli.render.tables import bar_chart, fields_table
from bestguess.play import summarise_records
from bestguess.play.records import RecordKind
from bestguess.valuation import Review, ReviewedMove
from bestguess.valuation.reviews import Range


def render_review(review: Review) -> list[str]:
    """What every move was worth, and the sum.

    By hand, because rich's tables have no line that spans columns: what is not proven has its range below it.
    """
    width = max(5, *(len(move.guess) for move in review.moves)) if review.moves else 5
    rows = any(move.chance_after is not None for move in review.moves)
    weighted = any(move.likely_after is not None for move in review.moves)
    lines = [
        f"    {'guess':{width}}  feedback   left  {'may win  ' * weighted}  lost    luck  {'chance after  ' * rows}best"
    ]
    for number, move in enumerate(review.moves, start=1):
        chance = "" if move.chance_after is None else f"{_chance(move.chance_after):<12}  "
        wins = "" if move.likely_after is None else f"  {_wins(move):>7}"
        lines.append(
            f"{number:>3} {move.guess:{width}}  {move.feedback:>8} {move.candidates_after:>6,}{wins}"
            f"  {float(move.loss):>6.3f}  {float(move.luck):>+6.3f}  {chance}{' '.join(move.best)}"
        )
        if not move.proven:
            lines.append(f"{'':{width + 4}}  {_ranges(move)}")
    lines.append(_sum_line(review))
    if rows and (before := review.moves[0].chance_before) is not None:
        lines.append(f"The chance to win within the rows was {_chance(before)} at the start.")
    if not review.proven:
        lines.append("Not all of it is proven: loss and luck are those of the best known trees.")
    return lines


def _wins(move: ReviewedMove) -> str:
    """How likely the guess of *move* was to win."""
    return percent(move.win_probability) if move.win_probability else "no"


def _chance(chance: Range) -> str:
    return chance_text(Bounds(*chance))


def _ranges(move: ReviewedMove) -> str:
    """The ranges that the loss and the luck of *move* are in, where they are not proven."""
    ranges = [("lost", move.loss_range), ("luck", move.luck_range)]
    return ", ".join(f"{name} {float(low):.3f} to {float(high):.3f}" for name, (low, high) in ranges if low != high)


def _sum_line(review: Review) -> str:
    now = f" + {float(review.expected_now):.3f} expected" if review.expected_now else ""
    good, luck = review.luck >= 0, float(abs(review.luck))
    return (
        f"{review.guesses} guess{'es' * (review.guesses != 1)}{now} = {float(review.value):.3f} at the start"
        f" + {float(review.loss):.3f} lost {'-' if good else '+'} {luck:.3f} {'good' if good else 'bad'} luck"
    )


def render_kind(kind: RecordKind) -> list[RenderableType]:
    """Games of one kind: how many, means, streaks, and a histogram of the guesses and of the games lost."""
    summary = summarise_records(kind.records)
    lost = summary.games - summary.won
    fields = {"games": f"{summary.games:,}, {summary.won:,} won"}
    if summary.mean_guesses is not None:
        fields["mean guesses"] = f"{summary.mean_guesses:.2f}, of the games won"
    if summary.mean_loss is not None:
        fields["mean loss"] = f"{summary.mean_loss:.3f} guesses a game, against the best moves"
    fields["streak of wins"] = f"{summary.streak:,}, the longest {summary.longest_streak:,}"
    bars = [(str(number), count, f"{count:,}") for number, count in summary.distribution.items()]
    bars += [("lost", lost, f"{lost:,}")] if lost else []
    title = f"{kind.game}, {'with hints or moves taken back' if kind.helped else 'without help'}"
    return [title, fields_table(fields), "games by number of guesses:", bar_chart(bars, 40)]
