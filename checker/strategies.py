"""Strategies: a tree of guesses is walked against every secret, and what it adds up to is told."""

from collections import Counter

from checker.games import Refused, answers_by, codes_of


def check_strategy(data):
    """Yield what is true of a strategy. Raises Refused for the first claim that is not."""
    guesses, secrets = codes_of(data["rules"])
    answer, legal = answers_by(data["rules"]), set(guesses)
    found = Counter(walked(answer, legal, data["tree"], secret) for secret in secrets)
    total, most = sum(length * count for length, count in found.items()), max(found)
    for name, true in {"secrets": len(secrets), "total": total, "max": most}.items():
        if data[name] != true:
            raise Refused(f"The file claims {name} {data[name]}; in truth it is {true}.")
    yield f"{data['game']}: every one of {len(secrets):,} secrets is found, as the file claims:"
    yield f"total {total:,}, mean {total / len(secrets):.4f}, most {most}."
    yield f"Found by guess 1, 2, …: {', '.join(str(found[n]) for n in range(1, most + 1))}."


def walked(answer, legal, node, secret):
    """Follow a secret's answers through the tree, and return how many guesses find it."""
    turns = []
    while node is not None and (guess := node["guess"]) in legal:
        turns.append(f"{guess}:{answer(guess, secret)}")
        if guess == secret:
            return len(turns)
        node = node["answers"].get(answer(guess, secret))
    raise Refused(f"The secret {secret} is not found: no guess follows {' '.join(turns)}.")
