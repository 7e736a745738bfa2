"""What a theory is by itself: safe, stratified, tight; its canonical form; conflict sets written out."""
