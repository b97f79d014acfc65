"""What ships as data: optimal plans, values of first guesses, figures of sizes and of ways of playing.

`make values` writes all of it. Everything here was computed by bestguess itself and is looked up, never measured again;
the tests recompute a sample. The JSON schemas of documents ship here, too (`schemas`).
"""

from bestguess.data.atlas import AtlasSource, atlas_source, known_figures
from bestguess.data.first_guesses import FirstGuessTotal, best_first_guesses, known_first_guess
from bestguess.data.objectives import known_objective_rows
from bestguess.data.plans import PLANNED, known_plan, plan_node

__all__ = [
    "PLANNED",
    "AtlasSource",
    "FirstGuessTotal",
    "atlas_source",
    "best_first_guesses",
    "known_figures",
    "known_first_guess",
    "known_objective_rows",
    "known_plan",
    "plan_node",
]
