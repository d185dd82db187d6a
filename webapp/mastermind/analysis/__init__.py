"""Any position of any board, with the best guesses and what each would leave."""
