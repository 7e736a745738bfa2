"""Open answers: any solution is right, and the score of a wrong one names the requirement that it violates."""
