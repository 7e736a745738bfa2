"""The text of a prompt: how its sentences are arranged, what it draws, and checks of what it prints."""

from .arrangement import Arrangement, arrange, join_passages
from .drawings import own_sentences, with_grids
from .gatherings import with_gatherings
from .prompt_check import PromptFault, prompt_faults, shown_beside, shown_examples
from .sentence_spans import Passage, prompt_spans

__all__ = [
    "Arrangement",
    "Passage",
    "PromptFault",
    "arrange",
    "join_passages",
    "own_sentences",
    "prompt_faults",
    "prompt_spans",
    "shown_beside",
    "shown_examples",
    "with_gatherings",
    "with_grids",
]
