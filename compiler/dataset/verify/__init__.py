"""Checking a dataset again: certificates, records made again, and files."""
