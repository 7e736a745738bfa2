"""Facts, and rules that lead from them ever deeper, with questions of every depth."""
