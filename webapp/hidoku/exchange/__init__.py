"""Boards brought along and taken away, and boards on paper."""
