"""Names by which a guess is another one: told, and the same as the compiled loop counts on."""

import pytest

from solver.deduction.games import game_named
from solver.deduction.rules.symmetry import Renamer, Renaming, canonical_guesses

HISTORIES = {
    "classic": [[], [(0, 0, 1, 2)], [(0, 1, 2, 3), (0, 0, 4, 4)], [(0, 1, 2, 3), (1, 0, 3, 3)]],
    "mini": [[], [(0, 0, 1)], [(1, 2, 3), (0, 0, 0)]],
    "3of0-9": [[], [(1, 2, 3)], [(1, 2, 3), (3, 1, 2)]],
    "3x4b": [[], [(4, 4, 0)]],
    "3x4p": [[], [(0, 0, 1)]],
    "3x3h": [[], [(0, 0, 1)]],
    "pair": [[], [(2, 2)]],
}
CASES = [(name, history) for name, histories in HISTORIES.items() for history in histories]


def applied(name: Renaming, code: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(name.colours[code[hole]] for hole in name.holes)


@pytest.mark.parametrize(("name", "history"), CASES)
def test_every_guess_becomes_the_first_of_its_kind(
    name: str, history: list[tuple[int, ...]]
) -> None:
    game = game_named(name)
    renamer = Renamer(game, history)
    firsts = set()
    for code in map(tuple, game.codes.tolist()):
        renaming = renamer.first(code)
        firsts.add(game.index_of(renaming.code))
        assert applied(renaming, code) == renaming.code
        assert all(applied(renaming, guess) == guess for guess in history)
        assert sorted(renaming.holes) == list(range(game.pegs))
        assert sorted(renaming.colours) == list(range(game.choices))
    assert sorted(firsts) == canonical_guesses(game, history).tolist()
    assert renamer.is_idle == (len(firsts) == game.code_count)
