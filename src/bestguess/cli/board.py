"""What the commands of the board draw: pegs, rows, advice, partitions, reviews and statistics, in 80 columns."""

import textwrap
from collections.abc import Sequence
from fractions import Fraction

from rich.text import Text

from bestguess.cli.output import bar
from bestguess.games import Code, Feedback, Game, PegGame
from bestguess.play import Contradiction, Part, Playthrough, RecordSummary, Step, why_not
from bestguess.valuation import Advice, Hint, Review, ReviewedMove

# One ground for each symbol, far apart for most eyes; the symbol stands on it, so that colour is never alone.
_GROUNDS = (
    *("#d62728", "#1f77b4", "#f2c80f", "#2ca02c", "#ffffff", "#7b4fa3", "#ff7f0e", "#17becf"),
    *("#e377c2", "#8c564b", "#bcbd22", "#7f7f7f", "#98df8a", "#aec7e8", "#ffbb78", "#c5b0d5"),
)
_DARK = {"#d62728", "#1f77b4", "#2ca02c", "#7b4fa3", "#8c564b", "#7f7f7f"}
_SPARKS = "▁▂▃▄▅▆▇█"


def pegs(game: Game, code: Code, plain: bool) -> Text:
    """*code* as pegs in colour that carry their symbols; as it is where nothing has a colour."""
    if plain or not isinstance(game, PegGame):
        return Text(code)
    text = Text()
    for symbol in code:
        ground = _GROUNDS[game.guesses.symbols.index(symbol) % len(_GROUNDS)]
        text.append(f" {symbol} ", style=f"{'white' if ground in _DARK else 'black'} on {ground}")
        text.append(" ")
    return text


def answer(game: Game, feedback: Feedback, plain: bool) -> str:
    """*feedback*, with a sign for each peg where there are pegs: ● exact, ○ misplaced."""
    if plain or not isinstance(game, PegGame):
        return feedback
    exact, misplaced = map(int, feedback.split("."))
    return f"{feedback}  {'●' * exact}{'○' * misplaced}"


def row_line(run: Playthrough, number: int, plain: bool) -> Text:
    """Row *number* of *run*."""
    row = run.history[number - 1]
    ignored = "  (ignored)" if number in run.ignored else ""
    guess = pegs(run.game, row.guess, plain)
    return Text(f"{number:>3}  ").append(guess).append(f"  {answer(run.game, row.feedback, plain)}{ignored}")


def left_line(run: Playthrough) -> str:
    """How many candidates are left."""
    return f"{run.count:,} candidate{'s' * (run.count != 1)} left"


def advice_lines(advice: Advice) -> list[str]:
    """The suggestions of *advice*, a line each."""
    width = max(5, *(len(one.guess) for one in advice.suggestions))
    lines = [f"{'guess':{width}}  may win parts     largest   mean left  bits  guesses expected"]
    for one in advice.suggestions:
        size = f"{one.expected_size:,.{1 if one.expected_size < 10**6 else 0}f}"
        win = "no" if not one.consistent else _percent(one.win_probability)
        lines.append(
            f"{one.guess:{width}}  {win:>7} {one.parts:>5} {one.largest_part:>11,} {size:>11}  {one.entropy:>4.2f}"
            f"  {expected(*one.expected)}"
        )
    if advice.sampled:
        lines.append("From a sample of guesses and candidates, drawn by the seed: sizes are estimates.")
    return lines


def _percent(share: Fraction) -> str:
    return f"{float(share):.0%}" if share >= Fraction(1, 100) else "<1%"


def expected(low: Fraction, high: Fraction | None) -> str:
    """A number of guesses, or the range it is in.

    >>> expected(Fraction(7, 2), Fraction(7, 2)), expected(Fraction(3), Fraction(7, 2)), expected(Fraction(3), None)
    ('3.500 (proven)', '3.000 to 3.500', '3.000 or more')
    """
    if high is None:
        return f"{float(low):.3f} or more"
    return f"{float(high):.3f} (proven)" if low == high else f"{float(low):.3f} to {float(high):.3f}"


def part_lines(guess: Code, parts: Sequence[Part], plain: bool) -> list[str]:
    """The partition of *guess* as a chart."""
    most = max(part.size for part in parts)
    sign = (lambda share: "#" * max(1, round(share * 30))) if plain else (lambda share: bar(share, 30))
    width, more = max(len(part.feedback) for part in parts), " ..." if plain else " …"
    lines = [f"{guess} would leave {len(parts)} part{'s' * (len(parts) != 1)}:"]
    for part in parts:
        codes = " ".join(part.codes) + (more if part.size > len(part.codes) else "")
        lines.append(f"  {part.feedback:>{width}}  {sign(part.size / most):30}  {part.size:>7,}  {codes}")
    return lines


def conflict_lines(run: Playthrough, code: Code) -> list[str]:
    """Which rows forbid *code*."""
    if code not in run.game.secrets:
        return [f"{code} is a guess, but never the secret."]
    conflicts = why_not(run, code)
    if not conflicts:
        return [f"{code} is possible: no row forbids it."]
    return [
        f"{code} is not possible: row {one.number}, {one.row.guess}, would have got {one.expected}, "
        f"not {one.row.feedback}."
        for one in conflicts
    ]


def hint_lines(found: Hint) -> list[str]:
    """What a hint tells."""
    lines = [f"{found.candidates:,} candidate{'s' * (found.candidates != 1)} left."]
    if found.present:
        lines.append(f"In every one of them: {' '.join(found.present)}")
    if found.absent:
        lines.append(f"In none of them: {' '.join(found.absent)}")
    if found.fixed.strip("."):
        lines.append(f"Certain places: {found.fixed}")
    if found.guesses:
        several = len(found.guesses) > 1
        lines.append(f"{'A good guess is among' if several else 'The best guess known:'} {' '.join(found.guesses)}")
    return lines


def contradiction_lines(run: Playthrough, found: Sequence[Contradiction]) -> list[str]:
    """The rows that must be wrong, and the repairs, numbered through."""
    fewest = len(found[0].rows)
    lines = [f"No secret fits these answers: {fewest} row{'s' * (fewest > 1)} must be wrong."]
    number = 0
    for one in found:
        rows = " and ".join(f"{row} ({run.history[row - 1]})" for row in one.rows)
        perhaps = " Perhaps:" if one.repairs else ""
        lines += _wrapped(f"Row{'s' * (fewest > 1)} {rows}; {one.candidates:,} left when ignored.{perhaps}")
        for repair in one.repairs:
            number += 1
            parts = [f"{new} in row {row}" for row, new in repair.rows]
            slips = ", ".join(_SLIPS[slip] for slip in repair.slips)
            lines += _wrapped(f"  {number:>2}  {' and '.join(parts)}: {slips}; {repair.candidates:,} left")
    return lines


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, 80, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)


_SLIPS = {
    "swapped": "exact and misplaced swapped",
    "one off": "one peg off",
    "misread": "a symbol misread",
    "other feedback": "another feedback",
}


def review_lines(found: Review) -> list[str]:
    """What every move was worth."""
    width = max(5, *(len(move.guess) for move in found.moves)) if found.moves else 5
    lines = [f"    {'guess':{width}}  feedback   left    lost    luck  best"]
    for number, move in enumerate(found.moves, start=1):
        lines.append(
            f"{number:>3} {move.guess:{width}}  {move.feedback:>8} {move.candidates_after:>6,}"
            f"  {float(move.loss):>6.3f}  {float(move.luck):>+6.3f}  {' '.join(move.best)}"
        )
        if not move.proven:
            lines.append(f"{'':{width + 4}}  {_unsure(move)}")
    now = f" + {float(found.expected_now):.3f} expected" if found.expected_now else ""
    good, luck = found.luck >= 0, float(abs(found.luck))
    lines.append(
        f"{found.guesses} guess{'es' * (found.guesses != 1)}{now} = {float(found.value):.3f} at the start"
        f" + {float(found.loss):.3f} lost {'-' if good else '+'} {luck:.3f} {'good' if good else 'bad'} luck"
    )
    if not found.proven:
        lines.append("Not all of it is proven: loss and luck are those of the best known trees.")
    return lines


def _unsure(move: ReviewedMove) -> str:
    """Between which ends the loss and the luck of *move* are, where they are not proven."""
    ends = [("lost", move.loss_range), ("luck", move.luck_range)]
    return ", ".join(f"{name} {float(low):.3f} to {float(high):.3f}" for name, (low, high) in ends if low != high)


def step_line(game: Game, number: int, step: Step, plain: bool) -> Text:
    """A step of a strategy, with its reason."""
    wins = "may win" if step.consistent else "cannot win"
    if step.candidates_before == 1:
        reason = "the only candidate"
    else:
        many = f"{step.parts} part{'s' * (step.parts != 1)}"
        reason = f"{many}, {step.largest_part:,} left at most, {wins}; {step.candidates_after:,} left"
    text = Text(f"{number:>3}  ").append(pegs(game, step.guess, plain))
    text.append(f"  {answer(game, step.feedback, plain)}")
    return text.append(f"  {reason}" if len(text) + len(reason) <= 78 else f"\n     {reason}")


def statistics_lines(found: RecordSummary, plain: bool) -> list[str]:
    """Games, means, streaks, and a sparkline of the guesses."""
    lines = [f"games           {found.games:,}, {found.won:,} won"]
    if found.mean_guesses is not None:
        lines.append(f"mean guesses    {found.mean_guesses:.2f}")
    if found.mean_loss is not None:
        lines.append(f"mean loss       {found.mean_loss:.3f} guesses a game")
    lines.append(f"streak of wins  {found.streak:,}, the longest {found.longest_streak:,}")
    if found.guesses:
        last = found.guesses[-60:]
        lines.append(f"guesses         {' '.join(map(str, last[-30:])) if plain else sparkline(last)}")
    return lines


def sparkline(numbers: Sequence[int]) -> str:
    """*numbers* as a line of small bars.

    >>> sparkline([3, 4, 5, 9])
    '▁▂▃█'
    """
    low, span = min(numbers), max(numbers) - min(numbers) or 1
    return "".join(_SPARKS[(number - low) * (len(_SPARKS) - 1) // span] for number in numbers)
