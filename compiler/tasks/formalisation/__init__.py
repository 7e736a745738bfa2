"""What the sentences say as a theory in symbols, whose meaning is compared."""

from .task import Formalisation, FormalisationKnobs

__all__ = ["Formalisation", "FormalisationKnobs"]
