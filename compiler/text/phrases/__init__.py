"""Phrases: patterns of statements with their wording."""
