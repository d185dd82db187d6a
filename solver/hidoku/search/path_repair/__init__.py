"""Compiled repair of paths on a nearly empty board (see ``first_paths``)."""
