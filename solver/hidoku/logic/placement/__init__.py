"""Which placement a hint gives, and what it says first."""
