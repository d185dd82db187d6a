"""The first page of Mastermind, where games are chosen."""
