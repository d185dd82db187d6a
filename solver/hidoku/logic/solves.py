"""A finished solve looked back on: what led to each number at the moment it was placed.

The idea of a number is the hardest technique that leads to it if easier ones always go first, as
far as a person looks ahead. What that doesn't reach gets the reason that a hint would give for it,
and so does where the player stopped to think, or had that hint: one number has one idea.
If there is none either, the number was a guess.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from solver.hidoku.logic.easiest import direct_finders
from solver.hidoku.logic.hints import step_from
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint, direct_round
from solver.hidoku.logic.technique import Technique
from solver.hidoku.rules.grid import Grid

#: How many rounds of placements a person is credited with looking ahead.
AHEAD = 4
#: How many rounds are tried in all, times the numbers of the board: on 30 × 30 they take 3 s.
MOST_WORK = 300_000
#: For how many numbers a reason is sought as for a hint, which takes up to 0.1 s each on 15 × 15;
#: and for how many times the board's numbers.
MOST_SOUGHT = 12
MOST_SEARCHED = 2_700


@dataclass(frozen=True)
class Solve:
    """``ideas`` by number, in the order of placing; of a guess it is None.

    Numbers left out weren't looked at. ``steps`` are those that led to some of the numbers, or the
    easiest ones there were instead.
    """

    ideas: Mapping[int, Technique | None]
    steps: Mapping[int, Hint]


def look_back(grid: Grid, placements: Iterable[Candidate], stops: Collection[int] = ()) -> Solve:
    """Return what led to each of the right numbers of a solve, given in the order of placing.

    Those of the ``stops`` have the idea that a hint would have given for them.

    >>> from solver.hidoku.rules.grid import Cell
    >>> solve = look_back(Grid.of(1, 3, {Cell(0, 0): 1}), [Candidate(2, Cell(0, 1))])
    >>> solve.ideas
    {2: technique_named('one_way')}
    """
    position = Position.of(grid)
    work = MOST_WORK
    searches = min(MOST_SOUGHT, MOST_SEARCHED // grid.last)
    ideas: dict[int, Technique | None] = {}
    steps: dict[int, Hint] = {}
    for candidate in placements:
        idea = None
        if candidate.number in stops:
            step = step_from(position, candidate)
            idea = _idea_of(step)
            step = step or step_from(position)
            steps |= {candidate.number: step} if step else {}
        idea = idea or _idea_at_once(position, candidate)
        if idea is None and work > 0:
            idea, rounds = _idea_ahead(position, candidate)
            work -= rounds * grid.last
        if idea or searches:
            searches -= idea is None
            ideas[candidate.number] = idea or _idea_of(step_from(position, candidate))
        position = position.placing(candidate)
    return Solve(ideas, steps)


def _idea_at_once(position: Position, candidate: Candidate) -> Technique | None:
    about = position.about((candidate.number,))
    for technique in direct_finders():
        if technique.is_placing:
            steps = (technique.bare or technique.find)(about)
            if any(step.placed == candidate for step in steps):
                return technique
    return None


def _idea_ahead(position: Position, candidate: Candidate) -> tuple[Technique | None, int]:
    """Return the idea that leads to a number a few steps later, and how many rounds were tried."""
    ideas: list[Technique] = []
    placings = 0
    while placings < AHEAD and (steps := direct_round(position)):
        ideas.append(steps[0].technique)
        placings += any(step.placed for step in steps)
        position = position.after(*steps)
        if position.board.get(candidate.cell) == candidate.number:
            return max(ideas, key=lambda technique: technique.rank), len(ideas)
    return None, len(ideas)


def _idea_of(step: Hint | None) -> Technique | None:
    return step.technique if step and isinstance(step.technique, Technique) else None
