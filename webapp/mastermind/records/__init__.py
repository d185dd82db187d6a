"""What outlives a game of Mastermind: what lists say of it, and the codes of days."""
