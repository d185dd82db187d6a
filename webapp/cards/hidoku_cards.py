"""The cards of Hidoku's pages: what is given on a board, and never its path."""

from __future__ import annotations

from typing import Final

from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.pencil import ribbon_parts
from solver.wording import counted, time_words
from webapp.cards.canvas import Card
from webapp.cards.pictures import BoardPicture
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.replays import board_of
from webapp.hidoku.puzzles import Puzzle, day_of, secret_of, title_of
from webapp.hidoku.solve.traces import PackedTrace
from webapp.shared.solved_board import placed
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import price_words
from webapp.storage.records.contests import Contest

#: The colours of the ribbon that is sent, as its squares have them.
COLOURS: Final = ("#d8433b", "#ee8a1f", "#f0cd3c", "#55a455", "#3f7fd1", "#a05cc4")


def board_card(puzzle: Puzzle) -> Card:
    """Return the card of a board; of one that grew from today's daily board, of that."""
    day = day_of(puzzle.name)
    grid = secret_of(puzzle.grid) or puzzle.grid
    facts = f"{counted(grid.last, 'number')}, {len(grid.given)} given"
    call = f"Can you complete the path from 1 to {grid.last}?"
    if day:
        when = f"{day.day} {day:%B %Y}"
        return Card("Daily Hidoku", (when, facts), call, picture=BoardPicture(grid))
    return Card(puzzle.title, ("Hidoku", facts), call, picture=BoardPicture(grid))


def many_boards_card(contest: Contest) -> Card:
    """Return the card of a board that was sent to many: what is given on it."""
    grid = board_of(contest.start)
    lines = (title_of(contest.rules), f"{counted(grid.last, 'number')}, {len(grid.given)} given")
    call = "Play alone, then see everyone’s results."
    return Card("Group challenge", lines, call, picture=BoardPicture(grid))


def step_card(puzzle: Puzzle, solve: PackedTrace, step: int) -> Card:
    """Return the card of a step: what was given, and what this step has placed.

    Of today's daily board, and of what grew from it, only what was given there.
    """
    secret = secret_of(puzzle.grid)
    lines = (puzzle.title, "Solved step by step, with reasons")
    if secret:
        return Card("Watch it being solved", lines, picture=BoardPicture(secret))
    picture = BoardPicture(puzzle.grid, _new_at(solve, step))
    return Card(f"Step {step} of {len(solve) - 1}", lines, "Why? See the reason.", picture=picture)


def _new_at(solve: PackedTrace, step: int) -> tuple[tuple[Cell, int], ...]:
    """Return the numbers that a step has placed."""
    before = solve.board_at(step - 1) if step else solve.board_at(0)
    return tuple(entry for entry in solve.board_at(step).items() if entry[0] not in before)


def solved_card(stored: StoredGame) -> Card:
    """Return the card of a solved board that its player shows."""
    play = replayed(stored)
    lines = (title_of(stored.rules), price_words(stored.hints).rstrip(".").lower())
    parts = ribbon_parts(play.grid.last, placed(play))
    return Card(
        f"One path, {time_words(int(stored.seconds))}",
        lines,
        "Can you go faster?",
        tuple(COLOURS[part] for part in parts),
        BoardPicture(play.grid),
    )
