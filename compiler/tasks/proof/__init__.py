"""Why does a statement follow? The answer is a proof, each step of which is judged."""

from .task import Proof

__all__ = ["Proof"]
