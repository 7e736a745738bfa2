"""Reward functions for trainers: `trl`, `compute_score` of verl, and `openrlhf`, for the answer alone.

`Reward(form=0.1, proof=0.2)` has the same functions as methods, with parts for the form of the reply and for its proof.
"""

from .compiler.dataset.score.reward import Reward

_ANSWER = Reward()

trl = _ANSWER.trl
compute_score = _ANSWER.compute_score
openrlhf = _ANSWER.openrlhf

__all__ = ["Reward", "compute_score", "openrlhf", "trl"]
