"""What a visitor has set, and how pages look for them."""
