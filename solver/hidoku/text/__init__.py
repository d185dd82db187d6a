"""Sentences about boards, steps and puzzles."""
