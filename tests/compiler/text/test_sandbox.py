"""What strangers' texts may not do, and what they are told."""

from __future__ import annotations

import pytest

from rspc.compiler.text.documents import Texts
from rspc.dsl.diagnostics import SpecError, page
from rspc.dsl.source import Source, Span

from ...turns import by_turns

LOOP = "{% for a in range(1000) %}"
END = "{% endfor %}"


def refused(text: str, **values: object) -> tuple[str, str]:
    """Render a text that must be refused; give the code and the message."""
    source = Source("page.jinja", text)
    texts = Texts({"page": text}, {"page": Span(source, 0, len(text))})
    with pytest.raises(SpecError) as caught:
        texts.render("page", values)
    (found,) = caught.value.diagnostics
    assert found.span.source is source
    assert page(found.code) is not None
    return found.code, found.message


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__ }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ x.__init__ }}",
        "{{ x['__class__'] }}",
        "{{ x | map(attribute='__class__') | list | join }}",
        "{{ x.append(3) }}",
        "{{ ''.join(['a']) }}",
        "{{ 'a'.ljust(10 ** 9) }}",
        "{{ '%s'.format(x) }}",
        "{{ x.pop() }}",
        "{{ range.__self__ }}",
        "{{ self.__init__.__globals__ }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ joiner.__init__.__globals__.os }}",
        "{{ x | attr('__class__') }}",
    ],
)
def test_attributes_are_out_of_reach(text: str) -> None:
    code, _ = refused(text, x=[1, 2])
    assert code in ("E0502", "E0503", "E0506")


@pytest.mark.parametrize(
    "text",
    [
        "{{ 'a' * 10 ** 9 }}",
        "{{ 10 ** 9 * 'a' }}",
        "{{ [1] * 10 ** 9 }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ 10 ** 1000000 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ range(10 ** 9) | list | length }}",
        LOOP * 3 + "a" + END * 3,
        LOOP * 3 + END * 3,
        "{% for a in '" + "a" * 1000 + "' %}{% for b in range(1000) %}{{ b }}" + END * 2,
        "{% set s = namespace(x='a') %}" + LOOP + "{% set s.x = s.x ~ s.x %}" + END,
        "{% macro f(s) %}{{ f(s ~ s) }}{% endmacro %}{{ f('a') }}",
        "{% macro f(s) %}{{ f(s + s) }}{% endmacro %}{{ f('aaaaaaaaaaaaaaaa') }}",
        "{% macro f(n) %}{{ f(n) }}{{ f(n) }}{% endmacro %}{{ f(1) }}",
        "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
        "{{ ('a' | replace('a', 'a' * 3)) }}",
        "{% set x = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' %}" + LOOP * 2 + "{{ x }}" + END * 2,
        "{{ x | batch(10 ** 9, 'a') | list | length }}",
        "{{ 2.5 | round(10 ** 9, 'ceil') }}",
        "{% macro f(n, x, y) %}{% if n %}{{ f(n - 1, [x, x], [y, y]) }}{% else %}{{ x == y }}{% endif %}{% endmacro %}"
        "{{ f(60, 1, 1) }}",
        "{% macro f(n, x) %}{% if n %}{{ f(n - 1, {'a': x, 'b': x}) }}{% endif %}{% endmacro %}{{ f(60, 1) }}",
        "{% macro f(n, x) %}{% if n %}{{ f(n - 1, dict(a=x, b=x)) }}{% endif %}{% endmacro %}{{ f(60, 1) }}",
        "{{ [1, 2] }}",
        "a" * 70000,
    ],
)
def test_work_and_size_are_bounded(text: str) -> None:
    code, _ = refused(text, x=[1, 2])
    assert code in ("E0502", "E0503", "E0505", "E0506")


LONG = "{% set t %}" + "ab " * 20000 + "{% endset %}{% set words = t.split() %}"
"""A long text, and a list of its 20,000 words."""


def twice(text: str) -> str:
    return LOOP * 2 + text + END * 2


SHARED = (
    "{% macro f(n) %}{% if n %}{{ f(n - 1, varargs, varargs) }}{% else %}@{% endif %}{% endmacro %}"
    "{{ f(90, 1, 1) }}"
)
"""Does something with a list that holds the same list twice, which does so, too, and so on."""


@pytest.mark.parametrize(
    "text",
    by_turns(
        [
            *(
                SHARED.replace("@", use)
                for use in (
                    "{{ varargs == (varargs, 1) }}",
                    "{{ varargs < (varargs, 1) }}",
                    "{{ varargs in [(varargs, 1)] }}",
                    "{{ varargs | sort }}",
                    "{{ varargs | unique }}",
                    "{{ varargs | groupby(0) }}",
                    "{{ varargs | max }}",
                    "{{ varargs | map('list') }}",
                    "{{ varargs | either }}",
                    "{{ varargs is eq((varargs, 1)) }}",
                    "{{ {'a': 1}[varargs] }}",
                    "{{ {'a': 1}.get(varargs) }}",
                    "{{ {varargs: 1} }}",
                    "{{ [varargs | list].index(varargs) }}",
                    "{% for i in (1, 2) %}{{ loop.changed(varargs) }}{% endfor %}",
                )
            ),
            "{% macro f(n, x) %}{% if n %}{{ f(n - 1, cycler(x, x).items) }}{% else %}{{ x == (x, 1) }}{% endif %}"
            "{% endmacro %}{{ f(90, 1) }}",
            LONG + "{% set m = words | map(attribute='z', default=words) | list %}{{ m == m }}",
            LONG + "{{ words | map('list') | sum(start=[]) }}",
            *(
                LONG + twice("{% set u = " + use + " %}")
                for use in (
                    "t | upper",
                    "t.title()",
                    "t is upper",
                    "t < t ~ 'a'",
                    "'z' in words",
                    "t[::-1]",
                    "words[::2]",
                    "t | trim(t)",
                    "t.strip(t ~ 'c')",
                    "t.split('a')",
                    "t.startswith((t, t))",
                    "t | replace('c', 'd')",
                    "words | sort",
                    "words | join",
                    "words | select('in', words) | list",
                )
            ),
            LONG + "{{ t | replace('', t) }}",
            LONG + "{{ words | all(t) }}",
            LONG + "{{ words | map(attribute='" + "a." * 9000 + "a', default='x') | list }}",
            LONG + twice("{% for each in words if false %}{% endfor %}"),
            twice("{% set b = " + "-".join("a" * 90) + " %}"),
            twice("{{ '" + "a" * 9000 + "' }}"),
            twice("{{ 'aaaa' | replace('a', 'b' * 1) | replace('a', 'aaaaaaaaaaaaaaaaaa') }}"),
            LOOP + "{% block b scoped %}" + "a" * 9000 + "{% endblock %}" + END,
            "{% set l = ["
            + ", ".join(str(n * (2**61 - 1)) for n in range(2000))
            + "] %}{{ l | unique }}",
            "{% set d = {" + ", ".join(f"{n * (2**61 - 1)}: 1" for n in range(2000)) + "} %}",
            "{{ {(1, 2): 3} }}",
            "{% set x = [''] %}" + "{% set x = x + x %}" * 60,
            "{% macro f() %}{% call f() %}{% endcall %}{% endmacro %}{{ f() }}",
            "{% include 'page' %}",
            "{% extends 'page' %}",
            "{{ '\\ud800' }}",
        ]
    ),
)
def test_what_is_read_is_bounded(text: str) -> None:
    assert refused(text, x=[1, 2])[0] in ("E0502", "E0505")


@pytest.mark.parametrize(
    "text",
    [
        "{{ " + "[" * 300 + "]" * 300 + " }}",
        "{{ " + "(" * 9000 + "1" + ")" * 9000 + " }}",
        "{{ " + "- " * 9000 + "1 }}",
        "{{ " + "not " * 9000 + "1 }}",
        "{{ x" + ".a" * 9000 + " }}",
        "{{ x" + "[:]" * 900 + " }}",
        "{{ x" + " | upper" * 300 + " }}",
        "{{ " + " + ".join("1" * 9000) + " }}",
        "{{ " + "1 if x else " * 5000 + "2 }}",
        LOOP * 25 + END * 25,
        "{% if x %}" * 300 + "{% endif %}" * 300,
        "{% macro f() %}" * 300 + "{% endmacro %}" * 300,
        "{% filter upper %}" * 300 + "{% endfilter %}" * 300,
        "{{ " + "9" * 5000 + " }}",
        "{{ 0x" + "f" * 5000 + " }}",
        "{{ " + "9" * 5000 + ".5 }}",
    ],
)
def test_deep_and_large_sources(text: str) -> None:
    assert refused(text, x=[1, 2])[0] == "E0502"
    (found,) = Texts({"page": text}).check("page", ["x"])
    assert found.code == "E0502"
    assert Texts({"page": text}).sources("page") in ((text,), ())


def test_what_looks_at_no_member_is_free() -> None:
    test = "{% if words | length and t is defined and words is sequence %}{% endif %}"
    assert Texts({"page": LONG + LOOP + test + END + "fine"}).render("page", {}) == "fine"


def test_filters_that_texts_have_of_their_own() -> None:
    text = "{{ [3, 'b', 'B', 3] | unique | join }} {{ rows | sum(attribute='n') }} {{ '-a-' | trim('-') }}"
    said = Texts({"page": text}).render("page", {"rows": [{"n": 1}, {"n": 2}]})
    assert said == "3b 3 a"


@pytest.mark.parametrize("text", ["{{ x | random }}", "{{ lipsum() }}", "{{ x | pprint }}"])
def test_chance_and_addresses_are_gone(text: str) -> None:
    assert refused(text, x=[1, 2])[0] in ("E0503", "E0506")


@pytest.mark.parametrize(
    "text",
    [
        "{% include '/etc/passwd' %}",
        "{% include '../secret' %}",
        "{% from 'os' import path %}",
        "{% extends 'other' %}",
        "{% import 'other' as o %}",
    ],
)
def test_nothing_outside_is_included(text: str) -> None:
    assert refused(text)[0] == "E0504"


def test_messages() -> None:
    code, message = refused("a\n{% if %}")
    assert (code, message) == (
        "E0501",
        "the text in `page` is not valid Jinja: expected an expression, got 'end of statement block'",
    )
    assert refused("{{ nothing }}")[0] == "E0503"
    assert refused("{{ x | capitel }}", x="a") == (
        "E0506",
        "there is no filter `capitel` in `page`",
    )
    assert refused("{{ x + 1 }}", x="a")[0] == "E0502"
    assert refused("{{ x | round }}", x="a")[0] == "E0505"


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("verb", "`verb` is for the phrases of statements"),
        ("capitel", "did you mean `capital`?"),
    ],
)
def test_a_filter_that_documents_lack(name: str, help: str) -> None:
    (found,) = Texts({"page": f"{{{{ x | {name} }}}}"}).check("page", ["x"])
    assert (found.code, found.help) == ("E0506", help)


def test_documents_include_one_another() -> None:
    texts = Texts(
        {
            "page": "{% from 'forms' import line %}{% include 'head' %}{{ line(x) }}",
            "head": "Head of {{ x }}\n",
            "forms": "{% macro line(a) %}<{{ a | a }}>{% endmacro %}",
        }
    )
    assert texts.render("page", {"x": "hour"}) == "Head of hour\n<an hour>".replace("\n", "")


def test_what_a_document_includes_is_known_without_rendering() -> None:
    texts = Texts(
        {
            "page": "{% include 'head' %}{% include 'gone' ignore missing %}{% include x %}",
            "head": "Head {% from 'forms' import line %}",
            "forms": "{% include 'page' %}",
            "bad": "{% include 'broken' %}",
            "broken": "{% if %}",
        }
    )
    assert [each[:14] for each in texts.sources("page")] == [
        "{% include 'he",
        "Head {% from '",
        "{% include 'pa",
    ]
    assert texts.sources("bad") == ("{% include 'broken' %}",)


def test_harmless_jinja_works() -> None:
    text = (
        "{% set comma = joiner(', ') %}{% for k, v in d.items() %}{{ comma() }}{{ loop.index }}:{{ k | upper }}={{ v }}"
        "{% endfor %} {{ d.b }} {{ x | join('-') }} {{ x | length }} {{ 'a b'.split() | first }} {{ 3 * 4 ~ 'z' }}"
    )
    said = Texts({"page": text}).render("page", {"d": {"a": 1, "b": 2}, "x": [1, 2]})
    assert said == "1:A=1, 2:B=2 2 1-2 2 a 12z"


def test_names_are_checked_before_rendering() -> None:
    texts = Texts({"page": "{{ contxt }} {{ question }}{% for a in options %}{{ a }}{% endfor %}"})
    found = texts.check("page", ["context", "question", "options"])
    assert [(each.code, each.help) for each in found] == [("E0503", "did you mean `context`?")]


def test_a_refused_text_does_not_spoil_the_next() -> None:
    texts = Texts({"bad": LOOP * 3 + END * 3, "good": "{{ x }}"})
    with pytest.raises(SpecError):
        texts.render("bad", {})
    assert texts.render("good", {"x": "fine"}) == "fine"
