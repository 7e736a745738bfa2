"""Random streams and balance: the only source of randomness."""
