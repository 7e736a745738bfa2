"""The page of a spec: an editor, and next to it the problems that the spec makes."""
