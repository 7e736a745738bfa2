"""What each reply is worth, for every task: the rules of `docs/scoring.md`, by example."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import rspc
from rspc.compiler import plugins
from rspc.compiler.scoring.wilson import interval

from .asked import (
    BEST,
    BINARY,
    BOOKS,
    BUY,
    CARRY,
    CELL,
    CHEAPEST,
    COUNT,
    DISPROVED,
    DOG,
    FALSE,
    LASTS,
    LIKE,
    MODEL,
    MOST,
    NO_MODEL,
    NOBODY,
    NOT_THERE,
    ONE,
    OPTIMUM,
    OPTIONS,
    PAIR,
    PROVED,
    SOUND,
    STATEMENT,
    STUDY,
    SUMS,
    THERE,
    TIME,
    TOTAL,
    TRUE,
    TWO,
    UNKNOWN,
)

ALL_OPTIONS = "\n".join(f"{each}. {text}" for each, text in OPTIONS.items())

REPLIES: list[tuple[dict[str, Any], str, int]] = [
    # Letters: case, markup, what stands around them.
    (ONE, "B", 1),
    (ONE, "b", 1),
    (ONE, "B.", 1),
    (ONE, "(B)", 1),
    (ONE, "b)", 1),
    (ONE, "**B**", 1),
    (ONE, "`B`", 1),
    (ONE, '"B"', 1),
    (ONE, "$\\boxed{\\text{B}}$", 1),
    (ONE, "<answer> B </answer>", 1),
    (ONE, "### Answer\n\n__B__", 1),
    (ONE, "Option b", 1),
    (ONE, "B. pages: 300; subject: travel", 1),
    (ONE, "The correct option is (B).", 1),
    (ONE, "B is the answer.", 1),
    (ONE, "I would go with B because A costs too much.", 1),
    (ONE, "The answer is B. Option C fails because of its pages.", 1),
    (ONE, "It is B, not A.", 1),
    # Letters: chains of thought.
    (ONE, "<think>A? No, C.</think>\nB", 1),
    (ONE, "<think>The answer is B", 0),
    (ONE, "A: too short\nB: fits\nC: too long\n\nTherefore, the answer is **B**.", 1),
    (ONE, "A: too short\nB: fits\nC: too long", 0),
    (ONE, "A is too short. C violates the second. So B is right.", 1),
    (ONE, "Answer: A. Wait, the answer is B.", 1),
    (ONE, f"{ALL_OPTIONS}\n\nB", 1),
    (ONE, f"Which is it?\n{ALL_OPTIONS}\nI pick B.", 1),
    (ONE, "Options A, C, D and E are ruled out. That leaves B.", 1),
    (ONE, "The answer is B, not C or D.", 1),
    (
        ONE,
        "1. Option A fails.\n2. Option B satisfies all.\n3. Option C fails.\n\nSo only option B.",
        1,
    ),
    (ONE, "Final Answer: The final answer is $\\boxed{B}$. I hope it is correct.", 1),
    (ONE, '{"answer": "B"}', 1),
    # Letters: nothing for what is missing, hedged, contradictory or wrong.
    (ONE, "", 0),
    (ONE, "?!", 0),
    (ONE, "A, B, C, D, E", 0),
    (ONE, ALL_OPTIONS, 0),
    (ONE, "A or B", 0),
    (ONE, "Maybe B.", 0),
    (ONE, "B? Or C.", 0),
    (ONE, "The answer is B. Or maybe C.", 0),
    (ONE, "Answer: B\nAnswer: C", 0),
    (ONE, "The answer is not B.", 0),
    (ONE, "Neither A nor B.", 0),
    (ONE, "B looks good, but none of them meets all.", 0),
    (ONE, "C", 0),
    (BEST, "A", 1),
    (BEST, "a", 1),
    (BEST, "Option A meets every requirement.", 1),
    (BEST, "A journey in the morning would do", 0),
    (BEST, "I do not know.", 0),
    (TWO, "B, D", 1),
    (TWO, "d and b", 1),
    (TWO, "- B\n- D", 1),
    (TWO, "\\boxed{B,D}", 1),
    (TWO, "B or D", 0),
    (TWO, "B", 0),
    (TWO, "A, B, C, D, E", 0),
    # Words, those of the family.
    (PROVED, "proved", 1),
    (PROVED, "PROVED!", 1),
    (PROVED, "It is not disproved: it is proved.", 1),
    (PROVED, "not proved", 0),
    (PROVED, "It cannot be proved.", 0),
    (PROVED, "disproved", 0),
    (PROVED, "disproved -> no, wait, proved", 1),
    (UNKNOWN, "Neither proved nor disproved.", 0),
    (UNKNOWN, "It is neither proved nor disproved, so it is unknown.", 1),
    (PROVED, "true", 0),
    (PROVED, "Proved or disproved.", 0),
    (PROVED, "Proved, because r1 beats r2, so that the opposite is disproved.", 1),
    (UNKNOWN, "**Unknown**: neither follows, so nothing is proved.", 1),
    (UNKNOWN, "First, r1 is proved. Its opposite is disproved. Hence the whole is unknown.", 1),
    (UNKNOWN, "not proved", 0),
    (UNKNOWN, "Is it proved, disproved, or unknown? unknown", 1),
    (TRUE, "true", 1),
    (TRUE, "not true", 0),
    (TRUE, "untrue", 0),
    (TRUE, "It isn't true", 0),
    (TRUE, "It is true. It is false.", 0),
    (TRUE, "It holds that kind(lion) is true.", 0),
    (FALSE, "not true", 0),
    (FALSE, "The statement 'It holds that kind(lion) is true' is false.", 1),
    (FALSE, STATEMENT, 0),
    (FALSE, f"{STATEMENT} FALSE", 1),
    (FALSE, "There is no evidence that it is true, so it is false.", 1),
    (BINARY, "No.", 1),
    (BINARY, "Yes or No", 0),
    (SOUND, "Yes, it is an answer set.", 1),
    (SOUND, "yes and no", 0),
    (SOUND, "Yes. No.", 0),
    (SOUND, "It is an answer set.", 0),
    (THERE, "Yes, there is. No other option does.", 1),
    (THERE, "There is no option that fails, so yes.", 1),
    (THERE, "The answer is: YES", 1),
    (NOT_THERE, "No, there is no such seat.", 1),
    (NOT_THERE, "Yes, because no option is better.", 0),
    (NOT_THERE, "perhaps", 0),
    # Amounts, in any spelling.
    (COUNT, "3", 1),
    (COUNT, "\\boxed{3}", 1),
    (COUNT, "3 of the 5 options", 1),
    (COUNT, "A: 4 stops\nB: 2 stops\nAnswer: 3", 1),
    (COUNT, "2 + 1 = 3", 1),
    (COUNT, "3 or 4", 0),
    (COUNT, "at least 3", 0),
    (COUNT, "-3", 0),
    (COUNT, "13", 0),
    (TOTAL, "$1200", 1),
    (TOTAL, "\\boxed{\\$1,200.00}", 1),
    (TOTAL, "1,200 dollars", 1),
    (TOTAL, "$700 + $500 = $1,200", 1),
    (TOTAL, "$12", 0),
    (TIME, "7:30 a.m.", 1),
    (TIME, "7:30 pm", 0),
    (LASTS, "90 minutes", 1),
    (LASTS, "30 hours and 1 minute", 0),
    (OPTIMUM, "The smallest sum is 12.", 1),
    (OPTIMUM, "12, 3", 0),
    (SUMS, "12, 3", 1),
    (SUMS, "3, 12", 0),
    # Names, exactly those that are right.
    (DOG, "It's the dog.", 1),
    (DOG, "By elimination, it must be the dog.", 1),
    (DOG, "It must be the dog or the yak.", 0),
    (DOG, "The dog.", 1),
    (DOG, "The dog attacks the cat.", 1),
    (DOG, "By r3 the dog is kind.\nAnswer: dog", 1),
    (DOG, "I believe it is the dog.", 1),
    (DOG, "I think that it is the dog.", 1),
    (DOG, "I don't think it is the dog.", 0),
    (DOG, "I'm not sure that it is the dog.", 0),
    (CARRY, "Ann carries wool.", 1),
    (CARRY, "Ann is carrying wool.", 1),
    (CARRY, "Ann carries cotton.", 0),
    (CARRY, "Ann carries wool and cotton.", 0),
    (CARRY, "Ann carries silk.", 0),
    (BUY, "Ann buys wool.", 1),
    (STUDY, "Ann studies wool.", 1),
    (LIKE, "Ann likes Bob.", 1),
    (LIKE, "Ann likes Cid.", 0),
    (LIKE, "Bob likes Ann.", 0),
    (DOG, "dog, unicorn", 0),
    (DOG, "dogs", 0),
    (DOG, "dog or lion", 0),
    (PAIR, "- sea lion\n- dog", 1),
    (PAIR, "The sea lion and the dog attack the cat.", 1),
    (PAIR, "dog, lion", 0),
    (NOBODY, "Nobody attacks the cat.", 1),
    (NOBODY, "none, dog", 0),
    (NOBODY, "", 0),
    (CELL, "6", 1),
    (CELL, "The number in row 3, column 1 is 6.", 1),
    (CELL, "3", 0),
    # Answer sets, any one of them.
    (MODEL, "{q,-p(a)}", 1),
    (MODEL, '{ `r s`("B",1) , p( a ) }', 1),
    (MODEL, "$\\boxed{\\{ \\neg p(a), q \\}}$", 1),
    (MODEL, "<think>{q}?</think> The answer set is:\n- -p(a)\n- q", 1),
    (MODEL, "First {q} is tried. It is {-p(a), q}.", 1),
    (MODEL, "It could be something else, but no: the answer is {-p(a), q}.", 1),
    (MODEL, "It could be that the answer is {-p(a), q}.", 0),
    (MODEL, "{q} or {-p(a), q}", 0),
    (MODEL, "{p(a), -p(a), q}", 0),
    (MODEL, "{q}", 0),
    (MODEL, "none", 0),
    (NO_MODEL, "None.", 1),
    (NO_MODEL, "The answer is none, because c1 cannot be met.", 1),
    (NO_MODEL, "{}", 0),
    # What is announced of another answer, or taken back.
    (ONE, "The wrong answer is B.", 0),
    (ONE, "Incorrect answer: A. Correct answer: B.", 1),
    (ONE, "Correct answer: B. Incorrect answer: A.", 1),
    (ONE, "Not the right answer: B", 0),
    (ONE, "I doubt the answer is B.", 0),
    (ONE, "It is false that the answer is B.", 0),
    (ONE, "A is wrong, the answer is B.", 1),
    (ONE, "A, C, D and E are incorrect; the answer is B.", 1),
    (ONE, "I am not sure about A, but the answer is B.", 1),
    (ONE, "The answer is anything but B.", 0),
    (ONE, "The answer is any option other than B.", 0),
    (ONE, "Every option but B is right.", 0),
    (ONE, "The answer is B. But that is wrong.", 0),
    (ONE, "The answer is B. Just kidding, it is A.", 0),
    (PROVED, "It would be wrong to say proved.", 0),
    (MODEL, "It is not {-p(a), q}.", 0),
    (MODEL, "I doubt the answer is {-p(a), q}", 0),
    (MODEL, "{-p(a), q} is not an answer set", 0),
    (MODEL, "{-p(a), q} is no answer set.", 0),
    (MODEL, "It is not {q}, but {-p(a), q}.", 1),
    (MODEL, "The wrong answer is {q}. The answer is {-p(a), q}", 1),
    (MODEL, "The answer is {-p(a), q}, which is not hard to see.", 1),
    # What a page does not show, or shows struck out.
    (ONE, "<!-- The answer is B -->", 0),
    (ONE, "~~A~~ B", 1),
    (MODEL, "<!-- {-p(a), q} -->", 0),
    (MODEL, "{-p(a), q} ~~{q}~~", 1),
    (ONE, "<s>The answer is B.</s> It is D.", 0),
    # Amounts that are bounds, ranges, or parts of sums.
    (COUNT, "up to 3", 0),
    (COUNT, "3 or more", 0),
    (COUNT, "3+", 0),
    (COUNT, "x > 3", 0),
    (COUNT, "3-7", 0),
    (COUNT, "3+3", 0),
    (COUNT, "half of 3", 0),
    (COUNT, "1 + 2 makes 3.", 1),
    (COUNT, "Three flights, A - C, so 3.", 1),
    (TOTAL, "$500 + $700 is $1,200", 1),
    # What is nearly said, or taken back at once.
    (DISPROVED, "It is far from disproved.", 0),
    (PROVED, "It is far from disproved: it is proved.", 1),
    (PROVED, "It is hardly proved.", 0),
    (PROVED, "By no means proved.", 0),
    (PROVED, "I doubt that it is proved.", 0),
    (PROVED, "It is wrong that it is proved.", 0),
    (ONE, "There is no doubt that it is B.", 1),
    (ONE, "Without a doubt, the answer is B.", 1),
    (ONE, "The answer is B, which is wrong.", 0),
    (ONE, "The answer is B, but that is wrong.", 0),
    (ONE, "B, which is not the answer", 0),
    (ONE, "The answer is B, not A, which is wrong.", 1),
    (ONE, "The answer is B. I was wrong.", 0),
    (THERE, "Yes. Or not.", 0),
    (THERE, "Either no or yes.", 0),
    (THERE, "It is yes and no and no if no flight is left.", 0),
    (NOT_THERE, "I say no because every option fails.", 1),
    (NOT_THERE, "There is no flight left, so no.", 1),
    (FALSE, "It says that it is true, which is false.", 1),
    (COUNT, "3, which is wrong", 0),
    (MODEL, "{-p(a), q}, which is wrong", 0),
    (MODEL, "The answer is {-p(a), q}. But that is wrong.", 0),
    # What is called only possible or likely.
    (THERE, "Perhaps yes", 0),
    (THERE, "Probably yes", 0),
    (THERE, "Most likely yes.", 0),
    (ONE, "The answer is probably B.", 0),
    (ONE, "My best guess is B.", 0),
    (COUNT, "Presumably 3", 0),
    (MODEL, "Probably {-p(a), q}", 0),
    (ONE, "I think the answer is B.", 1),
    (ONE, "I believe it is B.", 1),
    (ONE, "A is unlikely, so B.", 1),
    (THERE, "Yes. It is likely that flight C is full.", 1),
    # First thoughts that are given up.
    (THERE, "I first thought no, but flight C costs less, so yes.", 1),
    (THERE, "I first thought no, but … yes", 1),
    (THERE, "At first glance no, but option C does, so the answer is yes.", 1),
    (THERE, "I thought the answer was no. The answer is yes.", 1),
    (THERE, "My first answer was no. My final answer is yes.", 1),
    (THERE, "Initially I said no. Then I saw option C. Yes.", 1),
    (THERE, "I first thought yes, but no.", 0),
    (THERE, "I first thought yes.", 0),
    (THERE, "I thought the answer was yes.", 0),
    (TRUE, "It looks false at first, but it is true.", 1),
    (ONE, "After some thought, B.", 1),
    (ONE, "I chose B.", 1),
    (COUNT, "I first thought 4, but it is 3.", 1),
    (MODEL, "I first thought {q}, but it is {-p(a), q}.", 1),
    # Letters that only look like those of a word.
    (PROVED, "d\u0130sproved", 0),
    (PROVED, "d\u0131sproved", 0),
    # What is weighed, and what an answer hangs on.
    (ONE, "Let me check option B. Its layover is", 0),
    (ONE, "Let us think about B.", 0),
    (
        ONE,
        "A fails on the date. C is too short.\n\nB: the date is right, it is travel. The third",
        0,
    ),
    (ONE, "A fails. C fails. Only B meets every requirement.", 1),
    (ONE, "Among A, B and C, B is right.", 1),
    (ONE, "If pages count, B; otherwise, E.", 0),
    (ONE, "B would be right if it had fewer pages.", 0),
    (ONE, "If A is too short, then so is D. Hence B.", 1),
    (ONE, "B. Let me know if you would like to hear why A and C fail.", 1),
    (ONE, "There is a 60% chance that it is B.", 0),
    (ONE, "B (or possibly E)", 0),
    (ONE, "B was my first thought, but E fits better.", 0),
    (ONE, "The answer is B. Hmm, actually E is right.", 0),
    (ONE, "Hmm, A? Too short. C? Too long. So it is B.", 1),
    (ONE, "I don't believe it is B.", 0),
    (ONE, "B comes closest, but no book meets every requirement.", 0),
    (ONE, "Answer: B\n\nFinal answer: none of the options.", 0),
    (ONE, "B can be ruled out.", 0),
    (ONE, "For example, B.", 0),
    (THERE, "Yes, if C counts; otherwise no.", 0),
    (THERE, "If C counts, the answer is yes.", 0),
    (THERE, "Yes. If you need more, let me know.", 1),
    (NOT_THERE, "No (unless the date may change).", 1),
    (NOT_THERE, "No, none of the books meets every requirement.", 1),
    (NOT_THERE, "No, it isn't: each of them fails.", 1),
    (THERE, "Yes or no? Yes.", 1),
    (THERE, "Answer (yes/no): yes", 1),
    (THERE, "A: yes\nB: no\nC: no", 0),
    (NOT_THERE, "A: yes\nB: no\nC: no", 0),
    (THERE, "Could it be no? No.\n\nThe answer is yes.", 1),
    (SOUND, "No literal is unfounded. Yes.", 1),
    (BINARY, "The set is not closed under the rules: no", 1),
    (DISPROVED, "Because the rules imply the opposite, the statement is disproved.", 1),
    (DISPROVED, "Disproved. If r5 were stronger, it would be unknown.", 1),
    (DISPROVED, "Disproved, even if r5 applied.", 1),
    (DISPROVED, "First it seems that this is unknown, but r4 applies: disproved.", 1),
    (DISPROVED, "To be disproved, the opposite must follow.", 0),
    (PROVED, "Nothing is proved.", 0),
    (PROVED, "It would be proved if r4 held.", 0),
    (UNKNOWN, "The answer is unknown to me.", 0),
    (TRUE, "It is not known to be true.", 0),
    # Lists, tables and marks.
    (ONE, "A ❌ date\nB ✅\nC ❌ pages\n", 1),
    (ONE, '{"answer": "B", "reasoning": "A fails the date, C and E the pages"}', 1),
    (TWO, "A ❌\nB ✅\nC ❌\nD ✅\n\n**B, D**", 1),
    (TWO, "- B ✅\n- A ❌\n- D ✅", 1),
    (TWO, "B\nD", 1),
    (TWO, "B; D", 1),
    (TWO, '["B", "D"]', 1),
    (TWO, "B as well as D", 1),
    (TWO, "The right options are:\n\n- B. pages: 300\n- D. pages: 700", 1),
    (TWO, "The answer is B and D, not C.", 1),
    (TWO, "B, D\n\nA, C", 0),
    (TWO, "One of B and D.", 0),
    (PAIR, "dog\nsea lion", 1),
    (PAIR, "dog; sea‑lion", 1),
    (PAIR, "sea-lion (heavy) and dog (light)", 1),
    (PAIR, "- dog\n- sea lion\n- unicorn", 0),
    (CELL, "2 7 6\n9 5 1\n4 3 8\n\nThe number in row 3, column 1 is 6.", 1),
    (CELL, "| 2 | 7 | 6 |\n| 9 | 5 | 1 |\n\n**6**", 1),
    (CELL, "15 - 5 - 4 = 6", 1),
    (CELL, "The number in row 2, column 3 is 6.", 0),
    (CELL, "six", 1),
    (DOG, "The animal list:\n1. cat\n2. dog\n\nAnswer: dog", 1),
    (DOG, "The one that attacks the cat is the dog.", 1),
    # Amounts.
    (COUNT, "three", 1),
    (COUNT, "The answer is **three**.", 1),
    (COUNT, "A, C, E → **3**", 1),
    (COUNT, "3. The flights are A, C and E.", 1),
    (COUNT, "3: A, C, E", 1),
    (COUNT, "4 flights leave early, but at most 3 of them", 0),
    (COUNT, "Step 3: check the pages", 0),
    (COUNT, "3 of them fail.", 0),
    (COUNT, "A ✓, B ✓: 2 ≥ 1, so 3.", 1),
    (TOTAL, "\\boxed{1200}", 1),
    (TOTAL, "\\boxed{\\$1{,}200}", 1),
    (TOTAL, "1,200 USD", 1),
    (TOTAL, "€1,200", 0),
    (TOTAL, "A: $700\nB: $500\n\nTotal: $1,200", 1),
    (TOTAL, "A: $700\nB: $1,200", 0),
    (OPTIMUM, "12 = 4 + 8", 1),
    (MOST, "The load is worth at most $12.", 1),
    (MOST, "The load is worth at least 12 dollars.", 0),
    (MOST, "12 dollars\n\nIt weighs 16 pounds.", 1),
    (CHEAPEST, "F is cheap but fails; the cheapest is A. D is more expensive.", 1),
    (CHEAPEST, "The cheapest is D, but it fails. A is right.", 1),
    (CHEAPEST, "The cheapest is D. A is more expensive.", 0),
    # Answer sets.
    (MODEL, "Answer: {-p(a), q}\n\nAll of {c1, c2} are met.", 1),
    (MODEL, "The answer set is {-p(a), q}, because of {c1}.", 1),
    (MODEL, "The answer is {-p(a), q}, not {q}.", 1),
    (MODEL, '{"answer": "{-p(a), q}"}', 1),
    (MODEL, "{-p(a), q}?", 0),
    (MODEL, "{-p(a), q}\n\nBut this violates a constraint.", 0),
    (MODEL, "If c1 holds, {-p(a), q}", 0),
    (MODEL, "Let us check {-p(a), q}", 0),
    (NO_MODEL, "The candidate {p(a)} violates c1. The answer is none.", 1),
    (NO_MODEL, "The program has no answer set.", 1),
    (NO_MODEL, "none or {p(a)}", 0),
    # The question's own words, and what is said of the speaker.
    (BOOKS, "- Book B\n- Book D", 1),
    (BOOKS, "Book A fails; books B and D are right.", 1),
    (ONE, "Unless I am mistaken, the answer is B.", 1),
    (ONE, "If I had to guess, B.", 0),
    (ONE, "Out of A, B and C, only B is right.", 1),
    (ONE, "B: no.", 0),
    (ONE, "A: Yes\nB: Yes\nC: No", 0),
    (ONE, "A: too long\nC: too long\nB: no travel", 0),
    (ONE, "B is definitely not the answer.", 0),
    (MOST, "The load is worth 12 dollars at most.", 1),
]


@pytest.mark.parametrize(("asked", "text", "value"), REPLIES)
def test_a_reply_has_its_score(asked: dict[str, Any], text: str, value: int) -> None:
    found = rspc.score(asked, text)
    assert found.value == value, found
    assert found.reason or value
    if value:
        assert found.answer


def test_every_task_has_replies() -> None:
    assert {asked["task"] for asked, _, _ in REPLIES} == set(plugins.names(plugins.TASKS))


@pytest.mark.parametrize("asked", [ONE, TWO, TRUE, COUNT, TOTAL, PAIR, CELL, SUMS])
def test_an_answer_counts_in_any_dress(asked: dict[str, Any]) -> None:
    answer = asked["answer"]
    boxed = answer.replace("$", "\\$")
    for dress in (
        "{}",
        " {}\n",
        "**{}**",
        "Answer: {}",
        "the answer is {}.",
        "Some thought.\n\n**Final answer:** {}",
        "<answer>{}</answer>",
        f"So it is\n\\boxed{{{boxed}}}",
    ):
        found = rspc.score(asked, dress.format(answer) if "{}" in dress else dress)
        assert found.value == 1, (dress, found)
        assert found.answer


WORDS = ["A", "B", "true", "not", "no", "yes", "dog", "3", "{", "}", "\\boxed{", "answer is", "or"]
BITS = some.sampled_from([*WORDS, "<think>", "</think>", "**", "`", "$", "\n", ". ", ", ", "? "])


@settings(max_examples=25, deadline=None)
@given(some.lists(BITS, max_size=12).map(" ".join) | some.text(max_size=40))
def test_no_reply_breaks_the_scorer(text: str) -> None:
    for asked in (TWO, TRUE, SOUND, TOTAL, PAIR, MODEL, SUMS):
        assert rspc.score(asked, text).value in (0.0, 1.0)


def test_intervals() -> None:
    assert interval(0, 0) == (0, 1)
    low, high = interval(0, 10)
    assert (low, round(high, 4)) == (0, 0.2775)
    assert interval(10, 10) == pytest.approx((1 - high, 1))
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)


@pytest.mark.parametrize(
    "thought",
    [
        "Option A is fine, but B is not. ",
        "A B not true or ",
        "<answer>",
        "<!--",
        "<s>",
        "$x $y {",
        "not ",
        "wrong ",
        "if so, B ",
        "? ",
        "1 = ",
        "A/B ",
        "\n",
    ],
)
def test_long_replies_are_read_in_linear_time(thought: str) -> None:
    text = f"{thought * (60_000 // len(thought))}\n\nThe answer is B."
    begun = time.process_time()
    assert rspc.score(ONE, text).value == 1
    assert rspc.score(MODEL, text).value == 0
    assert time.process_time() - begun < 5


def test_of_a_reply_without_end_the_end_is_read() -> None:
    text = "The answer is A, or B. " * 400_000
    begun = time.process_time()
    assert rspc.score(ONE, f"{text}\n\nThe answer is B.").value == 0
    assert rspc.score(ONE, f"The answer is C.\n{'So. ' * 30_000}\nThe answer is B.").value == 1
    assert rspc.score(ONE, f"<think>{text}</think>The answer is B.").value == 1
    assert time.process_time() - begun < 5
