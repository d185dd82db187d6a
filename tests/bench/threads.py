"""How the reasons of Mastermind are: what they tell of what is sure, how, and in how many lines.

``python -m tests.bench.threads [BOARD …] [--count POSITIONS] [--seed SEED] [--all]`` draws
plausible positions, each guess after the first a possible code, and prints a line of figures for
each board, with ``--all`` also each position and its lines. What is sure, and whether a line
follows from what it names, is counted over all codes, with nothing of the engine's.
"""

import argparse
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

BOARDS: Final = (
    "classic", "mini", "distinct", "eight", "bulls9", "bulls10", "pair",
    "super", "grand", "words2", "5x8p/9", "4x6h",
)  # fmt: skip
#: What reasons told before they were threads, and the processor time of a hint: half, and 95 %.
BEFORE: Final = {
    "classic": "told holes 61/146 · in 179/288 · out 143/234, cpu p50 16 p95 25 ms",
    "super": "cpu p50 41 p95 121 ms",
    "bulls10": "cpu p50 25 p95 114 ms",
    "words2": "cpu p50 22 p95 357 ms",
    "5x8p/9": "cpu p50 53 p95 682 ms",
    "grand": "cpu p50 148 p95 510 ms",
}
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
        """Say for which codes a fact is so."""
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
    """What is counted over some positions of a game."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.sure, self.told, self.tried = Counter[str](), Counter[str](), Counter[str]()
        self.lines, self.first_words, self.times = list[int](), list[int](), list[float]()
        self.long = self.many = self.all_lines = self.false = self.repeated = self.silent = 0

    def add(self, turns: Sequence[Turn], fits: Sequence[Flags], thread: Thread) -> None:
        flags = np.logical_and.reduce(fits)
        lines, trial_lines = ([x for x in thread.lines if x.is_trial is so] for so in (False, True))
        by_thread = self.left_by(lines)
        by_trial = self.left_by(trial_lines)
        for kind, fact in self.sure_facts(flags, turns):
            holds = self.codes.holds(fact)
            self.sure[kind] += 1
            self.told[kind] += bool(holds[by_thread].all())
            self.tried[kind] += bool(holds[by_trial].all())
        self.lines.append(len(thread.lines))
        self.silent += not thread.lines
        self.all_lines += len(thread.lines)
        claims: list[Flags] = []
        for line in thread.lines:
            facts = {*line.seen, *(premise.fact for premise in line.premises)}
            self.many += len({f for f in facts if f.row is None}) > 2
            self.long += len(line.rows) > 2 or len(line.named_lines) > 2
            rows = fits if line.is_trial else [fits[row] for row in line.rows]
            holding = np.logical_and.reduce(
                [*rows, *(self.codes.holds(p.fact) for p in line.premises)]
            )
            so = np.logical_and.reduce([self.codes.holds(fact) for fact in line.claims])
            self.false += bool((holding & ~so).any())
            self.repeated += any(
                (claim & ~self.codes.holds(f)).any() < claim.any()
                for f in line.claims
                for claim in claims
            )
            claims += [self.codes.holds(fact) for fact in line.claims]

    def left_by(self, lines: Sequence[ThreadLine]) -> Flags:
        facts = [self.codes.holds(fact) for line in lines for fact in line.claims]
        flags = np.ones(len(self.codes.codes), np.bool_)
        return np.asarray(np.logical_and.reduce([flags, *facts]))

    def sure_facts(self, flags: Flags, turns: Sequence[Turn]) -> Iterator[tuple[str, Fact]]:
        codes, counts = self.codes.codes[flags], self.codes.counts[:, flags]
        for hole, column in enumerate(codes.T):
            if (column == column[0]).all():
                yield "holes", Fact(FactKind.HOLE, (int(column[0]),), (hole,), 1)
        colours = {colour for turn in turns for colour in turn.code}
        for colour, column in enumerate(counts):
            if column.min():
                yield "in", Fact(FactKind.IN, (colour,), count=1)
            elif not column.max() and (colour in colours or not self.codes.game.is_listed):
                yield "out", Fact(FactKind.OUT, (colour,))

    def __str__(self) -> str:
        kinds = ("holes", "in", "out")
        summary = " · ".join(f"{k} {self.told[k]}/{self.sure[k]}" for k in kinds)
        sure, trials = self.sure.total() or 1, self.tried.total()
        share = self.all_lines or 1
        lines, words = sorted(self.lines), sorted(self.first_words)
        median = sorted(self.times)[len(self.times) // 2]
        return (
            f"told {summary} = {self.told.total() / sure:.1%}, by trying {trials / sure:.1%}"
            f" | three rows or lines {self.long / share:.1%}, three facts {self.many / share:.1%}"
            f" | lines {lines[len(lines) // 2]}, p95 {lines[int(0.95 * len(lines))]}"
            f" | first line {words[len(words) // 2]} words | none {self.silent}"
            f" | false {self.false}, repeated {self.repeated}"
            f" | cpu p50 {median:.0f} p95 {p95(self.times):.0f} ms"
        )


def judge(name: str, count: int, seed: int, *, with_all: bool) -> Figures:
    game = game_named(name)
    face, codes = face_of(game), Codes(game)
    figures = Figures(codes)
    for turns, fits in plausible(codes, count, seed):
        start = time.process_time()
        thread = find_thread(game, turns)
        words = ThreadWords(turns, face.name_of, face.terms)
        lines = [*map(as_text, words.lines(thread)), as_text(words.open(thread))]
        move(game, turns)
        figures.times.append(1000 * (time.process_time() - start))
        figures.first_words.append(len(lines[0].split()))
        figures.add(turns, fits, thread)
        if with_all:
            rows = " ".join(game.format_turn(turn) for turn in turns)
            print(f"\n{rows}  {thread.codes} codes", *lines, sep="\n  ")
    return figures


def reason_figures() -> Iterator[Figure]:
    """Yield a short row of figures for `make bench`."""
    for name, (limit, milliseconds) in GOALS.items():
        figures = judge(name, BENCHED, seed=1, with_all=False)
        share = 100 * figures.tried.total() / figures.sure.total()
        lines = sorted(figures.lines)[int(0.95 * len(figures.lines))]
        yield Figure(f"Reasons, {name}: by trying codes", share, "%", limit)
        yield Figure(f"Reasons, {name}: lines, p95", lines, "", MOST_LINES)
        yield Figure(f"Reasons, {name}: hint, p95", p95(figures.times), "ms", milliseconds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true")
    chosen = parser.parse_args()
    for name in chosen.boards:
        print(f"{name}: {judge(name, chosen.count, chosen.seed, with_all=chosen.all)}", flush=True)
        if name in BEFORE:
            print(f"  before: {BEFORE[name]}", flush=True)


if __name__ == "__main__":
    main()
