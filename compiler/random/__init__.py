"""Random streams and balance: the one source of chance."""
