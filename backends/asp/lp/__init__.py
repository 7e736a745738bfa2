"""The language of clingo: reading programs and queries, and writing theories."""
