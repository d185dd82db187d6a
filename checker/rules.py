"""What a file says of its game: every field is known and of its kind, and goes with the name."""

import json
import re
from hashlib import sha256
from math import perm

NUMBERS = {"secrets": int, "total": int, "max": int}
HEADS = {
    "tree": {"game": str, "strategy": str, "rules": dict, "tree": dict, **NUMBERS},
    "certificate": {"certificate": int, "game": str, "rules": dict, "total": int},
}
BOARD = {"pegs": int, "symbols": str, "repeats": bool, "secret_repeats": bool}
KINDS = {
    "keys": {"answers": str, **BOARD},
    "comparison": {"answers": str, "codes": list},
    "letters": {"answers": str, "codes": list},
    "table": {"answers": str, "codes": list, "table": list},
}
TOLD = {
    "keys": "how many pegs are right, and how many more are of a right symbol in another place",
    "comparison": "whether a number is less than the secret's (>), or greater (<)",
    "letters": "of each letter whether it is in its place (g), elsewhere (y) or neither (-)",
    "table": "what the file's table says",
}
#: Games by name: a board (see ``named``), or the rule of answers and the digest of the list.
BOARDS = {
    "classic": "4x6",
    "eight": "4x6",
    "mini": "3x4",
    "distinct": "4x6s",
    "super": "5x8",
    "grand": "6x8b",
    "bulls9": "4of1-9",
    "bulls10": "4of0-9",
}
LISTS = {
    "pair": ("comparison", "1941a1995c5b10a07aca056e9e66f0e92d0a16be6db100126ddc85783ee33a07"),
    "words": ("letters", "c9ce3e598c692cb8bf19d11db99e9e7bf1d6f2dc9a00199b333736e79422b391"),
}


def read(line):
    """Read a line of JSON in which no field stands twice and every number is a whole one."""
    return json.loads(line, object_pairs_hook=once, parse_float=no_number, parse_constant=no_number)


def once(pairs):
    """Return the fields of an object."""
    if len(fields := dict(pairs)) < len(pairs):
        raise ValueError("A field stands twice.")
    return fields


def no_number(text):
    """Refuse what is no whole number."""
    raise ValueError(f"{text} is no whole number.")


def check_fields(name, value, kinds):
    """Raise ValueError unless a value has these fields, of these kinds, and no other."""
    if type(value) is not dict or value.keys() != kinds.keys():
        raise ValueError(f"{name} has the fields {', '.join(kinds)}, and no other.")
    if wrong := [field for field, kind in kinds.items() if type(value[field]) is not kind]:
        raise ValueError(f"{name}: {', '.join(wrong)} is of another kind.")


def introduced(head):
    """Yield in words which game a file is about. Raises ValueError where it isn't clear."""
    fields = HEADS["certificate" if "certificate" in head else "tree"]
    check_fields("The head", head, fields)
    game, rules = head["game"], head["rules"]
    if (answers := rules.get("answers")) not in KINDS:
        raise ValueError(f"The rule of answers {answers} is unknown.")
    listed = {"secrets": list} if "secrets" in rules else {}
    check_fields("The rules", rules, KINDS[answers] | listed)
    (check_board if answers == "keys" else check_list)(rules)
    yield f"{game}, {known(game, rules)}: {codes_told(rules)}."
    yield f"Feedback tells {TOLD[answers]}."


def check_board(rules):
    """Refuse a board that isn't one."""
    pegs, symbols = rules["pegs"], rules["symbols"]
    if "secrets" in rules or not 0 < pegs < 20 or not len({*symbols}) == len(symbols) < 100:
        raise ValueError("A board has pegs, different symbols, and no list of codes.")
    if rules["secret_repeats"] and not rules["repeats"]:
        raise ValueError("A secret with repeats could not be guessed.")


def check_list(rules):
    """Refuse a list of codes that isn't one, and a table that isn't one of it."""
    codes, secrets = rules["codes"], rules.get("secrets", rules["codes"])
    if not secrets or not all(type(code) is str for code in codes):
        raise ValueError("Codes are text, and one can be the secret.")
    if len({*codes}) < len(codes) or len({*map(len, codes)}) > 1 or not {*secrets} <= {*codes}:
        raise ValueError("Codes are different and of one length; secrets are some of them.")
    if len({*secrets}) < len(secrets):
        raise ValueError("A secret stands twice.")
    for guess, row in zip(codes, rules.get("table", ()), strict="table" in rules):
        answers = dict(zip(codes, row, strict=True))
        if not all(type(one) is str for one in row) or row.count(answers[guess]) > 1:
            raise ValueError(f"The table's row of {guess}: the answer that wins is for it alone.")


def known(game, rules):
    """Say whether a game is known by its name. Raises ValueError if that has other rules."""
    wanted = LISTS.get(game) or named(BOARDS.get(game, game))
    if not wanted:
        return "a game that this checker doesn't know by name"
    if wanted != ((LISTS.get(game) and (rules["answers"], digest(rules))) or rules):
        raise ValueError(f"The game {game} has other rules.")
    return "as this checker knows it"


def named(board):
    """Return the rules of a board by its name: 5x8, with b a blank too, s or d without repeats."""
    if match := re.fullmatch(r"(\d+)x(\d+)(b?)([sd]?)(?:/\d+)?", board):
        pegs, colours, blank, fewer = match.groups()
        symbols = "123456789LNS"[: int(colours)] + "." * len(blank)
    elif match := re.fullmatch(r"(\d+)of([01])-9(?:/\d+)?", board):
        pegs, symbols, fewer = match[1], "0123456789"[int(match[2]) :], "d"
    else:
        return None
    repeats = {"repeats": fewer != "d", "secret_repeats": not fewer}
    return dict(answers="keys", pegs=int(pegs), symbols=symbols, **repeats)


def digest(rules):
    """Return the SHA-256 of the codes, a line each, and of a list of secrets after them."""
    lists = (rules.get(name, ()) for name in ("codes", "secrets"))
    return sha256("\n\n".join(map("\n".join, lists)).encode()).hexdigest()


def codes_told(rules):
    """Say which guesses there are, and which secrets."""
    if rules["answers"] != "keys":
        secrets = len(rules.get("secrets", rules["codes"]))
        return f"{len(rules['codes']):,} guesses, {secrets:,} secrets, SHA-256 {digest(rules)}"
    pegs, size = rules["pegs"], len(rules["symbols"])
    kinds = (("no symbol twice", perm(size, pegs)), ("any symbols", size**pegs))
    guesses, secrets = (
        f"{kinds[rules[key]][1]:,} {name} ({kinds[rules[key]][0]})"
        for key, name in (("repeats", "guesses"), ("secret_repeats", "secrets"))
    )
    return f"{pegs} pegs of {rules['symbols']}, {guesses}, {secrets}"
