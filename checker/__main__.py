"""``python -m checker FILE…``: exit code 0 if all that is checked is so, else 1."""

import gzip
import sys
from functools import partial

from checker.certificates import check_certificate
from checker.rules import read, said
from checker.strategies import check_strategy

MOST = 40_000_000  # bytes of a line: the tree of 530,000 codes has 30 million


def limited(line):
    """Return a line, unless it is longer than the memory of a small machine holds well."""
    if len(line) > MOST:
        raise ValueError(f"A line has more than {MOST:,} bytes.")
    return line


for name in sys.argv[1:] or sys.exit("Say which files: python -m checker FILE…"):
    try:
        with (gzip.open if name.endswith(".gz") else open)(name, "rb") as file:
            lines = map(limited, iter(partial(file.readline, MOST + 1), b""))
            head = read(next(lines, b""))
            check = check_certificate if "certificate" in head else check_strategy
            print(f"{name}:", *check(head, lines), sep="\n")
    except Exception as error:  # a damaged file can fail anywhere, and is refused however it does
        sys.exit(f"{name} is refused: {said(error)}")
