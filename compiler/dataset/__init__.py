"""Folders of records: writing, reading, verifying, measuring and scoring them."""
