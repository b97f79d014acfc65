"""Checks: tells the author of a game what is wrong with it."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import numpy as np

from bestguess import engine
from bestguess.arguments import as_integer, describe, is_hashable, pair_text
from bestguess.errors import BestguessError, GameError, reason
from bestguess.games.balance import Weighings
from bestguess.games.base import Game
from bestguess.games.codes import Code, CodeSpace, CodeTuple, Feedback
from bestguess.games.declarations import Label, cost_problems, label_problems, weight_problems
from bestguess.games.rules import GOALS, HIT
from bestguess.games.symmetries import Symmetry, generators
from bestguess.wording import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices, Ordinals

_GUESSES_PER_STEP = 256  # that are looked at before it is asked whether they tell all secrets apart


def repeated_codes(game: Game) -> Iterator[str]:
    """Which guesses and secrets of *game* are listed more than once, a sentence each."""
    for kind, codes in (("guess", game.guesses), ("secret", game.secrets)):
        if isinstance(codes, CodeSpace | Weighings) or len(set(codes)) == len(codes):
            continue  # the codes of those two are different by construction, and may be too many to list
        for code, times in Counter(codes).items():
            if times > 1:
                yield f"the {kind} {describe(code)} is listed {times} times"


def check_codes(game: Game) -> None:
    """Raises GameError for a guess or a secret that *game* lists more than once: its figures would count it twice."""
    for problem in repeated_codes(game):
        raise GameError(f"{game}: {problem}")


def different_texts(game: Game, kind: str, values: Sequence[object]) -> CodeTuple:
    """Return the text of each of *values*; raises GameError where two are the same, or one is empty."""
    texts = CodeTuple(map(game.text, values))
    value_of = dict[str, object]()
    for text, value in zip(texts, values, strict=True):
        if not text:
            raise GameError(f"{game}: the text of the {kind} {describe(value)} is empty")
        if text in value_of:
            raise same_text(game, kind, text, value_of[text], value)
        value_of[text] = value
    return texts


def same_text(game: Game, kind: str, text: str, value: object, other: object) -> GameError:
    """Return the error to raise when two values have one *text*."""
    two = f"two {plural(2, kind)} have the text {text!r}, {describe(value)} and {describe(other)}"
    return GameError(f"{game}: {two}: give the game a function text= that tells them apart")


def table_problems(game: Game) -> Iterator[str]:
    """What is wrong with goal, labels, weights and costs of *game*, a sentence each; no feedback is asked for."""
    if game.goal not in GOALS:
        yield f"the goal is {game.goal!r}, expected one of {', '.join(GOALS)}"
    elif game.goal == HIT:
        yield from ["the goal is hit, but there is no winning feedback"] if game.win is None else []
        yield from ["there are labels, but the goal is hit"] if game.labels is not None else []
    else:
        if game.win is not None:
            yield f"the goal is identify, but there is a winning feedback: {describe(game.win)}"
        if game.labels is not None:
            yield from label_problems(game.labels, game.secrets)
        elif len(game.secrets) == 1:
            yield f"there is nothing to ask: {describe(game.secrets[0])} is the only secret"
    if game.weights is not None:
        yield from weight_problems(game.weights, game.secrets)
    if game.costs is not None:
        yield from cost_problems(game.costs, game.guesses, game.weights, game.secrets, game.cost_unit)


def alike(ordinals: "Ordinals", labels: "Indices") -> tuple[int, int] | None:
    """Two secrets, the lowest, of different *labels* that no guess tells apart; None where there are none.

    >>> alike(np.array([[0, 1, 0, 1], [0, 1, 1, 1]], np.uint8), np.array([0, 1, 2, 3], np.uint32))
    (1, 3)
    """
    # Columns with different sums differ; sums that are equal by chance are found out in the end. An odd factor makes
    # columns that differ in one guess only have different sums.
    random = np.random.default_rng(0)
    sums = np.zeros(ordinals.shape[1], np.uint64)
    for begin in range(0, len(ordinals), _GUESSES_PER_STEP):
        some = ordinals[begin : begin + _GUESSES_PER_STEP].astype(np.uint64)
        sums += (random.integers(2**64, size=len(some), dtype=np.uint64) | np.uint64(1)) @ some
        if not _mixed(sums, labels).any():
            return None
    same_column = dict[bytes, list[int]]()
    for secret in np.flatnonzero(_mixed(sums, labels)).tolist():
        same = same_column.setdefault(ordinals[:, secret].tobytes(), [])
        for other in same:
            if labels[other] != labels[secret]:
                return other, secret
        same.append(secret)
    return None


def alike_sentence(game: Game, first: int, second: int) -> str:
    """What is wrong with secrets of *game* that no guess tells apart.

    >>> from bestguess.games.custom import CustomGame
    >>> alike_sentence(CustomGame("a", "xyz", lambda g, s: s == "x", goal="identify", labels=["p", "p", "q"]), 1, 2)
    "no guess tells apart the secrets 'y' and 'z', which have different labels, 'p' and 'q'"
    """
    one, other = (describe(game.secrets[secret]) for secret in (first, second))
    sentence = f"no guess tells apart the secrets {one} and {other}"
    if game.labels is None:
        return sentence
    one, other = (describe(game.labels[secret]) for secret in (first, second))
    return f"{sentence}, which have different labels, {one} and {other}"


def _mixed(sums: "NDArray[np.uint64]", labels: "Indices") -> "NDArray[np.bool_]":
    """Which secrets have the sum of one with another label."""
    _, group = np.unique(sums, return_inverse=True)
    lowest = np.full(len(sums), len(labels), np.int64)
    highest = np.zeros(len(sums), np.int64)
    np.minimum.at(lowest, group, labels)
    np.maximum.at(highest, group, labels)
    return np.asarray((lowest != highest)[group])


WARNING = "warning: "
"""How a sentence of `check_game` begins that tells of what does no harm."""

_MOST_OF_A_KIND = 3
_MOST_TRIED_AGAIN = 10_000
_MOST_FILLED = 10**8

Found = dict[tuple[Code, Code], Feedback]


def check_game(game: str | Game, pairs: int = 2_000_000, sample: int = 20_000, seed: int = 0) -> list[str]:
    """What is wrong with *game*, a sentence each; an empty list when nothing is.

    Of a game without a kernel, looks at every pair of a guess and a secret when there are at most *pairs* of them;
    otherwise at *sample* of them drawn by *seed*, and then it cannot tell secrets that no guess wins, or tells apart,
    and guesses that never split anything, which do no harm (``warning: …``). Whether the function is deterministic,
    the symmetries are true and a kernel agrees is tried on a sample in any case.

    >>> from bestguess.games import CustomGame, game
    >>> check_game(game("mastermind(2,3)"))
    []
    >>> check_game(CustomGame("ab", "abc", lambda g, s: g == s, win=True))
    ["no guess wins the secret 'c'"]
    """
    from bestguess.games.registry import as_game  # which needs this module

    pairs, sample = as_integer("pairs", pairs, least=0), as_integer("sample", sample, least=0)
    return list(_problems(as_game(game), pairs, sample, as_integer("seed", seed)))


def _problems(game: Game, pairs: int, sample: int, seed: int) -> Iterator[str]:
    texts = list(repeated_codes(game))
    for kind, codes in (("guess", game.guesses), ("secret", game.secrets)):
        if isinstance(codes, tuple | list) and "" in codes:  # codes over symbols are well-formed by construction
            texts.append(f"a {kind} is an empty text")
    yield from texts
    declared = list(table_problems(game))
    yield from declared
    if texts or (declared and len(game.labels or game.secrets) != len(game.secrets)):
        return  # feedback by text would be ambiguous
    whole = game.kernel() is None and len(game.guesses) * len(game.secrets) <= pairs
    chosen = list(product(game.guesses, game.secrets)) if whole else _sample(game, sample, seed)
    found = Found()
    failures = list(_few(_failures(game, chosen, found)))
    yield from failures
    if failures:
        return
    if whole:  # found is in the order of the table
        yield from _few(_winning_problems(game, found)) if game.goal == HIT else _twins(game, found)
        yield from _few(_idle_guesses(game, found))
    some = found
    if len(found) > _MOST_TRIED_AGAIN:
        some = dict(random.Random(seed).sample(list(found.items()), _MOST_TRIED_AGAIN))
    changes = list(_few(changes_of_mind(game, some)))
    yield from changes
    if not changes:
        yield from _kernel_problems(game, some)
        yield from _symmetry_problems(game, some)
        yield from _ambiguous_texts(game, found)


def _few(problems: Iterator[str]) -> Iterator[str]:
    """The first few *problems*, and how many more there are."""
    listed = list(problems)
    yield from listed[:_MOST_OF_A_KIND]
    more = len(listed) - _MOST_OF_A_KIND
    if more > 0:
        mark = WARNING if listed[0].startswith(WARNING) else ""
        yield f"{mark}and {more} more of this kind"


def _sample(game: Game, pairs: int, seed: int) -> list[tuple[Code, Code]]:
    """Some pairs drawn by *seed*, and for each of their secrets the guess that equals it: wins are rare elsewhere."""
    count = len(game.guesses) * len(game.secrets)
    chosen = list[tuple[Code, Code]]()
    for index in sorted(random.Random(seed).sample(range(count), min(pairs, count))):
        guess, secret = divmod(index, len(game.secrets))
        chosen.append((game.guesses[guess], game.secrets[secret]))
    known = _indexed(game.guesses)
    return list(dict.fromkeys([*chosen, *((secret, secret) for _, secret in chosen if secret in known)]))


def _indexed(codes: Sequence[Code]) -> Sequence[Code]:
    """*codes* as a sequence in which one is found at once."""
    return CodeTuple(codes) if isinstance(codes, tuple | list) else codes


def _ambiguous_texts(game: Game, found: Found) -> Iterator[str]:
    """Why the game cannot be written: the command line and files need texts that differ, the library does not."""
    try:
        if game.as_text() is not game:
            different_texts(game, "feedback", tuple(dict.fromkeys(found.values())))
    except GameError as error:
        yield f"{WARNING}{error}"


def _failures(game: Game, chosen: Sequence[tuple[Code, Code]], found: Found) -> Iterator[str]:
    """Where the feedback function fails; fills *found* with the feedbacks of the other pairs."""
    for guess, secret in chosen:
        try:
            feedback = game.score_unchecked(guess, secret)
        except (Exception, SystemExit) as error:  # whatever an author's function raises
            yield str(error) if isinstance(error, GameError) else f"the feedback function fails: {reason(error)}"
            continue
        if feedback is None or not is_hashable(feedback) or feedback == "":
            yield f"the feedback {describe(feedback)} of {pair_text(guess, secret)} is empty or cannot be hashed"
            continue
        found[guess, secret] = feedback


def feedbacks_of(game: Game, guess: Code, secrets: Sequence[Code]) -> list[Feedback]:
    """The feedback of *guess* against each of *secrets*; raises GameError when the rules of a user's own game fail."""
    score = game.score_unchecked
    try:
        return [score(guess, secret) for secret in secrets]
    except BestguessError:
        raise
    except (Exception, SystemExit) as error:  # whatever a user's function raises
        raise GameError(
            f"the feedback function of {game} fails for guess {describe(guess)}: {reason(error)}"
        ) from error


def changes_of_mind(game: Game, found: Found) -> Iterator[str]:
    """Where the rules of *game* answer otherwise than before, a sentence each."""
    for (guess, secret), feedback in found.items():
        (again,) = feedbacks_of(game, guess, [secret])
        if again != again:
            yield f"the feedback function gives {describe(again)}, which does not equal itself"
        elif again != feedback:
            yield (
                f"the feedback function is not deterministic: {pair_text(guess, secret)} "
                f"got {describe(feedback)}, then {describe(again)}"
            )


def _winning_problems(game: Game, found: Found) -> Iterator[str]:
    won = {secret for (_, secret), feedback in found.items() if feedback == game.win}
    for secret in game.secrets:
        if secret not in won:
            yield f"no guess wins the secret {describe(secret)}"


def _twins(game: Game, found: Found) -> Iterator[str]:
    """With goal identify, two secrets of different labels that no guess tells apart."""
    names = {feedback: ordinal for ordinal, feedback in enumerate(dict.fromkeys(found.values()))}
    ordinals = np.array([names[feedback] for feedback in found.values()], np.uint32)
    labels = game.labels or game.secrets
    number = {label: index for index, label in enumerate(labels)}
    columns: Any = ordinals.reshape(len(game.guesses), len(game.secrets))
    pair = alike(columns, np.array([number[label] for label in labels], np.uint32))
    if pair is not None:
        yield alike_sentence(game, *pair)


def _idle_guesses(game: Game, found: Found) -> Iterator[str]:
    """Guesses of which nothing is learnt: one feedback, which does not win, whatever the secret is."""
    feedbacks = iter(found.values())
    for guess in game.guesses:
        row = set(islice(feedbacks, len(game.secrets)))
        if len(row) == 1 and row != {game.win}:
            always = f"its feedback is always {describe(row.pop())}"
            yield f"{WARNING}the guess {describe(guess)} never splits anything: {always}"


def _kernel_problems(game: Game, found: Found) -> Iterator[str]:
    """Where the ordinals, of a kernel or a matrix, and the feedback function differ; not tried where it takes long."""
    if len(game.guesses) * len(game.secrets) > _MOST_FILLED:
        return
    kernel = game.kernel()
    matrix = game.native.matrix
    table: Any = None if matrix is None else matrix()
    if kernel is not None:
        table = np.empty((kernel.guesses, kernel.secrets), engine.ordinal_type(kernel))
        kernel.fill(0, kernel.guesses, table, 1)
    name = "matrix" if kernel is None else "kernel"
    guesses, secrets = _indexed(game.guesses), _indexed(game.secrets)
    for (guess, secret), feedback in found.items() if table is not None else ():
        native = game.feedbacks[table[guesses.index(guess), secrets.index(secret)]]
        if native != feedback:
            where = pair_text(guess, secret)
            yield f"the {name} gives {describe(native)} for {where}, the rules {describe(feedback)}"
            return


def _symmetry_problems(game: Game, found: Found) -> Iterator[str]:
    try:
        symmetries = generators(game.symmetries)
    except (Exception, SystemExit) as error:  # whatever an author's property raises
        yield f"the symmetries fail: {reason(error)}"
        return
    for number, symmetry in enumerate(symmetries, start=1):
        try:
            problem = next(_problems_of_symmetry(game, found, symmetry), None)
        except (Exception, SystemExit) as error:  # whatever an author's function raises
            problem = f"fails: {reason(error)}"
        if problem is not None:
            yield f"symmetry {number} {problem}"


def _problems_of_symmetry(game: Game, found: Found, symmetry: Symmetry) -> Iterator[str]:
    """What is wrong with *symmetry*, each to follow its name."""
    guesses, secrets = {guess for guess, _ in found}, {secret for _, secret in found}
    if not _is_injection(guesses, symmetry.guess, game.guesses):
        yield "is not a permutation of the guesses"
    elif not _is_injection(secrets, symmetry.secret, game.secrets):
        yield "is not a permutation of the secrets"
    else:
        yield from _changes(game, found, symmetry)
        for what, values, codes, some, image in (
            ("weight of the secret", game.weights, game.secrets, secrets, symmetry.secret),
            ("cost of the guess", game.costs, game.guesses, guesses, symmetry.guess),
        ):
            value_of = dict(zip(codes, values or (), strict=False))
            for code in (code for code in value_of if code in some):
                if value_of[code] != value_of[image(code)]:
                    yield f"changes the {what} {describe(code)}"
        yield from _changed_labels(game, secrets, symmetry)


def _changed_labels(game: Game, secrets: set[Code], symmetry: Symmetry) -> Iterator[str]:
    """Yield two secrets of one label whose images have different ones, or the other way round."""
    label_of = dict(zip(game.secrets, game.labels or (), strict=False))
    image_of, origin_of = dict[Label, Label](), dict[Label, Label]()
    for secret in (secret for secret in label_of if secret in secrets):
        label, image = label_of[secret], label_of[symmetry.secret(secret)]
        if image_of.setdefault(label, image) != image or origin_of.setdefault(image, label) != label:
            yield f"changes which secrets have the same label: {describe(secret)} and another one"


def _is_injection(codes: set[Code], image: Callable[[Code], Code], legal: Sequence[Code]) -> bool:
    allowed, images = _indexed(legal), {image(code) for code in codes}
    return len(images) == len(codes) and all(code in allowed for code in images)


def _changes(game: Game, found: Found, symmetry: Symmetry) -> Iterator[str]:
    """Where the feedbacks of a guess are not those of its image under other names, or the winning one is renamed."""
    name_of, origin_of = dict[tuple[Code, Feedback], Feedback](), dict[tuple[Code, Feedback], Feedback]()
    for (guess, secret), feedback in found.items():
        image = game.score_unchecked(symmetry.guess(guess), symmetry.secret(secret))
        name = name_of.setdefault((guess, feedback), image)
        origin = origin_of.setdefault((guess, image), feedback)
        if name != image or origin != feedback or (feedback == game.win) != (image == game.win):
            yield (
                f"changes a feedback: {pair_text(guess, secret)} get {describe(feedback)}, "
                f"their images, {pair_text(symmetry.guess(guess), symmetry.secret(secret))}, get {describe(image)}"
            )
