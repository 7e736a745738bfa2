"""The engine of the description logic: a tableau with justifications, models and lemmas."""
