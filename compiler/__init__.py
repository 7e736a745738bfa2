"""What a spec means: from its syntax tree to records, and the processing of records."""
