"""Growing clues that leave one solution."""
