"""The `.rspec` language and nothing else: text to syntax tree and back, with spans and diagnostics."""
