"""Compiled random walks on a nearly empty board (see ``first_paths``)."""
