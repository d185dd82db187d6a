"""How much the reasons of a hint say: the codes they leave, beside those that are possible.

``python -m tests.bench.facts [BOARD] [POSITIONS] [--all]`` draws random rows, with 2 to 200 codes
left, and prints the figures, with ``--all`` also each position and its sentences. The codes are
counted one by one, with nothing of the engine's. A nudge is compared with the Move of a page: in
the hole that it names, the Move has the colour that most possible codes have there, or else it has
as many new colours as the nudge says.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator

from solver.deduction.explain.advice import Reasons, move, reasons
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.facts import grouped
from solver.deduction.matches import Match
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.text.advice import reasons_words
from tests.bench.measure import p95
from tests.solver.deduction.knowledge.facts_checks import holds
from tests.solver.deduction.knowledge.one_count import CountReader
from webapp.mastermind.hint_view import show_hint
from webapp.mastermind.setup import BreakerSetup

LEAST_LEFT, MOST_LEFT = 2, 200


def every_code(game: Game) -> list[Code]:
    return [tuple(code) for code in game.codes_at(game.secrets).tolist()]


def positions(game: Game, count: int, seed: int = 0) -> Iterator[tuple[list[Turn], list[Code]]]:
    """Yield rows that a code answers, with the codes that they leave."""
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


def left_by(game: Game, told: Reasons) -> int:
    facts = told.facts
    return sum(all(holds(fact, code) for fact in facts) for code in every_code(game))


def nudge_agrees(game: Game, turns: list[Turn], possible: list[Code]) -> bool:
    """Say whether what the page of a game says first is on the way to what it suggests last."""
    match = Match(game, possible[0], tuple(turn.code for turn in turns))
    first, last = (show_hint(match, BreakerSetup(), tier, "", is_counted=True) for tier in (1, 3))
    assert last.move
    guess, said = game.parse_code(last.move.draft), " ".join(first.nudge)
    if hole := re.search(r"Look at \w+ (\d+)", said):
        column = Counter(code[int(hole[1]) - 1] for code in possible)
        (colour, count), *_ = column.most_common()
        is_likeliest = guess[int(hole[1]) - 1] == colour
        return is_likeliest and [*column.values()].count(count) == 1
    if row := re.search(r"(Use only)|Try (\d+) new", said):
        values = face_of(game).values
        new = {peg for peg in guess if values[peg].letter} - {c for t in turns for c in t.code}
        return len(new) == int(row[2] or 0)
    return False


def main(name: str = "classic", count: int = 300, *, with_all: bool = False) -> None:
    game = game_named(name)
    face = face_of(game)
    shares, times, lines, words, argued, needing = [], [], [], [], 0, 0
    counted, contradictions = 0, 0
    for turns, possible in positions(game, count):
        started = time.process_time()
        advice = reasons(game, turns, face.shown_facts(turns))
        move(game, turns)
        times.append(1000 * (time.process_time() - started))
        shares.append(left_by(game, advice) / len(possible))
        groups = list(grouped(advice.facts))
        lines.append(len(groups))
        sentences = reasons_words(advice, face.name_of, face.terms)
        words.append(sum(len(sentence.split()) for sentence in sentences))
        needing += sum(len(group[0].proof) > 1 for group in groups)
        argued += len(advice.arguments)
        if game.counting:
            reader = CountReader(game, turns)
            counted += sum(not reader.failures(argument) for argument in advice.arguments)
        contradictions += not nudge_agrees(game, turns, possible)
        if with_all:
            rows = " ".join(game.format_turn(turn) for turn in turns)
            print(f"\n{rows}  {len(possible)} codes, {shares[-1]:.2f}", *sentences, sep="\n  ")
    shares.sort()
    print(f"{name}: {count} positions")
    print(f"codes left by reasons over possible, exactly: {shares.count(1) / count:.0%}")
    print(
        f"at most 1.5: {sum(share <= 1.5 for share in shares) / count:.0%}, most {shares[-1]:.1f}"
    )
    print(f"median {shares[count // 2]:.2f}, 9 of 10 {shares[9 * count // 10]:.2f}")
    lines.sort()
    print(f"lines: median {lines[count // 2]}, most {lines[-1]}; words {sum(words) / count:.0f}")
    print(f"facts of two rows or more with steps: {argued} of {needing}")
    print(f"of these, with one count for each step: {counted}")
    print(f"nudges that the move contradicts: {contradictions}")
    print(f"processor: p95 {p95(times):.0f} ms, most {max(times):.0f} ms")


if __name__ == "__main__":
    board, positions_drawn, *_ = [*(a for a in sys.argv[1:] if a != "--all"), "classic", "300"]
    main(board, int(positions_drawn), with_all="--all" in sys.argv)
