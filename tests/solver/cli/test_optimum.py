"""What ``optimum`` says is proved, read back from its sentences and judged by plain exhaustion."""

import json
import re
from functools import cache
from itertools import product
from math import inf

import pytest
from click.testing import CliRunner

from solver.cli.main import mastermind
from solver.deduction.games import game_named
from solver.deduction.optimal import PlanSearch, WorstSearch
from tests.cases import cases
from tests.plain.codes import BestPlay

Codes = tuple[tuple[int, ...], ...]
TOTAL = re.compile(r"no strategy(?: that finds every code within (\d+) guess(?:es)?)? (.+)\.")
WORST = re.compile(r"no strategy can guarantee fewer than (\d+) guess(?:es)?\.")
SCOPE = re.compile(r"Rules: (\d[\d,]*) possible guess\w*, (\d[\d,]*) possible codes?( \(.+\))?")
BOARDS = ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3))
REPEATS = ((), ("--no-repeats",), ("--no-secret-repeats",))


@cache
def board(
    pegs: int, colours: int, repeats: tuple[str, ...], has_blanks: bool
) -> tuple[Codes, Codes]:
    codes = tuple(product(range(colours + has_blanks), repeat=pegs))
    once = tuple(code for code in codes if len(set(code)) == pegs)
    return once if "--no-repeats" in repeats else codes, once if repeats else codes


def output_of(*arguments: str) -> str:
    result = CliRunner().invoke(mastermind, ("optimum", *arguments))
    if result.stdout:
        assert result.exit_code == 0
    return result.stdout + result.stderr


@pytest.mark.sampled(14)
@pytest.mark.parametrize("has_blanks", [False, True])
@pytest.mark.parametrize("repeats", REPEATS)
@pytest.mark.parametrize(("pegs", "colours"), BOARDS)
def test_what_is_proved_is_so_within_the_limits_it_names(
    pegs: int, colours: int, repeats: tuple[str, ...], has_blanks: bool
) -> None:
    guesses, secrets = board(pegs, colours, repeats, has_blanks)
    options = ("--pegs", str(pegs), "--colours", str(colours), *repeats, *["--blanks"] * has_blanks)
    if not secrets or len(guesses) * len(secrets) > 400:
        return
    play = BestPlay(guesses)
    strict = json.loads(output_of(*options, "--strict", "--json"))
    assert (strict["total"], strict["proved"]) == (BestPlay(()).least(secrets), True)
    for bound in (None, 1, 2, 3, 4, 5):
        limit = ("--max-guesses", str(bound)) if bound else ()
        total = play.least(secrets, bound)
        words = output_of(*options, *limit)
        if total == inf:
            assert f"No strategy finds every code of {pegs}x{colours}" in words
            continue
        assert f"total {total:,}," in words
        claim, scope = TOTAL.search(words), SCOPE.search(words)
        assert claim
        assert scope
        assert claim.groups() == (str(bound) if bound else None, "needs fewer guesses in all")
        assert scope.groups()[:2] == (str(len(guesses)), str(len(secrets)))
        assert ("no repeats" in (scope[3] or "")) == bool(repeats)
        assert ("may stay empty" in (scope[3] or "")) == has_blanks
        report = json.loads(output_of(*options, *limit, "--json"))
        assert (report["proved"], report["total"], report["max_guesses"]) == (True, total, bound)
    claim = WORST.search(output_of(*options, "--bound"))
    assert claim
    assert int(claim[1]) == next(n for n in range(1, 99) if play.least(secrets, n) < inf)


@cases(
    ("game", "total", "first"),
    [("3x5", 455, "123"), ("4x4", 908, "1123"), ("classic", 5660, "1123"), ("5x4", 3982, "11223")],
)
def test_known_totals_of_possible_codes_only(game: str, total: int, first: str) -> None:
    words = output_of("--game", game, "--strict")
    assert f"total {total:,}," in words
    assert f"First guess: {first}\n" in words
    assert "no strategy that guesses only possible codes needs fewer guesses in all." in words


def test_a_strict_plan_guesses_only_possible_codes() -> None:
    search = PlanSearch(game_named("4x4"), strict=True)
    search.run()
    plan = search.result(ordered=True).plan
    assert plan
    assert plan.wins.all()
    assert plan.total == 908


@pytest.mark.parametrize(
    ("search", "options"), [(PlanSearch, ()), (WorstSearch, ("--bound",))], ids=["total", "worst"]
)
def test_what_was_ended_early_is_not_called_perfect(
    search: type, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "run", interrupted)
    words = output_of("--game", "mini", *options)
    assert "The best plan found of mini:" in words
    assert "The search stopped early" in words
    assert not re.search(r"Perfect play|least worst case|^Proved", words, re.MULTILINE)
    claim = WORST.search(words) or TOTAL.search(words)
    assert claim
    assert int(re.findall(r"\d+", claim[0])[-1]) <= (4 if options else 206)
