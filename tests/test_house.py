"""The rules of the house that a reader of the sources can check."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from rspc.compiler.contract import plugins
from rspc.dsl.diagnostics import codes, page

ROOT = Path(__file__).parent.parent
FOLDERS = (
    *("backends", "benchmarks", "cli", "compiler", "dsl", "integrations", "specs"),
    *("stdlib", "tools"),
)
CODE = re.compile(r"""["']([EW]0\d{3})["']""")


def sources() -> list[Path]:
    """Return every Python file outside the tests."""
    inside = [each for folder in FOLDERS for each in (ROOT / folder).rglob("*.py")]
    return sorted([*ROOT.glob("*.py"), *inside])


def raised() -> set[str]:
    return {code for each in sources() for code in CODE.findall(each.read_text())}


def test_no_python_names_a_family() -> None:
    families = sorted(each.stem for each in (ROOT / "specs").glob("*.rspec"))
    assert families
    named = re.compile(rf"\b({'|'.join(families)})s?\b", re.IGNORECASE)
    found = [
        f"{each.relative_to(ROOT)}: {match[0]}"
        for each in sources()
        for match in named.finditer(each.read_text())
    ]
    assert found == []


def test_only_a_logic_itself_says_its_name() -> None:
    names = set(plugins.names(plugins.LOGICS))
    assert names
    found = [
        f"{each.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for each in sources()
        if (ROOT / "compiler" / "logics") not in each.parents and each.parent.name not in names
        for node in ast.walk(ast.parse(each.read_text()))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert found == []


def test_strategies_and_tasks_draw_words_of_the_scene_alone() -> None:
    # What a family holds are the words of all splits, and those of a scene the words of its own.
    examples = (ROOT / "docs" / "examples").rglob("*.py")
    drawing = ("strategies", "tasks")
    inside = [each for part in drawing for each in (ROOT / "compiler" / part).rglob("*.py")]
    assert inside
    reaching = re.compile(r"\.(undivided|lists)\b|\.naming\.(lexicon|parts)\b")
    found = [str(each) for each in (*inside, *examples) if reaching.search(each.read_text())]
    assert found == []


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(raised()) == list(codes())


@pytest.mark.parametrize("code", codes())
def test_a_page_begins_with_its_code_and_title(code: str) -> None:
    text = page(code)
    assert text is not None
    first, second, *rest = text.splitlines()
    assert re.fullmatch(rf"# {code}: \S.*[^.]", first)
    assert second == ""
    assert rest


def test_every_code_is_tested() -> None:
    tests = "\n".join(
        each.read_text(errors="replace")
        for each in (ROOT / "tests").rglob("*")
        if each.suffix in {".py", ".rspec", ".txt", ".md"}
    )
    assert [code for code in codes() if code not in tests] == []


def test_modules_are_short_enough_to_read() -> None:
    long = {each: len(each.read_text().splitlines()) for each in sources()}
    assert {str(each): length for each, length in long.items() if length > 600} == {}


def packages() -> list[Path]:
    """Return the folders of the compiler, the backends and the language that hold modules."""
    roots = [ROOT / name for name in ("backends", "compiler", "dsl")]
    return sorted(each.parent for root in roots for each in root.rglob("__init__.py"))


def test_a_level_has_at_most_fifteen_modules() -> None:
    counts = {each: len([*each.glob("*.py")]) - 1 for each in packages()}
    assert {str(each): number for each, number in counts.items() if number > 15} == {}


AVOIDED = re.compile(
    r"\b(h[au]ngs? on|(bears?|bore|borne)( \w+){0,3} out|mend(s|ed|ing)?|anew|reckon(s|ed|ing)?|fenced?|fences"
    r"|parted by|lest|by turns|soonest|at the least|of its own accord|(is|are|was|were|be) told|remark(s|ed)? on)\b",
    re.IGNORECASE,
)
"""Words that make a reader stop; the plain ones are: depend on, confirm, fix, again, compute, time limit, separated by,
so that … not, alternately, earliest, at least, automatically, is reported, warn about."""

SPOKEN = {"compiler/replies/amounts.py", "backends/defeasible/metarules.py"}
"""Modules whose strings have words of others: what people say in replies, and comments of encodings."""

GENERATED = {"docs/families.md", "docs/classics.md", "docs/everyday.md"}
"""Pages whose tables have the words of specs."""


def prose(path: Path) -> str:
    """Return what people read of a file: all strings and comments of a module, and a page without its code."""
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(
        each.string for each in tokens if each.type in (tokenize.COMMENT, tokenize.STRING)
    )


def test_prose_has_the_usual_words() -> None:
    pages = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
        *(ROOT / "dsl" / "pages").glob("*.md"),
        *(ROOT / "editors").glob("*/README.md"),
    ]
    assert len(pages) > 200
    found = [
        f"{name}: {match[0]}"
        for path in (*sources(), *pages)
        if (name := path.relative_to(ROOT).as_posix()) not in SPOKEN | GENERATED
        for match in AVOIDED.finditer(prose(path))
    ]
    assert found == []


LATE = {
    "backends/asp/lp/format.py": "the name and suffix of a format are known without its reader",
    "backends/owl/format.py": "owlready2 takes half a second to import",
    "compiler/dataset/stats/guessing/gathering.py": "scikit-learn is an optional package",
    "dsl/parsing/lexer.py": "lark is imported when the first spec is read",
    "dsl/parsing/parser.py": "lark is imported when the first spec is read",
}
"""Modules with imports of our own inside functions, and why. Those of `cli` keep `rspc --help` quick."""


def test_modules_are_imported_at_the_top() -> None:
    late = {
        path.relative_to(ROOT).as_posix()
        for path in sources()
        if path.relative_to(ROOT).parts[0] in ("backends", "compiler", "dsl", "stdlib")
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and node.level
    }
    assert late == set(LATE)


def test_commands_print_by_what_escapes_what_is_not_seen() -> None:
    allowed = {"talk.py", "start.py", "memory.py", "app.py"}
    found = [
        f"{path.name}:{node.lineno}"
        for path in (ROOT / "cli").glob("*.py")
        if path.name not in allowed
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]
    assert found == []
