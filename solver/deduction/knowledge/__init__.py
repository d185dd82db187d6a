"""What the answers so far tell: candidates, partitions, facts, contradictions."""
