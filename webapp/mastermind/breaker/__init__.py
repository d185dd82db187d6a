"""The player breaks a code that the computer has set."""
