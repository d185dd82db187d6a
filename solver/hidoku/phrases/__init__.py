"""Pieces that sentences about Hidoku are put together from; what they speak of needs no reasons."""
