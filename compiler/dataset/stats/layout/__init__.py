"""A dataset's figures as tables of text."""
