"""Strategies: a tree of guesses is walked against every secret, and what it adds up to is told."""

from collections import Counter

from checker.games import answers_by, codes_of


def check_strategy(head, _lines):
    """Yield what is true of a strategy. Raises ValueError for the first claim that is not."""
    guesses, secrets = codes_of(head["rules"])
    answer, legal = answers_by(head["rules"]), set(guesses)
    found = Counter(walked(answer, legal, head["tree"], secret) for secret in secrets)
    total, most = sum(length * count for length, count in found.items()), max(found)
    sums = {"secrets": len(secrets), "total": total, "max": most}
    if claimed := {name: head[name] for name in sums if head[name] != sums[name]}:
        raise ValueError(f"The file claims {claimed}, but the sums are {sums}.")
    yield f"Every one of {len(secrets):,} secrets is found, and the sums of the file are true:"
    yield f"total {total:,}, mean {total / len(secrets):.4f}, most {most}."
    yield f"Found by guess 1, 2, …: {', '.join(str(found[n]) for n in range(1, most + 1))}."


def walked(answer, legal, node, secret):
    """Follow a secret's answers through the tree, and return how many guesses find it."""
    turns = []
    while node is not None and node["guess"] in legal:
        turns.append(f"{node['guess']}:{answer(node['guess'], secret)}")
        if node["guess"] == secret:
            return len(turns)
        node = node["answers"].get(answer(node["guess"], secret))
    raise ValueError(f"{secret} is not found: no guess of the game follows {' '.join(turns)}.")
