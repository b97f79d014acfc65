"""Validate game definitions: `check_game` tells the author of a game what is wrong with it.

Functions called `…_problems` yield one sentence for each problem, and nothing if all is well.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import numpy as np

from bestguess import engine
from bestguess.arguments import as_integer, describe, is_hashable, pair_text
from bestguess.errors import BestguessError, GameError, error_text
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

_GUESSES_PER_STEP = 256  # guesses read between two tests whether all secrets are already told apart


def repeated_code_problems(game: Game) -> Iterator[str]:
    """Yield a sentence for each guess and secret of *game* that is listed more than once."""
    for kind, codes in (("guess", game.guesses), ("secret", game.secrets)):
        if isinstance(codes, CodeSpace | Weighings) or len(set(codes)) == len(codes):
            continue  # codes of these two classes differ by construction, and may be too many to list
        for code, times in Counter(codes).items():
            if times > 1:
                yield f"the {kind} {describe(code)} is listed {times} times"


def check_codes(game: Game) -> None:
    """Raise GameError if *game* lists a guess or secret more than once: all figures would count it twice."""
    for problem in repeated_code_problems(game):
        raise GameError(f"{game}: {problem}")


def unique_texts(game: Game, kind: str, values: Sequence[object]) -> CodeTuple:
    """Return the text of each of *values*. Raises GameError if two texts are equal or one is empty."""
    texts = CodeTuple(map(game.text, values))
    value_of = dict[str, object]()
    for text, value in zip(texts, values, strict=True):
        if not text:
            raise GameError(f"{game}: the text of the {kind} {describe(value)} is empty")
        if text in value_of:
            raise same_text_error(game, kind, text, value_of[text], value)
        value_of[text] = value
    return texts


def same_text_error(game: Game, kind: str, text: str, value: object, other: object) -> GameError:
    """Return the error to raise when two values have the same *text*."""
    problem = f"two {plural(2, kind)} have the text {text!r}, {describe(value)} and {describe(other)}"
    return GameError(f"{game}: {problem}: give the game a function text= that tells them apart")


def declaration_problems(game: Game) -> Iterator[str]:
    """Yield what is wrong with the goal, labels, weights and costs of *game*. Never calls the feedback function."""
    if game.goal not in GOALS:
        yield f"the goal is {game.goal!r}, expected one of {', '.join(GOALS)}"
    elif game.goal == HIT:
        if game.win is None:
            yield "the goal is hit, but there is no winning feedback"
        if game.labels is not None:
            yield "there are labels, but the goal is hit"
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


def inseparable_pair(ordinals: "Ordinals", labels: "Indices") -> tuple[int, int] | None:
    """Return the lowest two secrets of different *labels* that no guess tells apart; None if there are none.

    >>> inseparable_pair(np.array([[0, 1, 0, 1], [0, 1, 1, 1]], np.uint8), np.array([0, 1, 2, 3], np.uint32))
    (1, 3)
    """
    # Step 1. Give each secret a random linear sum of its column. Secrets with different sums have different columns.
    # Most games stop here after a few guesses. The factors are odd, so that columns that differ in a single guess
    # have different sums.
    random = np.random.default_rng(0)
    sums = np.zeros(ordinals.shape[1], np.uint64)
    for begin in range(0, len(ordinals), _GUESSES_PER_STEP):
        rows = ordinals[begin : begin + _GUESSES_PER_STEP].astype(np.uint64)
        sums += (random.integers(2**64, size=len(rows), dtype=np.uint64) | np.uint64(1)) @ rows
        if not _shares_sum_with_other_label(sums, labels).any():
            return None
    # Step 2. Sums may be equal by chance, so compare the columns of the secrets that are left.
    same_column = dict[bytes, list[int]]()
    for secret in np.flatnonzero(_shares_sum_with_other_label(sums, labels)).tolist():
        same = same_column.setdefault(ordinals[:, secret].tobytes(), [])
        for other in same:
            if labels[other] != labels[secret]:
                return other, secret
        same.append(secret)
    return None


def inseparable_sentence(game: Game, first: int, second: int) -> str:
    """Return the message for two secrets of *game*, by index, that no guess tells apart.

    >>> from bestguess.games.custom import CustomGame
    >>> game = CustomGame("a", "xyz", lambda g, s: s == "x", goal="identify", labels=["p", "p", "q"])
    >>> inseparable_sentence(game, 1, 2)
    "no guess tells apart the secrets 'y' and 'z', which have different labels, 'p' and 'q'"
    """
    secret, other = (describe(game.secrets[index]) for index in (first, second))
    sentence = f"no guess tells apart the secrets {secret} and {other}"
    if game.labels is None:
        return sentence
    label, other_label = (describe(game.labels[index]) for index in (first, second))
    return f"{sentence}, which have different labels, {label} and {other_label}"


def _shares_sum_with_other_label(sums: "NDArray[np.uint64]", labels: "Indices") -> "NDArray[np.bool_]":
    """Return, for each secret, whether a secret of another label has the same sum."""
    _, group = np.unique(sums, return_inverse=True)
    lowest = np.full(len(sums), len(labels), np.int64)
    highest = np.zeros(len(sums), np.int64)
    np.minimum.at(lowest, group, labels)
    np.maximum.at(highest, group, labels)
    return np.asarray((lowest != highest)[group])


WARNING = "warning: "
"""Start of a sentence of `check_game` about something harmless."""

_MAX_OF_A_KIND = 3  # problems of one kind that are shown
_MAX_PAIRS_REPEATED = 10_000  # pairs that are scored again to test determinism, kernels and symmetries
_MAX_NATIVE_PAIRS = 10**8  # larger native tables are not compared with the rules: it takes too long

PairFeedbacks = dict[tuple[Code, Code], Feedback]
"""Feedback of each pair of a guess and a secret."""


def check_game(game: str | Game, pairs: int = 2_000_000, sample: int = 20_000, seed: int = 0) -> list[str]:
    """Return what is wrong with *game*, one sentence for each problem; an empty list if nothing is.

    Scores every pair of a guess and a secret if the game has no kernel and at most *pairs* of them. Otherwise scores
    *sample* pairs, drawn with *seed*. A sample cannot show that no guess wins a secret, that no guess tells two secrets
    apart, or that a guess splits nothing, which is harmless (``warning: …``). Determinism, symmetries and kernels are
    always tested on a sample.

    >>> from bestguess.games import CustomGame, game
    >>> check_game(game("mastermind(2,3)"))
    []
    >>> check_game(CustomGame("ab", "abc", lambda g, s: g == s, win=True))
    ["no guess wins the secret 'c'"]
    """
    from bestguess.games.registry import as_game  # here, because it imports this module

    pairs, sample = as_integer("pairs", pairs, least=0), as_integer("sample", sample, least=0)
    return list(_problems(as_game(game), pairs, sample, as_integer("seed", seed)))


def _problems(game: Game, pairs: int, sample: int, seed: int) -> Iterator[str]:
    """Yield the sentences of `check_game`."""
    # Step 1. Codes and declarations. With ambiguous codes or too few labels, the feedbacks say nothing.
    code_problems = list(repeated_code_problems(game))
    for kind, codes in (("guess", game.guesses), ("secret", game.secrets)):
        if isinstance(codes, tuple | list) and "" in codes:  # computed codes are well-formed by construction
            code_problems.append(f"a {kind} is an empty text")
    yield from code_problems
    declared = list(declaration_problems(game))
    yield from declared
    if code_problems or (declared and len(game.labels or game.secrets) != len(game.secrets)):
        return
    # Step 2. The feedback function, on all pairs or on a sample.
    whole = game.kernel() is None and len(game.guesses) * len(game.secrets) <= pairs
    scored_pairs = list(product(game.guesses, game.secrets)) if whole else _sample(game, sample, seed)
    feedbacks = PairFeedbacks()
    failures = list(_few(_score_problems(game, scored_pairs, feedbacks)))
    yield from failures
    if failures:
        return
    # Step 3. What only the whole table shows. Here *feedbacks* are in the order of the table, row by row.
    if whole:
        if game.goal == HIT:
            yield from _few(_winning_problems(game, feedbacks))
        else:
            yield from _inseparable_problems(game, feedbacks)
        yield from _few(_useless_guess_problems(game, feedbacks))
    # Step 4. What scores pairs again: determinism first, because the other tests rely on it.
    some = feedbacks
    if len(feedbacks) > _MAX_PAIRS_REPEATED:
        some = dict(random.Random(seed).sample(list(feedbacks.items()), _MAX_PAIRS_REPEATED))
    changes = list(_few(determinism_problems(game, some)))
    yield from changes
    if not changes:
        yield from _kernel_problems(game, some)
        yield from _symmetry_problems(game, some)
        yield from _text_problems(game, feedbacks)


def _few(problems: Iterator[str]) -> Iterator[str]:
    """Yield the first few *problems*, then how many more there are."""
    sentences = list(problems)
    yield from sentences[:_MAX_OF_A_KIND]
    more = len(sentences) - _MAX_OF_A_KIND
    if more > 0:
        prefix = WARNING if sentences[0].startswith(WARNING) else ""
        yield f"{prefix}and {more} more of this kind"


def _sample(game: Game, count: int, seed: int) -> list[tuple[Code, Code]]:
    """Return *count* random pairs. Add the pair (secret, secret) for each of their secrets: random wins are rare."""
    all_pairs = len(game.guesses) * len(game.secrets)
    pairs = list[tuple[Code, Code]]()
    for index in sorted(random.Random(seed).sample(range(all_pairs), min(count, all_pairs))):
        guess, secret = divmod(index, len(game.secrets))
        pairs.append((game.guesses[guess], game.secrets[secret]))
    guesses = _with_fast_lookup(game.guesses)
    return list(dict.fromkeys([*pairs, *((secret, secret) for _, secret in pairs if secret in guesses)]))


def _with_fast_lookup(codes: Sequence[Code]) -> Sequence[Code]:
    """Return *codes* as a sequence with fast `in` and `index`."""
    return CodeTuple(codes) if isinstance(codes, tuple | list) else codes


def _text_problems(game: Game, feedbacks: PairFeedbacks) -> Iterator[str]:
    """Yield a warning if two texts are equal. Only the command line and files need different texts."""
    try:
        if game.as_text() is not game:
            unique_texts(game, "feedback", tuple(dict.fromkeys(feedbacks.values())))
    except GameError as error:
        yield f"{WARNING}{error}"


def _score_problems(game: Game, pairs: Sequence[tuple[Code, Code]], feedbacks: PairFeedbacks) -> Iterator[str]:
    """Score *pairs*: yield where the feedback function fails, and add all other results to *feedbacks*."""
    for guess, secret in pairs:
        try:
            feedback = game.score_unchecked(guess, secret)
        except (Exception, SystemExit) as error:  # whatever an author's function raises
            yield str(error) if isinstance(error, GameError) else f"the feedback function fails: {error_text(error)}"
            continue
        if feedback is None or not is_hashable(feedback) or feedback == "":
            yield f"the feedback {describe(feedback)} of {pair_text(guess, secret)} is empty or cannot be hashed"
            continue
        feedbacks[guess, secret] = feedback


def feedbacks_of(game: Game, guess: Code, secrets: Sequence[Code]) -> list[Feedback]:
    """Return the feedback of *guess* against each of *secrets*. Raises GameError if a user's function fails."""
    score = game.score_unchecked
    try:
        return [score(guess, secret) for secret in secrets]
    except BestguessError:
        raise
    except (Exception, SystemExit) as error:  # whatever a user's function raises
        raise GameError(
            f"the feedback function of {game} fails for guess {describe(guess)}: {error_text(error)}"
        ) from error


def determinism_problems(game: Game, feedbacks: PairFeedbacks) -> Iterator[str]:
    """Score the pairs of *feedbacks* again, and yield where the feedback function of *game* gives another result."""
    for (guess, secret), feedback in feedbacks.items():
        (again,) = feedbacks_of(game, guess, [secret])
        if again != again:  # such as NaN
            yield f"the feedback function gives {describe(again)}, which does not equal itself"
        elif again != feedback:
            yield (
                f"the feedback function is not deterministic: {pair_text(guess, secret)} "
                f"got {describe(feedback)}, then {describe(again)}"
            )


def _winning_problems(game: Game, feedbacks: PairFeedbacks) -> Iterator[str]:
    won = {secret for (_, secret), feedback in feedbacks.items() if feedback == game.win}
    for secret in game.secrets:
        if secret not in won:
            yield f"no guess wins the secret {describe(secret)}"


def _inseparable_problems(game: Game, feedbacks: PairFeedbacks) -> Iterator[str]:
    """With goal identify, yield a sentence if no guess tells apart two secrets of different labels."""
    ordinal_of = {feedback: ordinal for ordinal, feedback in enumerate(dict.fromkeys(feedbacks.values()))}
    ordinals = np.array([ordinal_of[feedback] for feedback in feedbacks.values()], np.uint32)
    labels = game.labels or game.secrets
    number = {label: index for index, label in enumerate(labels)}
    table: Any = ordinals.reshape(len(game.guesses), len(game.secrets))
    pair = inseparable_pair(table, np.array([number[label] for label in labels], np.uint32))
    if pair is not None:
        yield inseparable_sentence(game, *pair)


def _useless_guess_problems(game: Game, feedbacks: PairFeedbacks) -> Iterator[str]:
    """Yield a warning for each guess that tells nothing: it gets one feedback for all secrets, and does not win."""
    values = iter(feedbacks.values())
    for guess in game.guesses:
        row = set(islice(values, len(game.secrets)))
        if len(row) == 1 and row != {game.win}:
            always = f"its feedback is always {describe(row.pop())}"
            yield f"{WARNING}the guess {describe(guess)} never splits anything: {always}"


def _kernel_problems(game: Game, feedbacks: PairFeedbacks) -> Iterator[str]:
    """Yield the first pair for which the kernel or matrix and the feedback function differ. Skips large games."""
    if len(game.guesses) * len(game.secrets) > _MAX_NATIVE_PAIRS:
        return
    kernel = game.kernel()
    matrix = game.native.matrix
    table: Any = None if matrix is None else matrix()
    if kernel is not None:
        table = np.empty((kernel.guesses, kernel.secrets), engine.ordinal_type(kernel))
        kernel.fill(0, kernel.guesses, table, 1)
    if table is None:
        return
    name = "matrix" if kernel is None else "kernel"
    guesses, secrets = _with_fast_lookup(game.guesses), _with_fast_lookup(game.secrets)
    for (guess, secret), feedback in feedbacks.items():
        native = game.feedbacks[table[guesses.index(guess), secrets.index(secret)]]
        if native != feedback:
            where = pair_text(guess, secret)
            yield f"the {name} gives {describe(native)} for {where}, the rules {describe(feedback)}"
            return


def _symmetry_problems(game: Game, feedbacks: PairFeedbacks) -> Iterator[str]:
    try:
        symmetries = generators(game.symmetries)
    except (Exception, SystemExit) as error:  # whatever an author's property raises
        yield f"the symmetries fail: {error_text(error)}"
        return
    for number, symmetry in enumerate(symmetries, start=1):
        try:
            problem = next(_problems_of_symmetry(game, feedbacks, symmetry), None)
        except (Exception, SystemExit) as error:  # whatever an author's function raises
            problem = f"fails: {error_text(error)}"
        if problem is not None:
            yield f"symmetry {number} {problem}"


def _problems_of_symmetry(game: Game, feedbacks: PairFeedbacks, symmetry: Symmetry) -> Iterator[str]:
    """Yield what is wrong with *symmetry*: predicates that follow its name in a sentence."""
    guesses, secrets = {guess for guess, _ in feedbacks}, {secret for _, secret in feedbacks}
    if not _is_injection(guesses, symmetry.guess, game.guesses):
        yield "is not a permutation of the guesses"
    elif not _is_injection(secrets, symmetry.secret, game.secrets):
        yield "is not a permutation of the secrets"
    else:
        yield from _changed_feedback_problems(game, feedbacks, symmetry)
        for what, values, codes, tested, image in (
            ("weight of the secret", game.weights, game.secrets, secrets, symmetry.secret),
            ("cost of the guess", game.costs, game.guesses, guesses, symmetry.guess),
        ):
            value_of = dict(zip(codes, values or (), strict=False))
            for code in (code for code in value_of if code in tested):
                if value_of[code] != value_of[image(code)]:
                    yield f"changes the {what} {describe(code)}"
        yield from _changed_label_problems(game, secrets, symmetry)


def _changed_label_problems(game: Game, secrets: set[Code], symmetry: Symmetry) -> Iterator[str]:
    """Yield where two secrets of one label have images of different labels, or the other way round."""
    label_of = dict(zip(game.secrets, game.labels or (), strict=False))
    image_of, origin_of = dict[Label, Label](), dict[Label, Label]()
    for secret in (secret for secret in label_of if secret in secrets):
        label, image = label_of[secret], label_of[symmetry.secret(secret)]
        if image_of.setdefault(label, image) != image or origin_of.setdefault(image, label) != label:
            yield f"changes which secrets have the same label: {describe(secret)} and another secret"


def _is_injection(codes: set[Code], image: Callable[[Code], Code], legal: Sequence[Code]) -> bool:
    allowed, images = _with_fast_lookup(legal), {image(code) for code in codes}
    return len(images) == len(codes) and all(code in allowed for code in images)


def _changed_feedback_problems(game: Game, feedbacks: PairFeedbacks, symmetry: Symmetry) -> Iterator[str]:
    """Yield where *symmetry* does more than rename the feedbacks of a guess, or renames the winning one."""
    # For each guess, the renaming must be one-to-one: image_of and origin_of are its two directions.
    image_of, origin_of = dict[tuple[Code, Feedback], Feedback](), dict[tuple[Code, Feedback], Feedback]()
    for (guess, secret), feedback in feedbacks.items():
        image = game.score_unchecked(symmetry.guess(guess), symmetry.secret(secret))
        first_image = image_of.setdefault((guess, feedback), image)
        first_origin = origin_of.setdefault((guess, image), feedback)
        if first_image != image or first_origin != feedback or (feedback == game.win) != (image == game.win):
            yield (
                f"changes a feedback: {pair_text(guess, secret)} get {describe(feedback)}, "
                f"their images, {pair_text(symmetry.guess(guess), symmetry.secret(secret))}, get {describe(image)}"
            )
