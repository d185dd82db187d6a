"""How much the reasons of Mastermind tell of what is sure, in how many lines, and how soon.

What is sure is counted over all codes, with nothing of the engine's.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.explain.advice import move
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.thread import find_thread
from solver.deduction.knowledge.thread_lines import Thread, ThreadLine
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.text.facts import as_text
from solver.deduction.text.thread import ThreadWords
from tests.bench.measure import Figure, p95

LEAST_LEFT, MOST_LEFT = 2, 200
#: By board: most that is told by trying codes, in per cent, and the time of a hint, in ms.
GOALS: Final = {"classic": (3, 20), "super": (6, 60), "bulls10": (3, 60), "words2": (3, 150)}
BENCHED: Final = 60  # positions of each
MOST_LINES: Final = 8

Flags = NDArray[np.bool_]


def every_code(game: Game) -> list[Code]:
    return [tuple(code) for code in game.codes_at(game.secrets).tolist()]


def positions(game: Game, count: int, seed: int = 0) -> Iterator[tuple[list[Turn], list[Code]]]:
    """Yield rows that a code answers, any guesses, with the 2 to 200 codes that they leave."""
    draw, codes = random.Random(seed), every_code(game)
    while count:
        secret, possible = draw.choice(codes), codes
        turns: list[Turn] = []
        for _ in range(draw.randint(1, 6)):
            guess = game.code_at(draw.randrange(game.code_count))
            turn = Turn(guess, game.feedback(guess, secret))
            turns.append(turn)
            possible = [code for code in possible if game.feedback(guess, code) == turn.feedback]
        if LEAST_LEFT <= len(possible) <= MOST_LEFT:
            count -= 1
            yield turns, possible


class Codes:
    """All codes of a game, and what is so of each."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes = np.asarray(game.codes_at(game.secrets))
        self.counts = np.stack([(self.codes == c).sum(axis=1) for c in range(game.choices)])

    def fits(self, turn: Turn) -> Flags:
        guess = np.array([self.game.index_of(turn.code)], np.int32)
        numbers = self.game.feedback_table(guess, self.game.secrets)[0]
        return np.asarray(numbers == self.game.feedbacks.index(turn.feedback))

    def holds(self, fact: Fact) -> Flags:
        codes, counts, (first, *_) = self.codes, self.counts, fact.colours
        colour_counts = counts[list(fact.colours)]
        match fact.kind:
            case FactKind.HOLE:
                return np.asarray(codes[:, fact.holes[0]] == first)
            case FactKind.NOT_HERE:
                cells = [codes[:, hole] == c for hole in fact.holes for c in fact.colours]
                return np.asarray(~np.logical_or.reduce(cells))
            case FactKind.OUT:
                return np.asarray((colour_counts == 0).all(axis=0))
            case FactKind.IN:
                return np.asarray((colour_counts >= fact.count).all(axis=0))
            case FactKind.COUNT:
                return np.asarray((colour_counts == fact.count).all(axis=0))
        if fact.holes:
            pegs = zip(fact.holes, fact.colours, strict=True)
            number = np.add.reduce([(codes[:, hole] == c).astype(int) for hole, c in pegs])
        elif fact.kind in (FactKind.SUM, FactKind.SOME, FactKind.MOST):
            number = colour_counts.sum(axis=0)
        else:
            number = sum(np.minimum(counts[c], n) for c, n in Counter(fact.colours).items())
        if fact.kind in (FactKind.SOME, FactKind.AT_LEAST):
            return np.asarray(number >= fact.count)
        is_upper = fact.kind in (FactKind.MOST, FactKind.AT_MOST)
        return np.asarray(number <= fact.count if is_upper else number == fact.count)


def plausible(codes: Codes, count: int, seed: int) -> Iterator[tuple[list[Turn], list[Flags]]]:
    """Yield two to four rows; each guess after the first is possible, and none is the code."""
    draw, game = random.Random(seed), codes.game
    while count:
        secret = tuple(codes.codes[draw.randrange(len(codes.codes))].tolist())
        flags = np.ones(len(codes.codes), np.bool_)
        turns, fits = list[Turn](), list[Flags]()
        for _ in range(draw.choice((2, 3, 3, 4))):
            if turns:
                places = np.flatnonzero(flags)
                guess = tuple(codes.codes[places[draw.randrange(len(places))]].tolist())
            else:
                guess = game.code_at(draw.randrange(game.code_count))
            turns.append(Turn(guess, game.feedback(guess, secret)))
            fits.append(codes.fits(turns[-1]))
            flags &= fits[-1]
            if flags.sum() < 3:
                break
        if turns[-1].code != secret:
            count -= 1
            yield turns, fits


class Figures:
    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.sure = self.tried = 0
        self.lines, self.times = list[int](), list[float]()

    def add(self, turns: Sequence[Turn], fits: Sequence[Flags], thread: Thread) -> None:
        by_trial = self.left_by([line for line in thread.lines if line.is_trial])
        for fact in self.sure_facts(np.logical_and.reduce(fits), turns):
            self.sure += 1
            self.tried += bool(self.codes.holds(fact)[by_trial].all())
        self.lines.append(len(thread.lines))

    def left_by(self, lines: Sequence[ThreadLine]) -> Flags:
        facts = [self.codes.holds(fact) for line in lines for fact in line.claims]
        flags = np.ones(len(self.codes.codes), np.bool_)
        return np.asarray(np.logical_and.reduce([flags, *facts]))

    def sure_facts(self, flags: Flags, turns: Sequence[Turn]) -> Iterator[Fact]:
        codes, counts = self.codes.codes[flags], self.codes.counts[:, flags]
        for hole, column in enumerate(codes.T):
            if (column == column[0]).all():
                yield Fact(FactKind.HOLE, (int(column[0]),), (hole,), 1)
        colours = {colour for turn in turns for colour in turn.code}
        for colour, column in enumerate(counts):
            if column.min():
                yield Fact(FactKind.IN, (colour,), count=1)
            elif not column.max() and (colour in colours or not self.codes.game.is_listed):
                yield Fact(FactKind.OUT, (colour,))


def reason_figures() -> Iterator[Figure]:
    for name, (limit, milliseconds) in GOALS.items():
        game = game_named(name)
        face, codes = face_of(game), Codes(game)
        figures = Figures(codes)
        for turns, fits in plausible(codes, BENCHED, seed=1):
            start = time.process_time()
            thread = find_thread(game, turns)
            words = ThreadWords(turns, face.name_of, face.terms)
            for text in (*words.lines(thread), words.open(thread)):
                as_text(text)
            move(game, turns)
            figures.times.append(1000 * (time.process_time() - start))
            figures.add(turns, fits, thread)
        lines = sorted(figures.lines)[int(0.95 * len(figures.lines))]
        share = 100 * figures.tried / figures.sure
        yield Figure(f"Reasons, {name}: by trying codes", share, "%", limit)
        yield Figure(f"Reasons, {name}: lines, p95", lines, "", MOST_LINES)
        yield Figure(f"Reasons, {name}: hint, p95", p95(figures.times), "ms", milliseconds)
