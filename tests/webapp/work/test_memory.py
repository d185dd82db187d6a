import subprocess
import sys

import pytest

from tests.webapp.servers import ROOT

SCRIPT = """
import psutil
from solver.deduction.games import game_named
from solver.deduction.optimal import optimum
from webapp.work.forks import LOADER, trim_memory

def resident():
    maps = psutil.Process().memory_maps()
    return sum(each.rss for each in maps if LOADER in each.path)

game = game_named("mini")
before = optimum(game).total, resident()
trim_memory()
print(resident() < before[1] / 2, optimum(game).total == before[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such maps")
def test_what_loaded_the_kernels_is_left_and_they_work() -> None:
    command = [sys.executable, "-c", SCRIPT]
    process = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    assert process.stdout == "True True\n"
