"""Reading a sentence back as the statements that it can mean."""
