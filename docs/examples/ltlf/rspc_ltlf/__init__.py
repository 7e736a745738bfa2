"""Linear temporal logic over finite traces (De Giacomo and Vardi, IJCAI 2013), as a plug-in of rspc."""
