"""Lower bounds: a certificate shows that no strategy needs fewer guesses in all than it claims.

The cost of a set of secrets is what the best plan needs for all of them together: one guess for
each, and then what the parts cost that the answers leave, the winning answer's excepted. Each line
of a certificate names a set by its turns, and why no guess at all costs less than ``bound`` there:

* by its parts: of n secrets, p parts leave n - p to a third guess, and the guess itself can be one;
* by their sizes, as ``least`` tells them;
* by their members: where none tells all others of its part apart, the part costs one more;
* by ``cases``: costs of some parts, each of which a later line shows;
* by ``alike``: an order of the holes and one of the symbols that turn the guess into another and
  leave every turn as it is.

A guess that tells nothing apart is never worth it. A part is smaller than its set, so no reason
goes in a circle. Nothing is searched here: what is not shown is refused.
"""

from collections import Counter, defaultdict
from functools import cache, lru_cache, reduce
from itertools import compress
from operator import or_

from checker.rules import answers_by, check_fields, codes_of, introduced, read, said

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
    proof, number = Proof(head["rules"], head["total"]), 1
    for number, line in enumerate(lines, start=2):
        try:
            shown = read(line)
            check_fields("A line", shown, LINE)
            proof.read(**shown)
        except Exception as error:  # damage can show anywhere
            raise ValueError(f"Line {number}: {said(error)}") from error
    if proof.needed:
        raise ValueError(f"It ends before {len(proof.needed):,} of its claims are shown.")
    yield f"No strategy needs fewer than {head['total']:,} guesses for all secrets together."
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
        raise ValueError(f"A lower bound is checked of games of {MOST_ANSWERS} answers at most.")
    return len(numbers)


class Proof:
    """What is still to be shown of a game; secrets, guesses and answers by their numbers."""

    def __init__(self, rules, total):
        self.guesses, self.secrets = codes_of(rules)
        if len(self.guesses) * len(self.secrets) > MOST_PAIRS:
            raise ValueError("The game is too large to check a lower bound of it.")
        self.index = {guess: number for number, guess in enumerate(self.guesses)}
        if len(self.index) < len(self.guesses) or len({*self.secrets}) < len(self.secrets):
            raise ValueError("A code is given twice.")
        self.own = [self.index[secret] for secret in self.secrets]
        self.symbols = "" if "codes" in rules or rules["answers"] != "keys" else rules["symbols"]
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
        likely = [g for g in compress(range(len(counts)), likely) if counts[g] > 1 or g in own]
        left = [g for g in likely if counts[g] + (g in own) > most]
        reach = max([max(counts), *(counts[guess] + 1 for guess in own)]) if left else 0
        names = {self.guesses[guess] for guess in left}
        if not names >= cases.keys() | alike.keys() or cases.keys() & alike.keys():
            raise ValueError("A reason is given for what needs none, or is no guess.")
        if not all(type(case) is dict for case in cases.values()):
            raise ValueError("The cases of a guess must be an object.")
        weighed = names - alike.keys()
        reasons = Counter(parts=len(counts) - len(left))
        for guess in left:
            name = self.guesses[guess]
            if name in alike:
                self.check_alike(turns, name, alike[name], weighed)
                reasons["alike"] += 1
            else:
                reasons[self.reason(members, guess, bound, reach, cases.get(name, {}))] += 1
        if repr(cut) != repr([reasons[name] for name in ("parts", "sizes", "members")]):
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
                    f"{text} {cost} is no cost of a part that {self.guesses[guess]} leaves."
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
