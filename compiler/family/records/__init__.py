"""Records: slots, rows, and tests of slots."""
