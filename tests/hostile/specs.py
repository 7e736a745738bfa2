"""Specs of unknown authors: templates that never end, names that lead elsewhere, tables and texts without measure."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from .running import Case

FAMILY = """family hostile
"x"
logic asp
pool names = {{ann, bob, cid, dan}}
sort person = names
pred kind(person)
pred glad(person)
fact f = kind(?a)
theory {{ 2 of f. kind(X) -> glad(X). }}
ask entailment glad(?a)
say kind(?a) as {kind}
say glad(?a) as "{{{{ a }}}} is glad."
say kind(X) -> glad(X) as "Who is kind is glad."
{more}
"""
PLAIN = '"{{ a }} is kind."'
COMPILE = ["compile", "x.rspec", "-n", "2"]


def spec(name: str, text: str | bytes, *words: str, **files: bytes) -> Case:
    def make(here: Path) -> list[str]:
        content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        (here / "x.rspec").write_bytes(content)
        for each, held in files.items():
            (here / each.replace("_dot_", ".")).write_bytes(held)
        return list(words) or COMPILE

    return Case("spec", name, make)


def template(name: str, text: str) -> Case:
    """Put a template into the words of a statement."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return spec(f"say-{name}", FAMILY.format(kind=f'"{{{{ a }}}} is kind. {quoted}"', more=""))


def document(name: str, text: str) -> Case:
    """Put a template into the document of a family."""
    more = 'document "x.jinja"'
    return spec(f"document-{name}", FAMILY.format(kind=PLAIN, more=more), x_dot_jinja=text.encode())


NESTED = "{% set l = [1] %}" + "{% set l = [l, l] %}" * 60

TEMPLATES = {
    "map-default": "{% set l = range(1000)|list %}{{ [1]|map(attribute='x', default=l)|list|string }}",
    "map-nested": NESTED + "{{ [1]|map(attribute='x', default=l)|list|length }}",
    "sum-start": "{{ [[1]]|sum(start=[]) }}",
    "equal": NESTED.replace("l", "m") + NESTED + "{{ l == m }}",
    "less": NESTED.replace("l", "m") + NESTED + "{{ l < m }}",
    "in": NESTED.replace("l", "m") + NESTED + "{{ m in [l] }}",
    "sort": NESTED.replace("l", "m") + NESTED + "{{ [l, m]|sort }}",
    "unique": NESTED.replace("l", "m") + NESTED + "{{ [l, m]|unique|list }}",
    "max": NESTED.replace("l", "m") + NESTED + "{{ [l, m]|max }}",
    "select": NESTED + "{{ [l]|select('equalto', l)|list|length }}",
    "filters": "{% set x = 'x' * 1 %}{{ ('" + "x" * 5000 + "')" + "|upper" * 5000 + " }}",
    "doubling": "{% set x = 'xxxxxxxx' %}" + "{% set x = x ~ x %}" * 60 + "{{ x }}",
    "replace": "{% set x = 'xxxxxxxx' %}" + "{% set x = x|replace('x', 'xxxx') %}" * 40 + "{{ x }}",
    "loops": "{% for a in range(1000) %}" * 5 + "x" + "{% endfor %}" * 5,
    "power": "{{ 9 ** 9 ** 9 ** 9 }}",
    "digits": "{{ " + "9" * 5000 + " }}",
    "shift": "{{ (10 ** 40) * (10 ** 40) }}",
    "macro": "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "include": "{% include 'x.jinja' %}",
    "brackets": "{{ " + "[" * 3000 + "]" * 3000 + " }}",
    "minus": "{{ " + "-" * 20_000 + "1 }}",
    "not": "{{ " + "not " * 10_000 + "1 }}",
    "for-deep": "{% for x in [1] %}" * 200 + "{% endfor %}" * 200,
    "if-deep": "{% if 1 %}" * 2000 + "{% endif %}" * 2000,
    "attributes": "{{ a" + ".x" * 20_000 + " }}",
    "class": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "format": "{{ '%1000000000d' % 1 }}",
    "join": "{{ range(1000)|join('" + "x" * 60_000 + "') }}",
    "split": "{{ ('x ' * 1)|list }}{{ 'x y'.split() }}",
    "cycler": "{% set c = cycler(" + "1, " * 5000 + "1) %}{{ c.next() }}",
    "control": "\u202e \x1b[31m {{ a }}",
}


def templates() -> Iterator[Case]:
    for name, text in TEMPLATES.items():
        yield document(name, text)
        if len(text) < 20_000 and "include" not in text:
            yield template(name, text)


def texts() -> Iterator[Case]:
    for name in (
        "../../../evil",
        "/etc/x",
        ".",
        "..",
        "a b",
        "\u202eevil",
        "x" * 300,
        "-o",
        "évil",
    ):
        shown = name.strip("./").replace("/", "_").encode("ascii", "replace").decode()[:9] or "dots"
        named = f"name-{shown}-{len(name)}"
        yield spec(
            named, FAMILY.format(kind=PLAIN, more="").replace("family hostile", f"family `{name}`")
        )
    for name, text in {
        "empty": "",
        "zeros": "\0" * 1000,
        "utf16": "family x",
        "lone": 'family x\n"\ud800"\nlogic asp\n',
        "nested": "family x\nlogic asp\ntheory { " + "(" * 100_000 + " }",
        "long-name": "family x\nlogic asp\npred " + "p" * 900_000,
        "many-say": "family x\nlogic asp\npred p\n" + 'say p as "p."\n' * 50_000,
        "many-preds": "family x\nlogic asp\n" + "".join(f"pred p{n}\n" for n in range(50_000)),
        "sort": "family x\nlogic asp\nsort s = 1..1000000000\npred p(s)\nfact f = p(?a)\n"
        "theory { 3 of f. }\nask entailment p(?a)\n",
        "count": FAMILY.format(kind=PLAIN, more="").replace("2 of f", "1000000000 of f"),
        "each": "family x\nlogic asp\nsort s = 1..1000\npred p(s, s, s)\nfact f = p(?a, ?b, ?c)\n"
        "theory { each of f. }\nask computation\n",
        "pool": "family x\nlogic asp\npool p = {" + "a, " * 200_000 + "b}\npred q(p)\n",
        "control": FAMILY.format(kind=PLAIN, more="").replace('"x"', '"\u202e\x1b]0;owned\x07"'),
        "use-outside": 'family x\nuse "../../../../etc/passwd"\nlogic asp\n',
        "table-outside": 'family x\nlogic asp\ntable t(a) = csv("../../../../etc/passwd")\n',
        "power": "family x\nlogic constraint\nrecord r { a: int = 1..(9 ** 9 ** 9) }\n",
        "weights": "family x\nlogic constraint\nrecord r { a: int = 1..9 }\nparam p: int in 1..9 = 9 ** 99999\n",
        "regex": "family x\nlogic asp\npool p = {`" + "(a+)+" * 1000 + "b`}\npred q(p)\n",
    }.items():
        content: str | bytes = text.encode("utf-16") if name == "utf16" else text
        yield spec(name, content, "check", "x.rspec")
        yield spec(f"{name}-compile", content)
    yield spec(
        "knob-huge", FAMILY.format(kind=PLAIN, more=""), *COMPILE, "--set", "depth=" + "9" * 5000
    )
    yield spec("fmt", "family x\n" + "theory { " + "p. " * 200_000 + "}", "fmt", "x.rspec")
    yield spec("explain", "", "explain", "../../../../etc/passwd")
    yield spec("folder", FAMILY.format(kind=PLAIN, more=""), "check", ".")
    yield spec("device", "", "check", "/dev/zero")
    yield spec("proc", "", "compile", "/proc/self/mem")


TABLE = """family books
"x"
logic constraint
record book {
  pages: integer
  price: money
}
test long(?v) on pages: pages > ?v where ?v = 1 of pages
test cheap(?v) on price: price < ?v where ?v = 1 of price
theory product_of_sums { slots 2 }
ask choice { options 3  from 5 of book }
"""
ROWS = ["compile", "x.rspec", "-n", "1", "--rows", "book=rows.csv"]


def tables() -> Iterator[Case]:
    header = b"pages,price\n"
    for name, content in {
        "columns": b",".join(b"c%d" % n for n in range(100_000)) + b"\n" + b"1," * 100_000,
        "million-columns": b"," * 1_000_000 + b"\n",
        "cell": header + b'1,"' + b"9" * 60_000_000 + b'"\n',
        "quote": header + b'1,"' + b"9,\n" * 1_000_000,
        "zeros": bytes(30_000_000),
        "digits": header + b"9" * 100_000 + b",$1\n",
        "same": header + b"1,$1\n" * 200_000,
        "controls": header + b"\x1b[31m,\xe2\x80\xae$1\n",
        "wide": header.decode().encode("utf-16"),
        "carriages": header + b"1,$1\r" * 100_000,
    }.items():
        yield spec(f"rows-{name}", TABLE, *ROWS, rows_dot_csv=content)
    jsonl = [*ROWS[:-1], "book=rows.jsonl"]
    deep = b'{"pages":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    yield spec("rows-deep", TABLE, *jsonl, rows_dot_jsonl=deep)
    yield spec(
        "rows-keys", TABLE, *jsonl, rows_dot_jsonl=b"{" + b'"a":1,' * 1_000_000 + b'"b":1}\n'
    )
    packed = 'family x\nlogic asp\npool b = {a}\ntable t(s, r, e) = assertions("x.gz", en, 1, b)\n'
    for name, content in {"zeros": bytes(1 << 28), "lines": b"\n" * (1 << 28)}.items():
        yield spec(f"gzip-{name}", packed, "check", "x.rspec", x_dot_gz=gzip.compress(content))


CASES = [*templates(), *texts(), *tables()]
