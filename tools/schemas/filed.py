"""Files: trees and certificates, as docs/certificates.md defines them, and records of games."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from bestguess.web.schemas import Goal, Plain
from tools.schemas.printed import MAY_BE_NULL

_DOCSTRINGS = ConfigDict(use_attribute_docstrings=True)
_Number = Annotated[int, Field(ge=0, le=2**50 - 1)]
_Pair = tuple[str, str]
_Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Checksum = Annotated[
    str, Field(pattern="^sha256:[0-9a-f]{64}$", description="the SHA-256 of all bytes of the file before this member")
]


class GameFile(Plain):
    """A file that the game is made of."""

    model_config = _DOCSTRINGS
    name: str
    """its name, as the text of the game has it"""
    sha256: _Sha256
    """the SHA-256 of its bytes"""


class Costs(Plain):
    """What guesses cost."""

    model_config = _DOCSTRINGS
    unit: Annotated[str, Field(pattern="^1(/[1-9][0-9]*)?$")]
    """what a cost of 1 is in the unit of the game: 1 or 1/D"""
    of: list[tuple[str, Annotated[int, Field(ge=1, le=2**50 - 1)]]]
    """every guess and its cost, in the order of the guesses"""


class FiledFigures(Plain):
    """What the tree needs over all candidates; costs count in the unit of the file."""

    model_config = _DOCSTRINGS
    secrets: _Number
    """how many candidates there are, those that are lost too"""
    total: _Number
    """weight times what each candidate needs, summed over those that are found"""
    worst: _Number
    """the most that a candidate that is found needs; 0: none is found"""
    at_worst: _Number
    """how many candidates need so much"""
    distribution: list[_Number]
    """how many candidates are found by 1, 2, ... guesses"""
    lost: _Number | None
    """how many candidates are not found; null: there is no limit"""
    lost_weight: _Number | None
    """their weight; null: there is no limit"""


class Nodes(Plain):
    """The tree in columns of one length, an item for each node, in preorder."""

    model_config = _DOCSTRINGS
    guess: list[str | None]
    """the guess; null at a leaf"""
    branch: list[_Number]
    """the feedback to the guess above that leads here, as a place in feedbacks; 0 at the first node"""
    depth: list[_Number]
    """the number of this guess, from 1; of a leaf one more than that of the guess above"""
    label: list[str | None] | None = MAY_BE_NULL
    """the label of all candidates at a leaf, null at a guess; null or left out with goal hit"""
    wins: list[_Number]
    """how many candidates end here"""
    weight: list[_Number] | None
    """the weight of these; null in games without weights"""
    lost: list[_Number] | None
    """how many candidates of the node are not found; null: nothing is lost"""
    lost_weight: list[_Number] | None
    """their weight; null in games without weights, and when what is lost weighs nothing"""


class _TreeOrCertificate(Plain):
    """The members that trees and certificates have, in their order."""

    model_config = _DOCSTRINGS
    format: str
    """what the file is"""
    format_version: Literal[2]
    """the version of the format"""
    version: str
    """the version of bestguess that wrote it; proves nothing"""
    command: str | None = None
    """the command that computed it; proves nothing"""
    game: str
    """the text of the game"""
    game_files: list[GameFile]
    """the files that the game is made of, in the order of its text"""
    goal: Goal
    labels: list[_Pair] | None
    """every secret and its label; null where the game has no labels"""
    rule: Literal["free", "hard", "strict"]
    costs: Costs | None
    """what guesses cost; null: every guess costs 1"""
    history: list[_Pair]
    """the rows before the first guess, the oldest first: guess and feedback"""
    consistent: bool
    """whether only guesses that would win against a candidate are allowed"""
    strategy: str | None
    """the name of the strategy; proves nothing; null: there is no tree"""
    objective: str | None
    """what is least"""
    first_guess: str | None
    """the first guess, where it was asked for"""
    max_guesses: _Number | None
    """the limit of guesses, where it was asked for"""
    limit: _Number | None
    """the limit of guesses from the position on; null: none"""
    feedbacks: list[str]
    """the feedbacks that the rest of the file names by their place in this list, from 0"""
    secret_names: list[_Pair]
    """guesses that win against exactly one secret, which has another text, and this secret"""
    figures: FiledFigures | None
    """the figures of the tree; null: there is no tree"""
    nodes: Nodes | None
    """the tree; null: there is no tree"""


class TreeFile(_TreeOrCertificate):
    """A strategy written out. Numbers are written without sign, fraction and exponent."""

    model_config = _DOCSTRINGS
    format: Literal["bestguess.tree"]
    """what the file is"""
    strategy: str
    """the name of the strategy; proves nothing"""
    objective: None
    """null: it is no certificate"""
    figures: FiledFigures
    """the figures of the tree"""
    nodes: Nodes
    """the tree"""
    checksum: _Checksum


class Symmetry(Plain):
    """What a symmetry does to places and symbols."""

    model_config = _DOCSTRINGS
    places: list[_Number]
    """where what stands at each place goes"""
    symbols: list[_Number] | list[list[_Number]]
    """what each symbol becomes; a list for each place where only exact pegs are told"""


_Reason = Annotated[
    tuple[Literal["image"], _Number, Symmetry],
    Field(description="the set is the image of that of an earlier claim, named by its place, by a symmetry"),
]
_Bound = Annotated[
    _Number | tuple[_Number, _Number] | None,
    Field(description="a number; a pair of weight lost and total; null: infinite"),
]


class Proof(Plain):
    """Claims that sets of candidates cost at least so much, in columns of one length."""

    model_config = _DOCSTRINGS
    limit: _Number | None
    """the limit of guesses that the proof is about; null: none"""
    cost_limit: _Number | None = MAY_BE_NULL
    """the limit of costs that the proof is about; null: none; only with costs"""
    parent: list[_Number | None]
    """the earlier claim whose set this is a part of, by its place; null at the first"""
    guess: list[str | None]
    """the guess that splits that set; null at the first"""
    feedback: list[_Number | None]
    """the feedback of the part, as a place in feedbacks; null at the first"""
    bound: list[_Bound]
    """what the set costs at least"""
    reason: list[_Reason | None] | None = None
    """why the claim holds; null: because every guess costs so much"""


class CertificateFile(_TreeOrCertificate):
    """A tree and proofs that none is better, or proofs that none exists. Numbers are written as in trees."""

    model_config = _DOCSTRINGS
    format: Literal["bestguess.certificate"]
    """what the file is"""
    objective: Literal["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]
    """what is least"""
    proofs: list[Proof]
    """proofs of the statements of the objective, in their order"""
    checksum: _Checksum


class Record(Plain):
    """One finished game."""

    model_config = _DOCSTRINGS
    game: str
    history: str
    """all rows"""
    guesses: _Number
    """how many guesses were made"""
    won: bool
    """whether the game was won"""
    loss: float | None
    """guesses lost against the best moves; null: the game was not reviewed"""
    hints: _Number
    """how often help was taken: hints, lists, reasons, moves back, guesses by the computer, rows that were given"""
    day: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    """the date"""


class RecordsFile(RootModel[list[Record]]):
    """Finished games, the oldest first. The file in the user's data folder has one of them on each line."""
