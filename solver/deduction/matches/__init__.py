"""One secret being broken, guess by guess, and the setter who chooses no code."""
