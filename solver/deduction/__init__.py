"""Games of the kind "guess a secret from feedback": rules, reasoning, hints."""
