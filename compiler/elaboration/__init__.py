"""From the syntax tree of a spec to a checked family."""
