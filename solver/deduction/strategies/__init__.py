"""Functions that choose a guess, collected in one registry."""
