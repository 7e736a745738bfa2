"""Labels and their evidence: all engines of a family decide, and the certificate becomes a proof."""
