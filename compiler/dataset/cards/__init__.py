"""What describes a dataset: to people, to the Hugging Face hub, and to programs."""
