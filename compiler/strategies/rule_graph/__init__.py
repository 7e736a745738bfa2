"""Growing answer set programs over a graph of rules."""
