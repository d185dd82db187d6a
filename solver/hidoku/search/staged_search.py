"""The search for all solutions of one settled position, in three stages that build on each other.

1. Depth first: each node is propagated to a fixed point, then the lowest number with the fewest
   cells is tried. If there are many solutions, they come by the hundred thousand here.
2. If many nodes have been opened for few solutions, candidates are tried at the root, and those
   that fail, or that fail whichever cell some number takes, are eliminated, as long as that pays
   (``RootProbes``).
3. Conflict learning (``clause_learning``) takes over what the depth-first part has left open, on
   the candidates that are left. If it finds many solutions, the first stage continues.

Rejected: learning at once, without the second stage. On 219 boards from 7×7 to 30×30 from which no
given can be removed that took 4.7 times as long, the median, and on no kind less than 2.4 times; on
171 others from 10×10 to 30×30, kind by kind, 2.7 to 13 times. Compiling the probes takes 5 s, which
1.5 times wouldn't be worth. Depth-first search alone didn't decide a 20×20 in a minute. Four nodes
before the second stage take a quarter less than twenty on minimal 8×8, and as much less than one on
minimal 5×5. A generator's board may have many solutions, so there it's twenty: with four, minimal
8×8 take a fifth longer to make.

An open board has many solutions, and most of them are no more than a thousand nodes away: a board
with one or two givens has its second one in 0.1 to 4 ms up to 20×20. Rejected: random walks and
repairs of paths, 650 lines and a fifth of the time that compiling Hidoku's kernels takes. They also
decided boards with five numbers of a path on 10×10 or 12×12, of which this leaves most undecided.
"""

from dataclasses import dataclass
from time import monotonic

import numpy as np

from solver.hidoku.kernels import probe, search
from solver.hidoku.kernels.outcomes import DONE, SOLVED, STUCK
from solver.hidoku.kernels.probe import Probes
from solver.hidoku.kernels.search import Search
from solver.hidoku.search.clause_learning import Learner
from solver.hidoku.search.propagation import BoardArrays, Engine, Places, Words, position_of

UNLIMITED = 2**62
_OPEN = 0.24  # share of all candidates that are left on an open board
_OPEN_PATIENCE, _GENERATOR_PATIENCE, _PATIENCE = 1000, 20, 4  # nodes before the second stage
_QUOTA = 100  # solutions a learner may find before depth-first search is tried again
_SECOND_PATIENCE = 1000
_MOST_LEARNED = 12_000  # the most candidates for a learner; with more it decides hardly anything
_SLICE = 0.01  # seconds of compiled work between two checks of the clock


@dataclass(frozen=True)
class Budget:
    """How much a call may do: nodes to open, and a time of ``time.monotonic`` to stop at.

    A conflict of the learner counts as a node. The nodes may be exceeded by the cells of one
    number, which are tried together.
    """

    nodes: int | None = None
    deadline: float | None = None

    @property
    def is_over(self) -> bool:
        return self.deadline is not None and monotonic() >= self.deadline


NO_LIMIT = Budget()


class StagedSearch:
    """A search on domains, which it changes; it is complete at once if they are dead.

    ``keep`` solutions are kept in ``found``, two bytes a number: its place minus one word.
    ``leaning`` is a path that solutions may resemble: a learner tries that first.
    """

    def __init__(
        self,
        engine: Engine,
        domains: Words | None,
        keep: int = 0,
        patience: int | None = None,
        leaning: Places | None = None,
    ) -> None:
        self.engine = engine
        self.keep = keep
        self._leaning = leaning
        self.solutions: list[bytes] = []
        self.is_complete = domains is None or not engine.propagate_fully(domains)
        self._state = np.zeros(search.STATES, np.int64)
        self._root_probes: RootProbes | None = None
        self._learner: Learner | None = None
        self._new_paths: list[Places] = []
        self._past_conflicts = 0
        self._quota = _QUOTA
        if domains is not None and not self.is_complete:
            self._prepare(domains, patience)

    def _prepare(self, domains: Words, patience: int | None) -> None:
        shape = self.engine.shape
        last = shape.last
        candidates = self._candidates = int(np.bitwise_count(domains).sum())
        if patience is None:
            patience = _OPEN_PATIENCE if candidates >= _OPEN * last**2 else _PATIENCE
            patience = patience if self._leaning is None else _GENERATOR_PATIENCE
        self._state[search.PATIENCE] = patience
        self._domains, self._root = domains, domains.copy()
        self._paths = np.zeros((0, last), np.int64)
        self._is_stuck = False
        position = position_of(shape, domains, candidates, self._state)
        choices, marks = np.zeros((2, last), np.int64)
        self._search = Search(position, choices, np.zeros(domains.shape, np.uint64), marks)

    @property
    def is_dead(self) -> bool:
        """Whether propagation alone showed that the position has no solution."""
        return self.is_complete and not self.nodes

    def count_root(self) -> None:
        """Count a position that propagation showed to be dead as a node."""
        self._state[search.NODES] = 1

    @property
    def count(self) -> int:
        return int(self._state[search.SOLUTIONS])

    @property
    def conflicts(self) -> int:
        return self._past_conflicts + (self._learner.conflicts if self._learner else 0)

    @property
    def probes(self) -> int:
        return self._root_probes.count if self._root_probes else 0

    @property
    def nodes(self) -> int:
        return int(self._state[search.NODES]) + self.probes + self.conflicts

    @property
    def statistics(self) -> dict[str, int]:
        """The figures of a ``SearchResult``."""
        return {
            "nodes": int(self._state[search.NODES]),
            "successors": int(self._state[search.SUCCESSORS]),
            "children": int(self._state[search.CHILDREN]),
            "depth": int(self._state[search.DEEPEST]),
            "probes": self.probes,
            "conflicts": self.conflicts,
        }

    def run(self, limit: int, budget: Budget = NO_LIMIT) -> None:
        """Search on up to ``limit`` solutions in all, within the budget, which counts from now."""
        nodes = self.nodes
        goal = UNLIMITED if budget.nodes is None else min(UNLIMITED, nodes + budget.nodes)
        size = 1
        while not self.is_complete and self.count < limit and nodes < goal and not budget.is_over:
            stop = goal if budget.deadline is None else min(goal, nodes + size)
            start = monotonic()
            self._go_on(stop, limit)
            before = nodes
            nodes = self.nodes
            if monotonic() - start >= _SLICE:
                size = max(1, size // 2)
            elif nodes - before >= size:  # not if it returned early with a solution
                size *= 2

    def _go_on(self, stop: int, limit: int) -> None:
        nodes = stop - self.nodes
        if self._learner:
            self._learn(self._learner, nodes + self._learner.conflicts)
        elif self._is_stuck:
            self._shave(nodes + self.probes)
        else:
            self._explore(nodes + int(self._state[search.NODES]), limit)

    def _explore(self, stop: int, limit: int) -> None:
        count = self.count
        goal = count + 1 if count < self.keep else limit
        status = search.explore(self._search, self._paths, stop, goal)
        if status == SOLVED and count < self.keep:
            self._keep(self.engine.read(self._domains))
        if status == STUCK:
            self._is_stuck = self._candidates <= _MOST_LEARNED
            self._state[search.PATIENCE] = UNLIMITED // 2  # for boards too large to learn on
        self.is_complete = status == DONE

    def _shave(self, most_probes: int) -> None:
        if self._root_probes is None:
            self._root_probes = RootProbes(self.engine.shape, self._root)
        status = self._root_probes.run(most_probes)
        if status == SOLVED and not self.count:
            self._note(self.engine.read(self._root))
        if status == STUCK:
            self._learner = self._successor()
        self.is_complete = status in {SOLVED, DONE}

    def _successor(self) -> Learner:
        """A learner for what the depth-first search has left open."""
        depth = int(self._state[search.DEPTH])
        learner = Learner(self.engine.shape, self._root)
        learner.restrict(self._domains, self._search.choices[:depth], self._search.untried[:depth])
        if self._leaning is not None:
            learner.prefer_path(self._leaning)
        return learner

    def _learn(self, learner: Learner, most_conflicts: int) -> None:
        status = learner.run(most_conflicts)
        if status == SOLVED:
            path = learner.path
            if not (self._paths == path).all(axis=1).any():
                self._note(path)
                self._new_paths.append(path)
            status = learner.block()
        self.is_complete = status == DONE
        if len(self._new_paths) >= self._quota and not self.is_complete:
            self._go_deep_again(learner)

    def _go_deep_again(self, learner: Learner) -> None:
        """Let the depth-first search continue, which counts faster if there are many solutions.

        It knows the solutions found meanwhile; when stuck again, it leaves the rest to a new
        learner.
        """
        self._past_conflicts += learner.conflicts
        self._paths = np.vstack([self._paths, *self._new_paths])
        self._learner = None
        self._new_paths = []
        self._is_stuck = False
        self._quota *= 2
        patience = int(self._state[search.NODES]) - search.CREDIT * self.count
        self._state[search.PATIENCE] = patience + _SECOND_PATIENCE

    def _note(self, path: Places) -> None:
        self._state[search.SOLUTIONS] += 1
        if self.count <= self.keep:
            self._keep(path)

    def _keep(self, path: Places) -> None:
        self.solutions.append((path - 64).astype(np.int16).tobytes())


# probes allowed before the first has to pay
_HOPES = 450
_HOPES_OF_TWO = 1500  # with four neighbours, so two directions


class RootProbes:
    """Candidates tried at the root of a search; the settled domains lose whatever is eliminated.

    A candidate is eliminated if everything that follows from it leads to a dead end. So is one that
    fails whichever cell some number takes. Probing goes on as long as it pays.

    Consequences are followed change by change, so a probe costs no more on a large board than on a
    small one. Whole solutions of boards from which no given can be removed (medians, one thread,
    milliseconds), first with probes that propagate a copy of the position, then like this: 10×10
    0.91 and 0.70, 15×15 with four neighbours 25 and 15, 20×20 33 and 10, 30×30 256 and 64. If the
    first 300 probes needn't pay, and not only 100 as then, the last two take 9.4 and 52.
    """

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        count = shape.last
        bits = 64 * domains.shape[1]
        candidates = int(np.bitwise_count(domains).sum())
        self._state = np.zeros(probe.STATES, np.int64)
        hopes = _HOPES if len(shape.shifts) > 2 else _HOPES_OF_TWO
        self._state[[probe.HOPES, probe.ELIMINATED]] = hopes, 1
        self._probes = Probes(
            position_of(shape, domains, candidates, self._state),
            fits=np.zeros((bits, -(-count // 64)), np.uint64),
            counts=np.zeros(bits, np.int64),
            queue=np.zeros(count + bits, np.int64),
            spans=np.zeros((count, 2), np.int64),
            common=np.zeros((candidates, 2), np.uint64),
            order=np.zeros(count, np.int64),
            sizes=np.zeros(count, np.int64),
        )
        probe.follow(self._probes)

    def run(self, most_probes: int) -> int:
        """Continue up to ``most_probes`` in all; PAUSED, SOLVED, DONE or STUCK as in ``shave``."""
        return probe.shave(self._probes, most_probes)

    @property
    def count(self) -> int:
        return int(self._state[probe.PROBES])
