"""The studio: specs and datasets in a browser, on a server of one's own machine.

`serving` runs the server and `guard` keeps others out; `frame` is what all pages share. `author` is the page of a spec,
`browse` the page of a dataset.
"""
