"""The exercises of Mastermind as pages show them."""
