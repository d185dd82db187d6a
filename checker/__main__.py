"""``python -m checker FILE…``: exit code 0 if all that the files claim is so, else 1."""

import gzip
import json
import sys

from checker.certificates import check_certificate
from checker.strategies import check_strategy


def checked(path):
    """Yield what is true of a file, compressed or not."""
    with open(path, "rb") as file, gzip.open(file) if path.endswith(".gz") else file as lines:
        head = json.loads(next(lines, b""))
        yield from check_certificate(head, lines) if "certificate" in head else check_strategy(head)


for name in sys.argv[1:]:
    try:
        print(*checked(name), sep="\n")
    except Exception as error:  # damaged files can fail anywhere: whatever fails is refused
        sys.exit(f"{name} is refused. {type(error).__name__}: {error}")
