"""What a spec means: from its syntax tree to records, and what is done with records."""
