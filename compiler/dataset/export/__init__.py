"""Datasets in the form that harnesses and trainers read."""
