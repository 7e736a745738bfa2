"""Finding the answer in a reply in free text."""
