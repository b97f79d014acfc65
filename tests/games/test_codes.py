"""CodeSpace: a sequence that computes its items."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestguess.errors import CodeError
from bestguess.games import CodeSpace
from bestguess.games.codes import FROM_ONE, FROM_ZERO


@pytest.mark.parametrize("length", range(5))
@pytest.mark.parametrize("count", range(1, 6))
def test_words_are_the_products_in_order(length: int, count: int) -> None:
    """Items, length, index and order are those of itertools."""
    symbols = FROM_ONE[:count]
    for words, wanted in (
        (CodeSpace(length, symbols), product(symbols, repeat=length)),
        (CodeSpace(length, symbols, distinct=True), permutations(symbols, length)),
    ):
        listed = ["".join(letters) for letters in wanted]
        assert list(words) == listed == [words[i] for i in range(len(words))]
        assert [words.index(word) for word in listed] == list(range(len(words)))
        assert len(words) == len(listed)
        assert words[1:3] == listed[1:3]


@given(st.data())
def test_index_is_the_inverse_of_item(data: st.DataObject) -> None:
    """In the largest games too."""
    words = data.draw(st.sampled_from([CodeSpace(8, FROM_ONE), CodeSpace(8, FROM_ZERO[:16], distinct=True)]))
    index = data.draw(st.integers(0, len(words) - 1))
    assert words.index(words[index]) == index
    assert words.parse(words[index].lower()) == words[index]


def test_what_is_not_a_word() -> None:
    """Wrong length, wrong symbol and a repeat are each said."""
    words = CodeSpace(3, "123", distinct=True)
    assert "1" not in words
    assert 123 not in words  # type: ignore[comparison-overlap]
    with pytest.raises(IndexError):
        words[6]
    with pytest.raises(ValueError, match="not in"):
        words.index("112")
    with pytest.raises(ValueError, match="range"):
        words.index("321", 0, 3)
    for text, reason in (("12", "which has 2"), ("124", "'4' is not one"), ("112", "repeats")):
        with pytest.raises(CodeError, match=f"expected 3 different symbols from '123', got '{text}'.*{reason}"):
            words.parse(text)
