"""What sets of turns leave; facts and their proofs on every game."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given

from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge import code_table
from solver.deduction.knowledge.code_table import prove, table_of
from solver.deduction.knowledge.facts import Fact, FactKind, Occurrences, bits, joined
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.rules.listed_game import ListedGame
from solver.deduction.rules.mastermind import Rules, feedback
from tests.cases import cases
from tests.sampling import drawn_by
from tests.solver.deduction.drawn import draw_turns
from tests.solver.deduction.knowledge.facts_checks import holds
from tests.solver.deduction.knowledge.test_contradictions import GAMES, histories


def left_of(game: Game, turns: list[Turn]) -> list[Code]:
    codes = [game.code_at(index) for index in game.secrets.tolist()]
    return [c for c in codes if all(game.feedback(t.code, c) == t.feedback for t in turns)]


def occurrences_of(codes: list[Code], game: Game) -> Occurrences:
    counts = [[code.count(colour) for code in codes] for colour in range(game.choices)]
    return Occurrences(
        tuple(frozenset(column) for column in zip(*codes, strict=True)),
        tuple((min(column), max(column)) for column in counts),
    )


@given(histories())
def test_what_sets_of_turns_leave(history: tuple[Game, tuple[Turn, ...]]) -> None:
    game, turns = history
    table = table_of(game, turns)
    for size in range(len(turns) + 1):
        for subset in combinations(range(len(turns)), size):
            codes = left_of(game, [turns[turn] for turn in subset])
            rows = sum(1 << turn for turn in subset)
            assert (table.files & rows).all() == (not codes)
            if codes:
                assert table.occurrences(table.fitting(subset)) == occurrences_of(codes, game)


@pytest.mark.parametrize(("turns", "limit"), [(15, 5000), (17, 20), (33, 20), (60, 20)])
def test_proofs_of_many_turns_have_none_to_spare(
    turns: int, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are too many sets of turns to try them all."""
    monkeypatch.setattr(code_table, "MOST_TRIED", limit)
    game, generator = game_for(Rules(4, 5)), np.random.default_rng(turns)
    guesses = [tuple(guess) for guess in generator.integers(0, 5, (turns, 4)).tolist()]
    history = [Turn(guess, feedback(guess, (3, 1, 1, 4))) for guess in guesses]
    for fact in prove(game, history).facts:
        check_proof(game, history, fact)


def check_proof(game: Game, turns: Sequence[Turn], fact: Fact) -> None:
    proof = [turns[turn] for turn in fact.proof]
    assert all(holds(fact, code) for code in left_of(game, proof))
    for place in range(len(proof)):
        fewer = proof[:place] + proof[place + 1 :]
        assert not all(holds(fact, code) for code in left_of(game, fewer))


#: In each of these some code is left.
POSITIONS = [
    (game, draw_turns(game, drawn_by(f"facts {game.name} {place}")))
    for game in GAMES
    for place in range(12)
]


@cases(("game", "turns"), POSITIONS)
def test_proofs_suffice_and_have_no_turn_to_spare(game: Game, turns: list[Turn]) -> None:
    for fact in prove(game, turns).facts:
        check_proof(game, turns, fact)


def test_where_no_code_fits_nothing_is_proved() -> None:
    game = game_named("pair")
    assert prove(game, [game.parse_turn("22:<"), game.parse_turn("22:>")]).facts == ()


@cases(("game", "turns"), POSITIONS)
def test_every_hole_that_a_colour_can_not_be_in_is_a_fact(game: Game, turns: list[Turn]) -> None:
    codes = left_of(game, turns)
    pegs: dict[int, int] = {}
    exclusions: set[tuple[int, int]] = set()
    for fact in prove(game, turns).facts:
        if fact.kind is FactKind.HOLE:
            pegs[fact.holes[0]] = fact.colours[0]
        elif fact.kind in (FactKind.OUT, FactKind.NOT_HERE):
            holes = fact.holes or range(game.pegs)
            exclusions |= {(hole, colour) for hole in holes for colour in fact.colours}
    columns = [set(column) for column in zip(*codes, strict=True)]
    assert pegs == {hole: min(column) for hole, column in enumerate(columns) if len(column) == 1}
    #: Of these colours all pegs are settled, so they are nowhere else.
    used_up = {
        colour
        for colour in pegs.values()
        if max(code.count(colour) for code in codes) == [*pegs.values()].count(colour)
    }
    out = {(h, c) for h, c in product(range(game.pegs), range(game.choices)) if c not in columns[h]}
    assert exclusions >= {(h, c) for h, c in out if h not in pegs and c not in used_up}
    assert exclusions <= out


@cases(("game", "turns"), POSITIONS)
def test_no_count_repeats_the_settled_holes(game: Game, turns: list[Turn]) -> None:
    facts = prove(game, turns).facts
    hole_counts = Counter(fact.colours[0] for fact in facts if fact.kind is FactKind.HOLE)
    counts = [fact for fact in facts if fact.kind is FactKind.IN]
    assert all(fact.count > hole_counts[colour] for fact in counts for colour in fact.colours)


@cases("game", GAMES)
def test_a_table_says_for_which_codes_a_fact_holds(game: Game) -> None:
    last, end, table = game.choices - 1, game.pegs - 1, table_of(game, ())
    sums = FactKind.SUM, FactKind.SOME, FactKind.MOST
    pegs = FactKind.EXACTLY, FactKind.AT_LEAST, FactKind.AT_MOST
    facts = [
        Fact(FactKind.HOLE, (1,), (end,), 1),
        Fact(FactKind.OUT, (0, last)),
        *(Fact(FactKind.COUNT, (last,), count=count) for count in (0, 1)),
        *(Fact(FactKind.IN, (1,), count=count) for count in (1, 2)),
        Fact(FactKind.NOT_HERE, (last,), (0, end)),
        *(Fact(kind, (0, last), count=1) for kind in sums),
        *(Fact(kind, (1, last), (0, end), 1, row=0) for kind in pegs),
        *(Fact(kind, (1, last, last), (), 2) for kind in pegs),
    ]
    for fact in facts:
        assert table.holds(fact).tolist() == [holds(fact, code) for code in left_of(game, [])]


def test_facts_of_a_large_board() -> None:
    game = game_named("8x5")
    turns = [game.parse_turn(text) for text in ("11112222:0,0", "31111111:0,1")]
    proof = prove(game, turns)
    proofs = {(fact.kind, fact.colours, fact.holes): fact.proof for fact in proof.facts}
    assert proofs == {
        (FactKind.OUT, (0, 1), ()): (0,),
        (FactKind.IN, (2,), ()): (0, 1),
        (FactKind.NOT_HERE, (2,), (0,)): (1,),
    }


def test_sets_of_turns() -> None:
    assert [sum(1 << turn for turn in bits(number)) for number in range(9)] == list(range(9))


class Gaps(ListedGame):
    """Two odd numbers, of which the first is never 5: what no code has, the list of codes says."""

    name = "gaps"
    codes_in_order = ((1, 3), (1, 5), (3, 1), (3, 5))
    feedback_names: ClassVar = {"0": (0,), "1": (1,), "2": (2,)}

    def feedback(self, guess: Code, secret: Code) -> tuple[int]:
        return (sum(a == b for a, b in zip(guess, secret, strict=True)),)


@pytest.mark.parametrize(
    ("texts", "kinds"),
    [
        ([], []),
        (["13:0"], [(FactKind.HOLE, (3,)), (FactKind.COUNT, (3,))]),
        (["35:0"], [(FactKind.HOLE, (1,)), (FactKind.HOLE, (3,))]),
        (["35:1"], [(FactKind.COUNT, (1,)), (FactKind.NOT_HERE, (3,))]),
    ],
)
def test_what_only_the_list_of_codes_shows_is_not_proved(
    texts: list[str], kinds: list[tuple[FactKind, tuple[int, ...]]]
) -> None:
    game = Gaps()
    facts = prove(game, [game.parse_turn(text) for text in texts]).facts
    assert [(fact.kind, fact.colours) for fact in facts] == kinds
    assert all(fact.proof == (0,) for fact in facts)


@cases("kind", [FactKind.SUM, FactKind.SOME])
def test_a_fact_about_colours_together_is_joined_with_nothing(kind: FactKind) -> None:
    """One of 1 and 2, and one of 2 and 3, are not two of 1, 2 and 3."""
    facts = Fact(kind, (1, 2), count=1), Fact(kind, (2, 3), count=1)
    assert joined(facts) == facts
