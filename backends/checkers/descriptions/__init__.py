"""Certificates of the checkers, in sentences for readers of a record."""
