"""The page that explains how guesses are compared."""
