"""What techniques look for on a board: gaps, pieces and pockets, borders, sums and singles."""
