"""What outlives a game: results, daily games and their totals, and lists of what was played."""
