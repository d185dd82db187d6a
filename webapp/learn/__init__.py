"""Learning: interactive lessons, exercises, and runs of questions."""
