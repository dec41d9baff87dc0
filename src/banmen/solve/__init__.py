"""Games solved: exact values and how they are kept."""
