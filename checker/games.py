"""A game as its file tells it: the guesses, the secrets, and the plain rule of answers."""

from collections import Counter
from functools import cache
from itertools import product
from operator import eq, gt, lt


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
