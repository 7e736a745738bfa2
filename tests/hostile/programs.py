"""Problems that unknown authors have written out: programs, theories and ontologies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .running import Case

PROGRAMS = {
    "negative": "a :- " + ", ".join(f"not b{n}" for n in range(5000)) + ".",
    "positive": "a :- " + ", ".join(f"b{n}" for n in range(10_000)) + ".",
    "chain": "".join(f"p{n} :- p{n + 1}.\n" for n in range(30_000)) + "p30000.",
    "loops": "".join(f"a{n} :- not b{n}. b{n} :- not a{n}.\n" for n in range(3000)),
    "facts": "".join(f"p({n}).\n" for n in range(100_000)),
    "depth": "p(" + "f(" * 5000 + "a" + ")" * 5000 + ").",
    "tuple": "p((" + "a," * 50_000 + "a)).",
    "aggregate": "p :- 1 #count { " + "; ".join(f"X{n} : q(X{n})" for n in range(3000)) + " }.",
    "minimize": "".join(f"{{a{n}}}. :~ a{n}. [{n}@1,{n}]\n" for n in range(5000)),
    "overflow": "{a}. :~ a. [2147483647@1,1]\n:~ a. [2147483647@1,2]\n",
    "overflow-empty": ":~ . [2147483647@1,1]\n:~ . [2147483647@1,2]\n",
    "weight": ":~ . [99999999999@1,1]\n",
    "priority": ":~ . [1@-2147483648,1]\n:~ . [1@2147483647,2]\n",
    "arithmetic": "p(2147483647 * 2147483647). q(X + 1) :- p(X).",
    "interval": "p(1..1000000000).",
    "product": "p(1..3000). q(X, Y, Z) :- p(X), p(Y), p(Z).",
    "join": "n(1..400). q(X, Y, Z, W) :- n(X), n(Y), n(Z), n(W), X + Y + Z + W < 3.",
    "growing": "p(0). p(X + 1) :- p(X).",
    "terms": "p(a). p(f(X)) :- p(X).",
    "pool": "p("
    + ";".join(str(n) for n in range(1000))
    + ", "
    + ";".join(map(str, range(1000)))
    + ").",
    "variables": "p :- " + ", ".join(f"q(X{n})" for n in range(3000)) + ".",
    "name": "p" * 1_000_000 + ".",
    "string": 'p("' + "x" * 5_000_000 + '").',
    "comment": "%*" + "x" * 10_000_000,
    "blank": "\n" * 10_000_000 + "p.",
    "pigeons": "p(1..20). h(1..19). 1 { in(P, H) : h(H) } 1 :- p(P). :- in(P, H), in(Q, H), P < Q.",
    "sets": "{ a(1..40) }.",
    "disjunction": " | ".join(f"a{n}" for n in range(3000)) + ".",
    "unsafe": "p(X) :- not q(X).\n" * 5000,
    "brackets": "p" + "(" * 50_000 + ".",
    "minus": "p(" + "-" * 50_000 + "1).",
    "include": '#include "/etc/passwd".',
    "script": '#script (python) import os; os.system("touch owned") #end. p.',
    "external": "#external p. #show q/1. #const c = 1.",
    "theory": "&sum { x } <= 1.",
    "control": 'p("\u202e\x1b[31m\u009b2J").',
    "lone": "p(\ud800).",
    "zeros": "\0" * 100_000,
}

THEORIES = {
    "rules": "".join(f"r{n}: p{n} => p{n + 1}.\n" for n in range(5000)) + ">> p0.",
    "body": "r: " + ", ".join(f"p{n}" for n in range(5000)) + " => q.",
    "deep": "r: " + "~" * 20_000 + "p => q.",
    "prefer": "".join(f"a{n}: p => q. a{n} > a{n + 1}.\n" for n in range(3000)),
    "circle": "a: => p. b: => ~p. a > b. b > a.",
    "control": "r: `\u202e\x1b[31m` => q.",
    "zeros": "\0" * 1000,
}

HEAD = """<?xml version="1.0"?>
<rdf:RDF xmlns="http://x#" xmlns:owl="http://www.w3.org/2002/07/owl#"
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
"""
ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "xxxxxxxxxx">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]><r>&j;</r>"
)
ONTOLOGIES = {
    "empty": "",
    "entities": ENTITIES,
    "outside": '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
    "deep": HEAD + "<owl:Class><rdfs:subClassOf>" * 3000,
    "classes": HEAD
    + "".join(f'<owl:Class rdf:about="#C{n}"/>' for n in range(20_000))
    + "</rdf:RDF>",
    "imports": HEAD
    + '<owl:Ontology rdf:about=""><owl:imports rdf:resource="file:///etc/passwd"/></owl:Ontology></rdf:RDF>',
    "zeros": "\0" * 1000,
}


def solved(kind: str, suffix: str, texts: dict[str, str], *more: str) -> Iterator[Case]:
    for name, text in texts.items():

        def make(here: Path, text: str = text) -> list[str]:
            (here / f"x.{suffix}").write_bytes(text.encode("utf-8", "surrogatepass"))
            return ["solve", f"x.{suffix}", *more]

        yield Case(kind, name, make)


QUERIES = {
    "open": "p(",
    "variable": "P(X)",
    "deep": "f(" * 5000,
    "control": "p(\u202e\x1b[31m)",
    "rule": "p :- q.",
}


def queries() -> Iterator[Case]:
    for name, text in QUERIES.items():
        for suffix in ("lp", "dfl", "owl"):
            source = {"lp": "p(a).", "dfl": ">> p.", "owl": f"{HEAD}</rdf:RDF>"}[suffix]

            def make(
                here: Path, text: str = text, suffix: str = suffix, source: str = source
            ) -> list[str]:
                (here / f"x.{suffix}").write_text(source, "utf-8")
                return ["solve", f"x.{suffix}", "--query", text]

            yield Case("query", f"{suffix}-{name}", make)


CASES = [
    *solved("program", "lp", PROGRAMS),
    *solved("theory", "dfl", THEORIES),
    *solved("ontology", "owl", ONTOLOGIES),
    *queries(),
]
