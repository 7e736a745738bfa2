"""From parsed modules to a checked family, in the order in which things depend on each other."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from ...dsl import syntax
from ...dsl.diagnostics import Report, SpecError, did_you_mean
from ...dsl.edits import Help, insert_before
from ...dsl.parsing.places import name_span
from ...dsl.source import Span
from ..analysis.soundness import check_template
from ..contract import Logic, plugins
from ..contract.engine_set import Engines
from ..family import (
    Asked,
    Chosen,
    Env,
    Family,
    Grammar,
    Knowledge,
    NoValue,
    Parameter,
    Preset,
    RecordType,
    SlotTest,
    Undivided,
    build_chosen,
    build_knowledge,
    build_parameter,
    build_presets,
    build_record,
    build_test,
    check_in_lists,
    check_knobs,
    check_sort,
    check_symbols,
    declaration_places,
    read_record,
)
from ..ir import nodes as ir
from ..kinds import Kind, List, OneOf, Set, Type
from ..language import Language
from ..notation import StatementScope
from ..random.stream import Stream
from ..sources import Library, Module, Program, check_name, read_program
from ..text import Phrase
from .background import build_backgrounds, build_world
from .consequences import primary
from .context import Stage
from .features import check_features
from .fingerprints import family_hash, theory_hash
from .grammar import build_grammar, check_filling, functional, vocabulary_pool
from .knob_values import try_knobs
from .naming import build_language, build_naming, build_style
from .questions import (
    build_asks,
    build_measures,
    build_requirements,
    check_sharing,
    chosen_engines,
)
from .splits import check_splits, collect_splits, lists_of_words
from .symbols import Symbols, symbols
from .theory import build_growth, statement_scope, theory_settings
from .words import build_discourses, build_gatherings, build_grids, build_words

Made = TypeVar("Made")


def elaborate(
    library: Library,
    main: str,
    report: Report,
    rows: Mapping[str, Path],
    *,
    asking: bool = True,
) -> Family:
    """Return the family that a spec describes; with `asking` it has to ask something.

    Raises:
        SpecError: with every fault of the stage at which the spec failed, and of those before.
    """
    program = read_program(library, main, report)
    return _whole(_Elaboration(program, report, rows, asking).family, program, report)


def _whole(step: Callable[[], Made], program: Program, report: Report) -> Made:
    """Run a step and return what it makes; raise all errors that it finds, without those that follow from others."""
    try:
        made = step()
    except SpecError as error:
        report.extend(error.diagnostics)
        report.replace(primary(report, program))
        report.raise_errors()
        raise
    report.replace(primary(report, program))
    report.raise_errors()
    return made


def check_file(
    library: Library, main: str, report: Report, rows: Mapping[str, Path]
) -> tuple[Program | None, Family | None]:
    """Check a family, or a module as far as it goes without a logic.

    Return its files unless the main one cannot be read, and the family if it is one without an error.
    """
    program: Program | None = None
    try:
        program = read_program(library, main, report)
        header = program.main.header
        elaboration = _Elaboration(program, report, rows)
        if header is None or header.kind != "module":
            return program, _whole(elaboration.family, program, report)
        _whole(elaboration.module, program, report)
    except SpecError as error:
        report.extend(error.diagnostics)
    return program, None


class _Elaboration(Stage):
    """One pass over a program's items; each step reports, and later steps use what earlier ones found."""

    def __init__(
        self, program: Program, report: Report, rows: Mapping[str, Path], asking: bool = True
    ) -> None:
        super().__init__(program, report)
        self.rows = rows
        self.asking = asking

    # ------------------------------------------------------------------------------------------------ stages

    def module(self) -> None:
        """Check the declarations of a module."""
        self._presets(self._parameters())
        self.vocabularies.read_all()
        check_splits(self)
        build_language(self)
        self._choose_values()
        self._tests(self._record())

    def family(self) -> Family:
        header = self._header()
        logic = self._logic()
        if logic is None:
            self.module()
            raise SpecError(self.report)
        options = self._options(logic)
        parameters = self._parameters()
        presets = self._presets(parameters)
        self.vocabularies.read_all()
        check_splits(self)
        chosen, chosen_types = self._choose_values()
        language = build_language(self)
        record = self._record()
        if record is not None:
            record = record.spoken(language)
        tests = self._tests(record)
        knowledge = self._knowledge()
        scope = statement_scope(self, logic, record)
        grammar = build_grammar(self, scope)
        background, sayings = build_backgrounds(self, scope, grammar)
        growth = build_growth(self, scope, logic, grammar, background)
        world, closings = build_world(self, logic, grammar, scope)
        growth = replace(growth, world=world)
        check_features(self, logic, growth.lines, grammar, tests)
        check_filling(self, grammar, growth.lines)
        for production in grammar.productions.values():
            for option in production.options:
                if not self.report.has_error(option.span):
                    check_template(option.template, option.span, self.report)
        spans = self._names(record, tests)
        asks = build_asks(self, record, scope, logic, grammar, growth, self.asking)
        files = dict(self.program.library.contents())  # those read from here on hold words
        words = self._words(
            logic,
            record,
            tests,
            knowledge,
            asks,
            symbols(scope, growth.lines),
            scope,
            (*sayings, *closings),
            language,
        )
        naming = build_naming(self) if "facts" in logic.accepts else None
        requirements = build_requirements(self, logic, growth)
        measures = build_measures(self, logic, growth, asks)
        engines = chosen_engines(self, logic)
        theories, wording, own = "", frozenset[str](), ""
        if self.asking:  # a problem that is written out makes no records, which have these
            theories, wording = theory_hash(self.program, files)
            own = family_hash(self.program)
        family = Family(
            name=header.name,
            description=header.description,
            hash=own,
            theory_hash=theories,
            logic=logic,
            options=options,
            parameters=parameters,
            presets={preset.name: preset.values for preset in presets},
            chosen=chosen,
            chosen_types=chosen_types,
            record=record,
            tests=tests,
            knowledge=knowledge,
            undivided=Undivided(grammar),
            signature=_signature(record, grammar, functional(self)),
            growth=growth,
            naming=naming,
            asks=asks,
            requirements=requirements,
            measures=measures,
            engines=Engines(logic, engines, {} if record is None else record.kinds),
            words=words.by_default({name: each.default for name, each in parameters.items()}),
            library=self.program.library,
            main=self.program.main.key,
            wording=wording,
            splits=collect_splits(self),
            lists=lists_of_words(self),
            warnings=self.report.warnings,
            name_spans=spans,
        )
        try_knobs(family, presets, self.report)
        check_sharing(family, self.report)
        return family

    # ------------------------------------------------------------------------------------------ head of file

    def _names(self, record: RecordType | None, tests: Sequence[SlotTest]) -> Mapping[str, Span]:
        """Check how a reader sees names, and values that are listed. Return where each name is written."""
        spans: dict[str, Span] = {}
        for item, module in self.items(syntax.Sort) if record is None else ():
            pool = self.vocabularies.pool(module, item.name)
            if pool is not None:
                spans |= pool.spans
                check_sort(item.name, pool, item.span, self.report)
        for vocabulary, module in self.items(syntax.Vocabulary):
            pool = vocabulary_pool(self, vocabulary, module)
            spans |= pool.spans
            check_symbols(pool.name, pool, vocabulary.span, self.report)
        if record is not None:
            _check_listed_values(record, tests, self.report)
        return spans

    def _write_header(self) -> str:
        """Return the help for a file without a header: it is called as the file is, if that is a name."""
        spec = self.program.main.spec
        name = Path(self.program.main.key).stem
        if spec.unread or not spec.items or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            return "write `family my_family`"
        return Help(f"write `family {name}`", insert_before(f"family {name}\n", spec.span))

    def _header(self) -> syntax.Header:
        header = self.program.main.header
        if header is None:
            source = self.program.library.shown(self.program.main.key)
            self.report.add(
                "E0210",
                f"`{source}` does not begin with `family NAME`",
                self.whole(),
                help=self._write_header(),
            )
            if not self.program.main.spec.items and not self.program.main.spec.unread:
                raise SpecError(self.report)
            return syntax.Header("family", "")
        elif header.kind != "family":
            self.report.add(
                "E0210", f"`{header.name}` is a module, and cannot be compiled", header.span
            )
        else:
            check_name(header.name, self.report, header.span)
            return header
        raise SpecError(self.report)

    def _logic(self) -> Logic | None:
        """Return the family's logic, or the one whose name is nearest, so that the rest of the family is checked."""
        known = plugins.names("rspc.logics")
        item = self.one(
            syntax.Logic, "logic", f"write `logic NAME`; installed are {', '.join(known)}"
        )
        name = None if item is None else self.installed("rspc.logics", "logic", item.name, item)
        return plugins.make("rspc.logics", name) if name else None

    def _options(self, logic: Logic) -> tuple[tuple[str, str | bool | int], ...]:
        item = self.own(syntax.Logic)[0]
        owner, expressions = f"logic `{logic.name}`", self.expressions(self.program.main)
        settings = check_knobs(item.options, logic.options, owner, item.span, expressions)
        try:
            filled = settings.draw(Env(Stream("options"), {}))
        except SpecError as error:
            self.report.extend(error.diagnostics)
            return ()
        except NoValue:  # the error there was reported
            return ()
        values = {name: getattr(filled, name) for name in logic.options.__struct_fields__}
        own = {knob.name for knob in item.options.knobs} if item.options is not None else set()
        theirs = theory_settings(self, logic)
        return tuple(
            (name, theirs[name] if name in theirs and name not in own else value)
            for name, value in values.items()
        )

    def _parameters(self) -> dict[str, Parameter]:
        found: dict[str, Parameter] = {}
        homes: dict[str, Module] = {}
        for item, module in self.items(syntax.Param):
            if homes.setdefault(item.name, module) is not module:  # twice in one was reported
                self.report.add(
                    "E0202",
                    f"two modules declare a parameter `{item.name}`",
                    name_span(item.span, item.name),
                    help="rename one of them",
                )
            made = found[item.name] = build_parameter(item, self.expressions(module))
            if isinstance(made.low, int) and isinstance(made.high, int):
                self.vocabularies.domains[item.name] = (made.low, made.high)
            self.vocabularies.types[item.name] = self._parameter_type(found[item.name])
        return found

    def _parameter_type(self, parameter: Parameter) -> Type:
        if parameter.kind == "name" and parameter.members:
            return OneOf(parameter.name, tuple(str(member) for member in parameter.members))
        return parameter.type

    def _presets(self, parameters: Mapping[str, Parameter]) -> tuple[Preset, ...]:
        items = ((item, self.expressions(module)) for item, module in self.items(syntax.Preset))
        return build_presets(items, parameters, self.report)

    def _choose_values(self) -> tuple[tuple[Chosen, ...], dict[str, Type]]:
        found: list[Chosen] = []
        types: dict[str, Type] = {}
        for item, module in self.items(syntax.Choose):
            chosen, named = build_chosen(item, self.expressions(module))
            found.append(chosen)
            types |= named
            self.vocabularies.types.update(named)
        for style, module in self.items(syntax.Style):
            made = build_style(style, module, self)
            if made is not None:
                found.append(made[0])
                types |= made[1]
                self.vocabularies.types.update(made[1])
        return tuple(found), types

    # ---------------------------------------------------------------------------------------------- records

    def _record(self) -> RecordType | None:
        declared = list(self.items(syntax.Record))
        for name in self.rows:
            if name not in [item.name for item, _ in declared]:
                self.report.add(
                    "E0201",
                    f"the family has no record `{name}`",
                    help=did_you_mean(name, [item.name for item, _ in declared]),
                )
        if not declared:
            return None
        for number, (item, _) in enumerate(declared[1:]):
            which = "another" if number else "the second"
            self.report.add(
                "E0214",
                f"a family can declare only one record; this is {which}",
                name_span(item.span, item.name),
            )
        item, module = declared[0]
        try:
            return read_record(
                item,
                module,
                self.vocabularies.names(module),
                self.program.library,
                self.rows.get(item.name),
                self.report,
            )
        except SpecError as error:
            self.report.extend(error.diagnostics)
            names, places = self.vocabularies.names(module), declaration_places(module)
            return build_record(item, names, places, self.report, None)

    def _tests(self, record: RecordType | None) -> tuple[SlotTest, ...]:
        found: list[SlotTest] = []
        for item, module in self.items(syntax.Test):
            if record is None:
                self.report.add(
                    "E0201",
                    f"test `{item.name}` needs a record",
                    name_span(item.span, item.name),
                    help="declare one: `record NAME { … }`",
                )
                continue
            names = self.vocabularies.names(module)
            test = build_test(item, record, names, self.report)
            if test is not None:
                found.append(test)
        return tuple(found)

    def _knowledge(self) -> tuple[Knowledge, ...]:
        found: dict[str, Knowledge] = {}
        for item, module in self.items(syntax.Knowledge):
            if item.name in found:
                self.report.add(
                    "E0202",
                    f"knowledge `{item.name}` is declared twice",
                    name_span(item.span, item.name),
                    help="rename one of them",
                )
            made = build_knowledge(item, self.vocabularies.names(module), self.report)
            if made is not None:
                found[item.name] = made
        return tuple(found.values())

    def _words(
        self,
        logic: Logic,
        record: RecordType | None,
        tests: Sequence[SlotTest],
        knowledge: Sequence[Knowledge],
        asks: Sequence[Asked],
        named: Symbols,
        scope: StatementScope,
        sayings: Sequence[Phrase],
        language: Language,
    ) -> Any:
        own = [phrase for each in knowledge for phrase in each.phrases]
        own += [ask.phrase for ask in asks if ask.phrase is not None]
        gatherings, gathered = build_gatherings(self, scope, logic)
        own += [*sayings, *gathered]
        conditions = {
            module.key: tuple(self.guards(module))
            for module in self.program.modules
            if not module.always
        }
        words = build_words(
            self.program,
            self.vocabularies,
            logic,
            record,
            tests,
            own,
            named,
            scope,
            conditions,
            language,
        )
        return replace(
            words,
            discourses=build_discourses(self, logic),
            grids=build_grids(self, scope, logic),
            gatherings=gatherings,
        )


def _signature(
    record: RecordType | None, grammar: Grammar, functional: tuple[str, ...]
) -> ir.Signature:
    kinds: Mapping[str, Kind] = record.kinds if record is not None else {}
    values: dict[str, tuple[str, ...]] = {}
    for kind in kinds.values():
        one = kind if isinstance(kind, OneOf) else getattr(kind, "element", None)
        if isinstance(one, OneOf):
            values[one.label] = one.values
    return ir.Signature(
        tuple(grammar.predicates.items()),
        tuple((name, kind.name) for name, kind in kinds.items()),
        tuple(values.items()),
        functional,
    )


def _check_listed_values(record: RecordType, tests: Sequence[SlotTest], report: Report) -> None:
    """Warn of the values whose names make a list ambiguous, of the sorts that slots or tests list values of."""
    kinds = [*record.kinds.values(), *(kind for test in tests for kind in test.holes.values())]
    listed = [kind.element for kind in kinds if isinstance(kind, List | Set)]
    homes = {
        kind: slot.span
        for slot in reversed(record.slots)
        for kind in [slot.kind.element if isinstance(slot.kind, List | Set) else slot.kind]
    }
    for kind, span in homes.items():
        if isinstance(kind, OneOf) and kind in listed:
            for value, words in kind.said.items():
                check_in_lists(value, words, kind.label, span, report)
