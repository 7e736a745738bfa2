"""Public announcement logic (Plaza 1989), as a plug-in of rspc."""
