"""A game as its file tells it: the guesses, the secrets, and the plain rule of answers."""

from collections import Counter
from functools import cache
from itertools import product
from operator import eq, gt, lt


class Refused(ValueError):
    """What a file claims is not so; the message says what and where."""


def described(head):
    """Return the game's name and rules, but for lists."""
    rules = (f"{key} {value}" for key, value in head["rules"].items() if not isinstance(value, list))
    return f"{head['game']} ({', '.join(rules)})"


def codes_of(rules):
    """Return all guesses, and all secrets."""
    if "codes" in rules:
        return rules["codes"], rules.get("secrets", rules["codes"])
    if len(rules["symbols"]) ** rules["pegs"] > 600_000:
        raise Refused("The game has too many codes to list them.")
    every = list(map("".join, product(rules["symbols"], repeat=rules["pegs"])))
    different = [code for code in every if len(set(code)) == len(code)]
    return tuple(every if rules[key] else different for key in ("repeats", "secret_repeats"))


def answers_by(rules):
    """Return the function that answers a guess for a secret."""
    if rules["answers"] != "table":
        return {"keys": keys, "comparison": comparison, "letters": letters}[rules["answers"]]
    table = dict(zip(product(rules["codes"], repeat=2), sum(rules["table"], []), strict=True))
    return lambda guess, secret: table[guess, secret]


def keys(guess, secret):
    """Count the pegs in their place, and those of a right colour in another."""
    black = sum(map(eq, guess, secret))
    return f"{black},{common(*map(ordered, (guess, secret))) - black}"


ordered = cache(lambda code: "".join(sorted(code)))
common = cache(lambda one, other: (Counter(one) & Counter(other)).total())


def comparison(guess, secret):
    """Say whether no number of the guess is less than the secret's (>), or none greater (<)."""
    return "=><?"[2 * any(map(lt, guess, secret)) + any(map(gt, guess, secret))]


def letters(guess, secret):
    """Mark each letter green (g), yellow (y) or grey (-); greens first, then from the left."""
    pairs = list(zip(guess, secret, strict=True))
    left, marks = Counter(theirs for mine, theirs in pairs if mine != theirs), ""
    for mine, theirs in pairs:
        marks += "g" if mine == theirs else "y" if left[mine] > 0 else "-"
        left[mine] -= mine != theirs
    return marks
