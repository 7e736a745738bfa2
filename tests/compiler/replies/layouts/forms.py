"""Layouts of each form, and answers in them."""

from rspc.compiler.replies import Field, Layout, Part

LANDS = Field(
    "land", ("Avania", "Bel Mar", "corvia", "the Reef"), ("avania", "bel_mar", "corvia", "reef")
)
COLOURS = Field("colour", ("red", "green", "dark blue"), ("red", "green", "dark_blue"))
HOUSES = Field("house", ("1", "2", "3"))
STEPS = Field("step", ("1", "2", "3", "4"))
PRICE = Field("price", kind="money")
SIDES = Field(
    "side", ("fries", "rice", "green beans"), ("fries", "rice", "`green beans`"), many=True
)
PAIRED = Layout("pairs", (Part((LANDS, COLOURS), pieces=("", " = ", ""), places=(0, 1)),))
MOVES = Layout(
    "lines", (Part((LANDS, LANDS, STEPS), pieces=("", " onto ", ""), places=(0, 1)),), order=2
)
ONE_GRID = Layout(
    "grid", (Part((HOUSES, STEPS, COLOURS), row=0, column=1, cell=2),), corner="house", whole=True
)
SQUARE = Layout(
    "grid",
    (
        Part(
            (HOUSES, Field("column", ("1", "2", "3")), Field("digit", ("1", "2", "3"))),
            row=0,
            column=1,
            cell=2,
        ),
    ),
    corner="row",
    whole=True,
)
GRID = Layout(
    "grid",
    (
        Part((LANDS, HOUSES), title="land", row=1, cell=0),
        Part((COLOURS, HOUSES), title="colour", row=1, cell=0),
    ),
    corner="house",
    whole=True,
)
OBJECT = Layout("json", (Part((LANDS, COLOURS)),))
OBJECTS = Layout("json", (Part((LANDS, COLOURS), "first"), Part((HOUSES,), "second")))
SLOTS = Layout(
    "pairs",
    (
        Part((PRICE,), "price", ("price = ", ""), (0,)),
        Part((SIDES,), "sides", ("sides = ", ""), (0,)),
        Part((COLOURS,), "colour", ("colour = ", ""), (0,)),
    ),
    whole=True,
)
RIGHT = {
    (0, ("avania", "1")),
    (1, ("red", "1")),
    (0, ("bel_mar", "2")),
    (1, ("green", "2")),
    (0, ("reef", "3")),
    (1, ("dark_blue", "3")),
}
TURNS = Layout("lines", (Part((LANDS, STEPS), pieces=("", ""), places=(0,)),), order=1)
"""Lines that are values alone, in the order of steps."""


VISITED = ((0, ("reef", "1")), (0, ("avania", "2")), (0, ("corvia", "3")))
VISITS = "the Reef\nAvania\ncorvia"
BOTH = {(0, ("avania", "red")), (0, ("bel_mar", "green"))}
