"""The parts of making an instance: groups and attempts, growth, sentences, the record."""
