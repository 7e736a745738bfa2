"""Open answers: any solution is right, and a wrong one is told which requirement it violates."""
