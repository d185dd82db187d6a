"""What a visitor's games add up to."""
