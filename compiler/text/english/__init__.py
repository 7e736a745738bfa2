"""English words: inflection, lists, the ends of sentences."""
