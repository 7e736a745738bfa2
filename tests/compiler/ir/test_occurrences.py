"""What a node mentions is what a walk over it meets."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.occurrences import mentions
from rspc.compiler.ir.traversal import walk

from .building import statements


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(statements(True))
def test_what_is_mentioned_is_what_is_met(node: ir.Node) -> None:
    met = list(walk(node))
    found = mentions(node)
    variables = [each.name for each in met if isinstance(each, ir.Var)]
    atoms = [each for each in met if isinstance(each, ir.Atom) and isinstance(each.predicate, str)]
    values = [each for each in met if isinstance(each, ir.Const | ir.String | ir.Quantity)]
    assert found.kinds == {type(each) for each in met}
    assert found.variables == tuple(dict.fromkeys(each for each in variables if each != "_"))
    assert found.unnamed == variables.count("_")
    assert found.predicates == tuple(
        dict.fromkeys((str(each.predicate), len(each.arguments)) for each in atoms)
    )
    assert found.values == tuple(dict.fromkeys(values))
    assert found.defaults == any(isinstance(each, ir.Literal) and each.default for each in met)
