"""Programs for clingo: what is read of them, and what is told of those that cannot be."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import rspc
from rspc.backends.asp.lp.format import Lp
from rspc.compiler.logics.dfl import Dfl
from rspc.dsl.diagnostics import Diagnostic, SpecError, render
from rspc.dsl.printing.printer import print_statement
from rspc.dsl.source import Source

FORMAT = Lp()


def read(text: str) -> list[str]:
    return [print_statement(each) for each in FORMAT.read(Source("t.lp", text))]


def faults(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        FORMAT.read(Source("t.lp", text))
    return caught.value.diagnostics


def told(text: str) -> list[tuple[str, tuple[int, int], str]]:
    return [
        (each.code, each.span.source.place(each.span.start), each.message) for each in faults(text)
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("p.", ["p"]),
        ("- p(a).", ["-p(a)"]),
        ('p("a b", a, -3, X0) :- q(X0).', ['q(X0) -> p("a b", a, -3, X0)']),
        (":- p, not -q.", ["p, not -q -> false"]),
        ("a | b ; c.", ["-> (a | b | c)"]),
        ("a v b v v :- v.", ["v -> (a | b | v)"]),
        ("1 {a; b : c, d} 2.", ["-> 1 { a; b: c, d } 2"]),
        ("{a} = 1.", ["-> 1 { a } 1"]),
        ("{a} |X| :- n(X).", ["n(X) -> { a } (abs(X))"]),
        (":~ not |X| > 2, p(X). [1]", ["minimize { 1: not abs(X) > 2, p(X) }"]),
        ("not |X| > 2 :- p(X).", ["p(X), abs(X) > 2 -> false"]),
        ("p :- #inf < #max { 1 }.", ["`#inf` < max { 1 } -> p"]),
        ("N < {a} < M+1 :- n(N,M).", ["n(N, M) -> (N + 1) { a } (M + 1 - 1)"]),
        ("p(1..3).", ["p(1..3)"]),
        ("p(a;b).", ["p(a)", "p(b)"]),
        ("p(X) :- X = 7 \\ 2 ** 3.", ["X == 7 mod 2 ** 3 -> p(X)"]),
        ("p :- #sum+ { W,X : q(W,X) } > 2.", ["sum { W, X : q(W, X), W > 0 } > 2 -> p"]),
        ("p :- 2 < #count { X : q(X) }.", ["2 < count { X : q(X) } -> p"]),
        ("p :- #count { : q } > 0.", ["count { (): q } > 0 -> p"]),
        ("p :- #false : q(X).", ["sum { -1, X : q(X) } >= 0 -> p"]),
        ("{ p : #true; q : #false; r : s, #true }.", ["-> { p; r: s }"]),
        ("p :- #max { : q; 1 : r } > 0.", ["max { `#inf`: q; 1: r } > 0 -> p"]),
        ("p((), (a,), -(1,2)).", ["p((), (a,), -(1, 2))"]),
        (
            "p :- 1 { q(_, Any1) } 1, r(Any1).",
            [
                "1 <= count { 0, q(_Any1, Any1) : q(_Any1, Any1) }, "
                "count { 0, q(_Any1, Any1) : q(_Any1, Any1) } <= 1, r(Any1) -> p"
            ],
        ),
        ("p :- #count { X : q(X) } > 2.", ["count { X : q(X) } > 2 -> p"]),
        ("p :- 1 < X < 3, q(X).", ["1 < X, X < 3, q(X) -> p"]),
        ("p(|X-1|) :- q(X).", ["q(X) -> p(abs(X - 1))"]),
        ("p :- not not q.", ["not not q -> p"]),
        ("p :- q : r.", ["sum { 1: r, q; -1 : r } >= 0 -> p"]),
        ("#minimize { 2@1,x : p; 3 : q }.", ["minimize { 2@1, x: p; 3: q }"]),
        ("#maximize { X : p(X) }.", ["maximize { X : p(X) }"]),
        (":~ p(X). [X@2, X]", ["minimize { X@2, X : p(X) }"]),
        ("#const n = 4. p(n). q(n+1).", ["p(4)", "q(4 + 1)"]),
        ("#defined q/1. #show p/1. p(a).", ["p(a)"]),
        ('P0("Ann") :- - P1(X), not -P2(X).', ['-`P1`(X), not -`P2`(X) -> `P0`("Ann")']),
        (
            "P26. Q :- P26, not - P27. {R; S : T}.",
            ["`P26`", "`P26`, not -`P27` -> `Q`", "-> { `R`; `S`: `T` }"],
        ),
        (
            "p :- X = |Y|, #count { Y : Q, r(Y) } = X.",
            ["X == abs(Y), count { Y : `Q`, r(Y) } == X -> p"],
        ),
        ("p(X;Y) :- q(X, Y).", ["q(X, Y) -> p(X)", "q(X, Y) -> p(Y)"]),
        ("p. % a comment\n%* and\n another %* inner *% *% q.", ["p", "q"]),
        ("#show p/0.\n#program base.\np.", ["p"]),
        ("p :- q, _ = 1..2.", ["q, _ == 1..2 -> p"]),
    ],
)
def test_a_program_is_read(text: str, shown: list[str]) -> None:
    assert read(text) == shown


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('#include "x.lp".', (1, 1), "`#include` of clingo is not supported"),
        ("p.\n #script (python) p = '.' #end.", (2, 2), "`#script` of clingo is not supported"),
        ("#program step(t).", (1, 1), "`#program` of clingo is not supported"),
        ("#external p.  [true] q.", (1, 1), "`#external` of clingo is not supported"),
        ("#theory t { }.", (1, 1), "`#theory` of clingo is not supported"),
        ("#heuristic p. [1,true]", (1, 1), "`#heuristic` of clingo is not supported"),
        ("#edge (a,b).", (1, 1), "`#edge` of clingo is not supported"),
        ("#project p/1.", (1, 1), "`#project` of clingo is not supported"),
        ("#show X : p(X).", (1, 1), "`#show` of a term is not supported"),
        ("p.\np(@f(1)).", (2, 1), "`@f` of clingo is not supported"),
        ("p :- q(@f(1)).", (1, 8), "`@f` of clingo is not supported"),
        ("p :- &sum { x } > 3.", (1, 6), "this atom is not read"),
        ("&sum { x } > 3 :- p.", (1, 2), "this head is not supported"),
        ("#count { X : p(X) : q(X) } = 1.", (1, 1), "an aggregate in a head is not supported"),
        ("a : b | c.", (1, 1), "a condition in a disjunction is not supported"),
        ("a | not a.", (1, 5), "only atoms are allowed in a disjunction"),
        ("{ a; not b }.", (1, 6), "only atoms are allowed in a choice"),
        ("{ a } != 2.", (1, 1), "these bounds of a choice are not supported"),
        ("p :- { q; not r(_) } 0.", (1, 11), "`not` before an atom with `_` cannot be counted"),
        ("p :- X = 1 ^ 2.", (1, 10), "bitwise operators are not supported"),
        ("p :- X = ~2.", (1, 10), "bitwise operators are not supported"),
        ("p :- X = 1 & 2.", (1, 10), "bitwise operators are not supported"),
        (
            ":~ #count { X : p(X) } > 1. [1]",
            (1, 4),
            "an aggregate or a conditional literal is not supported here",
        ),
        (
            "p(3000000000).",
            (1, 3),
            "`3000000000` is larger than clingo's largest number, 2147483647",
        ),
        (
            f"q.\np({', '.join(['(1;2)'] * 30)}).",
            (2, 1),
            "this expands to 1,073,741,824 statements, more than 20,000",
        ),
        (
            f"{{ p; q((1;2), {', '.join(['(1;2;3)'] * 11)}) }}.",
            (1, 1),
            "this expands to 354,294 statements, more than 20,000",
        ),
        (
            f"p :- {', '.join(f'not 1 < X{i} < 3, q(X{i})' for i in range(9))}.",
            (1, 1),
            "this expands to more than 256 statements, more than 256",
        ),
        ("p :- q(abs(1)).", (1, 8), "`abs(X)` would be read as arithmetic"),
        (
            "#const a = b. #const b = f(a). p(a).",
            (1, 1),
            "the value of `#const a` depends on itself",
        ),
        (f"q.\np :- {', '.join('q' * 600)}.", (2, 1504), "a statement has more than 500 literals"),
        (
            f"p({','.join('a' * 5005)}).q.",
            (1, 10002),
            "a statement has more than 5000 elements and arguments",
        ),
        (
            "p(X).\n" * 20005,
            (20001, 1),
            "the program has more than 20,000 statements that are not plain facts",
        ),
        ("p(a).\n" * 50005, (1, 1), "the program has more than 50,000 facts"),
        (
            f"p({','.join('a' * 50)}).\n" * 5000,
            (1, 1),
            "the program's facts have more than 200,000 arguments",
        ),
        (
            f"p({','.join('X' * 4000)}).\n" * 30,
            (13, 1),
            "the program has more than 50,000 literals, elements and arguments",
        ),
        pytest.param(
            "".join(f"p{n}({', '.join(['(1;2)'] * 12)}).\n" for n in range(5)),
            (5, 1),
            "the program has more than 20,000 statements with its pools written out",
            marks=pytest.mark.long,
        ),
        (
            "#const c0 = a. "
            + "".join(f"#const c{n + 1} = (c{n}, c{n}). " for n in range(30))
            + "\np(c30).",
            (2, 1),
            "constants expand to more than 20,000 values",
        ),
        (f'q.\np("{"x" * 10_001}").', (2, 3), "a name or a string has more than 10,000 characters"),
        (f"{'p' * 10_001}.", (1, 1), "a name or a string has more than 10,000 characters"),
        (
            f"p({'9' * 5000}).",
            (1, 3),
            f"`{'9' * 40}…` is larger than clingo's largest number, 2147483647",
        ),
    ],
    ids=lambda part: part[:60] if isinstance(part, str) else None,
)
def test_what_is_not_read_is_told_at_its_place(
    text: str, place: tuple[int, int], message: str
) -> None:
    assert told(text)[0] == ("E0319", place, message)
    assert faults(text)[0].help


@pytest.mark.parametrize(
    ("text", "code", "place", "help"),
    [
        ("p(a)\nq(b).", "E0108", (1, 4), "write `.` after this"),
        ("p(a).\nq(b)", "E0108", (2, 4), "write `.` after this"),
        ("p(X) <- q(X).", "E0101", (1, 6), "write `head :- body.`"),
        ("p.\nq(X) -> p(X).", "E0101", (2, 6), "write the head first, then `:-`"),
        ("p(X), :- q(X).", "E0101", (1, 7), "remove the `,` before `:-`"),
        ("p :- q,.", "E0101", (1, 8), "remove the `,` before `.`"),
        ("p :- q,\nr :- s.", "E0101", (2, 3), "end the statement before with a full stop"),
        ("p :- q and r.", "E0101", (1, 8), "write `,`"),
        ("p q.", "E0101", (1, 3), "write `,` or `.` between `p` and `q`"),
        ("p :- !q.", "E0101", (1, 6), "a negation is `not p(X)`"),
        ("p(a)?", "E0101", (1, 5), "give the query on the command line"),
        ("# hm\np.", "E0101", (1, 1), "write `%`"),
        ("p(a.\nq.", "E0105", (1, 2), "close it with `)`"),
        ("p(a]).", "E0106", (1, 4), "write `)`"),
        ("p).", "E0106", (1, 2), "remove the `)`"),
        ("p :- é.", "E0102", (1, 6), "put it in quotes"),
        ('p("é", q r).', "E0101", (1, 10), "write `,` or `.` between `q` and `r`"),
        ('P0("é") :- q r.', "E0101", (1, 14), "write `,` or `.` between `q` and `r`"),
        ('p("a\nb").', "E0103", (1, 3), "write a string on one line"),
        ('p("\\t").', "E0104", (1, 3), "there are `\\n`"),
        ("p. %* x", "E0103", (1, 4), "end it with `*%`"),
        (f"p({'(' * 200}1{')' * 200}).", "E0109", (1, 102), "write several rules instead"),
        (f"p(1{'+1' * 5000}).", "E0109", (1, 204), "name a part of it"),
        (f"p({'-' * 100000}1).", "E0109", (1, 103), "name a part of it"),
        ("#const a = 1. #const a = 2. p(a).", "E0202", (1, 15), "remove one of them"),
        ("", "E0604", (1, 1), "a statement is such as"),
        ("% nothing", "E0604", (1, 1), "a statement is such as"),
        ("p :-", "E0101", (1, 4), "end it with `.`"),
    ],
)
def test_a_fault_is_told_with_its_repair(
    text: str, code: str, place: tuple[int, int], help: str
) -> None:
    first = faults(text)[0]
    assert (first.code, first.span.source.place(first.span.start)) == (code, place), render(first)
    assert help in first.help


def test_every_fault_is_told() -> None:
    text = "p q.\n#include <x>.\nr.\np(a;.\np :- X = 1 ^ 2.\n"
    assert [place[0] for _, place, _ in told(text)] == [1, 2, 4, 5]


def test_statements_know_their_places() -> None:
    source = Source("t.lp", '% ü\nP("ü") :- q,\n  - R(X), "é" = X. s. #minimize { 1 : p; 2 : q }.')
    found = FORMAT.read(source)
    assert [each.span.text for each in found] == [
        'P("ü") :- q,\n  - R(X), "é" = X.',
        "s.",
        "1 : p; 2 : q",
    ]
    rule = found[0]
    assert isinstance(rule, rspc.dsl.syntax.Implication)
    assert [each.span.text for each in rule.body] == ["q", "- R(X)", '"é" = X']


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(SpecError):
        assert FORMAT.read(Source("t.lp", text))


WORDS = ["p", "X", "P", "v", "not", "-", "(", ")", "{", "}", ",", ";", ":", ":-", ":~", ".", "|"]
MORE = ['"é"', "1", "..", "=", "<", "#count", "#show", "#const", "/", "@", "[", "]", " ", "\n", "%"]


@given(st.lists(st.sampled_from([*WORDS, *MORE, "#minimize", "#sum+", "_", "a"])).map(" ".join))
def test_any_tokens_are_read_or_refused(text: str) -> None:
    with suppress(SpecError):
        FORMAT.read(Source("t.lp", text))
        FORMAT.settings(Source("t.lp", text))


NAMES = st.sampled_from(["p", "not", "v", "within", "abs", "a_1", "a'", "-p", "P"])
ARGUMENTS = st.sampled_from(
    ["a", "not", "0", "-5", "-0", "7", "007", '"x. p(a)."', '"é"', '""', "X"]
)
FACTS = st.builds(
    lambda name, arguments, end: f"{name}({','.join(arguments)}){end}" if arguments else name + end,
    NAMES,
    st.lists(ARGUMENTS, max_size=3),
    st.sampled_from([".", ".\n", " . ", ".  % p.\n", "..", ""]),
)
ATOMS = st.builds(
    lambda name, arguments: f"{name}({', '.join(arguments)})" if arguments else name,
    NAMES,
    st.lists(ARGUMENTS, max_size=3),
)
RULES = st.builds(
    lambda head, sign, body, end: f"{head}{sign}{', '.join(body)}{end}",
    ATOMS | st.just(""),
    st.sampled_from([" :- ", ":-", "\n:-\t"]),
    st.lists(st.builds(str.__add__, st.sampled_from(["", "not ", "not  "]), ATOMS), max_size=3),
    st.sampled_from([".", ".\n", " . ", ".  % p.\n", "..", ""]),
)
OTHERS = st.sampled_from(["q(X) :- p(X).", ":~ p(a). [1]", ":~ q. [2]", "{ a; b }.", "%* p. *%"])


@given(st.lists(FACTS | RULES | OTHERS, max_size=5).map("".join))
def test_plain_statements_are_read_as_clingo_reads_them(text: str) -> None:
    """A constant, which may stand in any statement, has clingo read them all."""

    def told(text: str) -> list[object]:
        try:
            return [
                (each, each.span.start, each.span.end) for each in FORMAT.read(Source("", text))
            ]
        except SpecError as error:
            return [(each.code, each.message, each.span.start) for each in error.diagnostics]

    assert told(f"%const unused = 1.\n{text}") == told(f"#const unused = 1.\n{text}")


def test_many_facts_are_read() -> None:
    text = "".join(f'edge(n{n},"{n}").\n' for n in range(10_000))
    assert len(FORMAT.read(Source("t.lp", text))) == 10_000


def test_clingo_is_loaded_only_by_who_reads() -> None:
    code = "import sys; import rspc.backends.asp.lp.format; sys.exit('clingo' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --------------------------------------------------------------------------------------------- what is shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("p.", ""),
        ("#show p/1. #show -q/2.\n#show P26/0.", "p/1, -q/2, P26/0"),
        ("#show. #show p/1.", "p/1"),
        ("% #show p/1.", ""),
    ],
)
def test_what_is_shown_is_an_option(text: str, shown: str) -> None:
    assert FORMAT.settings(Source("t.lp", text)).get("show", "") == shown


def test_showing_nothing_is_told() -> None:
    with pytest.raises(SpecError, match="hides everything"):
        FORMAT.settings(Source("t.lp", "p. #show."))


def test_the_other_format_sets_nothing() -> None:
    assert Dfl().settings(Source("t.dfl", ">> p")) == {}


def test_answer_sets_are_cut_to_what_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "t.lp"
    file.write_text("p(1..2). q(X) :- p(X), X > 1. P. #show q/1. #show P/0.")
    assert rspc.solve(file, syntax="lp").answer_sets == (("P", "q(2)"),)
    assert rspc.solve(file, syntax="lp", options={"show": "p/1"}).answer_sets == (("p(1)", "p(2)"),)


# -------------------------------------------------------------------------------------------- inside a spec

HEAD = "family f\nlogic asp\n"


def spec(folder: Path, text: str) -> rspc.Answer:
    file = folder / "f.rspec"
    file.write_text(text)
    return rspc.solve(file)


@pytest.mark.parametrize("word", ["theory lp", "theory asp", "asp", "lp"])
def test_a_program_stands_in_a_spec(tmp_path: Path, word: str) -> None:
    text = f'{HEAD}\n{word} """\np(a). q(X) :- p(X), not r(X).\n#show q/1.\n"""\n'
    assert spec(tmp_path, text).answer_sets == (("q(a)",),)


def test_a_program_stands_in_a_file_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "zebra.lp").write_text("p(a). q(X) :- p(X), not r(X).\n#show q/1.\n")
    text = f'{HEAD}theory from "zebra.lp"\nask entailment q(a)\n'
    assert spec(tmp_path, text).label == "true"
    own = text.replace("logic asp", 'logic asp { show "p/1" }').replace("ask entailment q(a)\n", "")
    assert spec(tmp_path, own).answer_sets == (("p(a)",),)


def test_what_clingo_has_can_be_said_in_a_spec(tmp_path: Path) -> None:
    own = "p(-3).  p(X) -> q(abs(X)).  not not r -> s.  -> { r }.  q(X), not X < 3 -> t."
    sets = spec(tmp_path, f"{HEAD}theory {{ {own} }}\n").answer_sets
    assert sets == (("p(-3)", "q(3)", "r", "s", "t"), ("p(-3)", "q(3)", "t"))


def test_faults_of_an_inner_program_are_told_where_they_stand(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        spec(tmp_path, f'{HEAD}theory asp """\np(a).\n  q(X) :- p(Y).\n r s.\n"""\n')
    (fault,) = caught.value.diagnostics
    assert fault.span.source.place(fault.span.start) == (6, 4)
    with pytest.raises(SpecError) as caught:
        spec(tmp_path, f'{HEAD}theory asp """\np(a).\n  q(X) :- p(Y).\n"""\n')
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.span.source.place(fault.span.start)) == ("E0426", (5, 3))


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / "t.lp"
    file.write_bytes(b'p("\xe9").')
    with pytest.raises(SpecError) as caught:
        rspc.solve(file, syntax="lp")
    assert [each.code for each in caught.value.diagnostics] == ["E0121"]
