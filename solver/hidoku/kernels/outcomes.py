"""How a call of a search ends."""

#: At its limit, with a solution, with nothing left to search, with too little success, or without
#: room to go on.
PAUSED, SOLVED, DONE, STUCK, FULL = range(5)
