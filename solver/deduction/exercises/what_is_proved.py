"""What must be so?: claims about the code, some proved by the rows, others only possible.

The difficulty is how many rows prove the claim that needs the most: one, two, or more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count
from typing import Final

from solver.deduction.exercises.positions import Rows, board, draw_turns, fitting
from solver.deduction.knowledge.code_table import Mask
from solver.deduction.knowledge.facts import Fact, FactKind, Proof
from solver.deduction.rules.game import Code
from solver.exercises import Draws, ExerciseLevel, draws_of

NAME: Final = "what-is-proved"
VERSION: Final = 1
CLAIMS: Final = 6
#: How many of the claims are proved: never none, never all.
FEWEST_PROVED: Final = 2
MOST_PROVED: Final = 4
FEWEST_LEFT: Final = 2
#: With more possible codes than this, next to nothing is proved.
MOST_LEFT: Final = 250
MOST_ROWS: Final = 4
#: The level of a claim, by how many rows are needed to prove it.
ROWS: Final = {
    1: ExerciseLevel.EASY,
    2: ExerciseLevel.MEDIUM,
    3: ExerciseLevel.HARD,
    4: ExerciseLevel.HARD,
}


@dataclass(frozen=True)
class ProvedClaims(Rows):
    claims: tuple[Fact, ...]

    @cached_property
    def proofs(self) -> tuple[Proof | None, ...]:
        """The fewest rows that prove each claim, or None if it needn't be true."""
        table = self.table
        masks = (~table.holds(claim) for claim in self.claims)
        return tuple(None if (table.left & flags).any() else table.proof(flags) for flags in masks)

    @property
    def proved(self) -> frozenset[int]:
        return frozenset(place for place, proof in enumerate(self.proofs) if proof is not None)

    @cached_property
    def against(self) -> dict[int, Code]:
        """For each claim that needn't be true a code that fits every row although it isn't."""
        table = self.table
        return {
            place: self.codes_in(table.left & ~table.holds(claim))[0]
            for place, claim in enumerate(self.claims)
            if place not in self.proved
        }


def make(level: ExerciseLevel, seed: int) -> ProvedClaims:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> [board().format_turn(turn) for turn in made.turns], sorted(made.proved)
    (['1621:1,0', '3625:2,0'], [0, 5])
    """
    draws = draws_of("must-be-so", level, VERSION, seed)  # its first name: seeds stay the same
    return next(filter(None, (_draw(draws, level) for _ in count())))


def _draw(draws: Draws, level: ExerciseLevel) -> ProvedClaims | None:
    minimum = 3 if level is ExerciseLevel.HARD else 2
    rows = minimum + draws.below(MOST_ROWS - minimum + 1)
    turns = draw_turns(draws, rows)
    table = fitting(turns)
    codes = table.left
    if not FEWEST_LEFT <= codes.sum() <= MOST_LEFT:
        return None
    levels: dict[Fact, ExerciseLevel] = {}
    open_claims = []
    for claim in every_claim():
        is_broken = _broken(claim)[codes]
        if is_broken.any():
            if not is_broken.all():
                open_claims.append(claim)
        elif proof := table.proof(_broken(claim)):
            levels[claim] = ROWS[len(proof)]
    chosen = _choose_claims(draws, levels, level)
    if len(chosen) < FEWEST_PROVED or len(open_claims) + len(chosen) < CLAIMS:
        return None
    claims = draws.some([*chosen, *draws.some(open_claims, CLAIMS - len(chosen))], CLAIMS)
    return ProvedClaims(turns, tuple(claims))


def _choose_claims(
    draws: Draws, levels: dict[Fact, ExerciseLevel], level: ExerciseLevel
) -> list[Fact]:
    """Return some proved claims, at least one of this level and none harder."""
    order = list(ExerciseLevel)
    hardest = draws.some((c for c, hard in levels.items() if hard is level), MOST_PROVED)
    easier = (c for c, hard in levels.items() if order.index(hard) < order.index(level))
    if not hardest:
        return []
    size = FEWEST_PROVED + draws.below(MOST_PROVED - FEWEST_PROVED + 1)
    return [hardest[0], *draws.some([*hardest[1:], *easier], size - 1)]


def every_claim() -> Iterator[Fact]:
    game = board()
    for colour in range(game.choices):
        yield Fact(FactKind.OUT, (colour,))
        yield Fact(FactKind.IN, (colour,), count=1)
        yield Fact(FactKind.COUNT, (colour,), count=1)
        yield Fact(FactKind.COUNT, (colour,), count=2)
        for hole in range(game.pegs):
            yield Fact(FactKind.HOLE, (colour,), (hole,), 1)
            yield Fact(FactKind.NOT_HERE, (colour,), (hole,))


@cache
def _broken(claim: Fact) -> Mask:
    return ~fitting(()).holds(claim)
