"""The layouts of open answers: each prints answers and reads replies."""
