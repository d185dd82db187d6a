"""Functions that choose a guess, named in one registry."""
