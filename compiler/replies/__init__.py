"""Finding the answer in a free-text reply."""
