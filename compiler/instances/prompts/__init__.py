"""The text of a prompt: how its sentences are arranged, what it draws, and checks of what it prints."""

from .arrangement import Arrangement, arrange, join_passages
from .drawings import drawn_sentences, with_grids
from .prompt_check import PromptFault, prompt_faults, shown_beside, shown_examples

__all__ = [
    "Arrangement",
    "PromptFault",
    "arrange",
    "drawn_sentences",
    "join_passages",
    "prompt_faults",
    "shown_beside",
    "shown_examples",
    "with_grids",
]
