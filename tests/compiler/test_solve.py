"""Problems that are written out, solved."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc
from rspc.compiler.certify import certify
from rspc.compiler.contract import UNDECIDED, plugins
from rspc.dsl.diagnostics import Report

from .solved import CASES, FORMAT, TWEETY, faults, problem


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
