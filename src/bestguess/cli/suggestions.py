"""What to guess next, and why not something else: suggestions, partitions, hints, conflicts, contradictions."""

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


def recommended(advice: Advice, named: bool) -> Suggestion:
    """The guess to play: what the strategy chooses if the user *named* one, otherwise the best one known."""
    if not named:
        return advice.best
    return next(one for one in advice.suggestions if one.guess == advice.choice)


def render_answer(advice: Advice, named: bool) -> list[str]:
    """What to play, and why; what it is, where nothing is left to ask."""
    if advice.label is not None:
        return [f"It is {advice.label}. There is nothing left to ask."]
    one = recommended(advice, named)
    by = f", as {advice.strategy} does" if advice.certain and named else ""
    by += " within the rows" if by and advice.rows_left is not None else ""
    verb = "Ask" if advice.goal == IDENTIFY else "Play"
    expected = _expected_in_words(one.expected, _unit(advice))
    if one.chance is None or one.chance.lower == 1:  # the game cannot be lost
        lines = [f"{verb} {one.guess}{by}: {expected}.", _split_in_words(advice, one)]
    else:
        last = advice.rows_left == 1
        where = "now, in the last row" if last else f"within the {advice.rows_left} rows left"
        lines = [f"{verb} {one.guess}{by}: chance to {_win_verb(advice.goal)} {where}: {chance_text(one.chance)}."]
        lines += [] if last else [_split_in_words(advice, one), f"Without a limit of rows: {expected}."]
    unproven = f"What {advice.strategy} plays is not proven within the budget; this is the best known."
    return lines if advice.certain else [*lines, unproven]


def _win_verb(goal: str) -> str:
    """What is hoped for: to win, or with goal identify to know what it is."""
    return "know it" if goal == IDENTIFY else "win"


def _unit(advice: Advice) -> str:
    """What is expected, and counted: guesses, questions, or what they cost."""
    has_costs = any(one.cost is not None for one in advice.suggestions)
    return "cost" if has_costs else plural(2, guess_noun(advice.goal))


def _split_in_words(advice: Advice, one: Suggestion) -> str:
    """What the recommended guess does to the candidates."""
    if advice.candidates == 1 and one.consistent:
        return "It is the only candidate."
    parts = f"{one.parts} {plural(one.parts, 'part')} of {'about ' * advice.sampled}{one.largest_part:,} at most"
    chance = percent(one.win_probability)
    if advice.goal == IDENTIFY:
        last = f"may be the last one ({chance})" if one.win_probability else "is not the last one"
    else:
        last = f"may win ({chance})" if one.consistent else "cannot win yet"
    if one.win_probability == 1:
        last = "is the last one" if advice.goal == IDENTIFY else "wins"
    cost = "" if one.cost is None else f" It costs {cost_text(one.cost, 3)}."
    return f"It splits them into {parts}, and {last}.{cost}"


def _expected_in_words(expected: Bounds[Fraction, Fraction | None], unit: str) -> str:
    """How many guesses are expected, or what these cost.

    >>> _expected_in_words(Bounds(Fraction(3), None), "guesses"), _expected_in_words(Bounds(Fraction(3), None), "cost")
    ('3.000 guesses or more expected', 'a cost of 3.000 or more expected')
    """
    number = guesses_text(expected).removesuffix(" (proven)").removesuffix(" or more")
    amount = f"a cost of {number}" if unit == "cost" else f"{number} {unit}"
    more = " or more" * (expected.upper is None)
    return f"{amount}{more} expected{' (proven)' * expected.proven}"


def render_others(advice: Advice, named: bool) -> list[RenderableType]:
    """The suggestions of *advice*, why several are listed, and what the strategy plays where that is another guess."""
    if all(one.expected.upper is None for one in advice.suggestions):
        order = f"in the order of {advice.strategy}"
    elif advice.rows_left is not None:
        order = f"the best chance to {_win_verb(advice.goal)} within the rows first"
    else:
        fewest = "the least cost" if _unit(advice) == "cost" else f"the fewest {_unit(advice)}"
        order = f"{fewest} expected first"
    others = f"To compare it with other good {plural(2, guess_noun(advice.goal))}, {order}:"
    lines = [others, *render_advice(advice)]
    if advice.choice != recommended(advice, named).guess:
        verb = "asks" if advice.goal == IDENTIFY else "plays"
        lines += ["", f"The strategy {advice.strategy} {verb} {advice.choice}."]
    return lines


def render_advice(advice: Advice) -> list[RenderableType]:
    """The suggestions of *advice*, one line each; in narrow terminals only what matters most."""
    if not advice.suggestions:
        return []
    rows = () if advice.rows_left is None else ("chance",)
    costs = ("cost",) if _unit(advice) == "cost" else ()
    last = "may end" if advice.goal == IDENTIFY else "may win"
    numbers = (*rows, *costs, last, "parts", "largest", "mean left", "bits")
    unit = "" if _unit(advice) == "questions" else f"{_unit(advice)} "
    headings = (guess_noun(advice.goal), *numbers, f"{unit}expected")
    cells = [_suggestion_cells(one) for one in advice.suggestions]
    short = table((*headings[:2], headings[-1]), [(*row[:2], row[-1]) for row in cells], numbers)
    items: list[RenderableType] = [FirstThatFits(table(headings, cells, numbers), short)]
    if advice.rows_left is not None:
        rows_left = advice.rows_left
        where = f"within the {rows_left} rows that are left" if rows_left > 1 else "now, in the last row"
        items.append(f"chance: to {_win_verb(advice.goal)} {where}")
    if advice.sampled:
        items.append("From a sample of guesses and candidates, drawn by the seed: sizes are estimates.")
    return items


def _suggestion_cells(one: Suggestion) -> tuple[str, ...]:
    return (
        one.guess,
        *([] if one.chance is None else [chance_text(one.chance)]),
        *([] if one.cost is None else [cost_text(one.cost, 3)]),
        percent(one.win_probability) if one.consistent or one.win_probability else "no",
        str(one.parts),
        f"{one.largest_part:,}",
        f"{one.expected_size:,.{1 if one.expected_size < 10**6 else 0}f}",
        f"{one.entropy:.2f}",
        guesses_text(one.expected),
    )


def chance_text(chance: Bounds[Fraction | None, Fraction]) -> str:
    """A chance to win, or the range it is in.

    >>> chance_text(Bounds(None, Fraction(1, 100_000))), chance_text(Bounds(Fraction(1295, 1296), Fraction(1)))
    ('<0.1% or less', '99.9% to 100%')
    """
    low, high = chance
    if low is None:
        return f"{_exact_percent(high)} or less"
    return _exact_percent(low) if low == high else f"{_exact_percent(low)} to {_exact_percent(high)}"


def _exact_percent(share: Fraction) -> str:
    """Per cent with a decimal, never rounded up to 100 or down to 0."""
    if share in (0, 1):
        return f"{int(share) * 100}%"
    return "<0.1%" if share < Fraction(1, 1000) else f"{min(99.9, float(share * 100)):.1f}%"


def percent(share: Fraction) -> str:
    """*share* in whole per cent."""
    return f"{float(share):.0%}" if share >= Fraction(1, 100) else "<1%"


def guesses_text(expected: Bounds[Fraction, Fraction | None]) -> str:
    """A number of guesses, or the range it is in.

    >>> guesses_text(Bounds(Fraction(7, 2), Fraction(7, 2))), guesses_text(Bounds(Fraction(3), Fraction(7, 2)))
    ('3.500 (proven)', '3.000 to 3.500')
    """
    low, high = expected
    if high is None:
        return f"{float(low):.3f} or more"
    return f"{float(high):.3f} (proven)" if expected.proven else f"{float(low):.3f} to {float(high):.3f}"


def render_parts(guess: Code, parts: Sequence[Part], plain: bool, sampled: bool) -> list[RenderableType]:
    """How *guess* splits the candidates, as a bar chart. *sampled*: the sizes are estimates from a sample."""
    more = " ..." if plain else " …"
    codes = [" ".join(map(quote, part.codes)) + more * (part.size > len(part.codes)) for part in parts]
    sizes = [f"~{float(f'{part.size:.2g}'):,.0f}" if sampled else f"{part.size:,}" for part in parts]
    rows = [(part.feedback, part.size, size) for part, size in zip(parts, sizes, strict=True)]
    heading = f"{guess} would leave {len(parts)} {plural(len(parts), 'part')}"
    if sampled:
        heading += " in a sample of the candidates; sizes are estimates"
    return [f"{heading}:", BarChart(rows, 30, codes)]


def render_conflicts(position: Position, code: Code) -> list[str]:
    """Which rows forbid *code*."""
    if code not in position.game.secrets:
        return [f"{code} is a {guess_noun(position.game.goal)}, but never the secret."]
    conflicts = why_not(position, code)
    if not conflicts:
        return [f"{code} is possible: no row forbids it."]
    return [
        f"{code} is not possible: row {one.number}, {one.row.guess}, would have got {one.expected}, "
        f"not {one.row.feedback}."
        for one in conflicts
    ]


def render_hint(hint: Hint, goal: str) -> list[str]:
    """What is certain, and good guesses if the hint has some."""
    lines = [f"{render_candidates_left(hint.candidates, hint.likely, hint.labels)}."]
    lines += [] if hint.label is None else [f"It is {hint.label}."]
    if hint.present:
        lines.append(f"In every one of them: {' '.join(hint.present)}")
    if hint.absent:
        lines.append(f"In none of them: {' '.join(hint.absent)}")
    if hint.fixed.strip("."):
        lines.append(f"Certain places: {hint.fixed}")
    if hint.guesses:
        several = len(hint.guesses) > 1
        noun, guesses = guess_noun(goal), " ".join(map(quote, hint.guesses))
        lines.append(f"{f'A good {noun} is among' if several else f'The best {noun} known:'} {guesses}")
    return lines


def render_lesson(position: Position, advice: Advice) -> list[str]:
    """What the last row says, and what a good guess would do. The guesses of *advice* stay unnamed."""
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
        chance = "" if best.chance is None else f" The best chance is {chance_text(best.chance)}."
        if identify:
            return [*lines, f"This is the last row: ask what may leave one.{chance}"]
        return [
            *lines,
            f"This is the last row: only a code that fits all answers can win.{chance}",
            "Find one: why CODE says which rows forbid a code of yours.",
        ]
    noun, about = guess_noun(advice.goal), "about " * advice.sampled
    return [
        *lines,
        f"A good {noun} splits them into many small parts, one for each answer{'' if identify else ' it may get'}.",
        f"The best {noun} known makes {best.parts} parts and leaves {about}{best.largest_part:,} at most.",
        f"Find one like it: try {'QUESTION' if identify else 'CODE'} shows the parts of a {noun} of yours.",
    ]


def render_contradictions(position: Position, contradictions: Sequence[Contradiction]) -> list[str]:
    """The rows that must be wrong, and numbered repairs."""
    fewest = len(contradictions[0].rows)
    lines = [f"No secret fits these answers: {fewest} {plural(fewest, 'row')} must be wrong."]
    number = 0
    for one in contradictions:
        rows = " and ".join(f"{row} ({position.history[row - 1]})" for row in one.rows)
        perhaps = " Perhaps:" if one.repairs else ""
        lines += _wrap(f"{plural(fewest, 'Row')} {rows}; {one.candidates:,} left when ignored.{perhaps}")
        for repair in one.repairs:
            number += 1
            parts = [f"{new} in row {row}" for row, new in repair.rows]
            slips = ", ".join(_SLIPS[slip] for slip in repair.slips)
            lines += _wrap(f"  {number:>2}  {' and '.join(parts)}: {slips}; {repair.candidates:,} left")
    return lines


def _wrap(line: str) -> list[str]:
    """*line* in 80 columns. By textwrap, because rich has no indent for the lines that follow."""
    return textwrap.wrap(line, 80, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
