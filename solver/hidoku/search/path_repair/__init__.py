"""Compiled repair of paths through a nearly empty board (see ``first_paths``)."""
