"""The `.rspec` modules of the logic: `use pal.phrases`."""
