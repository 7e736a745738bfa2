"""Which of some facts must be known as well for a question to have another answer?"""

from collections.abc import Iterator, Sequence
from itertools import product

from ...certify.exploration import answer
from ...contract import UNDECIDED
from ...family import Draft, Posed, Rejected, Scene
from ...ir import nodes as ir, set_name, walk, with_sign
from ...random.stream import Stream
from ..drawn_answers import OUT_OF_BUDGET
from ..instructions import LABELS, meant
from ..question_words import question_about, word_statement
from .knobs import RepairKnobs
from .questions import questions

MOST_TRIED = 250
"""How many facts are tried for a question."""


def pose_addition(
    scene: Scene, draft: Draft, goal: ir.Goal, knobs: RepairKnobs, target: int, stream: Stream
) -> Posed | Rejected:
    """Ask about the first statement that a fact gives the wanted label. The labels take turns, and the right places."""
    wanted = knobs.wanted[target % len(knobs.wanted)]
    place = target // len(knobs.wanted) % knobs.add
    engines = scene.family.engines
    reason = f"the label of every question is {wanted} already, or none of {', '.join(LABELS)}"
    for theory, asked in questions(scene, draft, goal, stream):
        if not isinstance(asked, ir.Entailed):
            return Rejected("only a question about a statement is answered by adding a fact")
        label = answer(engines, theory, ir.Query(asked))
        if label == UNDECIDED:
            return Rejected(OUT_OF_BUDGET, spent=True)
        if label == wanted or label not in LABELS:
            continue
        found = _divide(scene, theory, asked, wanted, knobs, stream)
        if isinstance(found, Rejected):
            return found
        right, wrong = found
        if not right or len(wrong) < knobs.add - 1:
            reason = "no fact gives any question the wanted label, or too few others do not"
            continue
        chosen = stream.sample(wrong, knobs.add - 1)
        chosen.insert(place, stream.pick(right))
        return _posed(
            scene, draft, theory, ir.Additions(asked, wanted, tuple(chosen)), knobs, stream
        )
    return Rejected(reason)


def _divide(
    scene: Scene,
    theory: ir.Theory,
    asked: ir.Entailed,
    wanted: str,
    knobs: RepairKnobs,
    stream: Stream,
) -> tuple[list[ir.Statement], list[ir.Statement]] | Rejected:
    """Return facts that give a question the wanted label, and facts that leave its label as it is."""
    engines = scene.family.engines
    book = scene.family.words.phrasebook
    before = answer(engines, theory, ir.Query(asked))
    right: list[ir.Statement] = []
    wrong: list[ir.Statement] = []
    for tried, fact in enumerate(stream.shuffled(list(dict.fromkeys(_facts(theory, asked))))):
        if tried >= MOST_TRIED or (right and len(wrong) >= 2 * knobs.add):
            break
        if book.say(fact, None, scene.split) is None:
            continue
        goal = ir.Additions(asked, wanted, (fact,))
        larger, question = list(goal.split(theory).values())[-1]
        label = answer(engines, larger, ir.Query(question))
        if label == UNDECIDED:
            return Rejected(OUT_OF_BUDGET, spent=True)
        if label == wanted:
            right.append(fact)
        elif label == before:
            wrong.append(fact)
    return right, wrong


def _facts(theory: ir.Theory, asked: ir.Entailed) -> Iterator[ir.Statement]:
    """Yield the facts that conditions of a theory are about, over its individuals.

    What the theory states and what is asked are left out, and their opposites.
    """
    stated = {each.statement for each in theory.statements}
    known = {*stated, *map(_opposite, stated), asked.statement, _opposite(asked.statement)}
    individuals = list(dict.fromkeys(_individuals((*theory.statements, asked))))
    sorted_ = _by_sort(theory, (*theory.statements, asked))
    for labelled in theory.statements:
        for literal in _conditions(labelled.statement):
            places = {
                term.name: _sort(theory, literal.atom, place)
                for place, term in enumerate(literal.atom.arguments)
                if isinstance(term, ir.Var)
            }
            choices = [sorted_.get(sort, individuals) for sort in places.values()]
            for values in product(*choices):
                bound = dict(zip(places, values, strict=True))
                terms = tuple(
                    bound[term.name] if isinstance(term, ir.Var) else term
                    for term in literal.atom.arguments
                )
                for negative in (False, True):
                    fact = ir.Fact(ir.Literal(ir.Atom(literal.atom.predicate, terms), negative))
                    if fact not in known and len(set(terms)) == len(terms):
                        yield fact
        for concept in _concepts(labelled.statement):
            for individual in individuals:
                for claim in (concept, ir.Not(concept)):
                    assertion = ir.ConceptAssertion(individual, claim)
                    if assertion not in known:
                        yield assertion


def _sort(theory: ir.Theory, atom: ir.Atom, place: int) -> str:
    """Return the sort of an argument; an empty text if it has none."""
    sorts = dict(theory.signature.predicates).get(str(atom.predicate), ())
    return sorts[place] if place < len(sorts) else ""


def _by_sort(theory: ir.Theory, nodes: Sequence[ir.Node]) -> dict[str, list[ir.Term]]:
    """Return the individuals of each sort, by the arguments that they are."""
    found: dict[str, dict[ir.Term, None]] = {}
    for node in (each for top in nodes for each in walk(top)):
        if isinstance(node, ir.Atom):
            for place, term in enumerate(node.arguments):
                sort = _sort(theory, node, place)
                if sort and isinstance(term, ir.Const):
                    found.setdefault(sort, {})[term] = None
    return {sort: list(terms) for sort, terms in found.items()}


def _opposite(statement: ir.Statement) -> ir.Statement:
    match statement:
        case ir.Fact(literal=ir.Literal(negative=bool(negative)) as literal):
            return ir.Fact(with_sign(literal, not negative))
        case ir.ConceptAssertion(individual=individual, concept=ir.Not(part=part)):
            return ir.ConceptAssertion(individual, part)
        case ir.ConceptAssertion(individual=individual, concept=concept):
            return ir.ConceptAssertion(individual, ir.Not(concept))
        case _:
            return statement


def _conditions(statement: ir.Statement) -> Iterator[ir.Literal]:
    match statement:
        case ir.Rule(body=body):
            for part in body:
                if isinstance(part, ir.Literal) and _is_plain(part):
                    yield part


def _is_plain(literal: ir.Literal) -> bool:
    terms = literal.atom.arguments
    return all(isinstance(term, ir.Var | ir.Const) for term in terms)


def _concepts(statement: ir.Statement) -> list[ir.Named]:
    if not isinstance(statement, ir.Inclusion | ir.ConceptAssertion):
        return []
    return list(dict.fromkeys(each for each in walk(statement) if isinstance(each, ir.Named)))


def _individuals(nodes: Sequence[ir.Node]) -> Iterator[ir.Term]:
    for node in (each for top in nodes for each in walk(top)):
        match node:
            case ir.ConceptAssertion(individual=ir.Const() as individual):
                yield individual
            case ir.Atom(arguments=terms):
                yield from (term for term in terms if isinstance(term, ir.Const))


def _posed(
    scene: Scene,
    draft: Draft,
    theory: ir.Theory,
    goal: ir.Additions,
    knobs: RepairKnobs,
    stream: Stream,
) -> Posed | Rejected:
    family, engines = scene.family, scene.family.engines
    language, book = family.words.language, family.words.phrasebook
    label = answer(engines, theory, ir.Query(goal))
    said = [(book.say(each, None, scene.split) or "", each) for each in goal.statements]
    worded = word_statement(scene, goal.goal.statement, stream.fork("asked"))
    words = {str(name): word for name, word in knobs.labels.items()}
    question = language.say(
        "ask repair adding",
        question=question_about(worded, words, goal.goal, language),
        meanings=meant(words, knobs.meanings(family, goal.goal), language),
        label=words[goal.wanted],
    )
    listed = [
        language.say("numbered sentence", n=n, text=text) for n, (text, _) in enumerate(said, 1)
    ]
    names = [str(n) for n in range(1, len(said) + 1)]
    right = [name for name in names if set_name((name,)) in label.split(" | ")]
    return Posed(
        theory,
        ir.Query(goal),
        label,
        {"removed": 0, "repairs": len(right)},
        "\n".join([question, "", *listed]),
        language.text("answer repair adding"),
        answer=right[0],
        hidden=draft.hidden,
        says=((worded.text, goal.goal.statement), *said),
        reply={"numbered": names, "adding": True},
    )
