"""Compiled walks at random through a nearly empty board (see ``first_paths``)."""
