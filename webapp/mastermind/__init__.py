"""Mastermind and similar games: what all roles share."""
