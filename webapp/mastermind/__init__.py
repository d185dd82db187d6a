"""Mastermind and its kin: what all roles share."""
