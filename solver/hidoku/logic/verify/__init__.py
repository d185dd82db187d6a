"""Whether a reason holds, derived again from what it names by code that knows no technique."""
