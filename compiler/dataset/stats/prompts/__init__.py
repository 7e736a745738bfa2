"""What the prompts of a dataset consist of: sentences that are always the same, words, and forms of sentences."""
