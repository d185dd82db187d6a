"""``python -m checker FILE…``: exit code 0 if all that the files claim is so, else 1."""

import gzip
import json
import sys

from checker.certificates import check_certificate
from checker.strategies import check_strategy

for name in sys.argv[1:] or sys.exit("Say which files: python -m checker FILE…"):
    try:
        with (gzip.open if name.endswith(".gz") else open)(name, "rb") as lines:
            head = json.loads(next(lines, b""))
            rules = {k: v for k, v in head["rules"].items() if not isinstance(v, list)}
            print(f"{name}: {head['game']}, {rules}")
            check = check_certificate if "certificate" in head else check_strategy
            print(*check(head, lines), sep="\n")
    except Exception as error:  # a damaged file can fail anywhere, and is refused however it does
        sys.exit(f"{name} is refused: {error if isinstance(error, ValueError) else repr(error)}")
