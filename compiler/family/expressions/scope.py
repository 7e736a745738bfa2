"""What the names of one module mean: pools, tables, sorts, parameters, chosen values."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Report, SpecError, did_you_mean, meant
from ...kinds import Type
from ...sources import Declared, Module, Program
from .typed import Names
from .vocabulary import PoolValues, TableRows, read_pool, read_table


class Vocabularies:
    """The pools and tables of a program, each read once."""

    def __init__(self, program: Program, report: Report) -> None:
        self.program = program
        self.report = report
        self._pools: dict[int, PoolValues | None] = {}
        self._tables: dict[int, TableRows] = {}
        self.types: dict[str, Type] = {}
        self.domains: dict[str, tuple[float, float]] = {}

    def names(self, module: Module) -> Names:
        """Return the meanings of the names that can be seen in a module."""
        return Names(
            self.types,
            lambda name: self.pool(module, name),
            lambda name: self.table(module, name),
            known=tuple(module.names),
            chosen=frozenset(
                name
                for name, declared in module.names.items()
                if isinstance(declared.item, syntax.Choose)
            ),
            interval=lambda name: self._interval(module, name),
            domains=self.domains,
        )

    def _interval(self, module: Module, name: str) -> syntax.Infix | None:
        """Return the range of a sort of whole numbers by its name in a module."""
        declared = module.names.get(name)
        match declared.item if declared is not None else None:
            case syntax.Sort(value=syntax.Infix(operator="..") as interval):
                return interval
        return None

    def pool(self, module: Module, name: str) -> PoolValues | None:
        """Return a pool, or the pool of a sort, by its name in a module."""
        declared = module.names.get(name)
        if declared is None or not isinstance(declared.item, syntax.Pool | syntax.Sort):
            return None
        key = id(declared.item)
        if key not in self._pools:
            self._pools[key] = None
            self._pools[key] = self._read_pool(declared)
        found = self._pools[key]
        if found is None or not declared.split:
            return found
        part = found.of(declared.split)
        narrowed = PoolValues(f"{found.name}.{declared.split}", part, {}, found.spans)
        self._check_part("pool", narrowed.name, found.values, narrowed.values, declared.item)
        return narrowed

    def _check_part(
        self, what: str, name: str, whole: Sequence[Any], part: Sequence[Any], at: syntax.Node
    ) -> None:
        """Report a part of a split that holds nothing, so that whatever is empty was complained about."""
        if whole and not part:
            self.report.add(
                "E0604",
                f"{what} `{name}` is empty",
                at.span,
                help="give the split a larger share, or add members",
            )

    def _read_pool(self, declared: Declared) -> PoolValues:
        """Return the members of a pool or sort: nothing if an error in it was reported."""
        item, module = declared.item, declared.module
        assert isinstance(item, syntax.Pool | syntax.Sort)
        try:
            if isinstance(item, syntax.Pool):
                return read_pool(
                    item,
                    module.key,
                    self.program.library,
                    lambda name: self.pool(module, name),
                    self.report,
                )
            return self._read_sort(item, module)
        except SpecError as error:
            self.report.extend(error.diagnostics)
            return PoolValues(item.name, ())

    def _read_sort(self, item: syntax.Sort, module: Module) -> PoolValues:
        if isinstance(item.value, syntax.Braces):
            written = self.written(module, item.name, item.value)
            return replace(written, kept=item.split)
        match item.value:
            case syntax.Infix(operator=".."):
                return PoolValues(item.name, ())
            case syntax.Infix(operator="of", right=value):
                pass
            case syntax.Name(text=text) if (drawn := self.chosen_from(module, text)) is not None:
                value = drawn
                if isinstance(drawn, syntax.Name) and self._interval(module, drawn.text):
                    self.report.add(
                        "E0605",
                        f"the list `{text}` contains numbers, but a sort of a list contains words",
                        item.value.span,
                        help=f"write `{drawn.text}` for the sort of arguments, and `each ?x in {text}: …`",
                    )
                    return PoolValues(item.name, ())
            case value:
                pass
        parts = value.parts if isinstance(value, syntax.Dotted) else ()
        name = (
            parts[0] if parts else value.text if isinstance(value, syntax.Name) else value.span.text
        )
        pool = self.pool(module, name)
        if pool is None:
            known = [n for n, d in module.names.items() if isinstance(d.item, syntax.Pool)]
            self.report.add(
                "E0201", f"there is no pool `{name}`", value.span, help=meant(name, known)
            )
            return PoolValues(item.name, ())
        if parts and parts[1] not in pool.parts:
            self.report.add(
                "E0203",
                f"pool `{name}` has no split `{parts[1]}`",
                value.span,
                help=did_you_mean(parts[1], pool.parts),
            )
        values = pool.of(parts[1]) if parts else pool.values
        self._check_part("sort", item.name, pool.values, values, item)
        divided = {} if parts else pool.parts
        return PoolValues(item.name, values, divided, pool.spans, kept=item.split)

    def chosen_from(self, module: Module, name: str) -> syntax.Expr | None:
        """Return the pool of a list that is chosen, as in `choose chain = 4 of names`; None for any other name."""
        declared = module.names.get(name)
        match declared.item if declared is not None else None:
            case syntax.Choose(
                names=(_,),
                value=syntax.Infix(operator="of", right=syntax.Name() | syntax.Dotted() as pool),
            ):
                return pool
        return None

    def written(self, module: Module, name: str, words: syntax.Braces) -> PoolValues:
        """Return the words that are written out where a pool could be named; `name` is what they belong to."""
        as_pool = syntax.Pool(name, words, span=words.span)
        return read_pool(as_pool, module.key, self.program.library, lambda _: None, self.report)

    def table(self, module: Module, name: str) -> TableRows | None:
        declared = module.names.get(name)
        if declared is None or not isinstance(declared.item, syntax.Table):
            return None
        key = id(declared.item)
        if key not in self._tables:
            try:
                self._tables[key] = read_table(
                    declared.item,
                    declared.module.key,
                    self.program.library,
                    lambda name: self.pool(declared.module, name),
                    self.report,
                )
            except SpecError as error:
                self.report.extend(error.diagnostics)
                self._tables[key] = TableRows(declared.item.name, declared.item.columns, (), ())
        found = self._tables[key]
        if not declared.split:
            return found
        narrowed = found.narrowed(declared.split)
        name = f"{found.name}.{declared.split}"
        self._check_part("table", name, found.rows, narrowed.rows, declared.item)
        return narrowed

    def read_all(self) -> None:
        """Read every pool and table, so that errors in all of them are reported."""
        for module in self.program.modules:
            for name in module.own:
                self.pool(module, name)
                self.table(module, name)
