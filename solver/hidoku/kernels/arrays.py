"""The kinds of arrays that the compiled loops work on, as Python and as Numba know them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import types

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Table = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Word = Any  # an unsigned whole number of 64 bits

WORD_ROW = types.uint64[::1]
WORDS = types.uint64[:, ::1]
NUMBERS = types.int64[::1]
TABLE = types.int64[:, ::1]
FLAGS = types.uint8[::1]
INT = types.int64
