"""What the answers so far show: candidates, partitions, facts, contradictions."""
