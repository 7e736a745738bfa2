"""Questions about answer sets."""
