"""What the feedback so far shows: candidates and how guesses split them, facts, contradictions."""
