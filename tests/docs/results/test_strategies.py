"""The checker walks strategies, and refuses what is not as its file claims."""

import gzip
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from docs.results.check import check as check_file
from docs.results.check import check_strategy
from solver.deduction.games import game_named
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.tree import format_json
from tests.cases import cases

Tree = dict[str, Any]
CHECKER = Path(__file__).parents[3] / "docs/results/check.py"


@cache
def exported(name: str, strategy: str = "perfect") -> str:
    return format_json(tree(game_named(name), STRATEGIES[strategy]))


def loaded(name: str = "mini", strategy: str = "perfect") -> Tree:
    whole: Tree = json.loads(exported(name, strategy))
    return whole


def check(*files: Path) -> subprocess.CompletedProcess[str]:
    """Run the checker as anybody would, without what the project installs."""
    command = [sys.executable, "-I", "-S", str(CHECKER), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "game", ["mini", "classic", "distinct", "pair", "words", "3x4b", "bulls9", "3x5p", "3x4h"]
)
@pytest.mark.parametrize("strategy", ["first", "parts"])
def test_exported_strategies_are_as_they_claim(game: str, strategy: str) -> None:
    grown = tree(game_named(game), STRATEGIES[strategy])
    *_, sums, histogram = check_strategy(json.loads(format_json(grown)), ())
    assert sums.startswith(f"total {grown.total:,}, mean {float(grown.mean):.4f}, ")
    assert histogram.endswith(f": {', '.join(map(str, grown.histogram))}.")


def test_a_loop_of_no_use_is_refused() -> None:
    """A guess again and again tells nothing; a file is finite, so its walk ends."""
    whole = loaded()
    answers = map(game_named("mini").format_feedback, game_named("mini").feedbacks)
    whole["tree"] = {"guess": "111", "answers": dict.fromkeys(answers, whole["tree"])}
    with pytest.raises(ValueError, match="is answered"):
        list(check_strategy(whole, ()))


def test_as_a_command(tmp_path: Path) -> None:
    plain, archive = tmp_path / "mini.json", tmp_path / "mini.json.gz"
    plain.write_text(exported("mini"))
    archive.write_bytes(gzip.compress(exported("pair").encode()))
    result = check(plain, archive)
    assert (result.returncode, result.stderr) == (0, "")
    assert (
        "mini, as this checker knows it: 3 pegs of 1234, 64 guesses (any symbols), 64"
        in result.stdout
    )
    assert "total 206, mean 3.2188, most 4." in result.stdout
    assert "Every one of 25 secrets is found" in result.stdout


def refused(file: Path, content: bytes | None, words: str) -> None:
    """Expect a file to be refused in a sentence; without a content there is none."""
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SystemExit) as end:
        check_file(str(file))
    sentence = str(end.value)
    assert sentence.startswith(f"{file} is refused: ")
    assert words in sentence
    assert len(sentence.splitlines()) == 1


@cases(
    ("name", "content", "words"),
    [
        ("a.json", b"", "Expecting value"),
        ("a.json", b"[1, 2", "Expecting ',' delimiter"),
        ("a.json", b'{"game": "\xc3"}', "can't decode byte"),
        ("a.json.gz", b"{}", "Not a gzipped file"),
        ("b.json", None, "No such file"),
    ],
)
def test_what_is_no_strategy_is_refused(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    refused(tmp_path / name, content, words)


def test_a_file_is_wanted() -> None:
    result = check()
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "Say which files: python check.py FILE…\n"
