"""What outlives a game: how it ended, the dailies and how all did, lists of what was played."""
