"""What is asked of a theory, and how an answer is scored."""
