"""Advice, facts, contradictions and reviews as English sentences."""
