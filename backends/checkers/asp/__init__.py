"""Checking answer sets by their reduct, and that there are no others."""
