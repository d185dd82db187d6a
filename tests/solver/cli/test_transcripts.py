"""What commands answer, as ``transcripts.txt`` has it: each with its input, its output and its end.

A line that ends in … goes on, lines of standard error have a ``!`` before them, and a last ``=``
tells the exit code where it isn't 0. How long something took is left out, and so are digits beyond
the tenth after a point, in which versions of NumPy differ, and that the solver is compiled first.
"""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from solver.cli.main import main
from solver.cli.progress import COMPILING
from solver.hidoku.rules.known_boards import FINDLING

TRANSCRIPTS = (
    "\n" + Path(__file__).with_name("transcripts.txt").read_text(encoding="utf-8")
).split("\n$ ")[1:]
TIMES = re.compile(r'\d+\.\d+ m?s$|(?<="seconds": )[\d.e-]+', re.MULTILINE)
DIGITS = re.compile(r"(?<=\.\d{10})\d+")


def answered(line: str) -> list[str]:
    """What a command line answers; ``< text`` is its input, in which ``/`` begins a new line."""
    command, _, input_text = line.partition(" < ")
    text = FINDLING if input_text == "findling" else input_text.replace("/", "\n")
    result = CliRunner().invoke(main, shlex.split(command), input=text)
    output = DIGITS.sub("", TIMES.sub("TIME", result.stdout))
    news = [line for line in result.stderr.splitlines() if not line.startswith(COMPILING)]
    errors = [f"! {line}" for line in news]
    return [*output.splitlines(), *errors, *([f"= {result.exit_code}"] if result.exit_code else [])]


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda text: text.partition("\n")[0])
def test_transcript(transcript: str) -> None:
    line, *texts = DIGITS.sub("", transcript.strip()).splitlines()
    lines = [text.rstrip() for text in answered(line)]
    starts = [text.partition("…")[0] for text in texts]
    assert len(lines) == len(texts), lines
    for answer, start, whole in zip(lines, starts, texts, strict=True):
        assert answer.startswith(start) if whole.endswith("…") else answer == whole
