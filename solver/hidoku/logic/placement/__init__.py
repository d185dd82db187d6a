"""Which placement a hint tells, and what is told before it."""
