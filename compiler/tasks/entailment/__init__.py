"""Does a statement follow from the theory, does its opposite, or neither?"""
