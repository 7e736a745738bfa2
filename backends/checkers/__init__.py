"""Small checkers that accept or refuse a certificate without trusting the engine that made it."""
