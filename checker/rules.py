"""What a file says of its game: every field is known and of its kind, and goes with the name.

With the guesses and secrets of such a game, and the plain rule of its answers.
"""

import json
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import product
from math import perm
from operator import eq, gt, lt

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
FEEDBACK_WORDS = {
    "keys": "how many pegs are right, and how many more are of a right symbol in another place",
    "comparison": "whether a number is less than the secret's (>), or greater (<)",
    "letters": "of each letter whether it is in its place (g), elsewhere (y) or neither (-)",
    "table": "what the file's table has for it",
}
VALUES = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
FAULTS = {
    RecursionError: "It is nested too deeply.",
    MemoryError: "It needs more memory than there is.",
    EOFError: "It is cut off.",
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
    """Read a line: an object in which no field is twice and every number is a whole one."""
    hooks = {"parse_float": no_number, "parse_constant": no_number}
    if type(value := json.loads(line, object_pairs_hook=once, **hooks)) is not dict:
        raise ValueError("A line must be an object.")
    return value


def once(pairs):
    """Return the fields of an object."""
    if len(fields := dict(pairs)) < len(pairs):
        raise ValueError("A field is given twice.")
    return fields


def no_number(text):
    """Refuse what is no whole number."""
    raise ValueError(f"{text} is no whole number.")


def said(error):
    """Say in one short line why a file is refused; what it quotes of the file can't write more."""
    known = isinstance(error, ValueError | OSError)
    text = FAULTS.get(type(error)) or (str(error) if known else repr(error))
    return "".join(one if one.isprintable() else "?" for one in text[:400])


def is_plain(text):
    """Say whether something is text that can be seen, without a space or the end of a line."""
    return type(text) is str and text.isprintable() and text.split() == [text]


def check_fields(name, value, kinds):
    """Raise ValueError unless a value has these fields, of these kinds, and no other."""
    if type(value) is not dict or value.keys() != kinds.keys():
        raise ValueError(f"{name} has the fields {', '.join(kinds)}, and no other.")
    for field, kind in kinds.items():
        if type(value[field]) is not kind:
            raise ValueError(f"{name}: {field} must be {VALUES[kind]}.")


def introduced(head):
    """Yield in words which game a file is about. Raises ValueError where it isn't clear."""
    fields = HEADS["certificate" if "certificate" in head else "tree"]
    check_fields("The head", head, fields)
    game, rules = head["game"], head["rules"]
    if not all(is_plain(name) and name.isascii() for name in (game, head.get("strategy", "-"))):
        raise ValueError("A name is plain letters, digits and signs, without a space.")
    if (answers := rules.get("answers")) not in [*KINDS]:
        raise ValueError(f"There is no such rule of feedback: {answers}.")
    listed = {"secrets": list} if "secrets" in rules else {}
    check_fields("The object rules", rules, KINDS[answers] | listed)
    (check_board if answers == "keys" else check_list)(rules)
    yield f"{game}, {known(game, rules)}: {codes_description(rules)}."
    yield f"Feedback shows {FEEDBACK_WORDS[answers]}."


def check_board(rules):
    """Refuse a board that isn't one."""
    pegs, symbols = rules["pegs"], rules["symbols"]
    if "secrets" in rules or not 0 < pegs < 20 or not len({*symbols}) == len(symbols) < 100:
        raise ValueError("A board has pegs, different symbols, and no list of codes.")
    if not is_plain(symbols):
        raise ValueError("A symbol is a sign that can be seen.")
    if not rules["secret_repeats"] and pegs > len(symbols):
        raise ValueError("No code can be the secret: there are fewer symbols than pegs.")
    if rules["secret_repeats"] and not rules["repeats"]:
        raise ValueError("A secret with repeats could not be guessed.")


def check_list(rules):
    """Refuse a list of codes that isn't one, and a table that isn't one of it."""
    codes, secrets = rules["codes"], rules.get("secrets", rules["codes"])
    if not secrets or not all(map(is_plain, [*codes, *secrets])):
        raise ValueError("Codes are text without spaces and line ends, and one can be the secret.")
    if len({*codes}) < len(codes) or len({*map(len, codes)}) > 1 or not {*secrets} <= {*codes}:
        raise ValueError("Codes are different and of one length; secrets are some of them.")
    if len({*secrets}) < len(secrets):
        raise ValueError("A secret is given twice.")
    if "table" in rules:
        check_table(codes, rules["table"])


def check_table(codes, table):
    """Refuse a table that isn't one: a row for each guess, a column for each code."""
    for row in [table, *table]:
        if type(row) is not list or len(row) != len(codes):
            raise ValueError("A table has a row for each guess, with feedback for each code.")
    for guess, row in enumerate(table):
        if not all(map(is_plain, row)) or row.count(row[guess]) > 1:
            raise ValueError(f"{codes[guess]} has no feedback in the table that is its own.")


def known(game, rules):
    """Say whether a game is known by its name. Raises ValueError if that has other rules."""
    name = game.lower()
    wanted = LISTS.get(name) or named(BOARDS.get(name, name))
    if wanted is None:
        return "a game that this checker doesn't know by name"
    if wanted != ((LISTS.get(name) and (rules["answers"], digest(rules))) or rules):
        raise ValueError(f"The game {game} has other rules.")
    return "as this checker knows it"


def named(board):
    """Return the rules of a board by its name: 5x8, with b a blank too, s or d without repeats.

    What looks like such a name and is none has no rules; to any other name no rules are known.
    """
    if match := re.fullmatch(r"([1-9])x([1-9]|1[0-2])(b?)([sd]?)(?:/[0-9]+)?", board):
        pegs, colours, blank, fewer = match.groups()
        symbols = "123456789LNS"[: int(colours)] + "." * len(blank)
    elif match := re.fullmatch(r"([1-9])of([01])-9(?:/[0-9]+)?", board):
        pegs, symbols, fewer = match[1], "0123456789"[int(match[2]) :], "d"
    else:
        return {} if re.match("[0-9]+(x|of)[0-9]", board) else None
    repeats = {"repeats": fewer != "d", "secret_repeats": not fewer}
    return dict(answers="keys", pegs=int(pegs), symbols=symbols, **repeats)


def digest(rules):
    """Return the SHA-256 of the codes, a line each, then a list of secrets, and a table's rows."""
    lists = (rules.get("codes", ()), rules.get("secrets", ()), *rules.get("table", ()))
    return sha256("\n\n".join(map("\n".join, lists)).encode()).hexdigest()


def codes_description(rules):
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


def codes_of(rules):
    """Return all guesses, and all secrets."""
    if "codes" in rules:
        return rules["codes"], rules.get("secrets", rules["codes"])
    if len(rules["symbols"]) ** rules["pegs"] > 600_000:
        raise ValueError("The game has too many codes to list them.")
    every = list(map("".join, product(rules["symbols"], repeat=rules["pegs"])))
    different = [code for code in every if len(set(code)) == len(code)]
    return tuple(every if rules[key] else different for key in ("repeats", "secret_repeats"))


def answers_by(rules):
    """Return the function that answers a guess for a secret: a plain rule, or a table."""
    if rules["answers"] != "table":
        return {"keys": keys, "comparison": comparison, "letters": letters}[rules["answers"]]
    place = rules["codes"].index
    return lambda guess, secret: rules["table"][place(guess)][place(secret)]


ordered = cache(lambda code: "".join(sorted(code)))
common = cache(lambda one, other: (Counter(one) & Counter(other)).total())


def keys(guess, secret):
    """Count the pegs in their place, and those of a right colour in another."""
    black = sum(map(eq, guess, secret))
    return f"{black},{common(ordered(guess), ordered(secret)) - black}"


def comparison(guess, secret):
    """Say whether no number of the guess is less than the secret's (>), or none greater (<)."""
    return "=><?"[2 * any(map(lt, guess, secret)) + any(map(gt, guess, secret))]


def letters(guess, secret):
    """Mark each letter green (g), yellow (y) or grey (-); greens first, then from the left."""
    left, marks = Counter(secret), ""
    left.subtract(mine for mine, theirs in zip(guess, secret, strict=True) if mine == theirs)
    for mine, theirs in zip(guess, secret, strict=True):
        marks += "g" if mine == theirs else "y" if left[mine] > 0 else "-"
        left[mine] -= mine != theirs
    return marks
