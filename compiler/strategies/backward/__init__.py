"""Growing rules from a goal backwards."""
