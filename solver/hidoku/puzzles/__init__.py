"""What is wrong with a board that has no solution or several."""
