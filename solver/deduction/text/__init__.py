"""The same in English: advice, facts, contradictions, reviews."""
