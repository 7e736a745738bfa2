"""What each item of the language is for, in a sentence, and how one begins."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ItemWord:
    """A word that begins an item: its sentence, and a snippet with places to fill."""

    about: str
    snippet: str


ITEMS = {
    "family": ItemWord(
        "The name of a family; the first line of its file.",
        'family ${1:name} "${2:what it is about}"',
    ),
    "module": ItemWord(
        "The name of a module that families `use`.", 'module ${1:name} "${2:what it has}"'
    ),
    "logic": ItemWord("The logic of the theories, with its options.", "logic ${1:name}"),
    "use": ItemWord(
        "Imports the names of a module: all, or those after `:`. With `when`, only under a condition.",
        "use ${1:std.}",
    ),
    "param": ItemWord(
        "A parameter: a setting of the family that `--set` changes.",
        'param ${1:name}: ${2:int} in ${3:1..5} = ${4:2} "${5:what it sets}"',
    ),
    "preset": ItemWord(
        "A named group of parameter values.", "preset ${1:Name} { ${2:parameter} ${3:value} }"
    ),
    "level": ItemWord(
        "A level of difficulty: values of parameters.", "level ${1:1} { ${2:parameter} ${3:value} }"
    ),
    "choose": ItemWord(
        "A value that each instance draws.", "choose ${1:name} = {${2:0}: ${3:1}, ${4:1}: ${5:1}}"
    ),
    "pool": ItemWord("A list of words, from braces or a file.", "pool ${1:name} = {${2:words}}"),
    "table": ItemWord(
        "Rows of words and numbers, from a file or braces.",
        'table ${1:name}(${2:columns}) = "${3:file.csv}"',
    ),
    "sort": ItemWord("The individuals of a kind, from a pool.", "sort ${1:name} = ${2:pool}"),
    "pred": ItemWord("A predicate, or predicates from a pool.", "pred ${1:name}(${2:sort})"),
    "role": ItemWord("A role: a relation between two individuals.", "role ${1:name}"),
    "concept": ItemWord("A concept: a class of individuals.", "concept ${1:name}"),
    "record": ItemWord(
        "The slots of the rows that options are taken from.",
        "record ${1:name} {\n  ${2:slot}: ${3:integer} = ${4:1..10}\n}",
    ),
    "style": ItemWord("How invented predicates are named.", "style ${1:name} = ${2:p_style}"),
    "fact": ItemWord("A production of facts.", "fact ${1:name} = ${2:?p(?a)}"),
    "rule": ItemWord("A production of rules.", "rule ${1:name} = ${2:?p(X) -> ?q(X)}"),
    "axiom": ItemWord("A production of axioms.", "axiom ${1:name} = ${2:?c isa ?d}"),
    "clue": ItemWord("A production of clues.", "clue ${1:name} = ${2:?p(?a, ?b)}"),
    "query": ItemWord("A production of questions.", "query ${1:name} = ${2:?p(?a)}"),
    "syntax": ItemWord(
        "A production that others expand, as `<name>`.", "syntax ${1:name} = ${2:?p(?a)}"
    ),
    "theory": ItemWord(
        "How a theory is made: written, grown by a strategy, or read from a file.",
        "theory ${1:strategy} {\n  $2\n}",
    ),
    "background": ItemWord(
        "Statements that every theory has.", "background {\n  ${1:statement}.\n}"
    ),
    "world": ItemWord("Whether what is not stated is false: `world closed`.", "world closed"),
    "require": ItemWord(
        "A condition that each instance meets; drafts that do not are dropped.",
        "require ${1:condition}",
    ),
    "measure": ItemWord(
        "A number that each record has under `metrics`.", "measure ${1:name} = ${2:value}"
    ),
    "knowledge": ItemWord(
        "What readers are expected to know, and conditions that ask for it.",
        "knowledge ${1:name}(?${2:x}) {\n  $3\n}",
    ),
    "test": ItemWord(
        "A condition on a slot, with its exact complement.",
        "test ${1:name}(?v) on ${2:slot}: ${2:slot} < ?v where ?v = ${3:1 of values}",
    ),
    "ask": ItemWord("What is asked about a theory.", "ask ${1:task}"),
    "say": ItemWord(
        "How statements of a pattern are worded.", 'say ${1:pattern} as "${2:sentence}"'
    ),
    "grid": ItemWord(
        "Statements that are drawn in squares.", 'grid { ${1:knobs} } ${2:pattern} as "${3:cell}"'
    ),
    "gather": ItemWord(
        "Statements about one thing that one sentence says together.",
        'gather ?${1:a} { ${2:pattern} as "${3:part}" } say "${4:sentence}"',
    ),
    "document": ItemWord("The template of the whole prompt.", 'document "${1:page.md.jinja}"'),
    "discourse": ItemWord("How the sentences of a theory are arranged.", "discourse {\n  $1\n}"),
    "verify": ItemWord("Further engines that decide every problem.", "verify ${1:engine}"),
}
"""The words that begin items."""
