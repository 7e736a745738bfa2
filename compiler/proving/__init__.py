"""What `rspc check --prove` proves: exact tests, and sentences that read back as one statement."""
