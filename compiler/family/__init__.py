"""A checked family as data, with the contracts of strategies and tasks."""
