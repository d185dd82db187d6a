"""Any position of any board, with the best guesses and what each of them leads to."""
