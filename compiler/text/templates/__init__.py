"""Templates of phrases and documents, in a sandbox with a budget."""
