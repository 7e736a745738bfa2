"""Making many instances: plans, sweeps, batches, worker processes, and runs that go on."""
