"""Properties of a theory: safe, stratified, tight; its canonical form; its conflict sets."""
