"""Steps that a person could take, each with its reason; hints and grades made of them."""
