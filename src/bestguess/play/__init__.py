"""One game being played: reasons, contradictions, an adversary, watching, what people type. Nothing here prints."""

from bestguess.play.adversary import hardest_feedback
from bestguess.play.reasons import Conflict, Part, explain, why_not
from bestguess.play.repairs import Contradiction, Repair, contradictions
from bestguess.play.squares import read_squares
from bestguess.play.watching import Step, watch

__all__ = [
    "Conflict",
    "Contradiction",
    "Part",
    "Repair",
    "Step",
    "contradictions",
    "explain",
    "hardest_feedback",
    "read_squares",
    "watch",
    "why_not",
]
