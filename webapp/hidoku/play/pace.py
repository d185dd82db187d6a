"""The pace of a game, after how many seconds each number was placed, and with which help."""

from collections.abc import Collection, Mapping, Set
from typing import Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.game import Play, format_move, format_moves
from solver.hidoku.rules.grid import Grid
from webapp.hidoku.play.replays import gone_from, pace_of
from webapp.hidoku.play.why_view import BoardQuestion, nearest_placed
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import MOVE, QUESTION, parse_hints, position_key
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
    """Return the number placed next after each hint: what passed before was time to read it.

    All that came with it is there too if the hint showed the move; and what an answer placed, with
    all that came with that, or a path that it showed, however long after.
    """
    tiers: dict[int, set[int]] = {}
    for key, tier in parse_hints(record.hints):
        tiers.setdefault(key, set()).add(tier)
    strokes = _strokes(play)
    texts = {candidate: _questions_on(candidate) for _, candidate in strokes}
    stages = _stages(play) if tiers else []
    questions = tiers.keys() - {key for _, key in stages}  # asked at no earlier stage
    numbers = set[int]()
    for count, key in stages:
        strokes = [stroke for stroke in strokes if stroke[0] >= count]
        for start, candidate in strokes[:1]:
            if MOVE in tiers.get(key, ()):
                numbers |= {number for at, (number, _) in strokes if at == start}
            if key in tiers or _has_question(questions, play.grid, candidate, key):
                numbers.add(candidate.number)
        later = [stroke for stroke in strokes if questions]
        keyed_strokes = {
            position_key(text, key): stroke for stroke in later for text in texts[stroke[1]]
        }
        for question in questions & keyed_strokes.keys():
            start, (number, _) = keyed_strokes[question]
            if MOVE in tiers[question]:
                numbers |= {n for at, (n, _) in later if at == start}
            if {QUESTION, MOVE} <= tiers[question]:  # a path was shown: nothing was certain
                low, high = nearest_placed(Play(play.grid, play.moves[:count]), number)
                numbers |= {n for _, (n, _) in later if low <= n <= high}
        questions -= keyed_strokes.keys()
    return frozenset(numbers)


def _strokes(play: Play) -> list[tuple[int, Candidate]]:
    """Return what was placed, each number with the first of the moves that were made together."""
    strokes = list[tuple[int, Candidate]]()
    start = 0
    for at, move in enumerate(play.moves):
        start = start if move.joined else at
        if move.verb == "place" and move.number and move.cell:
            strokes.append((start, Candidate(move.number, move.cell)))
    return strokes


def _stages(play: Play) -> list[tuple[int, int]]:
    """Return how many moves led to each position, and its key; one of joined moves is none."""
    stages = list[tuple[int, int]]()
    text, key = "", 0
    for count, move in enumerate(play.moves):
        if not (count and move.joined):
            stages.append((count, key))
        if move.verb != "tint":
            text = ("\n" if text else "") + format_move(move)
            key = position_key(text, key)
    return stages


def _questions_on(candidate: Candidate) -> list[str]:
    number, cell = candidate
    questions = BoardQuestion(number), BoardQuestion(None, cell), BoardQuestion(number, cell)
    return [*map(str, questions)]


def _has_question(keys: Set[int], grid: Grid, candidate: Candidate, key: int) -> bool:
    """Say whether some keys have a question about a number, or about a cell, at a position."""
    if not keys:
        return False
    number, cell = candidate
    questions = [BoardQuestion(number), *(BoardQuestion(number, place) for place in grid.cells)]
    questions += (BoardQuestion(n, cell) for n in (None, *range(1, grid.last + 1)))
    return any(position_key(str(question), key) in keys for question in questions)


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
