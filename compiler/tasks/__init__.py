"""Questions about theories, and how answers are scored."""
