"""Tables of rows: CSV, JSON lines and Parquet."""
