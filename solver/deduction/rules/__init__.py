"""The rules of each deduction game: secrets, guesses, feedback, and how they are written."""
