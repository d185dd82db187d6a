"""Check strategies and lower bounds. It needs Python alone, and shares nothing with the solver.

``python check.py FILE…`` reads what ``pegs-and-paths mastermind`` writes with ``--export`` (a
strategy) or ``--certificate`` (a lower bound), compressed by gzip or not. It exits with 0 if all
that it checks is so, else with 1.

Strategies: a tree of guesses is walked with all secrets, and its figures are added up.

Lower bounds: a certificate shows that no strategy needs fewer guesses in all than it claims.

The cost of a set of secrets is what the best plan needs for all of them together: one guess for
each, and then what its groups cost, which the feedback tells apart, save the one that wins. A line
of a certificate names a set by its turns, and why no guess at all costs less than ``bound`` there:

* by its outcomes: p of them leave n - p of n secrets to a third guess; the guess itself can be one;
* by their sizes, as ``least`` tells them;
* by their members: where none tells all others of its group apart, that costs one more;
* by ``cases``: costs of some groups, each of which a later line shows;
* by the head's ``strict``, which allows only guesses that the turns leave possible;
* by ``alike``: an order of the holes and one of the symbols that turn the guess into another and
  leave every turn as it is.

A guess that tells nothing apart is never worth it. A group is smaller than its set, so no reason
goes in a circle. Nothing is searched here: what is not shown is refused.
"""

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from functools import cache, lru_cache, partial, reduce
from hashlib import sha256
from itertools import compress, product
from math import perm
from operator import eq, gt, lt, or_

MOST = 40_000_000  # bytes of a line: the tree of 530,000 codes has 30 million
NODE = {"guess": str, "answers": dict}
NUMBERS = {"secrets": int, "total": int, "max": int}
HEADS = {
    "tree": {"game": str, "strategy": str, "rules": dict, "tree": dict, **NUMBERS},
    "certificate": {"certificate": int, "game": str, "rules": dict, "total": int},
}
BOARD = {"pegs": int, "symbols": str, "repeats": bool, "secret_repeats": bool}
KINDS = {
    "keys": {"answers": str, **BOARD},
    "places": {"answers": str, **BOARD},
    "holes": {"answers": str, **BOARD},
    "comparison": {"answers": str, "codes": list},
    "letters": {"answers": str, "codes": list},
    "table": {"answers": str, "codes": list, "table": list},
}
FEEDBACK_WORDS = {
    "keys": "how many pegs are right, and how many more are of a right symbol in another place",
    "places": "how many pegs are right",
    "holes": "of each peg whether it is right (g), of a symbol in another place (y) or neither (-)",
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
    check_fields("The head", head, fields | ({"strict": bool} if "strict" in head else {}))
    game, rules = head["game"], head["rules"]
    if not all(is_plain(name) and name.isascii() for name in (game, head.get("strategy", "-"))):
        raise ValueError("A name is plain letters, digits and signs, without a space.")
    if (answers := rules.get("answers")) not in [*KINDS]:
        raise ValueError(f"There is no such rule of feedback: {answers}.")
    listed = {"secrets": list} if "secrets" in rules else {}
    check_fields("The object rules", rules, KINDS[answers] | listed)
    (check_board if "symbols" in rules else check_list)(rules)
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

    With p at the end only right places are told, with h each hole is marked.
    What looks like such a name and is none has no rules; to any other name no rules are known.
    """
    if match := re.fullmatch(r"([1-9])x([1-9]|1[0-2])(b?)([sd]?)([ph]?)(?:/[0-9]+)?", board):
        pegs, colours, blank, fewer, told = match.groups()
        symbols = "123456789LNS"[: int(colours)] + "." * len(blank)
    elif match := re.fullmatch(r"([1-9])of([01])-9([ph]?)(?:/[0-9]+)?", board):
        pegs, symbols, fewer, told = match[1], "0123456789"[int(match[2]) :], "d", match[3]
    else:
        return {} if re.match("[0-9]+(x|of)[0-9]", board) else None
    repeats = {"repeats": fewer != "d", "secret_repeats": not fewer}
    answers = {"": "keys", "p": "places", "h": "holes"}[told]
    return dict(answers=answers, pegs=int(pegs), symbols=symbols, **repeats)


def digest(rules):
    """Return the SHA-256 of the codes, a line each, then a list of secrets, and a table's rows."""
    lists = (rules.get("codes", ()), rules.get("secrets", ()), *rules.get("table", ()))
    return sha256("\n\n".join(map("\n".join, lists)).encode()).hexdigest()


def codes_description(rules):
    """Say which guesses there are, and which secrets."""
    if "codes" in rules:
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
        rule = {"keys": keys, "places": places, "comparison": comparison}
        return rule.get(rules["answers"], letters)
    place = rules["codes"].index
    return lambda guess, secret: rules["table"][place(guess)][place(secret)]


ordered = cache(lambda code: "".join(sorted(code)))
common = cache(lambda one, other: (Counter(one) & Counter(other)).total())


def keys(guess, secret):
    """Count the pegs in their place, and those of a right colour in another."""
    black = sum(map(eq, guess, secret))
    return f"{black},{common(ordered(guess), ordered(secret)) - black}"


def places(guess, secret):
    """Count the pegs in their place."""
    return str(sum(map(eq, guess, secret)))


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


VERSION = 1
MOST_ANSWERS = 255  # as many parts as a byte counts
MOST_PAIRS = 100_000_000  # of a guess and a secret: four bytes each, or more
LINE = {"turns": str, "bound": int, "cut": list, "cases": dict, "alike": dict}
ONES = bytes(map(int.bit_count, range(256)))


def check_certificate(head, lines):
    """Yield what a certificate shows. Raises ValueError for the first line that shows less."""
    yield from introduced(head)
    if head["certificate"] != VERSION:
        raise ValueError(f"Version {head['certificate']} of certificates is unknown.")
    proof, number = Proof(head["rules"], head["total"], head.get("strict", False)), 1
    for number, line in enumerate(lines, start=2):
        try:
            shown = read(line)
            check_fields("A line", shown, LINE)
            proof.read(**shown)
        except Exception as error:  # damage can show anywhere
            raise ValueError(f"Line {number}: {said(error)}") from error
    if proof.needed:
        raise ValueError(f"It ends before {len(proof.needed):,} of its claims are shown.")
    strategy = "strategy that guesses only possible codes" if head.get("strict") else "strategy"
    yield f"No {strategy} needs fewer than {head['total']:,} guesses for all secrets together."
    yield f"{number - 1:,} positions; guesses dismissed: {proof.counted(proof.reasons)}."


@cache
def least(size, reach):
    """Return what so many secrets cost at least, if no guess has more parts, itself counted twice.

    One falls to the first guess. No more than the reach fall to the first two, its square to the
    first three, and so on: all others need one guess more, each time.
    """
    return max(2 * size - 1, *(k * size - reach ** (k - 2) for k in range(3, 7))) if size else 0


def next_number(numbers):
    """Return the number of an answer that is seen first."""
    if len(numbers) == MOST_ANSWERS:
        raise ValueError(f"A lower bound is checked of games with at most {MOST_ANSWERS} outcomes.")
    return len(numbers)


class Proof:
    """What is still to be shown of a game; secrets, guesses and answers by their numbers."""

    def __init__(self, rules, total, strict=False):
        self.guesses, self.secrets = codes_of(rules)
        self.strict = strict
        if len(self.guesses) * len(self.secrets) > MOST_PAIRS:
            raise ValueError("The game is too large to check a lower bound of it.")
        self.index = {guess: number for number, guess in enumerate(self.guesses)}
        if len(self.index) < len(self.guesses) or len({*self.secrets}) < len(self.secrets):
            raise ValueError("A code is given twice.")
        self.own = [self.index[secret] for secret in self.secrets]
        counts = rules["answers"] in ("keys", "places")  # an order of the holes changes marks
        self.symbols = rules["symbols"] if counts else ""
        answer, numbers = answers_by(rules), defaultdict(lambda: next_number(numbers))
        self.rows = [bytes(numbers[answer(g, s)] for g in self.guesses) for s in self.secrets]
        self.columns = list(map(bytes, zip(*self.rows, strict=True)))
        self.secret_of = {guess: secret for secret, guess in enumerate(self.own)}
        self.numbers, self.width = dict(numbers), -(-len(numbers) // 8)
        bits = [(1 << number).to_bytes(self.width, "little") for number in range(len(numbers))]
        self.masks = [int.from_bytes(b"".join(bits[a] for a in row), "little") for row in self.rows]
        self.needed = {tuple(range(len(self.secrets))): total}
        self.reasons = Counter()
        self.left_by = lru_cache(maxsize=100_000)(self.left_after)
        self.is_distinguished = lru_cache(maxsize=100_000)(self.tells_apart)

    def read(self, turns, bound, cut, cases, alike):
        """Take a line: the set that its turns leave costs at least the bound."""
        turns = tuple(turns.split())
        members = self.left_after(turns)
        if (needed := self.needed.pop(members, None)) != bound:
            raise ValueError(f"The cost {bound} is claimed, where {needed} is needed.")
        counts, own = self.parts_of(members), {self.own[secret] for secret in members}
        most = 3 * len(members) - bound
        likely = counts.translate(bytes(count >= most and count > 0 for count in range(256)))
        likely = compress(range(len(counts)), likely)
        likely = [g for g in likely if g in own or (counts[g] > 1 and not self.strict)]
        left = [g for g in likely if counts[g] + (g in own) > most]
        most_parts = 0 if self.strict else max(counts)
        reach = max([most_parts, *(counts[guess] + 1 for guess in own)]) if left else 0
        names = {self.guesses[guess] for guess in left}
        if not names >= cases.keys() | alike.keys() or cases.keys() & alike.keys():
            raise ValueError("A reason is given for what needs none, or is no guess.")
        if not all(type(case) is dict for case in cases.values()):
            raise ValueError("The cases of a guess must be an object.")
        weighed = names - alike.keys()
        reasons = Counter(outcomes=len(counts) - len(left))
        for guess in left:
            name = self.guesses[guess]
            if name in alike:
                self.check_alike(turns, name, alike[name], weighed)
                reasons["alike"] += 1
            else:
                reasons[self.reason(members, guess, bound, reach, cases.get(name, {}))] += 1
        if repr(cut) != repr([reasons[name] for name in ("outcomes", "sizes", "members")]):
            raise ValueError(f"Cut off are {self.counted(reasons)}.")
        self.reasons += reasons

    def left_after(self, turns):
        """Return the secrets that answer to all turns as they say."""
        if not turns:
            return tuple(range(len(self.secrets)))
        guess, _, answer = turns[-1].partition(":")
        if guess not in self.index or answer not in self.numbers:
            raise ValueError(f"{turns[-1]} is no turn of this game.")
        column, number = self.index[guess], self.numbers[answer]
        return tuple(s for s in self.left_by(turns[:-1]) if self.rows[s][column] == number)

    def parts_of(self, members):
        """Return how many parts each guess makes: all answers of a guess are bits of one lane."""
        lanes = reduce(or_, map(self.masks.__getitem__, members))
        lanes = lanes.to_bytes(self.width * len(self.guesses), "little")
        counts = [lanes[byte :: self.width].translate(ONES) for byte in range(self.width)]
        together = sum(int.from_bytes(count, "little") for count in counts)
        return together.to_bytes(len(self.guesses), "little")

    def reason(self, members, guess, bound, reach, case):
        """Return why a guess costs no less than the bound, and note what is needed for it."""
        answers = self.columns[guess]
        sizes = Counter(map(answers.__getitem__, members))
        if (found := self.secret_of.get(guess)) in members:
            sizes[answers[found]] -= 1
        if len(members) + sum(least(size, reach) for size in sizes.values()) >= bound:
            return "sizes"
        parts = defaultdict(list)
        for secret in members:
            if secret != found:
                parts[answers[secret]].append(secret)
        costs = {answer: least(len(part), reach) for answer, part in parts.items()}
        for answer, part in parts.items():
            if costs[answer] < 2 * len(part) and not self.is_distinguished(tuple(part)):
                costs[answer] = 2 * len(part)
        if len(members) + sum(costs.values()) >= bound:
            return "members"
        for text, cost in case.items():
            answer = self.numbers.get(text)
            if type(cost) is not int or answer not in parts:
                raise ValueError(
                    f"{text} {cost} is no cost of a group that {self.guesses[guess]} leaves."
                )
            part, costs[answer] = tuple(parts[answer]), cost
            self.needed[part] = max(self.needed.get(part, 0), costs[answer])
        if len(members) + sum(costs.values()) < bound:
            raise ValueError(f"{self.guesses[guess]} is not shown to cost {bound}.")
        return "cases"

    def tells_apart(self, part):
        """Say whether a member of a part is answered differently by each of them, as a guess."""
        return any(
            len({self.rows[secret][self.own[member]] for secret in part}) == len(part)
            for member in part
        )

    def check_alike(self, turns, guess, renaming, weighed):
        """Make sure that a guess is another one by another name, and that this one is weighed."""
        if type(renaming) is not str or len(renaming.split()) != 3:
            raise ValueError(f"{guess} is like a guess, by an order of holes and one of symbols.")
        other, holes, symbols = renaming.split()
        if sorted(holes) != sorted(f"{h}" for h in range(1, len(guess) + 1)):
            raise ValueError(f"“{holes}” is no order of the holes.")
        if sorted(symbols) != sorted(self.symbols):
            raise ValueError(f"“{symbols}” is no order of the symbols.")
        if other not in weighed:
            raise ValueError(f"{guess} is said to be like {other}, which is not weighed.")
        names = str.maketrans(self.symbols, symbols)
        made = [turn.split(":")[0] for turn in turns]
        for code, image in [*zip(made, made, strict=True), (guess, other)]:
            if "".join(code[int(hole) - 1] for hole in holes).translate(names) != image:
                raise ValueError(f"“{renaming}” does not turn {code} into {image}.")

    def counted(self, reasons):
        """Say how many guesses are dismissed for which reason."""
        return ", ".join(f"{count:,} by {name}" for name, count in reasons.items())


def limited(line):
    """Return a line, unless it is longer than the memory of a small machine holds well."""
    if len(line) > MOST:
        raise ValueError(f"A line has more than {MOST:,} bytes.")
    return line


def check(name):
    """Print what a file shows, or exit with why it is refused."""
    try:
        with (gzip.open if name.endswith(".gz") else open)(name, "rb") as file:
            lines = map(limited, iter(partial(file.readline, MOST + 1), b""))
            head = read(next(lines, b""))
            check_file = check_certificate if "certificate" in head else check_strategy
            print(f"{name}:", *check_file(head, lines), sep="\n")
    except Exception as error:  # a damaged file can fail anywhere, and is refused however it does
        sys.exit(f"{name} is refused: {said(error)}")


if __name__ == "__main__":
    for name in sys.argv[1:] or sys.exit("Say which files: python check.py FILE…"):
        check(name)
