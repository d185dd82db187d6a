"""The page that explains by what guesses are compared."""
