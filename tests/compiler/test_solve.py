"""Problems that are written out, solved."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import rspc
from rspc.compiler.certify import certify
from rspc.compiler.contract import UNDECIDED, plugins
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError

CASES = Path(__file__).parents[1] / "cases" / "solved"
TWEETY = CASES / "tweety.rspec"
FORMAT = plugins.names(plugins.FORMATS)[0]


def faults(source: str | Path, **more: object) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        rspc.solve(source, **more)  # type: ignore[arg-type]
    return caught.value.diagnostics


def problem(theory: str, ask: str = "ask entailment p(a)") -> str:
    return f"family t\nlogic {LOGIC}\n{theory}\n{ask}\n"


LOGIC = plugins.load(plugins.FORMATS, FORMAT).logic


@pytest.mark.parametrize("path", sorted(CASES.glob("*.rspec")), ids=lambda path: path.stem)
def test_a_textbook_problem_has_the_answer_of_the_textbook(path: Path) -> None:
    label, _, query = path.read_text("utf-8").splitlines()[0].removeprefix("# ").partition(": ")
    answer = rspc.solve(path)
    assert (answer.label, answer.query) == (label, query)
    assert len(answer.engines) >= 2
    assert set(answer.engines.values()) == {label}
    assert answer.certificate["asked"] == query
    assert set(answer.encodings) < set(answer.engines)
    assert answer.proof
    given = {each["gives"] for each in answer.proof}
    opposite = query.removeprefix("-") if query.startswith("-") else f"-{query}"
    assert given >= ({query, opposite} if label == "unknown" else {query})


def test_a_proof_names_rules_facts_and_what_is_beaten() -> None:
    assert rspc.solve(TWEETY).proof == [
        {
            "uses": ["f1", "r3"],
            "from": [],
            "beats": ["r2"],
            "gives": "-flies(tweety)",
            "tag": "defeasibly",
            "text": "By rule r3 (penguin(X) => -flies(X)), -flies(tweety), since penguin(tweety). "
            "Against it speaks rule r2 (bird(X) => flies(X)). r3 > r2.",
        }
    ]


def test_a_proof_is_told_in_the_words_of_the_problem() -> None:
    answer = rspc.solve(CASES / "asleep.rspec")
    assert answer.proof is not None
    assert [each["text"] for each in answer.proof] == [
        "By rule r1 (A dog barks), Rex barks, since Rex is a dog. Against it speaks rule r2 "
        "(A dog that is asleep does not bark), but nothing says that Rex is asleep."
    ]


def test_both_attempts_are_told_where_neither_side_follows() -> None:
    answer = rspc.solve(CASES / "nixon.rspec")
    assert answer.proof is not None
    assert [each["text"].split(".")[0] for each in answer.proof] == [
        "It cannot be shown that pacifist(nixon)",
        "It cannot be shown that -pacifist(nixon)",
    ]
    assert all("is preferred over rule" in each["text"] for each in answer.proof)


def test_a_question_for_individuals_has_the_proof_of_each_answer() -> None:
    rules = "r1: bird(X) => flies(X).  r2: ill(Y) => grounded.  r3: bird(X), grounded => -flies(X)."
    text = f"theory {{ bird(jack).  bird(jill).  ill(rex).  {rules}  r3 > r1. }}"
    answer = rspc.solve(problem(text, 'ask value X : -flies(X) "Who does not fly?"'))
    assert answer.label == "jack,jill"
    assert answer.proof is not None
    told = [(each["gives"], each["from"]) for each in answer.proof]
    assert told == [
        ("grounded", []),
        ("-flies(jack)", [1]),
        ("grounded", []),
        ("-flies(jill)", [3]),
    ]


def test_an_option_takes_the_place_of_the_problems_own() -> None:
    both = CASES / "innocence.rspec"
    assert rspc.solve(both).label == "true"
    assert rspc.solve(both, options={"variant": "propagating"}).label == "unknown"
    assert rspc.solve(CASES / "doubt.rspec", options={"variant": "blocking"}).label == "true"


@pytest.mark.parametrize(
    ("options", "code", "help"),
    [
        ({"variant": "sideways"}, "E0411", "it takes one of blocking, "),
        ({"variant": 3}, "E0411", "it takes one of blocking, "),
        ({"varaint": "blocking"}, "E0412", "did you mean `variant`?"),
    ],
)
def test_a_bad_option_is_told(options: dict[str, object], code: str, help: str) -> None:
    (found,) = faults(TWEETY, options=options)
    assert found.code == code
    assert found.help.startswith(help)


def test_a_query_takes_the_place_of_the_question() -> None:
    answer = rspc.solve(TWEETY, query="bird(tweety)")
    assert (answer.label, answer.query) == ("true", "bird(tweety)")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("flys(tweety)", "E0205"),
        ("flies(tweety, today)", "E0306"),
        ("flies(X)", "E0426"),
        ("bird(tweety) => flies(tweety)", "E0421"),
        ("r3 > r2", "E0421"),
        ("not flies(tweety)", "E0312"),
        ("flies(1 + 2)", "E0312"),
        ("flies(", "E0105"),
        ("", "E0101"),
    ],
)
def test_a_bad_query_is_told(query: str, code: str) -> None:
    found = faults(TWEETY, query=query)
    assert code in [each.code for each in found]
    assert all(each.span.source.name == "query" for each in found)


@pytest.mark.parametrize(
    ("theory", "code", "line"),
    [
        ("theory {\n  p(a).\n  -p(a).\n}", "E0427", 5),
        ("theory {\n  p(a).\n  r1: p(X) => q(X, Y).\n}", "E0426", 5),
        (
            "theory {\n  p(a).\n  r1: p(X) => q.\n  r2: p(X) => -q.\n  r1 > r2.\n  r2 > r1.\n}",
            "E0428",
            8,
        ),
        ("theory {\n  p(a).\n  r1: p(X) => q.\n  r1 > r1.\n}", "E0428", 6),
        ("theory {\n  p(a).\n  r1: p(X) => q.\n  r1 > r7.\n}", "E0429", 6),
        ("theory {\n  p(a).\n  p(?x).\n}", "E0410", 5),
        ("fact f = q(a)\ntheory {\n  p(a).\n  2 of fact.\n}", "E0425", 6),
    ],
)
def test_a_fault_of_a_theory_is_told_at_its_line(theory: str, code: str, line: int) -> None:
    found = [each for each in faults(problem(theory)) if each.code == code]
    assert [each.span.source.place(each.span.start)[0] for each in found] == [line]


def test_a_preference_that_changes_nothing_is_warned_of() -> None:
    report = Report()
    text = problem("theory { p(a).  r1: p(X) => q(X).  r2: p(X) => s(X).  r1 > r2. }")
    assert rspc.solve(text, report=report).label == "true"
    assert [each.code for each in report] == ["W0430"]


def test_a_grown_theory_is_refused() -> None:
    strategy = plugins.names(plugins.STRATEGIES)[0]
    assert "E0425" in [each.code for each in faults(problem(f"theory {strategy} {{ depth 2 }}"))]


def test_a_question_is_needed() -> None:
    assert [each.code for each in faults(problem("theory { p(a). }", ""))] == ["E0425"]


def test_a_question_that_is_drawn_is_told_at_its_place() -> None:
    theory = "theory { p(a, b).  r1: p(X, Y) => q(X). }"
    text = problem(theory, "ask entailment q(a)\nask entailment")
    (found,) = faults(text)
    assert (found.code, found.span.source.place(found.span.start)[0]) == ("E0425", 5)
    text = problem(theory, 'ask value X : p(?x, X) "To what is {{ x }} p?"')
    (found,) = (each for each in faults(text) if each.code.startswith("E"))
    assert (found.code, found.span.source.place(found.span.start)[0]) == ("E0425", 4)


def test_of_several_questions_one_is_asked_for_at_a_time() -> None:
    text = problem("theory { p(a). }", "ask entailment p(a)\nask entailment -p(a)")
    assert [each.label for each in rspc.answers(text)] == ["true", "false"]
    assert rspc.solve(text).label == "true"
    (found,) = faults(problem("theory { p(a). }", "ask entailment p(a)\nask entailment q(a)"))
    assert found.code == "E0205"


def test_encodings_are_made_when_they_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    real = certify.encodings
    monkeypatch.setattr(
        "rspc.compiler.solve.encodings", lambda *given: made.append(given) or real(*given)
    )
    answer = rspc.solve(TWEETY)
    assert not made
    assert answer.encodings == answer.encodings
    assert len(made) == 1


def test_many_preferences_are_read_in_linear_time() -> None:
    count = 10_000
    rules = "".join(f"r{n}: => {'-' * (n % 2)}p{n // 2}\n" for n in range(count))
    chain = "".join(f"r{n + 1} > r{n}\n" for n in range(count - 1))
    found = faults(f"{rules}{chain}r0 > r{count - 1}\n", syntax=FORMAT, query="p0")
    (circle,) = (each for each in found if each.code == "E0428")
    assert len(circle.notes) == count - 1


def test_an_engine_that_is_not_done_leaves_the_label_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object) -> None:
        raise certify.Spent("an engine ran out of its budget")

    monkeypatch.setattr("rspc.compiler.solve.certify_all", spent)
    answer = rspc.solve(TWEETY)
    assert (answer.label, answer.proof, dict(answer.engines)) == (UNDECIDED, None, {})
    assert answer.encodings


# --------------------------------------------------------------------------------------------------- other formats

DFL = ">> penguin(tweety)\nr1: penguin(X) -> bird(X)\nr2: bird(X) => flies(X)\n"


def test_a_file_of_another_format_is_solved() -> None:
    answer = rspc.solve(CASES / "tweety.dfl", syntax=FORMAT, query="flies(tweety)")
    assert answer.label == "false"


def test_a_text_of_another_format_is_solved() -> None:
    assert rspc.solve(DFL, syntax=FORMAT, query="flies(tweety)").label == "true"


def test_another_format_asks_nothing() -> None:
    (found,) = faults(DFL, syntax=FORMAT)
    assert (found.code, "rspc solve FILE --query" in found.help) == ("E0425", True)


def test_a_problem_is_answered_in_the_notation_of_its_format() -> None:
    text = ">> Penguin\nr1: Penguin -> Bird\nr2: Bird => Flies\nr3: Penguin => -Flies\nr3 > r2\n"
    answer = rspc.solve(text, syntax=FORMAT, query="~Flies")
    assert (answer.query, answer.label) == ("-Flies", "true")
    assert answer.theory == (
        *("f1: >> Penguin", "r1: Penguin -> Bird", "r2: Bird => Flies"),
        *("r3: Penguin => -Flies", "r3 > r2"),
    )
    (step,) = answer.proof or ()
    assert step["gives"] == "-Flies"
    assert step["text"] == (
        "By rule r3 (Penguin => -Flies), -Flies, since Penguin. Against it speaks rule r2 (Bird => Flies). r3 > r2."
    )
    assert answer.certificate["asked"] == "-`Flies`"


def test_a_format_without_a_notation_is_answered_in_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, make = plugins.load(plugins.FORMATS, FORMAT), plugins.make
    parts = ("name", "suffix", "logic", "read", "settings", "write")
    bare = type("Bare", (), {part: vars(whole)[part] for part in parts})
    made = {plugins.FORMATS: lambda _: bare()}
    monkeypatch.setattr(
        plugins, "make", lambda group, name: made.get(group, partial(make, group))(name)
    )
    answer = rspc.solve(">> Penguin\n", syntax=FORMAT, query="-`Penguin`")
    assert (answer.query, answer.theory, answer.label) == (
        "-`Penguin`",
        ("f1 : `Penguin`",),
        "false",
    )
    (found,) = faults(">> Penguin\n", syntax=FORMAT, query="-Penguin")
    assert found.code.startswith("E")


def test_a_format_that_nobody_reads_is_told() -> None:
    (found,) = faults("p.", syntax="dlf")
    assert (found.code, found.help) == ("E0217", "did you mean `dfl`?")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert [each.code for each in faults(tmp_path / "no.dfl", syntax=FORMAT)] == ["E0120"]


def test_a_fault_of_a_file_is_told_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.dfl"
    path.write_text(f"{DFL}r3: bird(X => eats(X)\nr9 > r1\n")
    (found,) = faults(path, syntax=FORMAT, query="flies(tweety)")
    assert (found.code, found.span.source.name) == ("E0101", str(path))
    assert found.span.source.place(found.span.start)[0] == 4


def test_a_theory_is_read_from_a_file_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "birds.dfl").write_text(DFL)
    spec = tmp_path / "t.rspec"
    spec.write_text(problem('theory from "birds.dfl"', "ask entailment flies(tweety)"))
    assert rspc.solve(spec).label == "true"
    assert "birds.dfl" in rspc.load(spec).bundle()["files"]
    (tmp_path / "birds.dfl").write_text(f"{DFL}r3 > r2\n")
    (found,) = faults(spec)
    assert (found.code, found.span.text) == ("E0429", "r3 > r2")
    assert found.span.source.name == str(tmp_path / "birds.dfl")


def test_a_theory_is_embedded_and_its_faults_stand_in_the_spec() -> None:
    text = problem(f'{FORMAT} """\n{DFL}"""', "ask entailment flies(tweety)")
    assert rspc.solve(text).label == "true"
    (found,) = faults(text.replace("flies(X)", "flies(X, Y)"))
    assert (found.code, found.span.text) == ("E0426", "r2: bird(X) => flies(X, Y)")
    assert found.span.source.place(found.span.start) == (6, 1)


@pytest.mark.parametrize(
    ("theory", "help"),
    [
        ('theory from "t.df"', "did you mean"),
        ('theory from "t"', "those that are read: "),
        ('spindle """p."""', "those that are read: "),
    ],
)
def test_a_syntax_that_nobody_reads_is_told(theory: str, help: str) -> None:
    found = next(each for each in faults(problem(theory)) if each.code == "E0217")
    assert help in found.help or FORMAT in found.help


def test_a_theory_of_another_logic_is_told() -> None:
    other = next(each for each in plugins.names(plugins.LOGICS) if each != LOGIC)
    text = f'family t\nlogic {other}\ntheory from "t.dfl"\n'
    found = next(each for each in faults(text) if each.code == "E0217")
    assert found.help == f"write `logic {LOGIC}`"


def test_a_theory_lies_beside_its_spec(tmp_path: Path) -> None:
    spec = tmp_path / "t.rspec"
    spec.write_text(problem('theory from "../birds.dfl"'))
    assert "E0208" in [each.code for each in faults(spec)]
    spec.write_text(problem('theory from "birds.dfl"'))
    assert "E0601" in [each.code for each in faults(spec)]
    (tmp_path / "birds.dfl").mkdir()
    (found,) = (each for each in faults(spec) if each.code == "E0601")
    assert (found.message, found.help) == (
        f"`{tmp_path / 'birds.dfl'}` is a folder",
        "name a file in it",
    )
    assert found.span.text == 'theory from "birds.dfl"'


# ------------------------------------------------------------------------------------------------ indexed lines

STREETS = """family streets
logic asp
param size: int in 2..9 = 3
pool names = {ann, bob, cal}
table streets(here, there) = {(1, 2), (2, 3)}
sort node = 1..size
sort person = names
sort some_person = 2 of names
pred street(node, node)
pred node(node)
pred here(person)
pred guest(some_person)
pred reach(node)
choose line = 2 of names
fact one = here(?p)
fact one_guest = guest(?p)
fact numbered = node(?n)
background { node(1..?size). } known
theory { reach(1).  reach(X), street(X, Y) -> reach(Y).  %s }
ask entailment reach(3)
"""


@pytest.mark.parametrize(
    ("line", "statements"),
    [
        ("each ?n in 2..size: street(1, ?n).", ["street(1, 2)", "street(1, 3)"]),
        ("each (?a, ?b) in streets: street(?a, ?b).", ["street(1, 2)", "street(2, 3)"]),
        ("each (?a, ?b) in {(2, 3), (1, 2)}: street(?a, ?b).", ["street(2, 3)", "street(1, 2)"]),
        (
            "each (?a, ?b) in pairs(node): street(?a, ?b) when b == a + 1.",
            ["street(1, 2)", "street(2, 3)"],
        ),
        (
            "each (?a, ?b) in zip({1, 2}, 2..3): street(?a, ?b).",
            ["street(1, 2)", "street(2, 3)"],
        ),
        ("each of one.  street(1, ?size).", ["here(ann)", "here(bob)", "here(cal)", "street(1, 3)"]),
        (
            "each ?p in person: here(?p).  street(1, 3).",
            ["here(ann)", "here(bob)", "here(cal)", "street(1, 3)"],
        ),
    ],
)  # fmt: skip
def test_indexed_lines_are_expanded(line: str, statements: list[str]) -> None:
    text = (STREETS % line).replace("choose line = 2 of names\n", "")
    found = rspc.solve(text)
    assert found.label == "true"
    assert [each.partition(": ")[2] for each in found.theory if each[0] == "f"][1:] == statements


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("each (?a, ?b) in path(node): street(?a, ?b).", "elements of this line are random"),
        ("each (?a, ?b) in graph(node, 3): street(?a, ?b).", "elements of this line are random"),
        ("each ?n in 2 of node: street(1, ?n).", "elements of this line are random"),
        ("each ?p in line: here(?p).", "elements of this line are random"),
        ("each ?p in some_person: guest(?p).", "elements of this line are random"),
        ("each of one_guest.", "part of this one is random"),
        ("each of numbered.", "part of this one is random"),
        ("each ?n in node: street(?n, ?m).", "part of this one is random"),
        ("2 of one.", "part of this one is random"),
    ],
)
def test_what_is_drawn_is_not_solved(line: str, message: str) -> None:
    found = faults(STREETS % line)
    assert [each.code for each in found] == ["E0425"]
    assert message in found[0].message


def test_an_error_of_a_repeated_line_is_at_the_line() -> None:
    theory = "each ?n in 1..2: street(?n, 3).\n  each ?n in 2..3: reach(X), Y == X * 2000000000 + ?n -> reach(Y)."
    (found,) = faults((STREETS % theory).replace("choose line = 2 of names\n", ""))
    assert found.code == "E0436"
    assert found.span.text.startswith("each ?n in 2..3: reach(X)")


SEATS = """family seats
logic asp %s
sort guest = {ann, bob, cal}
sort seat = 1..3
pred guest(guest)
pred seat(seat)
pred sits(guest, seat)
theory {
  each ?g in guest: guest(?g).
  seat(1..3).
  seat(S) -> 1 { sits(G, S) : guest(G) } 1.
  sits(G, S), sits(G, T), S != T -> false.
  %s
}
ask solution { sits(G, S) } %s
"""


def test_solutions_have_the_form_of_the_question() -> None:
    found = rspc.solve(
        SEATS % ("", "not sits(ann, 1) -> false.", '{ order S } "Who?" as "{{ G }}"')
    )
    assert found.solutions is not None
    assert sorted(found.solutions) == ["ann\nbob\ncal", "ann\ncal\nbob"]
    assert found.complete
    assert found.answer_sets is not None
    assert {len(each) for each in found.answer_sets} == {3}
    found = rspc.solve(SEATS % ("", "not sits(ann, 1), 1 < 2 -> false.", "{ form pairs }"))
    assert found.solutions is not None
    assert sorted(found.solutions[0].splitlines())[0] == "ann = 1"


def test_some_of_many_solutions_and_none_of_no_solutions() -> None:
    found = rspc.solve(SEATS % ("{ most 4 }", "", "{ form pairs }"))
    assert found.solutions is not None
    assert len(found.solutions) == 4
    assert not found.complete
    none = rspc.solve(
        SEATS % ("", "sits(ann, 1) -> false.  not sits(ann, 1) -> false.", "{ form pairs }")
    )
    assert none.solutions == none.answer_sets == ()
    assert none.label == "inconsistent"


CLOSED = """family t
logic defeasible { variant %s }
sort item = {a, b, c}
pred q(item)
pred s(item)
pred p(item)
theory { q(a). s(a). r1: q(X) => p(X). %s }
world closed %s
ask entailment p(a)
"""


@pytest.mark.parametrize(
    ("variant", "rules", "world", "said"),
    [
        ("blocking", "", "", "{closed}. Rule r1 is preferred."),
        ("propagating", "", "", "{closed}. Rule r1 is preferred."),
        ("parallel", "", "", "{closed}. Rule r1 is preferred."),
        ("blocking", "", "known", "rule k3 (=> -p(X1)). r1 > k3."),
        (
            "blocking",
            "r2: s(X) => -p(X). r1 > r2.",
            "",
            "Rule r1 is preferred over rule r2. Against it speaks {closed}. Rule r1 is preferred.",
        ),
        (
            "blocking_individual",
            "r2: s(X) => -p(X).",
            "",
            "{closed} would give it, but rule r1 speaks against it. Rule r1 is preferred.",
        ),
    ],
)
def test_a_preference_over_what_closes_the_world_is_said(
    variant: str, rules: str, world: str, said: str
) -> None:
    world = world or 'say "Else nothing is so."'
    steps = rspc.solve(CLOSED % (variant, rules, world)).proof
    text = " ".join(step["text"] for step in steps or ())
    closed = "“Else nothing is so”"
    assert text.endswith(said.format(closed=closed))
    assert text.count(closed) == said.count("{closed}")


@pytest.mark.parametrize(
    ("lines", "background", "said"),
    [
        ("", "r1: q(X) => p(X). r2: s(X) => -p(X). r2 > r1.", ""),
        ("r1: q(X) => p(X).", "r2: s(X) => -p(X). r2 > r1.", "“Yes” is preferred."),
        ("r2: s(X) => -p(X).", "r1: q(X) => p(X). r2 > r1.", "Rule r2 is preferred."),
        ("r1: q(X) => p(X). r2: s(X) => -p(X).", "r2 > r1.", "“Yes”."),
    ],
)
def test_a_preference_in_a_background_is_said(lines: str, background: str, said: str) -> None:
    text = f"""family t
logic defeasible
sort item = {{a, b}}
pred q(item)
pred s(item)
pred p(item)
theory {{ q(a). s(a). {lines} }}
background {{ {background} }} say "Yes."
ask entailment p(a)
"""
    (step,) = rspc.solve(text).proof or ()
    both = "The sentence says which of the two is preferred."
    assert step["text"].endswith(f". {said}" if said else both)
