"""The checker verifies lower bounds, and refuses what shows less than it claims."""

import gzip
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from docs.results.check import Proof, check_certificate, least
from solver.deduction.games import game_named
from solver.deduction.optimal.arena import OptimumError
from solver.deduction.optimal.certificate import format_certificate, least_costs
from solver.deduction.optimal.search import PlanSearch
from solver.deduction.rules.game import Game
from tests.docs.results.test_strategies import check
from tests.sampling import sample
from tests.solver.deduction.made_up_games import Distance

Line = dict[str, Any]


@cache
def lines_of(game: Game) -> tuple[str, ...]:
    search = PlanSearch(game)
    search.run()
    return tuple(format_certificate(search))


def certified(name: str = "mini") -> list[Line]:
    return [json.loads(line) for line in lines_of(game_named(name))]


def verified(lines: list[Line]) -> list[str]:
    head, *tail = deepcopy(lines)
    return list(check_certificate(head, map(json.dumps, tail)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("1x1", 1),
        ("1x2", 3),
        ("mini", 206),
        ("pair", 83),
        ("3x6", 854),
        ("3x4b", 451),
        ("3x4p", 280),
        ("3x4h", 170),
        ("distinct", 1435),
        ("classic", 5625),
    ],
)
def test_certificates_of_known_totals(name: str, total: int) -> None:
    *_, sentence, counts = verified(certified(name))
    assert sentence == f"No strategy needs fewer than {total:,} guesses for all secrets together."
    assert counts.startswith(f"{len(lines_of(game_named(name))) - 1:,} position")


def test_a_game_of_unknown_rules() -> None:
    head, *lines = lines_of(Distance())
    assert "table" in head
    assert list(check_certificate(json.loads(head), lines))


def test_two_plain_bounds_are_equal() -> None:
    for reach in range(3, 40):
        costs = least_costs(500, reach).tolist()
        assert [least(size, reach) for size in range(501)] == costs


def test_a_search_must_be_finished_and_without_limit() -> None:
    for search in (PlanSearch(game_named("mini")), PlanSearch(game_named("mini"), max_guesses=5)):
        if search.depth != search.arena.view.unlimited:
            search.run()
        with pytest.raises(OptimumError, match="finished"):
            next(format_certificate(search))


# What each damage is done to: a copy of the lines of a small board, of which two positions have
# cases, and guesses that are another one by another name.
DAMAGED = "3x5"


def position_with(key: str, lines: list[Line]) -> Line:
    return next(line for line in lines[1:] if line[key])


def more_in_all(lines: list[Line]) -> None:
    lines[0]["total"] += 1
    lines[1]["bound"] += 1


def without_a_case(lines: list[Line]) -> None:
    position_with("cases", lines)["cases"].popitem()


def without_an_alike(lines: list[Line]) -> None:
    position_with("alike", lines)["alike"].popitem()


def alike_to(text: Callable[[str, str, str], str]) -> Callable[[list[Line]], None]:
    def damage(lines: list[Line]) -> None:
        alike = position_with("alike", lines)["alike"]
        guess = next(iter(alike))
        alike[guess] = text(*alike[guess].split())

    return damage


def circle_of_alikes(lines: list[Line]) -> None:
    """Each of two guesses is said to be the other: then neither would be weighed."""
    first = lines[1]
    guess = next(iter(first["cases"]))
    twin = next(g for g, name in first["alike"].items() if name.split()[0] == guess)
    holes, symbols = first["alike"][twin].split()[1:]
    back = "".join(str(1 + holes.index(str(hole))) for hole in range(1, 1 + len(holes)))
    names = {new: old for old, new in zip(sorted(symbols), symbols, strict=True)}
    first["alike"][guess] = f"{twin} {back} {''.join(names[new] for new in sorted(symbols))}"
    del first["cases"][guess]


def renamed(code: str, name: str) -> str:
    _, holes, symbols = name.split()
    return "".join(symbols[int(code[int(hole) - 1]) - 1] for hole in holes)


def alike_that_changes_a_turn(lines: list[Line]) -> None:
    """By a permutation that is one, but not of the position: it changes a guess that was made."""
    later = next(line for line in lines[2:] if line["cases"])
    guess = next(iter(later["cases"]))
    guesses = later["turns"][:3]
    later["alike"][guess] = next(
        name for name in lines[1]["alike"].values() if renamed(guesses, name) != guesses
    )


def other_answer(lines: list[Line]) -> None:
    lines[2]["turns"] = lines[2]["turns"][:-3] + "0,3"


def case_of_no_part(lines: list[Line]) -> None:
    cases = position_with("cases", lines)["cases"]
    next(iter(cases.values()))["2,0"] = 50


DAMAGES: dict[str, tuple[Callable[[list[Line]], object], str]] = {
    "higher total and bound": (more_in_all, "is not shown to cost 452|Cut off are"),
    "missing guess": (without_a_case, "is not shown to cost"),
    "missing like guess": (without_an_alike, "is not shown to cost"),
    "no order of holes": (alike_to(lambda to, _, names: f"{to} 112 {names}"), "order of the holes"),
    "no order of symbols": (alike_to(lambda to, holes, _: f"{to} {holes} 1123"), "of the symbols"),
    "other holes": (
        alike_to(lambda to, h, names: f"{to} {h[1]}{h[2]}{h[0]} {names}"),
        "does not turn",
    ),
    "other symbols": (
        alike_to(lambda to, holes, names: f"{to} {holes} {names[::-1]}"),
        "does not turn",
    ),
    "other guess": (alike_to(lambda _, holes, names: f"444 {holes} {names}"), "does not turn"),
    "circle": (circle_of_alikes, "is not weighed"),
    "turn changed": (alike_that_changes_a_turn, "does not turn|is not weighed|needs none"),
    "other turn": (other_answer, "is claimed, where None is needed"),
    "no such part": (case_of_no_part, "is needed|before 1 of its claims"),
    "missing position": (lambda lines: lines.pop(2), "is needed|before 1 of its claims"),
    "no position": (lambda lines: lines.__delitem__(slice(1, None)), "ends before 1"),
    "no turns": (lambda lines: lines[3].pop("turns"), "A line has the fields"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_kind_of_damage_is_refused(damage: str) -> None:
    lines = certified(DAMAGED)
    change, words = DAMAGES[damage]
    change(lines)
    with pytest.raises(ValueError, match=words):
        verified(lines)


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each whole number of a line."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(inner, (*path, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


@pytest.mark.parametrize("name", ["mini", "pair", "3x5"])
@pytest.mark.parametrize("by", [-1, 1])
def test_no_number_can_be_another(name: str, by: int) -> None:
    whole = certified(name)
    ways = list(numbers_in(whole))
    assert len(ways) > 4 * len(whole)
    for *way, last in sample(ways, len(ways) // 3, f"{name} {by}"):
        lines = deepcopy(whole)
        place: Any = lines
        for key in way:
            place = place[key]
        place[last] += by
        with pytest.raises(ValueError, match=" "):
            verified(lines)


def test_a_set_of_one_costs_one_guess() -> None:
    """The only guess there tells nothing apart, and is worth it all the same."""
    lines = certified("1x1")
    lines[0]["total"] = lines[1]["bound"] = 2
    lines[1]["cut"] = [1, 0, 0]
    with pytest.raises(ValueError, match="is not shown to cost 2"):
        verified(lines)


def test_a_like_guess_must_be_compared() -> None:
    """Where one secret is left, a guess that tells nothing is no excuse for the one that finds it.

    The permutation changes the guess, which was made, and so says nothing of this set either.
    """
    head = {"certificate": 1, "game": "1x2", "rules": game_named("1x2").plain_rules, "total": 4}
    forgeries = [
        {"cut": [0, 0, 0], "cases": {"1": {"0,0": 2}}, "alike": {"2": "1 1 21"}, "turns": ""},
        {"cut": [1, 0, 0], "cases": {}, "alike": {"2": "1 1 21"}, "turns": "1:0,0"},
    ]
    lines = [head, forgeries[0] | {"bound": 4}, forgeries[1] | {"bound": 2}]
    with pytest.raises(ValueError, match=r"Line 3: 2 is said to be like 1, which is not"):
        verified(lines)
    lines[2] |= {"turns": "2:1,0"}
    with pytest.raises(ValueError, match="Line 3: "):
        verified(lines)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("456 123 123456", "does not turn 135 into 456"),
        ("246 123 214365", "does not turn 112 into 112"),
        ("351 231 123456", "does not turn 112 into 112"),
        ("531 321 213456", "does not turn 112 into 112"),
        ("145 123 132456", "is not weighed"),
    ],
)
def test_turns_stay_and_the_guess_becomes_the_other(name: str, words: str) -> None:
    proof = Proof(game_named("3x6").plain_rules, 854)
    guesses = {"456", "246", "351", "531", "136"}
    proof.check_alike(("112:0,1",), "135", "136 123 123465", guesses)
    with pytest.raises(ValueError, match=words):
        proof.check_alike(("112:0,1",), "135", name, guesses)


def test_games_without_symmetry_have_no_like_guesses() -> None:
    lines = certified("pair")
    guess = next(iter(lines[1]["cases"]))
    del lines[1]["cases"][guess]
    lines[1]["alike"] = {guess: "11 21 01234"}
    with pytest.raises(ValueError, match="“01234” is no order"):
        verified(lines)


@pytest.mark.parametrize("name", ["bound.jsonl", "bound.jsonl.gz"])
def test_as_a_command(tmp_path: Path, name: str) -> None:
    text = "\n".join(lines_of(game_named("mini"))).encode()
    file = tmp_path / name
    file.write_bytes(gzip.compress(text) if file.suffix == ".gz" else text)
    result = check(file)
    assert (result.returncode, result.stderr) == (0, "")
    assert "No strategy needs fewer than 206 guesses for all secrets together." in result.stdout
    file.write_bytes(file.read_bytes()[:-30])
    result = check(file)
    assert result.returncode == 1
    assert result.stderr.startswith(f"{file} is refused: ")
    file.write_bytes(b"{" + text)
    assert check(file).returncode == 1
