"""Which document has which model, what it is in one line, and who gives it."""

from dataclasses import dataclass
from typing import Any

from bestguess.web import schemas
from tools.schemas import filed, printed


@dataclass(frozen=True)
class Entry:
    """A document: what it is in one line, who gives it, and its models, of which it has one."""

    about: str
    given_by: str
    models: tuple[Any, ...]
    headed: bool = True
    """Whether it has `schema` and `version`."""


def _headed(about: str, given_by: str, *models: Any) -> Entry:
    return Entry(about, given_by, models)


def _unheaded(about: str, given_by: str, model: Any) -> Entry:
    return Entry(about, given_by, (model,), headed=False)


DOCUMENTS = {
    "abilities": _headed(
        "which questions about a game the server answers", "GET or POST /api/abilities", schemas.Abilities
    ),
    "advise": _headed("the best next guesses", "bestguess advise --json, GET or POST /api/advise", printed.Advice),
    "assist": _headed("a board that was entered on the terminal", "bestguess assist --json", printed.Assisted),
    "candidates": _headed(
        "the secrets that are left", "bestguess candidates --json, GET or POST /api/candidates", printed.Candidates
    ),
    "challenge": _headed("a hidden secret", "POST /api/challenges, GET /api/challenges/{id}", schemas.Challenge),
    "check": _headed("what was found true of a tree or a certificate", "bestguess check --json", printed.Checked),
    "compare": _headed(
        "strategies over every secret", "bestguess compare --json, GET or POST /api/compare", printed.Comparison
    ),
    "contradictions": _headed(
        "the fewest rows that must be wrong", "GET or POST /api/contradictions", schemas.Contradictions
    ),
    "doctor": _headed("versions, features, folders and speed", "bestguess doctor --json", printed.Doctor),
    "error": _headed(
        "why a command did not do what was asked", "any command with --json, on standard error", printed.Error
    ),
    "explain": _headed("what a guess would do", "GET or POST /api/explain", schemas.Explanation),
    "export": _headed("a tree in another format", "bestguess tree export --json", printed.Exported),
    "feedback": _headed(
        "the feedback to a guess at a hidden secret", "GET /api/challenges/{id}/feedback", schemas.ChallengeFeedback
    ),
    "game": _headed("the description of a game", "bestguess games GAME --json", printed.Described),
    "games": _headed(
        "the families of games", "bestguess games --json, GET /api/games", printed.Families, schemas.Games
    ),
    "health": _headed("how the server is", "GET /api/health", schemas.Health),
    "hint": _headed("what a step of a hint tells", "GET or POST /api/hint", schemas.Hint),
    "move": _headed("what a strategy plays", "GET or POST /api/move", schemas.StrategyMove),
    "objectives": _headed("what ways of playing cost", "GET /api/objectives", schemas.Objectives),
    "optimum": _headed("the best strategy, and what is proven of it", "bestguess optimum --json", printed.Optimum),
    "play": _headed("a game that was played on the terminal", "bestguess play --json", printed.Played),
    "puzzles": _headed("practice puzzles", "bestguess puzzles --json, GET /api/puzzles", printed.Puzzles),
    "review": _headed("what every move was worth", "bestguess review --json, GET or POST /api/review", printed.Review),
    "schemas": _headed("the documents that have a schema", "bestguess schema --json", printed.Schemas),
    "score": _headed("the feedback to a guess", "bestguess score --json", printed.Score),
    "secret": _headed("what a challenge hid", "POST /api/challenges/{id}/secret", schemas.ChallengeSecret),
    "stats": _headed("statistics of the games that were played", "bestguess stats --json", printed.Stats),
    "strategies": _headed(
        "the strategies there are", "bestguess strategies --json, GET /api/strategies", schemas.Strategies
    ),
    "sweep": _headed(
        "a strategy over many sizes", "bestguess sweep --json, GET /api/sweep", printed.Sweep, schemas.Swept
    ),
    "table": _headed("what is in a table of one's own", "POST /api/table", schemas.OwnTable),
    "tree": _headed(
        "the tree of a strategy, or a node of it",
        "bestguess tree build --json, bestguess tree show --json, GET or POST /api/tree",
        printed.BuiltTree,
        printed.ShownTree,
        schemas.TreeNode,
    ),
    "watch": _headed("how a strategy finds a secret", "bestguess watch --json", printed.Watched),
    "problem": _unheaded(
        "what the server cannot answer, and why", "any route, with another status than 200", printed.Problem
    ),
    "progress": _unheaded("how far a long computation is", "the events `progress` of a stream", schemas.Progress),
    "certificate-file": _unheaded(
        "a file with a tree and proofs that none is better", "bestguess optimum --certificate", filed.CertificateFile
    ),
    "records-file": _unheaded("a file with the games that were played", "bestguess stats --export", filed.RecordsFile),
    "tree-file": _unheaded("a file with a tree", "bestguess tree build, bestguess optimum --tree", filed.TreeFile),
}
