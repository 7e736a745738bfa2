"""The engines that verify a family, loaded once each."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..ir import Query, Theory, over_rows
from ..kinds import Kind
from . import plugins
from .abilities import Bulk, Labeller
from .engines import LIMITS, Backend, Checker, Encoding, Limits, Verdict
from .logics import Logic


@dataclass(frozen=True)
class Engines:
    """The backends and checkers of a family, in the order of its `verify`, and the explorer of its logic.

    Attributes:
        logic: the logic whose theories they decide.
        names: the plug-ins that decide every label.
        kinds: the kinds of the slots of the family's record.
    """

    logic: Logic
    names: tuple[str, ...]
    kinds: Mapping[str, Kind]

    @cached_property
    def backends(self) -> Mapping[str, Backend]:
        """Those that search, by name."""
        known = plugins.names(plugins.BACKENDS)
        return {name: plugins.make(plugins.BACKENDS, name) for name in self.names if name in known}

    @cached_property
    def checkers(self) -> Mapping[str, Checker]:
        """Those that check certificates, by name."""
        others = (name for name in self.names if name not in self.backends)
        return {other: plugins.make(plugins.CHECKERS, other) for other in others}

    @cached_property
    def explorer(self) -> Backend:
        """The backend that the logic explores with."""
        backend: Backend = plugins.make(plugins.BACKENDS, self.logic.explores)
        return backend

    @cached_property
    def labeller(self) -> Labeller | None:
        """The explorer, if it can give a label without a certificate."""
        return self.explorer if isinstance(self.explorer, Labeller) else None

    @property
    def carrier(self) -> str:
        """The engine whose certificate a record carries: the last checker, or else the first engine."""
        return [*self.names[:1], *self.checkers][-1]

    @cached_property
    def bulk(self) -> Mapping[str, Bulk]:
        """The backends that are quicker at many problems at once; none if one of them is the carrier."""
        able = {name: each for name, each in self.backends.items() if isinstance(each, Bulk)}
        return {} if self.carrier in able else able

    def __getitem__(self, name: str) -> Backend | Checker:
        return self.checkers[name] if name in self.checkers else self.backends[name]

    def decide(self, name: str, theory: Theory, query: Query, limits: Limits = LIMITS) -> Verdict:
        """Return the verdict of one engine; the certificate of a checker is the one that it would accept."""
        query = over_rows(query)
        if name in self.checkers:
            return self.checkers[name].derive(theory, query, self.kinds, limits)
        return self.backends[name].decide(theory, query, self.kinds, limits)

    def explore(self, theory: Theory, query: Query) -> Verdict:
        """Return the verdict of the explorer."""
        return self.explorer.decide(theory, query, self.kinds, LIMITS)

    def encode(self, theory: Theory, query: Query) -> dict[str, Encoding]:
        """Return the problem in the format of each backend."""
        query = over_rows(query)
        return {n: each.encode(theory, query, self.kinds) for n, each in self.backends.items()}


def undecided(name: str, logic: Logic) -> str:
    """Return why an engine cannot decide the theories of a logic; an empty text if it can.

    It must decide all that the logic's own engine does.
    """
    kind, own = _load(name), _load(logic.establishes)
    lacking = sorted(own.decides.intersection(logic.accepts) - kind.decides)
    if not lacking:
        return ""
    lacks = lacking[0].replace("_", " ")
    return f"engine `{name}` cannot decide logic `{logic.name}`: it lacks {lacks}"


def _load(name: str) -> type[Backend] | type[Checker]:
    group = plugins.BACKENDS if name in plugins.names(plugins.BACKENDS) else plugins.CHECKERS
    kind: type[Backend] | type[Checker] = plugins.load(group, name)
    return kind
