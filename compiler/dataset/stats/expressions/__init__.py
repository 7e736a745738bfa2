"""Statistics and conditions that a user writes, and their values over records."""
