"""Learning: interactive lessons, exercises, and a trainer."""
