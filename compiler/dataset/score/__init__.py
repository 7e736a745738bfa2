"""Scoring a file of replies."""
