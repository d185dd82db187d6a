"""The ribbon of a solved board that is sent: held against a count that is made otherwise."""

from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.text.pencil import LONGEST, ribbon_parts


@given(st.integers(1, 900).flatmap(lambda last: st.permutations(range(1, last + 1))))
def test_each_square_shows_the_part_that_most_of_its_numbers_are_of(order: list[int]) -> None:
    last, ribbon = len(order), ribbon_parts(len(order), order)
    assert len(ribbon) == min(last, LONGEST)
    numbers = list(order)
    for place, square in enumerate(ribbon, start=1):
        size = last * place // len(ribbon) - (last - len(numbers))
        stretch, numbers = numbers[:size], numbers[size:]
        counts = [sum((n - 1) * 6 // last == part for n in stretch) for part in range(6)]
        assert counts[square] == max(counts) > 0
    assert not numbers


def test_only_what_was_placed_is_in_the_ribbon() -> None:
    assert ribbon_parts(81, [81]) == (5,)
    assert ribbon_parts(81, [42, 1]) == (3, 0)
