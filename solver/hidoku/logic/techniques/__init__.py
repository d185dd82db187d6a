"""The techniques: each file has one, or a few similar ones, with everything about them."""
