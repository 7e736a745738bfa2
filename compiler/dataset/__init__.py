"""Folders of records: making, reading, verifying, describing and scoring them."""
