"""The exercises of Hidoku as pages show them."""
