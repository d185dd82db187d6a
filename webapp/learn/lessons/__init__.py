"""Lessons: read from files, made of steps, each with a question that the solver judges."""
