"""The kinds of questions that a step of a lesson can ask, a module for each that judge alike."""
