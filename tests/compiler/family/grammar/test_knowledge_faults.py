"""What is told of a `knowledge` item that lacks what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc
from rspc.compiler.contract import plugins

LOGIC = next(
    name
    for name in plugins.names(plugins.LOGICS)
    if "knowledge" in plugins.load(plugins.LOGICS, name).accepts
)
FACT = 'fact age(?x, days) say "The {{ x }} is {{ days }} days old."'
TEST = 'test "the {{ x }} is old" holds days > 500'


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (TEST, "knowledge `age` has no `fact`"),
        (FACT, "knowledge `age` has no `test`"),
        (f'fact old(days) say "{{{{ days }}}}"  {TEST}', "the fact does not mention `?x`"),
        (f'{FACT}  test "it is old" holds days > 500', "the condition does not say `{{ x }}`"),
    ],
)
def test_what_is_missing_is_told(parts: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "t.rspec"
    item = f"knowledge age(?x) {{ let days = 30..900  {parts} }}"
    path.write_text(f"family t\nlogic {LOGIC}\n{item}\ntheory {{ p. }}\nask entailment p\n")
    with pytest.raises(rspc.SpecError) as caught:
        rspc.load(path)
    assert ("E0424", message) in [(each.code, each.message) for each in caught.value.diagnostics]
