"""English: phrases for statements, reading sentences back, and documents."""
