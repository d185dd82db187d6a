"""Strategies: a tree of guesses is walked with all secrets, and its figures are added up."""

from collections import Counter, defaultdict

from checker.rules import answers_by, check_fields, codes_of, introduced

NODE = {"guess": str, "answers": dict}


def check_strategy(head, lines):
    """Yield what is true of a strategy. Raises ValueError for the first claim that is not."""
    yield from introduced(head)
    if any(lines):
        raise ValueError("Something follows the tree.")
    guesses, secrets = codes_of(head["rules"])
    found = Counter(walked(answers_by(head["rules"]), set(guesses), head["tree"], secrets))
    total, most = sum(length * count for length, count in found.items()), max(found)
    sums = {"secrets": len(secrets), "total": total, "max": most}
    if claimed := {name: head[name] for name in sums if head[name] != sums[name]}:
        raise ValueError(f"The file claims {claimed}, but the sums are {sums}.")
    yield f"The file calls the strategy “{head['strategy']}”; that isn't checked."
    yield f"Every one of {len(secrets):,} secrets is found, and the sums of the file are true:"
    yield f"total {total:,}, mean {total / len(secrets):.4f}, most {most}."
    yield f"Found by guess 1, 2, …: {', '.join(str(found[n]) for n in range(1, most + 1))}."


def walked(answer, legal, node, secrets, turns=()):
    """Yield after how many guesses each of the secrets is found that the turns left."""
    check_fields("A node", node, NODE)
    guess, branches = node["guess"], node["answers"]
    if guess not in legal:
        raise ValueError(f"{secrets[0]} is not found: {guess} after {turns} is no guess.")
    parts = defaultdict(list)
    for secret in secrets:
        parts[answer(guess, secret)].append(secret)
    if parts.keys() != branches.keys():
        raise ValueError(f"After {turns}, {guess} is answered {[*parts]}, not {[*branches]}.")
    for reply, part in parts.items():
        if part == [guess] and branches[reply] is None:
            yield len(turns) + 1
        elif branches[reply] is None:
            raise ValueError(f"{part[0]} is not found: nothing follows {turns}, {guess}:{reply}.")
        else:
            yield from walked(answer, legal, branches[reply], part, (*turns, f"{guess}:{reply}"))
