"""Comparing the scores of models on the same problems."""
