"""What the answers so far show: candidates and how guesses split them, facts, contradictions."""
