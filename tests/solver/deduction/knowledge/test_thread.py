"""Each line of a thread follows from the rows and earlier lines that it names, code by code."""

from collections.abc import Iterator

import pytest

from solver.deduction.games import game_named
from solver.deduction.knowledge.code_table import table_of
from solver.deduction.knowledge.thread import find_thread, sure_facts
from solver.deduction.knowledge.thread_lines import Thread, ThreadLine
from solver.deduction.rules.game import Code, Game, Turn
from tests.sampling import asks_all, drawn_by
from tests.solver.deduction.knowledge.facts_checks import holds

GAMES = (
    *("classic", "mini", "super", "distinct", "eight", "bulls9", "bulls10", "pair", "words2"),
    *("4x6h", "4x6p", "3x5", "3x4b", "3of1-9r"),
)


def plausible(game: Game, seed: str, count: int, maximum: int = 4) -> Iterator[list[Turn]]:
    """Yield rows, each guess after the first a possible code."""
    draw = drawn_by(seed)
    codes = [tuple(code) for code in game.codes_at(game.secrets).tolist()]
    while count:
        secret, options, turns = draw.choice(codes), codes, list[Turn]()
        for _ in range(draw.randint(2, maximum)):
            guess = draw.choice(options) if turns else game.code_at(draw.randrange(game.code_count))
            turns.append(Turn(guess, game.feedback(guess, secret)))
            options = [c for c in options if game.feedback(guess, c) == turns[-1].feedback]
            if len(options) < 3:
                break
        if turns[-1].code != secret:
            count -= 1
            yield turns


def fitting_lines(game: Game, turns: list[Turn], codes: list[Code], thread: Thread) -> None:
    """Check that no code fits what a line names and breaks what it says."""
    fits = [[game.feedback(turn.code, code) == turn.feedback for code in codes] for turn in turns]
    for line in thread.lines:
        rows = range(len(turns)) if line.is_trial else line.rows
        for place, code in enumerate(codes):
            if all(fits[row][place] for row in rows) and before(line, code):
                assert all(holds(fact, code) for fact in line.claims), (turns, line, code)


def before(line: ThreadLine, code: Code) -> bool:
    return all(holds(premise.fact, code) for premise in line.premises)


@pytest.mark.parametrize("name", GAMES)
def test_every_line_follows_from_what_it_names(name: str) -> None:
    game = game_named(name)
    codes = [tuple(code) for code in game.codes_at(game.secrets).tolist()]
    count = 3 if len(codes) > 6000 else 15
    for turns in plausible(game, f"lines {name}", count * (4 if asks_all() else 1)):
        thread = find_thread(game, turns)
        fitting_lines(game, turns, codes, thread)
        for number, line in enumerate(thread.lines, 1):
            assert all(premise.line < number for premise in line.premises)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "words2"])
def test_the_thread_has_everything_sure(name: str) -> None:
    game = game_named(name)
    for turns in plausible(game, f"told {name}", 8):
        table = table_of(game, turns)
        facts = [fact for line in find_thread(game, turns).lines for fact in line.claims]
        flags = table_of(game, ()).all_hold(facts)
        for fact in sure_facts(table):
            assert table_of(game, ()).holds(fact)[flags].all(), (turns, fact)


def test_two_cases_are_both_possible_after_the_lines_before() -> None:
    """“If 4 is in …” is no case after “no 4”."""
    game = game_named("classic")
    codes = [tuple(code) for code in game.codes_at(game.secrets).tolist()]
    texts = ["1245:1,0 6655:1,0 6233:1,1 4643:1,1", "1552:0,3 4125:1,2 2615:2,1"]
    texts.append("4661:0,1 2312:1,2 3132:0,2")
    cases = 0
    for text in texts:
        thread = find_thread(game, [game.parse_turn(row) for row in text.split()])
        for at, line in enumerate(thread.lines):
            if line.case:
                facts = [fact for told in thread.lines[:at] for fact in told.claims]
                open_codes = [code for code in codes if all(holds(fact, code) for fact in facts)]
                assert {holds(line.case, code) for code in open_codes} == {True, False}
                cases += 1
    assert cases


def test_the_row_of_a_case_leaves_it_open() -> None:
    """“If blue is in three times …” is no case if its row and the lines named rule it out."""
    game = game_named("classic")
    codes = [tuple(code) for code in game.codes_at(game.secrets).tolist()]
    texts = ["1221:0,1 2333:1,0 2444:1,0 2555:3,0", "5425:0,1 4264:1,0 5452:0,2 2164:1,2"]
    cases = 0
    for turns in [
        *([game.parse_turn(row) for row in text.split()] for text in texts),
        *plausible(game, "open cases", 60),
    ]:
        for line in find_thread(game, turns).lines:
            if not line.case:
                continue
            facts = [premise.fact for premise in line.premises]
            open_codes = [code for code in codes if all(holds(fact, code) for fact in facts)]
            for row, is_so in zip(line.rows, (True, False), strict=True):
                code, feedback = turns[row]
                fitting_codes = (c for c in open_codes if game.feedback(code, c) == feedback)
                assert any(holds(line.case, c) is is_so for c in fitting_codes)
            cases += 1
    assert cases


def test_few_lines_take_three_counts_at_once() -> None:
    """“Row 3 has three right, one in place, and row 1 has one in place” hides cases."""
    game = game_named("classic")
    total = crowds = 0
    for turns in plausible(game, "three counts", 60):
        for line in find_thread(game, turns).lines:
            counts = {(fact.row, bool(fact.holes)) for fact in (*line.scores, *line.seen)}
            named_counts = {count for count in counts if count[0] is not None}
            crowds += len(named_counts) > 2 and line.case is None
            total += 1
    assert crowds <= 0.03 * total
