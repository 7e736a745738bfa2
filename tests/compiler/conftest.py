"""Ways to check a piece of a spec, or a whole one, without a file of the author's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family, load
from rspc.compiler.family.expressions.typed import Env, Names, Typed
from rspc.compiler.family.expressions.values import Expressions
from rspc.compiler.family.expressions.vocabulary import PoolValues, TableRows
from rspc.compiler.kinds import (
    Date,
    Duration,
    Integer,
    Kind,
    List,
    Money,
    OneOf,
    Percent,
    Set,
    Time,
)
from rspc.compiler.kinds.types import Type
from rspc.compiler.random.stream import Stream
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError
from rspc.dsl.parsing.parser import parse_expression
from rspc.dsl.source import Source

ANIMALS = ("dog", "cat", "owl", "fox", "bee")
PARTS = {"train": ("dog", "cat", "owl"), "test": ("fox", "bee")}
TOWN = OneOf("town", ("oslo", "rome", "paris"))
COLOUR = OneOf("colour", ("red", "green", "blue"))
SLOTS: Mapping[str, Kind] = {
    "pages": Integer(),
    "price": Money(),
    "share": Percent(),
    "start": Time(),
    "wait": Duration(),
    "day": Date(),
    "town": TOWN,
    "colour": COLOUR,
    "colours": Set(COLOUR),
    "stops": List(TOWN),
    "waits": List(Duration()),
}


class Checked:
    """A value expression under known names, what it turned out to be, and what was said of it."""

    def __init__(self, text: str, expected: Type | None, types: Mapping[str, Type]) -> None:
        pools = {"animals": PoolValues("animals", ANIMALS, PARTS), "none_left": PoolValues("x", ())}
        kinds = (OneOf("city", ("oslo", "rome")), Integer(), Money())
        rows = (("oslo", 7, 500), ("rome", 9, 250))
        tables = {"cities": TableRows("cities", ("city", "size", "fare"), kinds, rows)}
        self.report = Report()
        names = Names(types, pools.get, tables.get, {"price": Money()}, ("animals", "cities"))
        expression = parse_expression(Source("test", text))
        self.typed: Typed = Expressions(names, self.report).typed(expression, expected)

    @property
    def codes(self) -> list[str]:
        return [each.code for each in self.report]

    @property
    def only(self) -> Diagnostic:
        (found,) = self.report
        return found

    def draw(
        self, *key: str | int, values: Mapping[str, Any] | None = None, split: str = ""
    ) -> Any:
        assert not self.codes, list(self.report)
        env = Env(Stream(*(key or (0,))), dict(values or {}), {"price": [100, 250]}, split)
        return self.typed.draw(env)

    def draws(self, count: int, values: Mapping[str, Any] | None = None) -> list[Any]:
        return [self.draw("draws", number, values=values) for number in range(count)]


@pytest.fixture(scope="session")
def check() -> Callable[..., Checked]:
    """Return a function that checks an expression; keywords are the types of names."""

    def checked(text: str, expected: Type | None = None, **types: Type) -> Checked:
        return Checked(text, expected, types)

    return checked


@pytest.fixture(scope="session")
def slots() -> Mapping[str, Kind]:
    return SLOTS


BOOKS = """
param slots: int in 1..3 = 2
record book {
  pages: integer = 80..900
  cover: one of {hard: 0.4, soft: 0.6}
  price: money = round($4 + pages * $0.02, $1)
}
test cheap(?v) on price: price < ?v
  where ?v = round(1 of price, $1)
  say "the price must be below {{ v }}" else "the price must not be below {{ v }}"
test thick(?v) on pages: pages > ?v
  where ?v = round(1 of pages, 10)
  say "the book must have more than {{ v }} pages" else "the book must not have more than {{ v }} pages"
test bound(?c) on cover: cover == ?c
  where ?c = 1 of cover
  say "the cover must be {{ c }}" else "the cover must not be {{ c }}"
"""
GROWN = "theory product_of_sums { slots slots  minterms 2 }\n"
CHOICE = "ask choice { options 5  correct 1  from 40 of book }\n"
RECORD = "record book { pages: integer = 80..900 }\n"
PLAIN = f"{RECORD}theory {{ pages > 200. }}\n{CHOICE}"


class Specs:
    """Writes specs to a folder and loads them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    def load(self, text: str, logic: str = "constraint", **files: Any) -> Family:
        for name, content in files.items():
            self.write(f"{name}.rspec", content)
        path = self.write("main.rspec", f"family main\nlogic {logic}\n{text}")
        return load(path)

    def books(self, extra: str = "", theory: str = GROWN, ask: str = CHOICE) -> Family:
        return self.load(f"{BOOKS}{extra}{theory}{ask}")

    def refused(self, text: str, logic: str = "constraint", **files: Any) -> list[Diagnostic]:
        with pytest.raises(SpecError) as caught:
            self.load(text, logic, **files)
        return [each for each in caught.value.diagnostics if each.severity == "error"]

    def codes(self, text: str, logic: str = "constraint", **files: Any) -> list[str]:
        return [each.code for each in self.refused(text, logic, **files)]


@pytest.fixture
def specs(tmp_path: Path) -> Specs:
    return Specs(tmp_path)


@pytest.fixture(scope="session")
def books(tmp_path_factory: pytest.TempPathFactory) -> Family:
    """Return a small family over books."""
    return Specs(tmp_path_factory.mktemp("books")).books()
