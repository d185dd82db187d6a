"""Steps that a person could take, each with its reason; hints and grades built from them."""
