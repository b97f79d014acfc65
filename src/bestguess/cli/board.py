"""Lay out the rows of a game: pegs in colour, feedbacks, the steps of a strategy."""

from fractions import Fraction

from rich.text import Text

from bestguess.advice import Step
from bestguess.games import IDENTIFY, Balance, Code, Feedback, Game, Numbers, PegGame, Words
from bestguess.position import Position
from bestguess.trees.outline import cost_text
from bestguess.wording import count_text, plural

# A background for each symbol. The colours differ for most eyes, and the symbol is always printed on its colour.
_BACKGROUNDS = (
    *("#d62728", "#1f77b4", "#f2c80f", "#2ca02c", "#ffffff", "#7b4fa3", "#ff7f0e", "#17becf"),
    *("#e377c2", "#8c564b", "#bcbd22", "#7f7f7f", "#98df8a", "#aec7e8", "#ffbb78", "#c5b0d5"),
)
TILES = {"G": "white on #2e7d32", "Y": "black on #f2c80f", "B": "white on #5f6368"}
"""The style of a letter for each mark."""
_DARK = {"#d62728", "#1f77b4", "#2ca02c", "#7b4fa3", "#8c564b", "#7f7f7f"}


def render_pegs(game: Game, code: Code, plain: bool) -> Text:
    """Return *code* as coloured pegs with their symbols; as text if *plain* or if the game has no pegs."""
    if plain or not isinstance(game, PegGame):
        return Text(code)
    text = Text()
    for symbol in code:
        background = _BACKGROUNDS[game.symbols.index(symbol) % len(_BACKGROUNDS)]
        text.append(f" {symbol} ", style=f"{'white' if background in _DARK else 'black'} on {background}")
        text.append(" ")
    return text


def render_feedback(game: Game, feedback: str, plain: bool) -> str:
    """Return *feedback*. In games with pegs, add a sign for each peg unless *plain*: ● exact, ○ misplaced."""
    if plain or not isinstance(game, PegGame):
        return feedback
    exact, misplaced = game.counts(feedback)
    return f"{feedback}  {'●' * exact}{'○' * misplaced}"


def _render_guess(game: Game, guess: Code, feedback: Feedback, plain: bool) -> Text:
    """Return *guess* as it looks with its *feedback*: words become tiles in the colours of their marks."""
    if plain or not isinstance(game, Words):
        return render_pegs(game, guess, plain)
    text = Text()
    for letter, mark in zip(guess, feedback, strict=True):
        text.append(f" {letter.upper()} ", style=TILES[mark])
        text.append(" ")
    return text


def render_row(position: Position, number: int, plain: bool) -> Text:
    """Return row *number* of *position*. It is a line, not a table, because rows are printed as they are played."""
    row = position.history[number - 1]
    ignored = "  (ignored)" if number in position.ignored else ""
    text = Text(f"{number:>3}  ").append(_render_guess(position.game, row.guess, row.feedback, plain))
    return text.append(f"  {render_feedback(position.game, row.feedback, plain)}{ignored}")


def render_rows(position: Position, plain: bool) -> list[Text]:
    """Return every row of *position*."""
    return [render_row(position, number, plain) for number in range(1, len(position.history) + 1)]


def explain_feedback(game: Game, plain: bool) -> list[str]:
    """Return lines that explain the feedbacks of *game*; none if the feedbacks explain themselves."""
    if isinstance(game, Words):
        return [
            "An answer has a mark for each letter: G right place, Y elsewhere in the secret,",
            "B not in the secret, or not so often.",
        ]
    if isinstance(game, Balance):
        return [
            "An answer says which side is heavier: left or right. level means neither.",
            "The secret A+ means that coin A is too heavy, A- that it is too light.",
        ]
    if isinstance(game, Numbers):
        return ["An answer says whether the guess is too low, too high or equal."]
    if not isinstance(game, PegGame):
        return []
    if game.exact:
        return ["An answer such as 1 counts the exact pegs: right symbol, right place."]
    example = "1.2" if game.pegs > 2 else "1.0"
    exact, misplaced = ("", "") if plain else (" ●", " ○")
    return [
        f"An answer such as {example} counts the pegs: {example[0]} exact{exact} (right symbol, right place)",
        f"and {example[2]} misplaced{misplaced} (right symbol, wrong place).",
    ]


def example_guess(game: Game) -> Code:
    """Return a guess to show as an example: a typical one, else the lowest.

    For words it is the lowest of the most likely secrets.

    >>> from bestguess.games import game
    >>> example_guess(game("mastermind(4,6)")), example_guess(game("words(english,5)"))
    ('1111', 'about')
    >>> example_guess(game("balance(12)")), example_guess(game("numbers(100)"))
    ('ABCD-EFGH', '50')
    """
    if isinstance(game, Numbers):
        return game.guesses[(len(game.guesses) - 1) // 2]
    if isinstance(game, Balance):
        side = (game.coins + 1) // 3
        return game.as_guess(f"{game.letters[:side]}-{game.letters[side : 2 * side]}")
    if not isinstance(game, Words) or game.weights is None:
        return game.guesses[0]
    return game.secrets[game.weights.index(max(game.weights))]


def render_win(position: Position) -> list[str]:
    """Return lines for a game that is won: the label if there is one, the number of guesses, and their cost."""
    count, game = len(position.history), position.game
    costs = None if game.costs is None else dict(zip(game.guesses, game.costs, strict=True))
    cost = cost_suffix(None if costs is None else sum(costs[row.guess] for row in position.history) * game.cost_unit)
    if position.label is None:
        return [f"Found in {count_text(count, 'guess')}{cost}."]
    return [f"It is {position.label}.", f"Found with {count_text(count, 'question')}{cost}."]


def cost_suffix(cost: Fraction | None) -> str:
    """Return ", cost N" to follow other text; nothing in a game without costs."""
    return "" if cost is None else f", cost {cost_text(cost, 3)}"


def render_candidates_left(count: int, likely: int | None, labels: int | None = None) -> str:
    """Say how many candidates are left, how many of them are *likely*, and how many *labels* they have."""
    return f"{count:,} {plural(count, 'candidate')} left{likely_text(count, likely)}{labels_text(labels)}"


def labels_text(labels: int | None) -> str:
    """Return ", with N labels" to follow the number of candidates; nothing in a game without labels."""
    return "" if labels is None else f", with {labels:,} {plural(labels, 'label')}"


def likely_text(count: int, likely: int | None) -> str:
    """Return ", N of them likely" to follow the number of candidates; nothing if all of them are likely."""
    return "" if likely is None or likely == count else f", {likely:,} of them likely"


def render_step(game: Game, number: int, step: Step, plain: bool) -> Text:
    """Return step *number* of a strategy with its reason, in one line or two."""
    if step.candidates_before == 1:
        reason = f"the only candidate{cost_suffix(step.cost)}"
    else:
        parts = f"{step.parts} {plural(step.parts, 'part')}"
        wins = "" if game.goal == IDENTIFY else ", may win" if step.consistent else ", cannot win"
        likely = likely_text(step.candidates_after, step.likely_after)
        left = f"{step.candidates_after:,} left{likely}{labels_text(step.labels_after)}"
        reason = f"{parts}, at most {step.largest_part:,} left{wins}{cost_suffix(step.cost)}; {left}"
    text = Text(f"{number:>3}  ").append(_render_guess(game, step.guess, step.feedback, plain))
    text.append(f"  {render_feedback(game, step.feedback, plain)}")
    return text.append(f"  {reason}" if len(text) + len(reason) <= 78 else f"\n     {reason}")
