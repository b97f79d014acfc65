"""Word and lay out advice: suggestions, partitions, hints, conflicts, contradictions."""

import textwrap
from collections.abc import Sequence
from fractions import Fraction

from rich.console import RenderableType

from bestguess.advice import Advice, Contradiction, Hint, Part, Suggestion, why_not
from bestguess.bounds import Bounds
from bestguess.cli.board import render_candidates_left
from bestguess.cli.tables import BarChart, FirstThatFits, table
from bestguess.games import IDENTIFY, Code, PegGame, quote
from bestguess.position import Position
from bestguess.trees.outline import cost_text
from bestguess.wording import guess_noun, plural

_SLIPS = {
    "swapped": "exact and misplaced swapped",
    "one off": "one peg off",
    "misread": "a symbol misread",
    "other feedback": "another feedback",
}


def recommendation(advice: Advice, follow_strategy: bool) -> Suggestion:
    """Return the guess to play: the strategy's choice if *follow_strategy*, otherwise the best known guess."""
    if not follow_strategy:
        return advice.best
    return next(suggestion for suggestion in advice.suggestions if suggestion.guess == advice.choice)


def render_recommendation(advice: Advice, follow_strategy: bool) -> list[str]:
    """Say what to play and why; if nothing is left to ask, say what it is."""
    if advice.label is not None:
        return [f"It is {advice.label}. There is nothing left to ask."]
    suggestion = recommendation(advice, follow_strategy)
    by = f", as {advice.strategy} does" if advice.certain and follow_strategy else ""
    by += " within the rows" if by and advice.rows_left is not None else ""
    action = f"{'Ask' if advice.goal == IDENTIFY else 'Play'} {suggestion.guess}{by}"
    expected = _expected_in_words(suggestion.expected_range, _unit(advice))
    chance = suggestion.chance_range
    if chance is None or chance.lower == 1:  # the game cannot be lost
        lines = [f"{action}: {expected}.", _split_in_words(advice, suggestion)]
    else:
        last = advice.rows_left == 1
        where = "now, in the last row" if last else f"within the {advice.rows_left} rows left"
        lines = [f"{action}: chance to {_win_verb(advice.goal)} {where}: {chance_text(chance)}."]
        lines += [] if last else [_split_in_words(advice, suggestion), f"Without a limit of rows: {expected}."]
    unproven = f"The budget is too small to prove what {advice.strategy} plays; this is the best known guess."
    return lines if advice.certain else [*lines, unproven]


def _win_verb(goal: str) -> str:
    return "know it" if goal == IDENTIFY else "win"


def _unit(advice: Advice) -> str:
    """Return what is counted: guesses, questions, or cost."""
    has_costs = any(suggestion.cost is not None for suggestion in advice.suggestions)
    return "cost" if has_costs else plural(2, guess_noun(advice.goal))


def _split_in_words(advice: Advice, suggestion: Suggestion) -> str:
    """Say how the recommendation guess splits the candidates, and whether it can end the game."""
    if advice.candidates == 1 and suggestion.consistent:
        return "It is the only candidate."
    count, largest = suggestion.parts, suggestion.largest_part
    parts = f"{count} {plural(count, 'part')} of at most {'about ' * advice.sampled}{largest:,}"
    chance = percent(suggestion.win_probability)
    if advice.goal == IDENTIFY:
        last = f"may be the last one ({chance})" if suggestion.win_probability else "is not the last one"
    else:
        last = f"may win ({chance})" if suggestion.consistent else "cannot win yet"
    if suggestion.win_probability == 1:
        last = "is the last one" if advice.goal == IDENTIFY else "wins"
    cost = "" if suggestion.cost is None else f" It costs {cost_text(suggestion.cost, 3)}."
    return f"It splits them into {parts}, and {last}.{cost}"


def _expected_in_words(expected: Bounds[Fraction, Fraction | None], unit: str) -> str:
    """Say how many guesses are expected, or what cost.

    >>> _expected_in_words(Bounds(Fraction(3), None), "guesses"), _expected_in_words(Bounds(Fraction(3), None), "cost")
    ('3.000 guesses or more expected', 'a cost of 3.000 or more expected')
    """
    number = guesses_text(expected).removesuffix(" (proven)").removesuffix(" or more")
    amount = f"a cost of {number}" if unit == "cost" else f"{number} {unit}"
    more = " or more" * (expected.upper is None)
    return f"{amount}{more} expected{' (proven)' * expected.proven}"


def render_others(advice: Advice, follow_strategy: bool) -> list[RenderableType]:
    """Lay out the suggestions of *advice* with their order, and the strategy's choice if it is another guess."""
    if all(suggestion.expected_range.upper is None for suggestion in advice.suggestions):
        order = f"in the order of {advice.strategy}"
    elif advice.rows_left is not None:
        order = f"the best chance to {_win_verb(advice.goal)} within the rows first"
    else:
        fewest = "the least cost" if _unit(advice) == "cost" else f"the fewest {_unit(advice)}"
        order = f"{fewest} expected first"
    heading = f"To compare it with other good {plural(2, guess_noun(advice.goal))}, {order}:"
    lines = [heading, *render_advice(advice)]
    if advice.choice != recommendation(advice, follow_strategy).guess:
        verb = "asks" if advice.goal == IDENTIFY else "plays"
        lines += ["", f"The strategy {advice.strategy} {verb} {advice.choice}."]
    return lines


def render_advice(advice: Advice) -> list[RenderableType]:
    """Lay out the suggestions of *advice*, one line each. Narrow terminals show only the main columns."""
    if not advice.suggestions:
        return []
    rows = () if advice.rows_left is None else ("chance",)
    costs = ("cost",) if _unit(advice) == "cost" else ()
    last = "may end" if advice.goal == IDENTIFY else "may win"
    numbers = (*rows, *costs, last, "parts", "largest", "mean left", "bits")
    unit = "" if _unit(advice) == "questions" else f"{_unit(advice)} "
    headings = (guess_noun(advice.goal), *numbers, f"{unit}expected")
    cells = [_suggestion_cells(suggestion) for suggestion in advice.suggestions]
    short = table((*headings[:2], headings[-1]), [(*row[:2], row[-1]) for row in cells], numbers)
    items: list[RenderableType] = [FirstThatFits(table(headings, cells, numbers), short)]
    if advice.rows_left is not None:
        rows_left = advice.rows_left
        where = f"within the {rows_left} rows that are left" if rows_left > 1 else "now, in the last row"
        items.append(f"chance: to {_win_verb(advice.goal)} {where}")
    if advice.sampled:
        items.append("Sizes are estimates from a sample of guesses and candidates, drawn by the seed.")
    return items


def _suggestion_cells(suggestion: Suggestion) -> tuple[str, ...]:
    may_end = suggestion.consistent or suggestion.win_probability
    size = suggestion.expected_size
    return (
        suggestion.guess,
        *([] if suggestion.chance_range is None else [chance_text(suggestion.chance_range)]),
        *([] if suggestion.cost is None else [cost_text(suggestion.cost, 3)]),
        percent(suggestion.win_probability) if may_end else "no",
        str(suggestion.parts),
        f"{suggestion.largest_part:,}",
        f"{size:,.{1 if size < 10**6 else 0}f}",
        f"{suggestion.entropy:.2f}",
        guesses_text(suggestion.expected_range),
    )


def chance_text(chance: Bounds[Fraction | None, Fraction]) -> str:
    """Return a chance to win in per cent, or the range it is in.

    >>> chance_text(Bounds(None, Fraction(1, 100_000))), chance_text(Bounds(Fraction(1295, 1296), Fraction(1)))
    ('<0.1% or less', '99.9% to 100%')
    """
    low, high = chance
    if low is None:
        return f"{_exact_percent(high)} or less"
    return _exact_percent(low) if low == high else f"{_exact_percent(low)} to {_exact_percent(high)}"


def _exact_percent(share: Fraction) -> str:
    """Return *share* in per cent with one decimal, never rounded up to 100 or down to 0."""
    if share in (0, 1):
        return f"{int(share) * 100}%"
    return "<0.1%" if share < Fraction(1, 1000) else f"{min(99.9, float(share * 100)):.1f}%"


def percent(share: Fraction) -> str:
    """Return *share* in whole per cent."""
    return f"{float(share):.0%}" if share >= Fraction(1, 100) else "<1%"


def guesses_text(expected: Bounds[Fraction, Fraction | None]) -> str:
    """Return a number of guesses, or the range it is in.

    >>> guesses_text(Bounds(Fraction(7, 2), Fraction(7, 2))), guesses_text(Bounds(Fraction(3), Fraction(7, 2)))
    ('3.500 (proven)', '3.000 to 3.500')
    """
    low, high = expected
    if high is None:
        return f"{float(low):.3f} or more"
    return f"{float(high):.3f} (proven)" if expected.proven else f"{float(low):.3f} to {float(high):.3f}"


def render_parts(guess: Code, parts: Sequence[Part], plain: bool, sampled: bool) -> list[RenderableType]:
    """Draw a bar chart of the *parts* that *guess* makes. *sampled*: the sizes are estimates from a sample."""
    more = " ..." if plain else " …"
    codes = [" ".join(map(quote, part.codes)) + more * (part.size > len(part.codes)) for part in parts]
    sizes = [f"~{float(f'{part.size:.2g}'):,.0f}" if sampled else f"{part.size:,}" for part in parts]
    rows = [(part.feedback, part.size, size) for part, size in zip(parts, sizes, strict=True)]
    heading = f"{guess} would leave {len(parts)} {plural(len(parts), 'part')}"
    if sampled:
        heading += " in a sample of the candidates; sizes are estimates"
    return [f"{heading}:", BarChart(rows, 30, codes)]


def render_conflicts(position: Position, code: Code) -> list[str]:
    """Say which rows forbid *code* as the secret."""
    if code not in position.game.secrets:
        return [f"{code} is a {guess_noun(position.game.goal)}, but never the secret."]
    conflicts = why_not(position, code)
    if not conflicts:
        return [f"{code} is possible: no row forbids it."]
    return [
        f"{code} is not possible: row {conflict.number}, {conflict.row.guess}, would have got {conflict.expected}, "
        f"not {conflict.row.feedback}."
        for conflict in conflicts
    ]


def render_hint(hint: Hint, goal: str) -> list[str]:
    """Say what all candidates have in common, and list good guesses if the hint has some."""
    lines = [f"{render_candidates_left(hint.candidates, hint.likely, hint.labels)}."]
    lines += [] if hint.label is None else [f"It is {hint.label}."]
    if hint.present:
        lines.append(f"In every candidate: {' '.join(hint.present)}")
    if hint.absent:
        lines.append(f"In no candidate: {' '.join(hint.absent)}")
    if hint.fixed.strip("."):
        lines.append(f"Certain places: {hint.fixed}")
    if hint.guesses:
        several = len(hint.guesses) > 1
        noun, guesses = guess_noun(goal), " ".join(map(quote, hint.guesses))
        lines.append(f"{f'A good {noun} is among' if several else f'The best known {noun}:'} {guesses}")
    return lines


def render_lesson(position: Position, advice: Advice) -> list[str]:
    """Explain the last row, and say what a good guess would do, without naming the guesses of *advice*."""
    lines, game = list[str](), position.game
    if position.history and isinstance(game, PegGame):
        last = position.history[-1]
        exact, misplaced = game.counts(last.feedback)
        unmatched = game.pegs - exact - misplaced
        others = f"{misplaced} in a wrong place, {unmatched} matching nothing"
        lines.append(f"The pegs of {last.guess}: {exact} in place, {f'{unmatched} not' if game.exact else others}.")
    best, identify = advice.best, advice.goal == IDENTIFY
    if advice.candidates == 1 and not identify:
        return [*lines, "Only one code fits all answers: work it out from the rows."]
    if advice.rows_left == 1:
        chance = "" if best.chance_range is None else f" The best chance is {chance_text(best.chance_range)}."
        if identify:
            return [*lines, f"This is the last row: try to leave one candidate.{chance}"]
        return [
            *lines,
            f"This is the last row: only a code that fits all answers can win.{chance}",
            'To find one, type "why CODE": it shows which rows forbid your code.',
        ]
    noun, about = guess_noun(advice.goal), "about " * advice.sampled
    return [
        *lines,
        f"A good {noun} splits them into many small parts, one for each possible answer.",
        f"The best known {noun} makes {best.parts} parts and leaves at most {about}{best.largest_part:,}.",
        f'To find one like it, type "try {"QUESTION" if identify else "CODE"}": it shows the parts of your {noun}.',
    ]


def render_contradictions(position: Position, contradictions: Sequence[Contradiction]) -> list[str]:
    """Say which rows must be wrong, and list the repairs with their numbers."""
    fewest = len(contradictions[0].rows)
    lines = [f"No secret fits these answers: {fewest} {plural(fewest, 'row')} must be wrong."]
    number = 0
    for contradiction in contradictions:
        rows = " and ".join(f"{row} ({position.history[row - 1]})" for row in contradiction.rows)
        heading = f"{plural(fewest, 'Row')} {rows}: {contradiction.candidates:,} left if ignored."
        lines += _wrap(heading + (" Possible repairs:" if contradiction.repairs else ""))
        for repair in contradiction.repairs:
            number += 1
            parts = [f"{new} in row {row}" for row, new in repair.rows]
            slips = ", ".join(_SLIPS[slip] for slip in repair.slips)
            lines += _wrap(f"  {number:>2}  {' and '.join(parts)}: {slips}; {repair.candidates:,} left")
    return lines


def _wrap(line: str) -> list[str]:
    """Wrap *line* to 80 columns. textwrap, unlike rich, can indent the lines that follow."""
    return textwrap.wrap(line, 80, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
