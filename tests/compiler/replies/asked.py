"""Records of every task, with what a reply needs to be scored."""

from __future__ import annotations

from typing import Any

PROMPT = """If the dog is kind, then the cat attacks the dog. It is false that the lion is kind.

{question}

{options}
Answer as you are told."""
OPTIONS = {
    "A": "pages: 100; subject: history",
    "B": "pages: 300; subject: travel",
    "C": "pages: 500; subject: poetry",
    "D": "pages: 700; subject: science",
    "E": "pages: 900; subject: travel",
}
THREE = ("proved", "disproved", "unknown")
TRUTH = ("true", "false", "unknown")
STATEMENT = "Is the following statement true, false, or unknown? It holds that kind(lion) is true."
SETS = [["-p(a)", "q"], ["p(a)", '`r s`("B", 1)']]


def record(task: str, answer: str, **more: Any) -> dict[str, Any]:
    options = [{"label": each, "text": text} for each, text in OPTIONS.items()]
    question = more.get("question", "Which is it?")
    shown = "\n".join(f"{each}. {text}" for each, text in OPTIONS.items())
    prompt = PROMPT.format(question=question, options=shown)
    own = {"label": answer, "options": options, "question": question, "prompt": prompt}
    return {"task": task, "answer": answer, "choices": None, **own, **more}


ONE = record("choice", "B")
TWO = record("choice", "B,D")
BOOKS = record("choice", "B,D", question="Which of these books are good?")
BEST = record("best", "A")
CHEAPEST = record("best", "A", question="Which is the cheapest of the books that are good?")
PROVED = record("entailment", "proved", choices=THREE)
DISPROVED = record("entailment", "disproved", choices=THREE)
UNKNOWN = record("entailment", "unknown", choices=THREE)
TRUE = record("entailment", "true", choices=TRUTH, question=STATEMENT)
FALSE = record("entailment", "false", choices=TRUTH, question=STATEMENT)
BINARY = record("entailment", "no", choices=("yes", "no"))
SOUND = record("verification", "yes", choices=("yes", "no"))
THERE = record("exists", "yes")
NOT_THERE = record("exists", "no")
COUNT = record("count", "3")
TOTAL = record("total", "$1,200")
TIME = record("total", "07:30")
LASTS = record("total", "1 hour and 30 minutes")
OPTIMUM = record("optimum", "12")
MOST = record("optimum", "12", question="How many dollars is the load worth at the most?")
SUMS = record("optimum", "12, 3", label="12,3")
WHO = "Who attacks the cat?"
NAMES = ("cat", "dog", "lion", "sea lion")
DOG = record("value", "dog", choices=NAMES, question=WHO)
PAIR = record("value", "dog and sea lion", choices=NAMES, question=WHO)
NOBODY = record("value", "none", choices=NAMES, question=WHO)
CLOTHS = ("silk", "wool")
CARRY, BUY, STUDY = (
    record("value", "wool", choices=CLOTHS, question=f"What {verb}?")
    for verb in ("does Ann carry", "was bought by Ann", "did Ann study")
)
LIKE = record("value", "Bob", choices=("Ann", "Bob", "Cid"), question="Who does Ann like?")
CELL = record(
    "value",
    "6",
    choices=tuple("123456789"),
    question="Which number stands in row 3, column 1?",
)
MODEL = record("computation", "{-p(a), q}", label="2", certificate={"sets": SETS})
CONSISTENT = record("consistent", "yes", choices=("yes", "no"))
ROUND = record("number", "3")
REPAIR = record(
    "repair", "2, 4", label="{f2, f4}", reply={"numbered": ["f1", "f2", "f3", "f4", "f5", "f6"]}
)
ERROR = record("error", "3", reply={"lines": 5})
MISJUDGED = record("misjudged", "B", reply={"lines": {"A": 1, "B": 2, "D": 1}})
NO_MODEL = record("computation", "none", label="0", certificate={"sets": []})

LAYOUTS = {"solution", "proof", "elimination", "formalisation"}
"""The tasks whose replies have tests of their own."""
