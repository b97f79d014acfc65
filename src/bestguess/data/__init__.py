"""What ships as data: optimal plans, values of first guesses, figures of many sizes. `make values` writes all of it.

Everything here was computed by bestguess itself and is looked up, never measured again; the tests recompute a sample.
The JSON schemas of documents ship here, too (`schemas`).
"""

from bestguess.data.atlas import AtlasSource, atlas_source, known_figures
from bestguess.data.first_guesses import FirstGuessTotal, known_first_guess
from bestguess.data.plans import PLANNED, known_plan, plan_node

__all__ = [
    "PLANNED",
    "AtlasSource",
    "FirstGuessTotal",
    "atlas_source",
    "known_figures",
    "known_first_guess",
    "known_plan",
    "plan_node",
]
