"""The player plays elsewhere and types the rows, to see what is still possible."""
