"""The pace of a game, after how many seconds each number was placed, and with which help."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.game import Play, format_moves
from solver.hidoku.rules.grid import Grid
from webapp.hidoku.play.replays import gone_from, pace_of
from webapp.hidoku.play.why_view import BoardQuestion
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import MOVE, parse_hints, position_key
from webapp.storage.records.dailies import now

#: How long a stretch of the path took, in parts of what it would take at an even pace.
PACES: Final = ((1.0, "🟩"), (2.0, "🟨"))
SLOW: Final = "🟧"
SLOWEST: Final = "🟥"
MOST: Final = 10  # stretches
LEAST: Final = 10  # seconds: shorter pauses aren't worth a word
FEW: Final = 3  # times, of which the median says what is usual
UNAIDED: Final = "No undo, no hint"


def key_of(play: Play, claim: str = "") -> int:
    """Return a position's key in the log of hints: the same moves have the same key.

    A question about a ``claim`` has a key of its own.
    """
    return position_key(format_moves(without_tints(play)) + claim)


def without_tints(play: Play) -> Play:
    """Return a play as hints see it: colours don't change the position."""
    return Play(play.grid, tuple(move for move in play.moves if move.verb != "tint"))


def hinted_numbers(record: StoredGame, play: Play) -> frozenset[int]:
    """Return the first number placed after each hint: what passed before was time to read it.

    A number that an answer placed is there too, however long after.
    """
    log = parse_hints(record.hints)
    keys = {key for key, _ in log}
    placing_keys = {key for key, tier in log if tier == MOVE}
    numbers = set[int]()
    placements = [
        (at, Candidate(move.number, move.cell))
        for at, move in enumerate(play.moves)
        if move.verb == "place" and move.number and move.cell
    ]
    questions = {c: [str(question) for question in _questions_on(c)] for _, c in placements}
    for count, move in enumerate(play.moves if keys else ()):
        if count and move.joined:
            continue
        later = [candidate for at, candidate in placements if at >= count]
        key = key_of(Play(play.grid, play.moves[:count]))
        for candidate in later[:1]:
            if key in keys or not keys.isdisjoint(_question_keys(play.grid, candidate, key)):
                numbers.add(candidate.number)
        for candidate in later if placing_keys else ():
            if any(position_key(text, key) in placing_keys for text in questions[candidate]):
                numbers.add(candidate.number)
    return frozenset(numbers)


def _questions_on(candidate: Candidate) -> list[BoardQuestion]:
    number, cell = candidate
    return [BoardQuestion(number), BoardQuestion(None, cell), BoardQuestion(number, cell)]


def _question_keys(grid: Grid, candidate: Candidate, key: int) -> Iterator[int]:
    """Yield the keys of the questions about a number or about a cell, at a position."""
    number, cell = candidate
    questions = _questions_on(candidate)
    questions += (BoardQuestion(number, place) for place in grid.cells)
    questions += (BoardQuestion(n, cell) for n in range(1, grid.last + 1))
    for question in questions:
        yield position_key(str(question), key)


def is_unaided(record: StoredGame, play: Play) -> bool:
    """Say whether a game has got this far without a hint, and without taking anything back.

    Each change raises a game's version by one, so an undo shows there after it was played over.
    """
    steps = sum(not move.joined for move in play.moves)
    is_straight = all(move.verb not in ("erase", "restart") for move in play.moves)
    return not record.hints and is_straight and record.version - 1 <= steps


def paced(record: StoredGame, before: Play, after: Play) -> Mapping[int, int]:
    """Return the pace of a game after a move: numbers that were there keep their times."""
    pace = pace_of(record.moves)
    seconds = int(record.played(now()))
    numbers = after.where.keys() - before.grid.given.values()
    return {n: pace.get(n, 0) if n in before.where else seconds for n in sorted(numbers)}


def gone_by(record: StoredGame, before: Play, after: Play) -> tuple[Candidate, ...]:
    """Return what has left its cell by a move, or before, each once: undo leaves no other trace."""
    departures = (
        Candidate(n, cell) for cell, n in before.board.items() if after.board.get(cell) != n
    )
    return tuple(dict.fromkeys((*gone_from(record.moves), *departures)))


def times_taken(record: StoredGame, play: Play) -> Mapping[int, int]:
    """Return how many seconds passed before each number was placed, in the order of placing."""
    pace = pace_of(record.moves)
    times = dict[int, int]()
    last = 0
    for number in sorted(pace.keys() & play.where.keys(), key=pace.__getitem__):
        times[number], last = pace[number] - last, pace[number]
    return times


def own_times(times: Mapping[int, int], hinted: Collection[int]) -> Mapping[int, int]:
    """Return the times that say how long a player thought: those of numbers without a hint."""
    return {number: times[number] for number in times if number not in hinted}


def pace_text(times: Mapping[int, int]) -> str:
    """Return squares for up to ten stretches of a path, from 1 on: the redder, the slower.

    The only red one has the longest pause, of which the page says the number.

    >>> pace_text({2: 5, 3: 5, 5: 60, 8: 10})
    '🟩🟩🟥🟩'
    """
    numbers = sorted(times)
    slowest, _ = longest_pause(times)
    size = len(numbers)
    count = min(MOST, size)
    stretches = [numbers[size * at // count : size * (at + 1) // count] for at in range(count)]
    mean = sum(times.values()) / max(len(numbers), 1) or 1
    slow = [sum(times[n] for n in stretch) / len(stretch) / mean for stretch in stretches]
    squares = (next((square for limit, square in PACES if pace <= limit), SLOW) for pace in slow)
    return "".join(
        SLOWEST if slowest in stretch else square
        for stretch, square in zip(stretches, squares, strict=True)
    )


def longest_pause(times: Mapping[int, int]) -> tuple[int, int]:
    """Return the number before which the player paused longest, and for how many seconds; or 0, 0.

    >>> longest_pause({2: 5, 5: 60, 8: 10}), longest_pause({2: 5})
    ((5, 60), (0, 0))
    """
    number = max(times, key=times.__getitem__, default=0)
    return (number, times[number]) if times.get(number, 0) >= LEAST else (0, 0)
