"""Hidoku: what all its pages share."""
