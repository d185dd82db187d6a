"""Boards imported and exported, and boards on paper."""
