"""Whether a reason holds, derived again from what it names by whoever knows no technique."""
