"""A board being solved, step by step, and all its solutions."""
