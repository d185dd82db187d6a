"""The computer plays against itself."""
