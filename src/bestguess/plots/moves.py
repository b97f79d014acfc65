"""What the moves of a playthrough were worth."""

from typing import TYPE_CHECKING

from bestguess.advice import Review
from bestguess.arguments import expected
from bestguess.errors import BestguessError
from bestguess.games.texts import text_in
from bestguess.plots.drawing import BLUE, GREY, VERMILION, draw_legend, drawing_on, shortened, write_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def review(review: Review, *, ax: "Axes | None" = None) -> "Axes":
    """Draws what each move lost against the best one, and the luck of its feedback, and returns the axes.

    Luck points upwards when the feedback was better than expected, loss always downwards. *ax*: where to draw.
    Default: a new picture. Raises BestguessError when no move was made.
    """
    if not isinstance(review, Review):
        raise expected("a review", review)
    if not review.moves:
        raise BestguessError("expected a review of at least one move, got none")
    places, text = range(len(review.moves)), text_in(review.rules)
    loss = [-float(move.loss) for move in review.moves]
    luck = [float(move.luck) for move in review.moves]
    with drawing_on(ax, max(4.8, 0.9 * len(places) + 1.4), 3.4) as axes:
        axes.bar([place - 0.2 for place in places], loss, 0.38, color=VERMILION, label="loss")
        axes.bar([place + 0.2 for place in places], luck, 0.38, color=BLUE, label="luck")
        axes.axhline(0, color=GREY, linewidth=0.8)
        names = [f"{shortened(text(move.guess), 14)}\n{shortened(text(move.feedback), 10)}" for move in review.moves]
        axes.set_xticks(places, names, fontsize=9)
        unit = "cost" if review.has_costs else "guesses"
        sums = f"loss {float(review.loss):.3f}, luck {float(review.luck):+.3f} {unit}"
        write_title(axes, shortened(review.game, 44), sums + ("" if review.proven else ", not all proven"), 12)
        axes.set_ylabel(unit)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        draw_legend(axes, ncols=2)
    return axes
